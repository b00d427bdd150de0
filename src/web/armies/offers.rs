//! The elements that still fit, as data for the template.

use musterfield_army::fits::{Fit, Offer, ally_offers, offers};
use musterfield_army::list::ArmyList;
use musterfield_army::{Catalogue, Draft, ElementLine, LineType, Report};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::troop::{FastRule, Troop};
use musterfield_rules::{Points, Ruleset};
use musterfield_sheets::roster::view::factor_foot;

use super::rank::{class_of, icon_of, style_of};
use crate::web::state::AppState;
use crate::web::works::content::Judged;

/// Elements that can be added.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    /// The elements that fit: a group for each class, and one for the ally's.
    pub groups: Vec<OfferGroup>,
    /// The meaning of the letters on the buttons, where elements are sold in grades.
    pub grades: Option<String>,
    /// The number of the army's own types that do not fit.
    pub unfit_count: usize,
    /// Those types, with the reason; empty unless they are shown.
    pub unfit: Vec<OfferView>,
    /// The armies that the list names as allies, while none of them is chosen: value and label of a button.
    pub allies: Vec<(String, String)>,
}

/// Elements of one class that still fit.
#[derive(Clone, Debug)]
pub(super) struct OfferGroup {
    /// The id of the class, or `ally`.
    pub id: String,
    /// Its colour.
    pub class: &'static str,
    pub name: String,
    pub offers: Vec<OfferView>,
}

/// One troop type that can be added.
#[derive(Clone, Debug)]
pub(super) struct OfferView {
    pub name: String,
    /// Its codes and its names in all languages, by which it is found: in lower-case letters and digits.
    pub words: String,
    /// The number of elements of this type in the army.
    pub has: i64,
    pub icon: String,
    pub class: &'static str,
    /// Whether it is sold in grades, each with a button of its own.
    pub graded: bool,
    /// The price of one element, in words; empty where elements have no prices.
    pub price: String,
    pub factors: String,
    /// The ways to add it, the usual one first.
    pub manners: Vec<OfferManner>,
    /// Empty if it fits.
    pub why_not: &'static str,
}

/// Ways to add an element that share a heading.
#[derive(Clone, Debug)]
pub(super) struct OfferManner {
    /// Empty where there is only one manner.
    pub heading: &'static str,
    pub buttons: Vec<OfferButton>,
}

/// One way to add an element.
#[derive(Clone, Debug)]
pub(super) struct OfferButton {
    pub value: String,
    pub id: String,
    pub fast: bool,
    /// The amount that one press adds to what is spent: AP, or one element.
    pub ap: Points,
    pub word: String,
    /// Its text for screen readers.
    pub spoken: String,
}

/// The army whose elements are offered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allegiance {
    Own,
    Allied,
}

impl Offered {
    /// All elements that an army can add: its own, and those of the ally it names; with `shows_unfit` also those that
    /// do not fit.
    pub(super) fn new(draft: &Draft, report: &Report, catalogue: &Catalogue, shows_unfit: bool) -> Self {
        let list = catalogue.list_of(draft);
        let list = list.as_deref();
        let own = offers(draft, report, list);
        let (fitting, unfit): (Vec<_>, Vec<_>) = by_type(draft, &own).partition(|of_type| fits(of_type));
        let view = |of_type: &&[Offer]| view(draft, of_type, Allegiance::Own);
        let classes = draft.ruleset.classes().iter().enumerate().map(|(index, class)| {
            let is_in = |offer: &Offer| draft.ruleset.troop(offer.troop).class.value.index() == index;
            OfferGroup {
                id: class.id.to_string(),
                class: style_of(&class.id),
                name: class.name.to_string(),
                offers: fitting.iter().filter(|of_type| of_type.first().is_some_and(is_in)).filter_map(view).collect(),
            }
        });
        let ally = catalogue
            .ally_of(draft)
            .filter(|ally| list.is_none_or(|list| list.allies.contains(&ally.id) || list.is_own()));
        let lent = ally.map(|ally| OfferGroup {
            id: "ally".to_owned(),
            class: "ally",
            name: format!("Allies from {}", ally.name),
            offers: by_type(draft, &ally_offers(draft, report, ally))
                .filter(|of_type| fits(of_type))
                .filter_map(|of_type| self::view(draft, of_type, Allegiance::Allied))
                .collect(),
        });
        Self {
            groups: classes.chain(lent).filter(|group| !group.offers.is_empty()).collect(),
            grades: told_grades(draft.ruleset),
            unfit_count: unfit.len(),
            unfit: if shows_unfit { unfit.iter().filter_map(view).collect() } else { Vec::new() },
            // An ally that the list does not name counts as none.
            allies: if ally.is_none() { nameable(draft, report, list, catalogue) } else { Vec::new() },
        }
    }
}

