//! Problems with the plan of an event.

use musterfield_events::plan::{
    FORMAT, LONGEST_SCHEME, LONGEST_TEXT, MOST_ENTRIES, MOST_PLACES, MOST_ROUNDS, MOST_TABLE_LINES, PlanFault,
    USUAL_ENTRIES,
};

use super::{rules, scheme, zone};
use crate::army;

/// A problem with a field of an event.
#[must_use]
pub fn message(fault: &PlanFault) -> String {
    match fault {
        PlanFault::Format => format!("This is not {FORMAT}."),
        PlanFault::NoName => "Give the event a name.".to_owned(),
        PlanFault::Line(error) => format!("The text {}.", army::text_fault(*error)),
        PlanFault::TextTooLong => format!("The text can have at most {LONGEST_TEXT} characters."),
        PlanFault::TextUnstorable => "The text contains a character that cannot be stored.".to_owned(),
        PlanFault::Rounds => format!("An event must have 1 to {MOST_ROUNDS} rounds."),
        PlanFault::Places => {
            format!("An event must have 1 to {MOST_PLACES} places; leave it empty for no limit.")
        }
        PlanFault::Entries => {
            format!("An event can accept 1 to {MOST_ENTRIES} entries; leave it empty for {USUAL_ENTRIES}.")
        }
        PlanFault::FewerEntriesThanPlaces => {
            "There are more places than entries; accept at least as many entries.".to_owned()
        }
        PlanFault::TooManyTables => format!("There can be at most {MOST_TABLE_LINES} lines about tables."),
        PlanFault::Table { line, error } => format!("Line {line} {}.", army::text_fault(*error)),
        PlanFault::Zone(error) => zone::message(error),
        PlanFault::EndsBeforeStart => "The last day must not be before the first.".to_owned(),
        PlanFault::LateWithoutDeadline => "No entry can be late without a deadline.".to_owned(),
        PlanFault::SchemeTooLong => format!("A scheme can have at most {LONGEST_SCHEME} characters."),
        PlanFault::NoScheme => "Choose how games are scored.".to_owned(),
        PlanFault::UnknownScheme { id } => format!("There is no scheme “{id}”."),
        PlanFault::Scheme(error) => scheme::message(error),
        PlanFault::Rules(fault) => rules::message(fault),
    }
}

#[cfg(test)]
mod tests {
    use musterfield_army::draft::TextError;
    use musterfield_events::rules::RulesFault;
    use musterfield_events::scoring::{SchemeError, SchemeFault};
    use musterfield_events::zone::ZoneError;

    use super::*;

    #[test]
    fn every_mistake_of_an_event_has_its_sentence() {
        let empty = SchemeError { line: 2, field: "name".to_owned(), fault: SchemeFault::Empty };
        for (fault, expected) in [
            (PlanFault::Format, "This is not musterfield-event/1."),
            (PlanFault::NoName, "Give the event a name."),
            (PlanFault::Line(TextError::TooLong(120)), "The text is longer than 120 characters."),
            (PlanFault::TextTooLong, "The text can have at most 20000 characters."),
            (PlanFault::TextUnstorable, "The text contains a character that cannot be stored."),
            (PlanFault::Rounds, "An event must have 1 to 20 rounds."),
            (PlanFault::Places, "An event must have 1 to 1000 places; leave it empty for no limit."),
            (PlanFault::Entries, "An event can accept 1 to 2000 entries; leave it empty for 300."),
            (PlanFault::FewerEntriesThanPlaces, "There are more places than entries; accept at least as many entries."),
            (PlanFault::TooManyTables, "There can be at most 200 lines about tables."),
            (PlanFault::Table { line: 3, error: TextError::TooLong(500) }, "Line 3 is longer than 500 characters."),
            (PlanFault::Zone(ZoneError::Year), "The year must be from 2000 to 2199."),
            (PlanFault::EndsBeforeStart, "The last day must not be before the first."),
            (PlanFault::LateWithoutDeadline, "No entry can be late without a deadline."),
            (PlanFault::SchemeTooLong, "A scheme can have at most 4000 characters."),
            (PlanFault::NoScheme, "Choose how games are scored."),
            (PlanFault::UnknownScheme { id: "mine".to_owned() }, "There is no scheme “mine”."),
            (PlanFault::Scheme(empty), "Line 2: name: is empty."),
            (PlanFault::Rules(RulesFault::NoListNamed), "Name at least one list."),
        ] {
            assert_eq!(message(&fault), expected);
        }
    }
}
