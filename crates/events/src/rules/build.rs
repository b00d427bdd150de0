//! From a document to event rules, with every mistake.

use musterfield_army::Catalogue;
use musterfield_army::draft::{MOST_ELEMENTS, single_line};
use musterfield_rules::combat::FighterSet;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Book, Points, Ruleset};

use super::document::{ANY, Choice, Count, EventRulesDocument, FORMAT, LimitDocument};
use super::limit::Limit;
use super::subject::{LimitName, LimitSubject, elements_of_types, joined};
use super::{AllowedLists, EventRules, Mistake, NamedList, raised};

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

/// Collects mistakes while a document is read.
struct RulesBuilder<'a> {
    ruleset: &'static Ruleset,
    catalogue: &'a Catalogue,
    mistakes: Vec<Mistake>,
}

/// Builds the rules that a document describes.
pub(super) fn build(
    document: &EventRulesDocument,
    book: &'static Book,
    catalogue: &Catalogue,
) -> Result<EventRules, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    if document.format != FORMAT {
        let message = format!("the format is “{}”; only “{FORMAT}” can be read", document.format);
        mistakes.push(Mistake::new("format", message));
    }
    let Some(ruleset) = book.ruleset(&document.ruleset) else {
        let known: Vec<&str> = book.rulesets().iter().map(|ruleset| &*ruleset.id).collect();
        let message = format!("there is no ruleset “{}”; use one of {}", document.ruleset, known.join(", "));
        mistakes.push(Mistake::new("ruleset", message));
        return Err(mistakes);
    };
    let mut desk = RulesBuilder { ruleset, catalogue, mistakes };
    let rules = EventRules {
        ruleset,
        points: desk.points(document.points),
        board: desk.board(document.board),
        home_terrains: desk.home_terrains(&document.home_terrains),
        lists: desk.lists(&document.lists),
        allies: desk.allies(&document.allies),
        raised: desk.raised(&document.raised),
        armies: desk.armies(document.armies),
        limits: desk.limits(&document.limits),
    };
    if desk.mistakes.is_empty() { Ok(rules) } else { Err(desk.mistakes) }
}

