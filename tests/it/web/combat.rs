//! `/api/v1/resolve` and `/api/v1/odds`.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use actix_web::web::Bytes;
use serde_json::{Value, json};

use super::api::assert_problem;
use super::harness::{Reply, TestApp};
use crate::store::harness::TestDb;

async fn ask(app: &TestApp, question: &str, body: impl Into<Bytes>) -> Reply {
    let request = TestRequest::post().uri(&format!("/api/v1/{question}")).set_payload(body.into());
    app.visitor().send(request).await
}

fn case(id: usize) -> Value {
    json!({"id": id, "a": {"type": "Kn", "roll": 4}, "b": {"type": "Bd", "roll": 1}})
}

#[track_caller]
fn is_json(reply: &Reply, status: StatusCode) -> Value {
    assert_eq!((reply.status, reply.kind().as_str()), (status, "application/json"), "{:?}", reply.body);
    reply.json()
}

#[tokio::test]
async fn one_case_gets_one_answer() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let verdict = is_json(&ask(&app, "resolve", case(1).to_string()).await, StatusCode::OK);
    assert_eq!([&verdict["id"], &verdict["a"]["total"], &verdict["b"]["total"]], [1, 7, 4]);
    assert_eq!([&verdict["a"]["outcome"], &verdict["b"]["outcome"]], ["none", "destroyed"]);
    let odds = is_json(&ask(&app, "odds", case(2).to_string()).await, StatusCode::OK);
    assert_eq!([&odds["id"], &odds["rolls"]], [2, 36]);
}

/// Answers come in the order of the cases, and always as a list: wrong cases have their errors in it.
#[tokio::test]
async fn a_list_of_cases_gets_a_list_of_answers() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for question in ["resolve", "odds"] {
        let cases = json!([case(0), {"id": 1, "a": {"type": "Elf"}}, "Kn on Bd", case(3)]);
        let answers = is_json(&ask(&app, question, cases.to_string()).await, StatusCode::OK);
        let answers = answers.as_array().unwrap();
        let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
        assert_eq!(ids, [&json!(0), &json!(1), &Value::Null, &json!(3)]);
        let codes: Vec<Option<&str>> = answers.iter().map(|answer| answer["error"]["code"].as_str()).collect();
        assert_eq!(codes, [None, Some("unknown-type"), Some("bad-json"), None]);
        assert_eq!(is_json(&ask(&app, question, "[]").await, StatusCode::OK), json!([]));
    }
}

#[tokio::test]
async fn a_thousand_cases_are_answered_and_one_more_is_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let many = |count: usize| Value::Array((0..count).map(case).collect()).to_string();
    for question in ["resolve", "odds"] {
        let answers = is_json(&ask(&app, question, many(1000)).await, StatusCode::OK);
        let answers = answers.as_array().unwrap();
        assert_eq!(answers.len(), 1000);
        assert!(answers.iter().enumerate().all(|(at, answer)| answer["id"] == at && answer.get("error").is_none()));
        let reply = ask(&app, question, many(1001)).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(reply.kind(), "application/problem+json");
        assert!(reply.json()["detail"].as_str().unwrap().contains("1000"), "{:?}", reply.body);
    }
}

#[tokio::test]
async fn what_is_no_json_is_a_problem_document() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for body in [&b""[..], b"{", b"Kn on Bd", b"\xff\xfe", b"{} {}"] {
        for question in ["resolve", "odds"] {
            let reply = ask(&app, question, body.to_vec()).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{body:?}");
            assert_eq!(reply.kind(), "application/problem+json");
            let problem = reply.json();
            assert_eq!(problem["status"], 422);
            assert!(problem["detail"].as_str().unwrap().contains("not JSON"), "{problem}");
        }
    }
}

#[tokio::test]
async fn a_case_that_is_wrong_is_422_with_its_error() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for (body, code, field) in [
        (json!({"id": "x", "a": {"type": "Elf"}, "b": {"type": "Bd"}}), "unknown-type", "a.type"),
        (json!({"id": "x", "a": {"type": "Kn", "colour": 1}, "b": {"type": "Bd"}}), "unknown-field", "a.colour"),
        (json!({"id": "x", "a": {"type": "Dg", "feature": "woods"}, "b": {"type": "Bd"}}), "not-possible", "a.feature"),
        (json!({"id": "x"}), "missing-field", "a"),
        (json!("Kn on Bd"), "bad-json", ""),
    ] {
        for question in ["resolve", "odds"] {
            let answer = is_json(&ask(&app, question, body.to_string()).await, StatusCode::UNPROCESSABLE_ENTITY);
            assert_eq!(answer["id"], body.get("id").cloned().unwrap_or_default());
            assert_eq!([&answer["error"]["code"], &answer["error"]["field"]], [code, field], "{answer}");
        }
    }
    // Dice are only for `resolve`.
    let without = json!({"a": {"type": "Kn"}, "b": {"type": "Bd"}}).to_string();
    let answer = is_json(&ask(&app, "resolve", without.clone()).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer["error"]["field"], "a.roll");
    assert!(is_json(&ask(&app, "odds", without).await, StatusCode::OK).get("error").is_none());
}

#[tokio::test]
async fn a_request_that_is_too_large_is_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for question in ["resolve", "odds"] {
        let largest = musterfield::web::app::LARGEST_CASES;
        let filled = |length: usize| format!("[{}]", " ".repeat(length - 2));
        assert_eq!(ask(&app, question, filled(largest)).await.status, StatusCode::OK);
        let refused = ask(&app, question, filled(largest + 1)).await;
        assert_problem(&refused, StatusCode::PAYLOAD_TOO_LARGE, None, "up to 1000 cases and 2 MiB in total");
        assert_eq!(app.visitor().get(&format!("/api/v1/{question}")).await.status, StatusCode::METHOD_NOT_ALLOWED);
    }
}
