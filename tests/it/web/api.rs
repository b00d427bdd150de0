//! `/api/…`

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use musterfield_army::file::{ArmyDocument, LineDocument};
use musterfield_combat::case::{FlankContact, Mode};
use musterfield_rules::book;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::generate::{Preference, QuarterSpot};
use serde_json::{Value, json};

use super::harness::{Reply, TestApp, army, request};
use crate::store::harness::TestDb;

async fn validate(app: &TestApp, body: impl Into<actix_web::web::Bytes>) -> Reply {
    app.visitor().send(TestRequest::post().uri("/api/v1/validate").set_payload(body.into())).await
}

/// Asserts that a program gets the error in a form it can read.
#[track_caller]
pub(super) fn assert_problem(reply: &Reply, status: StatusCode, field: Option<&str>, detail: &str) {
    assert_eq!((reply.status, reply.kind().as_str()), (status, "application/problem+json"), "{:?}", reply.body);
    let problem = reply.json();
    assert_eq!(problem["status"], json!(status.as_u16()));
    assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()));
    assert_eq!(problem.get("field").and_then(|field| field.as_str()), field, "{problem}");
    assert!(problem["detail"].as_str().is_some_and(|text| text.contains(detail)), "{problem}");
}

#[tokio::test]
async fn a_legal_army_is_told_to_be_legal() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let reply = validate(&app, army().file()).await;
    assert_eq!((reply.status, reply.kind().as_str()), (StatusCode::OK, "application/json"));
    let verdict = reply.json();
    assert_eq!(
        (&verdict["ruleset"], &verdict["legal"], &verdict["elements"]),
        (&json!("d3h2"), &json!(true), &json!(13))
    );
    assert_eq!((&verdict["points"]["budget"], &verdict["points"]["spent"]), (&json!(24), &json!(24)));
    assert_eq!(verdict["problems"], json!([]));
}

#[tokio::test]
async fn an_illegal_army_is_told_all_its_problems() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let elements = json!([{"type": "Bd", "count": 0}, {"type": "Elf"}, {"type": "Hr", "count": 30}]);
    let verdict = validate(&app, army().with("elements", elements).file()).await.json();
    assert_eq!(verdict["legal"], json!(false));
    let codes: Vec<&str> =
        verdict["problems"].as_array().unwrap().iter().map(|p| p["code"].as_str().unwrap()).collect();
    for code in ["over-budget", "no-general", "bad-count", "unknown-type"] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_a_problem_document_that_names_the_field() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let unreadable = StatusCode::UNPROCESSABLE_ENTITY;
    for (body, field, detail) in [
        ("", None, "line 1"),
        ("null", None, "line 1"),
        ("[]", None, "line 1"),
        ("{}", Some("ruleset"), "missing field"),
        ("{\"ruleset\": \"chess\"}", Some("ruleset"), "no ruleset “chess”"),
        ("{\"ruleset\": \"d3h2\", \"format\": \"musterfield-army/9\"}", Some("format"), "musterfield-army/9"),
        ("{\"ruleset\": \"d3h2\", \"colour\": 1}", Some("colour"), "unknown field"),
        ("{\"ruleset\": \"d3h2\", \"name\": 1}", Some("name"), "invalid type"),
        ("{\"ruleset\": \"d3h2\", \"ruleset\": \"d3h2\"}", Some("ruleset"), "duplicate field"),
        ("{\"ruleset\": \"d3h2\", \"points\": 1e400}", None, "number out of range"),
        ("{\"ruleset\": \"d3h2\", \"points\": \"many\"}", Some("points"), "points"),
        ("{\"ruleset\": \"d3h2\", \"elements\": [{\"type\": \"Bd\"}, {}]}", Some("elements[1].type"), "missing field"),
        (
            "{\"ruleset\": \"d3h2\", \"elements\": [{\"type\": \"Bd\", \"count\": 1.5}]}",
            Some("elements[0].count"),
            "1.5",
        ),
        ("{\"ruleset\": \"d3h2\", \"name\": \"a\\u0000\"}", Some("name"), "control character"),
        ("{\"ruleset\": \"d3h2\"} x", None, "trailing characters"),
    ] {
        let reply = validate(&app, body).await;
        let named = reply.json().get("field").and_then(|field| field.as_str()).map(str::to_owned);
        assert_problem(&reply, unreadable, field.or(named.as_deref()), detail);
    }
    assert_problem(&validate(&app, &b"{\"name\": \"\xff\"}"[..]).await, unreadable, None, "not UTF-8 text at byte 10");
    let nested = validate(&app, "[".repeat(60_000)).await;
    assert_eq!((nested.status, nested.kind().as_str()), (unreadable, "application/problem+json"));
    assert_problem(
        &validate(&app, format!("{{\"elements\":{}", "[{\"type\":".repeat(5_000))).await,
        unreadable,
        Some("elements[0].type"),
        "",
    );
    let lines: Vec<_> = (0..201).map(|_| json!({"type": "Bd"})).collect();
    assert_problem(
        &validate(&app, army().with("elements", lines).file()).await,
        unreadable,
        Some("elements"),
        "more than 200 lines",
    );
    let notes = "x".repeat(20_001);
    assert_problem(
        &validate(&app, army().with("notes", notes).file()).await,
        unreadable,
        Some("notes"),
        "20000 characters",
    );
}

