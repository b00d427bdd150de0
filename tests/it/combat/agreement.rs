//! The engine and the plain evaluation give the same answers.

use musterfield::combat::file::{Question, answer_value};
use musterfield::rules::book;
use serde_json::Value;

use super::{cases, plainly};

/// What the engine says, without the words of errors, which are not for programs.
fn engine(case: &Value) -> Value {
    let mut out = String::new();
    answer_value(book().unwrap(), Question::Resolve, case, &mut out);
    let mut answer: Value = serde_json::from_str(&out).unwrap();
    if let Some(error) = answer.get_mut("error").and_then(Value::as_object_mut) {
        error.remove("message");
        error.remove("rule");
    }
    answer
}

#[track_caller]
fn agree(case: &Value) {
    let (fast, plain) = (engine(case), plainly::resolve(case));
    assert!(fast == plain, "{case}\nengine {fast}\nplain  {plain}");
}

/// The stream of a small generator, the same everywhere.
fn stream(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u32::try_from((state >> 33) % u64::from(below.max(1))).unwrap()
    }
}

#[test]
fn tmp_disagreements() {
    let mut next = stream(1);
    let mut kinds: std::collections::BTreeMap<String, (u32, String)> = Default::default();
    for _ in 0..60_000 {
        let case = cases::random_case(&mut next);
        let (fast, plain) = (engine(&case), plainly::resolve(&case));
        if fast != plain {
            let mut key = String::new();
            if fast.get("error") != plain.get("error") {
                key = format!(
                    "error {} / {}",
                    fast.get("error").unwrap_or(&Value::Null),
                    plain.get("error").unwrap_or(&Value::Null)
                );
            } else {
                for side in ["a", "b"] {
                    for field in ["factor", "total", "outcome", "final", "pursues", "rules", "modifiers"] {
                        if fast[side][field] != plain[side][field] {
                            key += &format!(
                                "{} {field} {} / {}; ",
                                case["ruleset"], fast[side][field], plain[side][field]
                            );
                        }
                    }
                }
            }
            let entry = kinds.entry(key).or_insert((0, format!("{case}\n   E {fast}\n   P {plain}")));
            entry.0 += 1;
        }
    }
    for (key, (count, example)) in &kinds {
        println!("{count} {key}\n   {example}");
    }
    println!("KINDS {}", kinds.len());
}
