//! Armies that are divided into commands, each with a general of its own (DBA3-BB-02 to BB-10).

use std::collections::BTreeSet;

use musterfield_rules::ruleset::Commands;
use musterfield_rules::{RuleId, TroopId};

use super::allies::not_offered;
use super::general::{demote, keep, promote};
use super::list::{not_known, remove_some};
use crate::context::Context;
use crate::draft::{Draft, ElementLine, ElementName};
use crate::edit::Edit;
use crate::fault::{Fault, ListUse};
use crate::filling::{fill, shortfall};
use crate::list::TakenAs;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// The command of the commander-in-chief.
const FIRST: u8 = 1;

/// Every element belongs to an existing command; in an army of one command, to none.
pub(super) fn known(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let count = cx.commands.map_or(0, |commands| commands.count);
    if cx.draft.ruleset.army.graded.commands.is_some() {
        return;
    }
    for (at, line) in cx.draft.lines.iter().enumerate() {
        let problem = match (cx.commands, line.command) {
            (None, 0) => continue,
            (Some(_), command) if (FIRST..=count).contains(&command) => continue,
            (None, _) => {
                Problem::new(Fault::NotDivided, None).offer(Fix::new(Remedy::LeaveCommand, Edit::Command(at, 0)))
            }
            (Some(commands), _) => {
                let problem = Problem::new(misplaced(line, count), Some(&commands.rule));
                fitting(cx, commands, line).into_iter().map(|command| join(at, command)).fold(problem, Problem::offer)
            }
        };
        out.push(problem.at(at));
    }
}

/// The fault of elements that stand in none of an army's commands.
fn misplaced(line: &ElementLine, commands: u8) -> Fault {
    match line.command {
        0 => Fault::CommandUnset { name: ElementName::of(line), count: line.count },
        command => Fault::CommandUnknown { command, commands },
    }
}

fn join(at: usize, command: u8) -> Fix {
    Fix::new(Remedy::JoinCommand(command), Edit::Command(at, command))
}

/// The commands that elements could join: own elements their own commands, allied ones allied commands.
fn fitting(cx: &Context<'_>, commands: &Commands, line: &ElementLine) -> Vec<u8> {
    let alike = |command: &u8| {
        let mut others = cx.draft.lines.iter().filter(|other| other.command == *command);
        others.all(|other| other.ally == line.ally)
    };
    (FIRST..=commands.count).filter(alike).collect()
}

/// The lines of a command with their positions.
fn lines(draft: &Draft, command: u8) -> impl Iterator<Item = (usize, &ElementLine)> {
    draft.lines.iter().enumerate().filter(move |(_, line)| line.command == command)
}

fn elements(draft: &Draft, command: u8) -> i64 {
    lines(draft, command).map(|(_, line)| line.elements()).fold(0, i64::saturating_add)
}

/// Each command has enough elements (DBA3-BB-02), and one general.
pub(super) fn each(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(commands) = cx.commands else { return };
    for command in FIRST..=commands.count {
        let has = elements(cx.draft, command);
        if has < commands.least {
            let fault = Fault::CommandTooSmall { command, elements: has, least: commands.least };
            out.push(Problem::new(fault, Some(&commands.rule)));
        }
        if has > 0 {
            let able = |at: usize, line: &ElementLine| {
                cx.known().any(|(place, _, id, _)| {
                    place == at && reason_not_to_lead(cx, commands, command, line, id).is_none()
                })
            };
            general(cx, &commands.rule, command, &able, out);
        }
    }
}

/// Freely divided commands: every element in one of them, and each with its general (DBMF-ME-02).
pub(super) fn open(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(rules) = cx.draft.ruleset.army.graded.commands.as_ref().filter(|_| cx.draft.is_divided()) else { return };
    for (at, line) in cx.draft.lines.iter().enumerate() {
        if (FIRST..=rules.most).contains(&line.command) {
            continue;
        }
        let used: BTreeSet<u8> = cx.draft.lines.iter().map(|line| line.command).collect();
        let used = used.into_iter().filter(|command| (FIRST..=rules.most).contains(command));
        let problem = Problem::new(misplaced(line, rules.most), None).at(at);
        out.push(used.map(|command| join(at, command)).fold(problem, Problem::offer));
    }
    for command in FIRST..=rules.most {
        if elements(cx.draft, command) > 0 {
            let own = lines(cx.draft, command).any(|(_, line)| !line.ally);
            general(cx, &rules.rule, command, &|_, line| !(own && line.ally), out);
        }
    }
}

/// One element of the command is its general.
fn general(
    cx: &Context<'_>,
    rule: &RuleId,
    command: u8,
    able: &dyn Fn(usize, &ElementLine) -> bool,
    out: &mut Vec<Problem>,
) {
    let generals: Vec<usize> = lines(cx.draft, command).filter(|(_, line)| line.general).map(|(at, _)| at).collect();
    match generals.as_slice() {
        [_] => {}
        [] => {
            let able = lines(cx.draft, command).filter(|(at, line)| line.elements() > 0 && able(*at, line));
            let fixes = able.map(|(at, line)| promote(at, line, Some(command)));
            out.push(fixes.fold(Problem::new(Fault::NoCommandGeneral { command }, Some(rule)), Problem::offer));
        }
        [first, rest @ ..] => {
            let fault = Fault::SeveralCommandGenerals { command, generals: generals.len() };
            let problem = Problem::new(fault, Some(rule)).at(*rest.first().unwrap_or(first));
            let kept = |at: &usize| cx.draft.lines.get(*at).map(|line| keep(*at, &generals, line));
            out.push(generals.iter().filter_map(kept).fold(problem, Problem::offer));
        }
    }
}

