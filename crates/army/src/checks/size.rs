//! The size of armies that are counted in elements.

use musterfield_rules::Points;
use musterfield_rules::ruleset::{ArmySize, SizeUnit};

use super::counted;
use super::points::removals;
use crate::check::Context;
use crate::draft::ElementLine;
use crate::edit::Edit;
use crate::problem::{Code, Fix, Problem};

/// The army has one of the sizes that the rules print (DBA3-LIST-01, DBA3-BB-01).
pub(super) fn printed(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    if ruleset.counts() != SizeUnit::Elements || ruleset.size(cx.draft.points).is_some() {
        return;
    }
    let sizes = &ruleset.army.budget.sizes;
    let known: Vec<String> = sizes.iter().map(|size| size.elements.to_string()).collect();
    let message = format!("An army of {} has {} elements, not {}.", ruleset.name, known.join(" or "), cx.draft.points);
    let mut problem = Problem::new(Code::ArmySize, Some(&ruleset.army.budget.rule), message)
        .advise("Choose one of the sizes that the rules know.");
    for size in sizes {
        let edit = Edit::Points(Points::ONE * size.elements);
        problem = problem.offer(Fix::new(format!("Make it {} elements", size.elements), edit));
    }
    out.push(problem);
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
    let label = format!("Take it {count} times, once for each command");
    problem.offer(Fix { label, edits: first.chain(others).collect() })
}

/// The army has exactly the required number of elements.
pub(super) fn exact(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    let Some(size) = ruleset.size(cx.draft.points).filter(|_| ruleset.counts() == SizeUnit::Elements) else { return };
    let elements = cx.figures.elements;
    let (over, missing) = (elements - size.elements, size.elements - elements);
    if over > 0 {
        let message = format!("The army has {elements} elements, {over} more than {}.", size.elements);
        let mut problem = Problem::new(Code::ArmySize, Some(&size.rule), message);
        problem.excess = Points::ONE * over;
        problem.fixes = removals(cx, Points::ONE * over, |line| cx.draft.price(line));
        out.push(problem.advise(format!("Take out {}.", counted(over, "element", "elements"))));
    } else if missing > 0 {
        let message = format!("The army has {elements} of {} elements.", size.elements);
        let problem = Problem::new(Code::ArmySize, Some(&size.rule), message)
            .advise(format!("Add {}: everything that still fits is offered.", counted(missing, "element", "elements")));
        out.push(thrice(cx, size, problem));
    }
}
