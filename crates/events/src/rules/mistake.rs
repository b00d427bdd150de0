//! The possible problems with the rules of an event, as typed values. The sentences are made by the crate for words.

use musterfield_army::draft::TextError;
use musterfield_army::list::ShorthandError;
use musterfield_rules::Points;

use super::raised::RaiseError;
use super::subject::NameError;

/// A problem with a field of event rules. Rulesets, lists and terrains are given by their names unless an id is
/// mentioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesFault {
    /// A format that this program does not read.
    Format {
        /// The ruleset that the document names.
        found: String,
    },
    /// An unknown ruleset.
    UnknownRuleset {
        /// The text as written.
        found: String,
        /// The ids of the rulesets here.
        known: Vec<String>,
    },
    /// More entries than the field can have.
    TooMany {
        /// Their number.
        count: usize,
        /// The maximum.
        most: usize,
    },
    /// A number of elements that armies do not have.
    Size {
        /// The ruleset.
        ruleset: String,
        /// The numbers that they have.
        sizes: Vec<i64>,
    },
    /// A number of AP that armies do not have.
    Budget {
        /// The ruleset.
        ruleset: String,
        /// The minimum.
        least: Points,
        /// The maximum.
        most: Points,
    },
    /// A number of AP that is not a multiple of the step of all costs.
    BudgetStep {
        /// The number.
        points: Points,
        /// The step.
        step: Points,
    },
    /// A board with a side shorter or longer than boards can be.
    BoardSide,
    /// Something named twice, by its name.
    NamedTwice(String),
    /// A word written twice.
    WrittenTwice(String),
    /// A home terrain, in a ruleset without any.
    NoHomeTerrains {
        /// The ruleset.
        ruleset: String,
    },
    /// An unknown home terrain.
    UnknownHomeTerrain {
        /// The text as written.
        found: String,
        /// The ruleset.
        ruleset: String,
        /// The ids of its home terrains.
        known: Vec<String>,
    },
    /// Armies from lists, for a ruleset without lists.
    NoLists {
        /// The ruleset.
        ruleset: String,
    },
    /// Neither a list of ids nor one of the words that the field can have instead.
    Choice {
        /// The text as written.
        found: String,
        /// The words.
        words: [&'static str; 2],
    },
    /// Named lists, and none is named.
    NoListNamed,
    /// An unknown army list.
    UnknownList {
        /// The id that was written.
        id: String,
    },
    /// Lists of players where any list is accepted.
    AnyListAccepted,
    /// A player's list without a text.
    EmptyList,
    /// A player's list that cannot be read.
    Shorthand(ShorthandError),
    /// A list for another ruleset.
    ListOfOtherRuleset {
        /// The list.
        list: String,
        /// Its ruleset.
        other: String,
        /// The ruleset of the event.
        ruleset: String,
    },
    /// A code that is not that of a warning that can be raised.
    Raised(RaiseError),
    /// A number of armies that a player cannot bring.
    Armies {
        /// The number.
        armies: i64,
    },
    /// Bans that together leave no elements.
    AllBanned,
    /// A limit with neither a minimum nor a maximum.
    NoBounds,
    /// A minimum above the maximum.
    MinimumAboveMaximum {
        /// The minimum.
        least: Points,
        /// The maximum.
        most: Points,
    },
    /// A bound below zero.
    Negative(Points),
    /// A bound that would count a part of an element.
    PartOfElement(Points),
    /// A limit in AP, for a ruleset without AP.
    NoPoints {
        /// The ruleset.
        ruleset: String,
    },
    /// A text that cannot be stored.
    Text(TextError),
    /// A limit that names no elements.
    NoName,
    /// A name without a meaning.
    Name(NameError),
    /// Names that together leave no elements.
    NobodyNamed,
}

/// A requirement that no army can meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A board that is not a table of the ruleset.
    NoSuchTable {
        /// The ruleset.
        ruleset: String,
        /// Its width in BW.
        width: i64,
        /// Its depth in BW.
        depth: i64,
    },
    /// No element is left that could be the general.
    NoGeneral,
    /// A minimum of elements that are banned.
    Banned {
        /// The limit, from 0.
        limit: usize,
    },
    /// A minimum above the maximum of another limit.
    AboveOtherMaximum {
        /// The minimum.
        least: Points,
        /// The maximum of the other limit.
        most: Points,
    },
    /// A minimum that costs more than an army has.
    TooCostly {
        /// The limit, from 0.
        limit: usize,
        /// The minimum.
        least: Points,
    },
    /// Minimums that together cost more than an army has.
    TooCostlyTogether {
        /// Their cost, in AP or elements as the ruleset counts.
        cost: Points,
    },
    /// A list with none of the required home terrains.
    NoHomeTerrain {
        /// Its name.
        list: String,
    },
}

impl From<RaiseError> for RulesFault {
    fn from(error: RaiseError) -> Self {
        Self::Raised(error)
    }
}

impl From<TextError> for RulesFault {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<NameError> for RulesFault {
    fn from(error: NameError) -> Self {
        Self::Name(error)
    }
}
