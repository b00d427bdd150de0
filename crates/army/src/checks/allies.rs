//! Allied elements.

use musterfield_rules::{Points, RuleId};

use super::list::{not_known, remove_all, remove_some};
use super::marks::remark;
use super::points::removals;
use crate::context::Context;
use crate::draft::{ElementLine, ElementName, LineType};
use crate::edit::Edit;
use crate::fault::{Fault, ListUse};
use crate::filling::lend;
use crate::list::{ArmyList, TakenAs};
use crate::mark::Mark;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// Allies cost at most a fixed number of AP, whatever the size of the army (D3H2-LIST-14, LIST-17).
pub(super) fn cap(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let figures = &cx.figures;
    let Some(allies) = cx.draft.ruleset.army.allies.as_ref().filter(|_| cx.commands.is_none()) else { return };
    if allies.exact && figures.allies > Points::ZERO && figures.allies < allies.most {
        let fault = Fault::AlliesMissing { allies: figures.allies, most: allies.most };
        out.push(without_allies(cx, Problem::new(fault, Some(&allies.rule))));
    }
    if figures.allies <= figures.allies_cap {
        return;
    }
    let over = figures.allies - figures.allies_cap;
    let fault = Fault::AlliesOver { allies: figures.allies, cap: figures.allies_cap };
    let mut problem = Problem::new(fault, Some(&allies.rule));
    problem.excess = over;
    problem.fixes = removals(cx, over, |line| if line.ally { cx.draft.price(line) } else { Points::ZERO });
    out.push(problem);
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
    let fix = Fix::new(Remedy::UnnamedAllies, Edit::Allies(None));
    out.push(Problem::new(not_known(cx, id, ListUse::Allies), rule).offer(fix));
}

/// The rule that allies come from one named army.
fn named_rule<'a>(cx: &Context<'a>) -> Option<&'a RuleId> {
    cx.draft.ruleset.army.allies.as_ref().map(|allies| &allies.named_rule)
}

fn has_allies(cx: &Context<'_>) -> bool {
    cx.draft.lines.iter().any(|line| line.ally)
}

fn unnamed(cx: &Context<'_>, rule: Option<&RuleId>) -> Problem {
    let able = offered(cx).filter(|ally| lend(cx.draft, ally).unplaced() == 0).take(3);
    let fixes = able.map(|ally| Fix::new(Remedy::NameAlly(ally.name.clone()), Edit::Allies(Some(ally.id.clone()))));
    fixes.fold(Problem::new(Fault::AlliesUnnamed, rule), Problem::offer)
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

fn not_allowed(cx: &Context<'_>, fault: Fault) -> Problem {
    Problem::new(fault, named_rule(cx))
}

pub(super) fn not_offered(cx: &Context<'_>, list: &ArmyList, id: &str) -> Problem {
    let name = cx.catalogue.get(id).map_or(id, |ally| &ally.name);
    let fault = Fault::AllyNotOffered { list: list.name.clone(), ally: name.to_owned() };
    let from =
        |other: &ArmyList| Fix::new(Remedy::AlliesFrom(other.name.clone()), Edit::Allies(Some(other.id.clone())));
    without_allies(cx, offered(cx).take(3).map(from).fold(not_allowed(cx, fault), Problem::offer))
}

fn none_offered(cx: &Context<'_>, list: &ArmyList) -> Problem {
    without_allies(cx, not_allowed(cx, Fault::NoAlliesOffered { list: list.name.clone() }))
}

/// The problem of allies that cannot belong to this army even by agreement: no single ally that its list names has
/// all of them.
fn of_no_one_ally(cx: &Context<'_>, list: &ArmyList) -> Problem {
    let allies = offered(cx).map(|ally| ally.name.clone()).collect();
    without_allies(cx, not_allowed(cx, Fault::AlliesOfNobody { list: list.name.clone(), allies }))
}

/// Adds the fixes that remove the allies.
fn without_allies(cx: &Context<'_>, problem: Problem) -> Problem {
    let allied = || cx.draft.lines.iter().enumerate().filter(|(_, line)| line.ally).map(|(at, _)| at);
    let own = allied().map(|at| Edit::Mark(at, Mark::Ally, false)).chain([Edit::Allies(None)]).collect();
    // From the last on, so that the positions of the others stay the same.
    let drop = allied().collect::<Vec<_>>().into_iter().rev().map(Edit::Drop).chain([Edit::Allies(None)]).collect();
    problem.offer(Fix::of(Remedy::OwnAllies, own)).offer(Fix::of(Remedy::RemoveAllies, drop))
}

/// Elements that the ally does not have, or not in that number together with the others.
fn not_lent(cx: &Context<'_>, ally: &ArmyList, at: usize, line: &ElementLine, left: i64) -> Problem {
    let (list, name, all) = (ally.name.clone(), ElementName::of(line), line.elements());
    if left < all {
        let problem = not_allowed(cx, Fault::LentFewer { list, lent: all - left, over: left, name });
        return problem.at(at).offer(remove_some(at, line, left));
    }
    let mut problem = not_allowed(cx, Fault::NotLent { list, name }).at(at);
    if let LineType::Known(id) = line.line_type
        && cx.draft.ruleset.troop(id).fast.value.is_choice()
        && ally.takes(id, TakenAs { fast: !line.fast, general: false, ..TakenAs::by(cx.draft, line) })
    {
        problem = problem.offer(remark(at, Mark::Fast, !line.fast));
    }
    problem.offer(remark(at, Mark::Ally, false)).offer(remove_all(at, line))
}
