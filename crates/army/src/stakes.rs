//! What an army can lose in a battle, and how much each loss counts.

mod commands;

use std::collections::BTreeSet;

use musterfield_rules::Points;
use musterfield_rules::ruleset::{BreakPoint, Share, SizeUnit};

pub use self::commands::{CommandLoss, CommandStakes, CommandState};
use super::check::ArmyTotals;
use super::draft::{Draft, ElementLine, LineType, MOST_ELEMENTS};

/// What losses are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossUnit {
    /// Army points (AP).
    Points,
    /// Elements.
    Elements,
    /// Morale equivalents (ME; DBMF-ME-02).
    Morale,
}

/// An element that can be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stake {
    /// Its line in the army.
    pub line: usize,
    /// How much its loss counts, with what a general's counts more.
    pub worth: Points,
    /// Whether it is a general.
    pub is_general: bool,
    /// Whether the first such element that is lost counts more (DBA3-WIN-02), in each command of a divided army
    /// (DBA3-BB-32).
    pub is_first_of: bool,
    /// The place of its command in [`Stakes::commands`].
    pub command: Option<usize>,
    /// How much its loss counts for its command.
    pub of_command: CommandLoss,
}

/// What an army can lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// Its elements, one by one, at most [`MOST_ELEMENTS`].
    pub elements: Vec<Stake>,
    /// Its commands, if the rules say when they break.
    pub commands: Vec<CommandStakes>,
    /// The number of broken commands with which the army is beaten.
    pub broken_commands: Option<u8>,
    /// The loss counted for a sacked camp; in a divided army, for each command that shares it.
    pub camp: Points,
    /// The loss counted for a fallen Stronghold or City, likewise.
    pub stronghold: Points,
    /// How much more the first element of some types counts.
    pub first_of: Points,
    /// The loss at which the army breaks, where the rules say.
    pub breaks: Option<BreakPoint>,
    /// Whether the army loses with its general, if it has lost more than the enemy (HOTT25-WIN-02).
    pub general_decides: bool,
    /// Whether it loses with its Stronghold (HOTT25-WIN-01).
    pub stronghold_decides: bool,
    /// What is counted.
    pub unit: LossUnit,
}

/// What is lost of an army.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// The places of the elements in [`Stakes::elements`].
    pub elements: BTreeSet<usize>,
    /// Whether the camp is sacked; in a divided army, the one that its own commands share.
    pub camp: bool,
    /// The places in [`Stakes::commands`] of the allied commands whose own camps are sacked.
    pub allied_camps: BTreeSet<usize>,
    /// Whether the Stronghold or City has fallen.
    pub stronghold: bool,
}

impl Stakes {
    /// What this army can lose (D3H2-WIN-02 to 06, DBA3-WIN-02 to 07, DBA3-BB-30 to 37, DBA3-BB-43, HOTT25-WIN-01 to 03,
    /// DBMF-ME-02).
    #[must_use]
    pub fn of(draft: &Draft) -> Self {
        let army = &draft.ruleset.army;
        let defeat = army.defeat.as_ref();
        let divided = draft.ruleset.commands(draft.points);
        let commands = divided.map(|rules| commands::of(draft, rules)).unwrap_or_default();
        let unit = match draft.ruleset.counts_losses() {
            _ if !army.graded.morale.is_empty() => LossUnit::Morale,
            SizeUnit::Elements => LossUnit::Elements,
            SizeUnit::Points => LossUnit::Points,
        };
        let uncounted = match divided {
            Some(rules) => rules.uncounted.0.as_slice(),
            None => defeat.map_or(&[][..], |defeat| defeat.uncounted.as_slice()),
        };
        let stake = |(at, line): (usize, &ElementLine)| {
            let has = |types: &[_]| matches!(&line.line_type, LineType::Known(id) if types.contains(id));
            let counts = !has(uncounted);
            let own = match unit {
                _ if !counts => Points::ZERO,
                LossUnit::Morale => draft.morale(line).unwrap_or(Points::ZERO),
                LossUnit::Elements => Points::ONE,
                LossUnit::Points => draft.price(line),
            };
            let extra = defeat.filter(|_| line.general).map_or(Points::ZERO, |defeat| defeat.general_extra);
            let of_share = |share: &Share| if has(&share.except) { extra } else { Points::ONE + extra };
            let of_command = divided.map(|rules| CommandLoss {
                demoralising: of_share(&rules.demoralised),
                routing: of_share(&rules.routed),
            });
            let stake = Stake {
                line: at,
                worth: own + extra,
                is_general: line.general,
                is_first_of: counts && defeat.is_some_and(|defeat| has(&defeat.first_of.0)),
                command: commands.iter().position(|command| command.number == line.command),
                of_command: of_command.unwrap_or_default(),
            };
            std::iter::repeat_n(stake, usize::try_from(line.elements()).unwrap_or(0))
        };
        let most = usize::try_from(MOST_ELEMENTS).unwrap_or(usize::MAX);
        Self {
            elements: draft.lines.iter().enumerate().flat_map(stake).take(most).collect(),
            commands,
            broken_commands: divided.map(|rules| rules.broken.value),
            camp: defeat.map_or(Points::ZERO, |defeat| defeat.camp),
            stronghold: defeat.map_or(Points::ZERO, |defeat| defeat.stronghold),
            first_of: defeat.map_or(Points::ZERO, |defeat| defeat.first_of.1),
            breaks: ArmyTotals::of(draft).break_point,
            general_decides: defeat.is_some_and(|defeat| defeat.general_decides),
            stronghold_decides: defeat.is_some_and(|defeat| defeat.stronghold_decides),
            unit,
        }
    }

