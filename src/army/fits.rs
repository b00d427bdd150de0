//! What still fits: every element that could be added.

use super::check::Report;
use super::draft::{Draft, Kind, Line, MOST_ELEMENTS};
use super::filling::{lend, unplaced};
use super::list::{ArmyList, ListGeneral, ListOption, ListRegular, ListRides};
use super::problem::Code;
use crate::rules::ruleset::Counts;
use crate::rules::{Points, Ruleset, TroopId};

/// One element that could be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The type.
    pub troop: TroopId,
    /// How it is bought.
    pub how: How,
    /// It fits as the general alone.
    pub general: bool,
    /// AP of one.
    pub price: Points,
    /// Whether adding one leaves the army as legal as it is, or why not.
    pub verdict: Verdict,
}

/// How an element of a type is bought, where there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// Fast by choice.
    pub fast: bool,
    /// Regular.
    pub regular: bool,
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
        .filter(|(troop, how)| {
            list.is_none_or(|list| list.options.iter().any(|option| takes(option, ruleset, *troop, *how)))
        })
        .map(|(troop, how)| {
            let line = place(draft, room, troop, how);
            let general = line.as_ref().is_some_and(|line| line.general);
            let price = price_of(ruleset, troop, how);
            let verdict = too_much(draft, report, troop, price);
            let verdict = verdict.unwrap_or(if line.is_some() { Verdict::Fits } else { Verdict::ListFull });
            Offer { troop, how, general: general && verdict.fits(), price, verdict }
        })
        .collect()
}

/// Every element that the army's ally could lend, Fast and not, with whether it fits (D3H2-LIST-14).
#[must_use]
pub fn ally_offers(draft: &Draft, report: &Report, ally: &ArmyList) -> Vec<Offer> {
    let ruleset = draft.ruleset;
    let figures = &report.figures;
    variants(ruleset)
        .filter(|(troop, how)| {
            let lent = |option: &ListOption| option.takes_general(false) && takes(option, ruleset, *troop, *how);
            ally.options.iter().any(lent)
        })
        .map(|(troop, how)| {
            let price = price_of(ruleset, troop, how);
            let verdict = too_much(draft, report, troop, price)
                .or((figures.allies + price > figures.allies_cap).then_some(Verdict::OverAllies));
            let room =
                || if ally_to_add(draft, ally, troop, how).is_some() { Verdict::Fits } else { Verdict::ListFull };
            Offer { troop, how, general: false, price, verdict: verdict.unwrap_or_else(room) }
        })
        .collect()
}

/// What forbids one more element of a type, whatever the list says.
fn too_much(draft: &Draft, report: &Report, troop: TroopId, price: Points) -> Option<Verdict> {
    let figures = &report.figures;
    let entry = draft.ruleset.troop(troop);
    // Elements that no army has cost nothing and yet take the place of one.
    let (used, is_printed) = match draft.ruleset.counts() {
        Counts::Points => (figures.spent, true),
        Counts::Elements => (Points::ONE * figures.elements, draft.ruleset.size(draft.points).is_some()),
    };
    let sensible = is_printed && !report.problems.iter().any(|problem| problem.code == Code::BadPoints);
    if figures.elements >= MOST_ELEMENTS {
        Some(Verdict::ArmyFull)
    } else if !sensible || used + price > figures.budget {
        Some(Verdict::TooDear)
    } else if entry.costly && figures.high + price > figures.high_cap {
        Some(Verdict::OverCap)
    } else {
        None
    }
}

/// What an element costs, bought so.
fn price_of(ruleset: &Ruleset, troop: TroopId, how: How) -> Points {
    ruleset.troop(troop).printed_price(how.regular).unwrap_or_default()
}

/// Whether an option has elements of a type, bought so.
fn takes(option: &ListOption, ruleset: &Ruleset, troop: TroopId, how: How) -> bool {
    option.has(troop) && option.takes_fast(ruleset, troop, how.fast) && option.takes_regular(how.regular)
}

/// Every type of a ruleset, in every way in which it can be bought: Fast and not, regular and irregular.
pub fn variants(ruleset: &Ruleset) -> impl Iterator<Item = (TroopId, How)> {
    ruleset.troops().flat_map(|(id, troop)| {
        let fast = troop.fast.is.is_choice().then_some(How { fast: true, regular: false });
        let regular = troop.graded.is_some().then_some(How { fast: false, regular: true });
        let ways = [Some(How::default()), fast, regular].into_iter().flatten();
        ways.filter(|how| troop.printed_price(how.regular).is_some()).map(move |how| (id, how))
    })
}

