//! Problems that only armies with grades can have: prices, permissions, magic (DBMF).

use musterfield_rules::combat::FighterSet;
use musterfield_rules::grade::Graded;
use musterfield_rules::troop::{Cited, Troop};
use musterfield_rules::{Points, TroopId};

use super::points::with_enough;
use crate::check::Context;
use crate::draft::{Draft, ElementLine, LineType};
use crate::edit::Edit;
use crate::mark::Mark;
use crate::problem::{Code, Fix, Problem};

/// `regular`, or `irregular`.
fn manner(regular: bool) -> &'static str {
    if regular { "regular" } else { "irregular" }
}

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
    for (at, line, id, troop, graded) in graded(cx) {
        let rule = Some(&graded.price_rule);
        let (name, word) = (troop.name_for(2), manner(line.regular));
        match (graded.price(line.regular), line.price) {
            (Some(_), None) => {}
            (Some(price), Some(typed)) => out.push(
                Problem::new(
                    Code::PriceNotUsed,
                    rule,
                    format!("The table has {price} AP for {word} {name}, not {typed} AP."),
                )
                .at(at)
                .advise("The price of the table counts.")
                .offer(Fix::new("Take the price of the table", Edit::Price(at, None))),
            ),
            (None, Some(typed)) if typed < Points::ZERO || !typed.is_multiple_of(step) => {
                out.push(senseless(unpriced(cx, at, line, id, troop, graded), at, typed, step));
            }
            (None, Some(typed)) => out.push(
                Problem::new(
                    Code::PriceTyped,
                    rule,
                    format!("No price is printed for {word} {name}; {typed} AP are yours."),
                )
                .at(at)
                .advise("Agree on it with the opponent."),
            ),
            (None, None) => out.push(unpriced(cx, at, line, id, troop, graded)),
        }
    }
}

/// The problem of a price given by the player that no army can add up to.
fn senseless(unpriced: Problem, at: usize, typed: Points, step: Points) -> Problem {
    let why = if typed < Points::ZERO {
        "is less than nothing".to_owned()
    } else {
        format!("is not a multiple of {step} AP")
    };
    let message = format!("A price of {typed} AP {why}.");
    let mut problem = Problem { code: Code::BadPoints, message, ..unpriced };
    for fix in problem.fixes.iter_mut().chain(&mut problem.last_resort) {
        // With a printed price the player's own price is not needed; if the line is dropped, its price goes with it.
        if !fix.edits.iter().any(|edit| matches!(edit, Edit::Drop(_))) {
            fix.edits.push(Edit::Price(at, None));
        }
    }
    problem
}

/// The problem of elements without a printed price: sold the other way, described without a price, or neither.
fn unpriced(cx: &Context<'_>, at: usize, line: &ElementLine, id: TroopId, troop: &Troop, graded: &Graded) -> Problem {
    let other = graded.price(!line.regular);
    let known = graded.described || other.is_some();
    let code = if known { Code::NoPrice } else { Code::GradeNotAvailable };
    let message = if known {
        format!("No price is printed for {} {}.", manner(line.regular), troop.name_for(2))
    } else {
        format!("There are no {}: the table has no price and no entry for them.", troop.name_for(2))
    };
    let mut problem = Problem::new(code, Some(&graded.price_rule), message)
        .at(at)
        .advise("Choose another grade, or agree on a price and give it.");
    if let Some(price) = other {
        let label = format!("Make them {} ({price} AP)", manner(!line.regular));
        problem = problem.offer(Fix::new(label, Edit::Mark(at, Mark::Regular, !line.regular)));
    }
    let letters = cx.draft.ruleset.grades.iter().filter_map(|grade| cx.draft.ruleset.regraded(id, &grade.letter));
    for other in letters {
        let entry = cx.draft.ruleset.troop(other);
        let retype = Edit::Retype(at, LineType::Known(other));
        // A type may be sold in only one way, whatever its grade.
        let fix = match (entry.printed_price(line.regular), entry.printed_price(!line.regular)) {
            (Some(price), _) => Fix::new(format!("Make them {} ({price} AP)", entry.name_for(2)), retype),
            (None, Some(price)) => Fix {
                label: format!("Make them {} {} ({price} AP)", manner(!line.regular), entry.name_for(2)),
                edits: vec![retype, Edit::Mark(at, Mark::Regular, !line.regular)],
            },
            (None, None) => continue,
        };
        problem = problem.offer(fix);
    }
    problem = problem.offer(Fix::new("Remove the line", Edit::Drop(at)));
    problem.last_resort = problem.fixes.iter().find_map(|fix| with_enough(cx, fix));
    problem
}

/// Elements that are sold but not described anywhere, and further remarks about elements.
pub(super) fn remarks(cx: &Context<'_>, out: &mut Vec<Problem>) {
    if cx.draft.ruleset.grades.is_empty() {
        return;
    }
    for (at, line, id, troop, graded) in graded(cx) {
        if graded.price(line.regular).is_some() && !graded.described {
            let message =
                format!("{} have a price, but nothing is said of them besides their grade.", troop.name_for(2));
            out.push(
                Problem::new(Code::GradeUndescribed, Some(&graded.price_rule), message)
                    .at(at)
                    .advise("Allowed; only what holds for the grade in general holds for them."),
            );
        }
        let fits = |regular: Option<bool>| regular.is_none_or(|wanted| wanted == line.regular);
        for remark in &cx.draft.ruleset.army.graded.remarks {
            if fits(remark.regular) && remark.of.has(id.into(), false) {
                let problem = Problem::new(Code::Remark, Some(&remark.rule), &*remark.text);
                out.push(problem.at(at).advise("Allowed; it is advice."));
            }
        }
    }
}

