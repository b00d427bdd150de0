//! `musterfield terrain`.

use serde_json::{Value, json};

use super::Shell;

/// A layout file from `crates/terrain/tests/data/layouts`.
fn example(name: &str) -> String {
    let path = format!("{}/crates/terrain/tests/data/layouts/{name}.layout.json", env!("CARGO_MANIFEST_DIR"));
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
        ("nan.json", "musterfield: nan.json: feature f1: this is not JSON"),
        ("text.json", "musterfield: text.json: this is not JSON from line 1, character 2 on"),
        ("none.json", "musterfield: none.json: No such file"),
    ] {
        let ended = shell.run(&["terrain", "check", "--format", "json", file]);
        assert_eq!((ended.code, ended.text(), ended.err.lines().count()), (2, "", 1), "{}", ended.err);
        assert!(ended.err.starts_with(said), "{}", ended.err);
    }
    // The others are checked anyway.
    let ended = shell.run(&["terrain", "check", "--format", "json", "none.json", "good.json"]);
    assert_eq!((ended.code, ended.text().lines().count()), (2, 1));
    let long = " ".repeat(1024 * 1024 + 1);
    assert_eq!(shell.run_with(&["terrain", "check", "-"], &long).code, 2);
}

/// The output of `terrain generate` with these arguments after the usual ones.
fn generate(shell: &Shell, more: &[&str]) -> super::Ended {
    let mut args = vec!["terrain", "generate", "--ruleset", "d3h2", "--home", "forest"];
    args.extend(more);
    shell.run(&args)
}

#[test]
fn a_seed_gives_the_same_table_every_time_and_it_is_legal() {
    let shell = Shell::new();
    let (first, again) = (generate(&shell, &["--seed", "7"]), generate(&shell, &["--seed", "7"]));
    assert_eq!((first.code, first.err.as_str()), (0, ""));
    assert_eq!(first.text(), again.text());
    let layout: Value = serde_json::from_str(first.text()).unwrap();
    assert_eq!(
        (&layout["format"], &layout["seed"], &layout["board"]),
        (&json!("musterfield-layout/1"), &json!(7), &json!([15, 15]))
    );
    assert_eq!(shell.run_with(&["terrain", "check", "-"], first.text()).code, 0);
}

#[test]
fn several_tables_are_one_document_a_line_each_with_a_seed_of_its_own() {
    let shell = Shell::new();
    let tables = generate(&shell, &["--seed", "7", "--count", "5", "--board", "20"]);
    let documents: Vec<Value> = tables.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let seeds: std::collections::BTreeSet<u64> =
        documents.iter().map(|document| document["seed"].as_u64().unwrap()).collect();
    assert_eq!((documents.len(), seeds.len()), (5, 5));
    // The seed that a table names gives that table again.
    let third = generate(&shell, &["--board", "20", "--seed", &documents[2]["seed"].to_string()]);
    assert_eq!(serde_json::from_str::<Value>(third.text()).unwrap(), documents[2]);
}

#[test]
fn without_a_seed_there_is_another_table_each_time() {
    let shell = Shell::new();
    let seed = || serde_json::from_str::<Value>(generate(&shell, &[]).text()).unwrap()["seed"].clone();
    assert_ne!(seed(), seed());
}

#[test]
fn maps_are_written_one_by_one_or_into_a_folder() {
    let shell = Shell::new();
    let map = generate(&shell, &["--seed", "7", "--format", "svg"]);
    assert!(map.code == 0 && map.text().starts_with("<svg"), "{:?}", map.err);
    assert_eq!(generate(&shell, &["--seed", "7", "--count", "2", "--format", "svg"]).code, 2);
    let folder = generate(&shell, &["--seed", "7", "--count", "2", "--format", "svg", "-o", "maps"]);
    assert_eq!((folder.code, folder.err.as_str()), (0, ""));
    for name in ["table-1.svg", "table-2.svg"] {
        assert!(std::fs::read_to_string(shell.path("maps").join(name)).unwrap().starts_with("<svg"));
    }
}

#[test]
fn what_cannot_be_laid_out_ends_with_2_and_names_the_option() {
    let shell = Shell::new();
    for (args, said) in [
        (&["--ruleset", "chess", "--home", "forest"][..], "--ruleset: there is no such ruleset"),
        (&["--ruleset", "d3h2", "--home", "moon"], "--home: there is no home terrain “moon”; use one of arable"),
        (&["--ruleset", "d3h2", "--home", "forest", "--board", "14"], "--board: the rules have no board of this size"),
        (&["--ruleset", "d3h2", "--home", "forest", "--board", "NaN"], "--board"),
        (&["--ruleset", "d3h2", "--home", "forest", "--board", "1e999"], "--board"),
        (&["--ruleset", "d3h2", "--home", "forest", "--board", "30x15"], "--board"),
        (&["--ruleset", "d3h2", "--home", "forest", "--prefer", "rain"], "--prefer: use one of any, open"),
        (&["--ruleset", "d3h2", "--home", "forest", "--chart"], "no chart"),
        (&["--ruleset", "d3h2", "--home", "forest", "--templates", "50"], "--templates: use 40 or 60"),
    ] {
        let ended = shell.run(&[&["terrain", "generate"], args].concat());
        assert_eq!((ended.code, ended.text()), (2, ""), "{args:?}");
        ended.complains(said);
    }
}

#[test]
fn tables_one_a_line_are_checked_one_by_one() {
    let shell = Shell::new();
    let tables = generate(&shell, &["--seed", "7", "--count", "3"]);
    let answers = shell.run_with(&["terrain", "check", "--format", "json", "-"], tables.text());
    assert_eq!((answers.code, answers.err.as_str()), (0, ""));
    let answers: Vec<Value> = answers.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(answers.len() == 3 && answers.iter().all(|answer| answer["legal"] == json!(true)), "{answers:?}");
}
