//! The meaning of names and conditions in rows.

use std::ops::Range;

use toml::Spanned;

use crate::combat::{
    Fact, FactSet, Fighter, FighterSet, Held, ListedName, NameTarget, Place, PlaceSet, Reading, RequiredReading, Row,
    RowTerms,
};
use crate::grade::{Grade, GradeId, Label};
use crate::load::data_file::{DataFile, Prefixes};
use crate::ruleset::{Class, Family};
use crate::terrain::{Bua, Kind};
use crate::troop::{FamilyId, FastRule, Supertype, Troop};
use musterfield_rule_files::Sourced;
use musterfield_rule_files::TroopsFile;
use musterfield_rule_files::combat::RowEntry;

/// The roles of an element in a combat: one of these facts holds for it, or two in shooting.
pub(super) const ROLES: [Fact; 5] = [Fact::Close, Fact::Shooting, Fact::ShotAt, Fact::Bespelling, Fact::Bespelled];

/// The fighters and features that names in rows can stand for.
pub(in crate::load) struct Names<'a> {
    classes: &'a [Class],
    families: &'a [Family],
    grades: &'a [Grade],
    labels: &'a [Label],
    pub(super) troops: &'a [Troop],
    /// The codes that each type answers to: its own, and those of the types it counts as, whether or not this ruleset
    /// keeps those types.
    answers: Vec<Vec<&'a str>>,
    /// Codes of types that are not kept: known, but not in this ruleset.
    pub(super) dropped: Vec<&'a str>,
    /// The features that fight in their own right.
    pub(super) features: Vec<String>,
    /// The rules that players may read in more than one way.
    pub(super) readings: Vec<Reading>,
    /// Whether the ruleset names elements that protect from a spell.
    pub(super) has_protectors: bool,
    /// The features with walls, in the words of conditions: `City or Fort`.
    pub(super) walls: String,
    /// The rules that the ruleset may cite.
    pub(in crate::load) prefixes: Prefixes<'a>,
}

impl<'a> Names<'a> {
    pub(in crate::load) fn new(
        classes: &'a [Class],
        families: &'a [Family],
        troops: &'a [Troop],
        file: &'a TroopsFile,
        grades: &'a [Grade],
        labels: &'a [Label],
    ) -> Self {
        let entry = |code: &str| file.troop.iter().find(|entry| entry.code.get_ref() == code);
        let answers = troops
            .iter()
            .map(|troop| {
                let parent = entry(&troop.code).and_then(|entry| entry.kind_of.as_ref());
                let parent = parent.map(|parent| parent.code.get_ref().as_str());
                let mut answers: Vec<&str> = [Some(&*troop.code), parent].into_iter().flatten().collect();
                let mut family = match troop.kind_of.as_ref().map(|kind| kind.value) {
                    Some(Supertype::Family(family)) => families.get(family.index()),
                    _ => None,
                };
                answers.extend(family.map(|family| &*family.code));
                while let Some(Family { of: Some(of), .. }) = family {
                    family = families.get(of.index());
                    answers.extend(family.map(|family| &*family.code));
                }
                answers
            })
            .collect();
        let codes = file.troop.iter().map(|entry| entry.code.get_ref().as_str());
        let dropped = codes.filter(|code| !troops.iter().any(|troop| &*troop.code == *code)).collect();
        Self {
            classes,
            families,
            grades,
            labels,
            troops,
            answers,
            dropped,
            features: Vec::new(),
            readings: Vec::new(),
            has_protectors: false,
            walls: String::new(),
            prefixes: Prefixes { own: "", lender: None },
        }
    }

    /// One fighter, both Fast and solid as far as its type may be.
    pub(super) fn fighter(&self, at: usize) -> FighterSet {
        let Ok(number) = u8::try_from(at) else { return FighterSet::default() };
        let one = |fast| FighterSet::one(Fighter(number), fast);
        match self.troops.get(at).map(|troop| troop.fast.value) {
            None | Some(FastRule::No) => one(false),
            Some(FastRule::May | FastRule::Usual) => one(false).with(one(true)),
            Some(FastRule::Always) => one(true),
        }
    }

    pub(super) fn all_where(&self, is_it: impl Fn(usize) -> bool) -> FighterSet {
        let places = 0..self.troops.len() + self.features.len();
        places.filter(|at| is_it(*at)).fold(FighterSet::default(), |set, at| set.with(self.fighter(at)))
    }

    pub(super) fn everybody(&self) -> FighterSet {
        self.all_where(|_| true)
    }

