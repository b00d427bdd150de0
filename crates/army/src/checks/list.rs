//! The requirements of the army list that an army names.

use musterfield_rules::TroopId;

use super::general::{add, promote};
use super::marks::remark;
use super::particulars::choice;
use super::points::with_enough;
use crate::context::Context;
use crate::draft::{ElementLine, ElementName, LineType};
use crate::edit::Edit;
use crate::fault::{Fault, ListUse};
use crate::filling::{choices, fill, fill_mixed, unplaced};
use crate::fits::usually_regular;
use crate::list::{ArmyList, ListChoice, ListGeneral, ListOption, ListPermission, TakenAs, elements_of, shorthand};
use crate::mark::Mark;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// The largest number of doubts about the player's own list that are told.
const DOUBTS: usize = 5;

/// The largest number of lists that are offered to a player who has chosen none.
const OFFERED: usize = 3;

/// An army is picked from a list where the rules have no other armies (DBA3-LIST-03).
pub(super) fn demanded(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(rule), None, None) = (&cx.draft.ruleset.army.from_list, &cx.draft.list, &cx.draft.own_list) else {
        return;
    };
    let lists = cx.catalogue.of_ruleset(&cx.draft.ruleset.id);
    let able = lists.into_iter().filter(|list| unplaced(cx.draft, list) == 0).take(OFFERED);
    let fixes = able.map(|list| Fix::new(Remedy::PickFrom(list.name.clone()), Edit::List(Some(list.id.clone()))));
    out.push(fixes.fold(Problem::new(Fault::ListUnset, Some(rule)), Problem::offer));
}

/// The player's own list can be read, and armies can be picked from it.
pub(super) fn readable(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(own) = &cx.draft.own_list else { return };
    let ruleset = cx.draft.ruleset;
    let list = match shorthand::read(ruleset, own) {
        Ok(list) => list,
        Err(error) => return out.push(Problem::new(Fault::ListUnreadable { error }, None)),
    };
    let mut doubts = list.doubts.iter();
    out.extend(
        doubts.by_ref().take(DOUBTS).map(|error| Problem::new(Fault::ListDoubtful { error: error.clone() }, None)),
    );
    let (Some(rule), Some(size)) = (&ruleset.army.from_list, ruleset.size(ruleset.army.budget.usual)) else { return };
    let (least, most) = elements_of(&list.options);
    let size = size.elements;
    if !(least..=most).contains(&size) {
        out.push(Problem::new(Fault::ListSize { least, most, size }, Some(rule)));
    }
    let leads =
        |option: &ListOption| option.general != ListGeneral::No && option.types.iter().any(|id| ruleset.may_lead(*id));
    if !list.options.iter().any(leads) {
        out.push(Problem::new(Fault::ListLeaderless, Some(&ruleset.army.general_rule)));
    }
}

/// The list is a known one.
pub(super) fn known(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(id), None, None) = (&cx.draft.list, &cx.draft.own_list, cx.list) else { return };
    let fix = Fix::new(Remedy::NoList, Edit::List(None));
    out.push(Problem::new(not_known(cx, id, ListUse::Army), None).offer(fix));
}

/// The reason a list that is named for the army or for its allies cannot be used.
pub(super) fn not_known(cx: &Context<'_>, id: &str, what_for: ListUse) -> Fault {
    match cx.catalogue.get(id) {
        Some(list) => {
            Fault::ListOfOtherRuleset { list: list.name.clone(), ruleset: list.ruleset.name.to_string(), what_for }
        }
        None => Fault::ListUnknown { id: id.to_owned(), what_for },
    }
}

/// The home terrain is one of the list's.
pub(super) fn home_terrain(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(list), Some(id)) = (cx.list, &cx.draft.home_terrain) else { return };
    let ruleset = cx.draft.ruleset;
    let Some(chosen) = ruleset.home_terrains.iter().find(|terrain| *terrain.id == **id) else { return };
    if list.home_terrains.is_empty() || list.home_terrains.contains(id) {
        return;
    }
    let fault = Fault::HomeTerrainNotInList { terrain: chosen.name.to_string(), list: list.name.clone() };
    let listed = ruleset.home_terrains.iter().filter(|terrain| list.home_terrains.iter().any(|id| **id == *terrain.id));
    let choices = listed.map(|terrain| choice(&terrain.name, &terrain.id));
    out.push(choices.fold(Problem::new(fault, None), Problem::offer));
}

/// The aggression factor is that of the list.
pub(super) fn aggression(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(list), Some(range)) = (cx.list, &cx.draft.ruleset.army.aggression) else { return };
    if list.aggression == cx.draft.aggression {
        return;
    }
    let (listed, own) = (list.aggression, cx.draft.aggression);
    let fault = Fault::AggressionNotInList { list: list.name.clone(), listed, own };
    let fix = Fix::new(Remedy::Aggression(listed), Edit::Aggression(listed));
    out.push(Problem::new(fault, Some(&range.rule)).offer(fix));
}

