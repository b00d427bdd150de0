//! The engine and the plain evaluation give the same answers.
//!
//! The plain evaluation was written from the inventory of rules as if-else, without knowledge of the tables or of the
//! engine. Where both refuse a case they may name different faults.

use musterfield_combat::file::{Question, answer_value};
use musterfield_rules::book;
use musterfield_words::combat::message;
use serde_json::Value;

use super::{cases, plainly};

fn engine(question: Question, case: &Value) -> Value {
    let mut out = String::new();
    answer_value(book().unwrap(), question, message, case, &mut out);
    serde_json::from_str(&out).unwrap()
}

/// Whether both agree on a possible case; none if both say that it is not possible.
#[track_caller]
fn agree(case: &Value) -> bool {
    let (fast, plain) = (engine(Question::Resolve, case), plainly::resolve(case));
    let (refused, plainly_refused) = (fast.get("error").is_some(), plain.get("error").is_some());
    assert!(refused == plainly_refused && (refused || fast == plain), "{case}\nengine {fast}\nplain  {plain}");
    !refused
}

/// Full cases; a run of four times as many from both streams is a million.
#[track_caller]
fn agree_on_random_cases(seed: u64) {
    let (mut next, all) = (cases::stream(seed), cases::many(125_000));
    let possible = (0..all).filter(|_| agree(&cases::random_case(&mut next))).count();
    assert!(possible > usize::try_from(all / 5 * 3).unwrap(), "only {possible} of {all} cases were possible");
}

#[test]
fn they_agree_on_random_cases_of_one_stream() {
    agree_on_random_cases(1);
}

#[test]
fn they_agree_on_random_cases_of_another_stream() {
    agree_on_random_cases(2);
}

/// Every pair of types, Fast or not, in every mode, with all dice, in good and in bad going.
#[track_caller]
fn agree_on_every_pair(ruleset: &str) {
    let mut possible = 0;
    for case in cases::every_pair().filter(|case| case["ruleset"] == ruleset) {
        possible += usize::from(agree(&case));
    }
    assert!(possible > 100_000, "only {possible} pairs were possible");
}

#[test]
fn they_agree_on_every_pair_of_d3h2() {
    agree_on_every_pair("d3h2");
}

#[test]
fn they_agree_on_every_pair_of_the_traditional_tables() {
    agree_on_every_pair("d3h2-traditional");
}

/// The odds equal the count of the thirty-six throws one by one.
#[test]
fn odds_are_all_throws_counted() {
    let mut next = cases::stream(9);
    let mut counted = 0;
    while counted < 300 {
        let mut case = cases::random_case(&mut next);
        let odds = engine(Question::Odds, &case);
        if odds.get("error").is_some() {
            continue;
        }
        counted += 1;
        let mut ways = std::collections::BTreeMap::new();
        for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
            case["a"]["roll"] = a.into();
            case["b"]["roll"] = b.into();
            let verdict = engine(Question::Resolve, &case);
            let last = |side: &str| verdict[side]["final"].as_str().unwrap().to_owned();
            *ways.entry((last("a"), last("b"))).or_insert(0) += 1;
        }
        let listed = odds["outcomes"].as_array().unwrap();
        let word = |entry: &Value, side: &str| entry[side].as_str().unwrap().to_owned();
        let told = listed.iter().map(|entry| ((word(entry, "a"), word(entry, "b")), entry["ways"].as_i64().unwrap()));
        assert_eq!(told.collect::<std::collections::BTreeMap<_, _>>(), ways, "{case}");
        for side in ["a", "b"] {
            let sum: i64 = odds[side].as_object().unwrap().values().map(|ways| ways.as_i64().unwrap()).sum();
            assert_eq!(sum, 36, "{case}");
        }
    }
}
