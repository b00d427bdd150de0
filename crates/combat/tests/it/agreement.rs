//! The engine and the plain evaluations give the same answers.
//!
//! The plain evaluations were written from the inventories of rules as if-else, without knowledge of the tables or of
//! the engine. Where both refuse a case they may name different faults.

use std::collections::BTreeMap;

use musterfield_combat::file::{Question, answer_value};
use musterfield_combat::{Odds, odds};
use musterfield_rules::book;
use musterfield_words::combat::message;
use serde_json::Value;

use super::cases::{every_pair, many, random_case, stream};
use super::plainly;
use super::written::{Answer, WrittenCase, engine, result_file, throws};

/// A plain evaluation.
pub(super) type Plain = fn(&WrittenCase) -> Answer;

/// Whether both agree on a possible case; false if both say that it is not possible.
#[track_caller]
pub(super) fn agree(case: &WrittenCase, plain: Plain) -> bool {
    let (fast, plain) = (case.prepare().map(|prepared| engine(&prepared, case.rolls())), plain(case));
    let is_same = match (&fast, &plain) {
        (Some(fast), Ok(plain)) => fast == plain,
        (None, Err(_)) => true,
        _ => false,
    };
    assert!(is_same, "{case:?}\nengine {fast:?}\nplain  {plain:?}");
    fast.is_some()
}

/// The number of throws for which a case is possible: both agree on all of these, or both say that it is not possible,
/// which does not depend on the dice.
#[track_caller]
pub(super) fn agree_on(throws: impl IntoIterator<Item = [u8; 2]>, mut case: WrittenCase, plain: Plain) -> usize {
    let Some(prepared) = case.prepare() else {
        assert!(plain(&case).is_err(), "the engine refuses {case:?}");
        return 0;
    };
    let mut agreed = 0;
    for throw in throws {
        case.throw(throw);
        let (fast, plain) = (engine(&prepared, throw), plain(&case));
        assert_eq!(Ok(&fast), plain.as_ref(), "{case:?}");
        agreed += 1;
    }
    agreed
}

/// Three of five random cases must be possible.
#[test]
fn they_agree_on_random_cases_of_d3h2() {
    let (mut next, all) = (stream(1), many());
    let possible = (0..all).filter(|_| agree(&random_case(&mut next), plainly::resolve)).count();
    assert!(possible > usize::try_from(all / 5 * 3).unwrap(), "only {possible} of {all} cases were possible");
}

/// Every pair of types, Fast or not, in every mode, with all dice, in good and in bad going.
#[track_caller]
fn agree_on_every_pair(ruleset: &'static str) {
    let possible: usize = every_pair(ruleset).map(|case| agree_on(throws(), case, plainly::resolve)).sum();
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

/// The answer to a case in a file is the one to its values, whether fields that say nothing are left out or null.
#[track_caller]
pub(super) fn read_the_same_from_files(mut draw: impl FnMut() -> WrittenCase) {
    for number in 0..1_000 {
        let case = draw();
        let file = case.file(number % 2 == 0);
        let mut out = String::new();
        let is_possible = answer_value(book().unwrap(), Question::Resolve, message, &file, &mut out);
        let answer: Value = serde_json::from_str(&out).unwrap();
        match case.prepare() {
            Some(prepared) => assert_eq!(answer, result_file(&engine(&prepared, case.rolls())), "{file}"),
            None => assert!(!is_possible && answer.get("error").is_some(), "{file}\n{answer}"),
        }
    }
}

#[test]
fn cases_of_d3h2_are_read_the_same_from_files() {
    let mut next = stream(3);
    read_the_same_from_files(|| random_case(&mut next));
}

/// The odds equal the count of the thirty-six throws one by one.
#[test]
fn odds_are_all_throws_counted() {
    let mut next = stream(9);
    let possible = std::iter::repeat_with(|| random_case(&mut next)).filter_map(|case| Some((case.prepare()?, case)));
    for (prepared, case) in possible.take(300) {
        let mut ways = BTreeMap::new();
        for throw in throws() {
            let [a, b] = engine(&prepared, throw).map(|fate| fate.last);
            *ways.entry((a, b)).or_insert(0) += 1;
        }
        let odds = odds(&prepared);
        let told = odds.outcomes().into_iter().map(|(a, b, ways)| ((a.as_str(), b.as_str()), ways));
        assert_eq!(told.collect::<BTreeMap<_, _>>(), ways, "{case:?}");
        assert_eq!(ways.values().sum::<u8>(), Odds::THROWS);
    }
}