/// The grades with their letters: `S Superior, O Ordinary`, and what stands beside them.
fn told_grades(ruleset: &Ruleset) -> Option<String> {
    let grades: Vec<String> = ruleset.grades.iter().map(|grade| format!("{} {}", grade.letter, grade.name)).collect();
    (!grades.is_empty()).then(|| format!("Each button adds one element, at the price on it: {}.", grades.join(", ")))
}

/// Whether an army is legal and more elements fit.
pub(super) fn is_open(state: &AppState, draft: &Draft, report: &Report) -> bool {
    let some_fit = || {
        let list = state.catalogue.list_of(draft);
        offers(draft, report, list.as_deref()).iter().any(|offer| offer.verdict.fits())
    };
    report.is_legal() && report.totals.unspent() > Points::ZERO && some_fit()
}

/// The allies to choose from, of which the army could afford one.
fn nameable(draft: &Draft, report: &Report, list: Option<&ArmyList>, catalogue: &Catalogue) -> Vec<(String, String)> {
    let Some(list) = list.filter(|_| !draft.lines.is_empty()) else { return Vec::new() };
    let allies = list.allies.iter().filter_map(|id| catalogue.get(id));
    let lends = |ally: &&ArmyList| ally_offers(draft, report, ally).iter().any(|offer| offer.verdict.fits());
    allies.filter(lends).map(|ally| (format!("allies:{}", ally.id), ally.name.clone())).collect()
}

/// The offers of each type; all grades of a type that is sold in grades are together.
fn by_type<'a>(draft: &'a Draft, offers: &'a [Offer]) -> impl Iterator<Item = &'a [Offer]> {
    let family = |offer: &Offer| draft.ruleset.troop(offer.troop).graded.as_ref().map(|graded| graded.family);
    offers.chunk_by(move |a, b| a.troop == b.troop || family(a).is_some() && family(a) == family(b))
}

/// Whether a type can be added in some way.
fn fits(of_type: &[Offer]) -> bool {
    of_type.iter().any(|offer| offer.verdict.fits())
}

/// A type with all ways to add it that fit; `None` if it is not offered at all.
fn view(draft: &Draft, of_type: &[Offer], whose: Allegiance) -> Option<OfferView> {
    let first = of_type.first()?;
    let troop = draft.ruleset.troop(first.troop);
    let mut ways: Vec<&Offer> = of_type.iter().filter(|offer| offer.verdict.fits()).collect();
    // D3H2-FAST-11: the usual way first.
    ways.sort_by_key(|offer| offer.how.fast != (troop.fast.value == FastRule::Usual));
    let counts = draft.ruleset.counts();
    let graded = troop.graded.as_ref();
    if graded.is_some() {
        ways.sort_by_key(|offer| offer.how.regular);
    }
    let spellings = draft.ruleset.spellings();
    let words: Vec<&str> =
        of_type.iter().map(|offer| spellings.search_words(offer.troop)).filter(|words| !words.is_empty()).collect();
    let counted = |line: &ElementLine| {
        let is_it = |id| of_type.iter().any(|offer| offer.troop == id);
        matches!(line.line_type, LineType::Known(id) if is_it(id)) && line.ally == (whose == Allegiance::Allied)
    };
    let one_manner = |buttons| vec![OfferManner { heading: "", buttons }];
    let manners = match graded {
        _ if ways.is_empty() => one_manner(vec![add_anyway(troop, first.price)]),
        Some(_) => grade_manners(draft, &ways, whose),
        None => one_manner(ways.iter().map(|offer| button(troop, offer, whose, counts)).collect()),
    };
    Some(OfferView {
        name: graded.map_or(&troop.name, |graded| &draft.ruleset.family(graded.family).plural).to_string(),
        words: words.join(" "),
        has: draft.lines.iter().filter(|line| counted(line)).map(ElementLine::elements).sum(),
        icon: icon_of(Some(&troop.icon)),
        class: class_of(draft, Some(troop.class.value)),
        graded: graded.is_some(),
        price: match counts {
            SizeUnit::Points if graded.is_some() => String::new(),
            SizeUnit::Points => format!("{} AP", first.price),
            SizeUnit::Elements => String::new(),
        },
        factors: format!("{} / {}", factor_foot(troop), troop.factor.value.mounted),
        manners,
        why_not: if ways.is_empty() { why_not(first.verdict, counts) } else { "" },
    })
}

