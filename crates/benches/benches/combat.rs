//! The time a combat takes in process: `cargo bench -p musterfield-benches --bench combat`.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot continue must stop")]

use std::hint::black_box;

use musterfield_benches::Timer;
use musterfield_combat::file::{Question, answer_into, read};
use musterfield_combat::{Case, odds, resolve};
use musterfield_rules::{Book, book};
use musterfield_words::combat::message;
use serde_json::{Value, json};

/// Cases of all modes as they occur in a game: every type against every fourth one, with what surrounds them.
fn cases() -> Vec<Value> {
    let ruleset = book().unwrap().ruleset("d3h2").unwrap();
    let codes: Vec<&str> = ruleset.troops().map(|(_, troop)| &*troop.code).collect();
    let mut cases = Vec::new();
    for (at, a) in codes.iter().enumerate() {
        for b in codes.iter().skip(at % 4).step_by(4) {
            let roll = cases.len() % 6 + 1;
            cases.push(match cases.len() % 4 {
                0 => json!({"id": cases.len(), "a": {"type": a, "roll": roll}, "b": {"type": b, "roll": 3}}),
                1 => json!({"id": cases.len(), "a": {"type": a, "roll": roll, "left": "overlap", "going": "rough"},
                            "b": {"type": b, "roll": 4, "right": "flank", "rear_support": true}}),
                2 => json!({"id": cases.len(), "mode": "shooting", "a": {"type": "Sh", "roll": roll, "aids": 2},
                            "b": {"type": b, "roll": 2, "feature": "plough"}}),
                _ => json!({"id": cases.len(), "mode": "bespelling", "a": {"type": "Mg", "roll": roll},
                            "b": {"type": b, "roll": 2, "facing_river": true}}),
            });
        }
    }
    cases
}

fn ready(book: &'static Book, cases: &[Value]) -> Vec<(Case<'static>, [u8; 2])> {
    let read = |value: &Value| read(book, Question::Resolve, value).ok();
    cases.iter().filter_map(read).filter_map(|file| Some((file.case, file.rolls?))).collect()
}

fn measure(timer: &Timer) {
    let book = book().unwrap();
    let written = cases();
    let cases = ready(book, &written);
    assert!(cases.len() > 250, "{} cases are possible", cases.len());

    let mut next = cases.iter().cycle();
    timer.time("resolve a case", || {
        let (case, rolls) = next.next().unwrap();
        resolve(black_box(case), *rolls)
    });
    let mut next = cases.iter().cycle();
    timer.time("odds of a case", || odds(black_box(&next.next().unwrap().0)));

    // For comparison, the time that reading the JSON takes on its own.
    let lines: Vec<String> = written.iter().map(Value::to_string).collect();
    for (name, question) in [("resolve a line", Question::Resolve), ("odds of a line", Question::Odds)] {
        let (mut next, mut out) = (lines.iter().cycle(), String::new());
        timer.time(name, || {
            out.clear();
            answer_into(book, question, message, next.next().unwrap().as_bytes(), &mut out)
        });
    }
    let mut next = lines.iter().cycle();
    timer.time("read a line as JSON and no more", || {
        serde_json::from_str::<Value>(black_box(next.next().unwrap())).unwrap()
    });
}

fn main() {
    let timer = Timer::from_args();
    measure(&timer);
}
