//! A selection of army lists: what the form of the gallery asks for, which lists answer, and what can be asked.

use std::collections::BTreeSet;

use musterfield_army::list::{Age, Place};
use musterfield_army::{ArmyList, Catalogue};
use musterfield_rules::troop::{FamilyId, Supertype};
use musterfield_rules::{Book, Ruleset, TroopId};
use musterfield_words::army::list as words;
use serde::Deserialize;

use crate::web::choice::Choice;
use crate::web::error::WebError;

/// The largest number of letters of the search words; more are ignored.
const LONGEST_WORDS: usize = 200;

/// The selection of lists; empty for all.
#[derive(Deserialize)]
pub struct ListsQuery {
    #[serde(default)]
    ruleset: String,
    #[serde(default)]
    age: String,
    #[serde(default)]
    place: String,
    #[serde(default)]
    terrain: String,
    #[serde(default)]
    aggression: String,
    /// A troop type, by [`id_of_kind`].
    #[serde(default, rename = "type")]
    kind: String,
    /// The id of a list whose enemies are asked for.
    #[serde(default)]
    enemy: String,
    /// Words to search for in their texts.
    #[serde(default)]
    q: String,
}

/// The options of the form.
pub(super) struct Filters {
    pub rulesets: Vec<Choice>,
    pub ages: Vec<Choice>,
    pub places: Vec<Choice>,
    pub terrains: Vec<Choice>,
    pub aggressions: Vec<Choice>,
    pub kinds: Vec<Choice>,
    /// The lists that have enemies, by ruleset.
    pub enemies: Vec<(String, Vec<Choice>)>,
    pub words: String,
    /// Whether anything is asked for.
    pub some: bool,
    /// Whether more than words is asked for.
    pub narrowed: bool,
}

impl ListsQuery {
    /// Whether all lists are selected.
    pub(super) fn is_empty(&self) -> bool {
        self.q.trim().is_empty() && !self.is_narrowed()
    }

    /// Whether more than words is asked for.
    fn is_narrowed(&self) -> bool {
        let asked = [&self.ruleset, &self.age, &self.place, &self.terrain, &self.aggression, &self.kind, &self.enemy];
        asked.iter().any(|asked| !asked.trim().is_empty())
    }