/// A button for each grade with its price, irregular ones first.
fn grade_manners(draft: &Draft, ways: &[&Offer], whose: Allegiance) -> Vec<OfferManner> {
    let (ally, allied) = if whose == Allegiance::Allied { (":ally", "allied ") } else { ("", "") };
    let both = ways.iter().any(|offer| offer.how.regular) && ways.iter().any(|offer| !offer.how.regular);
    let words = |is_regular: bool| if is_regular { (":regular", "regular") } else { ("", "irregular") };
    let button = |offer: &&Offer| {
        let troop = draft.ruleset.troop(offer.troop);
        let (how, word) = words(offer.how.regular);
        let value = format!("add:{}{how}{ally}", troop.code);
        let name = troop.graded.as_ref().map_or(&troop.plural, |graded| &draft.ruleset.family(graded.family).plural);
        // The visible text is part of the spoken one.
        let seen = format!("{} {}", draft.ruleset.letter(offer.troop).unwrap_or_default(), offer.price);
        OfferButton {
            id: id_of(&value),
            value,
            fast: false,
            ap: offer.price,
            spoken: format!("Add {allied}{name}, {seen} AP, {word}"),
            word: seen,
        }
    };
    let manner = |alike: &[&Offer]| {
        let is_regular = alike.first().is_some_and(|offer| offer.how.regular);
        let heading = if both || is_regular { words(is_regular).1 } else { "" };
        OfferManner { heading, buttons: alike.iter().map(button).collect() }
    };
    ways.chunk_by(|a, b| a.how.regular == b.how.regular).map(manner).collect()
}

/// The id of a button with this value.
fn id_of(value: &str) -> String {
    value.replace([':', '('], "-").replace(')', "")
}

fn why_not(verdict: Fit, counts: SizeUnit) -> &'static str {
    match verdict {
        Fit::Fits => "",
        Fit::TooDear if counts == SizeUnit::Elements => "the army has all its elements",
        Fit::TooDear => "costs more than you have left",
        Fit::OverCap => "over the cap on costly elements",
        Fit::OverAllies => "over the cap on allies",
        Fit::ListFull => "no room in the list",
        Fit::ArmyFull => "the army is full",
    }
}

fn button(troop: &Troop, offer: &Offer, whose: Allegiance, counts: SizeUnit) -> OfferButton {
    let usually = troop.fast.value == FastRule::Usual;
    let (how, word, spoken) = match (offer.how.fast, usually) {
        (true, _) => (":fast", "Fast", "Fast "),
        (false, true) => (":plain", "Not Fast", "not Fast "),
        (false, false) => ("", "Add", ""),
    };
    let (ally, allied) = if whose == Allegiance::Allied { (":ally", "allied ") } else { ("", "") };
    let value = format!("add:{}{how}{ally}", troop.code);
    OfferButton {
        id: id_of(&value),
        value,
        ap: offer.price,
        fast: offer.how.fast,
        word: word.to_owned(),
        spoken: match counts {
            SizeUnit::Points => format!("Add {allied}{spoken}{}, {} AP", troop.name, offer.price),
            SizeUnit::Elements => format!("Add {allied}{spoken}{}", troop.name),
        },
    }
}

fn add_anyway(troop: &Troop, ap: Points) -> OfferButton {
    let value = format!("add:{}", troop.code);
    let spoken = format!("Add {} anyway", troop.name);
    OfferButton { id: id_of(&value), value, fast: false, ap, word: "Add".to_owned(), spoken }
}

/// The id of a button that still exists after it was pressed.
pub(super) fn still_offered(state: &AppState, army: &Judged<Draft>, value: &str) -> Option<String> {
    let offered = Offered::new(&army.content, army.report(state), state.catalogue, false);
    let offers = offered.groups.iter().flat_map(|group| &group.offers);
    let mut buttons = offers.flat_map(|offer| &offer.manners).flat_map(|manner| &manner.buttons);
    buttons.find(|button| button.value == value).map(|button| button.id.clone())
}
