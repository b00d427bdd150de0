//! From a document to event rules, with every mistake.

use musterfield_army::Catalogue;
use musterfield_army::draft::{MOST_ELEMENTS, single_line};
use musterfield_rules::combat::FighterSet;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Book, Points, Ruleset};

use super::document::{ANY, Choice, Count, EventRulesDocument, FORMAT, LimitDocument, OwnListDocument};
use super::limit::Limit;
use super::own_list::{MOST_OWN_LISTS, OwnList};
use super::subject::{LimitName, LimitSubject, elements_of_types};
use super::{AllowedLists, Doubt, EventRules, NamedList, RulesFault, raised};
use crate::mistake::Mistake;

/// The largest number of limits of one event.
pub const MOST_LIMITS: usize = 50;
/// The largest number of names in one limit, and of lists or terrains that can be named.
pub const MOST_NAMES: usize = 100;
/// The largest number of characters of the reason of a limit.
pub const LONGEST_WHY: usize = 80;
/// The largest number of armies in a player's pool.
pub const MOST_ARMIES: u8 = 10;
/// The longest side of a board in BW.
pub const LONGEST_SIDE: i64 = 100;

/// Rules of battlefields measure in thousandths of a BW.
const THOUSANDTHS: i64 = 1000;

/// The word for army lists of the catalogue.
const LISTED: &str = "listed";
/// The word for no allies.
const NONE: &str = "none";

impl EventRules {
    /// Checks the rules that a document describes.
    ///
    /// # Errors
    /// Every mistake of the document, with its field.
    pub fn new(
        document: &EventRulesDocument,
        book: &'static Book,
        catalogue: &Catalogue,
    ) -> Result<Self, Vec<Mistake<RulesFault>>> {
        build(document, book, catalogue)
    }

    /// Requirements that no army can meet, as far as that is easily seen, each with its field: the organiser should
    /// know, but may keep them.
    #[must_use]
    pub fn doubts(&self, book: &'static Book, catalogue: &Catalogue) -> Vec<Mistake<Doubt>> {
        doubts(self, book, catalogue)
    }
}

/// Collects mistakes while a document is read.
struct RulesBuilder<'a> {
    ruleset: &'static Ruleset,
    catalogue: &'a Catalogue,
    mistakes: Vec<Mistake<RulesFault>>,
}

/// Builds the rules that a document describes.
fn build(
    document: &EventRulesDocument,
    book: &'static Book,
    catalogue: &Catalogue,
) -> Result<EventRules, Vec<Mistake<RulesFault>>> {
    let mut mistakes = Vec::new();
    if document.format != FORMAT {
        mistakes.push(Mistake::new("format", RulesFault::Format { found: document.format.clone() }));
    }
    let Some(ruleset) = book.ruleset(&document.ruleset) else {
        let known = book.rulesets().iter().map(|ruleset| ruleset.id.to_string()).collect();
        let fault = RulesFault::UnknownRuleset { found: document.ruleset.clone(), known };
        mistakes.push(Mistake::new("ruleset", fault));
        return Err(mistakes);
    };
    let mut builder = RulesBuilder { ruleset, catalogue, mistakes };
    let rules = EventRules {
        ruleset,
        points: builder.points(document.points),
        board: builder.board(document.board),
        home_terrains: builder.home_terrains(&document.home_terrains),
        lists: builder.lists(&document.lists, document.own_lists.is_empty()),
        allies: builder.allies(&document.allies),
        raised: builder.raised(&document.raised),
        armies: builder.armies(document.armies),
        own_lists: builder.own_lists(&document.own_lists),
        limits: builder.limits(&document.limits),
    };
    if builder.mistakes.is_empty() { Ok(rules) } else { Err(builder.mistakes) }
}

