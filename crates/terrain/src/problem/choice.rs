//! Faults of the choice of features, and of the record that tells it.

use musterfield_rules::terrain::{Bua, Going, Kind};

use super::code::Code;
use super::terms::{Hundredths, NamedFeature, NamedHome, NamedKind};
use crate::layout::Quarter;

/// A number of compulsory features of one kind that a home terrain may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CompulsoryCount {
    /// The kind.
    pub kind: NamedKind,
    /// Minimum and maximum.
    pub count: (u8, u8),
}

/// A fault in the choice of features.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceFault {
    /// The game does not have this kind of feature.
    UnknownKind {
        /// The name of the game.
        game: &'static str,
        /// The kind.
        kind: Kind,
        /// The kinds that it has.
        known: Vec<NamedKind>,
    },
    /// The game does not have this kind of BUA.
    UnknownBua {
        /// The name of the game.
        game: &'static str,
        /// The kind of BUA.
        bua: Bua,
        /// The kinds that it has.
        known: Vec<NamedKind>,
    },
    /// A compulsory feature that is not one of the home terrain's.
    NotCompulsory {
        /// The home terrain.
        home: NamedHome,
        /// The kind of the feature.
        kind: NamedKind,
        /// The alternatives of the home terrain, one of which must be taken.
        ways: Vec<CompulsoryCount>,
    },
    /// The number of compulsory features is not one that the home terrain needs.
    CompulsoryCount {
        /// The home terrain.
        home: NamedHome,
        /// The alternatives, one of which must be taken.
        ways: Vec<CompulsoryCount>,
        /// The features that were chosen, by position.
        taken: Vec<(usize, NamedKind)>,
    },
    /// Too few or too many optional features.
    OptionalCount {
        /// Their number.
        count: usize,
        /// Minimum and maximum.
        allowed: (u8, u8),
    },
    /// An optional feature that the home terrain does not have.
    NotOptional {
        /// The home terrain.
        home: NamedHome,
        /// The kind of the feature.
        kind: NamedKind,
        /// The kinds that it has.
        known: Vec<NamedKind>,
    },
    /// Too many features of one kind.
    TooMany {
        /// The kind.
        kind: NamedKind,
        /// Their number.
        count: usize,
        /// The maximum.
        most: u8,
    },
    /// Kinds that exclude each other.
    EitherOr {
        /// The home terrain.
        home: NamedHome,
        /// The kinds, two or more.
        kinds: Vec<NamedKind>,
    },
    /// None of the features that the home terrain needs is there.
    Needs {
        /// The home terrain.
        home: NamedHome,
        /// Kinds that are sufficient.
        kinds: Vec<NamedKind>,
        /// Goings of which features are sufficient.
        goings: Vec<Going>,
        /// Kinds of such a going that are not sufficient.
        except: Vec<NamedKind>,
    },
}

impl ChoiceFault {
    pub(super) const fn code(&self) -> Code {
        match self {
            Self::UnknownKind { .. }
            | Self::UnknownBua { .. }
            | Self::NotCompulsory { .. }
            | Self::NotOptional { .. } => Code::NotAllowed,
            Self::CompulsoryCount { .. } => Code::CompulsoryCount,
            Self::OptionalCount { .. } => Code::OptionalCount,
            Self::TooMany { .. } => Code::TypeMaximum,
            Self::EitherOr { .. } => Code::EitherOr,
            Self::Needs { .. } => Code::ArableNeedsMore,
        }
    }
}

/// A feature that was chosen, as a line of the record says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChosenFeature {
    /// Its kind.
    pub is: NamedKind,
    /// The id of the feature on the table, if the line names one.
    pub id: Option<String>,
    /// The number of the line, from 1: it was the third feature chosen.
    pub turn: usize,
}

/// The features that are placed after one that comes too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlacingTurn {
    /// All other features.
    AllOthers,
    /// The optional features.
    Optional,
}

/// The difference between a feature on the table and the one that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difference {
    /// It is of another kind.
    Kind,
    /// It is compulsory, and was not chosen as such.
    IsCompulsory,
    /// It is not compulsory, and was chosen as such.
    IsNotCompulsory,
    /// It belongs to another quarter.
    Quarter,
}

/// A fault of the record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RecordFault {
    /// A feature that is placed earlier by the rules.
    TooLate {
        /// The feature.
        chosen: ChosenFeature,
        /// The features that it is placed before.
        before: PlacingTurn,
    },
    /// A feature in another quarter than its die says.
    OtherQuarter {
        /// The feature.
        chosen: ChosenFeature,
        /// Its die.
        die: u8,
        /// The quarter of the record.
        quarter: Quarter,
        /// The quarter of the die.
        rolled: Quarter,
    },
    /// A feature with a die and without a quarter.
    NoQuarter {
        /// The feature.
        chosen: ChosenFeature,
        /// Its die.
        die: u8,
    },
    /// A placed feature without an id.
    NoFeature {
        /// The feature.
        chosen: ChosenFeature,
    },
    /// A placed feature that is not on the table.
    NotOnTable {
        /// The feature.
        chosen: ChosenFeature,
    },
    /// A discarded feature that is on the table.
    OnTable {
        /// The feature.
        chosen: ChosenFeature,
    },
    /// A feature that is on the table, but not as it was chosen.
    Differs {
        /// The feature.
        chosen: ChosenFeature,
        /// The difference.
        how: Difference,
    },
    /// A feature on the table that was not chosen.
    NotChosen {
        /// The feature.
        feature: NamedFeature,
    },
    /// A feature on the table that was chosen several times.
    Repeated {
        /// The feature.
        feature: NamedFeature,
        /// The number of times.
        count: usize,
    },
    /// A discarded feature without a reason.
    NoReason {
        /// The feature.
        chosen: ChosenFeature,
    },
    /// A feature of another size than was fixed before the dice.
    OtherSize {
        /// The feature.
        chosen: ChosenFeature,
        /// Length and width as fixed, in thousandths of a BW.
        fixed: (i64, i64),
        /// Length and width on the table.
        measured: (Hundredths, Hundredths),
    },
}
