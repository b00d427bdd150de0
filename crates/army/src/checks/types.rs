//! The types that the lines name, and their numbers.

use musterfield_rules::Points;

use super::points::removals;
use crate::check::Context;
use crate::draft::{LineType, MOST_ELEMENTS};
use crate::edit::Edit;
use crate::problem::{Code, Fix, Problem};

/// Every line names a troop type of the ruleset.
pub(super) fn known(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    for (at, line) in cx.draft.lines.iter().enumerate() {
        let LineType::Unknown(word) = &line.line_type else { continue };
        let problem = match ruleset.left_out(word) {
            Some(rule) => Problem::new(
                Code::NotInRuleset,
                Some(rule),
                format!("“{word}” is a troop type, but {} does not have it.", ruleset.name),
            ),
            None => Problem::new(Code::UnknownType, None, format!("“{word}” is no troop type of {}.", ruleset.name)),
        };
        let mut problem = problem.at(at).advise("Choose a troop type, by its code or its name.");
        if let (Some(id), Code::UnknownType) = (ruleset.spellings().nearest(word), problem.code) {
            let name = &ruleset.troop(id).name;
            problem = problem.offer(Fix::new(format!("Read it as {name}"), Edit::Retype(at, LineType::Known(id))));
        }
        out.push(problem.offer(Fix::new("Remove the line", Edit::Drop(at))));
    }
}

/// Every type has a price.
pub(super) fn priced(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, _, _, troop) in cx.known().filter(|(.., troop)| troop.cost.is_none() && troop.graded.is_none()) {
        let message = format!("{} has no printed price for {}.", cx.draft.ruleset.name, troop.name_for(2));
        out.push(
            Problem::new(Code::NoPrice, None, message)
                .at(at)
                .advise("Choose another type.")
                .offer(Fix::new("Remove the line", Edit::Drop(at))),
        );
    }
}

/// Every line has a sensible number of elements; a general's line has one.
pub(super) fn count(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line) in cx.draft.lines.iter().enumerate() {
        let problem = if line.general && line.count > 1 {
            let message = format!("One element is the general, not {}.", line.count);
            Problem::new(Code::BadCount, Some(&cx.draft.ruleset.army.general_rule), message)
                .offer(Fix::new("Let one of them be the general", Edit::General(at)))
        } else if (1..=MOST_ELEMENTS).contains(&line.count) {
            continue;
        } else {
            let message = format!("{} elements make no sense: from 1 to {MOST_ELEMENTS}.", line.count);
            Problem::new(Code::BadCount, None, message).offer(Fix::new("Make it one element", Edit::Count(at, 1)))
        };
        out.push(
            problem
                .at(at)
                .advise("Give the number of elements of the line.")
                .offer(Fix::new("Remove the line", Edit::Drop(at))),
        );
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
    let message = format!("{elements} elements are more than the {MOST_ELEMENTS} that can be kept here.");
    let mut problem =
        Problem::new(Code::ArmySize, None, message).advise(format!("Remove {over} or more of the elements."));
    // Every element weighs the same here, whatever it costs.
    problem.fixes = removals(cx, Points::ONE * over, |_| Points::ONE);
    out.push(problem);
}