impl RulesBuilder<'_> {
    fn refuse(&mut self, field: impl Into<String>, fault: impl Into<RulesFault>) {
        self.mistakes.push(Mistake::new(field, fault));
    }

    /// The name of the ruleset.
    fn game(&self) -> String {
        self.ruleset.name.to_string()
    }

    /// Whether there are too many names, which is noted as a mistake.
    fn are_too_many(&mut self, field: &str, count: usize, most: usize) -> bool {
        if count > most {
            self.refuse(field, RulesFault::TooMany { count, most });
        }
        count > most
    }

    fn points(&mut self, points: Option<Points>) -> Points {
        let budget = &self.ruleset.army.budget;
        let points = points.unwrap_or(budget.usual);
        if self.ruleset.counts() == SizeUnit::Elements {
            if self.ruleset.size(points).is_none() {
                let sizes = budget.sizes.iter().map(|size| size.elements).collect();
                self.refuse("points", RulesFault::Size { ruleset: self.game(), sizes });
            }
        } else if points < budget.least || points > budget.most {
            let fault = RulesFault::Budget { ruleset: self.game(), least: budget.least, most: budget.most };
            self.refuse("points", fault);
        } else if !points.is_multiple_of(budget.step) {
            self.refuse("points", RulesFault::BudgetStep { points, step: budget.step });
        }
        points
    }

    fn board(&mut self, board: Option<[i64; 2]>) -> Option<(i64, i64)> {
        let [width, depth] = board?;
        for (at, side) in [width, depth].into_iter().enumerate() {
            if !(1..=LONGEST_SIDE).contains(&side) {
                self.refuse(format!("board[{at}]"), RulesFault::BoardSide);
            }
        }
        Some((width, depth))
    }

    fn home_terrains(&mut self, names: &[String]) -> Vec<String> {
        const FIELD: &str = "home_terrains";
        let mut known: Vec<String> = Vec::new();
        if self.are_too_many(FIELD, names.len(), MOST_NAMES) {
            return known;
        }
        for (at, name) in names.iter().enumerate() {
            let field = format!("{FIELD}[{at}]");
            match self.ruleset.home_terrain(name.trim()) {
                Some(terrain) if known.iter().any(|id| **id == *terrain.id) => {
                    self.refuse(field, RulesFault::NamedTwice(terrain.name.to_string()));
                }
                Some(terrain) => known.push(terrain.id.to_string()),
                None => self.refuse(field, self.no_such_terrain(name)),
            }
        }
        known
    }

    fn no_such_terrain(&self, name: &str) -> RulesFault {
        let known: Vec<String> = self.ruleset.home_terrains.iter().map(|terrain| terrain.id.to_string()).collect();
        match known.is_empty() {
            true => RulesFault::NoHomeTerrains { ruleset: self.game() },
            false => RulesFault::UnknownHomeTerrain { found: name.to_owned(), ruleset: self.game(), known },
        }
    }

    /// The lists of the site that are accepted; `alone` if no others are.
    fn lists(&mut self, choice: &Choice, alone: bool) -> AllowedLists {
        let none_known = self.catalogue.of_ruleset(&self.ruleset.id).is_empty();
        match choice {
            Choice::Word(word) if word == ANY => {
                if !alone {
                    self.refuse("own_lists", RulesFault::AnyListAccepted);
                }
                AllowedLists::Any
            }
            Choice::Word(word) if word == LISTED => {
                if none_known {
                    self.refuse("lists", RulesFault::NoLists { ruleset: self.game() });
                }
                AllowedLists::Listed
            }
            Choice::Word(word) => {
                self.refuse("lists", RulesFault::Choice { found: word.clone(), words: [ANY, LISTED] });
                AllowedLists::Any
            }
            Choice::Named(ids) if ids.is_empty() && !alone => AllowedLists::Named(Vec::new()),
            Choice::Named(ids) => AllowedLists::Named(self.named_lists("lists", ids)),
        }
    }

    fn own_lists(&mut self, documents: &[OwnListDocument]) -> Vec<OwnList> {
        const FIELD: &str = "own_lists";
        let mut lists: Vec<OwnList> = Vec::new();
        if self.are_too_many(FIELD, documents.len(), MOST_OWN_LISTS) {
            return lists;
        }
        for (at, document) in documents.iter().enumerate() {
            match OwnList::new(self.ruleset, document) {
                Ok(list) if lists.iter().any(|known| known.document().text == list.document().text) => {
                    self.refuse(format!("{FIELD}[{at}]"), RulesFault::NamedTwice(list.name().to_owned()));
                }
                Ok(list) => lists.push(list),
                Err((part, fault)) => self.refuse(format!("{FIELD}[{at}].{part}"), fault),
            }
        }
        lists
    }

    fn allies(&mut self, choice: &Choice) -> AllowedLists {
        match choice {
            Choice::Word(word) if word == ANY => AllowedLists::Any,
            Choice::Word(word) if word == NONE => AllowedLists::None,
            Choice::Word(word) => {
                self.refuse("allies", RulesFault::Choice { found: word.clone(), words: [ANY, NONE] });
                AllowedLists::Any
            }
            Choice::Named(ids) => AllowedLists::Named(self.named_lists("allies", ids)),
        }
    }

    fn named_lists(&mut self, field: &str, ids: &[String]) -> Vec<NamedList> {
        let mut lists: Vec<NamedList> = Vec::new();
        if ids.is_empty() {
            self.refuse(field, RulesFault::NoListNamed);
        }
        if self.are_too_many(field, ids.len(), MOST_NAMES) {
            return lists;
        }
        for (at, id) in ids.iter().enumerate() {
            let field = format!("{field}[{at}]");
            match self.catalogue.get(id.trim()) {
                None => self.refuse(field, RulesFault::UnknownList { id: id.clone() }),
                Some(list) if list.ruleset.id != self.ruleset.id => {
                    let fault = RulesFault::ListOfOtherRuleset {
                        list: list.name.clone(),
                        other: list.ruleset.name.to_string(),
                        ruleset: self.game(),
                    };
                    self.refuse(field, fault);
                }
                Some(list) if lists.iter().any(|known| known.id == list.id) => {
                    self.refuse(field, RulesFault::NamedTwice(list.name.clone()));
                }
                Some(list) => lists.push(NamedList { id: list.id.clone(), name: list.name.clone() }),
            }
        }
        lists
    }

    fn raised(&mut self, words: &[String]) -> Vec<musterfield_army::Code> {
        let mut codes = Vec::new();
        if self.are_too_many("raised", words.len(), MOST_NAMES) {
            return codes;
        }
        for (at, word) in words.iter().enumerate() {
            let field = format!("raised[{at}]");
            match raised::read(word) {
                Ok(code) if codes.contains(&code) => self.refuse(field, RulesFault::WrittenTwice(code.to_string())),
                Ok(code) => codes.push(code),
                Err(error) => self.refuse(field, error),
            }
        }
        codes
    }

    fn armies(&mut self, armies: i64) -> u8 {
        let number = u8::try_from(armies).ok().filter(|number| (1..=MOST_ARMIES).contains(number));
        if number.is_none() {
            self.refuse("armies", RulesFault::Armies { armies });
        }
        number.unwrap_or(1)
    }

    fn limits(&mut self, documents: &[LimitDocument]) -> Vec<Limit> {
        if self.are_too_many("limits", documents.len(), MOST_LIMITS) {
            return Vec::new();
        }
        let limits: Vec<Limit> =
            documents.iter().enumerate().map(|(at, document)| self.limit(&format!("limits[{at}]"), document)).collect();
        let here = everybody(self.ruleset);
        if !limits.is_empty() && allowed(&limits, here).is_empty() {
            self.refuse("limits", RulesFault::AllBanned);
        }
        limits
    }

    fn limit(&mut self, field: &str, document: &LimitDocument) -> Limit {
        let of = self.who(&format!("{field}.of"), &document.of);
        match (document.least, document.most) {
            (None, None) => self.refuse(field, RulesFault::NoBounds),
            (Some(least), Some(most)) if least > most => {
                self.refuse(format!("{field}.least"), RulesFault::MinimumAboveMaximum { least, most });
            }
            _ => {}
        }
        for (name, number) in [("least", document.least), ("most", document.most)] {
            let Some(number) = number else { continue };
            let field = format!("{field}.{name}");
            if number < Points::ZERO {
                self.refuse(field, RulesFault::Negative(number));
            } else if document.count == Count::Elements && !number.is_multiple_of(Points::ONE) {
                self.refuse(field, RulesFault::PartOfElement(number));
            }
        }
        if document.count == Count::Points && self.ruleset.counts() == SizeUnit::Elements {
            self.refuse(format!("{field}.count"), RulesFault::NoPoints { ruleset: self.game() });
        }
        let why = single_line(&document.why, LONGEST_WHY).unwrap_or_else(|error| {
            self.refuse(format!("{field}.why"), error);
            String::new()
        });
        Limit {
            subject: of,
            count: document.count,
            least: document.least,
            most: document.most,
            allies: document.allies,
            reason: why,
        }
    }

    fn who(&mut self, field: &str, words: &[String]) -> LimitSubject {
        let mut names: Vec<LimitName> = Vec::new();
        let before = self.mistakes.len();
        if words.is_empty() {
            self.refuse(field, RulesFault::NoName);
        }
        let too_many = self.are_too_many(field, words.len(), MOST_NAMES);
        for (at, word) in words.iter().enumerate().filter(|_| !too_many) {
            let field = format!("{field}[{at}]");
            match single_line(word, musterfield_army::draft::LONGEST_WORD) {
                Err(error) => self.refuse(field, error),
                Ok(word) => match LimitName::read(self.ruleset, &word) {
                    Ok(name) if names.iter().any(|known| known.written == name.written) => {
                        self.refuse(field, RulesFault::WrittenTwice(word));
                    }
                    Ok(name) => names.push(name),
                    Err(error) => self.refuse(field, error),
                },
            }
        }
        let who = LimitSubject::new(self.ruleset, names);
        if self.mistakes.len() == before && who.is_nobody() {
            self.refuse(field, RulesFault::NobodyNamed);
        }
        who
    }
}

