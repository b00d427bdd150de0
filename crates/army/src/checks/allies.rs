//! Allied elements.

use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, RuleId};

use super::counted;
use super::list::not_known;
use super::points::removals;
use crate::check::Context;
use crate::draft::{ElementLine, LineType};
use crate::edit::Edit;
use crate::filling::lend;
use crate::list::{ArmyList, TakenAs};
use crate::mark::Mark;
use crate::problem::{Code, Fix, Problem};

/// Allies cost at most a fixed number of AP, whatever the size of the army (D3H2-LIST-14, LIST-17).
pub(super) fn cap(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let figures = &cx.figures;
    let Some(allies) = cx.draft.ruleset.army.allies.as_ref().filter(|_| cx.commands.is_none()) else { return };
    let counts = cx.draft.ruleset.counts();
    if allies.exact && figures.allies > Points::ZERO && figures.allies < allies.most {
        let missing = allies.most - figures.allies;
        let message =
            format!("The army has {} of allies; an ally lends {} or none.", counts.of(figures.allies), allies.most);
        let problem = Problem::new(Code::AllyCap, Some(&allies.rule), message);
        out.push(without_allies(cx, problem.advise(format!("Take {} more of the ally.", counts.of(missing)))));
    }
    if figures.allies <= figures.allies_cap {
        return;
    }
    let over = figures.allies - figures.allies_cap;
    let message = match counts {
        SizeUnit::Points => {
            format!("Allies cost {} AP; {} AP may be spent on them.", figures.allies, figures.allies_cap)
        }
        SizeUnit::Elements => {
            format!("{} are allied; {} may be.", counts.of(figures.allies), figures.allies_cap)
        }
    };
    let mut problem = Problem::new(Code::AllyCap, Some(&allies.rule), message);
    problem.excess = over;
    problem.fixes = removals(cx, over, |line| if line.ally { cx.draft.price(line) } else { Points::ZERO });
    out.push(problem.advise(match counts {
        SizeUnit::Points => format!("Take out allies worth {over} AP or more."),
        SizeUnit::Elements => format!("Take out {}.", counts.of(over)),
    }));
}

/// Allies come from one named army (D3H2-LIST-14).
pub(super) fn named(cx: &Context<'_>, out: &mut Vec<Problem>) {
    if cx.commands.is_some() {
        return;
    }
    let rule = named_rule(cx);
    let Some(id) = &cx.draft.allies else {
        if has_allies(cx) {
            out.push(unnamed(cx, rule));
        }
        return;
    };
    if cx.catalogue.ally_of(cx.draft).is_some() {
        return;
    }
    out.push(
        Problem::new(Code::ListUnknown, rule, not_known(cx, id, "allies"))
            .advise("Choose a known list, or leave the field empty if the players agree on the allies.")
            .offer(Fix::new("Leave the allies unnamed", Edit::Allies(None))),
    );
}

/// The rule that allies come from one named army.
fn named_rule<'a>(cx: &Context<'a>) -> Option<&'a RuleId> {
    cx.draft.ruleset.army.allies.as_ref().map(|allies| &allies.named_rule)
}

fn has_allies(cx: &Context<'_>) -> bool {
    cx.draft.lines.iter().any(|line| line.ally)
}

fn unnamed(cx: &Context<'_>, rule: Option<&RuleId>) -> Problem {
    let message = "The army has allied elements but does not say whose.";
    let mut problem = Problem::new(Code::AllyUnnamed, rule, message).advise("Name the army the allies come from.");
    for ally in offered(cx).filter(|ally| lend(cx.draft, ally).unplaced() == 0).take(3) {
        let edit = Edit::Allies(Some(ally.id.clone()));
        problem = problem.offer(Fix::new(format!("They come from {}", ally.name), edit));
    }
    problem
}

/// The lists that the army's list names as allies.
fn offered<'a>(cx: &Context<'a>) -> impl Iterator<Item = &'a ArmyList> {
    let catalogue = cx.catalogue;
    cx.list.into_iter().flat_map(|list| &list.allies).filter_map(|id| catalogue.get(id))
}

