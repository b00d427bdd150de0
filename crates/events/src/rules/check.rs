//! The problems of an army at an event, with one small function for each rule.

use std::collections::BTreeSet;

use musterfield_army::{Catalogue, Draft, Problem};
use musterfield_rules::Points;

use super::document::Count;
use super::offers;
use super::problem::{Code, EventProblem};
use super::subject::joined;
use super::{AllowedLists, EventRules, NamedList};

/// Whether to look for fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FixSearch {
    /// Fixes are proposed, but not yet tried.
    Offered,
    /// No fixes are proposed.
    Unasked,
}

/// Shared data of the checks.
pub(super) struct Context<'a> {
    pub rules: &'a EventRules,
    pub draft: &'a Draft,
    pub catalogue: &'a Catalogue,
    pub ways: FixSearch,
}

/// Everything that is wrong at the event: the problems of the game, and the event's own.
pub(super) fn found(
    rules: &EventRules,
    draft: &Draft,
    catalogue: &Catalogue,
    of_game: impl Iterator<Item = Problem>,
    ways: FixSearch,
) -> Vec<EventProblem> {
    if !rules.is_for(draft) {
        let mut problems: Vec<EventProblem> = of_game.map(|problem| EventProblem::of_game(problem, &[])).collect();
        problems.push(another_ruleset(rules, draft));
        in_order(&mut problems);
        return problems;
    }
    let mut problems: Vec<EventProblem> =
        of_game.map(|problem| EventProblem::of_game(problem, &rules.raised)).collect();
    let context = Context { rules, draft, catalogue, ways };
    for check in [size, home_terrain, list, allies, limits] {
        check(&context, &mut problems);
    }
    in_order(&mut problems);
    problems
}

/// Sorts the problems. The sort is stable: among equals, those of the game stay before those of the event.
fn in_order(problems: &mut [EventProblem]) {
    problems.sort_by_key(|problem| (problem.line.map_or(0, |line| line + 1), problem.severity));
}

fn another_ruleset(rules: &EventRules, draft: &Draft) -> EventProblem {
    let (asked, own) = (&rules.ruleset.name, &draft.ruleset.name);
    EventProblem::new(Code::Ruleset, format!("The event is played by {asked}, and this is an army of {own}."))
        .advise(format!("Enter an army of {asked}."))
}

/// The army has the size of the event.
fn size(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    let (asked, own) = (cx.rules.points, cx.draft.points);
    if asked == own {
        return;
    }
    let counts = cx.rules.ruleset.counts();
    let (asked, own) = (counts.of(asked), counts.of(own));
    let message = format!("The event is played with {asked}, and this is an army of {own}.");
    let mut problem = EventProblem::new(Code::Size, message).advise(format!("Make it an army of {asked}."));
    problem.fixes = offers::size(cx);
    out.push(problem);
}

/// The home terrain is one of those that the event allows.
fn home_terrain(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    let asked = &cx.rules.home_terrains;
    if asked.is_empty() || cx.draft.home_terrain.as_ref().is_some_and(|own| asked.contains(own)) {
        return;
    }
    let names = cx.rules.terrain_names();
    let known = cx.draft.home_terrain.as_deref();
    let own = match known.map(|own| (own, cx.rules.ruleset.home_terrain(own))) {
        None => "the army has none yet".to_owned(),
        Some((_, Some(terrain))) => format!("that of the army is {}", terrain.name),
        Some((word, None)) => format!("that of the army is “{word}”"),
    };
    let message = format!("The event asks for the home terrain {}; {own}.", joined(&names, "or"));
    let mut problem = EventProblem::new(Code::HomeTerrain, message)
        .advise(format!("Choose the home terrain {}.", joined(&names, "or")));
    problem.fixes = offers::home_terrain(cx);
    out.push(problem);
}

/// The army is picked from a list that the event accepts.
fn list(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    let own = cx.draft.list.as_deref().filter(|_| cx.draft.own_list.is_none());
    let (message, advice) = match &cx.rules.lists {
        AllowedLists::Any | AllowedLists::None => return,
        AllowedLists::Listed => {
            let known = own.and_then(|id| cx.catalogue.get(id));
            if known.is_some_and(|list| list.ruleset.id == cx.rules.ruleset.id) {
                return;
            }
            (
                "The event takes only armies from an army list that is known here.",
                "Pick the army from such a list.".to_owned(),
            )
        }
        AllowedLists::Named(lists) => {
            if own.is_some_and(|id| cx.rules.lists.has(id)) {
                return;
            }
            let names: Vec<&str> = lists.iter().map(|list| list.name.as_str()).collect();
            (
                "The army is not picked from a list of the event.",
                format!("Pick it from one of these: {}.", names.join(", ")),
            )
        }
    };
    let mut problem = EventProblem::new(Code::List, message).advise(advice);
    problem.fixes = offers::list(cx);
    out.push(problem);
}

