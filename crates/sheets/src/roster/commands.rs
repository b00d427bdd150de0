//! The commands of a divided army: the general of each, when it is demoralised, its die.

use musterfield_army::draft::{Draft, ElementLine, LineType};
use musterfield_rules::Points;
use musterfield_rules::ruleset::{Commands, Share};
use serde::Serialize;

/// An army list on a roster.
#[derive(Clone, Debug, Serialize)]
pub struct ListView {
    /// The id.
    pub id: String,
    /// As printed.
    pub name: String,
}

/// A command of an army on a roster.
#[derive(Clone, Debug, Serialize)]
pub struct CommandView {
    /// Its number, from 1, which is the commander-in-chief's.
    pub number: u8,
    /// Number, owner, elements and general: `Command 1, C-in-C: 12 elements, general Cv “Hannibal”`.
    pub title: String,
    /// Whether it is allied.
    pub ally: bool,
    /// The army list of an allied contingent.
    pub list: Option<ListView>,
    /// The number of elements.
    pub elements: i64,
    /// Its general: code and the player's name for it; empty if it has none.
    pub general: String,
    /// The number of lost elements at which it is demoralised, if the rules have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demoralised: Option<i64>,
    /// The number of lost elements at which it is routed, if the rules have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub routed: Option<i64>,
    /// The morale equivalents (ME) of its elements, if the rules have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub morale: Option<Points>,
    /// Whether it has its own die.
    own_die: bool,
    /// The losses in a sentence.
    pub losses: String,
    /// The dice that its player can assign, one to be ticked; empty if it has its own.
    pub dice: Vec<&'static str>,
    /// The positions of its rows, from 0.
    pub rows: Vec<usize>,
}

/// The commands of an army of this size; `None` where it is not divided. `ally` is the list of an allied contingent,
/// from 0.
pub(super) fn of(draft: &Draft, ally: impl Fn(usize) -> Option<ListView>) -> Vec<CommandView> {
    let Some(commands) = draft.ruleset.commands(draft.points) else { return open(draft) };
    let allied: Vec<u8> = draft.allied_commands().collect();
    let dice = dice(usize::from(commands.count).saturating_sub(allied.len()));
    let mut views = Vec::new();
    for number in 1..=commands.count {
        let place = allied.iter().position(|command| *command == number);
        let list = place.and_then(&ally);
        let whose = match (&list, place) {
            (Some(list), _) => format!(", allies from {}", list.name),
            (None, Some(_)) => ", allies".to_owned(),
            (None, None) if number == 1 => ", C-in-C".to_owned(),
            (None, None) => String::new(),
        };
        let view = plain(draft, number, &whose);
        views.push(CommandView {
            ally: place.is_some(),
            list,
            demoralised: Some(commands.demoralised.of_elements(view.elements)),
            routed: Some(commands.routed.of_elements(view.elements)),
            losses: losses(draft, commands, number, view.elements),
            dice: if place.is_some() { Vec::new() } else { dice.clone() },
            own_die: true,
            ..view
        });
    }
    views
}

/// A command with its elements and its general, without its losses.
fn plain(draft: &Draft, number: u8, whose: &str) -> CommandView {
    let rows: Vec<usize> = lines(draft, number).map(|(at, _)| at).collect();
    let elements = lines(draft, number).map(|(_, line)| line.elements()).fold(0, i64::saturating_add);
    let general = lines(draft, number).find(|(_, line)| line.general).map(|(_, line)| {
        let label = if line.label.is_empty() { String::new() } else { format!(" “{}”", line.label) };
        format!("{}{label}", draft.code(line))
    });
    let leads = general.as_ref().map_or("no general".to_owned(), |general| format!("general {general}"));
    let word = if elements == 1 { "element" } else { "elements" };
    CommandView {
        number,
        title: format!("Command {number}{whose}: {elements} {word}, {leads}"),
        ally: false,
        list: None,
        elements,
        general: general.unwrap_or_default(),
        demoralised: None,
        routed: None,
        morale: None,
        own_die: false,
        losses: String::new(),
        dice: Vec::new(),
        rows,
    }
}

/// The commands of an army that its owner divides freely, each with its morale equivalents (DBMF-ME-02).
fn open(draft: &Draft) -> Vec<CommandView> {
    let Some(rules) = &draft.ruleset.army.graded.commands else { return Vec::new() };
    let used = (1..=rules.most).filter(|number| lines(draft, *number).any(|(_, line)| line.elements() > 0));
    let view = |number| {
        let worth = morale(draft, lines(draft, number).map(|(_, line)| line));
        let losses = format!("{worth} ME in all. {}", rules.losses);
        CommandView { morale: Some(worth), losses, ..plain(draft, number, "") }
    };
    used.map(view).collect()
}

/// The morale equivalents of several lines of elements.
pub(super) fn morale<'a>(draft: &Draft, lines: impl Iterator<Item = &'a ElementLine>) -> Points {
    lines.filter_map(|line| Some(draft.morale(line)? * line.elements())).sum()
}

/// The lines of a command with their positions.
fn lines(draft: &Draft, command: u8) -> impl Iterator<Item = (usize, &ElementLine)> {
    draft.lines.iter().enumerate().filter(move |(_, line)| line.command == command)
}

/// The dice of this many own commands (DBA3-BB-27); a single one has no choice, and an allied command has its own
/// (DBA3-BB-26).
fn dice(own: usize) -> Vec<&'static str> {
    match own {
        0 | 1 => Vec::new(),
        2 => vec!["highest", "lowest"],
        _ => vec!["highest", "next", "lowest"],
    }
}

/// The losses at which a command is demoralised and routed (DBA3-BB-37, DBA3-BB-43).
fn losses(draft: &Draft, commands: &Commands, number: u8, elements: i64) -> String {
    let Share { except, .. } = &commands.demoralised;
    let mut passed: Vec<&str> = Vec::new();
    for (_, line) in lines(draft, number) {
        let LineType::Known(id) = line.line_type else { continue };
        let name = &*draft.ruleset.troop(id).plural;
        if except.contains(&id) && !passed.contains(&name) {
            passed.push(name);
        }
    }
    let (first, second) = (commands.demoralised.of_elements(elements), commands.routed.of_elements(elements));
    let but = if passed.is_empty() { String::new() } else { format!(" ({} not counted)", passed.join(", ")) };
    format!("Demoralised at {first} lost{but}, routed at {second}.")
}

impl CommandView {
    /// The text about its die before the boxes.
    #[must_use]
    pub fn die(&self) -> &'static str {
        match (self.own_die, self.dice.is_empty()) {
            (false, _) => "",
            (true, true) => "Its own PIP die.",
            (true, false) => "PIP die:",
        }
    }

    /// The text with boxes in plain text.
    #[must_use]
    pub fn die_text(&self) -> String {
        let boxes: String = self.dice.iter().map(|die| format!(" [ ] {die}")).collect();
        format!("{}{boxes}", self.die())
    }
}
