//! What an army can lose in a battle, and how much each loss counts.

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
    /// What is counted.
    pub unit: LossUnit,
}

impl Stakes {
    /// What this army can lose (D3H2-WIN-02 to 06, DBA3-WIN-02 to 07, HOTT25-WIN-02, HOTT25-WIN-03, DBMF-ME-02).
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
            std::iter::repeat_n(Stake { line: at, worth: own + extra, is_first_of }, count)
        };
        let most = usize::try_from(MOST_ELEMENTS).unwrap_or(usize::MAX);
        Self {
            elements: draft.lines.iter().enumerate().flat_map(stake).take(most).collect(),
            camp: defeat.map_or(Points::ZERO, |defeat| defeat.camp),
            stronghold: defeat.map_or(Points::ZERO, |defeat| defeat.stronghold),
            first_of: defeat.map_or(Points::ZERO, |defeat| defeat.first_of.1),
            breaks: ArmyTotals::of(draft).break_point,
            unit,
        }
    }

    /// The loss so far: of the elements at these places, the camp, and the Stronghold.
    #[must_use]
    pub fn lost(&self, is_lost: impl Fn(usize) -> bool, camp: bool, stronghold: bool) -> Points {
        let gone = || self.elements.iter().enumerate().filter(|(at, _)| is_lost(*at)).map(|(_, stake)| stake);
        let features = [(camp, self.camp), (stronghold, self.stronghold)];
        let first = gone().any(|stake| stake.is_first_of);
        let extras = features.into_iter().chain([(first, self.first_of)]);
        gone().map(|stake| stake.worth).sum::<Points>() + extras.filter(|(is, _)| *is).map(|(_, worth)| worth).sum()
    }
}
