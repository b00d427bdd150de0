//! What an army can lose in a battle, and how much each loss counts.

use std::collections::BTreeSet;

use musterfield_rules::Points;
use musterfield_rules::ruleset::{BreakPoint, Loss, SizeUnit};

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
    /// Whether the first such element that is lost counts more (DBA3-WIN-02).
    pub is_first_of: bool,
}

/// What an army can lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// Its elements, one by one, at most [`MOST_ELEMENTS`].
    pub elements: Vec<Stake>,
    /// The loss counted for a sacked camp.
    pub camp: Points,
    /// The loss counted for a fallen Stronghold or City.
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
    /// Whether the camp is sacked.
    pub camp: bool,
    /// Whether the Stronghold or City has fallen.
    pub stronghold: bool,
}

impl Stakes {
    /// What this army can lose (D3H2-WIN-02 to 06, DBA3-WIN-02 to 07, HOTT25-WIN-01 to 03, DBMF-ME-02).
    #[must_use]
    pub fn of(draft: &Draft) -> Self {
        let army = &draft.ruleset.army;
        let defeat = army.defeat.as_ref();
        let unit = match defeat.map(|defeat| &defeat.lost) {
            _ if !army.graded.morale.is_empty() => LossUnit::Morale,
            Some(Loss::OfElements(..)) => LossUnit::Elements,
            _ if draft.ruleset.counts() == SizeUnit::Elements => LossUnit::Elements,
            _ => LossUnit::Points,
        };
        let stake = |(at, line): (usize, &ElementLine)| {
            let has = |types: &[_]| matches!(&line.line_type, LineType::Known(id) if types.contains(id));
            let counts = !defeat.is_some_and(|defeat| has(&defeat.uncounted));
            let own = match unit {
                _ if !counts => Points::ZERO,
                LossUnit::Morale => draft.morale(line).unwrap_or(Points::ZERO),
                LossUnit::Elements => Points::ONE,
                LossUnit::Points => draft.price(line),
            };
            let extra = defeat.filter(|_| line.general).map_or(Points::ZERO, |defeat| defeat.general_extra);
            let is_first_of = counts && defeat.is_some_and(|defeat| has(&defeat.first_of.0));
            let count = usize::try_from(line.elements()).unwrap_or(0);
            std::iter::repeat_n(Stake { line: at, worth: own + extra, is_general: line.general, is_first_of }, count)
        };
        let most = usize::try_from(MOST_ELEMENTS).unwrap_or(usize::MAX);
        Self {
            elements: draft.lines.iter().enumerate().flat_map(stake).take(most).collect(),
            camp: defeat.map_or(Points::ZERO, |defeat| defeat.camp),
            stronghold: defeat.map_or(Points::ZERO, |defeat| defeat.stronghold),
            first_of: defeat.map_or(Points::ZERO, |defeat| defeat.first_of.1),
            breaks: ArmyTotals::of(draft).break_point,
            general_decides: defeat.is_some_and(|defeat| defeat.general_decides),
            stronghold_decides: defeat.is_some_and(|defeat| defeat.stronghold_decides),
            unit,
        }
    }

    /// How much this loss counts.
    #[must_use]
    pub fn worth(&self, lost: &Lost) -> Points {
        let first = self.gone(lost).any(|stake| stake.is_first_of);
        let extras = [(lost.camp, self.camp), (lost.stronghold, self.stronghold), (first, self.first_of)];
        let elements: Points = self.gone(lost).map(|stake| stake.worth).sum();
        elements + extras.into_iter().filter(|(is, _)| *is).map(|(_, worth)| worth).sum()
    }

    /// Whether the army is beaten at the end of a bound in which it has lost this, and its enemy as much as `enemy`. The
    /// conditions of armies in several commands are not among these.
    #[must_use]
    pub fn is_beaten(&self, lost: &Lost, enemy: Points) -> bool {
        let worth = self.worth(lost);
        let has_broken = self.breaks.is_some_and(|breaks| worth >= breaks.lost);
        let has_no_general = || self.general_decides && self.gone(lost).any(|stake| stake.is_general);
        (lost.stronghold && self.stronghold_decides) || (worth > enemy && (has_broken || has_no_general()))
    }

    fn gone(&self, lost: &Lost) -> impl Iterator<Item = &Stake> {
        let each = self.elements.iter().enumerate();
        each.filter(|(at, _)| lost.elements.contains(at)).map(|(_, stake)| stake)
    }
}
