//! What the army list says that an army names.

use super::counted;
use crate::army::check::Context;
use crate::army::draft::{Kind, Line};
use crate::army::edit::Edit;
use crate::army::filling::{choices, fill, fill_mixed};
use crate::army::list::{ArmyList, ListChoice, ListGeneral, ListOption, ListRides};
use crate::army::problem::{Code, Fix, Problem};
use crate::rules::TroopId;
use crate::rules::troop::FastRule;

/// The list is one that is known here.
pub(super) fn known(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(id), None) = (&cx.draft.list, cx.list) else { return };
    let message = match cx.catalogue.get(id) {
        Some(list) => {
            format!("The list {} is for {}, not for {}.", list.name, list.ruleset.name, cx.draft.ruleset.name)
        }
        None => format!("No army list “{id}” is known here, so the army cannot be held against it."),
    };
    out.push(
        Problem::new(Code::ListUnknown, None, message)
            .advise("Choose a known list, or none.")
            .offer(Fix::new("Play without a list", Edit::List(None))),
    );
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

/// The aggression factor is the list's.
pub(super) fn aggression(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(list) = cx.list else { return };
    if list.aggression == cx.draft.aggression {
        return;
    }
    let message =
        format!("The list {} has aggression {}, this army {}.", list.name, list.aggression, cx.draft.aggression);
    out.push(
        Problem::new(Code::AggressionNotInList, Some(&cx.draft.ruleset.army.aggression.rule), message)
            .advise("Take the factor of the list.")
            .offer(Fix::new(format!("Make it {}", list.aggression), Edit::Aggression(list.aggression))),
    );
}

/// The army's own elements fill the options of the list, every minimum and no more than the maxima.
pub(super) fn options(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(list) = cx.list else { return };
    let mut excused = Vec::new();
    for (at, line, id, _) in cx.known().filter(|(_, line, ..)| !line.ally) {
        if let Some(problem) = misfit(cx, list, at, line, id) {
            excused.push(at);
            out.push(problem);
        }
    }
    let filling = fill(cx.draft, list);
    let assignment = &filling.assignment;
    let any_left = assignment.left.iter().any(|left| *left > 0);
    let if_mixed = (any_left && choices(list) > 1).then(|| fill_mixed(cx.draft, list).assignment);
    for (index, at) in filling.places.iter().enumerate() {
        let left = assignment.left.get(index).copied().unwrap_or(0);
        let blocked = assignment.blocked_by.get(index).copied().unwrap_or(0);
        let Some(line) = cx.draft.lines.get(*at) else { continue };
        if left < 1 || excused.contains(at) {
            continue;
        }
        let would_do = if_mixed.as_ref().is_some_and(|mixed| mixed.left.get(index) == Some(&0));
        match line.kind {
            Kind::Known(id) if would_do => out.push(mixed(cx, list, *at, line, id, left)),
            _ if blocked != 0 => out.push(too_many(cx, list, *at, line, left, blocked)),
            _ => {}
        }
    }
    for (option, filled) in list.options.iter().zip(&assignment.filled) {
        if *filled < option.min {
            out.push(too_few(cx, list, option, *filled));
        }
    }
}

/// An element that no option would take however empty: the type, or Fast. Who may lead is another check's business.
fn misfit(cx: &Context<'_>, list: &ArmyList, at: usize, line: &Line, id: TroopId) -> Option<Problem> {
    let ruleset = cx.draft.ruleset;
    let fast = cx.draft.is_fast(line);
    let name = cx.draft.called(line, 2);
    let drop = Fix::new(format!("Remove the {name}"), Edit::Drop(at));
    if !list.options.iter().any(|option| option.has(id)) {
        let message = format!("The list {} has no {}.", list.name, ruleset.troop(id).name);
        let mut problem = Problem::new(Code::NotInList, None, message).at(at).advise("Choose what the list offers.");
        let lender =
            list.allies.iter().filter_map(|id| cx.catalogue.get(id)).find(|ally| ally.lends(id, fast, line.mounted));
        if let (Some(ally), false) = (lender, line.general) {
            let edits = vec![Edit::Ally(at, true), Edit::Allies(Some(ally.id.clone()))];
            problem = problem.offer(Fix { label: format!("Take them as allies from {}", ally.name), edits });
        }
        return Some(problem.offer(drop));
    }
    let as_fast = |option: &&ListOption| option.has(id) && option.takes_fast(ruleset, id, fast);
    let riding = |option: &ListOption| option.takes_riding(list, id, line.mounted);
    if list.options.iter().any(|option| as_fast(&option)) && !list.options.iter().filter(as_fast).any(riding) {
        let (does, label) = if line.mounted { ("do not ride", "Let them walk") } else { ("ride", "Let them ride") };
        let message = format!("In the list {} the {} {does}.", list.name, ruleset.troop(id).name);
        return Some(
            Problem::new(Code::NotInList, None, message)
                .at(at)
                .advise("Take them as the list has them.")
                .offer(Fix::new(label, Edit::Mounted(at, !line.mounted)))
                .offer(drop),
        );
    }
    if list.options.iter().any(|option| as_fast(&option)) {
        let led_only = !line.general && !list.options.iter().filter(as_fast).any(|option| option.takes_general(false));
        let unled = line.count == 1 && !cx.draft.lines.iter().any(|line| line.general);
        return led_only.then(|| {
            let message = format!("The list {} has {name} only as the general.", list.name);
            let mut problem = Problem::new(Code::ListMaximum, None, message)
                .at(at)
                .advise("Let one of them be the general, or take others.");
            if unled {
                let label = format!("Make the {} the general", cx.draft.called(line, 1));
                problem = problem.offer(Fix::new(label, Edit::General(at)));
            }
            problem.offer(drop.clone())
        });
    }
    // A type that can never be Fast, marked so, is reported by the rules themselves.
    if ruleset.troop(id).fast.is == FastRule::No {
        return None;
    }
    let (message, label) = if fast {
        (format!("In the list {} the {} are not Fast.", list.name, ruleset.troop(id).name), "Make it not Fast")
    } else {
        (format!("In the list {} the {} are Fast.", list.name, ruleset.troop(id).name), "Make it Fast")
    };
    Some(
        Problem::new(Code::FastNotAllowed, None, message)
            .at(at)
            .advise("Take them as the list has them.")
            .offer(Fix::new(label, Edit::Fast(at, !fast)))
            .offer(drop),
    )
}

