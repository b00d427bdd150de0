//! Checks outlines: that they are valid, lie on the table and are curved; and the size of the table.

use musterfield_geometry::point::bw;
use musterfield_geometry::polygon::Flaw;
use musterfield_geometry::{Point, Polygon, Segment};

use super::TOLERANCE;
use super::context::{Context, edge_words, least_from, length, words};
use crate::layout::{Edge, Shape};
use crate::problem::{Code, Problem};

/// The fewest corners of an outline that counts as curved.
const CURVED_CORNERS: usize = 8;
/// The straight sides of a curved outline are at most this fraction of it: 1 / 4.
const STRAIGHT_PART: f64 = 4.0;

/// Checks that the rules have a table of this size (D3H2-TERR-24).
pub(super) fn board_size(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let board = context.board;
    if context.rules.table(board.width, board.depth).is_some() {
        return;
    }
    let Some(first) = context.rules.tables.first() else { return };
    let size = |(width, depth): (i64, i64)| format!("{} × {}", length(width), length(depth));
    let sizes = |tables: &musterfield_rules::terrain::TableSize| {
        let all: Vec<String> = tables.boards.iter().map(|board| size(*board)).collect();
        all.join(if tables.between { " to " } else { " or " })
    };
    let known: Vec<String> = context.rules.tables.iter().map(sizes).collect();
    let message = format!(
        "A table of {} BW has no size of {}. Take {} BW.",
        size((board.width, board.depth)),
        context.rules.name,
        known.join(", or ")
    );
    problems.push(context.broken(Code::BoardSize, &first.rule, None, message));
}

/// Checks that an outline does not cross itself and has an area, and that a course does not cross itself.
pub(super) fn simple(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for piece in context.pieces.iter().filter(|piece| !piece.sound) {
        let outlines: Vec<(&str, &Polygon)> = match &piece.feature.shape {
            Shape::Area(outline) => vec![("outline", outline)],
            Shape::Water { outline, beach, .. } => {
                [("outline", outline)].into_iter().chain(beach.iter().map(|beach| ("beach", beach))).collect()
            }
            Shape::Course(course) => {
                problems.push(match course.self_crossing() {
                    None => {
                        let message = format!("{piece} has a course of fewer than 2 points.");
                        Context::impossible(Code::Format, None, piece.id(), message)
                    }
                    Some(crossing) => {
                        let message = format!("The course of {piece} {}.", crossing_words(crossing, "pieces"));
                        Context::impossible(Code::SelfCrossing, None, piece.id(), message)
                    }
                });
                continue;
            }
        };
        for (what, outline) in outlines {
            let (code, wrong) = match outline.flaw() {
                None => continue,
                Some(Flaw::Empty) if outline.corners.len() < 3 => (Code::Format, "has fewer than 3 corners".to_owned()),
                Some(Flaw::Empty) => (Code::SelfCrossing, "has no area".to_owned()),
                Some(Flaw::Crossing(one, other)) => (Code::SelfCrossing, crossing_words((one, other), "sides")),
            };
            let message = format!("The {what} of {piece} {wrong}.");
            problems.push(Context::impossible(code, None, piece.id(), message));
        }
    }
}

fn crossing_words((one, other): (usize, usize), parts: &str) -> String {
    if one == other {
        format!("has point {} twice. Take one of the two away", one + 1)
    } else {
        let (one, other) = (one + 1, other + 1);
        format!("crosses or touches itself: the {parts} that begin at points {one} and {other} meet. Move one of them")
    }
}

/// Checks that nothing lies off the table.
pub(super) fn on_the_table(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let board = context.board;
    for piece in context.sound() {
        let feature = piece.feature;
        let mut lines: Vec<&[Point]> = vec![&feature.crest];
        match &feature.shape {
            Shape::Area(outline) => lines.push(&outline.corners),
            Shape::Water { outline, beach, .. } => {
                lines.push(&outline.corners);
                lines.extend(beach.iter().map(|beach| beach.corners.as_slice()));
            }
            Shape::Course(course) => lines.push(&course.path),
        }
        let crossings: Vec<Point> = feature.crossings.iter().map(|crossing| crossing.at).collect();
        lines.push(&crossings);
        let beyond = |edge: Edge| -lines.iter().filter_map(|line| least_from(board, edge, line)).min().unwrap_or(0);
        let edges: Vec<Edge> = Edge::ALL.into_iter().filter(|edge| beyond(*edge) > TOLERANCE).collect();
        if let Some(most) = edges.iter().map(|edge| beyond(*edge)).max() {
            let message = format!(
                "{piece} goes {} BW off the table, beyond the {} edge. Move it back.",
                length(most),
                edge_words(&edges)
            );
            problems.push(Context::impossible(Code::OutsideBoard, None, piece.id(), message));
        }
    }
}

/// Checks that area features have curved outlines, except those that may be straight (D3H2-FEAT-08).
pub(super) fn curved(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.procedure.curved;
    for (piece, outline) in context.areas() {
        if piece.kind.is_none_or(|kind| kind.straight) {
            continue;
        }
        let sides = straight_sides(outline);
        let longest = sides.iter().copied().fold(0.0, f64::max);
        let whole = outline.outline_length();
        let message = if sides.len() < CURVED_CORNERS {
            format!(
                "{piece} has {} corners; a curved outline has {CURVED_CORNERS} or more. Give it more points.",
                sides.len()
            )
        } else if longest > whole / STRAIGHT_PART + bw(TOLERANCE) * 1000.0 {
            format!(
                "{piece} has a straight side of {} BW; a curved outline of {} BW has none above {} BW. Bend it.",
                words(longest / 1000.0),
                words(whole / 1000.0),
                words(whole / STRAIGHT_PART / 1000.0)
            )
        } else {
            continue;
        };
        problems.push(context.broken(Code::Outline, rule, piece.id(), message));
    }
}

/// The lengths of the straight sides, in thousandths of a BW. Points on a straight side are not corners, nor are those
/// that lie beside it only because of rounding.
fn straight_sides(outline: &Polygon) -> Vec<f64> {
    let corners = &outline.corners;
    let next = corners.iter().cycle();
    // Begins where the outline turns.
    let turn = corners
        .iter()
        .zip(next.clone().skip(1))
        .zip(next.clone().skip(2))
        .position(|((before, corner), after)| !is_straight(*before, &[*corner], *after))
        .unwrap_or(0);
    let mut sides = Vec::new();
    let mut round = next.skip(turn + 1).take(corners.len() + 1);
    let Some(mut from) = round.next().copied() else { return sides };
    let mut between: Vec<Point> = Vec::new();
    for point in round {
        if !is_straight(from, &between, *point) {
            let Some(corner) = between.last().copied() else { continue };
            sides.push(Segment::new(from, corner).length());
            from = corner;
            between.clear();
        }
        between.push(*point);
    }
    sides.extend(between.last().map(|last| Segment::new(from, *last).length()));
    sides
}

/// Whether all points between two lie on the straight line, or within a thousandth of a BW of it.
fn is_straight(from: Point, between: &[Point], to: Point) -> bool {
    let line = Segment::new(from, to);
    between.iter().all(|point| line.nearer_to_point(*point, 2))
}
