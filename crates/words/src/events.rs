//! Sentences about events: here about an army at one.
//!
//! | file | what |
//! |---|---|
//! | `events/rules.rs`, `limit.rs`, `raised.rs` | what an event requires, and what is wrong with such rules |
//! | `events/plan.rs`, `zone.rs`, `scheme.rs` | what is wrong with the rest of an event |
//! | `events/pool.rs` | what is wrong with a player's armies together |
//! | `events/pairing.rs`, `result.rs` | why there is no round, and what is wrong with the report about a game |

use musterfield_army::Draft;
use musterfield_events::rules::document::Count;
use musterfield_events::rules::{AllowedLists, EventProblem, EventRules, Fault, Limit, NamedList, Verdict};
use musterfield_rules::Points;

use crate::army;
use crate::army::verdict::{Verdict as ArmyVerdict, VerdictProblem};
use crate::series::series;
use rules::of_lists;

pub mod limit;
pub mod pairing;
pub mod plan;
pub mod pool;
pub mod raised;
pub mod result;
pub mod rules;
pub mod scheme;
pub mod zone;

/// The sentence about a fault of an army at an event.
#[must_use]
pub fn message(fault: &Fault, rules: &EventRules, draft: &Draft) -> String {
    let (counts, event) = (rules.ruleset().counts(), &rules.ruleset().name);
    match fault {
        Fault::Game { fault, raised } => {
            let raised = if *raised { " At this event, this is an error." } else { "" };
            format!("{}{raised}", army::message(fault, draft.ruleset))
        }
        Fault::Ruleset { army } => format!("The event is played with {event}, and this is an army of {army}."),
        Fault::Size { size } => {
            let (asked, own) = (counts.of(rules.points()), counts.of(*size));
            format!("The event is played with {asked}, and this is an army of {own}.")
        }
        Fault::HomeTerrain { own } => {
            let known = own.as_deref().map(|id| (id, rules.ruleset().home_terrain(id)));
            let own = match known {
                None => "the army has none yet".to_owned(),
                Some((_, Some(terrain))) => format!("that of the army is {}", terrain.name),
                Some((word, None)) => format!("that of the army is “{word}”"),
            };
            format!("The event asks for the home terrain {}; {own}.", series(&rules.terrain_names(), "or"))
        }
        Fault::List if matches!(rules.lists(), AllowedLists::Named(_)) => {
            "The army is not from one of the event’s lists.".to_owned()
        }
        Fault::List if rules.own_lists().is_empty() => {
            "The event accepts only armies from a known army list.".to_owned()
        }
        Fault::List => "The army is not from a list that the event accepts.".to_owned(),
        Fault::Allies => match rules.allies() {
            AllowedLists::Named(lists) => format!("At this event, allies must come from {}.", of_lists(lists, "or")),
            _ => "The event allows no allies.".to_owned(),
        },
        Fault::Banned { limit, name } => {
            with_reason(rules, *limit, format!("The event allows no {}", name.in_words(draft.ruleset, 2)))
        }
        Fault::OverLimit { limit, amount } => {
            let known = rules.limits().get(*limit);
            let has = known.map(|limit| limit::amount(limit, *amount)).unwrap_or_default();
            let most = known.map(most_in_words).unwrap_or_default();
            with_reason(rules, *limit, format!("The army has {has}; the event allows {most}"))
        }
        Fault::UnderLimit { limit, amount } => {
            let known = rules.limits().get(*limit);
            let has = known.map(|limit| limit::amount(limit, *amount)).unwrap_or_default();
            let least = known.and_then(|limit| limit.least).unwrap_or_default();
            with_reason(rules, *limit, format!("The army has {has}; the event asks for {least} or more"))
        }
    }
}

/// A sentence about a limit, with the organiser's reason for it.
fn with_reason(rules: &EventRules, limit: usize, sentence: String) -> String {
    match rules.limits().get(limit).map(|limit| limit.reason.as_str()) {
        None | Some("") => format!("{sentence}."),
        Some(reason) => format!("{sentence} ({reason})."),
    }
}

fn most_in_words(limit: &Limit) -> String {
    let most = limit.most.unwrap_or_default();
    match limit.count {
        Count::Elements => format!("{most} of them"),
        Count::Points => format!("{most} AP"),
    }
}

/// General advice on a problem.
#[must_use]
pub fn advice(problem: &EventProblem, rules: &EventRules, draft: &Draft) -> String {
    let amount = |limit: usize, amount: Points| {
        rules.limits().get(limit).map(|limit| limit::amount(limit, amount)).unwrap_or_default()
    };
    match &problem.fault {
        Fault::Game { fault, .. } => army::advice(fault, draft.ruleset),
        Fault::Ruleset { .. } => format!("Enter an army of {}.", rules.ruleset().name),
        Fault::Size { .. } => format!("Make it an army of {}.", rules.ruleset().counts().of(rules.points())),
        Fault::HomeTerrain { .. } => format!("Choose the home terrain {}.", series(&rules.terrain_names(), "or")),
        Fault::List => match rules.lists() {
            AllowedLists::Named(lists) => {
                format!(
                    "Pick it from one of these: {}.",
                    [rules::names(lists), rules::own_names(rules)].concat().join(", ")
                )
            }
            _ => "Pick the army from such a list.".to_owned(),
        },
        Fault::Allies => match rules.allies() {
            AllowedLists::Named(lists) => format!("Take allies from one of these: {}.", names(lists)),
            _ => "Remove the allied elements.".to_owned(),
        },
        Fault::Banned { .. } => "Choose other elements.".to_owned(),
        Fault::OverLimit { limit, .. } => {
            let in_points = rules.limits().get(*limit).is_some_and(|limit| limit.count == Count::Points);
            format!("Remove {}{}.", amount(*limit, problem.excess), if in_points { " or more" } else { "" })
        }
        Fault::UnderLimit { limit, .. } => format!("Add {}.", amount(*limit, problem.excess)),
    }
}

fn names(lists: &[NamedList]) -> String {
    lists.iter().map(|list| list.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Advice on a problem in one sentence: the best fix, or the general advice if no fix is best.
#[must_use]
pub fn remedy(problem: &EventProblem, rules: &EventRules, draft: &Draft) -> String {
    let best = problem.best_fix().map(|fix| army::label(fix, draft.ruleset));
    best.unwrap_or_else(|| advice(problem, rules, draft))
}

/// A problem in the form used in documents.
#[must_use]
pub fn document_of(problem: &EventProblem, rules: &EventRules, draft: &Draft) -> VerdictProblem {
    VerdictProblem {
        code: problem.code().as_str(),
        severity: problem.severity.as_str(),
        rule: problem.rule.as_ref().map(ToString::to_string),
        element: problem.place,
        message: message(&problem.fault, rules, draft),
        fix: remedy(problem, rules, draft),
    }
}

/// The verdict as a document, in the same form as the game's verdict on an army.
#[must_use]
pub fn verdict(verdict: &Verdict, rules: &EventRules, draft: &Draft) -> ArmyVerdict {
    ArmyVerdict {
        legal: verdict.is_legal(),
        problems: verdict.problems.iter().map(|problem| document_of(problem, rules, draft)).collect(),
        ..ArmyVerdict::new(None, draft, &verdict.report)
    }
}
