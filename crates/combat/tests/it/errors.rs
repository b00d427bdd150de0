//! Cases with mistakes: each mistake with its code and its field.

use musterfield_combat::file::Question;
use serde_json::{Value, json};

use super::impossible::wrong;
use super::meeting::ask;

fn case() -> Value {
    json!({"id": "x", "a": {"type": "Sp", "roll": 3}, "b": {"type": "Bd", "roll": 3}})
}

#[track_caller]
fn is_refused(case: Value, code: &str, field: &str) {
    assert_eq!(wrong(case.clone()), (code.into(), field.into(), None), "{case}");
}

#[test]
fn a_case_is_an_object() {
    for value in [json!([]), json!("Kn"), json!(3), json!(null), json!(true), json!([case()])] {
        is_refused(value, "bad-json", "");
    }
}

#[test]
fn every_field_of_a_side_is_looked_at() {
    let flags = [
        "fast",
        "general",
        "rear",
        "uphill",
        "bank",
        "two_edges",
        "facing_river",
        "protected",
        "near_own_stronghold",
        "shoots",
        "rear_shot",
        "against_flank",
        "charged",
        "water",
        "sacking",
        "demoralised",
        "cinc",
    ];
    let no_flag = [json!(null), json!(1), json!(0), json!("true"), json!([]), json!({})];
    let words = [
        ("going", &[json!("water"), json!("muddy"), json!("Good"), json!(""), json!(1), json!(true), json!([])][..]),
        ("feature", &[json!("lava"), json!("Woods"), json!("bua"), json!(""), json!(1), json!(false), json!({})]),
        ("in", &[json!("city"), json!("Camp"), json!(""), json!(1), json!(true)]),
        ("left", &[json!("rear"), json!("both"), json!(""), json!(1), json!(true)]),
        ("right", &[json!("rear"), json!("Flank"), json!(0), json!([])]),
        ("front_result", &[json!("fled"), json!("Recoil"), json!(""), json!(1), json!(true)]),
        ("rear_support", &[json!("Sp"), json!(["Sp"]), json!(1), json!("true")]),
        ("side_support", &[json!("Bd"), json!(["Bd"]), json!(1), json!(true)]),
        ("type", &[json!(null), json!(1), json!(["Kn"]), json!({"type": "Kn"}), json!(true)]),
    ];
    let numbers = [json!(3), json!(-1), json!(1.5), json!(256), json!(1e30), json!("1"), json!(null), json!(true)];
    let dice = [json!(0), json!(7), json!(-3), json!(3.5), json!(1e300), json!("6"), json!(null), json!(true)];
    for key in ["a", "b"] {
        let refuse = |field: &str, value: &Value| {
            let mut case = case();
            case[key][field] = value.clone();
            is_refused(case, "bad-value", &format!("{key}.{field}"));
        };
        for field in flags {
            no_flag.iter().for_each(|value| refuse(field, value));
        }
        for (field, values) in &words {
            values.iter().for_each(|value| refuse(field, value));
        }
        for field in ["assaulters", "aids"] {
            numbers.iter().for_each(|value| refuse(field, value));
        }
        dice.iter().for_each(|value| refuse("roll", value));
    }
}

/// Null means the same as leaving a field out, where a field may be null.
#[test]
fn null_is_nothing() {
    let plain = ask(Question::Resolve, &case());
    let mut nulls = case();
    for field in ["feature", "in", "rear_support", "side_support", "left", "right", "front_result"] {
        nulls["a"][field] = Value::Null;
    }
    assert_eq!(ask(Question::Resolve, &nulls), plain);
    // So does writing out every default.
    let written = json!({
        "id": "x", "ruleset": "d3h2", "mode": "close",
        "a": {"type": "Sp", "roll": 3, "fast": false, "general": false, "going": "good", "feature": null, "in": null,
            "rear_support": false, "side_support": null, "left": null, "right": null, "rear": false, "uphill": false,
            "bank": false, "assaulters": 0, "two_edges": false, "facing_river": false, "protected": false,
            "near_own_stronghold": false, "aids": 0, "shoots": true, "rear_shot": false, "against_flank": false,
            "front_result": null},
        "b": {"type": "Bd", "roll": 3, "shoots": false},
        "options": {"knights_equal": "literal"},
    });
    assert_eq!(ask(Question::Resolve, &written), plain);
}

