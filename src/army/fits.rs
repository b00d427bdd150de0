//! What still fits: every element that could be added.

use super::check::Report;
use super::draft::{Draft, Kind, Line, MOST_ELEMENTS};
use super::filling::unplaced;
use super::list::{ArmyList, ListGeneral, ListOption, ListRides};
use super::problem::Code;
use crate::rules::{Points, Ruleset, TroopId};

/// One element that could be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The type.
    pub troop: TroopId,
    /// Fast by choice.
    pub fast: bool,
    /// It fits as the general alone.
    pub general: bool,
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
    let room = list.map(|list| (list, unplaced(draft, list)));
    variants(ruleset)
        .filter(|(troop, fast)| {
            list.is_none_or(|list| {
                list.options.iter().any(|option| option.has(*troop) && option.takes_fast(ruleset, *troop, *fast))
            })
        })
        .map(|(troop, fast)| {
            let entry = ruleset.troop(troop);
            let price = entry.price();
            let mut general = false;
            let verdict = if figures.elements >= MOST_ELEMENTS {
                Verdict::ArmyFull
            } else if !sensible || figures.spent + price > figures.budget {
                Verdict::TooDear
            } else if entry.costly && figures.high + price > figures.high_cap {
                Verdict::OverCap
            } else if let Some(line) = place(draft, room, troop, fast) {
                general = line.general;
                Verdict::Fits
            } else {
                Verdict::ListFull
            };
            Offer { troop, fast, general, price, verdict }
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

/// The element of this type, Fast or not, that an army can add: as its list has it, an ordinary one if it has such, else
/// the general where nobody leads yet. None where the list has no room.
#[must_use]
pub fn line_to_add(draft: &Draft, list: Option<&ArmyList>, troop: TroopId, fast: bool) -> Option<Line> {
    place(draft, list.map(|list| (list, unplaced(draft, list))), troop, fast)
}

/// The same with the elements known that find no place anyway.
fn place(draft: &Draft, room: Option<(&ArmyList, i64)>, troop: TroopId, fast: bool) -> Option<Line> {
    let plain = Line { fast, ..Line::new(Kind::Known(troop)) };
    let Some((list, left)) = room else { return Some(plain) };
    let leads = draft.ruleset.may_lead(troop) && !draft.lines.iter().any(|line| line.general);
    let rides = list.permits_riding(troop);
    [(false, false), (false, true), (true, false), (true, true)]
        .into_iter()
        .filter(|(general, mounted)| (leads || !general) && (rides || !mounted))
        .map(|(general, mounted)| Line { general, mounted, ..plain.clone() })
        .find(|line| {
            let mut more = draft.clone();
            more.lines.push(line.clone());
            unplaced(&more, list) == left
        })
}

/// What every army of a list holds: each option's minimum in its first type, the general where an option demands him.
#[must_use]
pub fn demanded(list: &ArmyList) -> Vec<Line> {
    let line = |option: &ListOption| {
        let troop = *option.types.first()?;
        (option.min > 0).then(|| Line {
            count: option.min,
            fast: option.usually_fast(list.ruleset, troop),
            mounted: option.rides == ListRides::Must,
            general: option.general == ListGeneral::Must,
            ..Line::new(Kind::Known(troop))
        })
    };
    list.options.iter().filter_map(line).collect()
}