/// The army's list offers the ally, and the ally has the elements (D3H2-LIST-14).
pub(super) fn allowed(cx: &Context<'_>, out: &mut Vec<Problem>) {
    if !has_allies(cx) || cx.commands.is_some() {
        return;
    }
    if let Some(list) = cx.list.filter(|list| !list.is_own()) {
        out.extend(match &cx.draft.allies {
            Some(id) if list.allies.contains(id) => None,
            Some(id) => Some(not_offered(cx, list, id)),
            None if list.allies.is_empty() => Some(none_offered(cx, list)),
            None if offered(cx).any(|ally| lend(cx.draft, ally).unplaced() == 0) => None,
            None => Some(of_no_one_ally(cx, list)),
        });
    }
    let Some(ally) = cx.catalogue.ally_of(cx.draft) else { return };
    for (at, left, _) in lend(cx.draft, ally).lines().filter(|(_, left, _)| *left > 0) {
        if let Some(line) = cx.draft.lines.get(at) {
            out.push(not_lent(cx, ally, at, line, left));
        }
    }
}

fn not_allowed(cx: &Context<'_>, message: String) -> Problem {
    Problem::new(Code::AllyNotAllowed, named_rule(cx), message)
}

pub(super) fn not_offered(cx: &Context<'_>, list: &ArmyList, id: &str) -> Problem {
    let name = cx.catalogue.get(id).map_or(id, |ally| &ally.name);
    let mut problem = not_allowed(cx, format!("The list {} does not name {name} as an ally.", list.name))
        .advise("Choose an ally that the list names, or no allies.");
    for other in offered(cx).take(3) {
        let edit = Edit::Allies(Some(other.id.clone()));
        problem = problem.offer(Fix::new(format!("Take allies from {}", other.name), edit));
    }
    without_allies(cx, problem)
}

fn none_offered(cx: &Context<'_>, list: &ArmyList) -> Problem {
    let problem = not_allowed(cx, format!("The list {} names no allies.", list.name));
    without_allies(cx, problem.advise("Make the allied elements your own or remove them."))
}

/// The problem of allies that cannot belong to this army even by agreement: no single ally that its list names has
/// all of them.
fn of_no_one_ally(cx: &Context<'_>, list: &ArmyList) -> Problem {
    let names: Vec<&str> = offered(cx).map(|ally| ally.name.as_str()).collect();
    let message = format!("No ally that the list {} names has all these allied elements.", list.name);
    let problem = not_allowed(cx, message).advise(format!("Choose elements of one of them: {}.", names.join(", ")));
    without_allies(cx, problem)
}

/// Adds the fixes that remove the allies.
fn without_allies(cx: &Context<'_>, problem: Problem) -> Problem {
    let allied = || cx.draft.lines.iter().enumerate().filter(|(_, line)| line.ally).map(|(at, _)| at);
    let own = allied().map(|at| Edit::Mark(at, Mark::Ally, false)).chain([Edit::Allies(None)]).collect();
    // From the last on, so that the positions of the others stay the same.
    let drop = allied().collect::<Vec<_>>().into_iter().rev().map(Edit::Drop).chain([Edit::Allies(None)]).collect();
    problem
        .offer(Fix { label: "Make them your own".to_owned(), edits: own })
        .offer(Fix { label: "Remove all allies".to_owned(), edits: drop })
}

/// Elements that the ally does not have, or not in that number together with the others.
fn not_lent(cx: &Context<'_>, ally: &ArmyList, at: usize, line: &ElementLine, left: i64) -> Problem {
    let name = cx.draft.line_name(line, 2);
    let message = if left < line.elements() {
        format!("The list {} lends {} of these {name}; {left} too many here.", ally.name, line.elements() - left)
    } else {
        format!("The list {} has no {name} to lend.", ally.name)
    };
    let mut problem = not_allowed(cx, message).at(at).advise(format!("Choose elements that {} has.", ally.name));
    if left < line.elements() {
        let removed = counted(left, &cx.draft.line_name(line, 1), &name);
        return problem.offer(Fix::new(format!("Remove {removed}"), Edit::Remove(at, left)));
    }
    if let LineType::Known(id) = line.line_type
        && cx.draft.ruleset.troop(id).fast.value.is_choice()
        && ally.takes(id, TakenAs { fast: !line.fast, general: false, ..TakenAs::by(cx.draft, line) })
    {
        let label = if line.fast { "Make them not Fast" } else { "Make them Fast" };
        problem = problem.offer(Fix::new(label, Edit::Mark(at, Mark::Fast, !line.fast)));
    }
    problem
        .offer(Fix::new("Make them your own", Edit::Mark(at, Mark::Ally, false)))
        .offer(Fix::new(format!("Remove the {}", cx.draft.line_name(line, line.count)), Edit::Drop(at)))
}
