//! The organiser's desk.

use super::*;

fn told(reply: &Reply) -> Vec<String> {
    reply.texts(".desk td[data-name=Status]")
}

for_each_store! {
    async fn entries_are_accepted_returned_locked_and_checked_in(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        let (tom, anna) = (app.visitor(), app.visitor());
        let toms = enter(&tom, "Tom", LEGAL).await;
        enter(&anna, "Anna", LEGAL).await;
        let desk = organiser.get("/events/spring-open/desk").await;
        assert_eq!(desk.texts(".desk tbody th"), ["Anna", "Tom"]);
        assert_eq!(told(&desk), ["entered", "entered"]);
        let form = desk.form("/events/spring-open/desk");
        organiser.press_on(&form, "accept-all").await;
        assert_eq!(told(&organiser.get("/events/spring-open/desk").await), ["accepted", "accepted"]);
        // Returned with a remark, which the player reads.
        let empty = organiser.post(&format!("{toms}/desk"), &[("do", "return:1"), ("text", " ")]).await;
        empty.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        organiser.post(&format!("{toms}/desk"), &[("do", "return:1"), ("text", "Fewer Blades, please")]).await;
        assert!(tom.get(&toms).await.text(".notice").contains("Fewer Blades, please"));
        assert!(!anna.get(&toms).await.body_text().contains("Fewer Blades"));
        // A version that no longer counts cannot be judged.
        organiser.post(&format!("{toms}/desk"), &[("do", "accept:7")]).await.assert_refused(StatusCode::CONFLICT);
        let id = toms.rsplit('/').next().unwrap();
        organiser.press_on(&form, &format!("here:{id}")).await;
        organiser.press_on(&form, "lock-all").await;
        let desk = organiser.get("/events/spring-open/desk").await;
        assert_eq!(told(&desk), ["accepted locked", "returned locked checked in"]);
        assert!(tom.get(&toms).await.text(".lede").contains("locked"));
        organiser.post(&format!("{toms}/desk"), &[("do", "note"), ("text", "pays on the day")]).await;
        assert!(organiser.get("/events/spring-open/desk").await.body_text().contains("pays on the day"));
        assert!(!tom.get(&toms).await.body_text().contains("pays on the day"));
        // Each filter shows the entries that its name promises.
        assert_eq!(organiser.get("/events/spring-open/desk?show=returned").await.texts(".desk tbody th a"), ["Tom"]);
        assert_eq!(organiser.get("/events/spring-open/desk?show=absent").await.texts(".desk tbody th a"), ["Anna"]);
        let everybody = organiser.get("/events/spring-open/desk").await.texts(".desk tbody th a");
        assert_eq!(organiser.get("/events/spring-open/desk?show=zzz").await.texts(".desk tbody th a"), everybody);
        let log = organiser.get("/events/spring-open/log").await;
        let deeds = log.texts("tbody tr td:nth-child(3)");
        assert_eq!(&deeds[..3], ["changed the note", "locked all entries", "checked in"]);
        for button in ["accept:x:1", "here", "here:zzz", "nothing:1", "accept:000000000000:x", ""] {
            let reply = organiser.post("/events/spring-open/desk", &[("do", button)]).await;
            assert!(reply.status.is_client_error(), "{button}: {}", reply.status);
        }
    }

    async fn what_was_mistyped_of_a_player_is_put_right(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        let toms = enter(&app.visitor(), "Tmo", LEGAL).await;
        enter(&app.visitor(), "Anna", LEGAL).await;
        let named = async |name: &str, mail: &str| {
            let fields = [("do", "player"), ("name", name), ("club", "Barrow Club"), ("mail", mail)];
            organiser.post(&format!("{toms}/desk"), &fields).await
        };
        for (name, mail) in [(" anna ", ""), ("", ""), ("Tom", "no address")] {
            named(name, mail).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        }
        assert_eq!(organiser.get(&toms).await.text("h1"), "Tmo");
        assert_eq!(named("Tom", "tom@example.org").await.status, StatusCode::SEE_OTHER);
        let page = organiser.get(&toms).await;
        assert_eq!(page.text("h1"), "Tom");
        assert!(page.text(".lede").contains("Barrow Club") && page.body_text().contains("tom@example.org"));
        // The old name is free, and the new one taken.
        let other = app.visitor();
        other.get("/events/spring-open/enter").await;
        let taken = multipart(&pasted("taken", "tom", LEGAL, "enter"));
        other.upload("/events/spring-open/enter", taken).await.assert_refused(StatusCode::CONFLICT);
        enter(&other, "Tmo", LEGAL).await;
    }

    async fn an_army_that_newer_rules_of_the_event_forbid_is_not_accepted_with_the_others(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        enter(&app.visitor(), "Tom", LEGAL).await;
        enter(&app.visitor(), "Anna", &LEGAL.replace("2 x Shooters", "2 x Spears")).await;
        let form = organiser.get("/events/spring-open/settings").await.form("/events/spring-open/settings");
        organiser.submit(&form.with("limit-0-of", "Shooters").with("limit-0-most", "0")).await;
        let desk = organiser.get("/events/spring-open/desk").await;
        assert!(told(&desk).iter().all(|state| state.contains("checked with earlier rules")), "{:?}", told(&desk));
        let form = desk.form("/events/spring-open/desk");
        let desk = organiser.press_on(&form, "accept-all").await;
        assert!(told(&desk)[0].starts_with("accepted") && told(&desk)[1].starts_with("entered"), "{:?}", told(&desk));
    }

    async fn a_helper_checks_in_and_judges_nothing(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = open_event(&app, &[]).await;
        let toms = enter(&app.visitor(), "Tom", LEGAL).await;
        let id = toms.rsplit('/').next().unwrap();
        let helper = app.visitor();
        made(db, "helper", false).await;
        sign_in(&helper, "helper", PASSWORD).await;
        join(&owner, &helper, "helper").await;
        let desk = helper.get("/events/spring-open/desk").await;
        assert!(desk.values("button[name=do]").iter().all(|value| value.starts_with("here:")));
        helper.press_on(&desk.form("/events/spring-open/desk"), &format!("here:{id}")).await;
        for button in [format!("accept:{id}:1"), format!("lock:{id}"), "accept-all".to_owned(), "unlock-all".to_owned()] {
            helper.post("/events/spring-open/desk", &[("do", &button)]).await.assert_refused(StatusCode::FORBIDDEN);
        }
        for (button, text) in [("return:1", "no"), ("link", ""), ("unlock", ""), ("accept:1", "")] {
            helper.post(&format!("{toms}/desk"), &[("do", button), ("text", text)]).await.assert_refused(StatusCode::FORBIDDEN);
        }
        assert_eq!(told(&owner.get("/events/spring-open/desk").await), ["entered checked in"]);
    }

    async fn a_name_is_searched_at_the_desk(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        for name in ["Jürgen Müller", "Anna"] {
            enter(&app.visitor(), name, LEGAL).await;
        }
        let desk = organiser.get("/events/spring-open/desk?find=muller").await;
        assert_eq!(desk.texts(".desk tbody th a"), ["Jürgen Müller"]);
        // The search stays with the filters and after an action.
        assert!(desk.attrs(".tabs a", "href").iter().all(|path| path.ends_with("find=muller")));
        let form = desk.form("/events/spring-open/desk");
        let id = desk.attr(".desk tbody tr", "id").unwrap();
        let after = organiser.press(&form, &format!("here:{id}")).await;
        assert_eq!(after.location(), format!("/events/spring-open/desk?find=muller#{id}"));
        let nobody = organiser.get("/events/spring-open/desk?find=%22%3E%3Cb%3E").await;
        assert_eq!(nobody.text(".empty"), "Nobody here fits “\"><b>”. Show everybody");
    }
}
