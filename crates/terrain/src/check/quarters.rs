//! The quarters in which features lie.

use musterfield_geometry::{Course, Point, Polygon};

use super::measurements::TOLERANCE;
use crate::layout::{Board, Quarter};
use crate::quarter_set::QuarterSet;

/// Whether two quarters have a side in common.
pub(super) fn are_neighbours(one: Quarter, other: Quarter) -> bool {
    (one.is_right() == other.is_right()) != (one.is_far() == other.is_far())
}

/// The quarters that a feature reaches.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    /// The quarters that contain any part of it.
    pub touched: QuarterSet,
    /// The quarters into which it extends by more than the tolerance.
    pub deep: QuarterSet,
}

impl Reach {
    pub(super) fn of_area(board: Board, outline: &Polygon) -> Self {
        let reaches = |depth| QuarterSet::from_fn(|quarter| area_reaches(board, outline, quarter, depth));
        Self { touched: reaches(0), deep: reaches(TOLERANCE) }
    }

    /// The reach of a course with its banks.
    pub(super) fn of_course(board: Board, course: &Course) -> Self {
        let half = |side: i64| (side / 2, side - side / 2);
        let ((left, right), (near, far)) = (half(board.width), half(board.depth));
        let reaches = |quarter: Quarter, depth: i64| {
            let (least_x, most_x) = if quarter.is_right() { (right + depth, board.width) } else { (0, left - depth) };
            let (least_y, most_y) = if quarter.is_far() { (far + depth, board.depth) } else { (0, near - depth) };
            course.overlaps(&Polygon::new(vec![
                Point::new(least_x, least_y),
                Point::new(most_x, least_y),
                Point::new(most_x, most_y),
                Point::new(least_x, most_y),
            ]))
        };
        Self {
            touched: QuarterSet::from_fn(|quarter| reaches(quarter, 0)),
            deep: QuarterSet::from_fn(|quarter| reaches(quarter, TOLERANCE)),
        }
    }

    /// Whether it can be considered to lie in one of these numbers of neighbouring quarters, its own among them.
    pub(super) fn fits(self, counts: &[usize], own: Option<Quarter>) -> bool {
        let pairs = Quarter::ALL.into_iter().flat_map(|one| {
            Quarter::ALL
                .into_iter()
                .filter(move |other| *other == one || are_neighbours(one, *other))
                .map(move |other| QuarterSet::from_fn(|quarter| quarter == one || quarter == other))
        });
        pairs
            .filter(|set| counts.contains(&set.count()) && own.is_none_or(|own| set.has(own)))
            .any(|set| self.deep.within(set) && set.within(self.touched))
    }
}

/// Whether part of an area lies in a quarter, farther than `depth` from both lines between the quarters. Parts off the
/// table belong to the quarter beside them.
fn area_reaches(board: Board, outline: &Polygon, quarter: Quarter, depth: i64) -> bool {
    // All coordinates doubled, and the quarter turned so that both are above 0.
    let seen = |point: Point| {
        let (x, y) = (2 * point.x - board.width, 2 * point.y - board.depth);
        let turned = |value: i64, positive: bool| if positive { value } else { -value };
        Point::new(turned(x, quarter.is_right()) - 2 * depth, turned(y, quarter.is_far()) - 2 * depth)
    };
    outline.sides().any(|side| enters(seen(side.from), seen(side.to)))
}

/// Whether a straight line has a point with both coordinates above 0.
fn enters(from: Point, to: Point) -> bool {
    let inside = |point: Point| point.x > 0 && point.y > 0;
    if inside(from) || inside(to) {
        return true;
    }
    if from.x.max(to.x) <= 0 || from.y.max(to.y) <= 0 {
        return false;
    }
    // One end is below, the other to the left: does the line pass above the corner or below?
    let (below, left) = if from.x > 0 { (from, to) } else { (to, from) };
    (left - below).cross(Point::default() - below) > 0
}

/// The area in each quarter, in square BW, in the order of their numbers.
pub(super) fn shares(board: Board, outline: &Polygon) -> [f64; 4] {
    let (width, depth) = Point::new(board.width, board.depth).to_bw();
    let corners: Vec<(f64, f64)> =
        outline.corners.iter().map(|corner| corner.to_bw()).map(|(x, y)| (x - width / 2.0, y - depth / 2.0)).collect();
    Quarter::ALL.map(|quarter| {
        let sign = |positive: bool| if positive { 1.0 } else { -1.0 };
        let (across, away) = (sign(quarter.is_right()), sign(quarter.is_far()));
        let turned: Vec<(f64, f64)> = corners.iter().map(|(x, y)| (x * across, y * away)).collect();
        let half = above_zero(&turned);
        let swapped: Vec<(f64, f64)> = half.iter().map(|(x, y)| (*y, *x)).collect();
        let part = above_zero(&swapped);
        let next = part.iter().cycle().skip(1);
        part.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>().abs() / 2.0
    })
}

/// The part of an area where the first coordinate is above 0.
fn above_zero(corners: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut part = Vec::with_capacity(corners.len() + 4);
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        if from.0 >= 0.0 {
            part.push(*from);
        }
        if (from.0 > 0.0 && to.0 < 0.0) || (from.0 < 0.0 && to.0 > 0.0) {
            part.push((0.0, from.1 - from.0 * (to.1 - from.1) / (to.0 - from.0)));
        }
    }
    part
}

/// The quarter that contains most of an area; the first of equals.
pub(super) fn largest(board: Board, outline: &Polygon) -> Option<Quarter> {
    let mut best: Option<(Quarter, f64)> = None;
    for (quarter, share) in Quarter::ALL.into_iter().zip(shares(board, outline)) {
        if best.is_none_or(|(_, most)| share > most) {
            best = Some((quarter, share));
        }
    }
    best.map(|(quarter, _)| quarter)
}
