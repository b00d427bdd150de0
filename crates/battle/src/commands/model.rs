//! Commands, and their state during a battle.

use musterfield_army::stakes::{CommandState, Stakes};

use crate::aftermath::Shot;
use crate::camp::Camp;
use crate::element::{Id, Members, Player};
use crate::order::Foe;

/// The largest number of commands of one army.
pub const MOST_COMMANDS: usize = 4;

/// A command of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its number in the army, from 1, which is the commander-in-chief's.
    pub number: u8,
    /// Its elements, with those Civilians for whom its die pays and who are none of its troops: for an allied command those
    /// of its camp, for the commander-in-chief's all others of the side.
    pub members: Members,
    /// The element with its general.
    pub general: Id,
    /// Whether it is an allied contingent.
    pub is_allied: bool,
}

/// An army that is divided into commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// Its commands, the commander-in-chief's first.
    pub commands: Vec<Command>,
    /// The losses that the army can suffer; its elements are in the order of the battle.
    pub stakes: Stakes,
}

/// The state of a command during a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommandStatus {
    /// The PIPs that it has left in this bound.
    pub pips: u8,
    /// Its morale (DBA3-BB-37, DBA3-BB-43).
    pub state: CommandState,
    /// The die that its player has allotted to it: 1 is the highest; 0 for none (DBA3-BB-27).
    pub rank: u8,
    /// Whether its deployment is over (DBA3-BB-21).
    pub is_deployed: bool,
    /// The camp of an allied command, once it is placed (DBA3-BB-18).
    pub camp: Option<Camp>,
    /// Whether it has been settled where the camp of an allied command is; for the first command, where that of all the
    /// army's own commands is.
    pub has_settled_camp: bool,
}

impl CommandStatus {
    const NEW: Self =
        Self { pips: 0, state: CommandState::Fights, rank: 0, is_deployed: false, camp: None, has_settled_camp: false };
}

/// The state of the commands of both armies during a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandStates {
    /// The commands of each side, in the order of its division; entries beyond it mean nothing.
    pub(crate) sides: [[CommandStatus; MOST_COMMANDS]; 2],
    /// Whether each commander-in-chief has used the one chance to add to a score (DBA3-BB-11).
    pub(crate) has_added: [bool; 2],
    /// The elements that are held in place in this bound (DBA3-BB-39).
    pub(crate) held: Members,
    /// A combat whose dice lie on the table, while the owner of a commander-in-chief chooses.
    pub(crate) waiting: Option<Waiting>,
}

/// A combat whose dice have been rolled and whose outcome waits for a choice (DBA3-BB-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Waiting {
    /// The combat.
    pub(crate) what: Rolled,
    /// The dice of its two sides.
    pub(crate) scores: [u8; 2],
    /// Whether each of its two sides adds to its score.
    pub(crate) adds: [bool; 2],
    /// Whether each of its two sides has chosen.
    pub(crate) asked: [bool; 2],
}

/// A combat whose dice have been rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rolled {
    /// A fight.
    Fight(Id, Foe),
    /// A shot, and whether the target shoots back.
    Shot(Shot, bool),
}

impl CommandStates {
    /// The commands before the set-up.
    pub(crate) const fn new() -> Self {
        Self {
            sides: [[CommandStatus::NEW; MOST_COMMANDS]; 2],
            has_added: [false; 2],
            held: Members::NONE,
            waiting: None,
        }
    }

    /// The commands of a side.
    #[must_use]
    pub fn of(&self, player: Player) -> &[CommandStatus; MOST_COMMANDS] {
        player.of(&self.sides)
    }
}
