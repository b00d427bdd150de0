//! The requirements of the army list that an army names.

use musterfield_rules::TroopId;

use super::counted;
use super::points::with_enough;
use crate::check::Context;
use crate::draft::{ElementLine, LineType};
use crate::edit::Edit;
use crate::filling::{choices, fill, fill_mixed, unplaced};
use crate::fits::usually_regular;
use crate::list::{ArmyList, ListChoice, ListGeneral, ListOption, ListPermission, TakenAs};
use crate::mark::Mark;
use crate::problem::{Code, Fix, Problem};

/// The most lists that are offered to a player who has chosen none.
const OFFERED: usize = 3;

/// An army is picked from a list where the rules have no other armies (DBA3-LIST-03).
pub(super) fn demanded(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(rule), None, None) = (&cx.draft.ruleset.army.from_list, &cx.draft.list, &cx.draft.own_list) else {
        return;
    };
    let message = format!("An army of {} is picked from an army list; none is chosen.", cx.draft.ruleset.name);
    let mut problem = Problem::new(Code::ListUnset, Some(rule), message)
        .advise("Choose a list, or write the one of your rule book in short hand.");
    let lists = cx.catalogue.of_ruleset(&cx.draft.ruleset.id);
    for list in lists.into_iter().filter(|list| unplaced(cx.draft, list) == 0).take(OFFERED) {
        problem = problem.offer(Fix::new(format!("Pick it from {}", list.name), Edit::List(Some(list.id.clone()))));
    }
    out.push(problem);
}

/// The player's own list can be read.
pub(super) fn readable(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(own) = &cx.draft.own_list else { return };
    if let Err(error) = ArmyList::own(cx.draft.ruleset, own) {
        out.push(
            Problem::new(Code::ListUnreadable, None, format!("Your own list cannot be read: {error}"))
                .advise("Write it as in 1x3Kn (Gen), 2x3Kn or Cv, 6x4Pk."),
        );
    }
}

/// The list is a known one.
pub(super) fn known(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(id), None, None) = (&cx.draft.list, &cx.draft.own_list, cx.list) else { return };
    out.push(
        Problem::new(Code::ListUnknown, None, not_known(cx, id, "army"))
            .advise("Choose a known list, or none.")
            .offer(Fix::new("Play without a list", Edit::List(None))),
    );
}

