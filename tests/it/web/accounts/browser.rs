//! `/browser`: what the site knows of a browser without an account, taken along and deleted.

use actix_web::http::StatusCode;

use super::super::events::{LEGAL, pasted};
use super::super::harness::{TestApp, army, kept_list, kept_table, multipart};
use super::works::owner_of_an_open_event;

for_each_store! {
    async fn a_browser_takes_everything_along(db: &TestDb) {
        let app = TestApp::new(db).await;
        let tom = app.visitor();
        assert!(!tom.get("/browser").await.has("form[action='/browser/delete']"));
        assert_eq!(tom.get("/browser/export").await.json()["works"], serde_json::json!([]));
        owner_of_an_open_event(&app.visitor()).await;
        let army = army().made_by(&tom).await;
        kept_table(&tom, "home=forest&seed=1").await;
        kept_list(&tom, "1x3Kn (Gen), 11x4Sp").await;
        let entry = multipart(&pasted("one", "Tom", LEGAL, "enter"));
        assert_eq!(tom.upload("/events/spring-open/enter", entry).await.status, StatusCode::SEE_OTHER);
        let page = tom.get("/browser").await;
        assert_eq!(page.texts("main ul li"), ["One army", "One table", "One army list", "One player entered in events", "0 battles"]);
        let reply = tom.get("/browser/export").await;
        assert!(reply.header("content-disposition").unwrap().contains("browser.json"));
        let file = reply.json();
        assert_eq!(file["format"], "musterfield-browser/1");
        let works = file["works"].as_array().unwrap();
        let kinds: Vec<_> = works.iter().map(|work| work["kind"].as_str().unwrap()).collect();
        assert_eq!((kinds, &works[0]["id"]), (vec!["army", "layout", "list"], &army.id.clone().into()));
        assert_eq!(file["entries"][0]["event"], "spring-open");
        // Another browser's file has none of it.
        let other = app.visitor();
        other.digest().await;
        assert_eq!(other.get("/browser/export").await.json()["works"], serde_json::json!([]));
    }

    async fn a_browser_is_forgotten_with_what_only_it_holds(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (tom, anna) = (app.visitor(), app.visitor());
        owner_of_an_open_event(&app.visitor()).await;
        let (lost, shared) = (army().named("Lost").made_by(&tom).await, army().named("Shared").made_by(&tom).await);
        let link = tom.get(&shared.at("/edit")).await.attr("#edit-link", "value").unwrap();
        assert_eq!(anna.get(&link).await.status, StatusCode::SEE_OTHER);
        let entry = multipart(&pasted("one", "Tom", LEGAL, "enter"));
        let entry = tom.upload("/events/spring-open/enter", entry).await.location();
        let refused = tom.post("/browser/delete", &[]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text(".field-error").contains("Tick this box"));
        assert_eq!(tom.get(&lost.at("/edit")).await.status, StatusCode::OK);
        let reply = tom.post("/browser/delete", &[("sure", "on")]).await;
        assert_eq!(reply.header("clear-site-data").as_deref(), Some("\"storage\""));
        assert_eq!(tom.cookie("musterfield_visitor"), None);
        // The cookies of edit links too, each on the pages of its own work.
        for path in [lost.at(""), shared.at("")] {
            let is_its = |cookie: &&actix_web::cookie::Cookie<'_>| cookie.path() == Some(&*path);
            let key = reply.cookies.iter().find(is_its).unwrap_or_else(|| panic!("{path}"));
            assert!(key.name() == "musterfield_key" && key.value().is_empty(), "{key}");
        }
        let page = tom.follow(reply).await;
        assert!(page.text(".flash").contains("has been deleted") && page.text("main").contains("stored nothing"));
        tom.get(&lost.at("")).await.assert_refused(StatusCode::GONE);
        assert_eq!(anna.get(&shared.at("/edit")).await.status, StatusCode::OK);
        tom.get(&shared.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
        // The organisers keep the entry.
        assert_eq!(anna.get("/events/spring-open").await.texts(".players tbody tr").len(), 1);
        assert!(!tom.get(&entry).await.has("form[action$='/withdraw']"));
        // A browser that the site does not know is forgotten as well.
        assert_eq!(app.visitor().post("/browser/delete", &[("sure", "on")]).await.status, StatusCode::SEE_OTHER);
    }
}
