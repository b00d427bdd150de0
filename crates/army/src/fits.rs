//! The elements that still fit into an army.

use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset, TroopId};

use super::code::Code;
use super::draft::{Draft, ElementLine, LineType, MOST_ELEMENTS};
use super::filling::{lend, unplaced};
use super::list::{ArmyList, ListGeneral, ListOption, ListPermission, ListRegular};
use super::report::Report;

/// One element that could be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The type.
    pub troop: TroopId,
    /// The way it is bought.
    pub how: ElementOptions,
    /// Whether it fits only as the general.
    pub general: bool,
    /// The price of one in AP.
    pub price: Points,
    /// Whether the army stays as legal as it is with one more, or why not.
    pub verdict: Fit,
}

/// The way an element of a type is bought, where there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ElementOptions {
    /// Whether Fast is chosen.
    pub fast: bool,
    /// Whether regular is chosen.
    pub regular: bool,
}

/// Whether an element fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It fits: adding it breaks no rule.
    Fits,
    /// It costs more than is left.
    TooDear,
    /// It would break the cap on costly elements.
    OverCap,
    /// It would break the cap on allies.
    OverAllies,
    /// The army list has no room for it.
    ListFull,
    /// The army has reached the greatest number of elements.
    ArmyFull,
}

impl Fit {
    /// Whether it fits.
    #[must_use]
    pub fn fits(self) -> bool {
        self == Self::Fits
    }
}

/// Every element that the ruleset or the army's list has, Fast and solid, each with whether it fits.
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
            let verdict = verdict.unwrap_or(if line.is_some() { Fit::Fits } else { Fit::ListFull });
            Offer { troop, how, general: general && verdict.fits(), price, verdict }
        })
        .collect()
}

/// Every element that the army's ally could lend, Fast and solid, each with whether it fits (D3H2-LIST-14).
#[must_use]
pub fn ally_offers(draft: &Draft, report: &Report, ally: &ArmyList) -> Vec<Offer> {
    let ruleset = draft.ruleset;
    let figures = &report.totals;
    variants(ruleset)
        .filter(|(troop, how)| {
            let lent = |option: &ListOption| option.takes_general(false) && takes(option, ruleset, *troop, *how);
            ally.options.iter().any(lent)
        })
        .map(|(troop, how)| {
            let price = price_of(ruleset, troop, how);
            let verdict = too_much(draft, report, troop, price)
                .or((figures.allies + price > figures.allies_cap).then_some(Fit::OverAllies));
            let room = || if ally_to_add(draft, ally, troop, how).is_some() { Fit::Fits } else { Fit::ListFull };
            Offer { troop, how, general: false, price, verdict: verdict.unwrap_or_else(room) }
        })
        .collect()
}

/// The reason against one more element of a type, apart from the list.
fn too_much(draft: &Draft, report: &Report, troop: TroopId, price: Points) -> Option<Fit> {
    let figures = &report.totals;
    let entry = draft.ruleset.troop(troop);
    // An element that no army has costs nothing, yet counts as one.
    let (used, is_printed) = match draft.ruleset.counts() {
        SizeUnit::Points => (figures.spent, true),
        SizeUnit::Elements => (Points::ONE * figures.elements, draft.ruleset.size(draft.points).is_some()),
    };
    let sensible = is_printed && !report.problems.iter().any(|problem| problem.code() == Code::BadPoints);
    if figures.elements >= MOST_ELEMENTS {
        Some(Fit::ArmyFull)
    } else if !sensible || used + price > figures.budget {
        Some(Fit::TooDear)
    } else if entry.costly && figures.costly + price > figures.costly_cap {
        Some(Fit::OverCap)
    } else {
        None
    }
}

/// The price of an element, bought in this way.
fn price_of(ruleset: &Ruleset, troop: TroopId, how: ElementOptions) -> Points {
    ruleset.troop(troop).printed_price(how.regular).unwrap_or_default()
}

/// Whether an option has elements of a type, bought in this way.
fn takes(option: &ListOption, ruleset: &Ruleset, troop: TroopId, how: ElementOptions) -> bool {
    option.has(troop) && option.takes_fast(ruleset, troop, how.fast) && option.takes_regular(how.regular)
}

/// Every type of a ruleset, in every way in which it can be bought: Fast and not, regular and irregular.
pub fn variants(ruleset: &Ruleset) -> impl Iterator<Item = (TroopId, ElementOptions)> {
    ruleset.troops().flat_map(|(id, troop)| {
        let fast = troop.fast.value.is_choice().then_some(ElementOptions { fast: true, regular: false });
        let regular = troop.graded.is_some().then_some(ElementOptions { fast: false, regular: true });
        let ways = [Some(ElementOptions::default()), fast, regular].into_iter().flatten();
        ways.filter(|how| troop.printed_price(how.regular).is_some()).map(move |how| (id, how))
    })
}

