//! Problems that only armies with grades can have: prices, permissions, magic (DBMF).

use musterfield_rules::combat::FighterSet;
use musterfield_rules::grade::Graded;
use musterfield_rules::troop::Troop;
use musterfield_rules::{Points, TroopId};

use super::marks::remark;
use super::points::with_enough;
use super::types::drop_line;
use crate::context::Context;
use crate::draft::{Draft, ElementLine, LineType};
use crate::edit::Edit;
use crate::fault::Fault;
use crate::mark::Mark;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// Elements with a grade, each with its line.
fn graded<'a>(cx: &'a Context<'_>) -> impl Iterator<Item = (usize, &'a ElementLine, TroopId, &'a Troop, &'a Graded)> {
    cx.known().filter_map(|(at, line, id, troop)| Some((at, line, id, troop, troop.graded.as_ref()?)))
}

/// Every element has a printed price, or one given by the player (DBMF-COST-01, DBMF-GRADE-05).
pub(super) fn priced(cx: &Context<'_>, out: &mut Vec<Problem>) {
    if cx.draft.ruleset.grades.is_empty() {
        return;
    }
    let step = cx.draft.ruleset.army.budget.step;
    for (at, line, id, _, graded) in graded(cx) {
        let rule = Some(&graded.price_rule);
        let regular = line.regular;
        match (graded.price(regular), line.price) {
            (Some(_), None) => {}
            (Some(printed), Some(given)) => {
                let fault = Fault::PriceNotUsed { troop: id, regular, printed, given };
                let fix = Fix::new(Remedy::PrintedPrice, Edit::Price(at, None));
                out.push(Problem::new(fault, rule).at(at).offer(fix));
            }
            (None, Some(given)) if given < Points::ZERO || !given.is_multiple_of(step) => {
                out.push(bad_price(unpriced(cx, at, line, id, graded), at, given));
            }
            (None, Some(given)) => {
                out.push(Problem::new(Fault::PriceGiven { troop: id, regular, given }, rule).at(at));
            }
            (None, None) => out.push(unpriced(cx, at, line, id, graded)),
        }
    }
}

/// The problem of a price given by the player that no army can add up to.
fn bad_price(unpriced: Problem, at: usize, given: Points) -> Problem {
    let mut problem = Problem { fault: Fault::BadPrice { given }, ..unpriced };
    for fix in problem.fixes.iter_mut().chain(&mut problem.last_resort) {
        // With a printed price the player's own price is not needed; if the line is dropped, its price goes with it.
        if !fix.edits.iter().any(|edit| matches!(edit, Edit::Drop(_))) {
            fix.edits.push(Edit::Price(at, None));
        }
    }
    problem
}

/// The problem of elements without a printed price: sold the other way, described without a price, or neither.
fn unpriced(cx: &Context<'_>, at: usize, line: &ElementLine, id: TroopId, graded: &Graded) -> Problem {
    let other = graded.price(!line.regular);
    let fault = if graded.described || other.is_some() {
        Fault::Unpriced { troop: id, regular: line.regular }
    } else {
        Fault::GradeNotAvailable { troop: id }
    };
    let mut problem = Problem::new(fault, Some(&graded.price_rule)).at(at);
    let the_other_way = Edit::Mark(at, Mark::Regular, !line.regular);
    if let Some(price) = other {
        let remedy = Remedy::Regrade { troop: None, regular: Some(!line.regular), price };
        problem = problem.offer(Fix::new(remedy, the_other_way.clone()));
    }
    let letters = cx.draft.ruleset.grades.iter().filter_map(|grade| cx.draft.ruleset.regraded(id, &grade.letter));
    for other in letters {
        let entry = cx.draft.ruleset.troop(other);
        let retype = Edit::Retype(at, LineType::Known(other));
        // A type may be sold in only one way, whatever its grade.
        let regraded = |regular, price, edits| Fix::of(Remedy::Regrade { troop: Some(other), regular, price }, edits);
        let fix = match (entry.printed_price(line.regular), entry.printed_price(!line.regular)) {
            (Some(price), _) => regraded(None, price, vec![retype]),
            (None, Some(price)) => regraded(Some(!line.regular), price, vec![retype, the_other_way.clone()]),
            (None, None) => continue,
        };
        problem = problem.offer(fix);
    }
    problem = problem.offer(drop_line(at));
    problem.last_resort = problem.fixes.iter().find_map(|fix| with_enough(cx, fix));
    problem
}

