//! An outline before it is turned and placed, and its turn.

use musterfield_geometry::{Point, Polygon};

/// An outline around the origin in thousandths of a BW, with everything that moves with it, before it is turned and
/// placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    /// The corners.
    pub outline: Vec<(f64, f64)>,
    /// The crest of a hill.
    pub crest: Vec<(f64, f64)>,
    /// The gates of a BUA.
    pub gates: Vec<(f64, f64)>,
}

impl Stamp {
    /// The outline with its centre at a point, turned anticlockwise by the angle with this cosine and sine.
    #[must_use]
    pub fn put(&self, turn: Turn, at: Point) -> Polygon {
        Polygon::new(turn.points(&self.outline, at))
    }
}

/// A turn, as cosine and sine, with optional mirroring before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    cosine: f64,
    sine: f64,
    mirrored: bool,
}

impl Turn {
    /// An anticlockwise turn by this many degrees.
    #[must_use]
    pub fn degrees(degrees: f64, mirrored: bool) -> Self {
        let (sine, cosine) = match degrees {
            // Right angles stay exact.
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            _ => libm::sincos(degrees.to_radians()),
        };
        Self { cosine, sine, mirrored }
    }

    /// A vector after the turn.
    #[must_use]
    pub fn of(self, (x, y): (f64, f64)) -> (f64, f64) {
        let y = if self.mirrored { -y } else { y };
        (x * self.cosine - y * self.sine, x * self.sine + y * self.cosine)
    }

    /// Points after the turn, moved.
    #[must_use]
    pub fn points(self, points: &[(f64, f64)], at: Point) -> Vec<Point> {
        let put = |point: &(f64, f64)| {
            let (x, y) = self.of(*point);
            at + Point::new(whole(x), whole(y))
        };
        points.iter().map(put).collect()
    }
}

#[expect(clippy::cast_possible_truncation, clippy::as_conversions, reason = "conversions of floats saturate")]
pub(crate) fn whole(number: f64) -> i64 {
    number.round() as i64
}

#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "coordinates are far below 2^52")]
pub(crate) fn exact(number: i64) -> f64 {
    number as f64
}
