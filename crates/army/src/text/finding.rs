//! The doubts that remain after a text was read, for its owner to settle.

use musterfield_rules::Points;

use super::unreadable::Unreadable;

/// A number that may be an amount or a price.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unclear {
    /// The line, from 1.
    pub line: usize,
    /// The type beside it.
    pub of: String,
    /// The number.
    pub number: i64,
}

/// A piece of text that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnreadText {
    /// The line, from 1.
    pub line: usize,
    /// The text of the piece.
    pub text: String,
    /// The possible reason.
    pub reason: Unreadable,
}

/// A printed number of AP that differs from the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Difference {
    /// The line, from 1.
    pub line: usize,
    /// The object of the price, in words.
    pub of: String,
    /// The printed number.
    pub printed: Points,
    /// The number that the rules give.
    pub counted: Points,
}