/// Elements are marked as regular or irregular only where both are sold.
pub(super) fn regular(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, ..) in cx.known().filter(|(_, line, _, troop)| line.regular && troop.graded.is_none()) {
        let message = format!("{} knows no regular elements.", cx.draft.ruleset.name);
        out.push(
            Problem::new(Code::RegularNotAllowed, None, message)
                .at(at)
                .advise("Take the mark away.")
                .offer(Fix::new("Take the mark away", Edit::Mark(at, Mark::Regular, false))),
        );
    }
}

/// Elements fly to battle where their list allows it, and never those that fly anyway (DBMF-AIR-01).
pub(super) fn air_mobile(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.air_mobile) {
        let rules = cx.draft.ruleset.army.graded.air_mobile.as_ref();
        let list = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
        let name = troop.name_for(2);
        let problem = match rules {
            None => {
                let message = format!("{} knows nobody who is air-mobile.", cx.draft.ruleset.name);
                Problem::new(Code::AirMobileNotAllowed, None, message).advise("Take the mark away.")
            }
            Some(rules) if troop.air_mobile.is_none() => {
                let message = format!("{name} fly by themselves and are not air-mobile.");
                Problem::new(Code::AirMobileNotAllowed, Some(&rules.rule), message).advise("Take the mark away.")
            }
            Some(_) if list.is_some_and(|list| list.permits_air_mobile(id)) => continue,
            Some(rules) => {
                let message = format!("{name} are air-mobile only where their list says so, and none does.");
                Problem::new(Code::NeedsPermission, Some(&rules.leave_rule), message).advise("Ask before the game.")
            }
        };
        out.push(problem.at(at).offer(Fix::new("Let them stay on the ground", Edit::Mark(at, Mark::AirMobile, false))));
    }
}

/// AP for other things are spent only where such things exist, and are not negative.
pub(super) fn other_costs(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let costs = cx.draft.other_costs;
    let rules = cx.draft.ruleset.army.graded.other_costs.as_ref();
    let step = cx.draft.ruleset.army.budget.step;
    let message = match rules {
        _ if costs == Points::ZERO => return,
        None => format!("{} knows no other costs than those of elements.", cx.draft.ruleset.name),
        Some(_) if costs < Points::ZERO => format!("Other costs of {costs} AP make no sense."),
        Some(_) if !costs.is_multiple_of(step) => format!("Other costs of {costs} AP are not a multiple of {step} AP."),
        Some(_) => return,
    };
    out.push(
        Problem::new(Code::BadPoints, rules.map(|rules| &rules.rule), message)
            .advise("Give what generals and the like cost.")
            .offer(Fix::new("Have no other costs", Edit::OtherCosts(Points::ZERO))),
    );
}

/// The number of elements of a command that are in a set; of the whole army if no command is given.
fn among(draft: &Draft, of: FighterSet, command: Option<u8>) -> i64 {
    let is_one = |line: &&ElementLine| match line.line_type {
        LineType::Known(id) => of.has(id.into(), false) && command.is_none_or(|command| line.command == command),
        LineType::Unknown(_) => false,
    };
    draft.lines.iter().filter(is_one).map(ElementLine::elements).fold(0, i64::saturating_add)
}

/// The name of a command in sentences: its number, or the army where that is not divided.
fn called(command: u8) -> String {
    if command == 0 { "The army".to_owned() } else { format!("Command {command}") }
}

const ALLOWED: &str = "Allowed; an organiser may see it otherwise.";

/// An army has either Magicians or Clerics, a command has one Magician, and mindless troops have a caster that leads
/// them (DBMF-LIST-01, LIST-02, LIST-10).
pub(super) fn casters(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(casters) = &cx.draft.ruleset.army.graded.casters else { return };
    let has = |of, command| among(cx.draft, of, command);
    let told = |code, command, said: &Cited<Box<str>>, advice: &str| {
        Problem::new(code, Some(&said.rule), format!("{} {}.", called(command), said.value)).advise(advice)
    };
    if has(casters.magicians, None) > 0 && has(casters.clerics, None) > 0 {
        out.push(told(Code::MagiciansAndClerics, 0, &casters.both, ALLOWED));
    }
    let mut commands: Vec<u8> = cx.draft.lines.iter().map(|line| line.command).collect();
    commands.sort_unstable();
    commands.dedup();
    for command in commands {
        let magicians = has(casters.magicians, Some(command));
        if magicians > 1 {
            out.push(told(Code::TwoMagicians, command, &casters.several, ALLOWED));
        }
        if has(casters.mindless, Some(command)) > 0 && magicians == 0 && has(casters.clerics, Some(command)) == 0 {
            let advice = "Give the command one of those who hold them together.";
            out.push(told(Code::MindlessWithoutCaster, command, &casters.without, advice));
        }
    }
}