#[test]
fn fields_of_the_case_are_looked_at() {
    for (field, value, code) in [
        ("ruleset", json!(1), "bad-value"),
        ("ruleset", json!(null), "bad-value"),
        ("ruleset", json!("chess"), "unknown-ruleset"),
        ("ruleset", json!(""), "unknown-ruleset"),
        ("ruleset", json!("dba"), "unknown-ruleset"),
        ("mode", json!("melee"), "unknown-mode"),
        ("mode", json!("Close"), "unknown-mode"),
        ("mode", json!(1), "unknown-mode"),
        ("mode", json!(null), "unknown-mode"),
        ("a", json!("Kn"), "bad-value"),
        ("a", json!(null), "bad-value"),
        ("b", json!(["Kn"]), "bad-value"),
        ("options", json!("literal"), "bad-value"),
        ("options", json!(null), "bad-value"),
        ("options", json!([]), "bad-value"),
    ] {
        let mut wrong = case();
        wrong[field] = value;
        is_refused(wrong, code, field);
    }
    for reading in [json!("foot"), json!(1), json!(true), json!([])] {
        let mut wrong = case();
        wrong["options"] = json!({"knights_equal": reading});
        is_refused(wrong, "bad-value", "options.knights_equal");
    }
}

#[test]
fn fields_that_there_are_not_are_refused() {
    let mut wrong = case();
    wrong["colour"] = json!("red");
    is_refused(wrong, "unknown-field", "colour");
    for key in ["a", "b"] {
        for field in ["colour", "Fast", "rolls", "id", ""] {
            let mut wrong = case();
            wrong[key][field] = json!(1);
            is_refused(wrong, "unknown-field", &format!("{key}.{field}"));
        }
        let mut wrong = case();
        wrong[key]["side_support"] = json!({"type": "Bd", "general": true});
        is_refused(wrong, "unknown-field", &format!("{key}.side_support.general"));
    }
    let mut wrong = case();
    wrong["options"] = json!({"knights_equal": "literal", "kings_equal": "literal"});
    is_refused(wrong, "unknown-field", "options.kings_equal");
}

#[test]
fn what_cannot_be_left_out_is_missed() {
    is_refused(json!({}), "missing-field", "a");
    is_refused(json!({"a": {"type": "Kn", "roll": 3}}), "missing-field", "b");
    is_refused(json!({"b": {"type": "Kn", "roll": 3}}), "missing-field", "a");
    for key in ["a", "b"] {
        let mut wrong = case();
        wrong[key] = json!({"roll": 3});
        is_refused(wrong, "missing-field", &format!("{key}.type"));
        let mut wrong = case();
        wrong[key]["side_support"] = json!({"fast": false});
        is_refused(wrong, "missing-field", &format!("{key}.side_support.type"));
        let mut wrong = case();
        wrong[key]["rear_support"] = json!({});
        is_refused(wrong, "missing-field", &format!("{key}.rear_support.type"));
    }
}

/// `odds` uses all dice, and `resolve` those of a case.
#[test]
fn a_die_is_missed_by_resolve_alone() {
    for key in ["a", "b"] {
        let mut case = case();
        case[key].as_object_mut().unwrap().remove("roll");
        let error = ask(Question::Resolve, &case)["error"].clone();
        assert_eq!((&error["code"], &error["field"]), (&json!("missing-field"), &json!(format!("{key}.roll"))));
        assert!(ask(Question::Odds, &case).get("error").is_none());
        // A side that is only at a flank does not roll.
        case[key]["against_flank"] = json!(true);
        assert!(ask(Question::Resolve, &case).get("error").is_none(), "{case}");
    }
}

#[test]
fn types_that_nobody_knows_are_refused() {
    for code in ["Elf", "", "Kn or Bd", "💥", "Mtd-", "Mtd-Elf"] {
        for key in ["a", "b"] {
            let mut wrong = case();
            wrong[key]["type"] = json!(code);
            is_refused(wrong, "unknown-type", &format!("{key}.type"));
        }
        let mut wrong = case();
        wrong["a"]["side_support"] = json!({"type": code});
        is_refused(wrong, "unknown-type", "a.side_support.type");
    }
    let mut long = case();
    long["a"]["type"] = json!("x".repeat(10_000));
    let answer = ask(Question::Resolve, &long);
    assert!(answer.to_string().len() < 300, "a type that is very long is not told in full");
}

#[test]
fn types_that_a_ruleset_leaves_out_are_refused() {
    let mut wrong = case();
    wrong["ruleset"] = json!("d3h2-traditional");
    for code in ["Ax", "Pk", "SCh"] {
        wrong["b"]["type"] = json!(code);
        is_refused(wrong.clone(), "not-in-ruleset", "b.type");
    }
    // Types that do not march cannot be mounted infantry either.
    let mut wrong = case();
    for code in ["Mtd-Kn", "Mtd-Art", "Mtd-Gd"] {
        wrong["b"]["type"] = json!(code);
        let (told, field, _) = super::impossible::wrong(wrong.clone());
        assert!(["not-in-ruleset", "unknown-type"].contains(&told.as_str()) && field == "b.type", "{told} {field}");
    }
}

