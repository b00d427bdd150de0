//! Sentences about outlines and courses by themselves, and about the size of the table.

use musterfield_terrain::Board;
use musterfield_terrain::problem::{Drawn, Outline, Selfcrossing, ShapeFault, TableSizes};

use super::terms::{edges as sides, feature as name, joined, length, measured, size};

pub(super) fn sentence(fault: &ShapeFault) -> String {
    match fault {
        ShapeFault::BoardSize { game, board: table, sizes } => {
            format!("{game} has no table of {} BW. Use {} BW.", board(table), joined(sizes.iter().map(boards), ", or "))
        }
        ShapeFault::ShortCourse { feature } => format!("{} has a course of fewer than 2 points.", name(feature)),
        ShapeFault::FewCorners { feature, outline: which } => {
            format!("The {} of {} has fewer than 3 corners.", outline(*which), name(feature))
        }
        ShapeFault::NoArea { feature, outline: which } => {
            format!("The {} of {} has no area.", outline(*which), name(feature))
        }
        ShapeFault::Crosses { feature, line, crossing } => {
            let (what, parts) = match line {
                Drawn::Outline(which) => (outline(*which), "sides"),
                Drawn::Course => ("course", "parts"),
            };
            format!("The {what} of {} {}.", name(feature), crosses(*crossing, parts))
        }
        ShapeFault::OffTable { feature, by, edges } => format!(
            "{} goes {} BW off the table, beyond the {} edge. Move it back.",
            name(feature),
            length(*by),
            sides(edges)
        ),
        ShapeFault::Angular { feature, corners, least } => format!(
            "{} has {corners} corners; a curved outline has {least} or more. Give it more points.",
            name(feature)
        ),
        ShapeFault::StraightSide { feature, side, outline, most } => format!(
            "{} has a straight side of {} BW; a curved outline of {} BW has none above {} BW. Bend it.",
            name(feature),
            measured(*side),
            measured(*outline),
            measured(*most)
        ),
    }
}

const fn outline(which: Outline) -> &'static str {
    match which {
        Outline::Feature => "outline",
        Outline::Beach => "beach",
    }
}

fn crosses(crossing: Selfcrossing, parts: &str) -> String {
    match crossing {
        Selfcrossing::Point(point) => format!("has point {point} twice. Remove one of the two"),
        Selfcrossing::Parts(one, other) => format!(
            "crosses or touches itself: the {parts} that begin at points {one} and {other} meet. Move one of them"
        ),
    }
}

/// `15 × 15`
pub(crate) fn board(board: &Board) -> String {
    size((board.width, board.depth))
}

/// `15 × 15 to 20 × 20`
fn boards(sizes: &TableSizes) -> String {
    joined(sizes.boards.iter().map(board), if sizes.between { " to " } else { " or " })
}
