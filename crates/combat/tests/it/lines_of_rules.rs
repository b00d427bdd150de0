//! Tables of combats, one line for each rule that shows in a result.
//!
//! A side is `type die field field=value …`. The expected result for both is `a | b`: total and outcome, then `>` and
//! the final outcome where it differs, then `+` and the distance of a pursuit; for a refusal, its code and field
//! after `!`.

use musterfield_combat::file::Question;
use serde_json::{Value, json};

use super::meeting::ask;
use super::plain_examples::{side, told};

/// The rule, a, b, the expected result.
pub(super) type Line = (&'static str, &'static str, &'static str, &'static str);

/// All rules that a result names.
fn named(result: &Value) -> Vec<&str> {
    let of_side = |side: &'static str| {
        let rules = result[side]["rules"].as_array().into_iter().flatten();
        let added = result[side]["modifiers"].as_array().into_iter().flatten().map(|modifier| &modifier["rule"]);
        rules.chain(added).filter_map(Value::as_str)
    };
    of_side("a").chain(of_side("b")).chain(result["error"]["rule"].as_str()).collect()
}

/// Checks that every line has the given result, and that the result names the rule or does not.
#[track_caller]
pub(super) fn all_show(ruleset: &str, mode: &str, lines: &[Line], is_named: bool) {
    all_show_in(ruleset, mode, None, lines, is_named);
}

/// The same in the bound of a side, where the ruleset needs it.
#[track_caller]
pub(super) fn all_show_in(ruleset: &str, mode: &str, bound: Option<&str>, lines: &[Line], is_named: bool) {
    let mut wrong = Vec::new();
    for (rule, a, b, expected) in lines {
        let mut case = json!({"id": rule, "ruleset": ruleset, "mode": mode, "a": side(a), "b": side(b)});
        if let Some(bound) = bound {
            case["bound"] = json!(bound);
        }
        let result = ask(Question::Resolve, &case);
        let found = match result.get("error") {
            Some(error) => format!("! {} {}", error["code"].as_str().unwrap(), error["field"].as_str().unwrap()),
            None => format!("{} | {}", told(&result["a"]), told(&result["b"])),
        };
        if found != *expected || named(&result).contains(rule) != is_named {
            wrong.push(format!("{rule}: {a} against {b} is {found}: {result}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
