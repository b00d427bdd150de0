//! Impossible cases, each with the field and the rule.

use musterfield_combat::file::Question;
use serde_json::{Value, json};

use super::meeting::{AERIAL, ask, meet, named, so};

/// The error in an answer.
#[track_caller]
pub(super) fn wrong(case: Value) -> (String, String, Option<String>) {
    let mut told = Vec::new();
    for question in [Question::Resolve, Question::Odds] {
        let answer = ask(question, &case);
        let error = &answer["error"];
        assert_eq!(answer.get("id"), Some(&case.get("id").cloned().unwrap_or_default()), "{answer}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{case}: {answer}");
        let text = |key: &str| error[key].as_str().unwrap().to_owned();
        told.push((text("code"), text("field"), error.get("rule").map(|_| text("rule"))));
    }
    assert_eq!(told[0], told[1], "resolve and odds do not agree: {case}");
    told.remove(0)
}

#[track_caller]
fn not_possible(case: Value, field: &str, rule: Option<&str>) {
    assert_eq!(wrong(case.clone()), ("not-possible".into(), field.into(), rule.map(Into::into)), "{case}");
}

fn sides(a: Value, b: Value) -> Value {
    json!({"id": "x", "a": with_die(a), "b": with_die(b)})
}

fn with_die(mut side: Value) -> Value {
    side["roll"] = json!(3);
    side
}

#[test]
fn aerials_never_stand_in_woods_or_built_up_areas() {
    for aerial in AERIAL {
        for place in ["woods", "hamlet"] {
            for [a, b] in [[aerial, "Bd"], ["Bd", aerial]] {
                let key = if a == aerial { "a" } else { "b" };
                let mut case = sides(json!({"type": a}), json!({"type": b}));
                case[key]["feature"] = json!(place);
                not_possible(case, &format!("{key}.feature"), Some("D3H2-MOVE-08"));
            }
        }
        meet(&format!("{aerial} in marsh"), "Bd").counts(&[("D3H2-TACT-18", -2)]);
    }
}

#[test]
fn nobody_but_lurkers_stands_in_a_waterway() {
    for element in named("solid all") {
        if element.contains("Lk") {
            continue;
        }
        meet(&format!("{element} in waterway"), "Kn").cannot("not-possible", "a.feature", Some("D3H2-FEAT-10"));
    }
    meet("Lk in waterway", "Lk").counts(&[]);
    meet("WLk in waterway", "Lk in waterway").counts(&[]);
}

#[test]
fn some_types_assault_no_feature() {
    for held in ["Stronghold", "Camp", "Bd holding a Stronghold", "Bd holding a Camp"] {
        meet("SCh", held).cannot("not-possible", "a.type", Some("D3H2-CONT-09"));
        meet("Art", held).cannot("not-possible", "a.type", Some("D3H2-MOVE-18"));
        meet("CP", held).cannot("not-possible", "a.type", Some("D3H2-MOVE-18"));
    }
    for held in ["Camp", "Bd holding a Camp"] {
        meet("WWg", held).cannot("not-possible", "a.type", Some("D3H2-MOVE-18"));
    }
    // A siege tower against a Stronghold.
    meet("WWg", "Stronghold").counts(&[]);
    // The assaulter may also be the second side.
    meet("Bd holding a Camp", "Art").cannot("not-possible", "b.type", Some("D3H2-MOVE-18"));
    // They shoot at it like other shooters.
    meet("Art", "Stronghold").shooting().counts(&[]);
    meet("WWg", "Camp").shooting().counts(&[]);
}

#[test]
fn an_empty_feature_is_the_second_side_and_no_element() {
    not_possible(sides(json!({"type": "Stronghold"}), json!({"type": "Bd"})), "a.type", None);
    not_possible(sides(json!({"type": "Camp"}), json!({"type": "Camp"})), "a.type", None);
    for held in ["stronghold", "camp"] {
        not_possible(sides(json!({"type": "Bd"}), json!({"type": "Camp", "in": held})), "b.in", None);
    }
    let told = wrong(sides(json!({"type": "Bd"}), json!({"type": "Camp", "fast": true})));
    assert_eq!(told, ("fast-not-allowed".into(), "b.fast".into(), None));
    let told = wrong(sides(json!({"type": "Bd"}), json!({"type": "Camp", "general": true})));
    assert_eq!(told, ("general-not-allowed".into(), "b.general".into(), None));
}

