//! The types that the lines name, and their numbers.

use musterfield_rules::Points;

use super::points::removals;
use crate::context::Context;
use crate::draft::{LineType, MOST_ELEMENTS};
use crate::edit::Edit;
use crate::fault::Fault;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// The fix of removing a line.
pub(super) fn drop_line(at: usize) -> Fix {
    Fix::new(Remedy::RemoveLine, Edit::Drop(at))
}

/// Every line names a troop type of the ruleset.
pub(super) fn known(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    for (at, line) in cx.draft.lines.iter().enumerate() {
        let LineType::Unknown(word) = &line.line_type else { continue };
        let word = word.clone();
        let problem = match ruleset.left_out(&word) {
            Some(rule) => Problem::new(Fault::TypeLeftOut { word }, Some(rule)),
            None => {
                let nearest = ruleset.spellings().nearest(&word);
                let read_as = |id| Fix::new(Remedy::ReadAs(id), Edit::Retype(at, LineType::Known(id)));
                nearest.map(read_as).into_iter().fold(Problem::new(Fault::UnknownType { word }, None), Problem::offer)
            }
        };
        out.push(problem.at(at).offer(drop_line(at)));
    }
}

/// Every type belongs in armies, and has a price.
pub(super) fn priced(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, _, troop, _) in cx.known().filter(|(.., troop)| troop.cost.is_none() && troop.graded.is_none()) {
        let problem = match &cx.draft.ruleset.troop(troop).no_army {
            Some(rule) => Problem::new(Fault::NeverInArmies { troop }, Some(rule)),
            None => Problem::new(Fault::NoPrice { troop }, None),
        };
        out.push(problem.at(at).offer(drop_line(at)));
    }
}

/// Every line has a sensible number of elements; a general's line has one.
pub(super) fn count(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line) in cx.draft.lines.iter().enumerate() {
        let count = line.count;
        let problem = if line.general && count > 1 {
            Problem::new(Fault::GeneralCount { count }, Some(&cx.draft.ruleset.army.general_rule))
                .offer(Fix::new(Remedy::MakeOneGeneral, Edit::General(at)))
        } else if (1..=MOST_ELEMENTS).contains(&count) {
            continue;
        } else {
            Problem::new(Fault::BadCount { count }, None).offer(Fix::new(Remedy::OneElement, Edit::Count(at, 1)))
        };
        out.push(problem.at(at).offer(drop_line(at)));
    }
}

/// The army is small enough to be stored and printed. This is a limit of the program: the rules set none
/// (D3H2-LIST-18).
pub(super) fn size(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let elements = cx.figures.elements;
    if elements <= MOST_ELEMENTS {
        return;
    }
    let over = elements - MOST_ELEMENTS;
    let mut problem = Problem::new(Fault::TooManyElements { elements }, None);
    // Every element weighs the same here, whatever it costs.
    problem.fixes = removals(cx, Points::ONE * over, |_| Points::ONE);
    out.push(problem);
}