    /// The fighters that a name stands for; none where the type is not kept.
    pub(super) fn who(
        &self,
        source: &mut DataFile<'_>,
        name: &str,
        only: bool,
        span: &Range<usize>,
    ) -> Option<NameTarget> {
        let fighter = |at: usize| u8::try_from(at).ok().map(Fighter);
        if name == "all" {
            return Some(NameTarget::All);
        }
        if let Some(at) = self.classes.iter().position(|class| &*class.name == name) {
            return Some(NameTarget::Class(crate::troop::ClassId(u8::try_from(at).ok()?)));
        }
        if let Some(at) = self.troops.iter().position(|troop| &*troop.code == name) {
            return fighter(at).map(if only { NameTarget::Only } else { NameTarget::Fighter });
        }
        if let Some(at) = self.features.iter().position(|feature| feature == name) {
            return fighter(self.troops.len() + at).map(NameTarget::Fighter);
        }
        if let Some(at) = self.grades.iter().position(|grade| *name == format!("({})", grade.letter)) {
            return u8::try_from(at).ok().map(GradeId).map(NameTarget::Grade);
        }
        if let Some(at) = self.labels.iter().position(|label| &*label.plural == name) {
            return u8::try_from(at).ok().map(NameTarget::Label);
        }
        if let Some(at) = self.families.iter().position(|family| &*family.code == name) {
            return u8::try_from(at).ok().map(FamilyId).map(NameTarget::Family);
        }
        // A subtype may be kept without its parent: it answers to the parent's name.
        if let Some(at) = self.answers.iter().position(|answers| answers.contains(&name)) {
            return fighter(at).filter(|_| !only).map(NameTarget::Fighter);
        }
        if !self.dropped.contains(&name) {
            source.report(span, format!("`{name}` is not a type, class or feature"));
        }
        None
    }

    fn set(&self, who: NameTarget, fast: Option<bool>, name: &str) -> FighterSet {
        let all = match who {
            NameTarget::All => self.everybody(),
            NameTarget::Class(class) => {
                self.all_where(|at| self.troops.get(at).is_some_and(|troop| troop.class.value == class))
            }
            NameTarget::Family(_) => {
                self.all_where(|at| self.answers.get(at).is_some_and(|answers| answers.contains(&name)))
            }
            NameTarget::Grade(id) => self.all_where(|at| {
                let graded = self.troops.get(at).and_then(|troop| troop.graded.as_ref());
                graded.is_some_and(|graded| graded.grade == id)
            }),
            NameTarget::Label(at) => self.labels.get(usize::from(at)).map(|label| label.of).unwrap_or_default(),
            NameTarget::Only(fighter) => self.fighter(fighter.index()),
            NameTarget::Fighter(fighter) if self.answers.get(fighter.index()).is_none() => {
                self.fighter(fighter.index())
            }
            NameTarget::Fighter(_) => {
                self.all_where(|at| self.answers.get(at).is_some_and(|answers| answers.contains(&name)))
            }
        };
        match fast {
            None => all,
            Some(fast) => all.only(fast),
        }
    }

    fn named(&self, source: &mut DataFile<'_>, written: &Spanned<String>) -> Option<ListedName> {
        let mut words: Vec<&str> = written.get_ref().split(' ').collect();
        let name = words.pop().unwrap_or_default();
        let (mut taken_out, mut fast, mut only) = (false, None, false);
        for word in words {
            match word {
                "not" => taken_out = true,
                "Fast" => fast = Some(true),
                "solid" => fast = Some(false),
                "only" => only = true,
                _ => source.report(&written.span(), format!("`{word}` cannot stand before a name")),
            }
        }
        let who = self.who(source, name, only, &written.span())?;
        let set = self.set(who, fast, name);
        Some(ListedName { excluded: taken_out, fast, target: who, set })
    }

    /// The fighters of a list, and the list for readers. None if nothing that it names is kept.
    pub(in crate::load) fn list(
        &self,
        source: &mut DataFile<'_>,
        written: &[Spanned<String>],
    ) -> Option<(FighterSet, Vec<ListedName>)> {
        let named: Vec<ListedName> = written.iter().filter_map(|name| self.named(source, name)).collect();
        let puts_in = |written: &Spanned<String>| !written.get_ref().starts_with("not ");
        let mut set = if written.iter().any(puts_in) { FighterSet::default() } else { self.everybody() };
        for name in &named {
            set = if name.excluded { set.without(name.set) } else { set.with(name.set) };
        }
        if set.is_empty() {
            // A list that names only types that are not kept is skipped.
            if let (Some(first), false) = (written.first(), named.is_empty()) {
                source.report(&first.span(), "this list leaves no types");
            }
            return None;
        }
        Some((set, named))
    }

    pub(in crate::load) fn place(source: &mut DataFile<'_>, written: &Spanned<String>) -> Option<Place> {
        let name = written.get_ref();
        let place = name.parse::<Kind>().map(Place::Kind).or_else(|_| name.parse::<Bua>().map(Place::Bua)).ok();
        if place.is_none() {
            source.report(&written.span(), format!("`{name}` is not a feature"));
        }
        place
    }

