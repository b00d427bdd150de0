//! Setting a new password through a link.

use super::mail::{SITE, Server};
use super::*;

for_each_store! {
    async fn a_link_by_mail_sets_a_new_password_once(db: &TestDb) {
        let mut server = Server::start().await;
        let app = TestApp::with_accounts(db, server.accounts()).await;
        made(db, "tom-1", false).await;
        let visitor = app.visitor();
        let form = visitor.get("/account/forgotten").await.form("/account/forgotten");
        for who in ["tom-1", "TOM-1@example.org", "tom-1@example.org"] {
            // The host in the request does not matter.
            let request = TestRequest::post().uri("/account/forgotten").insert_header(("host", "evil.example"));
            let reply = visitor.send(request.set_payload(form.clone().with("who", who).body())).await;
            assert!(reply.text(".notice").starts_with("If there is such an account"), "{reply:?}");
        }
        let (first, second, third) = (server.mail().await, server.mail().await, server.mail().await);
        assert_eq!(third.to, "tom-1@example.org");
        assert_eq!((first.to.as_str(), second.to.as_str()), ("tom-1@example.org", "tom-1@example.org"));
        assert!(first.text.contains("You sign in as: tom-1"), "{}", first.text);
        let link = |text: &str| {
            let line = text.lines().find(|line| line.contains("/account/reset?key=")).unwrap_or_else(|| panic!("{text}"));
            line.trim().strip_prefix(SITE).unwrap().to_owned()
        };
        let (first, second) = (link(&first.text), link(&second.text));
        // Looking at the page does not use the link up.
        for _ in 0..2 {
            assert!(visitor.get(&first).await.text(".lede").contains("You sign in as tom-1."));
        }
        let form = visitor.get(&first).await.form("/account/reset");
        let reply = visitor.submit(&form.clone().with("password", "short")).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        let form = form.with("password", "quite another password");
        let reply = visitor.submit(&form).await;
        assert_eq!(visitor.follow(reply).await.text("h1"), "tom-1");
        for link in [&first, &second] {
            let reply = visitor.get(link).await;
            reply.assert_refused(StatusCode::NOT_FOUND);
            assert_eq!(reply.text("h1"), "This link no longer works");
        }
        visitor.submit(&form).await.assert_refused(StatusCode::NOT_FOUND);
        assert_eq!(sign_in(&app.visitor(), "tom-1", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(sign_in(&app.visitor(), "tom-1", "quite another password").await.status, StatusCode::SEE_OTHER);
    }

    async fn links_that_are_none_open_nothing(db: &TestDb) {
        let app = TestApp::new(db).await;
        made(db, "tom-1", false).await;
        let visitor = app.visitor();
        for key in ["", "x", "00000000000000000000000000000000", "%00", "'%20or%201=1"] {
            visitor.get(&format!("/account/reset?key={key}")).await.assert_refused(StatusCode::NOT_FOUND);
        }
        let body = [("key", "00000000000000000000000000000000"), ("password", "quite another password")];
        visitor.post("/account/reset", &body).await.assert_refused(StatusCode::NOT_FOUND);
    }

    async fn a_site_without_mail_says_whom_to_ask(db: &TestDb) {
        let app = TestApp::new(db).await;
        let page = app.visitor().get("/account/forgotten").await;
        assert!(page.text(".lede").starts_with("Ask the site administrator"), "{page:?}");
        assert!(!page.has("form[action='/account/forgotten']"));
    }
}
