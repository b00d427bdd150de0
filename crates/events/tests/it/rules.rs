//! The requirements of an event for armies.

use musterfield_army::{Code as GameCode, Draft};
use musterfield_events::mistake::Mistake;
use musterfield_events::rules::{Code, EventRules, EventRulesDocument, RulesFault, Verdict};
use musterfield_fixtures::armies::{the_book, the_catalogue};
use musterfield_words::army::label;

mod documents;
mod fixes;
mod lines;
mod names;
mod plainly;
mod pools;
mod verdicts;
mod zones;

/// Rules from the fields of a document, without the braces.
fn build(fields: &str) -> Result<EventRules, Vec<Mistake<RulesFault>>> {
    let document = EventRulesDocument::from_json(&format!("{{{fields}}}")).unwrap_or_else(|error| panic!("{error:?}"));
    EventRules::new(&document, the_book(), the_catalogue())
}

fn rules(fields: &str) -> EventRules {
    build(fields).unwrap_or_else(|mistakes| panic!("{fields}: {mistakes:?}"))
}

fn verdict(rules: &EventRules, draft: &Draft) -> Verdict {
    rules.check(draft, the_catalogue())
}

/// The codes of all errors at the event, with their lines.
fn errors(rules: &EventRules, draft: &Draft) -> Vec<(&'static str, Option<usize>)> {
    let verdict = verdict(rules, draft);
    let errors = verdict.problems.iter().filter(|problem| problem.is_error());
    errors.map(|problem| (problem.code().as_str(), problem.place)).collect()
}

/// The labels of the fixes offered for the first problem with this code.
fn offered(rules: &EventRules, draft: &Draft, code: Code) -> Vec<String> {
    let verdict = verdict(rules, draft);
    let problem = verdict.problems.iter().find(|problem| problem.code() == code);
    let problem = problem.unwrap_or_else(|| panic!("no {code} in {:?}", verdict.problems));
    problem.fixes.iter().map(|fix| label(fix, draft.ruleset)).collect()
}

fn is_game(code: Code) -> Option<GameCode> {
    match code {
        Code::Game(code) => Some(code),
        _ => None,
    }
}