    /// How much this loss counts. What is lost of a command is lost of a divided army.
    #[must_use]
    pub fn worth(&self, lost: &Lost) -> Points {
        let elements: Points = self.gone(lost).map(|stake| stake.worth).sum();
        let firsts: BTreeSet<_> =
            self.gone(lost).filter(|stake| stake.is_first_of).map(|stake| stake.command).collect();
        let firsts: Points = firsts.into_iter().map(|_| self.first_of).sum();
        let features: Points = match self.commands.len() {
            0 => self.features(lost, None),
            count => (0..count).map(|place| self.features(lost, Some(place))).sum(),
        };
        elements + firsts + features
    }

    /// The loss counted for camps and the Stronghold or City: of a command, or of an army that has none.
    fn features(&self, lost: &Lost, command: Option<usize>) -> Points {
        let is_allied = command.and_then(|place| self.commands.get(place)).is_some_and(|command| command.is_allied);
        let has_lost_camp = match command.filter(|_| is_allied) {
            Some(place) => lost.allied_camps.contains(&place),
            None => lost.camp,
        };
        let of = |is_lost: bool, worth: Points| if is_lost { worth } else { Points::ZERO };
        of(has_lost_camp, self.camp) + of(lost.stronghold && !is_allied, self.stronghold)
    }

    /// How a command stands after these losses, from its next bound on.
    #[must_use]
    pub fn command_state(&self, lost: &Lost, place: usize) -> CommandState {
        let Some(command) = self.commands.get(place) else { return CommandState::Fights };
        let loss = self.lost_of_command(lost, place);
        if loss.routing >= command.routed {
            CommandState::Routed
        } else if loss.demoralising >= command.demoralised {
            CommandState::Demoralised
        } else {
            CommandState::Fights
        }
    }

    /// How much a command has lost.
    #[must_use]
    pub fn lost_of_command(&self, lost: &Lost, place: usize) -> CommandLoss {
        let of_it = || self.gone(lost).filter(|stake| stake.command == Some(place));
        let first = if of_it().any(|stake| stake.is_first_of) { self.first_of } else { Points::ZERO };
        let more = first + self.features(lost, Some(place));
        CommandLoss {
            demoralising: of_it().map(|stake| stake.of_command.demoralising).sum::<Points>() + more,
            routing: of_it().map(|stake| stake.of_command.routing).sum::<Points>() + more,
        }
    }

    /// Whether the army is beaten at the end of a bound in which it has lost this, and its enemy as much as `enemy`
    /// (D3H2-WIN-01, DBA3-WIN-01, DBA3-BB-44, DBA3-BB-45, HOTT25-WIN-01 to 03).
    #[must_use]
    pub fn is_beaten(&self, lost: &Lost, enemy: Points) -> bool {
        let worth = self.worth(lost);
        let has_broken = self.breaks.is_some_and(|breaks| worth >= breaks.lost);
        let has_no_general = || self.general_decides && self.gone(lost).any(|stake| stake.is_general);
        (lost.stronghold && self.stronghold_decides)
            || (worth > enemy && (has_broken || has_no_general() || self.has_no_commands(lost)))
    }

    /// Whether so many commands are demoralised or routed that the army is beaten with them.
    fn has_no_commands(&self, lost: &Lost) -> bool {
        let broken = (0..self.commands.len()).filter(|place| self.command_state(lost, *place) != CommandState::Fights);
        self.broken_commands.is_some_and(|most| broken.count() >= usize::from(most))
    }

    fn gone(&self, lost: &Lost) -> impl Iterator<Item = &Stake> {
        let each = self.elements.iter().enumerate();
        each.filter(|(at, _)| lost.elements.contains(at)).map(|(_, stake)| stake)
    }
}
