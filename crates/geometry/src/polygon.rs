//! Outlines of areas.

use super::point::{Bounds, Point};
use super::segment::Segment;

/// The outline of an area: its corners in order, without repeating the first at the end. It may be anything that a
/// file contains; [`Polygon::flaw`] says whether it counts as an area.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Polygon {
    /// The corners.
    pub corners: Vec<Point>,
}

/// A flaw that keeps an outline from being a simple one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Fewer than three corners, or no area.
    Empty,
    /// The sides that begin at these corners meet, or two corners coincide.
    Crossing(usize, usize),
}

impl Polygon {
    /// Creates an outline from its corners.
    #[must_use]
    pub fn new(corners: Vec<Point>) -> Self {
        Self { corners }
    }

    /// Returns the outline moved by a step.
    #[must_use]
    pub fn moved(&self, by: Point) -> Self {
        Self { corners: self.corners.iter().map(|corner| *corner + by).collect() }
    }

    /// The sides; the last one leads from the last corner back to the first.
    pub fn sides(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        let next = self.corners.iter().skip(1).chain(self.corners.first());
        self.corners.iter().zip(next).map(|(from, to)| Segment::new(*from, *to))
    }

    /// The box around the outline; none if there are no corners.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(&self.corners)
    }

    /// Twice the area, positive if the corners run anticlockwise.
    #[must_use]
    pub fn twice_area(&self) -> i64 {
        self.sides().map(|side| side.from.cross(side.to)).sum()
    }

    /// The flaw of the outline; `None` if it is a simple one.
    #[must_use]
    pub fn flaw(&self) -> Option<Flaw> {
        if self.corners.len() < 3 {
            return Some(Flaw::Empty);
        }
        let sides: Vec<Segment> = self.sides().collect();
        let last = sides.len() - 1;
        for (at, side) in sides.iter().enumerate() {
            if side.from == side.to {
                return Some(Flaw::Crossing(at, at));
            }
            for (other_at, other) in sides.iter().enumerate().skip(at + 1) {
                let meets = if other_at == at + 1 {
                    folds_back(*side, *other)
                } else if at == 0 && other_at == last {
                    folds_back(*other, *side)
                } else {
                    side.intersects(*other)
                };
                if meets {
                    return Some(Flaw::Crossing(at, other_at));
                }
            }
        }
        if self.twice_area() == 0 { Some(Flaw::Empty) } else { None }
    }

    /// Whether the point lies inside or on the outline.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let mut inside = false;
        for side in self.sides() {
            if side.from.y.max(side.to.y) < point.y || side.from.y.min(side.to.y) > point.y {
                continue;
            }
            if side.holds(point) {
                return true;
            }
            if (side.from.y > point.y) != (side.to.y > point.y) {
                let left = side.side(point) > 0;
                if left == (side.to.y > side.from.y) {
                    inside = !inside;
                }
            }
        }
        inside
    }

    /// Whether the distance from the point to the outline is less than `distance`, from inside or outside.
    #[must_use]
    pub fn outline_nearer_to_point(&self, point: Point, distance: i64) -> bool {
        self.sides().any(|side| side.nearer_to_point(point, distance))
    }

    /// Whether the distance between the areas is less than `distance`; false if it is exactly equal. An area inside
    /// another is nearer than any distance above 0.
    #[must_use]
    pub fn nearer(&self, other: &Self, distance: i64) -> bool {
        let (Some(mine), Some(theirs)) = (self.bounds(), other.bounds()) else { return false };
        let reach = mine.grown(distance);
        if !reach.intersects(theirs) {
            return false;
        }
        let near: Vec<Segment> = other.sides().filter(|side| reach.intersects(side.bounds())).collect();
        self.sides().any(|side| near.iter().any(|other| side.nearer(*other, distance)))
            || self.corners.first().is_some_and(|corner| other.contains(*corner))
            || other.corners.first().is_some_and(|corner| self.contains(*corner))
    }

    /// The length of the outline in thousandths of a BW.
    #[must_use]
    pub fn outline_length(&self) -> f64 {
        self.sides().map(Segment::length).sum()
    }

    /// The corners of the convex hull, anticlockwise, without those on a straight line between two others.
    #[must_use]
    pub fn hull(&self) -> Vec<Point> {
        let mut points = self.corners.clone();
        points.sort_unstable();
        points.dedup();
        if points.len() < 3 {
            return points;
        }
        let mut hull = half_hull(points.iter().copied());
        hull.extend(half_hull(points.iter().rev().copied()));
        hull
    }

    /// Twice the area of the part where `x` (or `y`) is below `limit`, in square thousandths of a BW.
    #[must_use]
    #[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "areas are weighed, not compared exactly")]
    pub fn twice_area_below(&self, axis: Axis, limit: i64) -> f64 {
        let at = |point: Point| match axis {
            Axis::X => point,
            Axis::Y => Point::new(point.y, point.x),
        };
        let limit = limit as f64;
        let mut clipped: Vec<(f64, f64)> = Vec::with_capacity(self.corners.len() + 4);
        for side in self.sides() {
            let (from, to) = (at(side.from), at(side.to));
            let (fx, fy, tx, ty) = (from.x as f64, from.y as f64, to.x as f64, to.y as f64);
            if fx <= limit {
                clipped.push((fx, fy));
            }
            if (fx < limit) != (tx < limit) && (tx - fx).abs() > 0.0 {
                clipped.push((limit, fy + (ty - fy) * (limit - fx) / (tx - fx)));
            }
        }
        let next = clipped.iter().cycle().skip(1);
        clipped.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>().abs()
    }
}

/// An axis of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Left to right.
    X,
    /// Near to far.
    Y,
}

/// Whether a side doubles straight back over the one before it.
fn folds_back(side: Segment, next: Segment) -> bool {
    side.side(next.to) == 0 && side.step().dot(next.step()) < 0
}

/// One chain of the hull over points in order, without its last point, where the other chain begins.
fn half_hull(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for point in points {
        while let [.., before, last] = chain.as_slice() {
            if (*last - *before).cross(point - *last) > 0 {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain.pop();
    chain
}
