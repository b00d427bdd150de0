//! Lines in and lines out: the form of an answer, and the answer to a line that is not a case.

use musterfield_combat::file::{LONGEST_LINE, Question, answer, too_long};
use musterfield_rules::book;
use musterfield_words::combat::message;
use serde_json::{Value, json};

fn answered(line: &[u8]) -> (Value, bool) {
    let (text, is_json) = answer(book().unwrap(), Question::Resolve, message, line);
    assert!(!text.contains('\n'), "an answer is one line: {text}");
    (serde_json::from_str(&text).unwrap(), is_json)
}

/// Knights against Blades, as in the documents.
#[test]
fn an_answer_has_factor_total_outcome_pursuit_rules_and_modifiers() {
    let line = br#"{"id":"c1","a":{"type":"Kn","roll":4},"b":{"type":"Bd","roll":1}}"#;
    let (answer, is_json) = answered(line);
    assert!(is_json);
    assert_eq!(
        answer,
        json!({
            "id": "c1",
            "a": {"factor": 3, "total": 7, "outcome": "none", "final": "none", "pursues": 1,
                "rules": ["D3H2-CF-19", "D3H2-PURS-04"], "modifiers": []},
            "b": {"factor": 3, "total": 4, "outcome": "destroyed", "final": "destroyed", "pursues": 0,
                "rules": ["D3H2-CF-08", "D3H2-OUT-36"], "modifiers": []},
        })
    );
}

#[test]
fn an_id_comes_back_as_it_was_given() {
    for id in [json!("c1"), json!(7), json!(1.5), json!(null), json!(["a", 1]), json!({"b": true})] {
        let line = json!({"id": id, "a": {"type": "Kn", "roll": 4}, "b": {"type": "Bd", "roll": 1}});
        assert_eq!(answered(line.to_string().as_bytes()).0["id"], id);
        let line = json!({"id": id, "a": 1});
        let (answer, is_json) = answered(line.to_string().as_bytes());
        assert_eq!(answer["id"], id);
        assert!(is_json && answer.get("error").is_some());
    }
    let (answer, _) = answered(br#"{"a":{"type":"Kn","roll":4},"b":{"type":"Bd","roll":1}}"#);
    assert_eq!(answer["id"], Value::Null);
}

#[test]
fn a_line_that_is_no_object_is_bad_json() {
    for line in ["", "{", "Kn on Bd", "{\"a\": }", "{} {}", "nul", "\u{0}", "[1,2", "'a'", "{\"a\":1,}", "NaN"] {
        let (answer, is_json) = answered(line.as_bytes());
        assert!(!is_json, "{line}");
        assert_eq!((&answer["error"]["code"], &answer["error"]["field"]), (&json!("bad-json"), &json!("")), "{line}");
        assert_eq!(answer["id"], Value::Null);
    }
    for line in ["[]", "1", "\"Kn\"", "null", "true"] {
        let (answer, is_json) = answered(line.as_bytes());
        assert!(!is_json && answer["error"]["code"] == "bad-json", "{line}: {answer}");
    }
    let (answer, is_json) = answered(b"\xff\xfe{}");
    assert!(!is_json && answer["error"]["code"] == "bad-json");
    // Nested so deeply that parsing it would take too much memory.
    let deep = "[".repeat(100_000);
    assert!(!answered(deep.as_bytes()).1);
}

#[test]
fn a_line_that_is_too_long_is_bad_json() {
    let mut out = String::new();
    assert!(!too_long(message, &mut out));
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!("bad-json"), &Value::Null));
    assert!(answer["error"]["message"].as_str().unwrap().contains(&LONGEST_LINE.to_string()));
}

/// Both rulesets, and the main one where none is named.
#[test]
fn a_case_names_its_ruleset() {
    for (ruleset, rule) in
        [(None, "D3H2-CF-19"), (Some("d3h2"), "D3H2-CF-19"), (Some("d3h2-traditional"), "D3H2-TRAD-16")]
    {
        let mut case = json!({"a": {"type": "Kn", "roll": 4}, "b": {"type": "Bd", "roll": 1}});
        if let Some(ruleset) = ruleset {
            case["ruleset"] = json!(ruleset);
        }
        let (answer, _) = answered(case.to_string().as_bytes());
        assert!(answer["a"]["rules"].as_array().unwrap().contains(&json!(rule)), "{answer}");
    }
}

/// A type may be written in any spelling that players use.
#[test]
fn types_are_read_in_every_spelling() {
    for (written, code) in
        [("Knights", "Kn"), ("knight", "Kn"), ("Elephants", "Bh"), ("stronghold", "Stronghold"), ("mtd-bd", "Mtd-Bd")]
    {
        let of = |name: &str| {
            let case = json!({"a": {"type": "Ax", "roll": 4}, "b": {"type": name, "roll": 1}});
            answered(case.to_string().as_bytes()).0
        };
        assert_eq!(of(written), of(code), "{written}");
        assert!(of(code).get("error").is_none(), "{code}");
    }
}
