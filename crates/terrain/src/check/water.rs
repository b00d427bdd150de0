//! Checks waterways and their beaches.

use musterfield_geometry::point::bw;
use musterfield_geometry::{Bounds, Point, Polygon, Segment};

use super::context::{Context, Water, lie_on_each_other, most_from};
use super::measurements::TOLERANCE;
use crate::layout::{Board, Edge};
use crate::problem::{Hundredths, Problem, WaterFault};

/// The distance between the points of a beach that are checked, in thousandths of a BW.
const BEACH_STEP: i64 = 500;

/// A point in the coordinates of an edge: along it, and away from it into the table.
fn seen_from(board: Board, edge: Edge, point: Point) -> Point {
    let along = match edge {
        Edge::North | Edge::South => point.x,
        Edge::East | Edge::West => point.y,
    };
    Point::new(along, board.from_edge(edge, point))
}

fn sides_from(board: Board, edge: Edge, outline: &Polygon) -> impl Iterator<Item = Segment> + Clone + '_ {
    outline.sides().map(move |side| Segment::new(seen_from(board, edge, side.from), seen_from(board, edge, side.to)))
}

/// Whether the water covers a strip along its whole edge, up to a depth.
fn covers_strip(board: Board, water: &Water<'_, '_>, depth: i64) -> bool {
    let box_ = Bounds {
        least: Point::new(TOLERANCE, TOLERANCE),
        most: Point::new(board.length(water.edge) - TOLERANCE, (depth - TOLERANCE).max(TOLERANCE + 1)),
    };
    let seen = Polygon::new(water.outline.corners.iter().map(|corner| seen_from(board, water.edge, *corner)).collect());
    // No side runs through the strip, and the strip is on the inner side of all of them.
    !seen.sides().any(|side| runs_through(side, box_))
        && seen.contains(Point::new(board.length(water.edge) / 2, TOLERANCE))
}

/// Whether a straight line has a point inside a box, not only on its border.
fn runs_through(line: Segment, box_: Bounds) -> bool {
    let Bounds { least, most } = box_;
    let bounds = line.bounds();
    if bounds.most.x <= least.x || bounds.least.x >= most.x || bounds.most.y <= least.y || bounds.least.y >= most.y {
        return false;
    }
    let corners = [least, Point::new(most.x, least.y), most, Point::new(least.x, most.y)];
    let sides = corners.map(|corner| line.side(corner).signum());
    // All corners are on one side: the line misses the box.
    !(sides.iter().all(|side| *side >= 0) || sides.iter().all(|side| *side <= 0))
}

/// Checks that a waterway covers its whole edge (D3H2-FEAT-09).
pub(super) fn covers(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.waterway.rule;
    for water in context.waters() {
        if !covers_strip(context.board, &water, TOLERANCE + 1) {
            let fault = WaterFault::NotWhole { water: water.piece.named(), edge: water.edge };
            problems.push(context.broken(rule, water.piece.id(), fault));
        }
    }
}

/// Checks that a waterway is neither too shallow nor too deep, and deeper only along a part of its edge (D3H2-FEAT-09).
pub(super) fn depth(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rules = &context.rules.waterway;
    let board = context.board;
    for water in context.waters() {
        let mut tell = |fault| problems.push(context.broken(&rules.rule, water.piece.id(), fault));
        let named = || water.piece.named();
        if covers_strip(board, &water, TOLERANCE + 1) && !covers_strip(board, &water, rules.depth.0) {
            tell(WaterFault::Shallow { water: named(), least: rules.depth.0 });
        }
        let most = most_from(board, water.edge, &water.outline.corners).unwrap_or(0);
        if most > rules.deepest + TOLERANCE {
            tell(WaterFault::TooDeep { water: named(), depth: most, most: rules.deepest });
            continue;
        }
        let deep = deep_length(board, &water, rules.depth.1 + TOLERANCE);
        let (part, whole) = rules.deep_share;
        let allowed = bw(board.length(water.edge) * part) / bw(whole * 1000);
        if deep > allowed + bw(TOLERANCE) {
            tell(WaterFault::DeepTooLong {
                water: named(),
                depth: rules.depth.1,
                along: Hundredths::of(deep),
                most: Hundredths::of(allowed),
                by: Hundredths::of(deep - allowed),
            });
        }
    }
}

