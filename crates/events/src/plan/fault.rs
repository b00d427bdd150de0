//! The possible problems with the plan of an event, as typed values. The sentences are made by the crate for words.

use musterfield_army::draft::TextError;

use crate::rules::RulesFault;
use crate::scoring::SchemeError;
use crate::zone::ZoneError;

/// A problem with a field of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// A format that this program does not read.
    Format,
    /// No name.
    NoName,
    /// A name or a place that cannot be stored.
    Line(TextError),
    /// A text longer than it can be.
    TextTooLong,
    /// A text with a character that cannot be stored.
    TextUnstorable,
    /// A number of rounds that an event cannot have.
    Rounds,
    /// A number of places that an event cannot have.
    Places,
    /// A number of entries that an event cannot accept.
    Entries,
    /// More places than entries.
    FewerEntriesThanPlaces,
    /// More lines about tables than there can be.
    TooManyTables,
    /// A line about tables that cannot be stored.
    Table {
        /// The line, from 1.
        line: usize,
        /// The reason.
        error: TextError,
    },
    /// A time zone, a date or a time that cannot be read.
    Zone(ZoneError),
    /// A last day before the first.
    EndsBeforeStart,
    /// Late entries without a deadline.
    LateWithoutDeadline,
    /// A custom scheme longer than one can be.
    SchemeTooLong,
    /// Neither a scheme nor a custom one.
    NoScheme,
    /// An unknown scheme.
    UnknownScheme {
        /// The id that was written.
        id: String,
    },
    /// A mistake in a custom scheme.
    Scheme(SchemeError),
    /// A mistake in what the event requires of armies.
    Rules(RulesFault),
}

impl From<TextError> for PlanFault {
    fn from(error: TextError) -> Self {
        Self::Line(error)
    }
}

impl From<ZoneError> for PlanFault {
    fn from(error: ZoneError) -> Self {
        Self::Zone(error)
    }
}
