//! Points and axis-aligned boxes.

use std::ops::{Add, Sub};

/// One base width in the unit of all coordinates.
pub const BW: i64 = 1000;

/// The greatest distance of a coordinate from the origin, in base widths: sums and products of such numbers stay far
/// below the range of the integers that hold them.
pub const FARTHEST: i64 = 1000;

/// A place on the table or a step between two places, in thousandths of a BW: `x` to the right and `y` away from the
/// near left corner as the defender sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point {
    /// The distance to the right.
    pub x: i64,
    /// The distance away from the defender.
    pub y: i64,
}

impl Point {
    /// Creates a point from thousandths of a BW.
    #[must_use]
    #[inline]
    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    /// Creates a point from base widths, rounded to thousandths; none if a number is not finite or lies beyond
    /// [`FARTHEST`].
    #[must_use]
    #[inline]
    pub fn from_bw(x: f64, y: f64) -> Option<Self> {
        Some(Self { x: thousandths(x)?, y: thousandths(y)? })
    }

    /// The coordinates in base widths.
    #[must_use]
    #[inline]
    pub fn to_bw(self) -> (f64, f64) {
        (bw(self.x), bw(self.y))
    }

    /// The cross product: twice the signed area of the triangle that two steps span; positive if `other` lies to the
    /// left.
    #[must_use]
    #[inline]
    pub const fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// The scalar product.
    #[must_use]
    #[inline]
    pub const fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// The midpoint of two points, rounded.
    #[must_use]
    #[inline]
    pub const fn halfway(self, other: Self) -> Self {
        Self { x: i64::midpoint(self.x, other.x), y: i64::midpoint(self.y, other.y) }
    }

    /// Whether another point is no farther away than `within` along either axis.
    #[must_use]
    #[inline]
    pub const fn is_at(self, other: Self, within: i64) -> bool {
        (self.x - other.x).abs() <= within && (self.y - other.y).abs() <= within
    }

    /// The square of the length.
    #[must_use]
    #[inline]
    pub const fn square(self) -> i64 {
        self.dot(self)
    }
}

impl Add for Point {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

/// Converts base widths to whole thousandths, rounded half away from zero; none if not finite or out of range.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::as_conversions, reason = "the range has been checked")]
#[inline]
pub fn thousandths(bw: f64) -> Option<i64> {
    #[expect(clippy::cast_precision_loss, reason = "a small constant")]
    let farthest = FARTHEST as f64;
    if bw.is_finite() && bw.abs() <= farthest { Some((bw * 1000.0).round() as i64) } else { None }
}

/// Converts whole thousandths to base widths.
#[must_use]
#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "coordinates are far below 2^52")]
#[inline]
pub fn bw(thousandths: i64) -> f64 {
    thousandths as f64 / 1000.0
}

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The near left corner.
    pub least: Point,
    /// The far right corner.
    pub most: Point,
}

impl Bounds {
    /// The box around points; none if there are no points.
    #[must_use]
    #[inline]
    pub fn of(points: &[Point]) -> Option<Self> {
        let (first, rest) = points.split_first()?;
        let alone = |point: &Point| Self { least: *point, most: *point };
        Some(rest.iter().map(alone).fold(alone(first), Self::and))
    }

    /// Returns the box grown on all sides.
    #[must_use]
    #[inline]
    pub fn grown(self, by: i64) -> Self {
        Self { least: self.least - Point::new(by, by), most: self.most + Point::new(by, by) }
    }

    /// Returns the box moved by a step.
    #[must_use]
    #[inline]
    pub fn moved(self, by: Point) -> Self {
        Self { least: self.least + by, most: self.most + by }
    }

    /// The box around both boxes.
    #[must_use]
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Self {
            least: Point::new(self.least.x.min(other.least.x), self.least.y.min(other.least.y)),
            most: Point::new(self.most.x.max(other.most.x), self.most.y.max(other.most.y)),
        }
    }

    /// Whether the boxes have a point in common.
    #[must_use]
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        // No short-circuiting: comparing everything is quicker than predicting which comparison decides.
        (self.least.x <= other.most.x)
            & (other.least.x <= self.most.x)
            & (self.least.y <= other.most.y)
            & (other.least.y <= self.most.y)
    }

    /// Whether the point lies in the box or on its border.
    #[must_use]
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        (self.least.x..=self.most.x).contains(&point.x) && (self.least.y..=self.most.y).contains(&point.y)
    }
}
