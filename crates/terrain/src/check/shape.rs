//! Checks outlines: that they are valid, lie on the table and are curved; and the size of the table.

use musterfield_geometry::point::bw;
use musterfield_geometry::polygon::Flaw;
use musterfield_geometry::{Point, Polygon, Segment};
use musterfield_rules::terrain::TableSize;

use super::context::{Context, least_from};
use super::measurements::TOLERANCE;
use crate::layout::{Board, Edge, Shape};
use crate::problem::{Drawn, Hundredths, Outline, Problem, Selfcrossing, ShapeFault, TableSizes};

/// The smallest number of corners of an outline that counts as curved.
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
    let sizes = |table: &TableSize| TableSizes {
        boards: table.boards.iter().map(|(width, depth)| Board { width: *width, depth: *depth }).collect(),
        between: table.between,
    };
    let fault = ShapeFault::BoardSize {
        game: &context.rules.name,
        board,
        sizes: context.rules.tables.iter().map(sizes).collect(),
    };
    problems.push(context.broken(&first.rule, None, fault));
}

/// Checks that an outline does not cross itself and has an area, and that a course does not cross itself.
pub(super) fn simple(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for piece in context.pieces.iter().filter(|piece| !piece.sound) {
        let mut tell = |fault| problems.push(Context::impossible(None, piece.id(), fault));
        let outlines: Vec<(Outline, &Polygon)> = match &piece.feature.shape {
            Shape::Area(outline) => vec![(Outline::Feature, outline)],
            Shape::Water { outline, beach, .. } => {
                let beach = beach.iter().map(|beach| (Outline::Beach, beach));
                [(Outline::Feature, outline)].into_iter().chain(beach).collect()
            }
            Shape::Course(course) => {
                tell(match course.self_crossing() {
                    None => ShapeFault::ShortCourse { feature: piece.named() },
                    Some(crossing) => ShapeFault::Crosses {
                        feature: piece.named(),
                        line: Drawn::Course,
                        crossing: crossing_at(crossing),
                    },
                });
                continue;
            }
        };
        for (which, outline) in outlines {
            let feature = piece.named();
            tell(match outline.flaw() {
                None => continue,
                Some(Flaw::Empty) if outline.corners.len() < 3 => ShapeFault::FewCorners { feature, outline: which },
                Some(Flaw::Empty) => ShapeFault::NoArea { feature, outline: which },
                Some(Flaw::Crossing(one, other)) => {
                    ShapeFault::Crosses { feature, line: Drawn::Outline(which), crossing: crossing_at((one, other)) }
                }
            });
        }
    }
}

/// The crossing of a line with itself; points are counted from 1, as on the map.
fn crossing_at((one, other): (usize, usize)) -> Selfcrossing {
    if one == other { Selfcrossing::Point(one + 1) } else { Selfcrossing::Parts(one + 1, other + 1) }
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
            let fault = ShapeFault::OffTable { feature: piece.named(), by: most, edges };
            problems.push(Context::impossible(None, piece.id(), fault));
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
        let fault = if sides.len() < CURVED_CORNERS {
            ShapeFault::Angular { feature: piece.named(), corners: sides.len(), least: CURVED_CORNERS }
        } else if longest > whole / STRAIGHT_PART + bw(TOLERANCE) * 1000.0 {
            ShapeFault::StraightSide {
                feature: piece.named(),
                side: Hundredths::of(longest / 1000.0),
                outline: Hundredths::of(whole / 1000.0),
                most: Hundredths::of(whole / STRAIGHT_PART / 1000.0),
            }
        } else {
            continue;
        };
        problems.push(context.broken(rule, piece.id(), fault));
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
