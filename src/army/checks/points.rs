//! Army points: the agreed number, the sum, the cap on costly elements.

use super::counted;
use crate::army::check::Context;
use crate::army::draft::Line;
use crate::army::edit::Edit;
use crate::army::problem::{Code, Fix, Problem};
use crate::rules::Points;
use crate::rules::troop::Troop;

/// The agreed AP are a number that players can agree on (D3H2-LIST-01, COST-12).
pub(super) fn agreed_points(cx: &Context<'_>, out: &mut Vec<Problem>) {
    if cx.has_budget() {
        return;
    }
    let budget = &cx.draft.ruleset.army.budget;
    let points = cx.draft.points;
    let exact = points.is_multiple_of(budget.step);
    let rule = if exact { &budget.agreed_rule } else { &budget.step_rule };
    let message = if exact {
        format!("{points} AP is no size for an army: from {} to {} AP can be agreed.", budget.least, budget.most)
    } else {
        format!("{points} AP is not a multiple of {} AP, the step of every cost.", budget.step)
    };
    out.push(
        Problem::new(Code::BadPoints, Some(rule), message)
            .offer(Fix::new(format!("Play {} AP", budget.usual), Edit::Points(budget.usual))),
    );
}

/// The elements cost no more than agreed (D3H2-LIST-03).
pub(super) fn budget(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let figures = &cx.figures;
    if !cx.has_budget() || figures.spent <= figures.budget {
        return;
    }
    let over = figures.spent - figures.budget;
    let message =
        format!("The elements cost {} AP, {over} AP more than the {} AP agreed.", figures.spent, figures.budget);
    let mut problem = Problem::new(Code::OverBudget, Some(&cx.draft.ruleset.army.budget.rule), message);
    problem.fixes = removals(cx, over, |_, _| true);
    out.push(problem.advise(format!("Take out elements worth {over} AP or more.")));
}

/// At most a share of the AP on costly elements (D3H2-LIST-04, LIST-05).
pub(super) fn half_cap(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let figures = &cx.figures;
    if !cx.has_budget() || figures.high <= figures.high_cap {
        return;
    }
    let cap = &cx.draft.ruleset.army.half_cap;
    let costs: Vec<String> = cap.costs.iter().map(ToString::to_string).collect();
    let over = figures.high - figures.high_cap;
    let message = format!(
        "{} AP are spent on elements of {} AP each; {} of {} AP may be.",
        figures.high,
        costs.join(" or "),
        figures.high_cap,
        figures.budget
    );
    let mut problem = Problem::new(Code::HighCostCap, Some(&cap.rule), message);
    problem.fixes = removals(cx, over, |_, troop| troop.costly);
    out.push(problem.advise(format!("Take out costly elements worth {over} AP or more.")));
}

/// AP that are left over are lost (D3H2-LIST-03): worth a word when they would buy something.
pub(super) fn unspent(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let budget = &cx.draft.ruleset.army.budget;
    let left = cx.figures.unspent();
    if !cx.has_budget() || left < budget.unspent_from {
        return;
    }
    let message = format!("{left} AP are not spent; they are lost for the battle.");
    out.push(
        Problem::new(Code::PointsUnspent, Some(&budget.rule), message)
            .advise(format!("Add elements for {left} AP: everything that still fits is offered.")),
    );
}

/// Ways to take out at least `over` AP from the lines that count: the cheapest single elements first, then several of
/// one line, then from the end of the army on. The general is spared where others will do.
pub(super) fn removals(cx: &Context<'_>, over: Points, counts: impl Fn(&Line, &Troop) -> bool) -> Vec<Fix> {
    const OFFERED: usize = 3;
    let mut lines: Vec<_> = cx
        .known()
        .filter(|(_, line, _, troop)| line.elements() > 0 && troop.price() > Points::ZERO && counts(line, troop))
        .collect();
    lines.sort_by_key(|(at, line, _, troop)| (line.general, troop.price(), std::cmp::Reverse(*at)));
    let label = |line: &Line, count: i64| {
        let price = cx.draft.price(line) * count;
        format!("Remove {} ({price} AP)", counted(count, &cx.draft.called(line, 1), &cx.draft.called(line, 2)))
    };
    let single = lines.iter().filter(|(.., troop)| troop.price() >= over);
    let mut fixes: Vec<Fix> =
        single.map(|(at, line, ..)| Fix::new(label(line, 1), Edit::Remove(*at, 1))).take(OFFERED).collect();
    if fixes.is_empty() {
        for (at, line, _, troop) in lines.iter().filter(|(_, line, ..)| !line.general) {
            let enough = (1..=line.elements().min(1_000)).find(|count| troop.price() * *count >= over);
            if let Some(count) = enough {
                fixes.push(Fix::new(label(line, count), Edit::Remove(*at, count)));
            }
        }
        fixes.truncate(OFFERED);
    }
    if fixes.is_empty() {
        fixes.extend(removal_from_the_end(cx, over, &lines.iter().map(|(at, ..)| *at).collect::<Vec<_>>()));
    }
    fixes
}

/// Takes elements from the last lines on until enough AP are gone; the general goes last.
fn removal_from_the_end(cx: &Context<'_>, over: Points, lines: &[usize]) -> Option<Fix> {
    let mut order: Vec<(usize, &Line)> = lines.iter().filter_map(|at| Some((*at, cx.draft.lines.get(*at)?))).collect();
    order.sort_by_key(|(at, line)| (line.general, std::cmp::Reverse(*at)));
    let (mut gone, mut elements, mut edits) = (Points::ZERO, 0, Vec::new());
    for (at, line) in order {
        if gone >= over {
            break;
        }
        let price = cx.draft.price(line);
        let missing = over - gone;
        // Whole elements that cover what is still missing, rounded up.
        let needed = i64::try_from(missing.steps(price)).unwrap_or(i64::MAX);
        let needed = if missing.is_multiple_of(price) { needed } else { needed.saturating_add(1) };
        let taken = needed.min(line.elements());
        gone += price * taken;
        elements += taken;
        edits.push((at, Edit::Remove(at, taken)));
    }
    // From the last line up, so that a removed line does not shift those still to come.
    edits.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let edits: Vec<Edit> = edits.into_iter().map(|(_, edit)| edit).collect();
    let label = format!("Remove {} ({gone} AP)", counted(elements, "element", "elements"));
    (gone >= over).then_some(Fix { label, edits })
}