/// The allies are those that the event accepts. An army that is named as ally but lends no elements does not count.
fn allies(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    let lent: i64 =
        cx.draft.lines.iter().filter(|line| line.ally).map(|line| line.elements()).fold(0, i64::saturating_add);
    if lent == 0 {
        return;
    }
    let (message, advice) = match &cx.rules.allies {
        AllowedLists::Any | AllowedLists::Listed => return,
        AllowedLists::None => ("The event has no allies.".to_owned(), "Take no allied elements.".to_owned()),
        AllowedLists::Named(lists) => {
            if lenders(cx.draft).iter().all(|lender| lender.is_some_and(|id| cx.rules.allies.has(id))) {
                return;
            }
            let names: Vec<&str> = lists.iter().map(|list: &NamedList| list.name.as_str()).collect();
            let from = super::of_lists(lists, "or");
            (
                format!("Allies come from {from} at this event."),
                format!("Take allies from one of these: {}.", names.join(", ")),
            )
        }
    };
    let mut problem = EventProblem::new(Code::Allies, message).advise(advice);
    problem.excess = Points::ONE * lent;
    problem.fixes = offers::allies(cx);
    out.push(problem);
}

/// The lists that lend the allied elements; none for a contingent whose list is not given.
fn lenders(draft: &Draft) -> Vec<Option<&str>> {
    let lent = draft.lines.iter().filter(|line| line.ally && line.elements() > 0);
    let commands: BTreeSet<u8> = lent.map(|line| line.command).collect();
    let mut lenders = vec![draft.allies.as_deref()];
    if draft.ruleset.commands(draft.points).is_some() && commands.len() > 1 {
        lenders.push(draft.second_ally.as_deref());
    }
    lenders
}

/// The army keeps every limit.
fn limits(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    for (at, limit) in cx.rules.limits.iter().enumerate() {
        let begin = out.len();
        let amount = limit.amount(cx.draft);
        if limit.is_ban() {
            banned(cx, at, out);
        } else if let Some(most) = limit.most.filter(|most| amount > *most) {
            let message = format!(
                "The army has {}; the event allows {}.",
                limit.amount_in_words(amount),
                most_of(limit.count, most)
            );
            let mut problem = EventProblem::new(Code::Limit, message);
            problem.excess = amount - most;
            problem.fixes = offers::fewer(cx, limit, problem.excess);
            let over = limit.amount_in_words(problem.excess);
            out.push(
                problem
                    .advise(format!("Take out {over}{}.", if limit.count == Count::Points { " or more" } else { "" })),
            );
        }
        if let Some(least) = limit.least.filter(|least| amount < *least) {
            let message =
                format!("The army has {}; the event asks for {least} or more.", limit.amount_in_words(amount));
            let mut problem = EventProblem::new(Code::Least, message);
            problem.excess = least - amount;
            problem.fixes = offers::more(cx, limit, problem.excess);
            let missing = limit.amount_in_words(problem.excess);
            out.push(problem.advise(format!("Add {missing}.")));
        }
        for problem in out.iter_mut().skip(begin) {
            problem.limit = Some(at);
            if !limit.reason.is_empty() {
                problem.message = format!("{} ({})", problem.message.trim_end_matches('.'), limit.reason) + ".";
            }
        }
    }
}

fn most_of(count: Count, most: Points) -> String {
    match count {
        Count::Elements => format!("{most} of them"),
        Count::Points => format!("{most} AP"),
    }
}

/// Elements that are banned.
fn banned(cx: &Context<'_>, limit: usize, out: &mut Vec<EventProblem>) {
    let Some(limit) = cx.rules.limits.get(limit) else { return };
    for (at, line) in cx.draft.lines.iter().enumerate().filter(|(_, line)| limit.counts(cx.draft, line)) {
        if line.elements() == 0 {
            continue;
        }
        let message = format!("The event has no {}.", cx.draft.line_name(line, 2));
        let mut problem = EventProblem::new(Code::Banned, message);
        problem.line = Some(at);
        problem.excess = Points::ONE * line.elements();
        problem.fixes = offers::without(cx, limit, at, line);
        out.push(problem.advise("Take other elements."));
    }
}
