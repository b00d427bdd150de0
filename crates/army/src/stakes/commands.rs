//! The commands of an army that breaks by commands.

use musterfield_rules::Points;
use musterfield_rules::ruleset::Commands;

use crate::draft::{Draft, ElementLine};

/// A command, and the losses that break it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandStakes {
    /// Its number, from 1, which is the commander-in-chief's.
    pub number: u8,
    /// Whether it is an allied one, with a camp of its own (DBA3-BB-34).
    pub is_allied: bool,
    /// The loss at which it is demoralised (DBA3-BB-37).
    pub demoralised: Points,
    /// The loss at which it is routed, and so gone (DBA3-BB-43).
    pub routed: Points,
}

/// How much a loss counts for a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandLoss {
    /// Towards demoralising it (DBA3-BB-37).
    pub demoralising: Points,
    /// Towards routing it, for which more types count (DBA3-BB-43).
    pub routing: Points,
}

/// How a command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandState {
    /// It fights.
    Fights,
    /// It flees unless it is held (DBA3-BB-38 to 41).
    Demoralised,
    /// It is out of the battle.
    Routed,
}

/// The commands of an army that have elements.
pub(super) fn of(draft: &Draft, rules: &Commands) -> Vec<CommandStakes> {
    let allied: Vec<u8> = draft.allied_commands().collect();
    let command = |number: u8| {
        let lines = draft.lines.iter().filter(|line| line.command == number);
        let elements: i64 = lines.map(ElementLine::elements).sum();
        (elements > 0).then(|| CommandStakes {
            number,
            is_allied: allied.contains(&number),
            demoralised: Points::ONE * rules.demoralised.of_elements(elements),
            routed: Points::ONE * rules.routed.of_elements(elements),
        })
    };
    (1..=rules.count).filter_map(command).collect()
}