/// The reason an element cannot lead a command, and the rule.
fn reason_not_to_lead<'a>(
    cx: &Context<'a>,
    commands: &'a Commands,
    command: u8,
    line: &ElementLine,
    id: TroopId,
) -> Option<(&'a RuleId, Fault)> {
    let taken = TakenAs { general: true, ..TakenAs::by(cx.draft, line) };
    let troop = id;
    if line.ally {
        let ally = cx.ally_of_command(command)?;
        let barred = !ally.takes(id, taken) && ally.has(id);
        let fault = || Fault::GeneralNotInList { list: ally.name.clone(), troop };
        return barred.then(|| (&commands.ally_general_rule, fault()));
    }
    let list = cx.source.as_deref();
    if command == FIRST {
        let list = list.filter(|list| !list.takes(id, taken) && list.has(id))?;
        return Some((&commands.cinc_rule, Fault::CommanderNotInList { list: list.name.clone(), troop }));
    }
    if commands.never_lead.0.contains(&id) {
        return Some((&commands.never_lead.1, Fault::LeadsOnlyInChief { troop }));
    }
    let cinc_could = || list.is_none_or(|list| list.takes(id, taken));
    let is_barred = commands.lead_as_cinc.0.contains(&id) && !cinc_could();
    is_barred.then_some((&commands.lead_as_cinc.1, Fault::LeadsLikeCommander { troop }))
}

/// The generals are of types that may lead (DBA3-BB-03, BB-04, BB-05, BB-10).
pub(super) fn who_may_lead(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(commands) = cx.commands else { return };
    for (at, line, id, _) in cx.known().filter(|(_, line, ..)| line.general) {
        let Some((rule, fault)) = reason_not_to_lead(cx, commands, line.command, line, id) else { continue };
        out.push(Problem::new(fault, Some(rule)).at(at).offer(demote(at, line)));
    }
}

/// Allied elements form commands of their own, each a whole contingent (DBA3-BB-06, BB-07).
pub(super) fn contingents(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(commands) = cx.commands else { return };
    let allied: BTreeSet<u8> = cx.draft.allied_commands().collect();
    for command in &allied {
        let own: Vec<usize> = lines(cx.draft, *command).filter(|(_, line)| !line.ally).map(|(at, _)| at).collect();
        if let Some(first) = own.first() {
            let fault = Fault::CommandMixed { command: *command };
            out.push(Problem::new(fault, Some(&commands.allied_rule)).at(*first));
        }
        let has = elements(cx.draft, *command);
        if own.is_empty() && has != commands.contingent {
            let fault = Fault::ContingentSize { command: *command, elements: has, size: commands.contingent };
            out.push(Problem::new(fault, Some(&commands.contingent_rule)));
        }
    }
    if allied.contains(&FIRST) {
        out.push(Problem::new(Fault::CommanderAllied { command: FIRST }, Some(&commands.cinc_rule)));
    }
    if i64::try_from(allied.len()).unwrap_or(i64::MAX) > commands.contingents {
        let fault = Fault::TooManyContingents { allied: allied.len(), most: commands.contingents };
        out.push(Problem::new(fault, Some(&commands.contingent_rule)));
    }
    for (place, command) in allied.iter().enumerate() {
        lent(cx, commands, place, *command, out);
    }
}

/// An allied contingent conforms to its own list.
fn lent(cx: &Context<'_>, commands: &Commands, place: usize, command: u8, out: &mut Vec<Problem>) {
    let named = if place == 0 { &cx.draft.allies } else { &cx.draft.second_ally };
    let rule = Some(&commands.contingent_rule);
    let Some(id) = named else {
        out.push(Problem::new(Fault::ContingentUnnamed { command }, rule));
        return;
    };
    let Some(ally) = cx.ally_of_command(command) else {
        out.push(Problem::new(not_known(cx, id, ListUse::Contingent), rule));
        return;
    };
    if let Some(list) = cx.source.as_deref().filter(|list| !list.allies.contains(id) && !list.is_own()) {
        out.push(not_offered(cx, list, id));
    }
    let contingent = contingent(cx.draft, command);
    let filling = fill(&contingent, ally);
    for (at, left, _) in filling.lines().filter(|(_, left, _)| *left > 0) {
        let places: Vec<usize> = lines(cx.draft, command).map(|(at, _)| at).collect();
        let (Some(place), Some(line)) = (places.get(at), contingent.lines.get(at)) else { continue };
        let fault = Fault::ContingentFull { list: ally.name.clone(), over: left, name: ElementName::of(line) };
        out.push(Problem::new(fault, rule).at(*place).offer(remove_some(*place, line, left)));
    }
    let missing = shortfall(&contingent, ally);
    if missing > 0 && elements(cx.draft, command) >= commands.contingent {
        out.push(Problem::new(Fault::ContingentIncomplete { list: ally.name.clone(), missing }, rule));
    }
}

/// An allied contingent as an army of its own.
fn contingent(draft: &Draft, command: u8) -> Draft {
    let own = |(_, line): (usize, &ElementLine)| ElementLine { ally: false, command: 0, ..line.clone() };
    Draft { lines: lines(draft, command).map(own).collect(), ..Draft::new(draft.ruleset) }
}