/// The army's own elements fill the options of the list: every minimum, and no more than the maxima.
pub(super) fn options(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(list) = cx.list else { return };
    let mut excused = Vec::new();
    for (at, line, id, _) in cx.known().filter(|(_, line, ..)| !line.ally) {
        if !list.takes(id, TakenAs::by(cx.draft, line)) {
            excused.push(at);
            out.extend(misfit(cx, list, at, line, id));
        }
    }
    let filling = fill(cx.draft, list);
    let if_mixed =
        (filling.unplaced() > 0 && choices(&list.options) > 1).then(|| fill_mixed(cx.draft, list).assignment.left);
    for (index, (at, left, blocked)) in filling.lines().enumerate() {
        let Some(line) = cx.draft.lines.get(at) else { continue };
        let LineType::Known(id) = line.line_type else { continue };
        if left < 1 || excused.contains(&at) {
            continue;
        }
        let would_do = if_mixed.as_ref().and_then(|mixed| mixed.get(index)).is_some_and(|mixed| *mixed < left);
        let of_one_type = |option: &&ListOption| option.choice == ListChoice::AllSame && option.has(id);
        let alike: Vec<&ListOption> = list.options.iter().filter(of_one_type).collect();
        let elsewhere = |option: &ListOption| option.branch.is_some() && option.has(id);
        // No full option is in the way: those that have the type have chosen another.
        if would_do && alike.is_empty() && list.options.iter().any(elsewhere) {
            out.push(other_alternative(list, at, line, id, left));
        } else if !alike.is_empty() && (would_do || blocked == 0) {
            out.push(mixed(list, at, line, id, &alike, left));
        } else {
            out.push(too_many(list, at, line, left, blocked));
        }
    }
    let filled = filling.minima.iter().zip(&filling.assignment.filled);
    for (option, (least, filled)) in list.options.iter().zip(filled) {
        if filled < least {
            out.push(too_few(cx, list, option, *filled));
        }
    }
}

/// The problem of elements that no option would accept even if it were empty: because of their type, or of how they
/// are taken.
fn misfit(cx: &Context<'_>, list: &ArmyList, at: usize, line: &ElementLine, id: TroopId) -> Option<Problem> {
    let taken = TakenAs::by(cx.draft, line);
    match list.nearest(id, taken) {
        None => Some(not_in_list(cx, list, at, line, id)),
        // Another check decides which elements may lead.
        Some(other) if other == (TakenAs { general: false, ..taken }) => None,
        Some(other) if other == (TakenAs { general: true, ..taken }) => Some(only_general(cx, list, at, line)),
        Some(other) => Some(otherwise(cx, list, at, line, id, other)),
    }
}

/// Removes all elements of a line.
pub(super) fn remove_all(at: usize, line: &ElementLine) -> Fix {
    Fix::new(Remedy::RemoveAll { count: line.count, name: ElementName::of(line) }, Edit::Drop(at))
}

/// Removes some elements of a line.
pub(super) fn remove_some(at: usize, line: &ElementLine, count: i64) -> Fix {
    Fix::new(Remedy::Remove { count, name: ElementName::of(line), worth: None }, Edit::Remove(at, count))
}

fn not_in_list(cx: &Context<'_>, list: &ArmyList, at: usize, line: &ElementLine, id: TroopId) -> Problem {
    let mut problem = Problem::new(Fault::NotInList { list: list.name.clone(), troop: id }, None).at(at);
    let mut lenders = list.allies.iter().filter_map(|id| cx.catalogue.get(id));
    if let (Some(ally), false) = (lenders.find(|ally| ally.takes(id, TakenAs::by(cx.draft, line))), line.general) {
        let edits = vec![Edit::Mark(at, Mark::Ally, true), Edit::Allies(Some(ally.id.clone()))];
        problem = problem.offer(Fix::of(Remedy::AsAlliesFrom(ally.name.clone()), edits));
    }
    problem.offer(remove_all(at, line))
}

/// The problem of ordinary elements of a type that the list only has as the general.
fn only_general(cx: &Context<'_>, list: &ArmyList, at: usize, line: &ElementLine) -> Problem {
    let fault = Fault::OnlyAsGeneral { list: list.name.clone(), name: ElementName::of(line) };
    let mut problem = Problem::new(fault, None).at(at);
    if line.count == 1 && !cx.draft.lines.iter().any(|line| line.general) {
        problem = problem.offer(promote(at, line, None));
    }
    problem.offer(remove_all(at, line))
}