#[tokio::test]
async fn programs_get_no_pages() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    for (method, path, status) in [
        ("GET", "/api/v1/validate", StatusCode::METHOD_NOT_ALLOWED),
        ("GET", "/api/v1/terrain/check", StatusCode::METHOD_NOT_ALLOWED),
        ("DELETE", "/api/v1/validate", StatusCode::METHOD_NOT_ALLOWED),
        ("POST", "/api/openapi.json", StatusCode::METHOD_NOT_ALLOWED),
        ("GET", "/api/v1/nothing", StatusCode::NOT_FOUND),
        ("POST", "/api/v2/validate", StatusCode::NOT_FOUND),
    ] {
        assert_problem(&visitor.send(request(method, path)).await, status, None, "");
    }
    let foreign = TestRequest::post().uri("/api/v1/validate").insert_header(("sec-fetch-site", "cross-site"));
    assert_problem(&visitor.send(foreign.set_payload(army().file())).await, StatusCode::FORBIDDEN, None, "");
    let long = validate(&app, "x".repeat(65_537)).await;
    assert_problem(&long, StatusCode::PAYLOAD_TOO_LARGE, None, "64 KiB");
}

#[tokio::test]
async fn the_api_describes_itself() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let described = app.visitor().get("/api/openapi.json").await.json();
    assert!(described["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    for path in ["/api/v1/validate", "/api/v1/resolve", "/api/v1/odds", "/api/v1/terrain/check"] {
        assert!(described["paths"][path]["post"].is_object(), "{path}");
    }
    // Every reference has its target.
    let text = described.to_string();
    for name in text.split("#/components/").skip(1).filter_map(|rest| rest.split('"').next()) {
        let (group, name) = name.split_once('/').unwrap();
        assert!(described["components"][group][name].is_object(), "{group}/{name}");
    }
    // The kinds of features are those that the program reads.
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(described["components"]["schemas"]["Kind"]["enum"], json!(kinds));
    let buas: Vec<&str> = Bua::ALL.iter().map(|bua| bua.as_str()).collect();
    assert_eq!(described["components"]["schemas"]["Bua"]["enum"], json!(buas));
}

/// The allowed words for a value, as the description lists them; `null` is left out.
fn words_of(described: &Value, schema: &str, field: &str) -> Vec<String> {
    let words = &described["components"]["schemas"][schema]["properties"][field]["enum"];
    words.as_array().unwrap().iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[tokio::test]
async fn the_description_lists_the_words_that_the_program_reads() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let described = app.visitor().get("/api/openapi.json").await.json();
    assert_eq!(words_of(&described, "Case", "mode"), Mode::ALL.map(Mode::as_str));
    for flank in ["left", "right"] {
        assert_eq!(words_of(&described, "CaseSide", flank), FlankContact::ALL.map(FlankContact::as_str));
    }
    assert_eq!(words_of(&described, "LayoutSettings", "preference"), Preference::ALL.map(Preference::as_str));
    assert_eq!(words_of(&described, "LayoutWish", "spot"), QuarterSpot::ALL.map(QuarterSpot::as_str));
    // The readings are those of the rulesets, each with its values.
    let readings = book().unwrap().readings().map(|reading| {
        let values: Vec<&str> = reading.values().map(|value| &*value.id).collect();
        (reading.id.to_string(), json!({ "enum": values }))
    });
    let options = &described["components"]["schemas"]["Case"]["properties"]["options"]["properties"];
    assert_eq!(*options, Value::Object(readings.collect()));
}