/// All types of which an army can have elements.
fn everybody(ruleset: &Ruleset) -> FighterSet {
    elements_of_types(ruleset, |_, troop| {
        let sold = troop.graded.as_ref().map_or(troop.cost.is_some(), musterfield_rules::grade::Graded::is_known);
        troop.no_army.is_none() && sold
    })
}

/// The elements that no ban excludes.
fn allowed(limits: &[Limit], all: FighterSet) -> FighterSet {
    let bans = limits.iter().filter(|limit| limit.is_ban() && limit.allies);
    bans.fold(all, |left, ban| left.without(ban.subject.unconditional()))
}

/// Requirements that no army can meet, as far as that is easily seen.
fn doubts(rules: &EventRules, book: &'static Book, catalogue: &Catalogue) -> Vec<Mistake<Doubt>> {
    let mut doubts = Vec::new();
    if let (Some((width, depth)), Some(terrain)) = (rules.board, book.terrain(&rules.ruleset.id))
        && terrain.table(width * THOUSANDTHS, depth * THOUSANDTHS).is_none()
    {
        let doubt = Doubt::NoSuchTable { ruleset: rules.ruleset.name.to_string(), width, depth };
        doubts.push(Mistake::new("board", doubt));
    }
    of_lists(rules, catalogue, &mut doubts);
    let all = everybody(rules.ruleset);
    let left = allowed(&rules.limits, all);
    let leaders = elements_of_types(rules.ruleset, |id, _| rules.ruleset.may_lead(id));
    if left.common(leaders).is_empty() {
        doubts.push(Mistake::new("limits", Doubt::NoGeneral));
    }
    let mut together = Points::ZERO;
    let mut asked = FighterSet::default();
    for (at, limit) in rules.limits.iter().enumerate() {
        let Some(least) = limit.least.filter(|least| *least > Points::ZERO) else { continue };
        let field = format!("limits[{at}].least");
        let widest = limit.subject.widest();
        if widest.common(left).is_empty() {
            doubts.push(Mistake::new(field, Doubt::Banned { limit: at }));
            continue;
        }
        let inside = |other: &&Limit| {
            widest.without(other.subject.unconditional()).is_empty()
                && other.count == limit.count
                && (other.allies || !limit.allies)
        };
        if let Some(most) =
            rules.limits.iter().filter(inside).filter_map(|other| other.most).min().filter(|most| *most < least)
        {
            doubts.push(Mistake::new(field, Doubt::AboveOtherMaximum { least, most }));
            continue;
        }
        let cost = cost_of(rules, limit, least, widest.common(left));
        if cost > rules.points || (limit.count == Count::Elements && least > Points::ONE * MOST_ELEMENTS) {
            doubts.push(Mistake::new(field, Doubt::TooCostly { limit: at, least }));
        } else if asked.common(widest).is_empty() {
            asked = asked.with(widest);
            together += cost;
        }
    }
    if together > rules.points {
        doubts.push(Mistake::new("limits", Doubt::TooCostlyTogether { cost: together }));
    }
    doubts
}

