//! `musterfield terrain`.

use serde_json::{Value, json};

use super::Shell;

/// A layout file from `tests/data/layouts`.
fn example(name: &str) -> String {
    let path = format!("{}/tests/data/layouts/{name}.layout.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn a_legal_table_ends_with_0_and_an_illegal_one_with_1_and_every_reason() {
    let shell = Shell::new();
    shell.file("good.layout.json", &example("legal--recorded")).file("bad.layout.json", &example("gap--0.6"));
    let good = shell.run(&["terrain", "check", "good.layout.json"]);
    assert_eq!((good.code, good.err.as_str()), (0, ""));
    assert_eq!(good.text(), "good.layout.json: legal: Forest table, d3h2\n");
    let bad = shell.run(&["terrain", "check", "good.layout.json", "bad.layout.json"]);
    assert_eq!((bad.code, bad.err.as_str()), (1, ""));
    for said in ["bad.layout.json: NOT LEGAL", "error: gap (D3H2-FEAT-05): f4: Woods f4 is 0.6 BW from Marsh f3"] {
        assert!(bad.text().contains(said), "{said}: {}", bad.text());
    }
}

#[test]
fn json_is_one_document_a_line_in_the_order_of_the_files() {
    let shell = Shell::new();
    shell.file("a.json", &example("legal--recorded")).file("b.json", &example("gap--0.6"));
    let both = shell.run(&["terrain", "check", "--format", "json", "b.json", "a.json"]);
    assert_eq!(both.code, 1);
    let documents: Vec<Value> = both.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(documents.len(), 2);
    assert_eq!(documents[1], json!({"file": "a.json", "legal": true, "problems": []}));
    let message = "Woods f4 is 0.6 BW from Marsh f3; area features keep 1 BW apart. Move it 0.4 BW away.";
    let problem =
        json!({"code": "gap", "severity": "error", "rule": "D3H2-FEAT-05", "feature": "f4", "message": message});
    assert_eq!(documents[0], json!({"file": "b.json", "legal": false, "problems": [problem]}));
}

#[test]
fn a_table_with_notes_alone_is_legal() {
    let shell = Shell::new();
    shell.file("a.json", &example("record--note-no-reason"));
    let noted = shell.run(&["terrain", "check", "--format", "json", "a.json"]);
    assert_eq!(noted.code, 0);
    let document: Value = serde_json::from_str(noted.text()).unwrap();
    assert_eq!((&document["legal"], &document["problems"][0]["severity"]), (&json!(true), &json!("note")));
}

#[test]
fn a_layout_may_come_by_stdin() {
    let shell = Shell::new();
    let ended = shell.run_with(&["terrain", "check", "--format", "json", "-"], &example("legal--river"));
    assert_eq!(ended.code, 0);
    assert_eq!(serde_json::from_str::<Value>(ended.text()).unwrap()["file"], "-");
}

#[test]
fn json_that_is_no_layout_is_illegal_and_says_why() {
    let shell = Shell::new();
    shell.file("a.json", &example("format--two-points")).file("b.json", &example("format--another-version"));
    let ended = shell.run(&["terrain", "check", "--format", "json", "a.json", "b.json"]);
    assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    let documents: Vec<Value> = ended.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&documents[0]["legal"], &documents[0]["problems"][0]["code"]), (&json!(false), &json!("format")));
    assert_eq!(
        (&documents[0]["problems"][0]["feature"], &documents[0]["problems"][0]["rule"]),
        (&json!("f1"), &Value::Null)
    );
    assert_eq!(documents[1]["problems"][0]["feature"], Value::Null);
}

#[test]
fn what_cannot_be_read_ends_with_2_and_one_line_that_says_where() {
    let shell = Shell::new();
    shell.file("nan.json", &example("format--not-a-number")).file("good.json", &example("legal--recorded"));
    shell.file("text.json", "no layout at all");
    for (file, said) in [
        ("nan.json", "musterfield: nan.json: feature f1: this is no JSON"),
        ("text.json", "musterfield: text.json: this is no JSON: expected ident at line 1 column 2"),
        ("none.json", "musterfield: none.json: No such file"),
    ] {
        let ended = shell.run(&["terrain", "check", "--format", "json", file]);
        assert_eq!((ended.code, ended.text(), ended.err.lines().count()), (2, "", 1), "{}", ended.err);
        assert!(ended.err.starts_with(said), "{}", ended.err);
    }
    // The others are checked all the same.
    let ended = shell.run(&["terrain", "check", "--format", "json", "none.json", "good.json"]);
    assert_eq!((ended.code, ended.text().lines().count()), (2, 1));
    let long = " ".repeat(1024 * 1024 + 1);
    assert_eq!(shell.run_with(&["terrain", "check", "-"], &long).code, 2);
}