impl RulesBuilder<'_> {
    fn refuse(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.mistakes.push(Mistake::new(field, message));
    }

    /// Whether there are too many names, which is noted as a mistake.
    fn are_too_many(&mut self, field: &str, count: usize, most: usize) -> bool {
        if count > most {
            self.refuse(field, format!("there are {count}; {most} is the maximum"));
        }
        count > most
    }

    fn points(&mut self, points: Option<Points>) -> Points {
        let budget = &self.ruleset.army.budget;
        let points = points.unwrap_or(budget.usual);
        let (name, counts) = (&self.ruleset.name, self.ruleset.counts());
        if counts == SizeUnit::Elements {
            if self.ruleset.size(points).is_none() {
                let known: Vec<String> = budget.sizes.iter().map(|size| size.elements.to_string()).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                self.refuse("points", format!("armies of {name} must have {} elements", joined(&known, "or")));
            }
        } else if points < budget.least || points > budget.most {
            self.refuse("points", format!("armies of {name} must have from {} to {} AP", budget.least, budget.most));
        } else if !points.is_multiple_of(budget.step) {
            self.refuse(
                "points",
                format!("{points} AP is not a multiple of {} AP, the step of all costs", budget.step),
            );
        }
        points
    }

    fn board(&mut self, board: Option<[i64; 2]>) -> Option<(i64, i64)> {
        let [width, depth] = board?;
        for (at, side) in [width, depth].into_iter().enumerate() {
            if !(1..=LONGEST_SIDE).contains(&side) {
                self.refuse(format!("board[{at}]"), format!("a side must be from 1 to {LONGEST_SIDE} BW long"));
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
        let all: Vec<&str> = self.ruleset.home_terrains.iter().map(|terrain| &*terrain.id).collect();
        for (at, name) in names.iter().enumerate() {
            let field = format!("{FIELD}[{at}]");
            match self.ruleset.home_terrain(name.trim()) {
                Some(terrain) if known.iter().any(|id| **id == *terrain.id) => {
                    self.refuse(field, format!("{} appears twice", terrain.name));
                }
                Some(terrain) => known.push(terrain.id.to_string()),
                None if all.is_empty() => {
                    self.refuse(field, format!("armies of {} have no home terrain", self.ruleset.name));
                }
                None => {
                    let message = format!(
                        "“{name}” is not a home terrain of {}; use one of {}",
                        self.ruleset.name,
                        all.join(", ")
                    );
                    self.refuse(field, message);
                }
            }
        }
        known
    }

    fn lists(&mut self, choice: &Choice) -> AllowedLists {
        let none_known = self.catalogue.of_ruleset(&self.ruleset.id).is_empty();
        match choice {
            Choice::Word(word) if word == ANY => AllowedLists::Any,
            Choice::Word(word) if word == LISTED => {
                if none_known {
                    self.refuse("lists", format!("there are no army lists for {}", self.ruleset.name));
                }
                AllowedLists::Listed
            }
            Choice::Word(word) => {
                self.refuse("lists", format!("“{word}” is neither “{ANY}” nor “{LISTED}” nor a list of ids"));
                AllowedLists::Any
            }
            Choice::Named(ids) => AllowedLists::Named(self.named_lists("lists", ids)),
        }
    }

    fn allies(&mut self, choice: &Choice) -> AllowedLists {
        match choice {
            Choice::Word(word) if word == ANY => AllowedLists::Any,
            Choice::Word(word) if word == NONE => AllowedLists::None,
            Choice::Word(word) => {
                self.refuse("allies", format!("“{word}” is neither “{ANY}” nor “{NONE}” nor a list of ids"));
                AllowedLists::Any
            }
            Choice::Named(ids) => AllowedLists::Named(self.named_lists("allies", ids)),
        }
    }

    fn named_lists(&mut self, field: &str, ids: &[String]) -> Vec<NamedList> {
        let mut lists: Vec<NamedList> = Vec::new();
        if ids.is_empty() {
            self.refuse(field, "name at least one list");
        }
        if self.are_too_many(field, ids.len(), MOST_NAMES) {
            return lists;
        }
        for (at, id) in ids.iter().enumerate() {
            let field = format!("{field}[{at}]");
            match self.catalogue.get(id.trim()) {
                None => self.refuse(field, format!("there is no army list “{id}”")),
                Some(list) if list.ruleset.id != self.ruleset.id => {
                    let message =
                        format!("{} is a list for {}, not for {}", list.name, list.ruleset.name, self.ruleset.name);
                    self.refuse(field, message);
                }
                Some(list) if lists.iter().any(|known| known.id == list.id) => {
                    self.refuse(field, format!("{} appears twice", list.name));
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
                Ok(code) if codes.contains(&code) => self.refuse(field, format!("“{code}” appears twice")),
                Ok(code) => codes.push(code),
                Err(error) => self.refuse(field, error.to_string()),
            }
        }
        codes
    }

    fn armies(&mut self, armies: i64) -> u8 {
        let number = u8::try_from(armies).ok().filter(|number| (1..=MOST_ARMIES).contains(number));
        if number.is_none() {
            self.refuse("armies", format!("a player can bring from 1 to {MOST_ARMIES} armies, not {armies}"));
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
            self.refuse("limits", "all bans together leave no elements at all");
        }
        limits
    }

    fn limit(&mut self, field: &str, document: &LimitDocument) -> Limit {
        let of = self.who(&format!("{field}.of"), &document.of);
        match (document.least, document.most) {
            (None, None) => self.refuse(field, "use `least`, `most` or both"),
            (Some(least), Some(most)) if least > most => {
                self.refuse(format!("{field}.least"), format!("the minimum of {least} is above the maximum of {most}"));
            }
            _ => {}
        }
        for (name, number) in [("least", document.least), ("most", document.most)] {
            let Some(number) = number else { continue };
            let field = format!("{field}.{name}");
            if number < Points::ZERO {
                self.refuse(field, format!("{number} is negative"));
            } else if document.count == Count::Elements && !number.is_multiple_of(Points::ONE) {
                self.refuse(field, format!("{number} is not a whole number of elements"));
            }
        }
        if document.count == Count::Points && self.ruleset.counts() == SizeUnit::Elements {
            self.refuse(format!("{field}.count"), format!("{} counts elements and has no AP", self.ruleset.name));
        }
        let why = single_line(&document.why, LONGEST_WHY).unwrap_or_else(|error| {
            self.refuse(format!("{field}.why"), format!("the text {error}"));
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
            self.refuse(field, "name at least one type; “all” stands for every element");
        }
        let too_many = self.are_too_many(field, words.len(), MOST_NAMES);
        for (at, word) in words.iter().enumerate().filter(|_| !too_many) {
            let field = format!("{field}[{at}]");
            match single_line(word, musterfield_army::draft::LONGEST_WORD) {
                Err(error) => self.refuse(field, format!("the text {error}")),
                Ok(word) => match LimitName::read(self.ruleset, &word) {
                    Ok(name) if names.iter().any(|known| known.written == name.written) => {
                        self.refuse(field, format!("“{word}” appears twice"));
                    }
                    Ok(name) => names.push(name),
                    Err(error) => self.refuse(field, error.to_string()),
                },
            }
        }
        let who = LimitSubject::new(self.ruleset, names);
        if self.mistakes.len() == before && who.is_nobody() {
            self.refuse(field, "these names leave no elements");
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
pub(super) fn doubts(rules: &EventRules, book: &'static Book, catalogue: &Catalogue) -> Vec<Mistake> {
    let mut doubts = Vec::new();
    if let (Some((width, depth)), Some(terrain)) = (rules.board, book.terrain(&rules.ruleset.id))
        && terrain.table(width * THOUSANDTHS, depth * THOUSANDTHS).is_none()
    {
        let message = format!("{} has no table of {width} by {depth} BW", rules.ruleset.name);
        doubts.push(Mistake::new("board", message));
    }
    of_lists(rules, catalogue, &mut doubts);
    let all = everybody(rules.ruleset);
    let left = allowed(&rules.limits, all);
    let leaders = elements_of_types(rules.ruleset, |id, _| rules.ruleset.may_lead(id));
    if left.common(leaders).is_empty() {
        doubts.push(Mistake::new("limits", "no element that could be the general is left"));
    }
    let mut together = Points::ZERO;
    let mut asked = FighterSet::default();
    for (at, limit) in rules.limits.iter().enumerate() {
        let Some(least) = limit.least.filter(|least| *least > Points::ZERO) else { continue };
        let field = format!("limits[{at}].least");
        let widest = limit.subject.widest();
        if widest.common(left).is_empty() {
            doubts.push(Mistake::new(field, format!("{} are banned", limit.subject.in_words(false))));
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
            doubts
                .push(Mistake::new(field, format!("the minimum is {least}, but another limit allows at most {most}")));
            continue;
        }
        let cost = cost_of(rules, limit, least, widest.common(left));
        let size = rules.ruleset.counts().of(rules.points);
        if cost > rules.points || (limit.count == Count::Elements && least > Points::ONE * MOST_ELEMENTS) {
            doubts.push(Mistake::new(field, format!("{} cost more than {size}", limit.amount_in_words(least))));
        } else if asked.common(widest).is_empty() {
            asked = asked.with(widest);
            together += cost;
        }
    }
    if together > rules.points {
        let size = rules.ruleset.counts().of(rules.points);
        let counts = rules.ruleset.counts().of(together);
        doubts.push(Mistake::new(
            "limits",
            format!("all minimums together need at least {counts}, but armies have {size}"),
        ));
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
fn of_lists(rules: &EventRules, catalogue: &Catalogue, doubts: &mut Vec<Mistake>) {
    let AllowedLists::Named(lists) = &rules.lists else { return };
    if rules.home_terrains.is_empty() {
        return;
    }
    for (at, named) in lists.iter().enumerate() {
        let Some(list) = catalogue.get(&named.id) else { continue };
        let fits =
            list.home_terrains.is_empty() || list.home_terrains.iter().any(|id| rules.home_terrains.contains(id));
        if !fits {
            let message = format!("{} has none of the required home terrains", named.name);
            doubts.push(Mistake::new(format!("lists[{at}]"), message));
        }
    }
}
