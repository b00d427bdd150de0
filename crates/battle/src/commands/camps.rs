//! The camps of divided armies: one that the army's own commands share, and one of each allied command (DBA3-BB-18,
//! DBA3-BB-19, DBA3-BB-34).

use musterfield_rules::combat::Held;

use super::{Command, CommandStatus, MOST_COMMANDS};
use crate::element::Player;
use crate::state::{Battle, Camp};

impl Battle {
    /// The camp of an allied command, sacked or not.
    pub(crate) fn camp_of_command(&self, player: Player, number: u8) -> Option<&Camp> {
        let (_, status) = self.commands(player).find(|(command, _)| command.number == number)?;
        status.camp.as_ref()
    }

    /// The camp of an allied command, to be changed.
    pub(crate) fn camp_of_command_mut(&mut self, player: Player, number: u8) -> Option<&mut Camp> {
        let place = self.commands(player).position(|(command, _)| command.number == number)?;
        self.statuses(player).nth(place)?.camp.as_mut()
    }

    /// The camps of a side's allied commands that have not been sacked.
    pub(crate) fn allied_camps(&self, player: Player) -> impl Iterator<Item = Held> + use<> {
        let mut camps = [None; MOST_COMMANDS];
        if self.state.commands.is_some() {
            let stands = |status: &CommandStatus| status.camp.is_some_and(|camp| !camp.sacked);
            let standing = self.commands(player).filter(|(_, status)| stands(status));
            for (camp, (command, _)) in camps.iter_mut().zip(standing) {
                *camp = Held::camp_of_command(command.number);
            }
        }
        camps.into_iter().flatten()
    }

    /// The place in the division of the side that sets up of the command whose camp is placed next: the first command for
    /// that which the army's own commands share, then each allied one.
    fn due_camp(&self) -> Option<usize> {
        let has_camp = |place: usize, command: &Command| place == 0 || command.is_allied;
        let mut each = self.commands(self.state.player).enumerate();
        each.find(|(place, (command, status))| has_camp(*place, command) && !status.has_settled_camp)
            .map(|(place, _)| place)
    }

    /// Whether the camp that is placed next is an allied one.
    pub(crate) fn is_allied_camp_due(&self) -> bool {
        self.due_camp().is_some_and(|place| place > 0)
    }

    /// Places the next camp of a divided army.
    pub(crate) fn place_camp_of_commands(&mut self, camp: Camp) {
        let player = self.state.player;
        match self.due_camp() {
            None => {}
            Some(0) => player.of_mut(&mut self.state.sides).camp = Some(camp),
            Some(place) => {
                if let Some(status) = self.statuses(player).nth(place) {
                    status.camp = Some(camp);
                }
            }
        }
    }

    /// Notes that the next camp of a divided army is settled, and whether another one of that side comes next.
    pub(crate) fn settle_camp_of_commands(&mut self) -> bool {
        let player = self.state.player;
        let due = self.due_camp();
        if let Some(status) = due.and_then(|place| self.statuses(player).nth(place)) {
            status.has_settled_camp = true;
        }
        self.due_camp().is_some()
    }
}
