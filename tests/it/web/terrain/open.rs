//! `/terrain/open`.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{MadeWork, TestApp, multipart, with_file};

const OPEN: &str = "/terrain/open";

for_each_store! {
    async fn a_file_is_shown_and_kept(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let request = visitor.get(OPEN).await.form(OPEN).value("request").to_owned();
        let query = "home=steppe&seed=6&name=Grass";
        let json = visitor.get(&format!("/terrain/new.json?{query}")).await;
        let svg = visitor.get(&format!("/terrain/new.svg?{query}")).await;
        for file in [&json.body, &svg.body] {
            let read = visitor.upload(OPEN, with_file(&[("request", &request), ("text", ""), ("do", "read")], file)).await;
            assert_eq!((read.status, read.text("#found-title")), (StatusCode::OK, "Grass".to_owned()));
            assert!(read.has("svg.map") && read.has(".seal.legal"));
            let text = read.attr("input[name=text]", "value").unwrap();
            let kept = visitor.upload(OPEN, multipart(&[("request", &request), ("text", &text), ("do", "keep")])).await;
            let made = MadeWork::of_editor(&kept.location());
            assert_eq!(visitor.get(&made.at(".json")).await.body, json.body);
        }
        // Both times it is the same layout from the same form.
        assert_eq!(visitor.get("/terrain").await.texts(".mine strong"), ["Grass"]);
    }
}

#[tokio::test]
async fn pasted_text_is_read_as_well_and_what_is_illegal_is_told() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let text = r#"{"format": "musterfield-layout/1", "ruleset": "d3h2", "home_terrain": "forest", "board": [15, 15],
        "features": [{"id": "w1", "kind": "woods", "polygon": [[1, 1], [2, 1], [2, 2]]}]}"#;
    let read = visitor.upload(OPEN, multipart(&[("request", "r"), ("text", text)])).await;
    assert_eq!(read.status, StatusCode::OK);
    assert!(read.has(".seal.illegal"));
    assert!(read.texts(".problem.error").iter().any(|problem| problem.matches("Woods w1").count() == 1), "{read:?}");
}

#[tokio::test]
async fn what_is_no_layout_is_refused_in_words_and_a_text_comes_back() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    for text in ["", "hello", "{}", "{\"format\": \"musterfield-layout/2\"}", "<svg></svg>", "%PDF-1.7", "NaN"] {
        let refused = visitor.upload(OPEN, multipart(&[("request", "r"), ("text", text)])).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        assert!(!refused.texts(".field-error").is_empty(), "{text}");
        assert_eq!(refused.text("textarea"), text);
    }
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\0";
    let refused = visitor.upload(OPEN, with_file(&[("request", "r")], picture)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let both = visitor.upload(OPEN, with_file(&[("request", "r"), ("text", "{}")], b"{}")).await;
    assert!(both.text("#errors").contains("Use only one of them"));
    // Every problem with the id of its feature.
    let text = r#"{"format": "musterfield-layout/1", "home_terrain": "moon", "board": [15, 15],
        "features": [{"id": "a1", "kind": "castle"}, {"id": "a2", "kind": "woods"}]}"#;
    let told = visitor.upload(OPEN, multipart(&[("request", "r"), ("text", text)])).await.text("#errors");
    assert!(told.contains("moon") && told.contains("a1") && told.contains("a2"), "{told}");
}

#[tokio::test]
async fn what_is_wrong_is_said_in_the_words_of_players_with_the_feature_it_is_in() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let with = |polygon: &str| {
        format!(
            r#"{{"format": "musterfield-layout/1", "home_terrain": "forest", "board": [15, 15],
                "features": [{{"id": "f7", "kind": "woods", "polygon": {polygon}}}]}}"#
        )
    };
    let many = format!("[{}]", vec!["[1.2345, 2.3456]"; 100_000].join(","));
    for (text, said) in [
        (with(&many), "Feature f7: `polygon` has 100000 points; 512 is the maximum."),
        (
            with("[[\"1\", 1], [5, 1], [5, 5]]"),
            "Feature f7: X of entry 1 of `polygon`: expected a number, found a text.",
        ),
        ("[1, 2, 3]".to_owned(), "This is JSON, but not a layout: a layout is written between { and }."),
    ] {
        let refused = visitor.upload(OPEN, with_file(&[("request", "r")], text.as_bytes())).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        let told = refused.texts("#errors li");
        assert_eq!(told.first().map(String::as_str), Some(said), "{told:?}");
    }
}

#[tokio::test]
async fn forms_that_make_no_sense_are_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    for body in [
        multipart(&[("text", "{}")]),
        multipart(&[("request", "r"), ("request", "r"), ("text", "{}")]),
        multipart(&[("request", "r"), ("text", "{}"), ("more", "x")]),
        "no parts".to_owned(),
        String::new(),
    ] {
        visitor.upload(OPEN, body).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
    visitor.post(OPEN, &[("request", "r"), ("text", "{}")]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_file_of_eight_mebibytes_is_looked_at_and_a_longer_one_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let longest = vec![b' '; 8 << 20];
    let read = visitor.upload(OPEN, with_file(&[("request", "r")], &longest)).await;
    assert_eq!(read.status, StatusCode::UNPROCESSABLE_ENTITY);
    let longer = vec![b' '; (8 << 20) + 100_000];
    let refused = visitor.upload(OPEN, with_file(&[("request", "r")], &longer)).await;
    refused.assert_refused(StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(refused.text("h1"), "This file is too large");
}
