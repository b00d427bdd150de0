//! The dice of the commands: how they are allotted, and the roll (DBA3-BB-17, DBA3-BB-25 to 29).

use musterfield_army::stakes::CommandState;
use musterfield_dice::Roller;
use musterfield_rules::battle::{Clause, Count, Score};
use musterfield_rules::terrain::Kind;
use smallvec::SmallVec;

use super::{CommandStatus, MOST_COMMANDS};
use crate::element::Player;
use crate::play::roll;
use crate::refusal::Refusal;
use crate::report::{Die, Report};
use crate::state::{Battle, Phase};

/// One for each command at most.
type Few<T> = SmallVec<[T; MOST_COMMANDS]>;

impl Battle {
    /// The numbers of the commands among which a side's player allots the dice: its own, without allies
    /// (DBA3-BB-26, DBA3-BB-27).
    #[must_use]
    pub fn allotting(&self, player: Player) -> Vec<u8> {
        let own = self.commands(player).filter(|(command, _)| !command.is_allied);
        own.map(|(command, _)| command.number).collect()
    }

    /// Whether a side's player has to choose which command gets which die, and has not yet.
    fn is_to_allot(&self, player: Player) -> bool {
        let own = || self.commands(player).filter(|(command, _)| !command.is_allied);
        own().count() > 1 && own().all(|(_, status)| status.rank == 0)
    }

    /// Begins what comes after the choice of edges: the allotment of dice, or the camps.
    pub(crate) fn begin_set_up(&mut self) {
        let defender = self.setting.defender;
        match [defender, defender.other()].into_iter().find(|player| self.is_to_allot(*player)) {
            Some(player) => (self.state.phase, self.state.player) = (Phase::Allotting, player),
            None => (self.state.phase, self.state.player) = (Phase::Camp, defender),
        }
    }

    /// Checks that dice may be allotted to these commands, the highest to the first of them: each of the player's own is
    /// named once.
    pub(crate) fn check_allotting(&self, numbers: &[u8]) -> Result<(), Refusal> {
        if self.state.phase != Phase::Allotting {
            return Err(Refusal::NotTimeToAllot);
        }
        let mut named: Vec<u8> = numbers.to_vec();
        named.sort_unstable();
        if named != self.allotting(self.state.player) {
            return Err(Refusal::AllotToEach);
        }
        Ok(())
    }

    /// Allots the dice.
    pub(crate) fn allot(&mut self, numbers: &[u8]) {
        let player = self.state.player;
        let rank = |number: u8| numbers.iter().position(|named| *named == number);
        let ranks: Few<Option<usize>> = self.commands(player).map(|(command, _)| rank(command.number)).collect();
        for (status, rank) in self.statuses(player).zip(ranks) {
            status.rank = rank.and_then(|rank| u8::try_from(rank + 1).ok()).unwrap_or(0);
        }
        self.begin_set_up();
    }

    /// Whether the enemy knows which command of a side gets which die: the player discloses it when dicing for the
    /// first time (DBA3-BB-28).
    #[must_use]
    pub fn has_disclosed(&self, player: Player) -> bool {
        self.side(player).bounds > 0
    }

    /// Rolls for the PIPs of the commands that still have elements: a die for each of the army's own, of which the
    /// highest goes to the command for which it was written down, and so on; then one for each allied command
    /// (DBA3-BB-25 to 29).
    pub(crate) fn roll_for_commands(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        let player = self.state.player;
        let mut own: Few<(u8, usize)> = SmallVec::new();
        let mut allied: Few<usize> = SmallVec::new();
        let mut is_short = false;
        for (place, (command, status)) in self.commands(player).enumerate() {
            let has_elements = self.troops(command).any(|id| !self.is_lost(id));
            if status.state == CommandState::Routed || !has_elements {
                is_short = true;
            } else if command.is_allied {
                allied.push(place);
            } else {
                own.push((status.rank, place));
            }
        }
        own.sort_unstable();
        let mut scores: Few<u8> = SmallVec::new();
        for _ in &own {
            scores.push(roll(dice, Die::Pips, report)?);
        }
        scores.sort_unstable_by(|one, other| other.cmp(one));
        let mut given: Few<(usize, u8)> = own.iter().map(|(_, place)| *place).zip(scores).collect();
        for place in &allied {
            given.push((*place, roll(dice, Die::Pips, report)?));
        }
        report.used(Clause::PipRoll);
        report.used(Clause::CommandDice);
        let used =
            [(own.len() > 1, Clause::AllottedDice), (!allied.is_empty(), Clause::AlliedDie), (is_short, Clause::NoDie)];
        used.into_iter().filter(|(is_so, _)| *is_so).for_each(|(_, clause)| report.used(clause));
        self.statuses(player).for_each(|status| status.pips = 0);
        let mut sum = 0_u8;
        for (place, score) in given {
            sum = sum.saturating_add(score);
            if let Some(status) = self.statuses(player).nth(place) {
                status.pips = score;
            }
        }
        self.state.pips = sum;
        // The die of its own command frees an element that is sacking (DBA3-CITY-25).
        let die = self.sacker().and_then(|id| self.command_of(id)).map(|(_, status)| status.pips);
        if die.is_some_and(|die| self.rules().shows(Score::DoneSacking, die)) {
            self.end_sacking(report);
        }
        let has_plough = self.field().grounds.iter().any(|ground| ground.kind == Kind::Plough);
        let is_first = self.side(player).bounds == 1 && player == self.setting.defender;
        if is_first && has_plough && sum <= self.rules().count(Count::BigPlough) {
            report.used(Clause::BigPlough);
            self.state.rough_plough = true;
        }
        Ok(())
    }
}

impl CommandStatus {
    /// Whether the command can be ordered to move.
    #[must_use]
    pub fn fights(&self) -> bool {
        self.state == CommandState::Fights
    }
}
