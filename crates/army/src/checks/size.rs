//! The size of armies that are counted in elements.

use musterfield_rules::Points;
use musterfield_rules::ruleset::{ArmySize, SizeUnit};

use super::points::{play, removals};
use crate::context::Context;
use crate::draft::ElementLine;
use crate::edit::Edit;
use crate::fault::Fault;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// The army has one of the sizes that the rules print (DBA3-LIST-01, DBA3-BB-01).
pub(super) fn printed(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    if ruleset.counts() != SizeUnit::Elements || ruleset.size(cx.draft.points).is_some() {
        return;
    }
    let fault = Fault::SizeNotPrinted { size: cx.draft.points };
    let problem = Problem::new(fault, Some(&ruleset.army.budget.rule));
    let sizes = ruleset.army.budget.sizes.iter();
    out.push(sizes.map(|size| play(Points::ONE * size.elements)).fold(problem, Problem::offer));
}

/// Adds the fix of taking the whole army once for each command, where that gives the required size.
fn thrice(cx: &Context<'_>, size: &ArmySize, problem: Problem) -> Problem {
    let Some(commands) = &size.commands else { return problem };
    let count = i64::from(commands.count);
    let is_plain = cx.draft.lines.iter().all(|line| line.command == 0 && !line.ally);
    if !is_plain || cx.figures.elements.saturating_mul(count) != size.elements {
        return problem;
    }
    let first = (0..cx.draft.lines.len()).map(|at| Edit::Command(at, 1));
    let others = (2..=commands.count)
        .flat_map(|command| cx.draft.lines.iter().map(move |line| Edit::Add(ElementLine { command, ..line.clone() })));
    problem.offer(Fix::of(Remedy::TakeTimes(count), first.chain(others).collect()))
}

/// The army has exactly the required number of elements.
pub(super) fn exact(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    let Some(size) = ruleset.size(cx.draft.points).filter(|_| ruleset.counts() == SizeUnit::Elements) else { return };
    let elements = cx.figures.elements;
    let (over, missing) = (elements - size.elements, size.elements - elements);
    if over > 0 {
        let fault = Fault::ElementsOver { elements, size: size.elements };
        let mut problem = Problem::new(fault, Some(&size.rule));
        problem.excess = Points::ONE * over;
        problem.fixes = removals(cx, Points::ONE * over, |line| cx.draft.price(line));
        out.push(problem);
    } else if missing > 0 {
        let fault = Fault::ElementsMissing { elements, size: size.elements };
        out.push(thrice(cx, size, Problem::new(fault, Some(&size.rule))));
    }
}