fn too_many(cx: &Context<'_>, list: &ArmyList, at: usize, line: &Line, left: i64, blocked: u64) -> Problem {
    let full: Vec<&ListOption> =
        list.options.iter().enumerate().filter(|(bit, _)| blocked >> bit & 1 == 1).map(|(_, option)| option).collect();
    let most: i64 = full.iter().filter_map(|option| option.max).fold(0, i64::saturating_add);
    let names: Vec<String> = full.iter().map(|option| option.called(cx.draft.ruleset)).collect();
    let message = format!("The list {} allows {most} in all of {}; {left} too many here.", list.name, names.join(", "));
    Problem::new(Code::ListMaximum, None, message).at(at).advise("Take out what is too many.").offer(Fix::new(
        format!("Remove {}", counted(left, &cx.draft.called(line, 1), &cx.draft.called(line, 2))),
        Edit::Remove(at, left),
    ))
}

fn too_few(cx: &Context<'_>, list: &ArmyList, option: &ListOption, filled: i64) -> Problem {
    let ruleset = cx.draft.ruleset;
    let missing = option.min - filled;
    let name = option.called(ruleset);
    let message = format!("The list {} demands {} of {name}; the army has {filled}.", list.name, option.min);
    let mut problem = Problem::new(Code::ListMinimum, None, message).advise(format!("Add {missing} of {name}."));
    let general = option.general == ListGeneral::Must;
    if general {
        for (at, line, id, _) in cx.known().filter(|(_, line, id, _)| !line.ally && !line.general && option.has(*id)) {
            if ruleset.may_lead(id) && line.elements() > 0 {
                let label = format!("Make the {} the general", cx.draft.called(line, 1));
                problem = problem.offer(Fix::new(label, Edit::General(at)));
            }
        }
        problem.fixes.truncate(2);
    }
    // Where the new one leads, nobody else does.
    let leading = cx.draft.lines.iter().enumerate().filter(|(_, line)| general && line.general);
    let stand_down: Vec<Edit> = leading.map(|(at, _)| Edit::NotGeneral(at)).collect();
    for id in option.types.iter().filter(|id| !general || ruleset.may_lead(**id)) {
        let line = Line {
            count: if general { 1 } else { missing },
            fast: option.usually_fast(ruleset, *id),
            mounted: option.rides == ListRides::Must,
            general,
            ..Line::new(Kind::Known(*id))
        };
        let added = counted(line.count, &cx.draft.called(&line, 1), &cx.draft.called(&line, 2));
        let leads = if general { " as general" } else { "" };
        let edits = stand_down.iter().cloned().chain([Edit::Add(line)]).collect();
        problem = problem.offer(Fix { label: format!("Add {added}{leads}"), edits });
    }
    problem
}

/// Elements of several types where the list wants one.
fn mixed(cx: &Context<'_>, list: &ArmyList, at: usize, line: &Line, id: TroopId, left: i64) -> Problem {
    let options: Vec<&ListOption> =
        list.options.iter().filter(|option| option.choice == ListChoice::AllSame && option.has(id)).collect();
    let names: Vec<String> = options.iter().map(|option| option.called(cx.draft.ruleset)).collect();
    let message = format!("In the list {} all of {} are of the same type.", list.name, names.join(", "));
    let mut problem = Problem::new(Code::EitherOr, None, message).at(at).advise("Keep to one of the types.");
    for other in options.iter().flat_map(|option| &option.types).filter(|other| **other != id) {
        let name = &cx.draft.ruleset.troop(*other).name;
        problem = problem.offer(Fix::new(format!("Make them {name}"), Edit::Retype(at, Kind::Known(*other))));
    }
    let label = format!("Remove {}", counted(left, &cx.draft.called(line, 1), &cx.draft.called(line, 2)));
    problem.offer(Fix::new(label, Edit::Remove(at, left)))
}