/// The problem of elements of a type that the list has, but taken differently.
fn otherwise(cx: &Context<'_>, list: &ArmyList, at: usize, line: &ElementLine, id: TroopId, other: TakenAs) -> Problem {
    let taken = TakenAs::by(cx.draft, line);
    let marks = [
        (taken.fast, other.fast, Mark::Fast),
        (taken.riding, other.riding, Mark::Mounted),
        (taken.regular, other.regular, Mark::Regular),
        (taken.flying, other.flying, Mark::AirMobile),
    ];
    let mut fixes: Vec<Fix> =
        marks.into_iter().filter(|(is, has, _)| is != has).map(|(_, has, mark)| remark(at, mark, has)).collect();
    if other.general != taken.general {
        let edit = if other.general { Edit::General(at) } else { Edit::NotGeneral(at) };
        fixes.push(Fix::new(Remedy::AsListed, edit));
    }
    let fix = match fixes.as_slice() {
        [one] => one.clone(),
        several => Fix::of(Remedy::AsListed, several.iter().flat_map(|fix| fix.edits.clone()).collect()),
    };
    let fault = Fault::TakenOtherwise { list: list.name.clone(), troop: id, taken, listed: other };
    Problem::new(fault, None).at(at).offer(fix).offer(remove_all(at, line))
}

fn too_many(list: &ArmyList, at: usize, line: &ElementLine, left: i64, blocked: u64) -> Problem {
    let full: Vec<&ListOption> =
        list.options.iter().enumerate().filter(|(bit, _)| blocked >> bit & 1 == 1).map(|(_, option)| option).collect();
    let most: i64 = full.iter().filter_map(|option| option.max).fold(0, i64::saturating_add);
    let options = full.iter().map(|option| option.name()).collect();
    let fault = Fault::ListMaximum { list: list.name.clone(), most, options, over: left };
    Problem::new(fault, None).at(at).offer(remove_some(at, line, left))
}

fn too_few(cx: &Context<'_>, list: &ArmyList, option: &ListOption, filled: i64) -> Problem {
    let ruleset = cx.draft.ruleset;
    let missing = option.min - filled;
    let (list, name) = (list.name.clone(), option.name());
    let fault = Fault::ListMinimum { list, option: name, least: option.min, elements: filled };
    let mut problem = Problem::new(fault, None);
    let general = option.general == ListGeneral::Must;
    if general {
        for (at, line, id, _) in cx.known().filter(|(_, line, id, _)| !line.ally && !line.general && option.has(*id)) {
            if ruleset.may_lead(id) && line.elements() > 0 {
                problem = problem.offer(promote(at, line, None));
            }
        }
        problem.fixes.truncate(2);
    }
    // If the new element leads, no other does.
    let leading = cx.draft.lines.iter().enumerate().filter(|(_, line)| general && line.general);
    let stand_down: Vec<Edit> = leading.map(|(at, _)| Edit::NotGeneral(at)).collect();
    for id in option.types.iter().filter(|id| !general || ruleset.may_lead(**id)) {
        let line = ElementLine {
            count: if general { 1 } else { missing },
            fast: option.usually_fast(ruleset, *id),
            mounted: option.rides_of(*id) == ListPermission::Must,
            regular: usually_regular(option, ruleset, *id),
            air_mobile: option.air_mobile == ListPermission::Must,
            general,
            ..ElementLine::new(LineType::Known(*id))
        };
        let mut fix = add(line);
        fix.edits.splice(0..0, stand_down.iter().cloned());
        problem = problem.offer(fix);
    }
    problem.last_resort = problem.fixes.iter().find_map(|fix| with_enough(cx, fix));
    problem
}

/// The problem of elements that only an alternative has which the army has not chosen.
fn other_alternative(list: &ArmyList, at: usize, line: &ElementLine, id: TroopId, left: i64) -> Problem {
    let fault = Fault::OtherAlternative { list: list.name.clone(), troop: id };
    Problem::new(fault, None).at(at).offer(remove_some(at, line, left))
}

/// The problem of elements of several types where these options require a single one.
fn mixed(list: &ArmyList, at: usize, line: &ElementLine, id: TroopId, options: &[&ListOption], left: i64) -> Problem {
    let names = options.iter().map(|option| option.name()).collect();
    let problem = Problem::new(Fault::EitherOr { list: list.name.clone(), options: names }, None).at(at);
    let others = options.iter().flat_map(|option| &option.types).filter(|other| **other != id);
    let retype = |other: &TroopId| Fix::new(Remedy::Retype(*other), Edit::Retype(at, LineType::Known(*other)));
    others.map(retype).fold(problem, Problem::offer).offer(remove_some(at, line, left))
}
