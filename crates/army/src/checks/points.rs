//! Army points: the agreed number, the sum, the cap on costly elements.

use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset};

use crate::budget::budget_fault;
use crate::context::{Context, Proposals};
use crate::draft::{Draft, ElementLine, ElementName};
use crate::edit::Edit;
use crate::fault::Fault;
use crate::filling::{shortfall, work};
use crate::list::ArmyList;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;
use crate::totals::ArmyTotals;

/// The fix of playing an army of this size, in AP or elements.
pub(super) fn play(size: Points) -> Fix {
    Fix::new(Remedy::Play(size), Edit::Points(size))
}

/// The agreed AP are possible.
pub(super) fn agreed_points(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(fault) = budget_fault(cx.draft.ruleset, cx.draft.points) else { return };
    let budget = &cx.draft.ruleset.army.budget;
    let rule = matches!(fault, Fault::BudgetStep { .. }).then_some(&budget.step_rule);
    let enough = enough(cx.draft.ruleset, &cx.figures).filter(|enough| *enough != budget.usual);
    out.push([budget.usual].into_iter().chain(enough).map(play).fold(Problem::new(fault, rule), Problem::offer));
}

/// The smallest number of AP that pays for an army with its costly elements within their cap.
fn enough(ruleset: &Ruleset, figures: &ArmyTotals) -> Option<Points> {
    let budget = &ruleset.army.budget;
    let (part, of) = ruleset.army.half_cap.as_ref().map_or((1, 1), |cap| cap.share);
    let enough = figures.spent.max(figures.costly.fraction(of, part)).max(budget.least);
    (enough <= budget.most && enough.is_multiple_of(budget.step)).then_some(enough)
}

/// Offers a higher agreed number of AP, where no element can be spared.
fn agree_on_more(cx: &Context<'_>, problem: &mut Problem) {
    problem.last_resort = enough(cx.draft.ruleset, &cx.figures).map(play);
}

/// A fix combined with an agreed number of AP that the army needs after it; none if it needs no more than are agreed.
pub(super) fn with_enough(cx: &Context<'_>, fix: &Fix) -> Option<Fix> {
    let ruleset = cx.draft.ruleset;
    if ruleset.counts() == SizeUnit::Elements {
        return None;
    }
    let mut changed = cx.draft.clone();
    if !fix.edits.iter().all(|edit| changed.apply(edit)) {
        return None;
    }
    let enough = enough(ruleset, &ArmyTotals::of(&changed)).filter(|enough| *enough > cx.figures.budget)?;
    Some(fix.then(&play(enough)))
}

/// The elements cost no more than agreed (D3H2-LIST-03).
pub(super) fn budget(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let figures = &cx.figures;
    if !cx.has_budget() || figures.spent <= figures.budget || cx.draft.ruleset.counts() == SizeUnit::Elements {
        return;
    }
    let over = figures.spent - figures.budget;
    let fault = Fault::OverBudget { spent: figures.spent, budget: figures.budget };
    let mut problem = Problem::new(fault, Some(&cx.draft.ruleset.army.budget.rule));
    problem.excess = over;
    problem.fixes = removals(cx, over, |line| cx.draft.price(line));
    agree_on_more(cx, &mut problem);
    out.push(problem);
}

/// At most a share of the AP on costly elements (D3H2-LIST-04, LIST-05).
pub(super) fn half_cap(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let figures = &cx.figures;
    let Some(cap) = &cx.draft.ruleset.army.half_cap else { return };
    if !cx.has_budget() || figures.costly <= figures.costly_cap {
        return;
    }
    let over = figures.costly - figures.costly_cap;
    let fault = Fault::HighCostCap { costly: figures.costly, cap: figures.costly_cap, budget: figures.budget };
    let mut problem = Problem::new(fault, Some(&cap.rule));
    problem.excess = over;
    problem.fixes = removals(cx, over, |line| {
        cx.draft.troop(line).filter(|troop| troop.costly).map_or(Points::ZERO, musterfield_rules::Troop::price)
    });
    agree_on_more(cx, &mut problem);
    out.push(problem);
}

/// Unspent AP are lost (D3H2-LIST-03): worth a warning when they would buy something.
pub(super) fn unspent(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let budget = &cx.draft.ruleset.army.budget;
    let left = cx.figures.unspent();
    if !cx.has_budget() || left < budget.unspent_from || budget.counts == SizeUnit::Elements {
        return;
    }
    out.push(Problem::new(Fault::Unspent { left }, Some(&budget.rule)));
}

