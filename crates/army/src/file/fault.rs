//! The possible problems with an army file, as typed values. The sentences are made by the crate for words.

use musterfield_rules::Points;

use crate::draft::TextError;

/// The reason a file could not be read, and the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column, from 1.
    pub column: Option<usize>,
    /// The field: `elements[2].count`.
    pub field: Option<String>,
    /// The problem.
    pub fault: FileFault,
}

/// A problem with a file. Rulesets are given by their names unless an id is mentioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// Not JSON or TOML, an unknown or missing field, or a value of the wrong type.
    Unread {
        /// The reason in the words of the parser.
        reason: String,
    },
    /// A format that this program does not read.
    Format {
        /// The format that the file names, as written.
        found: String,
    },
    /// An unknown ruleset.
    UnknownRuleset {
        /// The text as written.
        found: String,
        /// The ids of the rulesets here.
        known: Vec<String>,
    },
    /// More lines than an army can have.
    TooManyLines,
    /// A text that cannot be stored.
    Text(TextError),
    /// A grade, in a ruleset without grades.
    NoGrades {
        /// The ruleset.
        ruleset: String,
    },
    /// An unknown grade.
    UnknownGrade {
        /// The text as written.
        found: String,
        /// The letters of the grades.
        known: Vec<String>,
    },
    /// A price below zero.
    NegativePrice {
        /// The price of one element in AP.
        price: Points,
    },
    /// A number out of range.
    OutOfRange,
    /// A size in elements, in a ruleset that counts AP.
    CountsPoints {
        /// The ruleset.
        ruleset: String,
    },
    /// A size in AP, in a ruleset that counts elements.
    CountsElements {
        /// The ruleset.
        ruleset: String,
    },
}

impl ReadError {
    /// A fault in a field of a document whose shape is sound.
    pub(super) fn field(field: impl Into<String>, fault: FileFault) -> Self {
        Self { line: None, column: None, field: Some(field.into()), fault }
    }
}
