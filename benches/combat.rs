//! How long a combat takes, in process: `cargo bench --bench combat`.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on stops")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use musterfield::combat::file::{Question, answer_into, read};
use musterfield::combat::{Case, odds, resolve};
use musterfield::rules::{Book, book};
use serde_json::{Value, json};

/// Cases of all modes as they come up in a game: every type against every fourth one, with what is around them.
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

fn measure(criterion: &mut Criterion) {
    let book = book().unwrap();
    let written = cases();
    let cases = ready(book, &written);
    assert!(cases.len() > 250, "{} cases are possible", cases.len());

    let mut next = cases.iter().cycle();
    criterion.bench_function("resolve a case", |b| {
        b.iter(|| {
            let (case, rolls) = next.next().unwrap();
            resolve(black_box(case), *rolls)
        });
    });
    let mut next = cases.iter().cycle();
    criterion.bench_function("odds of a case", |b| b.iter(|| odds(black_box(&next.next().unwrap().0))));

    // Beside it, what the reading of the JSON alone takes.
    let lines: Vec<String> = written.iter().map(Value::to_string).collect();
    let mut group = criterion.benchmark_group("lines");
    group.throughput(Throughput::Elements(1));
    for (name, question) in [("resolve a line", Question::Resolve), ("odds of a line", Question::Odds)] {
        let (mut next, mut out) = (lines.iter().cycle(), String::new());
        group.bench_function(name, |b| {
            b.iter(|| {
                out.clear();
                answer_into(book, question, next.next().unwrap().as_bytes(), &mut out)
            });
        });
    }
    let mut next = lines.iter().cycle();
    group.bench_function("read a line as JSON and no more", |b| {
        b.iter(|| serde_json::from_str::<Value>(black_box(next.next().unwrap())).unwrap());
    });
    group.finish();
}

criterion_group!(benches, measure);
criterion_main!(benches);
