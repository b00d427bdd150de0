//! `musterfield replay`.

use serde_json::{Value, json};

use super::Shell;

/// A record from `crates/battle/tests/data/battles`.
fn example(name: &str) -> String {
    let path = format!("{}/crates/battle/tests/data/battles/{name}.battle", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn a_record_that_is_played_the_same_ends_with_0() {
    let shell = Shell::new();
    shell.file("a.battle", &example("complete"));
    let ended = shell.run(&["replay", "a.battle"]);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert_eq!(ended.text(), "a.battle: the same: 43 orders, 6 bounds, a lost 2 AP, b lost 5.5 AP; a has won\n");
    let piped = shell.run_with(&["replay", "-"], &example("by-hand"));
    assert_eq!((piped.code, piped.text()), (0, ended.text().replace("a.battle", "-").as_str()));
    // Losses count in the unit of the rules.
    let city = shell.run_with(&["replay", "-"], &example("dba3-city"));
    assert!(city.code == 0 && city.text().contains(" element") && !city.text().contains(" AP"), "{}", city.text());
    let open = example("complete").replace("result a 2 5.5\n", "");
    let ended = shell.run_with(&["replay", "-"], &open);
    assert!(ended.code == 0 && ended.text().contains("note: the record has no last line"), "{}", ended.text());
    let old = example("by-hand").replace("ruleset d3h2\n", "ruleset d3h2 0.9\nallow version\n");
    let ended = shell.run_with(&["replay", "-"], &old);
    assert!(ended.code == 0 && ended.text().ends_with("; the record was made with 0.9\n"), "{}", ended.text());
}

#[test]
fn a_record_that_differs_ends_with_1_and_the_first_place() {
    let changed = example("by-hand").replace("a3 destroyed", "a2 destroyed");
    let shell = Shell::new();
    let ended = shell.run_with(&["replay", "-"], &changed);
    assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    assert!(ended.text().starts_with("-: DIFFERS: line 45, column 22: the record has “7 to 5, a2"), "{}", ended.text());
    assert_eq!(ended.text().lines().count(), 1);
    let record = shell.run_with(&["replay", "--format", "record", "-"], &changed);
    assert_eq!((record.code, record.text(), record.err.lines().count()), (1, "", 1), "{}", record.err);
}

#[test]
fn a_picture_shows_the_table_after_a_step() {
    let shell = Shell::new();
    shell.file("a.battle", &example("complete"));
    let picture = |step: &str| shell.run(&["replay", "a.battle", "--format", "svg", "--step", step]);
    let (none, last) = (picture("0"), picture("43"));
    assert!(none.code == 0 && none.text().starts_with("<svg") && !none.text().contains("class=\"element"));
    assert!(last.text().contains("class=\"element side-a") && last.text().contains("class=\"element side-b"));
    assert_eq!(shell.run(&["replay", "a.battle", "--format", "svg"]).text(), last.text());
    picture("44").complains("--step: the record has 43 orders");
    shell
        .run(&["replay", "a.battle", "--step", "3"])
        .complains("--step: it chooses a picture, so it needs --format svg");
}

#[test]
fn what_cannot_be_read_ends_with_2_and_one_line_that_says_where() {
    let shell = Shell::new();
    let complete = example("complete");
    let cut = complete.find("fight b1 a3").unwrap() + 3;
    shell.file("cut.battle", &complete[..cut]).file("army.json", super::LEGAL);
    shell.run(&["replay", "none.battle"]).complains("none.battle: No such file");
    shell.run(&["replay", "army.json"]).complains("army.json: line 1, column 1: this is no record of a battle");
    shell.run(&["replay", "cut.battle"]).complains("cut.battle: line 43, column 1: expected an order");
    let nan = example("by-hand").replace("camp 8,14", "camp NaN,14");
    shell
        .run_with(&["replay", "-"], &nan)
        .complains("-: line 12, column 6: expected a number from -1000 to 1000 in BW");
    let long = " ".repeat(8 * 1024 * 1024 + 1);
    shell.run_with(&["replay", "-"], &long).complains("-: longer than 8388608 bytes");
}

#[test]
fn json_is_one_document_for_the_start_and_one_after_each_order() {
    let ended = Shell::new().run_with(&["replay", "--format", "json", "-"], &example("by-hand"));
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let documents: Vec<Value> = ended.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(documents.len(), 44);
    assert_eq!(
        (&documents[0]["step"], &documents[0]["order"], &documents[0]["phase"]),
        (&json!(0), &Value::Null, &json!("edges"))
    );
    let fight = documents.iter().find(|document| document["order"] == "fight b1 a3").unwrap();
    assert_eq!(fight["dice"], json!([4, 2]));
    assert_eq!(
        (&fight["line"], &fight["bound"], &fight["player"], &fight["pips"]),
        (&json!(45), &json!(4), &json!("b"), &json!(2))
    );
    assert_eq!((&fight["a"]["lost"], &fight["b"]["lost"]), (&json!(2), &json!(0)));
    let element = |id: &str| fight["elements"].as_array().unwrap().iter().find(|element| element["id"] == id).unwrap();
    let knights = json!({"id": "b1", "side": "b", "type": "Kn", "fast": false, "general": true, "ally": false,
        "state": "table", "at": [9.0, 5.5], "middle": [8.5, 5.875], "facing": 180.0, "depth": 0.75, "fought": true,
        "shot": false, "may": []});
    for (key, value) in knights.as_object().unwrap() {
        assert_eq!(&element("b1")[key], value, "{key}");
    }
    let is_open = |document: &&Value| document["phase"] == "summoning" && document["pips"] != json!(0);
    let waits = documents.iter().find(is_open).unwrap();
    let may = |document: &Value, side: &str| {
        let elements = document["elements"].as_array().unwrap().clone();
        elements.into_iter().any(|element| element["side"] == side && !element["may"].as_array().unwrap().is_empty())
    };
    let decides = waits["decides"].as_str().unwrap();
    let other = if decides == "a" { "b" } else { "a" };
    assert!(may(waits, decides) && !may(waits, other), "only the side that decides may do something");
    assert_eq!((&element("a3")["state"], &element("a3")["at"]), (&json!("destroyed"), &Value::Null));
    let last = documents.last().unwrap();
    assert_eq!((&last["phase"], &last["winner"], last.get("differs")), (&json!("over"), &json!("a"), None));
}

#[test]
fn the_last_document_says_how_a_record_differs() {
    let changed = example("by-hand").replace("fight a2 b2 : 6 1", "fight a2 b4 : 6 1");
    let ended = Shell::new().run_with(&["replay", "--format", "json", "-"], &changed);
    assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    let last: Value = serde_json::from_str(ended.text().lines().last().unwrap()).unwrap();
    assert_eq!((&last["differs"]["line"], &last["differs"]["column"]), (&json!(51), &json!(1)));
    assert!(last["differs"]["message"].as_str().unwrap().starts_with("the order is refused: "), "{last}");
}

#[test]
fn a_record_is_written_with_everything_that_may_be_left_out() {
    let ended = Shell::new().run_with(&["replay", "--format", "record", "-"], &example("by-hand"));
    assert_eq!((ended.code, ended.text()), (0, example("complete").as_str()));
}
