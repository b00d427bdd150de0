//! Armies that are divided into commands, each with a general of its own (DBA3-BB-02 to BB-10).

use std::collections::BTreeSet;

use musterfield_rules::ruleset::Commands;
use musterfield_rules::{RuleId, TroopId};

use super::allies::not_offered;
use super::counted;
use super::list::not_known;
use crate::check::Context;
use crate::draft::{Draft, ElementLine};
use crate::edit::Edit;
use crate::filling::{fill, shortfall};
use crate::list::TakenAs;
use crate::problem::{Code, Fix, Problem};

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
            (None, _) => Problem::new(Code::CommandUnknown, None, "This army is not divided into commands.")
                .advise("Take the elements out of their command.")
                .offer(Fix::new("Take them out", Edit::Command(at, 0))),
            (Some(commands), command) => {
                let name = cx.draft.line_name(line, line.count);
                let message = match command {
                    0 => format!("The {name} stand in no command."),
                    _ => format!("There is no command {command}: the army has {count}."),
                };
                let code = if command == 0 { Code::CommandUnset } else { Code::CommandUnknown };
                let mut problem =
                    Problem::new(code, Some(&commands.rule), message).advise("Choose the command they belong to.");
                for command in fitting(cx, commands, line) {
                    problem =
                        problem.offer(Fix::new(format!("Put them into command {command}"), Edit::Command(at, command)));
                }
                problem
            }
        };
        out.push(problem.at(at));
    }
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
            let message = match has {
                0 => format!("Command {command} has no elements."),
                _ => format!("Command {command} has {}.", counted(has, "element", "elements")),
            };
            out.push(
                Problem::new(Code::CommandSize, Some(&commands.rule), message)
                    .advise(format!("Each command has {} elements or more.", commands.least)),
            );
        }
        if has > 0 {
            let able = |at: usize, line: &ElementLine| {
                cx.known().any(|(place, _, id, _)| place == at && bar(cx, commands, command, line, id).is_none())
            };
            general(cx, &commands.rule, command, &able, out);
        }
    }
}

/// Whether the owner has divided an army that may be divided freely.
pub(super) fn is_divided(draft: &Draft) -> bool {
    draft.ruleset.army.graded.commands.is_some() && draft.lines.iter().any(|line| line.command > 0)
}

/// Freely divided commands: every element in one of them, and each with its general (DBMF-ME-02).
pub(super) fn open(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(rules) = cx.draft.ruleset.army.graded.commands.as_ref().filter(|_| is_divided(cx.draft)) else { return };
    for (at, line) in cx.draft.lines.iter().enumerate() {
        if (FIRST..=rules.most).contains(&line.command) {
            continue;
        }
        let name = cx.draft.line_name(line, line.count);
        let (code, message) = match line.command {
            0 => (Code::CommandUnset, format!("The {name} stand in no command, while others do.")),
            command => (Code::CommandUnknown, format!("Command {command} is beyond the {} kept here.", rules.most)),
        };
        let used: BTreeSet<u8> = cx.draft.lines.iter().map(|line| line.command).collect();
        let mut problem = Problem::new(code, None, message).at(at).advise("Choose the command they belong to.");
        for command in used.into_iter().filter(|command| (FIRST..=rules.most).contains(command)) {
            let label = format!("Put them into command {command}");
            problem = problem.offer(Fix::new(label, Edit::Command(at, command)));
        }
        out.push(problem);
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
            let message = format!("Command {command} has no general.");
            let mut problem = Problem::new(Code::NoGeneral, Some(rule), message)
                .advise("Mark one element of the command as its general.");
            for (at, line) in lines(cx.draft, command).filter(|(at, line)| line.elements() > 0 && able(*at, line)) {
                let label = format!("Make the {} the general of command {command}", cx.draft.line_name(line, 1));
                problem = problem.offer(Fix::new(label, Edit::General(at)));
            }
            out.push(problem);
        }
        [first, rest @ ..] => {
            let message = format!("Command {command} has {} generals; each has one.", generals.len());
            let problem = Problem::new(Code::SeveralGenerals, Some(rule), message)
                .at(*rest.first().unwrap_or(first))
                .advise("Choose the one who leads the command.");
            let keep = |keep: &usize| {
                let line = cx.draft.lines.get(*keep)?;
                let edits = generals.iter().filter(|at| *at != keep).map(|at| Edit::NotGeneral(*at)).collect();
                Some(Fix { label: format!("Keep the {} as general", cx.draft.line_name(line, 1)), edits })
            };
            out.push(generals.iter().filter_map(keep).fold(problem, Problem::offer));
        }
    }
}

/// Why an element cannot lead a command, and by which rule.
fn bar<'a>(
    cx: &Context<'a>,
    commands: &'a Commands,
    command: u8,
    line: &ElementLine,
    id: TroopId,
) -> Option<(&'a RuleId, String)> {
    let taken = TakenAs { general: true, ..TakenAs::by(cx.draft, line) };
    let name = cx.draft.ruleset.troop(id).name_for(2);
    if line.ally {
        let ally = cx.ally_of_command(command)?;
        let barred = !ally.takes(id, taken) && ally.has(id);
        return barred.then(|| {
            (&commands.ally_general_rule, format!("In the list {} the general is not among the {name}.", ally.name))
        });
    }
    let list = cx.source.as_deref();
    if command == FIRST {
        let list = list.filter(|list| !list.takes(id, taken) && list.has(id))?;
        return Some((
            &commands.cinc_rule,
            format!("In the list {} the commander-in-chief is not among the {name}.", list.name),
        ));
    }
    if commands.never_lead.0.contains(&id) {
        return Some((&commands.never_lead.1, format!("{name} never lead a command, but as commander-in-chief.")));
    }
    let cinc_could = || list.is_none_or(|list| list.takes(id, taken));
    (commands.lead_as_cinc.0.contains(&id) && !cinc_could()).then(|| {
        (&commands.lead_as_cinc.1, format!("{name} lead a command only where the commander-in-chief could ride one."))
    })
}

