//! `/rules/…`

use actix_web::http::StatusCode;

use super::harness::TestApp;
use crate::store::harness::TestDb;

#[tokio::test]
async fn every_ruleset_has_a_page_with_its_rules() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let rulesets = app.visitor().get("/rules").await;
    for ruleset in ["d3h2", "d3h2-traditional"] {
        assert!(rulesets.has(&format!("a[href='/rules/{ruleset}']")), "{ruleset}");
        let page = app.visitor().get(&format!("/rules/{ruleset}")).await;
        assert!(page.texts("dl.rules dt").len() > 50, "{ruleset}");
    }
}

#[tokio::test]
async fn a_rule_has_an_address_of_its_own() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/rules/d3h2/D3H2-LIST-03").await;
    assert_eq!(page.text("h1"), "Building an army");
    assert!(page.text(".eyebrow").contains("D3H2-LIST-03"));
    assert!(!page.text(".rule-text").is_empty());
}

#[tokio::test]
async fn a_rule_that_does_not_exist_is_not_found() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for path in [
        "/rules/chess",
        "/rules/d3h2/D3H2-LIST-999",
        "/rules/d3h2/D3H2",
        "/rules/chess/D3H2-LIST-03",
        "/rules/%ff/%00",
        "/rules/d3h2/%2e%2e",
        "/rules/",
    ] {
        app.visitor().get(path).await.assert_refused(StatusCode::NOT_FOUND);
    }
}