    /// Checks that what is asked for exists in some ruleset.
    ///
    /// # Errors
    /// [`WebError::Unreadable`] that names what does not exist.
    pub(super) fn check(
        &self,
        book: &Book,
        catalogue: &Catalogue,
        rulesets: &[&'static Ruleset],
    ) -> Result<(), WebError> {
        let mut terrains = rulesets.iter().flat_map(|ruleset| &ruleset.home_terrains);
        let unknown = |asked: &str, known: bool, what: &str| {
            let is_wrong = !asked.is_empty() && !known;
            if is_wrong { Err(WebError::Unreadable(format!("{what} “{asked}”"))) } else { Ok(()) }
        };
        unknown(&self.ruleset, book.ruleset(&self.ruleset).is_some(), "there is no ruleset")?;
        unknown(&self.age, Age::of(&self.age).is_some(), "there is no age")?;
        unknown(&self.place, Place::of(&self.place).is_some(), "there is no place")?;
        unknown(&self.terrain, terrains.any(|terrain| *terrain.id == *self.terrain), "there is no home terrain")?;
        let factors = aggressions(rulesets);
        unknown(&self.aggression, factors.contains(&self.aggression), "no list has the aggression factor")?;
        let known = |(id, _): &(String, &str)| *id == self.kind;
        unknown(&self.kind, kinds(catalogue).iter().any(known), "no list has the troop type")?;
        unknown(&self.enemy, catalogue.get(&self.enemy).is_some(), "there is no army list")
    }

    /// Whether a list is selected.
    pub(super) fn asks_for(&self, list: &ArmyList) -> bool {
        let rules = list.ruleset;
        let home = list.home_terrains.is_empty() || list.home_terrains.contains(&self.terrain);
        (self.ruleset.is_empty() || *rules.id == *self.ruleset)
            && (self.age.is_empty() || list.ages.iter().any(|age| age.id() == self.age))
            && (self.place.is_empty() || list.places.iter().any(|place| place.id() == self.place))
            && (self.terrain.is_empty() || (rules.home_terrain_rule.is_some() && home))
            && (self.aggression.is_empty()
                || (rules.army.aggression.is_some() && list.aggression.to_string() == self.aggression))
            && (self.kind.is_empty() || kinds_of(list).iter().any(|name| id_of_kind(name) == self.kind))
            && (self.enemy.is_empty() || list.enemies.contains(&self.enemy))
            && has_words(list, &self.words())
    }

    /// The options of the form, with those that are asked for.
    pub(super) fn filters(&self, catalogue: &Catalogue, rulesets: &[&'static Ruleset]) -> Filters {
        let mut terrains: Vec<Choice> = Vec::new();
        for terrain in rulesets.iter().flat_map(|ruleset| &ruleset.home_terrains) {
            if terrains.iter().all(|known| known.value != *terrain.id) {
                terrains.push(Choice::among(&*terrain.id, &*terrain.name, &self.terrain));
            }
        }
        let fought = |ruleset: &&'static Ruleset| {
            let lists = catalogue.of_ruleset(&ruleset.id).into_iter().filter(|list| !list.enemies.is_empty());
            let choices = lists.map(|list| Choice::among(list.id.clone(), list.name.clone(), &self.enemy)).collect();
            (ruleset.name.to_string(), choices)
        };
        let ages = Age::ALL.iter().map(|age| Choice::among(age.id(), words::dated_age(*age), &self.age));
        let places = Place::ALL.iter().map(|place| Choice::among(place.id(), words::place(*place), &self.place));
        let names = kinds(catalogue).into_iter();
        Filters {
            rulesets: rulesets
                .iter()
                .map(|ruleset| Choice::among(&*ruleset.id, &*ruleset.name, &self.ruleset))
                .collect(),
            ages: ages.collect(),
            places: places.collect(),
            terrains,
            aggressions: aggressions(rulesets)
                .into_iter()
                .map(|factor| Choice::among(factor.clone(), factor, &self.aggression))
                .collect(),
            kinds: names.map(|(id, name)| Choice::among(id, name.to_owned(), &self.kind)).collect(),
            enemies: rulesets.iter().map(fought).filter(|(_, lists): &(_, Vec<Choice>)| !lists.is_empty()).collect(),
            words: self.q.chars().take(LONGEST_WORDS).collect(),
            some: !self.is_empty(),
            narrowed: self.is_narrowed(),
        }
    }

    /// The search words, in small letters without accents.
    fn words(&self) -> Vec<String> {
        let asked: String = self.q.chars().take(LONGEST_WORDS).collect();
        plain(&asked).split_whitespace().map(str::to_owned).collect()
    }
}

/// The aggression factors of some rulesets.
fn aggressions(rulesets: &[&'static Ruleset]) -> BTreeSet<String> {
    let known = rulesets.iter().filter(|ruleset| ruleset.army.aggression.is_some());
    known.flat_map(|ruleset| ruleset.aggressions()).map(|factor| factor.to_string()).collect()
}

/// Whether every word occurs in the texts of a list, or among its troop types.
fn has_words(list: &ArmyList, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let types = list.options.iter().flat_map(|option| &option.types).map(|id| &*list.ruleset.troop(*id).name);
    let labels = list.options.iter().flat_map(|option| [option.label.as_str(), option.note.as_str()]);
    let parts = [list.name.as_str(), list.years.as_str(), list.body.as_str()];
    let text = parts.into_iter().chain(types).chain(labels).collect::<Vec<_>>().join("\n");
    let text = plain(&text);
    words.iter().all(|word| text.contains(word.as_str()))
}

/// A text in small letters without accents, in which "arpad" finds Árpád.
fn plain(text: &str) -> String {
    any_ascii::any_ascii(text).to_lowercase()
}

/// The troop types that some list has, by name: id and name. Types of the same name are one, whatever their ruleset.
fn kinds(catalogue: &Catalogue) -> Vec<(String, &str)> {
    let names: BTreeSet<&str> = catalogue.lists().flat_map(kinds_of).collect();
    names.into_iter().map(|name| (id_of_kind(name), name)).collect()
}

/// The id of a troop type in addresses, from its plural name: `light-horse`.
fn id_of_kind(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// The plural names of the troop types of a list: each with what it is a kind of, and without grade.
fn kinds_of(list: &ArmyList) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for id in list.options.iter().flat_map(|option| &option.types) {
        add_kinds(list.ruleset, *id, &mut names);
    }
    names
}

fn add_kinds<'a>(ruleset: &'a Ruleset, id: TroopId, names: &mut BTreeSet<&'a str>) {
    let troop = ruleset.troop(id);
    if let Some(graded) = &troop.graded {
        names.insert(&ruleset.family(graded.family).plural);
        return;
    }
    let wider = troop.kind_of.as_ref().map(|wider| wider.value);
    // Figures before a code only say how many stand on the base.
    if wider.is_none() || !troop.code.starts_with(|letter: char| letter.is_ascii_digit()) {
        names.insert(&troop.plural);
    }
    match wider {
        Some(Supertype::Troop(wider)) => add_kinds(ruleset, wider, names),
        Some(Supertype::Family(family)) => add_family(ruleset, family, names),
        None => {}
    }
}

fn add_family<'a>(ruleset: &'a Ruleset, id: FamilyId, names: &mut BTreeSet<&'a str>) {
    let family = ruleset.family(id);
    names.insert(&family.plural);
    if let Some(wider) = family.of {
        add_family(ruleset, wider, names);
    }
}
