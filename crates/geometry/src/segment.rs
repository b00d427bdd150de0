//! Straight lines between two points.

use super::facing::rounded;
use super::point::{Bounds, Point};

/// A straight line between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}

impl Segment {
    /// Creates a line from its ends.
    #[must_use]
    #[inline]
    pub const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }

    /// The step from end to end.
    #[must_use]
    #[inline]
    pub fn step(self) -> Point {
        self.to - self.from
    }

    /// The box around the line.
    #[must_use]
    #[inline]
    pub fn bounds(self) -> Bounds {
        Bounds {
            least: Point::new(self.from.x.min(self.to.x), self.from.y.min(self.to.y)),
            most: Point::new(self.from.x.max(self.to.x), self.from.y.max(self.to.y)),
        }
    }

    /// The side on which a point lies: positive to the left, 0 on the line.
    #[must_use]
    #[inline]
    pub fn side(self, point: Point) -> i64 {
        self.step().cross(point - self.from)
    }

    /// Whether the point lies on the line.
    #[must_use]
    #[inline]
    pub fn holds(self, point: Point) -> bool {
        self.side(point) == 0 && self.bounds().contains(point)
    }

    /// Whether the two lines share a point, ends included.
    #[must_use]
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        if !self.bounds().intersects(other.bounds()) {
            return false;
        }
        let (a, b) = (self.side(other.from).signum(), self.side(other.to).signum());
        let (c, d) = (other.side(self.from).signum(), other.side(self.to).signum());
        // Both ends on one side of the other's line: they do not meet. All four on one line: the comparison of boxes
        // has already decided.
        a * b <= 0 && c * d <= 0
    }

    /// Whether the lines cross at a point that is not an end of either.
    #[must_use]
    #[inline]
    pub fn crosses(self, other: Self) -> bool {
        let (a, b) = (self.side(other.from).signum(), self.side(other.to).signum());
        let (c, d) = (other.side(self.from).signum(), other.side(self.to).signum());
        a * b < 0 && c * d < 0
    }

    /// Whether the distance from a point to the line is less than `distance`; false if it is exactly equal.
    #[must_use]
    #[inline]
    pub fn nearer_to_point(self, point: Point, distance: i64) -> bool {
        let (step, to) = (self.step(), point - self.from);
        let (along, square) = (step.dot(to), step.square());
        let limit = distance * distance;
        if along <= 0 {
            return to.square() < limit;
        }
        if along >= square {
            return (point - self.to).square() < limit;
        }
        let cross = i128::from(step.cross(to));
        cross * cross < i128::from(limit) * i128::from(square)
    }

    /// The point of the line that is nearest to another point, rounded.
    #[must_use]
    #[inline]
    pub fn nearest_to(self, point: Point) -> Point {
        let step = self.step();
        let (along, square) = (step.dot(point - self.from).clamp(0, step.square()), step.square().max(1));
        self.from + Point::new(rounded(step.x * along, square), rounded(step.y * along, square))
    }

    /// The midpoint, rounded.
    #[must_use]
    #[inline]
    pub const fn middle(self) -> Point {
        self.from.halfway(self.to)
    }

    /// Whether the distance between the two lines is less than `distance`; false if it is exactly equal. Lines that
    /// meet are nearer than any distance above 0.
    #[must_use]
    #[inline]
    pub fn nearer(self, other: Self, distance: i64) -> bool {
        if distance <= 0 || !self.bounds().grown(distance).intersects(other.bounds()) {
            return false;
        }
        self.nearer_to_point(other.from, distance)
            || self.nearer_to_point(other.to, distance)
            || other.nearer_to_point(self.from, distance)
            || other.nearer_to_point(self.to, distance)
            || self.intersects(other)
    }

    /// The length in thousandths of a BW.
    #[must_use]
    #[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "squares of coordinates are below 2^52")]
    #[inline]
    pub fn length(self) -> f64 {
        (self.step().square() as f64).sqrt()
    }
}