/// Elements that are sold but not described anywhere, and further remarks about elements.
pub(super) fn remarks(cx: &Context<'_>, out: &mut Vec<Problem>) {
    if cx.draft.ruleset.grades.is_empty() {
        return;
    }
    for (at, line, id, _, graded) in graded(cx) {
        if graded.price(line.regular).is_some() && !graded.described {
            out.push(Problem::new(Fault::GradeUndescribed { troop: id }, Some(&graded.price_rule)).at(at));
        }
        let fits = |regular: Option<bool>| regular.is_none_or(|wanted| wanted == line.regular);
        for remark in &cx.draft.ruleset.army.graded.remarks {
            if fits(remark.regular) && remark.of.has(id.into(), false) {
                out.push(Problem::new(Fault::Remark { text: remark.text.to_string() }, Some(&remark.rule)).at(at));
            }
        }
    }
}

/// Elements are marked as regular or irregular only where both are sold.
pub(super) fn regular(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, ..) in cx.known().filter(|(_, line, _, troop)| line.regular && troop.graded.is_none()) {
        out.push(Problem::new(Fault::NoRegulars, None).at(at).offer(remark(at, Mark::Regular, false)));
    }
}

/// Elements fly to battle where their list allows it, and never those that fly anyway (DBMF-AIR-01).
pub(super) fn air_mobile(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.air_mobile) {
        let rules = cx.draft.ruleset.army.graded.air_mobile.as_ref();
        let list = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
        let problem = match rules {
            None => Problem::new(Fault::NoAirMobile, None),
            Some(rules) if troop.air_mobile.is_none() => {
                Problem::new(Fault::FliesByItself { troop: id }, Some(&rules.rule))
            }
            Some(_) if list.is_some_and(|list| list.permits_air_mobile(id)) => continue,
            Some(rules) => Problem::new(Fault::AirMobileUnlisted { troop: id }, Some(&rules.leave_rule)),
        };
        out.push(problem.at(at).offer(remark(at, Mark::AirMobile, false)));
    }
}

/// AP for other things are spent only where such things exist, and are not negative.
pub(super) fn other_costs(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let costs = cx.draft.other_costs;
    let rules = cx.draft.ruleset.army.graded.other_costs.as_ref();
    let step = cx.draft.ruleset.army.budget.step;
    let fault = match rules {
        _ if costs == Points::ZERO => return,
        None => Fault::NoOtherCosts,
        Some(_) if costs < Points::ZERO || !costs.is_multiple_of(step) => Fault::BadOtherCosts { costs },
        Some(_) => return,
    };
    let fix = Fix::new(Remedy::NoOtherCosts, Edit::OtherCosts(Points::ZERO));
    out.push(Problem::new(fault, rules.map(|rules| &rules.rule)).offer(fix));
}

/// The number of elements of a command that are in a set; of the whole army if no command is given.
fn among(draft: &Draft, of: FighterSet, command: Option<u8>) -> i64 {
    let is_one = |line: &&ElementLine| match line.line_type {
        LineType::Known(id) => of.has(id.into(), false) && command.is_none_or(|command| line.command == command),
        LineType::Unknown(_) => false,
    };
    draft.lines.iter().filter(is_one).map(ElementLine::elements).fold(0, i64::saturating_add)
}

/// An army has either Magicians or Clerics, a command has one Magician, and mindless troops have a caster that leads
/// them (DBMF-LIST-01, LIST-02, LIST-10).
pub(super) fn casters(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(casters) = &cx.draft.ruleset.army.graded.casters else { return };
    let has = |of, command| among(cx.draft, of, command);
    if has(casters.magicians, None) > 0 && has(casters.clerics, None) > 0 {
        out.push(Problem::new(Fault::MagiciansAndClerics, Some(&casters.both.rule)));
    }
    let mut commands: Vec<u8> = cx.draft.lines.iter().map(|line| line.command).collect();
    commands.sort_unstable();
    commands.dedup();
    for command in commands {
        let magicians = has(casters.magicians, Some(command));
        if magicians > 1 {
            out.push(Problem::new(Fault::TwoMagicians { command }, Some(&casters.several.rule)));
        }
        if has(casters.mindless, Some(command)) > 0 && magicians == 0 && has(casters.clerics, Some(command)) == 0 {
            out.push(Problem::new(Fault::MindlessWithoutCaster { command }, Some(&casters.without.rule)));
        }
    }
}
