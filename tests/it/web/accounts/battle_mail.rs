//! Mails and feeds for those who have to decide in a battle.

use super::mail::{SITE, Server};
use super::*;
use crate::web::battles::{begun, offered, send, state_of};

pub(super) async fn give_first_order(visitor: &Visitor<'_>, path: &str) {
    let page = visitor.get(path).await;
    let deploy = || vec![("do".to_owned(), "deploy".to_owned())];
    let order = if page.has("button[value=deploy]") { deploy() } else { offered(&page).pop().unwrap() };
    let answer = send(visitor, &format!("{path}/orders"), &[state_of(&page), order].concat()).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{answer:?}");
}

for_each_store! {
    async fn who_has_to_decide_gets_a_mail_once_a_day_or_each_time(db: &TestDb) {
        let mut server = Server::start().await;
        let app = TestApp::with_accounts(db, server.accounts()).await;
        let (anna, tom) = (app.visitor(), app.visitor());
        for (visitor, name) in [(&anna, "anna-1"), (&tom, "tom-1")] {
            made(db, name, false).await;
            sign_in(visitor, name, PASSWORD).await;
        }
        let path = begun(&anna, "friend").await;
        let invitation = anna.get(&path).await.attr("#side-link", "value").unwrap();
        let notice = format!("{path}/notice");
        assert!(tom.get(&notice).await.text("main").contains("You play no side"));
        let refused = tom.post(&notice, &[("mail", "daily")]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        let asked = tom.get(&invitation).await;
        tom.submit(&asked.form(&format!("{path}/join"))).await;
        assert!(app.visitor().get(&notice).await.text("main").contains("you need an account"));
        for (visitor, mail) in [(&anna, "always"), (&tom, "daily")] {
            let form = visitor.get(&notice).await.form(&notice);
            assert_eq!(visitor.submit(&form.with("mail", mail)).await.location(), path);
            assert_eq!(visitor.get(&notice).await.values("input[checked]"), [mail]);
        }
        assert_eq!(anna.post(&notice, &[("mail", "hourly")]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        // Each order hands the decision over; taking it back hands it over again.
        let mut mails = Vec::new();
        for _ in 0..3 {
            for visitor in [&anna, &tom] {
                if visitor.get(&path).await.has("#offers") {
                    let before = visitor.get(&path).await.text("#phase-title");
                    give_first_order(visitor, &path).await;
                    if !visitor.get(&path).await.has("#offers") {
                        mails.push(before);
                    }
                }
            }
        }
        assert!(mails.len() >= 2, "{mails:?}");
        let first = server.mail().await;
        assert!(first.text.contains(&format!("{SITE}{path}")) && first.text.contains(&format!("{SITE}{notice}")), "{}", first.text);
        let told = db.db_texts("SELECT CAST(COUNT(*) AS TEXT) AS value FROM battle_notices WHERE sent_at IS NOT NULL");
        assert!(["1", "2"].contains(&told[0].as_str()));
        let form = tom.get(&notice).await.form(&notice);
        tom.submit(&form.with("mail", "never")).await;
        assert_eq!(db.db_texts("SELECT CAST(COUNT(*) AS TEXT) AS value FROM battle_notices"), ["1"]);
        let decides = if anna.get(&path).await.has("#offers") { &anna } else { &tom };
        let list = decides.get("/battles").await;
        assert!(list.text(".mine").contains("Your turn"), "{}", list.text(".mine"));
    }

    async fn a_feed_tells_whose_turn_it_is(db: &TestDb) {
        let app = TestApp::new(db).await;
        let host = app.visitor();
        let path = begun(&host, "screen").await;
        let feed = format!("{path}/feed.atom");
        let first = host.get(&feed).await;
        assert_eq!(first.header("content-type").as_deref(), Some("application/atom+xml; charset=utf-8"));
        assert_eq!(first.body_text().matches("<entry>").count(), 1, "{}", first.body_text());
        give_first_order(&host, &path).await;
        give_first_order(&host, &path).await;
        let later = host.get(&feed).await;
        assert!(later.body_text().contains(" decides</title>"), "{}", later.body_text());
        assert_ne!(later.header("etag"), first.header("etag"));
        assert_eq!(app.visitor().get("/battles/000000000000/feed.atom").await.status, StatusCode::NOT_FOUND);
        made(db, "anna-1", false).await;
        sign_in(&host, "anna-1", PASSWORD).await;
        let own = begun(&host, "friend").await;
        assert!(host.get(&format!("{own}/notice")).await.text("main").contains("sends no mail"));
    }
}
