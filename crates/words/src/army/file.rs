//! Clauses about files that cannot be read as armies. They begin without a capital, since they stand behind a place.

use musterfield_army::file::{FORMAT, FileFault, MOST_LINES, ReadError};

use super::unreadable::text_fault;

/// The reason a file could not be read, behind the place: `line 2, column 7, field elements[0].count: …`.
#[must_use]
pub fn message(error: &ReadError) -> String {
    let line = error.line.map(|line| format!("line {line}, ")).unwrap_or_default();
    let column = error.column.map(|column| format!("column {column}, ")).unwrap_or_default();
    let field = error.field.as_ref().map(|field| format!("field {field}: ")).unwrap_or_default();
    format!("{line}{column}{field}{}", clause(&error.fault))
}

/// A problem with a file.
#[must_use]
pub fn clause(fault: &FileFault) -> String {
    match fault {
        FileFault::Unread { reason } => reason.clone(),
        FileFault::Format { found } => format!("the format is “{found}”; only “{FORMAT}” can be read"),
        FileFault::UnknownRuleset { found, known } => {
            format!("there is no ruleset “{found}”; use one of {}", known.join(", "))
        }
        FileFault::TooManyLines => format!("there are more than {MOST_LINES} lines"),
        FileFault::Text(error) => format!("the text {}", text_fault(*error)),
        FileFault::NoGrades { ruleset } => format!("{ruleset} has no grades"),
        FileFault::UnknownGrade { found, known } => {
            format!("there is no grade “{found}”; use one of {}", known.join(", "))
        }
        FileFault::NegativePrice { price } => format!("the price must not be negative; it is {price} AP"),
        FileFault::OutOfRange => "the number is out of range".to_owned(),
        FileFault::CountsPoints { ruleset } => format!("{ruleset} counts AP: use `points`"),
        FileFault::CountsElements { ruleset } => format!("{ruleset} counts elements: use `army_size`"),
    }
}

#[cfg(test)]
mod tests {
    use musterfield_army::draft::TextError;
    use musterfield_rules::Points;

    use super::*;

    #[test]
    fn every_fault_of_a_file_has_its_clause() {
        let text = |text: &str| text.to_owned();
        for (fault, expected) in [
            (FileFault::Unread { reason: text("unknown field `mood`") }, "unknown field `mood`"),
            (FileFault::Format { found: text("x/2") }, "the format is “x/2”; only “musterfield-army/1” can be read"),
            (
                FileFault::UnknownRuleset { found: text("chess"), known: vec![text("d3h2"), text("dba3")] },
                "there is no ruleset “chess”; use one of d3h2, dba3",
            ),
            (FileFault::TooManyLines, "there are more than 200 lines"),
            (FileFault::Text(TextError::TooLong(80)), "the text is longer than 80 characters"),
            (FileFault::Text(TextError::Control), "the text contains a control character"),
            (FileFault::NoGrades { ruleset: text("D3H2") }, "D3H2 has no grades"),
            (
                FileFault::UnknownGrade { found: text("Q"), known: vec![text("S"), text("O")] },
                "there is no grade “Q”; use one of S, O",
            ),
            (FileFault::NegativePrice { price: Points::whole(-2) }, "the price must not be negative; it is -2 AP"),
            (FileFault::OutOfRange, "the number is out of range"),
            (FileFault::CountsPoints { ruleset: text("D3H2") }, "D3H2 counts AP: use `points`"),
            (FileFault::CountsElements { ruleset: text("DBA 3.0") }, "DBA 3.0 counts elements: use `army_size`"),
        ] {
            assert_eq!(clause(&fault), expected);
        }
    }

    #[test]
    fn a_fault_stands_behind_as_much_of_its_place_as_is_known() {
        let error = |line, column, field: Option<&str>| ReadError {
            line,
            column,
            field: field.map(str::to_owned),
            fault: FileFault::OutOfRange,
        };
        for (error, expected) in [
            (error(None, None, None), "the number is out of range"),
            (error(None, None, Some("points")), "field points: the number is out of range"),
            (error(Some(2), Some(7), None), "line 2, column 7, the number is out of range"),
            (error(Some(2), Some(7), Some("points")), "line 2, column 7, field points: the number is out of range"),
        ] {
            assert_eq!(message(&error), expected);
        }
    }
}