/// Kinds of features that only other rulesets have.
#[test]
fn features_that_nobody_can_stand_in_are_refused() {
    for place in ["city", "fort", "stronghold", "rough"] {
        let mut wrong = case();
        wrong["a"]["feature"] = json!(place);
        is_refused(wrong, "bad-value", "a.feature");
    }
}

/// Fields that do not matter in the mode are read and then ignored.
#[test]
fn what_does_not_matter_in_the_mode_is_ignored() {
    let plain = ask(Question::Resolve, &case());
    let mut busy = case();
    for (field, value) in [
        ("facing_river", json!(true)),
        ("protected", json!(true)),
        ("near_own_stronghold", json!(true)),
        ("aids", json!(2)),
        ("shoots", json!(true)),
        ("rear_shot", json!(true)),
        ("assaulters", json!(2)),
        ("front_result", json!("flee")),
    ] {
        busy["a"][field] = value.clone();
        busy["b"][field] = value;
    }
    assert_eq!(ask(Question::Resolve, &busy), plain);
}

/// Fields that only count in another ruleset are ignored; properties that only some elements can have are refused
/// everywhere.
#[test]
fn fields_of_another_ruleset_are_ignored_or_refused() {
    for (ruleset, types) in
        [("d3h2", ["Sp", "Bd"]), ("dba3", ["4Sp", "4Bd"]), ("dba22", ["Sp", "Bd"]), ("hott25", ["Sp", "Bd"])]
    {
        let [a, b] = types.map(|code| json!({"type": code, "roll": 3}));
        let plain = json!({"id": "x", "ruleset": ruleset, "a": a, "b": b});
        let answer = ask(Question::Resolve, &plain);
        assert!(answer.get("error").is_none(), "{answer}");
        let with = |field: &str, value: Value| {
            let mut case = plain.clone();
            case["a"][field] = value;
            case
        };
        let ignored = ["charged", "facing_river", "protected", "near_own_stronghold", "two_edges", "rear_shot"];
        for field in ignored {
            assert_eq!(ask(Question::Resolve, &with(field, json!(true))), answer, "{ruleset} {field}");
        }
        for field in ["assaulters", "aids"] {
            assert_eq!(ask(Question::Resolve, &with(field, json!(2))), answer, "{ruleset} {field}");
            is_refused(with(field, json!(3)), "bad-value", &format!("a.{field}"));
        }
        for field in ["water", "sacking", "cinc"] {
            is_refused(with(field, json!(true)), "not-possible", &format!("a.{field}"));
        }
        // The edge of the battlefield, a flank beside one’s own and a demoralised command only matter in DBA 3.0.
        for (field, value) in [("left", json!("edge")), ("left", json!("beside")), ("demoralised", json!(true))] {
            assert_eq!(ask(Question::Resolve, &with(field, value)) == answer, ruleset != "dba3", "{ruleset} {field}");
        }
    }
}

/// No element can hold anything in HOTT 2.5, whatever its name; elsewhere there are only the features of the ruleset.
#[test]
fn what_is_held_is_a_feature_of_the_ruleset() {
    for (ruleset, held, code) in [
        ("hott25", "stronghold", "not-possible"),
        ("hott25", "camp", "not-possible"),
        ("hott25", "house", "bad-value"),
        ("dba22", "city", "bad-value"),
        ("dba22", "stronghold", "bad-value"),
    ] {
        let mut case = case();
        case["ruleset"] = json!(ruleset);
        case["a"]["in"] = json!(held);
        is_refused(case, code, "a.in");
    }
}

/// Fields that only some rulesets have are unknown to the others, and read where they are known.
#[test]
fn fields_of_some_rulesets_are_unknown_elsewhere() {
    for field in ["ashore", "other_factors"] {
        let mut case = case();
        case["a"][field] = json!(false);
        is_refused(case, "unknown-field", &format!("a.{field}"));
    }
    let mut other = case();
    other["bound"] = json!("a");
    is_refused(other, "unknown-field", "bound");
    for (field, value) in [
        ("ashore", json!(1)),
        ("other_factors", json!(10)),
        ("other_factors", json!(-10)),
        ("other_factors", json!(0.5)),
        ("other_factors", json!("1")),
        ("in", json!("camp")),
    ] {
        let mut case = case();
        case["ruleset"] = json!("dbmf");
        case["b"][field] = value;
        is_refused(case, "bad-value", &format!("b.{field}"));
    }
    let mut case = case();
    case["ruleset"] = json!("dbmf");
    case["bound"] = json!("c");
    is_refused(case.clone(), "bad-value", "bound");
    case["bound"] = json!(null);
    case["b"]["moon"] = json!(1);
    is_refused(case, "unknown-field", "b.moon");
}
