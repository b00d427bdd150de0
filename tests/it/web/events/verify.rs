//! The verification page of a scanned roster or receipt.

use super::*;

/// A different legal list.
fn other_list() -> String {
    LEGAL.replace("6 x Blades", "5 x Blades").replace("2 x Spears", "3 x Spears")
}

/// Submits another version for an existing player.
async fn replace(who: &Visitor<'_>, entry: &str, (request, text, button): (&str, &str, &str)) {
    let id = entry.rsplit('/').next().unwrap();
    let mut fields = pasted(request, "", text, button);
    fields.push(("entrant", id));
    let reply = who.upload("/events/spring-open/enter", multipart(&fields)).await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?} {:?}", reply.texts(".problem"));
}

/// The target of the QR code of the list that counts now.
async fn scanned(who: &Visitor<'_>, entry: &str) -> String {
    let receipt = who.get(&format!("{entry}/receipt.json")).await.json();
    let address = receipt["address"].as_str().unwrap().to_owned();
    address[address.find("/events").unwrap()..].to_owned()
}

for_each_store! {
    async fn a_scanned_list_is_told_to_be_entered_accepted_old_or_none(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        let (tom, stranger) = (app.visitor(), app.visitor());
        let entry = enter(&tom, "Tom", LEGAL).await;
        let first = scanned(&tom, &entry).await;
        let page = stranger.get(&first).await;
        assert_eq!(page.text("h1"), "This is the entered list, not yet accepted");
        assert!(page.has("h1.warn svg") && page.text(".lede").contains("Tom") && page.text(".lede").contains("version 1"));
        organiser.post(&format!("{entry}/desk"), &[("do", "accept:1"), ("text", "")]).await;
        let page = stranger.get(&first).await;
        assert_eq!(page.text("h1"), "This is the accepted list");
        assert!(page.has("h1.good svg"), "{}", page.text("h1"));
        let facts = page.texts(".facts dt");
        assert_eq!(facts, ["Received", "Accepted", "Verdict at the time", "Hash"]);
        // Visitors who may not see the army see nothing of it.
        assert!(!page.body_text().contains("Host of the Barrow") && !page.has(".changes"));
        // A draft does not replace it.
        replace(&tom, &entry, ("later", &other_list().replace("Barrow", "Fen"), "later")).await;
        assert_eq!(stranger.get(&first).await.text("h1"), "This is the accepted list");
        replace(&tom, &entry, ("third", &other_list(), "enter")).await;
        let page = stranger.get(&first).await;
        assert_eq!(page.text("h1"), "This is an older version: version 1 of 3");
        assert!(page.has("h1.bad svg") && !page.has(".changes"));
        assert!(page.body_text().contains("The lists differ") && !page.body_text().contains("Blades"));
        let second = scanned(&tom, &entry).await;
        assert_ne!(first, second);
        assert_eq!(stranger.get(&second).await.text("h1"), "This is the entered list, not yet accepted");
        // The player and the staff see the differences.
        for who in [&tom, &organiser] {
            assert_eq!(who.get(&first).await.texts(".changes li"), [
                "− 6 x Blades (Bd) @ 2 AP = 12 AP",
                "− 2 x Spears (Sp) @ 2 AP = 4 AP",
                "+ 5 x Blades (Bd) @ 2 AP = 10 AP",
                "+ 3 x Spears (Sp) @ 2 AP = 6 AP",
            ]);
        }
        // A player who returns to the first list makes it count again.
        replace(&tom, &entry, ("fourth", LEGAL, "enter")).await;
        let page = stranger.get(&first).await;
        assert_eq!(page.text("h1"), "This is the entered list, not yet accepted");
        assert!(page.text(".lede").contains("version 4"));
        organiser.post(&format!("{entry}/desk"), &[("do", "return:4"), ("text", "Fewer Blades")]).await;
        let page = stranger.get(&first).await;
        assert!(page.text("h1").contains("asked for a change") && !page.body_text().contains("Fewer Blades"));
        tom.post(&format!("{entry}/withdraw"), &[]).await;
        assert_eq!(stranger.get(&first).await.text("h1"), "This player has withdrawn");
    }

    async fn without_the_hash_nobody_learns_anything(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let (tom, anna, stranger) = (app.visitor(), app.visitor(), app.visitor());
        let (toms, annas) = (enter(&tom, "Tom", LEGAL).await, enter(&anna, "Anna", &other_list()).await);
        let (at_tom, at_anna) = (scanned(&tom, &toms).await, scanned(&anna, &annas).await);
        let (path, _) = at_tom.split_once('?').unwrap();
        let (_, annas_hash) = at_anna.split_once('?').unwrap();
        let known = stranger.get(&format!("{path}?{annas_hash}")).await;
        known.assert_refused(StatusCode::NOT_FOUND);
        assert_eq!(known.text("h1"), "This event has no such list");
        assert_eq!(known.text(".eyebrow"), "Spring Open");
        // It does not show whether the player exists either.
        let unknown = ["/events/spring-open/verify/000000000000?hash=00000000000000000000", "/events/spring-open/verify/x"];
        for address in unknown.into_iter().chain([path, &format!("{path}?hash=%27"), &format!("{path}?hash=")]) {
            let reply = stranger.get(address).await;
            assert_eq!((reply.status, reply.body_text()), (StatusCode::NOT_FOUND, known.body_text()), "{address}");
        }
    }

    async fn what_is_wrong_with_a_list_is_told(db: &TestDb) {
        let app = TestApp::new(db).await;
        let fields = [("deadline_day", "2020-01-01"), ("late", "on"), ("illegal", "on"), ("places", "1"), ("visibility", "always")];
        open_event(&app, &fields).await;
        enter(&app.visitor(), "Tom", LEGAL).await;
        let anna = app.visitor();
        let entry = enter(&anna, "Anna", &LEGAL.replace("6 x Blades", "9 x Blades")).await;
        let page = app.visitor().get(&scanned(&anna, &entry).await).await;
        assert_eq!(page.texts(".tag"), ["not legal", "late", "waiting for a place"]);
        // If armies are public, the list links to the entry.
        assert_eq!(page.attr(".facts a", "href"), Some(entry));
    }

    async fn a_hidden_event_answers_nobody(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        let tom = app.visitor();
        let entry = enter(&tom, "Tom", LEGAL).await;
        let address = scanned(&tom, &entry).await;
        for state in ["hidden", "draft"] {
            set_state(&organiser, state).await;
            let reply = tom.get(&address).await;
            reply.assert_refused(StatusCode::NOT_FOUND);
            assert_eq!(reply.text("h1"), "Page not found");
            assert_eq!(organiser.get(&address).await.status, StatusCode::OK);
        }
    }
}
