//! Browsers that are signed in, the password, names, and administrators.

use super::*;

for_each_store! {
    async fn browsers_are_listed_and_signed_out_one_by_one_and_all(db: &TestDb) {
        let app = TestApp::new(db).await;
        let browsers = [app.visitor(), app.visitor(), app.visitor()];
        let name = register(&browsers[0], "Tom").await;
        for browser in &browsers[1..] {
            sign_in(browser, &name, PASSWORD).await;
        }
        let page = browsers[0].get("/account").await;
        assert_eq!(page.texts(".browsers li").len(), 3);
        assert_eq!(page.texts(".browsers .tag"), ["this browser"]);
        let ends = page.values(".browsers button");
        assert_eq!(ends.len(), 2);
        let form = page.form("/account/sessions");
        // The last one seen is listed first.
        browsers[0].press_on(&form, &ends[0]).await;
        assert_eq!(browsers[2].get("/account").await.status, StatusCode::SEE_OTHER);
        assert_eq!(browsers[1].get("/account").await.status, StatusCode::OK);
        // Repeating it changes nothing.
        browsers[0].press_on(&form, &ends[0]).await;
        browsers[0].press_on(&form, "others").await;
        assert_eq!(browsers[1].get("/account").await.status, StatusCode::SEE_OTHER);
        let page = browsers[0].get("/account").await;
        let reply = browsers[0].press(&page.form("/account/sessions"), "all").await;
        assert_eq!(browsers[0].follow(reply).await.text(".flash"), "Signed out.");
        assert_eq!(browsers[0].get("/account").await.status, StatusCode::SEE_OTHER);
        assert!(browsers[0].cookie("musterfield_session").is_none());
    }

    async fn nobody_ends_the_session_of_another(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (tom, anna) = (app.visitor(), app.visitor());
        register(&tom, "Tom").await;
        register(&anna, "Anna").await;
        let annas = db.db_texts("SELECT CAST(max(id) AS TEXT) AS value FROM user_sessions");
        tom.post("/account/sessions", &[("do", &format!("end:{}", annas[0]))]).await;
        assert_eq!(anna.get("/account").await.status, StatusCode::OK);
    }

    async fn a_new_password_wants_the_old_one_and_signs_out_the_others(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (home, phone) = (app.visitor(), app.visitor());
        let name = register(&home, "Tom of Kent").await;
        sign_in(&phone, &name, PASSWORD).await;
        let form = home.get("/account").await.form("/account/password");
        let reply = home.submit(&form.clone().with("old", "wrong").with("password", "other words are easy too")).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(reply.text("#old-error"), "This is not your current password.");
        assert!(!reply.body_text().contains("other words are easy too"));
        let reply = home.submit(&form.clone().with("old", PASSWORD).with("password", &name)).await;
        assert!(reply.text("#password-error").contains("guess"));
        let reply = home.submit(&form.with("old", PASSWORD).with("password", "other words are easy too")).await;
        assert!(home.follow(reply).await.text(".flash").contains("Every other browser has been signed out"));
        assert_eq!(phone.get("/account").await.status, StatusCode::SEE_OTHER);
        assert_eq!(sign_in(&phone, &name, PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(sign_in(&phone, &name, "other words are easy too").await.status, StatusCode::SEE_OTHER);
    }

    async fn names_are_kept_and_what_is_wrong_comes_back(db: &TestDb) {
        let app = TestApp::new(db).await;
        let tom = app.visitor();
        register(&tom, "Tom").await;
        let form = tom.get("/account").await.form("/account/profile");
        let reply = tom.submit(&form.clone().with("name", "Thömas <b>").with("mail", "t@example.org")).await;
        let page = tom.follow(reply).await;
        assert_eq!((page.text("h1").as_str(), &page.values("#mail")[..]), ("Thömas <b>", &["t@example.org".to_owned()][..]));
        let reply = tom.submit(&form.with("name", "Tom").with("mail", "t@")).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(reply.values("#mail"), ["t@"]);
        assert_eq!(tom.get("/account").await.text("h1"), "Thömas <b>");
    }

    async fn the_pages_of_an_account_are_for_who_has_signed_in(db: &TestDb) {
        let app = TestApp::new(db).await;
        let stranger = app.visitor();
        for path in ["/account", "/account/export", "/account/delete", "/account/users"] {
            let reply = stranger.get(path).await;
            assert_eq!(reply.status, StatusCode::SEE_OTHER, "{path}");
            assert!(reply.location().starts_with("/account/sign-in?to="), "{path}");
        }
        for path in ["profile", "password", "sessions", "claim", "sign-out", "delete", "users"] {
            let reply = stranger.post(&format!("/account/{path}"), &[("do", "all")]).await;
            reply.assert_refused(StatusCode::UNAUTHORIZED);
            assert_eq!(reply.text("h1"), "Sign in first");
        }
        // A secret that was never given, an invalid one, and one whose session has ended.
        for cookie in ["0".repeat(32), "'; DROP TABLE users; --".to_owned(), String::new()] {
            let request = TestRequest::get().uri("/account").insert_header(("cookie", format!("musterfield_session={cookie}")));
            assert_eq!(stranger.send(request).await.status, StatusCode::SEE_OTHER);
        }
        let tom = app.visitor();
        register(&tom, "Tom").await;
        let old = tom.cookie("musterfield_session").unwrap();
        tom.press(&tom.get("/account").await.form("/account/sessions"), "all").await;
        let request = TestRequest::get().uri("/account").insert_header(("cookie", format!("musterfield_session={old}")));
        assert_eq!(stranger.send(request).await.status, StatusCode::SEE_OTHER);
    }

    async fn only_administrators_see_who_has_an_account(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (tom, boss, locked_out) = (app.visitor(), app.visitor(), app.visitor());
        let name = register(&tom, "Tom").await;
        made(db, "boss", true).await;
        sign_in(&boss, "boss", PASSWORD).await;
        tom.get("/account/users").await.assert_refused(StatusCode::NOT_FOUND);
        tom.post("/account/users", &[("user", "1")]).await.assert_refused(StatusCode::NOT_FOUND);
        assert!(!tom.get("/account").await.has("a[href='/account/users']"));
        assert!(boss.get("/account").await.has("a[href='/account/users']"));
        let page = boss.get("/account/users?find=Tom").await;
        assert_eq!(page.text("tbody"), page.text("tbody tr"));
        assert_eq!(page.text("tbody th"), name);
        assert!(!page.body_text().contains("@example.org"), "mail addresses are nobody's business");
        let user = page.values("tbody button")[0].clone();
        let reply = boss.submit(&page.form("/account/users").with("user", &user).with("reason", "Forgot it")).await;
        let link = reply.values("#link")[0].clone();
        let (_, path) = link.split_at(link.find("/account/reset").unwrap());
        let form = locked_out.get(path).await.form("/account/reset");
        let reply = locked_out.submit(&form.with("password", "quite another password")).await;
        assert!(locked_out.follow(reply).await.text(".flash").contains("New password set"));
        assert_eq!(locked_out.get("/account").await.text("h1"), "Tom");
        assert_eq!(tom.get("/account").await.status, StatusCode::SEE_OTHER);
        for body in ["user=0", "user=-1", "user=99999", "user=x"] {
            boss.post_raw("/account/users", body.to_owned()).await.assert_refused(StatusCode::NOT_FOUND);
        }
    }
}