/// The generals are of types that may lead (DBA3-BB-03, BB-04, BB-05, BB-10).
pub(super) fn who_may_lead(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(commands) = cx.commands else { return };
    for (at, line, id, _) in cx.known().filter(|(_, line, ..)| line.general) {
        let Some((rule, message)) = bar(cx, commands, line.command, line, id) else { continue };
        out.push(
            Problem::new(Code::GeneralNotAllowed, Some(rule), message)
                .at(at)
                .advise("Let another element of the command lead.")
                .offer(Fix::new("Make it an ordinary element", Edit::NotGeneral(at))),
        );
    }
}

/// Allied elements form commands of their own, each a whole contingent (DBA3-BB-06, BB-07).
pub(super) fn contingents(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(commands) = cx.commands else { return };
    let allied: BTreeSet<u8> = allied_commands(cx.draft).collect();
    for command in &allied {
        let own: Vec<usize> = lines(cx.draft, *command).filter(|(_, line)| !line.ally).map(|(at, _)| at).collect();
        if let Some(first) = own.first() {
            let message =
                format!("Command {command} has allied and own elements; allies stand in commands of their own.");
            out.push(
                Problem::new(Code::CommandMixed, Some(&commands.allied_rule), message)
                    .at(*first)
                    .advise("Put the own elements into another command."),
            );
        }
        let has = elements(cx.draft, *command);
        if own.is_empty() && has != commands.contingent {
            let message = format!(
                "The allied command {command} has {}; an allied contingent has {}.",
                counted(has, "element", "elements"),
                commands.contingent
            );
            out.push(
                Problem::new(Code::CommandSize, Some(&commands.contingent_rule), message)
                    .advise("Take the contingent as the ally’s own list has it."),
            );
        }
    }
    if allied.contains(&FIRST) {
        out.push(
            Problem::new(
                Code::CommandMixed,
                Some(&commands.cinc_rule),
                "The command of the commander-in-chief is not allied.",
            )
            .advise(format!("Let command {FIRST} be one of your own.")),
        );
    }
    if i64::try_from(allied.len()).unwrap_or(i64::MAX) > commands.contingents {
        let message = format!("{} commands are allied; {} may be.", allied.len(), commands.contingents);
        out.push(
            Problem::new(Code::AllyCap, Some(&commands.contingent_rule), message).advise("Have fewer allied commands."),
        );
    }
    for (place, command) in allied.iter().enumerate() {
        lent(cx, commands, place, *command, out);
    }
}

/// The commands with allied elements.
pub(crate) fn allied_commands(draft: &Draft) -> impl Iterator<Item = u8> {
    let mut allied: Vec<u8> = draft.lines.iter().filter(|line| line.ally).map(|line| line.command).collect();
    allied.sort_unstable();
    allied.dedup();
    allied.into_iter()
}

/// An allied contingent conforms to its own list.
fn lent(cx: &Context<'_>, commands: &Commands, place: usize, command: u8, out: &mut Vec<Problem>) {
    let named = if place == 0 { &cx.draft.allies } else { &cx.draft.second_ally };
    let rule = Some(&commands.contingent_rule);
    let Some(id) = named else {
        let message = format!("The army does not say whose the allied command {command} is.");
        let problem = Problem::new(Code::AllyUnnamed, rule, message);
        out.push(problem.advise("Name the army that the contingent comes from."));
        return;
    };
    let Some(ally) = cx.ally_of_command(command) else {
        let problem = Problem::new(Code::ListUnknown, rule, not_known(cx, id, "contingent"));
        out.push(problem.advise("Choose a known list, or leave the field empty."));
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
        let message =
            format!("The list {} has no place for {left} of these {}.", ally.name, cx.draft.line_name(line, 2));
        out.push(
            Problem::new(Code::AllyNotAllowed, rule, message)
                .at(*place)
                .advise(format!("Choose elements that {} has.", ally.name))
                .offer(Fix::new(format!("Remove {left} of them"), Edit::Remove(*place, left))),
        );
    }
    let missing = shortfall(&contingent, ally);
    if missing > 0 && elements(cx.draft, command) >= commands.contingent {
        let message = format!("The contingent from {} lacks {missing} elements that its list demands.", ally.name);
        out.push(
            Problem::new(Code::AllyNotAllowed, rule, message).advise(format!("Take what {} always has.", ally.name)),
        );
    }
}

/// An allied contingent as an army of its own.
fn contingent(draft: &Draft, command: u8) -> Draft {
    let own = |(_, line): (usize, &ElementLine)| ElementLine { ally: false, command: 0, ..line.clone() };
    Draft { lines: lines(draft, command).map(own).collect(), ..Draft::new(draft.ruleset) }
}
