//! A row of a table: when it holds, its effect, and the same in the words of the data.

use super::{Fact, FactSet, Fighter, FighterSet, Held, Place, PlaceSet, RequiredReading};
use crate::id::{ClassId, FamilyId, GradeId};
use crate::reference::RuleId;

/// The facts known about one side when rows are evaluated for it.
#[derive(Clone, Copy, Debug)]
pub struct SideFacts {
    /// The fighter.
    pub fighter: Fighter,
    /// Whether it is Fast.
    pub fast: bool,
    /// The facts that hold for it.
    pub facts: FactSet,
    /// The feature in which it stands.
    pub place: Option<Place>,
    /// The feature that it holds or is.
    pub held: Option<Held>,
    /// The best friend beside it, and whether that friend is Fast.
    pub beside: Option<(Fighter, bool)>,
    /// The friend lined up behind it, where it matters which one that is, and whether that friend is Fast.
    pub behind: Option<(Fighter, bool)>,
}

/// A row of a table: when it holds, its effect, and its rule.
#[derive(Clone, Debug)]
pub struct Row<T> {
    pub(crate) of: FighterSet,
    pub(crate) by: FighterSet,
    pub(crate) need: FactSet,
    pub(crate) bar: FactSet,
    pub(crate) inside: PlaceSet,
    pub(crate) outside: PlaceSet,
    /// The features one of which the side must hold; anything or nothing if empty.
    pub(crate) held: Vec<Held>,
    pub(crate) beside: Option<FighterSet>,
    pub(crate) behind: Option<FighterSet>,
    /// The effect of the row.
    pub effect: T,
    /// The rule.
    pub rule: RuleId,
    /// The row in words.
    pub terms: RowTerms,
}

impl<T> Row<T> {
    /// Whether the row holds for one side against the other.
    #[must_use]
    #[inline]
    pub fn holds(&self, own: &SideFacts, enemy: &SideFacts) -> bool {
        own.facts.has_all(self.need)
            && !own.facts.has_any(self.bar)
            && self.of.has(own.fighter, own.fast)
            && self.by.has(enemy.fighter, enemy.fast)
            && (self.inside.is_empty() || own.place.is_some_and(|place| self.inside.has(place)))
            && !own.place.is_some_and(|place| self.outside.has(place))
            && (self.held.is_empty() || own.held.is_some_and(|held| self.held.contains(&held)))
            && self.beside.is_none_or(|wanted| own.beside.is_some_and(|(friend, fast)| wanted.has(friend, fast)))
            && self.behind.is_none_or(|wanted| own.behind.is_some_and(|(friend, fast)| wanted.has(friend, fast)))
    }

    /// The elements for which the row can hold.
    #[must_use]
    pub fn subjects(&self) -> FighterSet {
        self.of
    }

    /// The opponents against which it can hold.
    #[must_use]
    pub fn opponents(&self) -> FighterSet {
        self.by
    }

    /// The facts and readings that the row asks for.
    pub(crate) fn asked(&self) -> FactSet {
        self.need.with(self.bar)
    }

    /// Whether the row asks for a fact, or for a value of a reading, or for the negation of either.
    #[must_use]
    pub fn asks(&self, what: impl Into<FactSet>) -> bool {
        self.asked().has_any(what.into())
    }

    /// Whether the row can hold for an element against any opponent.
    #[must_use]
    pub fn is_of(&self, fighter: Fighter, fast: bool) -> bool {
        self.of.has(fighter, fast)
    }

    /// Whether a friend beside the element is one that the row requires.
    #[must_use]
    pub fn is_beside(&self, friend: Fighter, fast: bool) -> bool {
        self.beside.is_some_and(|wanted| wanted.has(friend, fast))
    }

    /// Whether a friend behind the element is one that the row requires.
    #[must_use]
    pub fn is_behind(&self, friend: Fighter, fast: bool) -> bool {
        self.behind.is_some_and(|wanted| wanted.has(friend, fast))
    }

    /// Whether the row can hold against an opponent.
    #[must_use]
    pub fn is_by(&self, fighter: Fighter, fast: bool) -> bool {
        self.by.has(fighter, fast)
    }
}

/// A row in the words of the data, for tables that people read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowTerms {
    /// The elements; all if empty.
    pub subjects: Vec<ListedName>,
    /// The opponents; all if empty.
    pub opponents: Vec<ListedName>,
    /// The further conditions, each with whether it must or must not hold.
    pub conditions: Vec<(Fact, bool)>,
    /// The readings by which it holds; any if empty.
    pub readings: Vec<RequiredReading>,
    /// The features in one of which it stands.
    pub inside: Vec<Place>,
    /// The features in none of which it stands.
    pub outside: Vec<Place>,
    /// The friend beside it.
    pub beside: Vec<ListedName>,
    /// The friend behind it.
    pub behind: Vec<ListedName>,
}

impl RowTerms {
    /// Whether the row counts unless the players choose other readings than the usual ones.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        self.readings.iter().all(|reading| reading.is_usual())
    }

    /// The row without what must not hold.
    #[must_use]
    pub fn without_exclusions(&self) -> Self {
        let conditions = self.conditions.iter().filter(|(_, is_so)| *is_so).copied().collect();
        Self { conditions, outside: Vec::new(), ..self.clone() }
    }
}

/// A name in a list of fighters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedName {
    /// Whether it is removed from the list rather than added.
    pub excluded: bool,
    /// Only Fast or only solid elements.
    pub fast: Option<bool>,
    /// The meaning of the name.
    pub target: NameTarget,
    pub(crate) set: FighterSet,
}

impl ListedName {
    /// The members of a set that the name stands for.
    #[must_use]
    pub fn among(&self, set: FighterSet) -> FighterSet {
        self.set.common(set)
    }
}

/// The meaning of a name in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameTarget {
    /// All fighters.
    All,
    /// A class.
    Class(ClassId),
    /// A family of types.
    Family(FamilyId),
    /// All types of a grade.
    Grade(GradeId),
    /// The elements with a label, an index into the ruleset's labels.
    Label(u8),
    /// A type with its subtypes, or a feature.
    Fighter(Fighter),
    /// A type without its subtypes.
    Only(Fighter),
}