#[test]
fn only_one_side_holds_a_feature() {
    let held = |kind: &str| json!({"type": "Bd", "in": kind});
    not_possible(sides(held("camp"), held("stronghold")), "b.in", None);
    not_possible(sides(held("camp"), json!({"type": "Stronghold"})), "a.in", None);
}

#[test]
fn a_feature_has_no_flanks_and_nobody_is_at_both() {
    let at_flank = || json!({"type": "Bd", "against_flank": true});
    not_possible(sides(at_flank(), json!({"type": "Camp"})), "a.against_flank", None);
    not_possible(sides(at_flank(), json!({"type": "Bd", "in": "camp"})), "a.against_flank", None);
    not_possible(sides(json!({"type": "Bd", "in": "camp"}), at_flank()), "b.against_flank", None);
    not_possible(sides(at_flank(), at_flank()), "b.against_flank", None);
    // In other modes the field is ignored.
    meet(so("Bw", "against_flank"), so("Kn", "against_flank")).shooting().counts(&[]);
}

#[test]
fn the_first_side_shoots() {
    let mut case = sides(json!({"type": "Bw", "shoots": false}), json!({"type": "Sh", "shoots": true}));
    case["mode"] = json!("shooting");
    not_possible(case, "a.shoots", None);
    let mut case = sides(json!({"type": "Kn"}), json!({"type": "Sh"}));
    case["mode"] = json!("shooting");
    assert_eq!(wrong(case), ("cannot-shoot".into(), "a.type".into(), None));
    let mut case = sides(json!({"type": "Bw"}), json!({"type": "Stronghold", "shoots": true}));
    case["mode"] = json!("shooting");
    assert_eq!(wrong(case), ("cannot-shoot".into(), "b.shoots".into(), None));
}

#[test]
fn only_an_element_supports() {
    let beside = json!({"type": "Sp", "side_support": {"type": "Camp"}});
    not_possible(sides(beside, json!({"type": "Bd"})), "a.side_support.type", None);
}

#[test]
fn types_that_are_never_fast_are_refused_as_fast() {
    for code in
        ["Art", "Cm", "Hr", "Pl", "Cl", "Mg", "4Kn", "6Kn", "6Cv", "8Bw", "8Sp", "SCh", "Gd", "Dg", "Ab", "Fl", "AHr"]
    {
        let told = wrong(sides(json!({"type": "Ax"}), json!({"type": code, "fast": true})));
        assert_eq!(told, ("fast-not-allowed".into(), "b.fast".into(), None), "{code}");
        let beside = json!({"type": "Sp", "side_support": {"type": code, "fast": true}});
        let told = wrong(sides(beside, json!({"type": "Ax"})));
        assert_eq!(told, ("fast-not-allowed".into(), "a.side_support.fast".into(), None), "{code}");
    }
    // Psiloi are Fast, whether or not the case says so.
    for fast in [true, false] {
        let case = sides(json!({"type": "Ps", "fast": fast}), json!({"type": "Bd"}));
        assert!(ask(Question::Resolve, &case).get("error").is_none());
    }
}

/// An element that starts off the table is never the general.
#[test]
fn types_that_never_lead_are_refused_as_generals() {
    for code in ["Gd", "Dg", "Lk"] {
        let told = wrong(sides(json!({"type": code, "general": true}), json!({"type": "Bd"})));
        assert_eq!(told, ("general-not-allowed".into(), "a.general".into(), Some("D3H2-LIST-08".into())));
    }
    for code in ["Hd", "Sk", "Art", "CP", "Kn"] {
        meet(&format!("general {code}"), "Bd").counts(&[("D3H2-TACT-11", 1)]);
    }
}
