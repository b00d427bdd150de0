//! The operator's view of the site: metrics, and the numbers of requests.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;

use super::harness::{METRICS_TOKEN, TestApp};
use crate::store::harness::TestDb;

#[tokio::test]
async fn metrics_are_for_whoever_knows_the_token_and_count_what_happened() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    visitor.get("/metrics").await.assert_refused(StatusCode::NOT_FOUND);
    let with =
        |token: &str| TestRequest::get().uri("/metrics").insert_header(("authorization", format!("Bearer {token}")));
    visitor.send(with("another-long-token")).await.assert_refused(StatusCode::NOT_FOUND);
    visitor.get("/rules/d3h2/D3H2-LIST-03").await;
    let foreign = TestRequest::post().uri("/armies").insert_header(("sec-fetch-site", "cross-site"));
    visitor.send(foreign).await.assert_refused(StatusCode::FORBIDDEN);
    let metrics = visitor.send(with(METRICS_TOKEN)).await;
    assert_eq!(metrics.status, StatusCode::OK);
    for line in [
        "musterfield_answers_total{route=\"/metrics\",status=\"404\"} 2",
        "musterfield_answers_total{route=\"/rules/{ruleset}/{rule}\",status=\"200\"} 1",
        "musterfield_refusals_total{reason=\"CrossSite\"} 1",
    ] {
        assert!(metrics.body_text().lines().any(|known| known == line), "{line} is not in\n{}", metrics.body_text());
    }
    // They contain no addresses of visitors' pages.
    assert!(!metrics.body_text().contains("LIST-03"));
}

#[tokio::test]
async fn every_answer_has_a_number_of_its_own() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let mut numbers = Vec::new();
    for path in ["/", "/nowhere", "/rules", "/healthz"] {
        numbers.push(visitor.get(path).await.header("x-request-id").unwrap());
    }
    assert!(numbers.iter().all(|number| number.len() == 16), "{numbers:?}");
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), 4);
}
