//! Fixes at an event: each reduces its problem, and none breaks anything else.

use std::collections::{BTreeMap, BTreeSet};

use musterfield_events::rules::{Code, EventProblem};
use musterfield_fixtures::armies::army;
use musterfield_rules::Points;
use proptest::prelude::*;

use super::plainly::army_and_rules;
use super::{is_game, offered, rules, verdict};

type Kind = (Code, Option<usize>);

/// Errors of each kind: the game's by the number of different ones, the event's by how far they are from what it
/// allows.
fn weights(problems: &[EventProblem]) -> BTreeMap<Kind, Points> {
    let errors = || problems.iter().filter(|problem| problem.is_error());
    let game: BTreeSet<(Code, String)> = errors()
        .filter(|problem| is_game(problem.code()).is_some())
        .map(|problem| (problem.code(), format!("{:?}", problem.fault)))
        .collect();
    let mut weights = BTreeMap::new();
    for (code, _) in game {
        *weights.entry((code, None)).or_default() += Points::ONE;
    }
    for problem in errors().filter(|problem| is_game(problem.code()).is_none()) {
        *weights.entry((problem.code(), problem.fault.limit())).or_default() += problem.excess;
    }
    weights
}

/// The weight of one particular problem.
fn how_much(problem: &EventProblem, all: &[EventProblem]) -> Points {
    match is_game(problem.code()) {
        Some(_) => {
            let same = all.iter().filter(|other| other.fault == problem.fault).count();
            Points::ONE * i64::try_from(same).unwrap()
        }
        None => weights(all).get(&(problem.code(), problem.fault.limit())).copied().unwrap_or_default(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_change_lessens_its_problem_and_breaks_nothing((draft, rules) in army_and_rules()) {
        let before = verdict(&rules, &draft).problems;
        for problem in &before {
            for fix in &problem.fixes {
                let mut changed = draft.clone();
                for edit in &fix.edits {
                    prop_assert!(changed.apply(edit), "{fix:?} does nothing");
                }
                let after = verdict(&rules, &changed).problems;
                prop_assert!(how_much(problem, &after) < how_much(problem, &before), "{:?} after {:?}: {after:?}", problem.fault, fix.steps);
                let known = weights(&before);
                for (kind, weight) in weights(&after) {
                    prop_assert!(weight <= known.get(&kind).copied().unwrap_or_default(), "{kind:?} after {:?}", fix.steps);
                }
            }
        }
    }
}

#[test]
fn changes_speak_plainly_and_are_sound() {
    for (fields, elements, code, labels) in [
        (r#"{"of": ["Dg"], "most": 0}"#, "Hr general; 6 Bd; 2 Sp; Dg", Code::Banned, &["Remove the Dragon"][..]),
        (
            r#"{"of": ["Fast Bd"], "most": 0}"#,
            "Hr general; 6 Bd fast; 4 Sp",
            Code::Banned,
            &["Make them not Fast", "Remove the Fast Blades"],
        ),
        (r#"{"of": ["Kn"], "most": 1}"#, "Hr general; 4 Bd; 3 Kn; 3 Sp", Code::Limit, &["Remove 2 Knights"]),
        (
            r#"{"of": ["Kn", "Cv"], "most": 1}"#,
            "Hr general; 4 Bd; 2 Kn; 2 Cv; 2 Sp",
            Code::Limit,
            &["Remove 3 elements"],
        ),
        (
            r#"{"of": ["Kn", "Cv"], "most": 2}"#,
            "Hr general; 4 Bd; 2 Kn; 2 Cv; 2 Sp",
            Code::Limit,
            &["Remove 2 Cavalry", "Remove 2 Knights"],
        ),
        (
            r#"{"of": ["Kn"], "least": 2}"#,
            "Hr general; 6 Bd; Kn",
            Code::Least,
            &["Add 1 Knight", "Add 1 Four-figure Knight"],
        ),
        // No AP are left: something else has to go.
        (
            r#"{"of": ["only Kn"], "least": 2}"#,
            "Hr general; 9 Bd; Kn",
            Code::Least,
            &["Add 1 Knight, then remove 1 Blade (2 AP)"],
        ),
        // The general is banned: another element leads.
        (
            r#"{"of": ["Hr"], "most": 0}"#,
            "Hr general; 10 Bd",
            Code::Banned,
            &["Remove the Hero, then make the Blade the general"],
        ),
    ] {
        let rules = rules(&format!(r#""ruleset": "d3h2", "limits": [{fields}]"#));
        let found = offered(&rules, &army("24", elements), code);
        assert_eq!(found.iter().take(labels.len()).collect::<Vec<_>>(), labels, "{fields}: {elements}: {found:?}");
    }
}

/// A fix that the game offers and the event forbids is not offered.
#[test]
fn what_the_game_offers_is_held_against_the_event() {
    let draft = army("24", "6 Bd; 4 Sp; 2 Ps");
    let leaders = |fields: &str| {
        let rules = rules(&format!(r#""ruleset": "d3h2" {fields}"#));
        offered(&rules, &draft, Code::Game(musterfield_army::Code::NoGeneral))
    };
    assert_eq!(leaders("")[0], "Make the Blade the general");
    let unspent = army("24", "Hr general; 9 Bd; 2 LH");
    let plain = rules(r#""ruleset": "d3h2""#);
    let over = Code::Game(musterfield_army::Code::OverBudget);
    assert_eq!(offered(&plain, &unspent, over)[0], "Remove 1 Light Horse (1.5 AP)");
    let demands = rules(r#""ruleset": "d3h2", "limits": [{"of": ["LH"], "least": 2}]"#);
    assert_eq!(offered(&demands, &unspent, over), ["Remove 1 Blade (2 AP)"]);
}
