//! How far an army is, as its editor says it.

use crate::store::harness::TestDb;
use crate::web::harness::{TestApp, army};

#[tokio::test]
async fn the_verdict_says_how_far_the_army_is() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let hero = serde_json::json!({ "type": "Hr", "general": true });
    let of = |kind: &str, count: u8| serde_json::json!({ "type": kind, "count": count });
    for (elements, seal, sum, ready) in [
        (vec![], "No elements yet", "0 of 24 AP", false),
        (vec![of("Bd", 2)], "Not finished", "4 of 24 AP · 20 AP left", false),
        (vec![hero.clone()], "Legal so far", "4 of 24 AP · 20 AP left", false),
        (vec![hero.clone(), of("Bd", 10)], "Ready", "24 of 24 AP", true),
        (vec![hero.clone(), of("Bd", 11)], "Not legal", "26 of 24 AP · 1 to fix", false),
    ] {
        let army = army().with("elements", elements).with("home_terrain", "forest").made_by(&owner).await;
        let page = owner.get(&army.at("/edit")).await;
        assert_eq!((page.text("#verdict .seal").as_str(), page.text("#verdict .sum").as_str()), (seal, sum));
        assert_eq!(
            (page.has(".next a"), page.attr("#editor", "data-state").as_deref()),
            (ready, Some(if ready { "ready" } else { "open" }))
        );
        // What is left is said once.
        assert!(!page.text("#editor").contains("Not spent"), "{page:?}");
    }
    // Twelve elements are an army of DBA, and eleven are not one yet.
    let form =
        owner.get("/armies/new?ruleset=dba3").await.form("/armies").with("own_list", "1x3Kn (Gen), 3x3Kn, 8x4Pk");
    let made = owner.submit(&form).await;
    let full = owner.follow(made).await;
    assert_eq!(full.text("#verdict .seal"), "Ready", "{full:?}");
    let short = owner.press_on(&full.editor(), "less:2").await;
    assert_eq!(
        (short.text("#verdict .seal").as_str(), short.text("#verdict .sum").as_str()),
        ("Not finished", "11 of 12 elements · 1 element to go")
    );
}
