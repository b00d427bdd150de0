//! Cookies by which browsers are recognised: their names, their lifetimes, and the refusal of foreign ones.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;

use super::accounts::{PASSWORD, made, register, sign_in};
use super::harness::{Reply, TestApp, army};

const SITE: &str = "https://field.example";

/// The value that an answer sets for a cookie, if any.
fn set(reply: &Reply, name: &str) -> Option<String> {
    reply.cookies.iter().find(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned())
}

for_each_store! {
    async fn behind_tls_cookies_belong_to_the_host_alone(db: &TestDb) {
        let app = TestApp::at(db, SITE).await;
        let visitor = app.visitor();
        let mut answers = vec![visitor.get("/account/new").await];
        let form = answers[0].form("/account/new").with("name", "Tom").with("password", PASSWORD);
        answers.push(visitor.submit(&form).await);
        let form = visitor.get("/armies/new").await.form("/armies");
        answers.push(visitor.submit(&form).await);
        let made = army().made_by(&visitor).await;
        answers.push(visitor.post(&made.at("/key"), &[("request", "r"), ("do", "new")]).await);
        let cookies: Vec<_> = answers.iter().flat_map(|answer| &answer.cookies).collect();
        for name in ["visitor", "session", "device", "flash"] {
            let name = format!("__Host-musterfield_{name}");
            assert!(cookies.iter().any(|cookie| cookie.name() == name), "{name}: {cookies:?}");
        }
        for cookie in cookies {
            let host = cookie.name().starts_with("__Host-");
            assert!(host || cookie.name() == "__Secure-musterfield_key", "{cookie}");
            assert_eq!((cookie.secure(), cookie.http_only(), cookie.domain()), (Some(true), Some(true), None), "{cookie}");
            assert_eq!(cookie.path() == Some("/"), host, "{cookie}");
        }
        assert!(visitor.get(&made.at("/edit")).await.has("#edit-link"));
        assert_eq!(visitor.get("/account").await.status, StatusCode::OK);
    }

    async fn cookies_of_before_are_read_and_replaced(db: &TestDb) {
        let before = TestApp::new(db).await;
        let old = before.visitor();
        register(&old, "Tom").await;
        let kept = army().made_by(&before.visitor()).await;
        let owner = before.visitor();
        let army = army().made_by(&owner).await;
        // The upgrade.
        db.db_execute("UPDATE user_sessions SET plain_cookie = TRUE");
        let app = TestApp::at(db, SITE).await;
        let (visitor, session) = (owner.cookie("musterfield_visitor").unwrap(), old.cookie("musterfield_session").unwrap());
        let browser = app.visitor();
        browser.keep_cookie("musterfield_visitor", &visitor);
        browser.keep_cookie("musterfield_session", &session);
        let page = browser.get("/account").await;
        assert_eq!(page.text("h1"), "Tom");
        assert_eq!(set(&page, "__Host-musterfield_visitor").as_ref(), Some(&visitor));
        assert_eq!(set(&page, "__Host-musterfield_session").as_ref(), Some(&session));
        for name in ["musterfield_visitor", "musterfield_session"] {
            assert_eq!(browser.cookie(name), None, "{name}");
        }
        let again = browser.get(&army.at("/edit")).await;
        assert_eq!((again.status, again.cookies.len()), (StatusCode::OK, 0), "{:?}", again.cookies);
        browser.get(&kept.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
        assert_eq!(browser.get("/account").await.status, StatusCode::OK);
    }

    async fn a_browser_gets_a_secret_only_with_something_to_remember(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let made = army().made_by(&owner).await;
        let reader = app.visitor();
        for page in ["/", "/armies/new", "/armies/paste", "/lists", "/lists/d3h2/barrow-kings", "/terrain/new?seed=1",
            "/terrain/open", "/lists/new", "/events", "/account/new", "/browser", &made.at("")]
        {
            let reply = reader.get(page).await;
            assert_eq!((reply.status, reply.cookies.len()), (StatusCode::OK, 0), "{page}: {:?}", reply.cookies);
        }
        let form = reader.get("/armies/new").await.form("/armies");
        let first = reader.submit(&form).await;
        let secret = set(&first, "musterfield_visitor").unwrap();
        // A form that is sent twice before the first answer arrives creates one army, for one secret.
        let hasty = app.visitor();
        let again = hasty.submit(&form).await;
        assert_eq!(again.location(), first.location());
        assert_eq!(set(&again, "musterfield_visitor"), Some(secret.clone()));
        assert_eq!(hasty.get(&again.location()).await.status, StatusCode::OK);
        // Another form is another browser.
        let other = app.visitor();
        let form = other.get("/armies/new").await.form("/armies");
        let reply = other.submit(&form).await;
        assert_ne!(reply.location(), first.location());
        assert_ne!(set(&reply, "musterfield_visitor"), Some(secret));
        // A key that we did not write leads to a secret that nobody can guess.
        let secrets = ["r", "r"].map(|key| (app.visitor(), key));
        let mut drawn = Vec::new();
        for (visitor, key) in secrets {
            let reply = visitor.post("/armies", &[("request", key), ("ruleset", "d3h2"), ("points", "24")]).await;
            drawn.push(set(&reply, "musterfield_visitor").unwrap());
        }
        assert_ne!(drawn[0], drawn[1]);
    }

    async fn what_a_neighbouring_host_sets_signs_nobody_in(db: &TestDb) {
        let app = TestApp::at(db, SITE).await;
        let eve = app.visitor();
        register(&eve, "Eve").await;
        let session = eve.cookie("__Host-musterfield_session").unwrap();
        let victim = app.visitor();
        // A page of a neighbouring host can set a cookie for all hosts of the domain, under any name without a prefix.
        victim.keep_cookie("musterfield_session", &session);
        assert_eq!(victim.get("/account").await.status, StatusCode::SEE_OTHER);
        assert_eq!(victim.cookie("__Host-musterfield_session"), None);
    }

    async fn a_session_is_kept_for_two_months_and_renewed_while_it_is_used(db: &TestDb) {
        let app = TestApp::new(db).await;
        let tom = app.visitor();
        register(&tom, "Tom").await;
        let secret = tom.cookie("musterfield_session").unwrap();
        assert_eq!(set(&tom.get("/account").await, "musterfield_session"), None);
        db.db_execute("UPDATE user_sessions SET seen_at = '2026-01-01 00:00:00'");
        let page = tom.get("/account").await;
        assert_eq!(set(&page, "musterfield_session"), Some(secret));
        let cookie = page.cookies.iter().find(|cookie| cookie.name() == "musterfield_session").unwrap();
        assert_eq!(cookie.max_age().unwrap().whole_days(), 60);
        assert_eq!(set(&tom.get("/account").await, "musterfield_session"), None);
        // It does not undo signing out.
        let form = tom.get("/account").await.form("/account/sign-out");
        db.db_execute("UPDATE user_sessions SET seen_at = '2026-01-01 00:00:00'");
        let reply = tom.submit(&form).await;
        assert_eq!(set(&reply, "musterfield_session").as_deref(), Some(""));
        assert_eq!(tom.cookie("musterfield_session"), None);
    }

    async fn a_sign_in_is_a_new_secret_each_time_and_nothing_that_was_brought_along(db: &TestDb) {
        let app = TestApp::new(db).await;
        made(db, "tom-1", false).await;
        made(db, "eve-1", false).await;
        let (tom, eve) = (app.visitor(), app.visitor());
        sign_in(&eve, "eve-1", PASSWORD).await;
        let planted = eve.cookie("musterfield_session").unwrap();
        tom.keep_cookie("musterfield_session", &planted);
        let body = [("name", "tom-1"), ("password", PASSWORD), ("to", "")];
        let mut secrets = vec![planted];
        for _ in 0..3 {
            let reply = tom.post("/account/sign-in", &body).await;
            secrets.push(set(&reply, "musterfield_session").unwrap());
        }
        let different: std::collections::BTreeSet<_> = secrets.iter().collect();
        assert_eq!(different.len(), 4);
        // Each time the previous session has ended.
        for ended in &secrets[..3] {
            let request = TestRequest::get().uri("/account").insert_header(("cookie", format!("musterfield_session={ended}")));
            assert_eq!(app.visitor().send(request).await.status, StatusCode::SEE_OTHER);
        }
        assert_eq!(tom.get("/account").await.text("h1"), "tom-1");
    }

    async fn a_form_for_an_account_that_is_sent_again_signs_nobody_in(db: &TestDb) {
        let app = TestApp::new(db).await;
        let tom = app.visitor();
        let form = tom.get("/account/new").await.form("/account/new");
        let form = form.with("name", "Tom").with("password", PASSWORD);
        let reply = tom.submit(&form).await;
        let page = tom.follow(reply).await;
        tom.submit(&page.form("/account/sign-out")).await;
        // Somebody goes back in a browser that another person has left, and sends the form again.
        let reply = tom.submit(&form).await;
        assert_eq!(set(&reply, "musterfield_session"), None);
        assert_eq!(tom.get("/account").await.status, StatusCode::SEE_OTHER);
        let page = tom.follow(reply).await;
        assert!(page.text(".flash").starts_with("You already have this account"), "{page:?}");
        assert_eq!(page.values("#name").len(), 1);
        assert_eq!(db.store.users_from("", 10).await.unwrap().len(), 1);
        let form = page.form("/account/sign-in").with("password", PASSWORD);
        assert_eq!(tom.submit(&form).await.status, StatusCode::SEE_OTHER);
    }
}
