//! What still fits, as data ready to be printed.

use super::rank::{class_of, icon_of, style_of};
use crate::army::fits::{Offer, Verdict, ally_offers, offers};
use crate::army::list::ArmyList;
use crate::army::{Catalogue, Draft, Report, check};
use crate::roster::view::factor_foot;
use crate::rules::ruleset::Counts;
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
    /// Whether it is sold in grades, each with a button of its own.
    pub graded: bool,
    /// What one costs, in words; empty where elements cost nothing but themselves.
    pub price: String,
    pub factors: String,
    /// What it can be added as, the usual way first.
    pub buttons: Vec<OfferButton>,
    /// Empty if it fits.
    pub why_not: &'static str,
}

/// One way to add an element.
#[derive(Clone, Debug)]
pub(super) struct OfferButton {
    /// What it and the following have in common, where that is new.
    pub heading: &'static str,
    pub value: String,
    pub id: String,
    pub fast: bool,
    pub word: String,
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
        let list = list.as_deref();
        let fits = |offer: &OfferView| offer.why_not.is_empty();
        let own = views(draft, &offers(draft, report, list), Whose::Own);
        let (fitting, unfit): (Vec<_>, Vec<_>) = own.into_iter().partition(fits);
        let classes = draft.ruleset.classes().iter().enumerate().map(|(index, class)| OfferGroup {
            class: style_of(&class.id),
            name: class.name.to_string(),
            offers: fitting.iter().filter(|offer| offer.class_at == index).cloned().collect(),
        });
        let ally = catalogue
            .ally_of(draft)
            .filter(|ally| list.is_none_or(|list| list.allies.contains(&ally.id) || list.is_own()));
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
        ways.sort_by_key(|offer| offer.how.fast != (troop.fast.is == FastRule::Usual));
        let counts = draft.ruleset.counts();
        let graded = troop.graded.as_ref();
        if graded.is_some() {
            ways.sort_by_key(|offer| offer.how.regular);
        }
        let mut buttons: Vec<OfferButton> = match graded {
            Some(_) => grade_buttons(draft, &ways, whose),
            None => ways.iter().map(|offer| button(troop, offer, whose, counts)).collect(),
        };
        if buttons.is_empty() {
            buttons.push(all_the_same(troop));
        }
        Some(OfferView {
            class_at: troop.class.is.index(),
            name: graded.map_or(&troop.name, |graded| &draft.ruleset.family(graded.family).plural).to_string(),
            icon: icon_of(Some(&troop.icon)),
            class: class_of(draft, Some(troop.class.is)),
            graded: graded.is_some(),
            price: match counts {
                Counts::Points if graded.is_some() => String::new(),
                Counts::Points => format!("{} AP", first.price),
                Counts::Elements => String::new(),
            },
            factors: format!("{} / {}", factor_foot(troop), troop.factor.is.mounted),
            buttons,
            why_not: if ways.is_empty() { why_not(first.verdict, counts) } else { "" },
        })
    };
    let family = |offer: &Offer| draft.ruleset.troop(offer.troop).graded.as_ref().map(|graded| graded.family);
    let together = |a: &Offer, b: &Offer| a.troop == b.troop || family(a).is_some() && family(a) == family(b);
    offers.chunk_by(together).filter_map(view).collect()
}

/// A button for each grade with its price, irregular ones first.
fn grade_buttons(draft: &Draft, ways: &[&Offer], whose: Whose) -> Vec<OfferButton> {
    let (ally, allied) = if whose == Whose::Allied { (":ally", "allied ") } else { ("", "") };
    let mut before = None;
    let both = ways.iter().any(|offer| offer.how.regular) && ways.iter().any(|offer| !offer.how.regular);
    let button = |offer: &&Offer| {
        let troop = draft.ruleset.troop(offer.troop);
        let (how, word) = if offer.how.regular { (":regular", "regular") } else { ("", "irregular") };
        let is_new = before.replace(word) != Some(word) && (both || offer.how.regular);
        let value = format!("add:{}{how}{ally}", troop.code);
        let name = troop.graded.as_ref().map_or(&troop.plural, |graded| &draft.ruleset.family(graded.family).plural);
        // What is seen is a part of what is heard.
        let seen = format!("{} {}", draft.ruleset.letter(offer.troop).unwrap_or_default(), offer.price);
        OfferButton {
            heading: if is_new { word } else { "" },
            id: id_of(&value),
            value,
            fast: false,
            spoken: format!("Add {allied}{name}, {seen} AP, {word}"),
            word: seen,
        }
    };
    ways.iter().map(button).collect()
}

/// The id of a button with this value.
fn id_of(value: &str) -> String {
    value.replace([':', '('], "-").replace(')', "")
}

fn why_not(verdict: Verdict, counts: Counts) -> &'static str {
    match verdict {
        Verdict::Fits => "",
        Verdict::TooDear if counts == Counts::Elements => "the army has all its elements",
        Verdict::TooDear => "costs more than is left",
        Verdict::OverCap => "over the cap on costly elements",
        Verdict::OverAllies => "over the cap on allies",
        Verdict::ListFull => "no room in the list",
        Verdict::ArmyFull => "the army is full",
    }
}

fn button(troop: &Troop, offer: &Offer, whose: Whose, counts: Counts) -> OfferButton {
    let usually = troop.fast.is == FastRule::Usual;
    let (how, word, spoken) = match (offer.how.fast, usually) {
        (true, _) => (":fast", "Fast", "Fast "),
        (false, true) => (":plain", "Not Fast", "not Fast "),
        (false, false) => ("", "Add", ""),
    };
    let (ally, allied) = if whose == Whose::Allied { (":ally", "allied ") } else { ("", "") };
    let value = format!("add:{}{how}{ally}", troop.code);
    OfferButton {
        heading: "",
        id: id_of(&value),
        value,
        fast: offer.how.fast,
        word: word.to_owned(),
        spoken: match counts {
            Counts::Points => format!("Add {allied}{spoken}{}, {} AP", troop.name, offer.price),
            Counts::Elements => format!("Add {allied}{spoken}{}", troop.name),
        },
    }
}

fn all_the_same(troop: &Troop) -> OfferButton {
    let value = format!("add:{}", troop.code);
    let spoken = format!("Add {} all the same", troop.name);
    OfferButton { heading: "", id: id_of(&value), value, fast: false, word: "Add".to_owned(), spoken }
}

/// The id of a button that is still there after it was pressed.
pub(super) fn still_offered(state: &State, draft: &Draft, value: &str) -> Option<String> {
    let offered = Offered::new(draft, &check(draft, state.catalogue), state.catalogue);
    let mut buttons = offered.groups.iter().flat_map(|group| &group.offers).flat_map(|offer| &offer.buttons);
    buttons.find(|button| button.value == value).map(|button| button.id.clone())
}
