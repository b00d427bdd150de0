//! Problems with the report about a game.

use musterfield_events::scoring::FieldFault;

/// A problem with a field, in a sentence that stands beside it.
#[must_use]
pub fn message(fault: FieldFault) -> &'static str {
    match fault {
        FieldFault::Negative => "This is below zero.",
        FieldFault::TooGreat => "This is too large.",
        FieldFault::PartOfElement => "This is not a whole number of elements.",
        FieldFault::Untold => "This does not say who won, and the losses do not decide it.",
        FieldFault::Contradiction => "This contradicts what is reported for the other side.",
        FieldFault::LostWithoutFight => "This was lost in a game that was not fought.",
    }
}
