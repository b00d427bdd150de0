//! What still fits: every element that could be added.

use super::check::Report;
use super::draft::{Draft, Kind, Line, MOST_ELEMENTS};
use super::filling::{lend, unplaced};
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
    /// It would break the cap on allies.
    OverAllies,
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
    let room = list.map(|list| (list, unplaced(draft, list)));
    variants(ruleset)
        .filter(|(troop, fast)| {
            list.is_none_or(|list| {
                list.options.iter().any(|option| option.has(*troop) && option.takes_fast(ruleset, *troop, *fast))
            })
        })
        .map(|(troop, fast)| {
            let line = place(draft, room, troop, fast);
            let general = line.as_ref().is_some_and(|line| line.general);
            let verdict = too_much(draft, report, troop);
            let verdict = verdict.unwrap_or(if line.is_some() { Verdict::Fits } else { Verdict::ListFull });
            Offer { troop, fast, general: general && verdict.fits(), price: ruleset.troop(troop).price(), verdict }
        })
        .collect()
}

/// Every element that the army's ally could lend, Fast and not, with whether it fits (D3H2-LIST-14).
#[must_use]
pub fn ally_offers(draft: &Draft, report: &Report, ally: &ArmyList) -> Vec<Offer> {
    let ruleset = draft.ruleset;
    let figures = &report.figures;
    variants(ruleset)
        .filter(|(troop, fast)| {
            let lent = |option: &ListOption| {
                option.has(*troop) && option.takes_general(false) && option.takes_fast(ruleset, *troop, *fast)
            };
            ally.options.iter().any(lent)
        })
        .map(|(troop, fast)| {
            let price = ruleset.troop(troop).price();
            let verdict = too_much(draft, report, troop)
                .or((figures.allies + price > figures.allies_cap).then_some(Verdict::OverAllies));
            let room =
                || if ally_to_add(draft, ally, troop, fast).is_some() { Verdict::Fits } else { Verdict::ListFull };
            Offer { troop, fast, general: false, price, verdict: verdict.unwrap_or_else(room) }
        })
        .collect()
}

/// What forbids one more element of a type, whatever the list says.
fn too_much(draft: &Draft, report: &Report, troop: TroopId) -> Option<Verdict> {
    let figures = &report.figures;
    let entry = draft.ruleset.troop(troop);
    let price = entry.price();
    let sensible = !report.problems.iter().any(|problem| problem.code == Code::BadPoints);
    if figures.elements >= MOST_ELEMENTS {
        Some(Verdict::ArmyFull)
    } else if !sensible || figures.spent + price > figures.budget {
        Some(Verdict::TooDear)
    } else if entry.costly && figures.high + price > figures.high_cap {
        Some(Verdict::OverCap)
    } else {
        None
    }
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

/// The allied element of this type, Fast or not, that an army can add: as the list that lends it has it. None where that
/// has no more of them.
#[must_use]
pub fn ally_to_add(draft: &Draft, ally: &ArmyList, troop: TroopId, fast: bool) -> Option<Line> {
    let left = lend(draft, ally).unplaced();
    [false, true].into_iter().filter(|mounted| !mounted || ally.permits_riding(troop)).find_map(|mounted| {
        let line = Line { fast, mounted, ally: true, ..Line::new(Kind::Known(troop)) };
        let mut more = draft.clone();
        more.lines.push(line.clone());
        (lend(&more, ally).unplaced() == left).then_some(line)
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
