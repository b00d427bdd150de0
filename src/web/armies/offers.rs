//! What still fits, as data ready to be printed.

use super::rank::{class_of, icon_of, style_of};
use crate::army::fits::{Offer, Verdict, ally_offers, offers};
use crate::army::list::ArmyList;
use crate::army::{Catalogue, Draft, Report, check};
use crate::roster::view::factor_foot;
use crate::rules::Points;
use crate::rules::troop::{FastRule, Troop};
use crate::web::state::State;

/// Elements that can be added.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    /// What fits: a group for each class, and one for what the ally lends.
    pub groups: Vec<OfferGroup>,
    /// The army's own that do not fit, with the reason.
    pub unfit: Vec<OfferView>,
    /// The armies that the list names as allies, while none of them is chosen: what a button says and the name on it.
    pub allies: Vec<(String, String)>,
}

/// Elements of one kind that still fit.
#[derive(Clone, Debug)]
pub(super) struct OfferGroup {
    /// How it is coloured.
    pub class: &'static str,
    pub name: String,
    pub offers: Vec<OfferView>,
}

/// One troop type that can be added.
#[derive(Clone, Debug)]
pub(super) struct OfferView {
    /// Place of its class among the ruleset's.
    pub class_at: usize,
    pub name: String,
    pub icon: String,
    pub class: &'static str,
    pub price: Points,
    pub factors: String,
    /// What it can be added as, the usual way first.
    pub buttons: Vec<OfferButton>,
    /// Empty if it fits.
    pub why_not: &'static str,
}

/// One way to add an element.
#[derive(Clone, Debug)]
pub(super) struct OfferButton {
    pub value: String,
    pub id: String,
    pub fast: bool,
    pub word: &'static str,
    /// What it says to those who only hear it.
    pub spoken: String,
}

/// Whose elements are offered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Allied,
}

impl Offered {
    /// Everything an army can add: of its own, and from the ally it names.
    pub(super) fn new(draft: &Draft, report: &Report, catalogue: &Catalogue) -> Self {
        let list = catalogue.list_of(draft);
        let fits = |offer: &OfferView| offer.why_not.is_empty();
        let own = views(draft, &offers(draft, report, list), Whose::Own);
        let (fitting, unfit): (Vec<_>, Vec<_>) = own.into_iter().partition(fits);
        let classes = draft.ruleset.classes().iter().enumerate().map(|(index, class)| OfferGroup {
            class: style_of(&class.id),
            name: class.name.to_string(),
            offers: fitting.iter().filter(|offer| offer.class_at == index).cloned().collect(),
        });
        let ally = catalogue.ally_of(draft).filter(|ally| list.is_none_or(|list| list.allies.contains(&ally.id)));
        let lent = ally.map(|ally| OfferGroup {
            class: "ally",
            name: format!("Allies from {}", ally.name),
            offers: views(draft, &ally_offers(draft, report, ally), Whose::Allied).into_iter().filter(fits).collect(),
        });
        Self {
            groups: classes.chain(lent).filter(|group| !group.offers.is_empty()).collect(),
            unfit,
            // One that the list does not name is as good as none.
            allies: if ally.is_none() { nameable(draft, report, list, catalogue) } else { Vec::new() },
        }
    }
}

/// The allies to choose from, of which one could be paid for.
fn nameable(draft: &Draft, report: &Report, list: Option<&ArmyList>, catalogue: &Catalogue) -> Vec<(String, String)> {
    let Some(list) = list.filter(|_| !draft.lines.is_empty()) else { return Vec::new() };
    let allies = list.allies.iter().filter_map(|id| catalogue.get(id));
    let lends = |ally: &&ArmyList| ally_offers(draft, report, ally).iter().any(|offer| offer.verdict.fits());
    allies.filter(lends).map(|ally| (format!("allies:{}", ally.id), ally.name.clone())).collect()
}

/// One entry a type, with all ways to add it that fit.
fn views(draft: &Draft, offers: &[Offer], whose: Whose) -> Vec<OfferView> {
    let view = |of_type: &[Offer]| {
        let first = of_type.first()?;
        let troop = draft.ruleset.troop(first.troop);
        let mut ways: Vec<&Offer> = of_type.iter().filter(|offer| offer.verdict.fits()).collect();
        // D3H2-FAST-11: the usual way first.
        ways.sort_by_key(|offer| offer.fast != (troop.fast.is == FastRule::Usual));
        let mut buttons: Vec<OfferButton> = ways.iter().map(|offer| button(troop, offer, whose)).collect();
        if buttons.is_empty() {
            buttons.push(all_the_same(troop));
        }
        Some(OfferView {
            class_at: troop.class.is.index(),
            name: troop.name.to_string(),
            icon: icon_of(Some(&troop.code)),
            class: class_of(draft, Some(troop.class.is)),
            price: first.price,
            factors: format!("{} / {}", factor_foot(troop), troop.factor.is.mounted),
            buttons,
            why_not: if ways.is_empty() { why_not(first.verdict) } else { "" },
        })
    };
    offers.chunk_by(|a, b| a.troop == b.troop).filter_map(view).collect()
}

fn why_not(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => "",
        Verdict::TooDear => "costs more than is left",
        Verdict::OverCap => "over the cap on costly elements",
        Verdict::OverAllies => "over the cap on allies",
        Verdict::ListFull => "no room in the list",
        Verdict::ArmyFull => "the army is full",
    }
}

fn button(troop: &Troop, offer: &Offer, whose: Whose) -> OfferButton {
    let usually = troop.fast.is == FastRule::Usual;
    let (how, word, spoken) = match (offer.fast, usually) {
        (true, _) => (":fast", "Fast", "Fast "),
        (false, true) => (":plain", "Not Fast", "not Fast "),
        (false, false) => ("", "Add", ""),
    };
    let (ally, allied) = if whose == Whose::Allied { (":ally", "allied ") } else { ("", "") };
    let value = format!("add:{}{how}{ally}", troop.code);
    OfferButton {
        id: value.replace(':', "-"),
        value,
        fast: offer.fast,
        word,
        spoken: format!("Add {allied}{spoken}{}, {} AP", troop.name, offer.price),
    }
}

fn all_the_same(troop: &Troop) -> OfferButton {
    let value = format!("add:{}", troop.code);
    let spoken = format!("Add {} all the same", troop.name);
    OfferButton { id: value.replace(':', "-"), value, fast: false, word: "Add", spoken }
}

/// The id of a button that is still there after it was pressed.
pub(super) fn still_offered(state: &State, draft: &Draft, value: &str) -> Option<String> {
    let offered = Offered::new(draft, &check(draft, state.catalogue), state.catalogue);
    let mut buttons = offered.groups.iter().flat_map(|group| &group.offers).flat_map(|offer| &offer.buttons);
    buttons.find(|button| button.value == value).map(|button| button.id.clone())
}