/// Fixes that remove at least `over` of what `weigh` counts: the lightest single elements first, then several of one
/// line, then from the end of the army on. The general and the list's minima are spared as long as other elements are
/// sufficient.
pub(super) fn removals(cx: &Context<'_>, over: Points, weigh: impl Fn(&ElementLine) -> Points) -> Vec<Fix> {
    const TRIED: usize = 12;
    if cx.proposals == Proposals::Near {
        return Vec::new();
    }
    let mut lines: Vec<(usize, &ElementLine, Points)> = cx
        .draft
        .lines
        .iter()
        .enumerate()
        .map(|(at, line)| (at, line, weigh(line)))
        .filter(|(_, line, weight)| line.elements() > 0 && *weight > Points::ZERO)
        .collect();
    lines.sort_by_key(|(at, line, weight)| (line.general, *weight, std::cmp::Reverse(*at)));
    let removal = |at: usize, line: &ElementLine, count: i64| {
        let worth = worth(cx, cx.draft.price(line) * count);
        Fix::new(Remedy::Remove { count, name: ElementName::of(line), worth }, Edit::Remove(at, count))
    };
    let mut ordinary: Vec<_> = lines.iter().filter(|(_, line, _)| !line.general || line.count > 1).collect();
    ordinary.truncate(TRIED);
    let mut fixes: Vec<Fix> = ordinary
        .iter()
        .filter(|(at, _, weight)| *weight >= over && spare(cx, cx.draft, *at, 1) == 1)
        .map(|(at, line, _)| removal(*at, line, 1))
        .collect();
    if fixes.is_empty() {
        for (at, line, weight) in &ordinary {
            let needed = elements_for(over, *weight);
            if needed <= line.elements() && spare(cx, cx.draft, *at, needed) == needed {
                fixes.push(removal(*at, line, needed));
            }
        }
    }
    if fixes.is_empty() {
        fixes.extend(removal_from_the_end(cx, over, &lines));
    }
    if fixes.is_empty() {
        // Where several generals are marked, all but one; otherwise the general, and another element will have to
        // lead.
        let general = lines.iter().find(|(_, line, _)| line.general);
        fixes.extend(general.map(|(at, line, _)| removal(*at, line, (line.count - 1).max(1))));
    }
    fixes
}

/// The cost of elements, where that is not just their number.
fn worth(cx: &Context<'_>, price: Points) -> Option<Points> {
    (cx.draft.ruleset.counts() == SizeUnit::Points).then_some(price)
}

/// The number of elements of this weight that reach `over`.
fn elements_for(over: Points, weight: Points) -> i64 {
    let whole = i64::try_from(over.steps(weight)).unwrap_or(i64::MAX);
    if over.is_multiple_of(weight) { whole } else { whole.saturating_add(1) }
}

/// The number of `wanted` elements of a line that an army can do without: it keeps a general, and the minima of its
/// list.
fn spare(cx: &Context<'_>, draft: &Draft, at: usize, wanted: i64) -> i64 {
    // For an absurdly long army or list, the minima are left to the trial that every fix passes.
    const LONGEST: usize = 40;
    const MOST_WORK: usize = 10_000;
    let quick = |list: &ArmyList| draft.lines.len() <= LONGEST && work(draft, list) <= MOST_WORK;
    let Some(line) = draft.lines.get(at) else { return 0 };
    let most = wanted.min(line.elements() - i64::from(line.general));
    let Some(list) = cx.list.filter(|list| !line.ally && most > 0 && quick(list)) else {
        return most.max(0);
    };
    let demanded = shortfall(draft, list);
    let spared = |count: i64| {
        let mut fewer = draft.clone();
        fewer.apply(&Edit::Count(at, line.count - count));
        shortfall(&fewer, list) <= demanded
    };
    if spared(most) {
        return most;
    }
    // If some number cannot be spared, neither can a greater one: bisection finds the limit.
    let (mut some, mut too_many) = (0, most);
    while too_many - some > 1 {
        let middle = some + (too_many - some) / 2;
        if spared(middle) { some = middle } else { too_many = middle }
    }
    some
}

/// Removes elements from the last lines on until enough is gone, or everything that can be spared, which is at least
/// a step.
fn removal_from_the_end(cx: &Context<'_>, over: Points, lines: &[(usize, &ElementLine, Points)]) -> Option<Fix> {
    let mut order = lines.to_vec();
    order.sort_by_key(|(at, line, _)| (line.general, std::cmp::Reverse(*at)));
    let mut left = cx.draft.clone();
    let (mut gone, mut price, mut elements, mut edits) = (Points::ZERO, Points::ZERO, 0, Vec::new());
    for (at, line, weight) in order {
        if gone >= over {
            break;
        }
        let taken = spare(cx, &left, at, elements_for(over - gone, weight));
        if taken > 0 {
            left.apply(&Edit::Count(at, line.count - taken));
            gone += weight * taken;
            price += cx.draft.price(line) * taken;
            elements += taken;
            edits.push((at, Edit::Remove(at, taken)));
        }
    }
    // From the last line up, so that a removed line does not shift those still to come.
    edits.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let edits: Vec<Edit> = edits.into_iter().map(|(_, edit)| edit).collect();
    let remedy = Remedy::RemoveElements { count: elements, worth: worth(cx, price) };
    (elements > 0).then(|| Fix::of(remedy, edits))
}
