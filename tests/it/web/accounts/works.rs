//! The works of an account: created while signed in, taken over, exported, deleted with it.

use super::super::events::{LEGAL, join, new_event, pasted};
use super::super::harness::multipart;
use super::*;

for_each_store! {
    async fn what_is_made_while_signed_in_belongs_to_the_account(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (home, phone) = (app.visitor(), app.visitor());
        let name = register(&home, "Tom").await;
        let army = army().made_by(&home).await;
        sign_in(&phone, &name, PASSWORD).await;
        assert_eq!(phone.get("/armies").await.texts(".mine li").len(), 1);
        phone.press_on(&phone.editor(&army).await.with("name", "From the phone"), "save").await;
        assert_eq!(home.editor(&army).await.value("name"), "From the phone");
        // After signing out, the browser may not change it.
        phone.submit(&phone.get("/account").await.form("/account/sign-out")).await;
        phone.get(&army.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
        assert!(phone.get("/armies").await.texts(".mine li").is_empty());
    }

    async fn what_a_browser_made_before_can_be_taken_into_the_account(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (home, phone) = (app.visitor(), app.visitor());
        let army = army().made_by(&home).await;
        kept_table(&home, "home=forest&seed=1").await;
        let name = register(&home, "Tom").await;
        // It may be changed before it is taken over, and is listed.
        home.press_on(&home.editor(&army).await.with("name", "Second"), "save").await;
        assert_eq!(home.get("/armies").await.texts(".mine li").len(), 1);
        let page = home.get("/account").await;
        assert!(page.text(".claim").contains("one army and one layout"), "{}", page.text(".claim"));
        let reply = home.submit(&page.form("/account/claim")).await;
        let page = home.follow(reply).await;
        assert!(!page.has(".claim"));
        sign_in(&phone, &name, PASSWORD).await;
        phone.press_on(&phone.editor(&army).await.with("name", "Third"), "save").await;
        assert_eq!(phone.get("/terrain").await.texts(".mine li").len(), 1);
        // The next person at this browser does not find it.
        home.submit(&page.form("/account/sign-out")).await;
        home.get(&army.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
    }

    async fn everything_one_owns_is_in_one_file(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (tom, anna) = (app.visitor(), app.visitor());
        let name = register(&tom, "Tom").await;
        register(&anna, "Anna").await;
        let army = army().made_by(&tom).await;
        kept_table(&tom, "home=forest&seed=1").await;
        let others = super::super::harness::army().made_by(&anna).await;
        let reply = tom.get("/account/export").await;
        assert!(reply.header("content-disposition").unwrap().contains(&format!("{name}.account.json")));
        let file = reply.json();
        assert_eq!((&file["format"], &file["sign_in"], &file["name"]), (&"musterfield-account/1".into(), &name.clone().into(), &"Tom".into()));
        let works = file["works"].as_array().unwrap();
        assert_eq!(works.len(), 2);
        assert_eq!((&works[0]["kind"], &works[0]["id"]), (&"army".into(), &army.id.clone().into()));
        assert_eq!(works[0]["document"]["format"], "musterfield-army/1");
        assert_eq!(works[1]["document"]["format"], "musterfield-layout/1");
        assert!(!reply.body_text().contains(&others.id) && !reply.body_text().contains("argon2"));
    }

    async fn what_one_has_entered_is_in_the_file_too(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (tom, olga) = (app.visitor(), app.visitor());
        register(&tom, "Tom").await;
        owner_of_an_open_event(&olga).await;
        let enter = async |who: &Visitor<'_>, request: &str, name: &str, text: &str, button: &str| {
            let fields = pasted(request, name, text, button);
            let reply = who.upload("/events/spring-open/enter", multipart(&fields)).await;
            assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?}");
            reply.location()
        };
        let entry = enter(&tom, "one", "Tom", LEGAL, "enter").await;
        enter(&tom, "two", "Tom", &LEGAL.replace("Barrow", "Hill"), "later").await;
        enter(&app.visitor(), "other", "Otto", LEGAL, "enter").await;
        let reply = tom.get("/account/export").await;
        let file = reply.json();
        let entries = file["entries"].as_array().unwrap();
        let told: Vec<_> = entries.iter().map(|one| (one["version"].as_i64(), one["entered"].as_bool(), one["legal"].as_bool())).collect();
        assert_eq!(told, [(Some(2), Some(false), Some(true)), (Some(1), Some(true), Some(true))]);
        let first = &entries[1];
        assert_eq!((&first["event"], &first["player"]), (&"spring-open".into(), &"Tom".into()));
        assert_eq!(first["hash"].as_str(), Some(tom.get(&entry).await.text(".receipt .mono").as_str()));
        assert!(first["at"].as_str().unwrap().ends_with('Z'));
        assert_eq!((&first["armies"][0]["name"], &first["armies"][0]["format"]), (&"Host of the Barrow".into(), &"musterfield-army/1".into()));
        assert!(!reply.body_text().contains("Otto"));
    }

    async fn who_alone_owns_an_event_says_first_what_becomes_of_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (olga, anna) = (app.visitor(), app.visitor());
        owner_of_an_open_event(&olga).await;
        register(&anna, "Anna").await;
        let page = olga.get("/account/delete").await;
        assert_eq!(page.texts(".owned p:first-child"), ["Spring Open"]);
        assert_eq!(page.attrs(".owned .button", "href"), ["/events/spring-open/staff", "/events/spring-open/delete"]);
        assert!(!page.has("input[name=password]"));
        // A visitor whose page is older, or who leaves the field out.
        let reply = olga.post("/account/delete", &[("password", PASSWORD)]).await;
        reply.assert_refused(StatusCode::CONFLICT);
        assert!(reply.has(".owned"));
        assert_eq!(olga.get("/events/spring-open/desk").await.status, StatusCode::OK);
        join(&olga, &anna, "owner").await;
        let form = olga.get("/account/delete").await.form("/account/delete");
        let reply = olga.submit(&form.with("password", PASSWORD)).await;
        assert!(olga.follow(reply).await.text(".flash").contains("deleted"));
        assert_eq!(anna.get("/events/spring-open/desk").await.status, StatusCode::OK);
        assert!(anna.get("/account/delete").await.has(".owned"));
    }

    async fn an_account_is_deleted_with_its_password_alone(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (tom, friend) = (app.visitor(), app.visitor());
        let name = register(&tom, "Tom").await;
        let army = army().made_by(&tom).await;
        let page = tom.get("/account/delete").await;
        assert!(page.text(".lede").contains("together with what you have saved in it"));
        let form = page.form("/account/delete");
        let reply = tom.submit(&form.clone().with("password", "not the password")).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(tom.get("/account").await.status, StatusCode::OK);
        let reply = tom.submit(&form.clone().with("password", PASSWORD)).await;
        assert!(tom.follow(reply).await.text(".flash").contains("deleted"));
        friend.get(&army.at("")).await.assert_refused(StatusCode::GONE);
        assert_eq!(sign_in(&tom, &name, PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        tom.submit(&form.with("password", PASSWORD)).await.assert_refused(StatusCode::UNAUTHORIZED);
        assert!(db.store.held_by(&tom.digest().await, WorkType::Army, 0, 10).await.unwrap().is_empty());
    }
}

/// Creates an account with an event that accepts entries.
async fn owner_of_an_open_event(organiser: &Visitor<'_>) {
    register(organiser, "Olga").await;
    let form = new_event(organiser, &[]).await;
    let reply = organiser.submit(&form).await;
    organiser.follow(reply).await;
    let reply = organiser.post("/events/spring-open/state", &[("state", "open")]).await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?}");
}
