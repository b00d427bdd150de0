//! The links by which sides of a battle are played: who comes by them, and new ones.

use actix_web::http::StatusCode;

use super::battle_talk::say;
use super::battles::{begun, offered, send, state_of};
use super::harness::{Reply, TestApp, Visitor};
use crate::store::harness::TestDb;

/// Opens the link of a side and takes it.
async fn take(visitor: &Visitor<'_>, path: &str, link: &str) -> Reply {
    let asked = visitor.get(link).await;
    visitor.submit(&asked.form(&format!("{path}/join"))).await
}

/// The link that a page shows.
fn shown(page: &Reply) -> String {
    page.attr("#side-link", "value").unwrap()
}

for_each_store! {
    async fn nobody_decides_for_a_friend_who_has_come(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend) = (app.visitor(), app.visitor());
        let path = begun(&host, "friend").await;
        let invitation = shown(&host.get(&path).await);
        // The host has tried the link first, and still the friend plays that side alone.
        take(&host, &path, &invitation).await;
        assert!(host.get(&path).await.text(".b-more").contains("End it without a winner"));
        assert_eq!(take(&friend, &path, &invitation).await.status, StatusCode::SEE_OTHER);
        let page = host.get(&path).await;
        assert!(page.text(".b-more").contains("Offer a draw"), "{}", page.text(".b-more"));
        assert!(!page.has("#side-link"), "the friend has come");
        let again = take(&host, &path, &invitation).await;
        assert_eq!(again.status, StatusCode::CONFLICT);
        assert!(again.text("h1").contains("Somebody else plays this side"), "{}", again.text("h1"));
        say(&host, &path, &[("do", "draw")]).await;
        assert!(!host.get(&path).await.has(".b-won"));
        say(&friend, &path, &[("do", "yes")]).await;
        assert!(host.get(&path).await.has(".b-won"));
    }

    async fn a_side_is_played_on_another_device_by_a_new_link(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, phone, friend, stranger) = (app.visitor(), app.visitor(), app.visitor(), app.visitor());
        let path = begun(&host, "friend").await;
        let first = shown(&host.get(&path).await);
        let links = format!("{path}/link");
        let renew = async |visitor: &Visitor<'_>, side: &str| visitor.post(&links, &[("side", side)]).await;
        assert_eq!(renew(&host, "a").await.status, StatusCode::SEE_OTHER);
        let own = host.get(&path).await;
        assert!(own.text(".b-orders .panel").starts_with("Open this link on another device"), "{own:?}");
        take(&phone, &path, &shown(&own)).await;
        // Both go on as the same side.
        assert_eq!(phone.get(&path).await.has("#offers"), host.get(&path).await.has("#offers"));
        assert!(host.get(&path).await.text(".b-more").contains("Offer a draw"));
        // A new link for the friend; the first one stops working.
        assert_eq!(renew(&host, "b").await.status, StatusCode::SEE_OTHER);
        let second = shown(&host.get(&path).await);
        assert_eq!(take(&friend, &path, &first).await.status, StatusCode::FORBIDDEN);
        assert_eq!(take(&friend, &path, &second).await.status, StatusCode::SEE_OTHER);
        for (visitor, side) in [(&host, "b"), (&friend, "a"), (&stranger, "a"), (&stranger, "b")] {
            assert_eq!(renew(visitor, side).await.status, StatusCode::FORBIDDEN, "{side}");
        }
        assert_eq!(renew(&host, "c").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        // Against the computer there is one side with a link, and at one screen none.
        let alone = begun(&host, "computer").await;
        assert_eq!(host.get(&alone).await.texts(".b-more form[action$='/link'] button").len(), 1);
        let screen = begun(&host, "screen").await;
        assert!(!host.get(&screen).await.has("form[action$='/link']"));
        assert_eq!(host.post(&format!("{screen}/link"), &[("side", "a")]).await.status, StatusCode::FORBIDDEN);
        // Whose turn it is at one screen is told by name.
        let page = host.get(&screen).await;
        assert!(page.text(".b-task").contains(" decides now. "), "{}", page.text(".b-task"));
    }
}

#[tokio::test]
async fn the_first_die_waits_until_both_may_add_words_to_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let (host, friend) = (app.visitor(), app.visitor());
    // The host may be the invader or the defender, and only the invader chooses an edge, by a die.
    for _ in 0..20 {
        let form = host.get("/play?ruleset=hott25").await.form("/battles").with("players", "friend");
        let path = host.submit(&form).await.location();
        let page = host.get(&path).await;
        let Some(order) = offered(&page).into_iter().find(|order| order[0].1.starts_with("edge ")) else { continue };
        let fields = [state_of(&page), order].concat();
        let refused = send(&host, &format!("{path}/orders"), &fields).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(refused.text(".errors").contains("has not come yet"), "{}", refused.text(".errors"));
        take(&friend, &path, &shown(&page)).await;
        assert_eq!(say(&friend, &path, &[("do", "words"), ("words", "fair dice")]).await.status, StatusCode::SEE_OTHER);
        let page = host.get(&path).await;
        let order = offered(&page).into_iter().find(|order| order[0].1.starts_with("edge ")).unwrap();
        let given = send(&host, &format!("{path}/orders"), &[state_of(&page), order].concat()).await;
        assert_eq!(given.status, StatusCode::SEE_OTHER, "{}", given.text(".errors"));
        return;
    }
    panic!("the host is never the invader");
}
