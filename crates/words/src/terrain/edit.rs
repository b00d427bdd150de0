//! Sentences about changes to a layout that are impossible.

use musterfield_terrain::edit::EditError;
use musterfield_terrain::file::MOST_BOARD;
use musterfield_terrain::layout::{LONGEST_NAME, MOST_FEATURES, MOST_POINTS};

use super::generate;

/// The reason a change is impossible.
#[must_use]
pub fn message(error: &EditError) -> String {
    match error {
        EditError::NoPiece(id) => format!("There is no piece “{id}” on this table."),
        EditError::LeavesTable(name) => format!("Nothing of {name} would be left on the table."),
        EditError::TooFar => "This position is out of range.".to_owned(),
        EditError::NoSize(name) => format!("The length and width of {name} cannot be set; move its corners."),
        EditError::Size => "A piece must be at least 0.1 BW wide and no longer than the table.".to_owned(),
        EditError::Stubborn(name) => {
            format!("The outline of {name} cannot be stretched like this. Redraw it, or move its corners.")
        }
        EditError::NoCorner(name) => format!("{name} has no such corner."),
        EditError::FewCorners(name, least) => format!("{name} needs at least {least} corners."),
        EditError::ManyCorners => format!("An outline or path can have at most {MOST_POINTS} corners."),
        EditError::NoGate(name) => format!("{name} has no such gate."),
        EditError::NoWidth(name) => format!("{name} is not a river or road, so it has no breadth."),
        EditError::NoBaseEdge(name) => format!("{name} is not a BUA, so it has no base edge."),
        EditError::NoRoom(name) => format!("There is no room for {name} on this table."),
        EditError::Full => format!("A table can have at most {MOST_FEATURES} pieces."),
        EditError::NoLine => "There is no such discarded feature.".to_owned(),
        EditError::Name => format!("A name can have at most {LONGEST_NAME} characters, all of them visible."),
        EditError::Board => format!("A board must be 1 to {MOST_BOARD} BW wide and deep."),
        EditError::Impossible(error) => generate::message(error),
    }
}

#[cfg(test)]
mod tests {
    use musterfield_terrain::generate::GenerateError;

    use super::*;

    #[test]
    fn every_reason_has_its_sentence() {
        let wood = || "Woods f2".to_owned();
        for (error, expected) in [
            (EditError::NoPiece("f9".to_owned()), "There is no piece “f9” on this table."),
            (EditError::LeavesTable(wood()), "Nothing of Woods f2 would be left on the table."),
            (EditError::TooFar, "This position is out of range."),
            (EditError::NoSize(wood()), "The length and width of Woods f2 cannot be set; move its corners."),
            (EditError::Size, "A piece must be at least 0.1 BW wide and no longer than the table."),
            (
                EditError::Stubborn(wood()),
                "The outline of Woods f2 cannot be stretched like this. Redraw it, or move its corners.",
            ),
            (EditError::NoCorner(wood()), "Woods f2 has no such corner."),
            (EditError::FewCorners(wood(), 3), "Woods f2 needs at least 3 corners."),
            (EditError::ManyCorners, "An outline or path can have at most 512 corners."),
            (EditError::NoGate(wood()), "Woods f2 has no such gate."),
            (EditError::NoWidth(wood()), "Woods f2 is not a river or road, so it has no breadth."),
            (EditError::NoBaseEdge(wood()), "Woods f2 is not a BUA, so it has no base edge."),
            (EditError::NoRoom("City".to_owned()), "There is no room for City on this table."),
            (EditError::Full, "A table can have at most 64 pieces."),
            (EditError::NoLine, "There is no such discarded feature."),
            (EditError::Name, "A name can have at most 80 characters, all of them visible."),
            (EditError::Board, "A board must be 1 to 100 BW wide and deep."),
            (EditError::Impossible(GenerateError::Board), "The rules have no table of this size."),
        ] {
            assert_eq!(message(&error), expected);
        }
    }
}
