//! The commands of armies that are divided: their elements and generals, which are agreed before the battle, and what
//! changes during it (DBA3-BB-02, BB-11, BB-21 to 45).
//!
//! A battle has commands if its armies have; nothing else asks for the size of an army. What an army can lose is told by
//! [`Stakes`], as it is beside a real table.
//!
//! | file | contents |
//! |---|---|
//! | `division.rs` | armies come into a battle with their commands |
//! | `dice.rs` | which command gets which die, and the roll |
//! | `camps.rs` | the camps of allied commands |
//! | `deploying.rs` | deployment, command by command |
//! | `losses.rs` | what is lost; commands that are demoralised and routed |
//! | `holding.rs` | elements of demoralised commands that are held in place, and the flight of all others |
//! | `cinc.rs` | the chance of the commander-in-chief to add to a score |

mod camps;
mod cinc;
mod deploying;
mod dice;
mod division;
mod holding;
mod losses;

pub use self::division::DivisionError;
pub(super) use self::division::divisions;

use musterfield_army::stakes::{CommandState, Stakes};

use super::aftermath::Shot;
use super::element::{Id, Members, Player};
use super::order::Foe;
use super::report::Report;
use super::state::{Battle, Camp};

/// The largest number of commands of one army.
pub const MOST_COMMANDS: usize = 4;

/// A command of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its number in the army, from 1, which is the commander-in-chief's.
    pub number: u8,
    /// Its elements. Those of the commander-in-chief's command include the Civilians of the side, for whom its die pays
    /// and who are none of its troops.
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
    /// What the army can lose; its elements are in the order of the battle.
    pub stakes: Stakes,
}

/// What changes of a command during a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommandStatus {
    /// The PIPs that it has left in this bound.
    pub pips: u8,
    /// How it stands (DBA3-BB-37, DBA3-BB-43).
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

/// What changes of the commands of both armies during a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandStates {
    /// The commands of each side, in the order of its division; entries beyond it mean nothing.
    pub(super) sides: [[CommandStatus; MOST_COMMANDS]; 2],
    /// Whether each commander-in-chief has used the one chance to add to a score (DBA3-BB-11).
    pub(super) has_added: [bool; 2],
    /// The elements that are held in place in this bound (DBA3-BB-39).
    pub(super) held: Members,
    /// A combat whose dice lie on the table, while the owner of a commander-in-chief chooses.
    pub(super) waiting: Option<Waiting>,
}

/// A combat whose dice have been rolled and whose outcome waits for a choice (DBA3-BB-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Waiting {
    /// The combat.
    pub(super) what: Rolled,
    /// The dice of its two sides.
    pub(super) scores: [u8; 2],
    /// Which of its two sides add to their scores.
    pub(super) adds: [bool; 2],
    /// Which of its two sides have chosen.
    pub(super) asked: [bool; 2],
}

/// A combat whose dice have been rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Rolled {
    /// A fight.
    Fight(Id, Foe),
    /// A shot, and whether the target shoots back.
    Shot(Shot, bool),
}

impl CommandStates {
    /// The commands before the set-up.
    pub(super) const fn new() -> Self {
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

impl Battle {
    /// The commands of an army; `None` if the armies of this battle are not divided.
    #[must_use]
    pub fn division(&self, player: Player) -> Option<&Division> {
        self.setting().divisions.as_deref().map(|divisions| player.of(divisions))
    }

    /// The commands of an army, each with its status; none if the armies of this battle are not divided.
    pub fn commands(&self, player: Player) -> impl Iterator<Item = (&Command, &CommandStatus)> {
        let states = self.state.commands.as_deref();
        let both = self.division(player).zip(states);
        both.into_iter().flat_map(move |(division, states)| division.commands.iter().zip(states.of(player)))
    }

    /// The command of an element; `None` if the armies of this battle are not divided.
    #[must_use]
    pub fn command_of(&self, id: Id) -> Option<(&Command, &CommandStatus)> {
        self.commands(self.owner(id)).find(|(command, _)| command.members.has(id))
    }

    /// The elements of a command without Civilians, who were never troops of it.
    pub(crate) fn troops(&self, command: &Command) -> impl Iterator<Item = Id> {
        command.members.into_iter().filter(|id| self.profile(*id).civilians.is_none())
    }

    /// Whether two elements of one army belong to the same command, or the army has none.
    pub(super) fn are_under_one_command(&self, id: Id, other: Id) -> bool {
        self.setting().divisions.is_none() || {
            let members = self.command_of(id).map_or(Members::NONE, |(command, _)| command.members);
            members.has(other)
        }
    }

    /// The state of the commands, to be changed.
    fn statuses(&mut self, player: Player) -> impl Iterator<Item = &mut CommandStatus> {
        self.state.commands.iter_mut().flat_map(move |states| player.of_mut(&mut states.sides))
    }

    /// The element with the general who commands an element: that of its command, or of the whole army.
    #[must_use]
    pub fn general_of(&self, id: Id) -> Option<Id> {
        match self.command_of(id) {
            Some((command, _)) => Some(command.general),
            None => self.general(self.owner(id)),
        }
    }

    /// The elements with the generals of a side, that of the commander-in-chief first.
    pub fn generals(&self, player: Player) -> impl Iterator<Item = Id> + '_ {
        let of_army = if self.division(player).is_none() { self.general(player) } else { None };
        of_army.into_iter().chain(self.commands(player).map(|(command, _)| command.general))
    }

    /// The PIPs left for these elements of one side: those of their command, if the army has commands (DBA3-BB-25).
    #[must_use]
    pub fn pips_for(&self, who: Members) -> u8 {
        let first = || who.first().and_then(|id| self.command_of(id));
        match &self.state.commands {
            None => self.pips(),
            Some(_) => first().map_or(0, |(_, status)| status.pips),
        }
    }

    /// Spends PIPs for these elements.
    pub(super) fn spend(&mut self, who: Members, pips: u8) {
        self.state.pips = self.state.pips.saturating_sub(pips);
        let Some(place) = who.first().and_then(|id| self.place_of_command(id)) else { return };
        if let Some(status) = self.statuses(self.state.player).nth(place) {
            status.pips = status.pips.saturating_sub(pips);
        }
    }

    /// The place of an element's command in the division of its army.
    fn place_of_command(&self, id: Id) -> Option<usize> {
        self.commands(self.owner(id)).position(|(command, _)| command.members.has(id))
    }

    /// Begins a bound for the commands of the side whose bound it is.
    pub(super) fn begin_bound_of_commands(&mut self, report: &mut Report) {
        if let Some(states) = &mut self.state.commands {
            states.held = Members::NONE;
            self.test_commands(report);
        }
    }

    /// Whether an element is one of the troops of a command that is demoralised.
    #[must_use]
    pub fn is_demoralised(&self, id: Id) -> bool {
        let is_of_troops = || self.profile(id).civilians.is_none();
        self.command_of(id).is_some_and(|(_, status)| status.state == CommandState::Demoralised) && is_of_troops()
    }
}