/// The smallest part of an army's size that a requirement uses.
fn cost_of(rules: &EventRules, limit: &Limit, least: Points, who: FighterSet) -> Points {
    if limit.count == Count::Points || rules.ruleset.counts() == SizeUnit::Elements {
        return least;
    }
    let is_in = |id: musterfield_rules::TroopId| {
        let fast = rules.ruleset.troop(id).fast.value;
        [false, true].into_iter().any(|asked| who.has(id.into(), fast.applies(asked)))
    };
    let prices = rules
        .ruleset
        .troops()
        .filter(|(id, _)| is_in(*id))
        .flat_map(|(_, troop)| [troop.printed_price(false), troop.printed_price(true)].into_iter().flatten());
    let elements = i64::try_from(least.steps(Points::ONE)).unwrap_or(i64::MAX);
    prices.min().unwrap_or_default() * elements
}

/// Reports lists that have no home terrain of the event.
fn of_lists(rules: &EventRules, catalogue: &Catalogue, doubts: &mut Vec<Mistake<Doubt>>) {
    let AllowedLists::Named(lists) = &rules.lists else { return };
    if rules.home_terrains.is_empty() {
        return;
    }
    for (at, named) in lists.iter().enumerate() {
        let Some(list) = catalogue.get(&named.id) else { continue };
        let fits =
            list.home_terrains.is_empty() || list.home_terrains.iter().any(|id| rules.home_terrains.contains(id));
        if !fits {
            let doubt = Doubt::NoHomeTerrain { list: named.name.clone() };
            doubts.push(Mistake::new(format!("lists[{at}]"), doubt));
        }
    }
}
