//! What still fits: every element that could be added.

use super::check::{Report, assign_to_list};
use super::draft::{Draft, Kind, Line, MOST_ELEMENTS};
use super::list::ArmyList;
use super::problem::Code;
use crate::rules::{Points, Ruleset, TroopId};

/// One element that could be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The type.
    pub troop: TroopId,
    /// Fast by choice.
    pub fast: bool,
    /// AP of one.
    pub price: Points,
    /// Whether adding one leaves the army as legal as it is, or why not.
    pub verdict: Verdict,
}

/// Whether an element fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does: adding it breaks no rule.
    Fits,
    /// It costs more than is left.
    TooDear,
    /// It would break the cap on costly elements.
    OverCap,
    /// The army list has no room for it.
    ListFull,
    /// The army cannot hold more elements.
    ArmyFull,
}

impl Verdict {
    /// Whether it fits.
    #[must_use]
    pub fn fits(self) -> bool {
        self == Self::Fits
    }
}

/// Every element that the ruleset or the army's list knows, Fast and not, with whether it fits.
#[must_use]
pub fn offers(draft: &Draft, report: &Report, list: Option<&ArmyList>) -> Vec<Offer> {
    let ruleset = draft.ruleset;
    let figures = &report.figures;
    let sensible = !report.problems.iter().any(|problem| problem.code == Code::BadPoints);
    let room = list.map(|list| (list, Room::of(draft, list)));
    variants(ruleset)
        .filter(|(troop, fast)| {
            list.is_none_or(|list| {
                list.options.iter().any(|option| option.has(*troop) && option.takes_fast(ruleset, *troop, *fast))
            })
        })
        .map(|(troop, fast)| {
            let entry = ruleset.troop(troop);
            let price = entry.price();
            let verdict = if figures.elements >= MOST_ELEMENTS {
                Verdict::ArmyFull
            } else if !sensible || figures.spent + price > figures.budget {
                Verdict::TooDear
            } else if entry.costly && figures.high + price > figures.high_cap {
                Verdict::OverCap
            } else if room.as_ref().is_some_and(|(list, room)| !room.takes(draft, list, troop, fast)) {
                Verdict::ListFull
            } else {
                Verdict::Fits
            };
            Offer { troop, fast, price, verdict }
        })
        .collect()
}

/// Every type of a ruleset, twice where it may be Fast by choice.
pub fn variants(ruleset: &Ruleset) -> impl Iterator<Item = (TroopId, bool)> {
    ruleset.troops().filter(|(_, troop)| troop.cost.is_some()).flat_map(|(id, troop)| {
        let fast = troop.fast.is.is_choice().then_some((id, true));
        std::iter::once((id, false)).chain(fast)
    })
}

/// How well the army fits its list now.
struct Room {
    left: i64,
}

impl Room {
    fn of(draft: &Draft, list: &ArmyList) -> Self {
        Self { left: unplaced(draft, list) }
    }

    /// Whether one more element finds a place of its own, as an ordinary element or, where the army has no general yet,
    /// as the general.
    fn takes(&self, draft: &Draft, list: &ArmyList, troop: TroopId, fast: bool) -> bool {
        let led = draft.lines.iter().any(|line| line.general);
        [false, true].into_iter().filter(|general| !(*general && led)).any(|general| {
            let mut more = draft.clone();
            more.lines.push(Line { fast, general, ..Line::new(Kind::Known(troop)) });
            unplaced(&more, list) == self.left
        })
    }
}

fn unplaced(draft: &Draft, list: &ArmyList) -> i64 {
    assign_to_list(draft, list).1.left.iter().sum()
}

/// What every army of a list holds: each option's minimum in its first type, the general where an option demands him.
#[must_use]
pub fn demanded(list: &ArmyList) -> Vec<Line> {
    use super::list::{ListFast, ListGeneral};
    let line = |option: &super::list::ListOption| {
        let troop = *option.types.first()?;
        (option.min > 0).then(|| Line {
            count: option.min,
            fast: option.fast == ListFast::Must && list.ruleset.troop(troop).fast.is.is_choice(),
            general: option.general == ListGeneral::Must,
            ..Line::new(Kind::Known(troop))
        })
    };
    list.options.iter().filter_map(line).collect()
}
