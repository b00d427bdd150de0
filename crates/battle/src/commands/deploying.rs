//! Deployment, command by command: the players take turns, and each deploys one command or all that are left
//! (DBA3-BB-21, DBA3-BB-22).

use musterfield_geometry::Base;
use musterfield_rules::battle::Distance;

use super::Command;
use crate::TOUCH;
use crate::element::{Id, Members, Player};
use crate::refusal::Refusal;
use crate::state::{Battle, Whereabouts};

impl Battle {
    /// Whether the deployment of an element's command is over.
    #[must_use]
    pub fn is_deployed(&self, id: Id) -> bool {
        self.command_of(id).is_some_and(|(_, status)| status.is_deployed)
    }

    /// The commands of a side that are still to be deployed.
    pub fn to_deploy(&self, player: Player) -> impl Iterator<Item = &Command> {
        self.commands(player).filter(|(_, status)| !status.is_deployed).map(|(command, _)| command)
    }

    /// Whether an element of a command is set up, or waits to land.
    fn is_begun(&self, command: &Command, player: Player) -> bool {
        let lands = self.reserved(player);
        self.troops(command).any(|id| self.element(id).place != Whereabouts::Aside || lands.has(id))
    }

    /// Whether a side has begun to deploy all the commands that are left.
    pub(crate) fn deploys_all_that_are_left(&self, player: Player) -> bool {
        self.to_deploy(player).all(|command| self.is_begun(command, player))
    }

    /// Checks that a side has deployed one command, or all that are left.
    pub(crate) fn check_command_set_up(&self, player: Player) -> Result<(), Refusal> {
        let mut begun = 0;
        let mut waits = None;
        for command in self.to_deploy(player) {
            let is_begun = self.is_begun(command, player);
            begun += u32::from(is_begun);
            let waiting = command.members.into_iter().find(|id| self.waits_for_a_place(*id));
            match waiting {
                Some(id) if is_begun => return Err(Refusal::CommandWaits(self.profile(id).name)),
                Some(id) => waits = waits.or(Some(id)),
                None => {}
            }
        }
        match waits {
            Some(id) if begun == 0 => Err(Refusal::CommandWaits(self.profile(id).name)),
            Some(_) if begun > 1 => Err(Refusal::OneCommandOrAll),
            _ => Ok(()),
        }
    }

    /// Ends the deployment of the command that was deployed, or of all of them, and returns the player who deploys next;
    /// `None` if all is deployed.
    pub(crate) fn end_command_set_up(&mut self) -> Option<Player> {
        let player = self.state.player;
        let is_over = |command: &Command| {
            self.is_begun(command, player) || !command.members.into_iter().any(|id| self.waits_for_a_place(id))
        };
        let over: Vec<bool> = self.commands(player).map(|(command, _)| is_over(command)).collect();
        for (status, is_over) in self.statuses(player).zip(over) {
            status.is_deployed |= is_over;
        }
        [player.other(), player].into_iter().find(|player| self.to_deploy(*player).next().is_some())
    }

    /// Checks that these elements may be reserved to land: a whole command that is not deployed, without any that never
    /// land (DBA3-BB-23, DBA3-BB-24).
    pub(crate) fn check_reserving_command(&self, player: Player, who: Members) -> Result<(), Refusal> {
        if !self.to_deploy(player).any(|command| self.troops(command).collect::<Members>() == who) {
            return Err(Refusal::WholeCommandLands);
        }
        match who.into_iter().find(|id| !self.may_be_reserved(*id)) {
            Some(id) => Err(Refusal::NeverLandsInACommand(self.profile(id).name)),
            None => Ok(()),
        }
    }

    /// Checks that a command may land on these bases: each near the water, and near its general (DBA3-BB-22,
    /// DBA3-BB-23).
    pub(crate) fn check_landing_command(&self, bases: &[(Id, Base)]) -> Result<(), Refusal> {
        let [water, near] = [Distance::NearTheWater, Distance::NearTheGeneral].map(|of| self.distance(of));
        let general = bases.iter().find(|(id, _)| self.general_of(*id) == Some(*id));
        for (id, base) in bases {
            let name = self.profile(*id).name;
            if !self.is_near_water(base, water + TOUCH) {
                return Err(Refusal::LandsFarFromTheWater(name));
            }
            if let Some((general, _)) = general.filter(|(_, its)| !base.within(its, near)) {
                return Err(Refusal::FarFromItsGeneral(name, self.profile(*general).name));
            }
        }
        Ok(())
    }

    /// Checks that an element on a base is near enough to the general of its command, or all others of the command to
    /// it if it is the general (DBA3-BB-22).
    pub(crate) fn check_near_general(&self, id: Id, base: &Base) -> Result<(), Refusal> {
        let Some((command, _)) = self.command_of(id) else { return Ok(()) };
        let most = self.distance(Distance::NearTheGeneral);
        let others = if id == command.general { command.members.without(id) } else { Members::one(command.general) };
        let stands = |other: &Id| {
            let place = self.element(*other).place;
            // A garrison may be anywhere; those who hold a feature only count where it is the general who does.
            place == Whereabouts::Table || (*other == command.general && matches!(place, Whereabouts::Holds(_)))
        };
        match others.into_iter().filter(stands).find(|other| !base.within(self.base(*other), most)) {
            Some(other) if other == command.general => {
                Err(Refusal::FarFromItsGeneral(self.profile(id).name, self.profile(other).name))
            }
            Some(other) => Err(Refusal::FarFromItsGeneral(self.profile(other).name, self.profile(id).name)),
            None => Ok(()),
        }
    }
}
