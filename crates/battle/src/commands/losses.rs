//! The losses of divided armies, and commands that are demoralised or routed by it (DBA3-BB-29 to 37, DBA3-BB-43 to
//! 45).

use std::collections::BTreeSet;

use musterfield_army::stakes::{CommandLoss, CommandState, Lost};
use musterfield_rules::battle::Clause;
use smallvec::SmallVec;

use super::{Division, MOST_COMMANDS};
use crate::element::{Members, Player};
use crate::report::Report;
use crate::state::{Battle, Whereabouts};

impl Battle {
    /// The losses of a divided army, in the terms of [`Division::stakes`].
    fn losses(&self, player: Player) -> Lost {
        let gone = self.army(player).enumerate().filter(|(_, id)| self.is_lost(*id));
        Lost {
            elements: gone.map(|(place, _)| place).collect(),
            camp: self.has_lost_camp(player),
            allied_camps: self.sacked_allied_camps(player),
            stronghold: self.has_lost_walls_that_count(player),
        }
    }

    /// The places of the allied commands whose camps have been sacked (DBA3-BB-34).
    fn sacked_allied_camps(&self, player: Player) -> BTreeSet<usize> {
        let each = self.commands(player).enumerate();
        each.filter(|(_, (_, status))| status.camp.is_some_and(|camp| camp.sacked)).map(|(place, _)| place).collect()
    }

    /// The worth of all that a divided army has lost.
    pub(crate) fn lost_by(&self, player: Player, division: &Division) -> musterfield_rules::Points {
        division.stakes.worth(&self.losses(player))
    }

    /// The losses of each command of a side, towards being demoralised and routed.
    #[must_use]
    pub fn lost_by_commands(&self, player: Player) -> Vec<CommandLoss> {
        let Some(division) = self.division(player) else { return Vec::new() };
        let lost = self.losses(player);
        (0..division.commands.len()).map(|place| division.stakes.lost_of_command(&lost, place)).collect()
    }

    /// Whether so many commands of a side are demoralised or gone that it has lost the battle with them, if it has lost
    /// more than the enemy (DBA3-BB-45).
    pub(crate) fn has_broken_commands(&self, player: Player) -> bool {
        let most = self.division(player).and_then(|division| division.stakes.broken_commands);
        let broken = self.commands(player).filter(|(_, status)| !status.fights()).count();
        most.is_some_and(|most| broken >= usize::from(most))
    }

    /// Tests the commands of the side whose bound begins: one that has lost enough is routed and leaves the table, or is
    /// demoralised for the rest of the battle (DBA3-BB-37, DBA3-BB-43).
    pub(crate) fn test_commands(&mut self, report: &mut Report) {
        let player = self.state.player;
        let Some(division) = self.division(player) else { return };
        let lost = self.losses(player);
        let now: SmallVec<[CommandState; MOST_COMMANDS]> =
            (0..division.commands.len()).map(|place| division.stakes.command_state(&lost, place)).collect();
        let mut leaves = Members::NONE;
        for ((command, status), now) in self.commands(player).zip(&now) {
            match (status.state, now) {
                (CommandState::Fights | CommandState::Demoralised, CommandState::Routed) => {
                    report.used(Clause::CommandRouted);
                    leaves = leaves.and(self.troops(command).collect());
                }
                (CommandState::Fights, CommandState::Demoralised) => report.used(Clause::CommandDemoralised),
                _ => {}
            }
        }
        for (status, now) in self.statuses(player).zip(now) {
            status.state = worse(status.state, now);
        }
        for id in leaves {
            if matches!(self.element(id).place, Whereabouts::Table | Whereabouts::Holds(_)) {
                self.take_off_table(id, Whereabouts::Fled, report);
            } else if self.element(id).place == Whereabouts::Aside {
                self.element_mut(id).place = Whereabouts::Fled;
            }
        }
    }
}

/// The worse of two states: a command never recovers.
const fn worse(one: CommandState, other: CommandState) -> CommandState {
    match (one, other) {
        (CommandState::Routed, _) | (_, CommandState::Routed) => CommandState::Routed,
        (CommandState::Demoralised, _) | (_, CommandState::Demoralised) => CommandState::Demoralised,
        (CommandState::Fights, CommandState::Fights) => CommandState::Fights,
    }
}