    /// Reads the conditions and effect of a row; `None` if it is about types that are not kept.
    pub(super) fn row<T>(&self, source: &mut DataFile<'_>, entry: &RowEntry, then: T) -> Option<Row<T>> {
        let rule = source.rule_of(entry, self.prefixes);
        let of = self.list(source, &entry.of);
        let by = self.list(source, &entry.by);
        let (beside, behind) = (self.list(source, &entry.beside), self.list(source, &entry.behind));
        let places: Vec<Place> = entry.inside.iter().filter_map(|name| Self::place(source, name)).collect();
        let apart: Vec<Place> = entry.out_of.iter().filter_map(|name| Self::place(source, name)).collect();
        let mut said = RowTerms { inside: places.clone(), outside: apart.clone(), ..RowTerms::default() };
        let (mut need, mut bar) = (FactSet::NONE, FactSet::NONE);
        for written in &entry.conditions {
            if written.get_ref().contains(" = ") {
                if let Some(required) = self.reading(source, written) {
                    let (needed, barred) = self.choices(required);
                    (need, bar) = (need.with(needed), bar.with(barred));
                    said.readings.push(required);
                }
                continue;
            }
            let (words, is_so) =
                written.get_ref().strip_prefix("not ").map_or((written.get_ref().as_str(), true), |rest| (rest, false));
            let Some(fact) = self.fact(words) else {
                source.report(&written.span(), format!("`{words}` is not a condition"));
                continue;
            };
            if fact == Fact::Protected && !self.has_protectors {
                source.report(&written.span(), "the ruleset has no `protectors`");
            }
            if is_so {
                need = need.and(fact, true)
            } else {
                bar = bar.and(fact, true)
            }
            said.conditions.push((fact, is_so));
        }
        if need.has_any(bar) {
            source.report(&entry.source().span(), "the row asks for a condition and its opposite");
        }
        let ((of, said_of), (by, said_by)) = (of?, by?);
        let beside = if entry.beside.is_empty() { None } else { Some(beside?) };
        let behind = if entry.behind.is_empty() { None } else { Some(behind?) };
        said.subjects = said_of;
        said.opponents = said_by;
        if let Some((_, names)) = &beside {
            said.beside.clone_from(names);
        }
        if let Some((_, names)) = &behind {
            said.behind.clone_from(names);
        }
        let inside = places.into_iter().fold(PlaceSet::default(), PlaceSet::with);
        let outside = apart.into_iter().fold(PlaceSet::default(), PlaceSet::with);
        let (beside, behind) = (beside.map(|(set, _)| set), behind.map(|(set, _)| set));
        let mut held = Vec::new();
        for written in &entry.held {
            match written.get_ref().parse::<Held>() {
                Ok(what) => held.push(what),
                Err(_) => {
                    source.report(&written.span(), format!("`{}` is not something that can be held", written.get_ref()))
                }
            }
        }
        Some(Row { of, by, need, bar, inside, outside, held, beside, behind, effect: then, rule, terms: said })
    }

    /// The value of a reading that a condition requires: `knights_equal = literal`.
    fn reading(&self, source: &mut DataFile<'_>, written: &Spanned<String>) -> Option<RequiredReading> {
        let (id, word) = written.get_ref().split_once(" = ")?;
        let Some((reading, known)) = self.readings.iter().enumerate().find(|(_, reading)| *reading.id == *id) else {
            source.report(&written.span(), format!("there is no reading `{id}`"));
            return None;
        };
        let value = known.values().position(|value| *value.id == *word);
        if value.is_none() {
            source.report(&written.span(), format!("the reading `{id}` has no value `{word}`"));
        }
        Some(RequiredReading { reading, value: value? })
    }

    /// The choices that must, and must not, have been made for a reading to have this value.
    fn choices(&self, required: RequiredReading) -> (FactSet, FactSet) {
        let Some(reading) = self.readings.get(required.reading) else { return Default::default() };
        let needed = reading.values().nth(required.value).map(|value| FactSet::from(value.choice)).unwrap_or_default();
        (needed, FactSet::from(reading).without(needed))
    }

    /// A condition from its words. Features with walls are named all together, as the rules never distinguish them.
    fn fact(&self, words: &str) -> Option<Fact> {
        const WALLED: [(Fact, &str); 3] = [
            (Fact::HoldsWalls, "holds a "),
            (Fact::EnemyHoldsWalls, "the enemy holds a "),
            (Fact::AboutWalls, "about a "),
        ];
        let named = |prefix: &str| words.strip_prefix(prefix).is_some_and(|names| names == self.walls);
        let walled = WALLED.into_iter().find(|(_, prefix)| named(prefix)).map(|(fact, _)| fact);
        let plain = |fact: &Fact| fact.words() == words && !WALLED.iter().any(|(walled, _)| walled == fact);
        walled.or_else(|| Fact::ALL.iter().copied().find(plain))
    }
}
