//! The reasons no battlefield can be generated, as typed values. The sentences are made by the crate for words.

use std::fmt;

use musterfield_rules::terrain::{Bua, Kind};

/// The reason no table of this home terrain can have the wanted features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The rules have no table of this size.
    Board,
    /// There is no chart.
    NoChart,
    /// The home terrain has no such compulsory feature, or no such optional one.
    NotAllowed {
        /// The kind of feature.
        kind: Kind,
        /// Whether it was wanted as a compulsory feature.
        compulsory: bool,
    },
    /// The rules have no such BUA.
    NoBua(Bua),
    /// More features of a kind than allowed.
    TooMany {
        /// The kind of feature.
        kind: Kind,
        /// The largest number of them.
        most: u8,
    },
    /// Two kinds that exclude each other.
    EitherOr(Kind, Kind),
    /// Compulsory features that cannot be combined.
    Compulsory,
    /// More or fewer optional features than allowed.
    Optional {
        /// The smallest number of them.
        least: u8,
        /// The largest number of them.
        most: u8,
    },
    /// A feature cannot be so large or small.
    Size(Kind),
    /// The table has no place for a feature that it needs.
    Needs,
    /// Features in too few quarters, however often the dice are rolled.
    Coverage,
}

impl fmt::Display for GenerateError {
    /// Says no more than that it happened; the sentence about the reason is made by the crate for words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no battlefield can be generated")
    }
}

impl std::error::Error for GenerateError {}
