//! Checks the record: the order of placing, the dice, and that it matches the features on the table.

use musterfield_geometry::point::bw;
use musterfield_rules::terrain::DieFace;

use super::context::Context;
use super::size::{misfits, the_small_one};
use crate::layout::{Quarter, RecordEntry};
use crate::problem::{ChosenFeature, Difference, Hundredths, PlacingTurn, Problem, RecordFault, Sized};

/// The difference between the size in the record and that on the table, in BW, from which there is a remark.
const REMARKABLE: f64 = 0.25;

fn lines<'a>(context: &Context<'a>) -> impl Iterator<Item = (usize, &'a RecordEntry)> + Clone {
    context.layout.record.iter().flatten().enumerate()
}

fn chosen(context: &Context<'_>, at: usize, choice: &RecordEntry) -> ChosenFeature {
    ChosenFeature { is: context.named(choice.kind, choice.bua), id: choice.feature.clone(), turn: at + 1 }
}

/// Checks the order: the kinds that the rules place first, compulsory features, all others (D3H2-FEAT-01).
pub(super) fn order(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let first = &context.rules.procedure.first;
    let turn = |choice: &RecordEntry| match choice {
        choice if first.value.contains(&choice.kind) => 0,
        choice if choice.compulsory => 1,
        _ => 2,
    };
    let mut reached = 0;
    for (at, choice) in lines(context) {
        if turn(choice) < reached {
            let before = if turn(choice) == 0 { PlacingTurn::AllOthers } else { PlacingTurn::Optional };
            let fault = RecordFault::TooLate { chosen: chosen(context, at, choice), before };
            problems.push(context.broken(&first.rule, choice.feature.as_deref(), fault));
        }
        reached = reached.max(turn(choice));
    }
}

/// Checks that a die which decides the quarter is that of the feature (D3H2-FEAT-02, D3H2-TERR-23).
pub(super) fn dice(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let quarters = &context.rules.procedure.die;
    for (at, choice) in lines(context) {
        let Some(die) = choice.die else { continue };
        let chosen = || chosen(context, at, choice);
        let decided = match quarters.face(die) {
            Some(DieFace::Is(number)) => Quarter::from_number(number),
            _ => None,
        };
        let fault = match (decided, choice.quarter) {
            (None, Some(_)) => continue,
            (Some(rolled), Some(quarter)) if rolled == quarter => continue,
            (Some(rolled), Some(quarter)) => RecordFault::OtherQuarter { chosen: chosen(), die, quarter, rolled },
            (_, None) => RecordFault::NoQuarter { chosen: chosen(), die },
        };
        problems.push(context.broken(&quarters.rule, choice.feature.as_deref(), fault));
    }
}

/// Checks that placed features are on the table, with the kind that was chosen, and discarded ones are not.
pub(super) fn features(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (at, choice) in lines(context) {
        let chosen = || chosen(context, at, choice);
        let id = choice.feature.as_deref();
        let feature = id.and_then(|id| context.layout.feature(id));
        let fault = match (choice.placed, id, feature) {
            (true, None, _) => RecordFault::NoFeature { chosen: chosen() },
            (true, Some(_), None) => RecordFault::NotOnTable { chosen: chosen() },
            (false, _, Some(_)) => RecordFault::OnTable { chosen: chosen() },
            (false, _, None) => continue,
            (true, Some(_), Some(feature)) => {
                let how = if (feature.kind, feature.bua) != (choice.kind, choice.bua) {
                    Difference::Kind
                } else if feature.compulsory != choice.compulsory {
                    if feature.compulsory { Difference::IsCompulsory } else { Difference::IsNotCompulsory }
                } else if feature.quarter.zip(choice.quarter).is_some_and(|(one, other)| one != other) {
                    Difference::Quarter
                } else {
                    continue;
                };
                RecordFault::Differs { chosen: chosen(), how }
            }
        };
        problems.push(Context::impossible(None, id, fault));
    }
}

/// Checks that every feature on the table is in the record exactly once.
pub(super) fn complete(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if context.layout.record.is_none() {
        return;
    }
    for piece in &context.pieces {
        let count = lines(context).filter(|(_, choice)| choice.feature.as_deref() == piece.id()).count();
        let fault = match count {
            0 => RecordFault::NotChosen { feature: piece.named() },
            1 => continue,
            _ => RecordFault::Repeated { feature: piece.named(), count },
        };
        problems.push(Context::impossible(None, piece.id(), fault));
    }
}

/// Checks that discarded features have a reason (D3H2-FEAT-02); advice.
pub(super) fn reasons(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.procedure.discard;
    for (at, choice) in lines(context).filter(|(_, choice)| !choice.placed) {
        if choice.reason.as_deref().is_none_or(|reason| reason.trim().is_empty()) {
            let fault = RecordFault::NoReason { chosen: chosen(context, at, choice) };
            problems.push(Context::advice(Some(rule), choice.feature.as_deref(), fault));
        }
    }
}

/// Checks that the sizes fixed before the dice obey the limits, and match the features on the table (D3H2-FEAT-06).
pub(super) fn sizes(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let sizes: Vec<_> = lines(context)
        .filter_map(|(at, choice)| {
            let (one, other) = choice.size?;
            Some((at, choice, (one.max(other), one.min(other)), context.limits(choice.kind, choice.bua)?))
        })
        .collect();
    let small = the_small_one(sizes.iter().map(|(at, _, size, limits)| (*at, size, *limits)));
    for (at, choice, size, limits) in &sizes {
        let id = choice.feature.as_deref();
        // The measurements of an invalid outline mean nothing.
        if context.pieces.iter().any(|piece| !piece.sound && id.is_some() && piece.id() == id) {
            continue;
        }
        for misfit in misfits(size, limits) {
            // Already reported for the feature itself.
            let told = |problem: &Problem| {
                problem.code() == misfit.misfit.code() && id.is_some() && problem.place.as_deref() == id
            };
            if (misfit.is_small() && small == Some(*at)) || problems.iter().any(told) {
                continue;
            }
            let fault = misfit.fault(Sized::Chosen(chosen(context, *at, choice)));
            problems.push(context.broken(misfit.rule, id, fault));
        }
        let piece = context.pieces.iter().find(|piece| piece.id() == id && id.is_some());
        let Some(measured) = piece.and_then(|piece| Some(super::context::in_bw(piece.rectangle?.size()))) else {
            continue;
        };
        let differs = (measured.0 - bw(size.0)).abs().max((measured.1 - bw(size.1)).abs());
        if differs > REMARKABLE {
            let fault = RecordFault::OtherSize {
                chosen: chosen(context, *at, choice),
                fixed: *size,
                measured: (Hundredths::of(measured.0), Hundredths::of(measured.1)),
            };
            problems.push(Context::advice(Some(&limits.rule), id, fault));
        }
    }
}
