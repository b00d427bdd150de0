//! Places on the drawing, and boxes for its text.

use std::ops::{Add, Mul, Sub};

use musterfield_geometry::Point;
use musterfield_geometry::point::bw;

/// A place on the drawing in hundredths of a BW: to the right and down. Also a vector between two places.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct DrawPoint {
    /// To the right.
    pub(super) x: f64,
    /// Down, towards the near edge.
    pub(super) y: f64,
}

/// A place relative to the upper left corner of the table.
pub(super) const fn spot(x: f64, y: f64) -> DrawPoint {
    DrawPoint { x, y }
}

impl DrawPoint {
    /// The place of a point of the table; `depth` is that of the table.
    pub(super) fn of(point: Point, depth: i64) -> Self {
        spot(hundredths(point.x), hundredths(depth - point.y))
    }

    /// Its length as a vector.
    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The unit vector in its direction; `None` for a zero vector.
    pub(super) fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > 1e-9).then(|| self * (1.0 / length))
    }

    /// Turned by a right angle, clockwise on the screen.
    pub(super) fn turned(self) -> Self {
        spot(-self.y, self.x)
    }

    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(super) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The place at this fraction of the way to another.
    pub(super) fn towards(self, other: Self, share: f64) -> Self {
        self + (other - self) * share
    }
}

impl Add for DrawPoint {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        spot(self.x + other.x, self.y + other.y)
    }
}

impl Sub for DrawPoint {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        spot(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for DrawPoint {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        spot(self.x * by, self.y * by)
    }
}

/// Thousandths of a BW in the unit of the drawing.
pub(super) fn hundredths(thousandths: i64) -> f64 {
    bw(thousandths) * 100.0
}

/// A count as a floating-point number.
pub(super) fn count(of: usize) -> f64 {
    u32::try_from(of).map_or(f64::MAX, f64::from)
}

/// A box parallel to the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Rect {
    /// The box around a place.
    pub(super) fn around(middle: DrawPoint, width: f64, height: f64) -> Self {
        Self {
            left: middle.x - width / 2.0,
            top: middle.y - height / 2.0,
            right: middle.x + width / 2.0,
            bottom: middle.y + height / 2.0,
        }
    }

    /// The box around places; `None` for no places.
    pub(super) fn of(spots: &[DrawPoint]) -> Option<Self> {
        let (first, rest) = spots.split_first()?;
        let start = Self { left: first.x, top: first.y, right: first.x, bottom: first.y };
        Some(rest.iter().fold(start, |all, spot| Self {
            left: all.left.min(spot.x),
            top: all.top.min(spot.y),
            right: all.right.max(spot.x),
            bottom: all.bottom.max(spot.y),
        }))
    }

    pub(super) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn middle(self) -> DrawPoint {
        spot(f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    pub(super) fn grown(self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// The box around this one and another.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Whether two boxes share more than their borders.
    pub(super) fn overlaps(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub(super) fn contains(self, spot: DrawPoint) -> bool {
        (self.left..=self.right).contains(&spot.x) && (self.top..=self.bottom).contains(&spot.y)
    }

    /// The point in it that is nearest to a place.
    pub(super) fn nearest(self, to: DrawPoint) -> DrawPoint {
        spot(to.x.clamp(self.left, self.right), to.y.clamp(self.top, self.bottom))
    }

    /// Whether another box lies in this one.
    pub(super) fn holds(self, other: Self) -> bool {
        self.left <= other.left && other.right <= self.right && self.top <= other.top && other.bottom <= self.bottom
    }

    /// Places spread evenly over it.
    pub(super) fn samples(self) -> impl Iterator<Item = DrawPoint> {
        let across = [0.02, 0.25, 0.5, 0.75, 0.98];
        [0.05, 0.5, 0.95].into_iter().flat_map(move |down| {
            across.map(|right| spot(self.left + right * self.width(), self.top + down * self.height()))
        })
    }
}
