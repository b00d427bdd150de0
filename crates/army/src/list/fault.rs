//! The possible problems with an army list, as typed values. The sentences are made by the crate for words.

use std::ops::Range;

/// The word of a list in shorthand at which reading stopped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShorthandError {
    /// Its position, in bytes from the beginning of the text.
    pub at: usize,
    /// The word; empty if it is not about a single one.
    pub word: String,
    /// The problem.
    pub fault: ShorthandFault,
}

/// A change of a list in shorthand that settles what a word means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The part of the text that is replaced, in bytes.
    pub range: Range<usize>,
    /// The text in its place; empty if it is only removed.
    pub with: String,
}

impl ShorthandError {
    /// The changes of the text from which each reading of the word would follow; none if it is not known what may have
    /// been meant.
    #[must_use]
    pub fn corrections(&self, text: &str) -> Vec<Correction> {
        let range = self.at..self.at + self.word.len();
        let stands = !self.word.is_empty() && text.get(range.clone()) == Some(self.word.as_str());
        // A word that was cut would only be replaced in part.
        if !stands || text.get(range.end..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric)) {
            return Vec::new();
        }
        let with = |code: &String| Correction { range: range.clone(), with: code.clone() };
        match &self.fault {
            ShorthandFault::WhichFigures { solid, fast } => vec![with(solid), with(fast)],
            ShorthandFault::UnknownType { nearest: Some(nearest), .. } => vec![with(nearest)],
            ShorthandFault::TypeTwice => {
                let before = text.get(..self.at).unwrap_or_default().trim_end();
                let joint = before.strip_suffix("or").or_else(|| before.strip_suffix('/'));
                let from = joint.map(|rest| rest.trim_end_matches('/').trim_end().len());
                from.map(|from| Correction { range: from..range.end, with: String::new() }).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A problem with a word of a list in shorthand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ShorthandFault {
    /// A text longer than a list can be.
    TooLong {
        /// The maximum in characters.
        most: usize,
    },
    /// More entries than a list can have.
    TooManyEntries {
        /// The maximum.
        most: usize,
    },
    /// More ways to choose the types of entries whose elements are all of one type than can be tried.
    TooManyWays {
        /// The maximum.
        most: usize,
    },
    /// No entries at all.
    NoEntries,
    /// An aggression factor out of range.
    Aggression {
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// Something that is not a home terrain where one is named.
    HomeTerrain {
        /// The names of the home terrains.
        known: Vec<String>,
    },
    /// A joint without a type on both sides.
    LooseJoint,
    /// A word where none can be.
    OutOfPlace,
    /// An entry, or the end of one, without a type.
    NoType,
    /// An `x` without a number.
    NoNumber,
    /// An unknown troop type.
    UnknownType {
        /// The name of the ruleset.
        ruleset: String,
        /// The code of a type that may have been meant.
        nearest: Option<String>,
        /// Whether the word and the next one are a type, for which only its code can be written.
        needs_code: bool,
    },
    /// A maximum below the minimum.
    MaximumBelowMinimum,
    /// A number of elements that an entry cannot have.
    Elements {
        /// The maximum.
        most: i64,
    },
    /// Types with different numbers.
    TwoNumbers,
    /// A type that is never part of an army.
    NeverInArmies {
        /// Its plural name.
        plural: String,
    },
    /// A type that never rides, as mounted infantry.
    NeverRides {
        /// Its plural name.
        plural: String,
    },
    /// A code without figures, which decide whether the elements are Fast.
    WhichFigures {
        /// The code of solid elements.
        solid: String,
        /// The code of Fast elements.
        fast: String,
    },
    /// The same type twice.
    TypeTwice,
    /// Several types of foot as which mounted troops may dismount.
    SeveralFoot,
    /// Types that are not mounted troops and the foot they dismount as.
    NotMountedAndFoot,
}

/// One mistake in an army list's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The file, or the id of the list.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub fault: ListFault,
}

/// A problem with an army list. Types are given by what is written for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListFault {
    /// No front matter.
    NoFrontMatter,
    /// Front matter that is not TOML, has an unknown or missing field, or a value of the wrong type.
    Unread {
        /// The reason in the words of the TOML parser.
        reason: String,
    },
    /// An unknown ruleset.
    UnknownRuleset {
        /// The text as written.
        found: String,
    },
    /// Another ruleset than that of the folder.
    OtherFolder,
    /// No name.
    NoName,
    /// An aggression factor out of range.
    Aggression {
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// No aggression factor.
    NoAggression,
    /// An aggression factor, in a ruleset without any.
    HasAggression,
    /// An unknown home terrain.
    UnknownHomeTerrain {
        /// The text as written.
        found: String,
    },
    /// No options.
    NoOptions,
    /// More options than a list can have.
    TooManyOptions {
        /// The maximum.
        most: usize,
    },
    /// More ways to choose the types of options whose elements are all of one type than can be tried.
    TooManyWays {
        /// The maximum.
        most: usize,
    },
    /// Options both in shorthand and one by one.
    OptionsTwice,
    /// Options in shorthand that cannot be read.
    Shorthand(ShorthandError),
    /// An option without types.
    NoTypes,
    /// A type that appears twice in an option.
    TypeTwice {
        /// The type.
        written: String,
    },
    /// An unknown type.
    UnknownType {
        /// The text as written.
        written: String,
    },
    /// A type without a printed price for elements as the option has them.
    NoPrice {
        /// The type.
        written: String,
    },
    /// A minimum below zero.
    NegativeMinimum,
    /// A maximum of zero or below the minimum.
    MaximumTooLow,
    /// A type that is never Fast, as Fast.
    NeverFast {
        /// Its code.
        code: String,
    },
    /// A type that never rides, as mounted infantry.
    NeverRides {
        /// Its code.
        code: String,
    },
    /// A general of types that never lead.
    NobodyLeads,
    /// Regular or irregular elements, in a ruleset that does not tell them apart.
    NoRegulars,
    /// A type that is never air-mobile, as air-mobile.
    NeverFlies {
        /// Its code.
        code: String,
    },
    /// Allies from an unknown list.
    UnknownAllies {
        /// The id of the list.
        id: String,
    },
    /// Allies from a list for another ruleset.
    AlliesOfOtherRuleset {
        /// The id of the list.
        id: String,
    },
    /// An unknown age.
    UnknownAge {
        /// The text as written.
        found: String,
        /// The ids of all ages.
        known: Vec<&'static str>,
    },
    /// An unknown part of the world.
    UnknownPlace {
        /// The text as written.
        found: String,
        /// The ids of all parts of the world.
        known: Vec<&'static str>,
    },
    /// An age, a place or an enemy that is named twice.
    NamedTwice {
        /// Its id.
        written: String,
    },
    /// An enemy without a list.
    UnknownEnemy {
        /// The id of the list.
        id: String,
    },
    /// An enemy whose list is for another ruleset.
    EnemyOfOtherRuleset {
        /// The id of the list.
        id: String,
    },
    /// A list as its own enemy.
    OwnEnemy,
    /// An enemy whose list does not name this one as an enemy.
    EnemyNotMutual {
        /// The id of the enemy's list.
        id: String,
        /// The id of this one.
        missing: String,
    },
}
