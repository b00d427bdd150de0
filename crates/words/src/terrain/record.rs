//! Sentences about the record.

use musterfield_terrain::problem::{Difference, PlacingTurn, RecordFault};

use super::terms::{chosen as named, feature as name, measured as told, quarter as numbered, size};

pub(super) fn sentence(fault: &RecordFault) -> String {
    match fault {
        RecordFault::TooLate { chosen, before } => {
            let before = match before {
                PlacingTurn::AllOthers => "all others",
                PlacingTurn::Optional => "the optional ones",
            };
            format!("{} comes too late: it must be placed before {before}. Move it up.", named(chosen))
        }
        RecordFault::OtherQuarter { chosen, die, quarter, rolled } => format!(
            "{} rolled {die} and names {}; it must go to {}.",
            named(chosen),
            numbered(*quarter),
            numbered(*rolled)
        ),
        RecordFault::NoQuarter { chosen, die } => {
            format!("{} rolled {die}, but does not name a quarter. Enter the quarter.", named(chosen))
        }
        RecordFault::NoFeature { chosen } => {
            format!("{} is placed, but does not name a feature. Name it.", named(chosen))
        }
        RecordFault::NotOnTable { chosen } => {
            format!("{} is placed, but is not on the table. Mark it as discarded.", named(chosen))
        }
        RecordFault::OnTable { chosen } => {
            format!("{} is discarded, but is on the table. Mark it as placed.", named(chosen))
        }
        RecordFault::Differs { chosen, how } => {
            let differs = match how {
                Difference::Kind => "is something else",
                Difference::IsCompulsory => "is compulsory",
                Difference::IsNotCompulsory => "is not compulsory",
                Difference::Quarter => "belongs to another quarter",
            };
            format!("{} {differs} on the table. Change one of the two.", named(chosen))
        }
        RecordFault::NotChosen { feature } => format!(
            "{} is on the table, but not among the features chosen. Add it to them, or remove it.",
            name(feature)
        ),
        RecordFault::Repeated { feature, count } => {
            format!("{} appears {count} times among the features chosen. Keep only one.", name(feature))
        }
        RecordFault::NoReason { chosen } => {
            format!("{} is discarded without a reason. Enter the reason.", named(chosen))
        }
        RecordFault::OtherSize { chosen, fixed, measured } => format!(
            "{} was fixed as {} BW and measures {} × {} BW on the table.",
            named(chosen),
            size(*fixed),
            told(measured.0),
            told(measured.1)
        ),
    }
}