/// The element of this type, Fast or not, that an army can add, in the form that its list has: an ordinary one if
/// possible, otherwise the general if there is none yet. `None` if the list has no room.
#[must_use]
pub fn line_to_add(draft: &Draft, list: Option<&ArmyList>, troop: TroopId, how: ElementOptions) -> Option<ElementLine> {
    place(draft, list.map(|list| (list, unplaced(draft, list))), troop, how)
}

/// Finds such a place, given the number of elements that find none anyway.
fn place(draft: &Draft, room: Option<(&ArmyList, i64)>, troop: TroopId, how: ElementOptions) -> Option<ElementLine> {
    let ElementOptions { fast, regular } = how;
    let plain =
        ElementLine { fast, regular, command: command_for(draft, false), ..ElementLine::new(LineType::Known(troop)) };
    let Some((list, left)) = room else { return Some(plain) };
    let leads = draft.ruleset.may_lead(troop) && !draft.lines.iter().any(|line| line.general);
    let (rides, flies) = (list.permits_mounted(troop), list.permits_air_mobile(troop));
    [false, true]
        .into_iter()
        .flat_map(|general| [(general, false, false), (general, true, false), (general, false, true)])
        .filter(|(general, mounted, flying)| (leads || !general) && (rides || !mounted) && (flies || !flying))
        .map(|(general, mounted, air_mobile)| ElementLine { general, mounted, air_mobile, ..plain.clone() })
        .find(|line| {
            let mut more = draft.clone();
            more.lines.push(line.clone());
            unplaced(&more, list) == left
        })
}

/// The allied element of this type, Fast or not, that an army can add, in the form that its own list has. `None` if
/// that list has no more of them.
#[must_use]
pub fn ally_to_add(draft: &Draft, ally: &ArmyList, troop: TroopId, how: ElementOptions) -> Option<ElementLine> {
    let left = lend(draft, ally).unplaced();
    [false, true].into_iter().filter(|mounted| !mounted || ally.permits_mounted(troop)).find_map(|mounted| {
        let command = command_for(draft, true);
        let ElementOptions { fast, regular } = how;
        let line =
            ElementLine { fast, regular, mounted, ally: true, command, ..ElementLine::new(LineType::Known(troop)) };
        let mut more = draft.clone();
        more.lines.push(line.clone());
        (lend(&more, ally).unplaced() == left).then_some(line)
    })
}

/// The command that a new element joins: that of the last element on the same side, own or allied, otherwise the
/// first free one. 0, for none, where armies are not divided.
#[must_use]
pub fn command_for(draft: &Draft, ally: bool) -> u8 {
    let Some(count) = draft.ruleset.command_count(draft.points) else { return 0 };
    if draft.ruleset.army.graded.commands.is_some() {
        // Armies that are divided freely have one command until the owner names another.
        return draft.lines.last().map_or(0, |line| line.command);
    }
    let last = draft.lines.iter().rev().find(|line| line.ally == ally && line.command > 0);
    let is_free = |command: &u8| draft.lines.iter().all(|line| line.command != *command);
    last.map_or_else(|| (1..=count).find(is_free).unwrap_or(0), |line| line.command)
}

/// Whether an element of an option is regular by default: where it must be, or can only be bought as such.
#[must_use]
pub fn usually_regular(option: &ListOption, ruleset: &Ruleset, troop: TroopId) -> bool {
    let troop = ruleset.troop(troop);
    match option.regular {
        ListRegular::Must => true,
        ListRegular::No => false,
        ListRegular::May => troop.printed_price(false).is_none() && troop.printed_price(true).is_some(),
    }
}

/// The elements of the plainest army of a list: each option's minimum in its first type, the general if an option
/// requires one, and the first alternative of each block.
#[must_use]
pub fn demanded(list: &ArmyList) -> Vec<ElementLine> {
    let line = |option: &ListOption| {
        let troop = *option.types.first()?;
        (option.min > 0).then(|| ElementLine {
            count: option.min,
            fast: option.usually_fast(list.ruleset, troop),
            mounted: option.rides_of(troop) == ListPermission::Must,
            regular: usually_regular(option, list.ruleset, troop),
            air_mobile: option.air_mobile == ListPermission::Must,
            general: option.general == ListGeneral::Must,
            ..ElementLine::new(LineType::Known(troop))
        })
    };
    let taken = |option: &&ListOption| option.branch.is_none_or(|branch| branch.alternative == 0);
    list.options.iter().filter(taken).filter_map(line).collect()
}