/// The element of this type, Fast or not, that an army can add: as its list has it, an ordinary one if it has such, else
/// the general where nobody leads yet. None where the list has no room.
#[must_use]
pub fn line_to_add(draft: &Draft, list: Option<&ArmyList>, troop: TroopId, how: How) -> Option<Line> {
    place(draft, list.map(|list| (list, unplaced(draft, list))), troop, how)
}

/// The same with the elements known that find no place anyway.
fn place(draft: &Draft, room: Option<(&ArmyList, i64)>, troop: TroopId, how: How) -> Option<Line> {
    let How { fast, regular } = how;
    let plain = Line { fast, regular, command: command_for(draft, false), ..Line::new(Kind::Known(troop)) };
    let Some((list, left)) = room else { return Some(plain) };
    let leads = draft.ruleset.may_lead(troop) && !draft.lines.iter().any(|line| line.general);
    let (rides, flies) = (list.permits_riding(troop), list.permits_flying(troop));
    [false, true]
        .into_iter()
        .flat_map(|general| [(general, false, false), (general, true, false), (general, false, true)])
        .filter(|(general, mounted, flying)| (leads || !general) && (rides || !mounted) && (flies || !flying))
        .map(|(general, mounted, air_mobile)| Line { general, mounted, air_mobile, ..plain.clone() })
        .find(|line| {
            let mut more = draft.clone();
            more.lines.push(line.clone());
            unplaced(&more, list) == left
        })
}

/// The allied element of this type, Fast or not, that an army can add: as the list that lends it has it. None where that
/// has no more of them.
#[must_use]
pub fn ally_to_add(draft: &Draft, ally: &ArmyList, troop: TroopId, how: How) -> Option<Line> {
    let left = lend(draft, ally).unplaced();
    [false, true].into_iter().filter(|mounted| !mounted || ally.permits_riding(troop)).find_map(|mounted| {
        let command = command_for(draft, true);
        let How { fast, regular } = how;
        let line = Line { fast, regular, mounted, ally: true, command, ..Line::new(Kind::Known(troop)) };
        let mut more = draft.clone();
        more.lines.push(line.clone());
        (lend(&more, ally).unplaced() == left).then_some(line)
    })
}

/// The command that a new element joins: that of the last one like it in being own or allied, else the first that is free.
/// None, which is 0, where armies are not divided.
#[must_use]
pub fn command_for(draft: &Draft, ally: bool) -> u8 {
    let Some(count) = draft.ruleset.command_count(draft.points) else { return 0 };
    if draft.ruleset.army.graded.commands.is_some() {
        // Those that are divided as the owner likes have one command until he names another.
        return draft.lines.last().map_or(0, |line| line.command);
    }
    let last = draft.lines.iter().rev().find(|line| line.ally == ally && line.command > 0);
    let is_free = |command: &u8| draft.lines.iter().all(|line| line.command != *command);
    last.map_or_else(|| (1..=count).find(is_free).unwrap_or(0), |line| line.command)
}

/// Whether an element of an option, added without a word about it, is regular: where it must be, or can only be bought so.
#[must_use]
pub fn usually_regular(option: &ListOption, ruleset: &Ruleset, troop: TroopId) -> bool {
    let troop = ruleset.troop(troop);
    match option.regular {
        ListRegular::Must => true,
        ListRegular::No => false,
        ListRegular::May => troop.printed_price(false).is_none() && troop.printed_price(true).is_some(),
    }
}

/// What every army of a list holds: each option's minimum in its first type, the general where an option demands him.
#[must_use]
pub fn demanded(list: &ArmyList) -> Vec<Line> {
    let line = |option: &ListOption| {
        let troop = *option.types.first()?;
        (option.min > 0).then(|| Line {
            count: option.min,
            fast: option.usually_fast(list.ruleset, troop),
            mounted: option.rides_of(troop) == ListRides::Must,
            regular: usually_regular(option, list.ruleset, troop),
            air_mobile: option.flies == ListRides::Must,
            general: option.general == ListGeneral::Must,
            ..Line::new(Kind::Known(troop))
        })
    };
    list.options.iter().filter_map(line).collect()
}