/// The allowed fields of a document, according to the answer to a wrong one.
fn fields_of<T: serde::de::DeserializeOwned>() -> BTreeSet<String> {
    let error = serde_json::from_str::<T>(r#"{ "no such field": 0 }"#).err().unwrap().to_string();
    error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[tokio::test]
async fn the_description_has_every_field_of_an_army_file() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let described = app.visitor().get("/api/openapi.json").await.json();
    for (schema, read) in [("Army", fields_of::<ArmyDocument>()), ("Line", fields_of::<LineDocument>())] {
        let properties = &described["components"]["schemas"][schema]["properties"];
        let told: BTreeSet<String> = properties.as_object().unwrap().keys().cloned().collect();
        assert_eq!(told, read, "{schema}");
    }
}

async fn check_layout(app: &TestApp, body: impl Into<actix_web::web::Bytes>) -> Reply {
    app.visitor().send(TestRequest::post().uri("/api/v1/terrain/check").set_payload(body.into())).await
}

/// A layout file from `crates/terrain/tests/data/layouts`.
fn layout(name: &str) -> String {
    let path = format!("{}/crates/terrain/tests/data/layouts/{name}.layout.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[tokio::test]
async fn a_table_is_told_to_be_legal_or_all_that_is_wrong() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let legal = check_layout(&app, layout("legal--recorded")).await;
    assert_eq!((legal.status, legal.kind().as_str()), (StatusCode::OK, "application/json"));
    assert_eq!(legal.json(), json!({"file": null, "legal": true, "problems": []}));
    let illegal = check_layout(&app, layout("gap--0.6")).await;
    assert_eq!(illegal.status, StatusCode::OK);
    let message = "Woods f4 is 0.6 BW from Marsh f3; area features keep 1 BW apart. Move it 0.4 BW away.";
    let problem =
        json!({"code": "gap", "severity": "error", "rule": "D3H2-FEAT-05", "feature": "f4", "message": message});
    assert_eq!(illegal.json(), json!({"file": null, "legal": false, "problems": [problem]}));
}

#[tokio::test]
async fn what_is_no_layout_is_a_problem_document_that_names_the_features() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let unreadable = StatusCode::UNPROCESSABLE_ENTITY;
    for (body, feature) in [
        (layout("format--two-points"), json!("f1")),
        (layout("format--hole"), json!("f1")),
        (layout("format--not-a-number"), json!("f1")),
        (layout("format--infinite"), json!("f1")),
        (layout("format--far-away"), json!("f1")),
        (layout("format--unknown-kind"), json!("f1")),
        (layout("format--another-version"), json!(null)),
        (String::new(), json!(null)),
        ("[]".to_owned(), json!(null)),
        ("[".repeat(60_000), json!(null)),
    ] {
        let reply = check_layout(&app, body).await;
        assert_problem(&reply, unreadable, None, "");
        let told = reply.json();
        assert_eq!((&told["file"], &told["legal"]), (&json!(null), &json!(false)));
        let problem = &told["problems"][0];
        assert_eq!((&problem["code"], &problem["feature"]), (&json!("format"), &feature), "{told}");
    }
    assert_problem(
        &check_layout(&app, &b"{\"name\": \"\xff\"}"[..]).await,
        unreadable,
        None,
        "not UTF-8 text at byte 10",
    );
}

#[tokio::test]
async fn a_layout_may_have_a_mebibyte() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let table = layout("legal--recorded");
    let most = format!("{table}{}", " ".repeat(1024 * 1024 - table.len()));
    assert_eq!(check_layout(&app, most.clone()).await.status, StatusCode::OK);
    assert_problem(&check_layout(&app, most + " ").await, StatusCode::PAYLOAD_TOO_LARGE, None, "1 MiB");
    let points = vec!["[1.25,2.5]"; 80_000].join(",");
    let feature = format!(r#"{{"id": "f1", "kind": "woods", "polygon": [{points}]}}"#);
    let many = table.replacen("\"features\": [", &format!("\"features\": [{feature},"), 1);
    assert_problem(
        &check_layout(&app, many).await,
        StatusCode::UNPROCESSABLE_ENTITY,
        None,
        "80000 points; 512 is the maximum",
    );
}

async fn generate_layout(app: &TestApp, body: impl Into<actix_web::web::Bytes>) -> Reply {
    app.visitor().send(TestRequest::post().uri("/api/v1/terrain/generate").set_payload(body.into())).await
}

#[tokio::test]
async fn a_table_is_laid_out_as_it_is_asked_for() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let settings = json!({"home_terrain": "forest", "board": 16, "seed": 3, "preference": "close", "optional": 3,
        "wishes": [{"kind": "marsh", "size": [4, 2.5], "spot": "inner"}, {"kind": "bua", "bua": "hamlet"}]});
    let reply = generate_layout(&app, settings.to_string()).await;
    assert_eq!((reply.status, reply.kind().as_str()), (StatusCode::OK, "application/json"), "{:?}", reply.body);
    let layout = reply.json();
    assert_eq!((&layout["ruleset"], &layout["board"], &layout["seed"]), (&json!("d3h2"), &json!([16, 16]), &json!(3)));
    let record = layout["record"].as_array().unwrap();
    let chosen =
        |kind: &str, field: &str, value| record.iter().any(|line| line["kind"] == kind && line[field] == value);
    assert!(chosen("marsh", "size", json!([4, 2.5])) && chosen("bua", "bua", json!("hamlet")), "{record:?}");
    assert_eq!(record.iter().filter(|line| line["compulsory"] == json!(false)).count(), 3);
    assert_eq!(check_layout(&app, reply.body.clone()).await.json()["legal"], json!(true));
    assert_eq!(generate_layout(&app, settings.to_string()).await.body, reply.body);
}

