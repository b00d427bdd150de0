//! A line of a table: when it holds, what follows, and the same in the words of the data.

use super::{Fact, Facts, Fighter, Fighters, Held, Place, Places};
use crate::rules::grade::GradeId;
use crate::rules::reference::RuleId;
use crate::rules::troop::{ClassId, FamilyId};

/// What is known of one side when rows are asked about it.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Who it is.
    pub fighter: Fighter,
    /// Whether it is Fast.
    pub fast: bool,
    /// What is so of it.
    pub facts: Facts,
    /// Where it stands.
    pub place: Option<Place>,
    /// What it holds, or is.
    pub held: Option<Held>,
    /// The best friend beside it, and whether that one is Fast.
    pub beside: Option<(Fighter, bool)>,
    /// The friend lined up behind it, where it matters who that is, and whether that one is Fast.
    pub behind: Option<(Fighter, bool)>,
}

/// A line of a table: when it holds, what follows, and by which rule.
#[derive(Clone, Debug)]
pub struct Row<T> {
    pub(in crate::rules) of: Fighters,
    pub(in crate::rules) by: Fighters,
    pub(in crate::rules) need: Facts,
    pub(in crate::rules) bar: Facts,
    pub(in crate::rules) inside: Places,
    pub(in crate::rules) outside: Places,
    /// What it holds, one of these; anything or nothing if empty.
    pub(in crate::rules) held: Vec<Held>,
    pub(in crate::rules) beside: Option<Fighters>,
    pub(in crate::rules) behind: Option<Fighters>,
    /// What follows.
    pub then: T,
    /// The rule.
    pub rule: RuleId,
    /// The row in words.
    pub said: Said,
}

impl<T> Row<T> {
    /// Whether the row holds for one side against the other.
    #[must_use]
    pub fn holds(&self, own: &Seen, enemy: &Seen) -> bool {
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
    pub fn of(&self) -> Fighters {
        self.of
    }

    /// The opponents against which it can hold.
    #[must_use]
    pub fn by(&self) -> Fighters {
        self.by
    }

    /// What the row asks of the side it is about.
    pub(in crate::rules) fn asked(&self) -> Facts {
        self.need.with(self.bar)
    }

    /// Whether the row can hold for an element against any opponent.
    #[must_use]
    pub fn is_of(&self, fighter: Fighter, fast: bool) -> bool {
        self.of.has(fighter, fast)
    }

    /// Whether a friend beside the element is one that the row asks for.
    #[must_use]
    pub fn is_beside(&self, friend: Fighter, fast: bool) -> bool {
        self.beside.is_some_and(|wanted| wanted.has(friend, fast))
    }

    /// Whether a friend behind the element is one that the row asks for.
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

/// A row in the words of the data, for tables to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Which elements; all if empty.
    pub of: Vec<Named>,
    /// Which opponents; all if empty.
    pub by: Vec<Named>,
    /// What else must be so, or not so.
    pub conditions: Vec<(Fact, bool)>,
    /// The features in which it stands.
    pub inside: Vec<Place>,
    /// The features in which it does not stand.
    pub outside: Vec<Place>,
    /// The friend beside it.
    pub beside: Vec<Named>,
    /// The friend behind it.
    pub behind: Vec<Named>,
}

/// A name in a list of fighters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Taken out of the list, or put into it.
    pub taken_out: bool,
    /// Only the Fast, or only those that are not.
    pub fast: Option<bool>,
    /// Who.
    pub who: Who,
    pub(in crate::rules) set: Fighters,
}

impl Named {
    /// Who of a set is meant.
    #[must_use]
    pub fn among(&self, set: Fighters) -> Fighters {
        self.set.common(set)
    }
}

/// Who is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Everybody.
    All,
    /// A class.
    Class(ClassId),
    /// A family of types.
    Family(FamilyId),
    /// All types of a grade.
    Grade(GradeId),
    /// Those of a label, an index into the ruleset's.
    Label(u8),
    /// A type with its sub-types, or a feature.
    Fighter(Fighter),
    /// A type without its sub-types.
    Only(Fighter),
}
