//! Creating an account, signing in and out, and that trying reveals nothing.

use super::*;

for_each_store! {
    async fn an_account_is_made_and_signs_in_in_another_browser(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (home, phone) = (app.visitor(), app.visitor());
        let name = register(&home, "Tom of Kent").await;
        assert!(name.starts_with("tom-of-kent-"), "{name}");
        let page = home.get("/account").await;
        assert_eq!(page.text("h1"), "Tom of Kent");
        assert!(page.header("cache-control").unwrap().contains("no-store"));

        let asked = phone.get("/account?x=1").await;
        assert_eq!((asked.status, asked.location().as_str()), (StatusCode::SEE_OTHER, "/account/sign-in?to=%2Faccount%3Fx%3D1"));
        let form = phone.get(&asked.location()).await.form("/account/sign-in");
        let reply = phone.submit(&form.with("name", &name.to_uppercase()).with("password", PASSWORD)).await;
        assert_eq!(reply.location(), "/account?x=1");
        let page = phone.follow(reply).await;
        assert_eq!(page.text(".flash"), "You are signed in.");
        assert_eq!(phone.get("/account/sign-in").await.location(), "/account");
        assert_eq!(phone.get("/account/new").await.location(), "/account");

        let reply = phone.submit(&page.form("/account/sign-out")).await;
        assert_eq!(phone.follow(reply).await.text(".flash"), "You are signed out in this browser.");
        assert_eq!(phone.get("/account").await.status, StatusCode::SEE_OTHER);
        assert_eq!(home.get("/account").await.status, StatusCode::OK);
    }

    async fn two_of_one_name_have_different_names_to_sign_in_with(db: &TestDb) {
        let app = TestApp::new(db).await;
        let mut names = std::collections::BTreeSet::new();
        for _ in 0..5 {
            names.insert(register(&app.visitor(), "Tom").await);
        }
        assert_eq!(names.len(), 5);
    }

    async fn a_registration_sent_twice_makes_one_account(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let form = visitor.get("/account/new").await.form("/account/new");
        let form = form.with("name", "Tom").with("password", PASSWORD);
        for _ in 0..2 {
            let reply = visitor.submit(&form).await;
            assert_eq!(reply.status, StatusCode::SEE_OTHER);
        }
        assert_eq!(db.store.users_from("", 10).await.unwrap().len(), 1);
        assert_eq!(visitor.get("/account").await.text("h1"), "Tom");
        // The same form in another browser that the site knows creates another account.
        let other = app.visitor();
        other.digest().await;
        other.submit(&form).await;
        assert_eq!(db.store.users_from("", 10).await.unwrap().len(), 2);
    }

    async fn what_is_wrong_with_a_registration_stands_at_its_field(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let form = visitor.get("/account/new").await.form("/account/new");
        for (field, value, error) in [
            ("name", " ", "Enter the name that others know you by."),
            ("name", "a\u{7}b", "This name cannot be used"),
            ("name", &*"x".repeat(61), "This name cannot be used"),
            ("mail", "nobody", "This is not an email address. You can leave the field empty."),
            ("mail", "a@b\r\nBcc: c@d.example", "This is not an email address."),
            ("password", "short", "Use at least 10 characters"),
            ("password", "Tom of Kent", "This password is too easy to guess"),
        ] {
            let good = form.clone().with("name", "Tom of Kent").with("mail", "tom@example.org").with("password", PASSWORD);
            let reply = visitor.submit(&good.with(field, value)).await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            let said = reply.text(&format!("#{field}-error"));
            assert!(said.starts_with(error), "{field}: {said}");
            assert_eq!(reply.texts(".field-error").len(), 1);
            // The input is there again, except the password.
            assert_eq!(reply.values("#password"), Vec::<String>::new());
            if field != "name" {
                assert_eq!(reply.values("#name"), ["Tom of Kent"]);
            }
        }
        assert!(db.store.users_from("", 10).await.unwrap().is_empty());
    }

    async fn nobody_learns_which_names_there_are(db: &TestDb) {
        let app = TestApp::new(db).await;
        made(db, "tom-1", false).await;
        let visitor = app.visitor();
        let mut answers = Vec::new();
        for (name, password) in [
            ("tom-1", "not the password"),
            ("tim-1", "not the password"),
            ("no name at all", PASSWORD),
            ("tom-1", ""),
            ("", PASSWORD),
        ] {
            answers.push(told(&sign_in(&visitor, name, password).await));
        }
        assert_eq!(answers[0].0, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        let mut answers = Vec::new();
        for who in ["tom-1", "tim-1", "tom-1@example.org", "tim@example.org", "???"] {
            answers.push(told(&visitor.post("/account/forgotten", &[("who", who)]).await));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    }

    async fn rubbish_is_refused_by_every_form(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        register(&visitor, "Tom").await;
        for path in [
            "/account/sign-in", "/account/new", "/account/forgotten", "/account/reset", "/account/profile",
            "/account/password", "/account/sessions", "/account/delete", "/account/sign-out", "/account/claim",
        ] {
            for body in ["x=1", "name=%ff", "do=nothing&x", "name=a&name=b"] {
                let reply = visitor.post_raw(path, body.to_owned()).await;
                assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {body}: {reply:?}");
            }
        }
        assert_eq!(visitor.get("/account").await.status, StatusCode::OK);
    }
}