#[tokio::test]
async fn a_table_that_cannot_be_laid_out_is_a_problem_document_that_names_the_field() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let many = json!({"home_terrain": "forest", "wishes": vec![json!({"kind": "woods"}); 65]}).to_string();
    for (body, field, detail) in [
        ("", None, "EOF"),
        ("[]", None, "invalid"),
        ("{}", None, "home_terrain"),
        (r#"{"home_terrain": "moon"}"#, Some("home_terrain"), "arable"),
        (r#"{"home_terrain": "forest", "ruleset": "chess"}"#, Some("ruleset"), "d3h2"),
        (r#"{"home_terrain": "forest", "board": 14}"#, Some("board"), "15 × 15 to 20 × 20"),
        (r#"{"home_terrain": "forest", "board": [15, 20]}"#, Some("board"), "no such board"),
        (r#"{"home_terrain": "forest", "board": "big"}"#, Some("board"), ""),
        (r#"{"home_terrain": "forest", "seed": -1}"#, Some("seed"), "-1"),
        (r#"{"home_terrain": "forest", "preference": "rain"}"#, Some("preference"), "balanced"),
        (r#"{"home_terrain": "forest", "colour": "red"}"#, Some("colour"), "unknown field"),
        (r#"{"home_terrain": "forest", "wishes": [{"kind": "lava"}]}"#, Some("wishes[0].kind"), "no such kind"),
        (
            r#"{"home_terrain": "forest", "wishes": [{"kind": "woods", "quarter": 5}]}"#,
            Some("wishes[0].quarter"),
            "1, 2",
        ),
        (r#"{"home_terrain": "forest", "wishes": [{"kind": "dunes"}]}"#, Some("wishes"), "dunes"),
        (r#"{"home_terrain": "forest", "wishes": [{"kind": "woods", "size": [9, 9]}]}"#, Some("wishes"), "size"),
        (
            r#"{"home_terrain": "littoral", "wishes": [{"kind": "woods"}, {"kind": "dunes"}]}"#,
            Some("wishes"),
            "not both",
        ),
        (r#"{"home_terrain": "forest", "optional": 9}"#, Some("wishes"), "2 to 3"),
        (r#"{"home_terrain": "forest", "method": "chart"}"#, Some("wishes"), "chart"),
        (&many, Some("wishes"), "64"),
    ] {
        let reply = generate_layout(&app, body.to_owned()).await;
        assert_problem(&reply, StatusCode::UNPROCESSABLE_ENTITY, field, detail);
    }
}
