//! Checks the record: the order of placing, the dice, and that it matches the features on the table.

use musterfield_geometry::point::bw;
use musterfield_rules::terrain::Kind;

use super::context::{Context, length, words};
use super::size::{misfits, the_small_one};
use crate::layout::{Quarter, RecordEntry};
use crate::problem::{Code, Problem};

/// How much the size in the record may differ from that on the table before there is a remark, in BW.
const REMARKABLE: f64 = 0.25;

fn lines<'a>(context: &Context<'a>) -> impl Iterator<Item = (usize, &'a RecordEntry)> + Clone {
    context.layout.record.iter().flatten().enumerate()
}

/// `Woods f2 (the 3rd feature chosen)`
fn named(context: &Context<'_>, at: usize, choice: &RecordEntry) -> String {
    let name = context.name(choice.kind, choice.bua);
    let turn = ordinal(at + 1);
    match &choice.feature {
        Some(id) => format!("{name} {id} (the {turn} feature chosen)"),
        None => format!("{name} (the {turn} feature chosen)"),
    }
}

/// `3rd`
fn ordinal(number: usize) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Checks the order: waterway, compulsory features, all others (D3H2-FEAT-01).
pub(super) fn order(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let turn = |choice: &RecordEntry| match (choice.kind, choice.compulsory) {
        (Kind::Waterway, _) => 0,
        (_, true) => 1,
        (_, false) => 2,
    };
    let mut reached = 0;
    for (at, choice) in lines(context) {
        if turn(choice) < reached {
            let name = named(context, at, choice);
            let before = if turn(choice) == 0 { "all others" } else { "the optional ones" };
            let message = format!("{name} comes too late: it is placed before {before}. Move it up.");
            let rule = &context.rules.procedure.order;
            problems.push(context.broken(Code::Record, rule, choice.feature.as_deref(), message));
        }
        reached = reached.max(turn(choice));
    }
}

/// Checks that a die of 1 to 4 is the quarter (D3H2-FEAT-02, D3H2-TERR-23).
pub(super) fn dice(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.procedure.die;
    for (at, choice) in lines(context) {
        let Some(die) = choice.die else { continue };
        let message = match (Quarter::from_number(die), choice.quarter) {
            (None, Some(_)) => continue,
            (Some(rolled), Some(quarter)) if rolled == quarter => continue,
            (Some(rolled), Some(quarter)) => format!(
                "{} rolled {die} and names quarter {}; it goes to quarter {}.",
                named(context, at, choice),
                quarter.number(),
                rolled.number()
            ),
            (_, None) => {
                format!("{} rolled {die} and names no quarter. Write which it was.", named(context, at, choice))
            }
        };
        problems.push(context.broken(Code::Record, rule, choice.feature.as_deref(), message));
    }
}

/// Checks that placed features are on the table, with the kind that was chosen, and discarded ones are not.
pub(super) fn features(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (at, choice) in lines(context) {
        let name = || named(context, at, choice);
        let id = choice.feature.as_deref();
        let feature = id.and_then(|id| context.layout.feature(id));
        let message = match (choice.placed, id, feature) {
            (true, None, _) => format!("{} is placed and names no feature. Name it.", name()),
            (true, Some(_), None) => {
                format!("{} is placed and does not lie on the table. Mark it as discarded.", name())
            }
            (false, _, Some(_)) => format!("{} is discarded and lies on the table. Mark it as placed.", name()),
            (false, _, None) => continue,
            (true, Some(_), Some(feature)) => {
                let differs = if (feature.kind, feature.bua) != (choice.kind, choice.bua) {
                    "is something else"
                } else if feature.compulsory != choice.compulsory {
                    if feature.compulsory { "is compulsory" } else { "is not compulsory" }
                } else if feature.quarter.zip(choice.quarter).is_some_and(|(one, other)| one != other) {
                    "belongs to another quarter"
                } else {
                    continue;
                };
                format!("{} {differs} on the table. Change one of the two.", name())
            }
        };
        problems.push(Context::impossible(Code::Record, None, id, message));
    }
}

/// Checks that every feature on the table is in the record exactly once.
pub(super) fn complete(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if context.layout.record.is_none() {
        return;
    }
    for piece in &context.pieces {
        let count = lines(context).filter(|(_, choice)| choice.feature.as_deref() == piece.id()).count();
        let message = match count {
            0 => format!(
                "{piece} lies on the table and is not among the features chosen. Add it to them, or take it away."
            ),
            1 => continue,
            _ => format!("{piece} stands {count} times among the features chosen. Keep it once."),
        };
        problems.push(Context::impossible(Code::Record, None, piece.id(), message));
    }
}

/// Checks that discarded features have a reason (D3H2-FEAT-02); advice.
pub(super) fn reasons(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.procedure.discard;
    for (at, choice) in lines(context).filter(|(_, choice)| !choice.placed) {
        if choice.reason.as_deref().is_none_or(|reason| reason.trim().is_empty()) {
            let message = format!("{} is discarded without a reason. Write why.", named(context, at, choice));
            problems.push(Context::advice(Code::Record, Some(rule), choice.feature.as_deref(), message));
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
            let told =
                |problem: &Problem| problem.code == misfit.code && id.is_some() && problem.feature.as_deref() == id;
            if (misfit.small && small == Some(*at)) || problems.iter().any(told) {
                continue;
            }
            let message = format!("{} {}.", named(context, *at, choice), misfit.words);
            problems.push(context.broken(misfit.code, misfit.rule, id, message));
        }
        let piece = context.pieces.iter().find(|piece| piece.id() == id && id.is_some());
        let Some(measured) = piece.and_then(|piece| Some(super::context::in_bw(piece.rectangle?.size()))) else {
            continue;
        };
        let differs = (measured.0 - bw(size.0)).abs().max((measured.1 - bw(size.1)).abs());
        if differs > REMARKABLE {
            let message = format!(
                "{} was fixed as {} × {} BW and measures {} × {} BW on the table.",
                named(context, *at, choice),
                length(size.0),
                length(size.1),
                words(measured.0),
                words(measured.1)
            );
            problems.push(Context::advice(Code::Record, Some(&limits.rule), id, message));
        }
    }
}