/// Why a list that is named for the army or for its allies cannot be used.
pub(super) fn not_known(cx: &Context<'_>, id: &str, whose: &str) -> String {
    match cx.catalogue.get(id) {
        Some(list) => {
            format!("The list {} is for {}, not for {}.", list.name, list.ruleset.name, cx.draft.ruleset.name)
        }
        None => format!("No army list “{id}” is known here, so the {whose} cannot be held against it."),
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
    let mut problem = Problem::new(
        Code::HomeTerrainNotInList,
        None,
        format!("{} is not a home terrain of the list {}.", chosen.name, list.name),
    )
    .advise("Choose a home terrain of the list.");
    for terrain in
        ruleset.home_terrains.iter().filter(|terrain| list.home_terrains.iter().any(|id| **id == *terrain.id))
    {
        problem = problem.offer(Fix::new(terrain.name.to_string(), Edit::HomeTerrain(Some(terrain.id.to_string()))));
    }
    out.push(problem);
}

/// The aggression factor is that of the list.
pub(super) fn aggression(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(list), Some(range)) = (cx.list, &cx.draft.ruleset.army.aggression) else { return };
    if list.aggression == cx.draft.aggression {
        return;
    }
    let message =
        format!("The list {} has aggression {}, this army {}.", list.name, list.aggression, cx.draft.aggression);
    out.push(
        Problem::new(Code::AggressionNotInList, Some(&range.rule), message)
            .advise("Take the factor of the list.")
            .offer(Fix::new(format!("Make it {}", list.aggression), Edit::Aggression(list.aggression))),
    );
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
        // No full option is in the way: those that have the type have chosen another.
        if !alike.is_empty() && (would_do || blocked == 0) {
            out.push(mixed(cx, list, at, line, id, &alike, left));
        } else {
            out.push(too_many(cx, list, at, line, left, blocked));
        }
    }
    let assignment = filling.assignment;
    for (option, filled) in list.options.iter().zip(&assignment.filled) {
        if *filled < option.min {
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

fn removal(cx: &Context<'_>, at: usize, line: &ElementLine) -> Fix {
    Fix::new(format!("Remove the {}", cx.draft.line_name(line, line.count)), Edit::Drop(at))
}

fn not_in_list(cx: &Context<'_>, list: &ArmyList, at: usize, line: &ElementLine, id: TroopId) -> Problem {
    let message = format!("The list {} has no {}.", list.name, cx.draft.ruleset.troop(id).name_for(2));
    let mut problem = Problem::new(Code::NotInList, None, message).at(at).advise("Choose what the list offers.");
    let mut lenders = list.allies.iter().filter_map(|id| cx.catalogue.get(id));
    if let (Some(ally), false) = (lenders.find(|ally| ally.takes(id, TakenAs::by(cx.draft, line))), line.general) {
        let edits = vec![Edit::Mark(at, Mark::Ally, true), Edit::Allies(Some(ally.id.clone()))];
        problem = problem.offer(Fix { label: format!("Take them as allies from {}", ally.name), edits });
    }
    problem.offer(removal(cx, at, line))
}

/// The problem of ordinary elements of a type that the list only has as the general.
fn only_general(cx: &Context<'_>, list: &ArmyList, at: usize, line: &ElementLine) -> Problem {
    let message = format!("The list {} has {} only as the general.", list.name, cx.draft.line_name(line, 2));
    let mut problem =
        Problem::new(Code::ListMaximum, None, message).at(at).advise("Let one of them be the general, or take others.");
    if line.count == 1 && !cx.draft.lines.iter().any(|line| line.general) {
        let label = format!("Make the {} the general", cx.draft.line_name(line, 1));
        problem = problem.offer(Fix::new(label, Edit::General(at)));
    }
    problem.offer(removal(cx, at, line))
}

/// The problem of elements of a type that the list has, but taken differently.
fn otherwise(cx: &Context<'_>, list: &ArmyList, at: usize, line: &ElementLine, id: TroopId, other: TakenAs) -> Problem {
    let taken = TakenAs::by(cx.draft, line);
    let (mut says, mut edits, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    if other.fast != taken.fast {
        says.push(if other.fast { "are Fast" } else { "are not Fast" });
        labels.push(if other.fast { "Make it Fast" } else { "Make it not Fast" });
        edits.push(Edit::Mark(at, Mark::Fast, other.fast));
    }
    if other.riding != taken.riding {
        says.push(if other.riding { "ride" } else { "do not ride" });
        labels.push(if other.riding { "Let them ride" } else { "Let them walk" });
        edits.push(Edit::Mark(at, Mark::Mounted, other.riding));
    }
    if other.regular != taken.regular {
        says.push(if other.regular { "are regular" } else { "are irregular" });
        labels.push(if other.regular { "Make them regular" } else { "Make them irregular" });
        edits.push(Edit::Mark(at, Mark::Regular, other.regular));
    }
    if other.flying != taken.flying {
        says.push(if other.flying { "are air-mobile" } else { "are not air-mobile" });
        labels.push(if other.flying { "Let them fly" } else { "Let them walk" });
        edits.push(Edit::Mark(at, Mark::AirMobile, other.flying));
    }
    if other.general != taken.general {
        says.push(if other.general { "lead" } else { "do not lead" });
        edits.push(if other.general { Edit::General(at) } else { Edit::NotGeneral(at) });
    }
    let message =
        format!("In the list {} the {} {}.", list.name, cx.draft.ruleset.troop(id).name_for(2), says.join(" and "));
    let code = if other == (TakenAs { fast: other.fast, ..taken }) { Code::FastNotAllowed } else { Code::NotInList };
    let label = match (labels.as_slice(), edits.len()) {
        ([label], 1) => (*label).to_owned(),
        _ => "Take them as the list has them".to_owned(),
    };
    Problem::new(code, None, message)
        .at(at)
        .advise("Take them as the list has them.")
        .offer(Fix { label, edits })
        .offer(removal(cx, at, line))
}

fn too_many(cx: &Context<'_>, list: &ArmyList, at: usize, line: &ElementLine, left: i64, blocked: u64) -> Problem {
    let full: Vec<&ListOption> =
        list.options.iter().enumerate().filter(|(bit, _)| blocked >> bit & 1 == 1).map(|(_, option)| option).collect();
    let most: i64 = full.iter().filter_map(|option| option.max).fold(0, i64::saturating_add);
    let names: Vec<String> = full.iter().map(|option| option.in_words(cx.draft.ruleset)).collect();
    let message = format!("The list {} allows {most} in all of {}; {left} too many here.", list.name, names.join(", "));
    Problem::new(Code::ListMaximum, None, message).at(at).advise("Take out what is too many.").offer(Fix::new(
        format!("Remove {}", counted(left, &cx.draft.line_name(line, 1), &cx.draft.line_name(line, 2))),
        Edit::Remove(at, left),
    ))
}

fn too_few(cx: &Context<'_>, list: &ArmyList, option: &ListOption, filled: i64) -> Problem {
    let ruleset = cx.draft.ruleset;
    let missing = option.min - filled;
    let name = option.in_words(ruleset);
    let message = format!("The list {} demands {} of {name}; the army has {filled}.", list.name, option.min);
    let mut problem = Problem::new(Code::ListMinimum, None, message).advise(format!("Add {missing} of {name}."));
    let general = option.general == ListGeneral::Must;
    if general {
        for (at, line, id, _) in cx.known().filter(|(_, line, id, _)| !line.ally && !line.general && option.has(*id)) {
            if ruleset.may_lead(id) && line.elements() > 0 {
                let label = format!("Make the {} the general", cx.draft.line_name(line, 1));
                problem = problem.offer(Fix::new(label, Edit::General(at)));
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
        let added = counted(line.count, &cx.draft.line_name(&line, 1), &cx.draft.line_name(&line, 2));
        let leads = if general { " as general" } else { "" };
        let edits = stand_down.iter().cloned().chain([Edit::Add(line)]).collect();
        problem = problem.offer(Fix { label: format!("Add {added}{leads}"), edits });
    }
    problem.last_resort = problem.fixes.iter().find_map(|fix| with_enough(cx, fix));
    problem
}

/// The problem of elements of several types where these options require a single one.
fn mixed(
    cx: &Context<'_>,
    list: &ArmyList,
    at: usize,
    line: &ElementLine,
    id: TroopId,
    options: &[&ListOption],
    left: i64,
) -> Problem {
    let names: Vec<String> = options.iter().map(|option| option.in_words(cx.draft.ruleset)).collect();
    let message = format!("In the list {} all of {} are of the same type.", list.name, names.join(", "));
    let mut problem = Problem::new(Code::EitherOr, None, message).at(at).advise("Keep to one of the types.");
    for other in options.iter().flat_map(|option| &option.types).filter(|other| **other != id) {
        let name = cx.draft.ruleset.troop(*other).name_for(2);
        problem = problem.offer(Fix::new(format!("Make them {name}"), Edit::Retype(at, LineType::Known(*other))));
    }
    let label = format!("Remove {}", counted(left, &cx.draft.line_name(line, 1), &cx.draft.line_name(line, 2)));
    problem.offer(Fix::new(label, Edit::Remove(at, left)))
}
