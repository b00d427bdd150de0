//! The commands of armies that are divided: their elements and generals, which are agreed before the battle, and what
//! changes during it (DBA3-BB-02, BB-11, BB-21 to 45).
//!
//! A battle has commands if its armies have; nothing else asks for the size of an army. What an army can lose is told by
//! [`musterfield_army::stakes::Stakes`], as it is beside a real table.
//!
//! | file | contents |
//! |---|---|
//! | `division.rs` | armies come into a battle with their commands |
//! | `dice.rs` | which command gets which die, and the roll |
//! | `camps.rs` | the camps of allied commands |
//! | `deploying.rs` | deployment, command by command |
//! | `model.rs` | what a command is, and what changes of it |
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
mod model;

pub use self::division::DivisionError;
pub(super) use self::division::divisions;
pub use self::model::{Command, CommandStates, CommandStatus, Division, MOST_COMMANDS};
pub(super) use self::model::{Rolled, Waiting};

use musterfield_army::stakes::CommandState;

use super::element::{Id, Members, Player};
use super::report::Report;
use super::state::Battle;

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
