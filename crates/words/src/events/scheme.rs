//! Problems with scoring schemes.

use musterfield_events::scoring::{
    LONGEST_ABOUT, LONGEST_NAME, LONGEST_SCHEME, MOST_LOST, SchemeError, SchemeFault, TieBreak,
};

/// A problem with a scheme, behind the line and the field: `Line 4: win: must be a whole number …`.
#[must_use]
pub fn message(error: &SchemeError) -> String {
    let SchemeError { line, field, fault } = error;
    match field.as_str() {
        "" => format!("Line {line}: {}.", clause(fault)),
        field => format!("Line {line}: {field}: {}.", clause(fault)),
    }
}

/// The problem, as the rest of a sentence that begins with the field.
fn clause(fault: &SchemeFault) -> String {
    match fault {
        SchemeFault::Unread { reason } => reason.trim_end_matches('.').to_owned(),
        SchemeFault::TooLong => format!("a scheme can have at most {LONGEST_SCHEME} bytes"),
        SchemeFault::IdCharacters => "can have only letters a to z, digits and hyphens".to_owned(),
        SchemeFault::AboutTooLong => format!("can have at most {LONGEST_ABOUT} characters"),
        SchemeFault::Empty => "is empty".to_owned(),
        SchemeFault::NotOneLine => format!("must be one line of at most {LONGEST_NAME} characters"),
        SchemeFault::OutOfRange { number, least, most } => {
            format!("must be a whole number from {least} to {most}, not {number}")
        }
        SchemeFault::Losses { number } => format!("must be a number from 0 to {MOST_LOST}, not {number}"),
        SchemeFault::PartOfElement { number } => format!("must be a whole number of elements, not {number}"),
        SchemeFault::TieBreakTwice(tie_break) => format!("`{}` appears twice", tie_break.key()),
        SchemeFault::UnknownTieBreak { found } => {
            format!("there is no tie-break `{found}`; use one of {}", TieBreak::ALL.map(TieBreak::key).join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use musterfield_rules::Points;

    use super::*;

    #[test]
    fn every_fault_of_a_scheme_has_its_clause() {
        let text = |text: &str| text.to_owned();
        for (fault, expected) in [
            (SchemeFault::Unread { reason: text("unknown field `mood`.") }, "unknown field `mood`"),
            (SchemeFault::TooLong, "a scheme can have at most 16384 bytes"),
            (SchemeFault::IdCharacters, "can have only letters a to z, digits and hyphens"),
            (SchemeFault::AboutTooLong, "can have at most 500 characters"),
            (SchemeFault::Empty, "is empty"),
            (SchemeFault::NotOneLine, "must be one line of at most 80 characters"),
            (
                SchemeFault::OutOfRange { number: 9999, least: -1000, most: 1000 },
                "must be a whole number from -1000 to 1000, not 9999",
            ),
            (SchemeFault::Losses { number: Points::whole(-1) }, "must be a number from 0 to 1000, not -1"),
            (
                SchemeFault::PartOfElement { number: "1.5".parse().unwrap() },
                "must be a whole number of elements, not 1.5",
            ),
            (SchemeFault::TieBreakTwice(TieBreak::Lost), "`lost` appears twice"),
            (
                SchemeFault::UnknownTieBreak { found: text("luck") },
                "there is no tie-break `luck`; use one of lost, destroyed, difference, generals, camps, strongholds, \
                 wins, opponents, beaten, head_to_head",
            ),
        ] {
            assert_eq!(clause(&fault), expected);
        }
    }

    #[test]
    fn a_fault_stands_behind_its_line_and_field() {
        let error = |field: &str| SchemeError { line: 4, field: field.to_owned(), fault: SchemeFault::Empty };
        assert_eq!(message(&error("name")), "Line 4: name: is empty.");
        assert_eq!(message(&error("")), "Line 4: is empty.");
    }
}
