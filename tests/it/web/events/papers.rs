//! All rosters, all crib sheets, receipts.

use musterfield::store::{Actor, Slug};
use serde_json::{Value, json};

use super::*;

/// The players of a bundle, in order.
fn owners(document: &Value, of: &str) -> Vec<String> {
    let entries = document[of].as_array().unwrap();
    entries.iter().map(|entry| entry["player"].as_str().unwrap().to_owned()).collect()
}

/// Enters a player with two armies.
async fn enter_two(player: &Visitor<'_>, name: &str) -> String {
    player.get("/events/spring-open/enter").await;
    let second = LEGAL.replace("Host of the Barrow", "Second").replace("2 x Spears", "2 x Warband");
    let fields = [
        ("request", name),
        ("name", name),
        ("club", "Night Owls"),
        ("mail", ""),
        ("own", ""),
        ("address", ""),
        ("text", LEGAL),
        ("own", ""),
        ("address", ""),
        ("text", second.as_str()),
        ("do", "enter"),
    ];
    player.upload("/events/spring-open/enter", multipart(&fields)).await.location()
}

for_each_store! {
    async fn rosters_come_by_name_or_table_with_what_the_event_says(db: &TestDb) {
        let app = TestApp::at(db, "https://field.example").await;
        let organiser = open_event(&app, &[("armies", "2"), ("illegal", "on"), ("limit-0-of", "Warband"), ("limit-0-most", "1")]).await;
        let rosters = "/events/spring-open/rosters.json";
        organiser.get(rosters).await.assert_refused(StatusCode::NOT_FOUND);
        let (tom, anna) = (app.visitor(), app.visitor());
        let toms = enter(&tom, "tom", LEGAL).await;
        enter_two(&anna, "Anna").await;
        enter(&app.visitor(), "Zoe", LEGAL).await;
        let gone = app.visitor();
        let withdrawn = enter(&gone, "Gone", LEGAL).await;
        gone.post(&format!("{withdrawn}/withdraw"), &[]).await;
        let later = app.visitor();
        later.get("/events/spring-open/enter").await;
        later.upload("/events/spring-open/enter", multipart(&pasted("l", "Later", LEGAL, "later"))).await;
        let all = organiser.get(rosters).await.json();
        assert_eq!((&all["format"], &all["title"]), (&json!("musterfield-rosters/1"), &json!("Spring Open")));
        // Every army of a pool has a roster; players who have withdrawn or not entered have none.
        assert_eq!(owners(&all, "rosters"), ["Anna", "Anna", "tom", "Zoe"]);
        let notes: Vec<&str> = all["rosters"].as_array().unwrap().iter().map(|entry| entry["note"].as_str().unwrap()).collect();
        assert_eq!(notes, ["1 of 2", "2 of 2", "", ""]);
        assert_eq!(all["rosters"][0]["club"], "Night Owls");
        // The roster shows that the event forbids something that the game allows.
        let second = &all["rosters"][1]["roster"];
        assert_eq!((&second["name"], &second["legal"]), (&json!("Second"), &json!(false)));
        assert!(second["problems"].as_array().unwrap().iter().any(|problem| problem["code"] == "event-limit"));
        assert_eq!(all["rosters"][0]["roster"]["legal"], json!(true));
        // The code of a roster leads to its verification.
        let verify = all["rosters"][2]["verify_url"].as_str().unwrap();
        let path = verify.strip_prefix("https://field.example").unwrap();
        assert!(app.visitor().get(path).await.text(".lede").contains("tom"));
        // In the order of tables, with players without a table last.
        let event = db.store.event(&Slug::parse("spring-open").unwrap(), None).await.unwrap().id;
        let number = |name: &str| {
            let id = db.db_texts(&format!("SELECT CAST(id AS TEXT) AS value FROM entrants WHERE name = '{name}'"));
            id[0].parse::<u32>().unwrap()
        };
        let round = json!({"games": [{"table": 7, "sides": [number("Anna"), number("Zoe")]}]}).to_string();
        db.store.add_rounds(event, 0, vec![round], (&Actor::new("Olga"), "paired round 1")).await.unwrap();
        let by_table = organiser.get(&format!("{rosters}?order=table&per_sheet=2")).await.json();
        assert_eq!(owners(&by_table, "rosters"), ["Anna", "Anna", "Zoe", "tom"]);
        assert_eq!((&by_table["rosters"][2]["table"], &by_table["rosters"][3]["table"]), (&json!(7), &json!(null)));
        assert_eq!(by_table["two_per_sheet"], json!(true));
        // Only accepted entries.
        organiser.get(&format!("{rosters}?show=accepted")).await.assert_refused(StatusCode::NOT_FOUND);
        organiser.post(&format!("{toms}/desk"), &[("do", "accept:1"), ("text", "")]).await;
        assert_eq!(owners(&organiser.get(&format!("{rosters}?show=accepted")).await.json(), "rosters"), ["tom"]);
        let cribs = organiser.get("/events/spring-open/cribs.json?order=table").await.json();
        assert_eq!(owners(&cribs, "cribs"), ["Anna", "Anna", "Zoe", "tom"]);
        assert_eq!(cribs["cribs"][0]["crib"]["format"], "musterfield-crib/1");
        for query in ["order=size", "per_sheet=3", "show=some", "paper=a5", "part=x"] {
            organiser.get(&format!("{rosters}?{query}")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        }
        for address in [format!("{rosters}?part=0"), format!("{rosters}?part=2"), "/events/spring-open/rosters.csv".to_owned()] {
            organiser.get(&address).await.assert_refused(StatusCode::NOT_FOUND);
        }
    }

    async fn more_than_one_file_takes_comes_in_parts(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        enter(&app.visitor(), "Tom", LEGAL).await;
        let armies = vec![r#"{"ruleset": "d3h2", "elements": []}"#; 121].join(", ");
        db.db_execute(&format!("UPDATE documents SET body = '[{armies}]'"));
        let reply = organiser.get("/events/spring-open/rosters.json?order=table").await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(reply.text(".lede").contains("121 rosters"));
        let parts = reply.attrs(".links a", "href");
        assert_eq!(parts.len(), 5);
        for (part, rosters) in parts.iter().zip([30, 30, 30, 30, 1]) {
            assert!(part.contains("order=table"));
            assert_eq!(owners(&organiser.get(part).await.json(), "rosters").len(), rosters);
        }
    }

    async fn a_receipt_is_for_the_player_and_the_staff(db: &TestDb) {
        let app = TestApp::at(db, "https://field.example").await;
        let organiser = open_event(&app, &[("deadline_day", "2020-01-01"), ("late", "on")]).await;
        let tom = app.visitor();
        let entry = enter(&tom, "Tom", LEGAL).await;
        let page = tom.get(&entry).await;
        assert!(page.has(".receipt .qr svg"));
        assert_eq!(page.attr(".receipt .permanent a", "href"), Some(format!("{entry}/receipt.pdf")));
        let address = format!("{entry}/receipt.json");
        let receipt = tom.get(&address).await.json();
        assert_eq!(organiser.get(&address).await.json(), receipt);
        assert_eq!(receipt["armies"], json!(["Host of the Barrow"]));
        assert_eq!((&receipt["legal"], &receipt["late"], &receipt["waiting"]), (&json!(true), &json!(true), &json!(false)));
        let hash = receipt["hash"].as_str().unwrap();
        assert!(page.text(".receipt").contains(hash) && receipt["address"].as_str().unwrap().ends_with(hash));
        assert!(page.text(".receipt").contains(receipt["entered_at"].as_str().unwrap()));
        app.visitor().get(&address).await.assert_refused(StatusCode::NOT_FOUND);
        tom.get(&format!("{entry}/receipt.txt")).await.assert_refused(StatusCode::NOT_FOUND);
        tom.post(&format!("{entry}/withdraw"), &[]).await;
        // The organiser's event is closed for players; the staff withdraws the player.
        organiser.post(&format!("{entry}/withdraw"), &[]).await;
        tom.get(&address).await.assert_refused(StatusCode::NOT_FOUND);
        assert!(!tom.get(&entry).await.has(".qr"));
    }

    async fn papers_are_for_the_staff(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = open_event(&app, &[]).await;
        enter(&app.visitor(), "Tom", LEGAL).await;
        let helper = app.visitor();
        made(db, "helper", false).await;
        sign_in(&helper, "helper", PASSWORD).await;
        for paper in ["rosters.json", "cribs.json"] {
            let address = format!("/events/spring-open/{paper}");
            helper.get(&address).await.assert_refused(StatusCode::FORBIDDEN);
        }
        join(&owner, &helper, "helper").await;
        for paper in ["rosters.json", "cribs.json"] {
            assert_eq!(helper.get(&format!("/events/spring-open/{paper}")).await.status, StatusCode::OK);
        }
        // Every link to a paper works for the people who see it, and a helper is offered no more than allowed.
        for (who, papers) in [(&owner, 6), (&helper, 2)] {
            let links = who.get("/events/spring-open/desk").await.attrs(".papers a", "href");
            assert_eq!(links.len(), papers);
            for link in links {
                let status = who.get(&link).await.status;
                let expected = if link.ends_with(".pdf") && !cfg!(feature = "pdf") { StatusCode::NOT_FOUND } else { StatusCode::OK };
                assert_eq!(status, expected, "{link}");
            }
        }
    }
}

#[cfg(feature = "pdf")]
#[tokio::test]
async fn papers_are_printed_and_not_sent_twice() {
    let db = crate::store::harness::TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let organiser = open_event(&app, &[("armies", "2")]).await;
    let tom = app.visitor();
    let entry = enter_two(&tom, "Tom Reeve").await;
    for (who, address) in [
        (&organiser, "/events/spring-open/rosters.pdf".to_owned()),
        (&organiser, "/events/spring-open/rosters.pdf?order=table&per_sheet=2&paper=letter".to_owned()),
        (&organiser, "/events/spring-open/cribs.pdf".to_owned()),
        (&tom, format!("{entry}/receipt.pdf")),
    ] {
        let reply = who.get(&address).await;
        assert_eq!((reply.status, reply.kind().as_str()), (StatusCode::OK, "application/pdf"), "{reply:?}");
        assert!(reply.body.starts_with(b"%PDF-"), "{address}");
        assert_eq!(reply.header("cache-control").as_deref(), Some("private, no-cache"));
        let tag = reply.header("etag").unwrap();
        let known = crate::web::harness::request("GET", &address).insert_header(("if-none-match", tag));
        let again = who.send(known).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{address}");
    }
}