/// The length of the edge along which the water is deeper than this, in BW.
fn deep_length(board: Board, water: &Water<'_, '_>, depth: i64) -> f64 {
    let mut stretches: Vec<(f64, f64)> = sides_from(board, water.edge, water.outline)
        .filter(|side| side.from.y > depth || side.to.y > depth)
        .map(|side| {
            let (low, high) = if side.from.y < side.to.y { (side.from, side.to) } else { (side.to, side.from) };
            let begins = if low.y >= depth {
                bw(low.x)
            } else {
                bw(low.x) + bw(high.x - low.x) * bw(depth - low.y) / bw(high.y - low.y)
            };
            (begins.min(bw(high.x)), begins.max(bw(high.x)))
        })
        .collect();
    stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut sum, mut reached) = (0.0, f64::MIN);
    for (from, to) in stretches {
        let from = from.max(reached);
        if to > from {
            sum += to - from;
            reached = to;
        }
    }
    sum
}

/// Checks that a beach borders its water and extends no farther than allowed (D3H2-FEAT-09).
pub(super) fn beach(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rules = &context.rules.waterway;
    for water in context.waters() {
        let Some(beach) = water.beach else { continue };
        let mut tell = |fault| problems.push(context.broken(&rules.beach_rule, water.piece.id(), fault));
        let named = || water.piece.named();
        if !beach.nearer(water.outline, TOLERANCE + 1) {
            tell(WaterFault::BeachApart { water: named() });
        }
        let far = beach.sides().flat_map(steps).find(|point| !is_near(water.outline, *point, rules.beach + TOLERANCE));
        if let Some(far) = far {
            tell(WaterFault::BeachTooFar { water: named(), most: rules.beach, at: far });
        }
    }
}

/// Points along a side, including its first end.
fn steps(side: Segment) -> impl Iterator<Item = Point> {
    let step = side.step();
    let count = step.x.abs().max(step.y.abs()) / BEACH_STEP + 1;
    (0..count).map(move |number| side.from + Point::new(step.x * number / count, step.y * number / count))
}

/// Whether a point lies in an area or within this distance of it.
fn is_near(area: &Polygon, point: Point, distance: i64) -> bool {
    let near = Bounds { least: point, most: point }.grown(distance);
    area.sides().any(|side| near.intersects(side.bounds()) && side.nearer_to_point(point, distance + 1))
        || area.contains(point)
}

/// Checks that on some tables a waterway lies only along a short edge (DBA3-BB-16).
pub(super) fn edge(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(rule) = context.table.and_then(|table| table.short_edge_waterway.as_ref()) else { return };
    for water in context.waters() {
        if context.board.length(water.edge) > context.board.across(water.edge) {
            let fault = WaterFault::LongEdge { water: water.piece.named(), edge: water.edge };
            problems.push(context.broken(rule, water.piece.id(), fault));
        }
    }
}

/// The distance from the edge of the table at which an area lies beside a water: the extent of the water in front of
/// any part of it, rounded up to hundredths of a BW, so that the stated distance is enough.
fn out_of(board: Board, water: &Water<'_, '_>, outline: &Polygon) -> i64 {
    let seen: Vec<Point> = outline.corners.iter().map(|corner| seen_from(board, water.edge, *corner)).collect();
    let Some(Bounds { least, most }) = Bounds::of(&seen) else { return 0 };
    let beside = |side: &Segment| side.bounds().most.x >= least.x && side.bounds().least.x <= most.x;
    let depth = |side: Segment| {
        // The shore is straight from corner to corner: the point where it enters the part in front of the area counts.
        let (low, high) = if side.from.y < side.to.y { (side.from, side.to) } else { (side.to, side.from) };
        let at = high.x.clamp(least.x, most.x);
        let (run, rise) = (high.x - low.x, high.y - low.y);
        if run == 0 { high.y } else { high.y - rise * (high.x - at) / run }
    };
    let deepest = sides_from(board, water.edge, water.outline).filter(beside).map(depth).max().unwrap_or(0);
    let step = (deepest - least.y).max(0);
    (step + 9) / 10 * 10
}

/// Checks that area features do not lie in water (D3H2-FEAT-10).
pub(super) fn dry_features(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for water in context.waters() {
        let rule = water.piece.kind.and_then(|kind| kind.going.as_ref()).map(|going| &going.rule);
        for (piece, outline) in context.areas() {
            if water.piece.may_be_near(piece, 0) && lie_on_each_other(outline, water.outline) {
                let fault = WaterFault::LiesInWater {
                    feature: piece.named(),
                    water: water.piece.named(),
                    by: out_of(context.board, &water, outline),
                    edge: water.edge,
                };
                problems.push(Context::impossible(rule, piece.id(), fault));
            }
        }
    }
}
