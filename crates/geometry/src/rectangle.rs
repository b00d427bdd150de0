//! The least-area rectangle around an outline, which gives the length and width of a feature.

use super::point::Point;
use super::polygon::Polygon;

/// A rectangle around an outline, standing on one side of the convex hull. Its length and width are stored as exact
/// quotients: a whole number over the length of that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinAreaRectangle {
    /// The greater extent, multiplied by the length of [`MinAreaRectangle::unit`].
    long: i64,
    /// The smaller extent, multiplied in the same way.
    short: i64,
    /// The direction of one pair of sides; its length is the unit of both extents.
    unit: Point,
    /// Whether the greater extent lies along `unit`.
    along: bool,
    /// The least extents along `unit` and at right angles to it, from which the middle is computed.
    least: (i64, i64),
}

impl MinAreaRectangle {
    /// The rectangle of least area around an outline; if there are several, the one nearest to a square. None for
    /// fewer than three corners or for corners all on one line.
    #[must_use]
    pub fn around(polygon: &Polygon) -> Option<Self> {
        Self::all_around(polygon).into_iter().min_by(Self::by_area)
    }

    /// The rectangles around an outline that stand on the sides of its convex hull. One of them has the least area.
    /// None for fewer than three corners or for corners all on one line.
    #[must_use]
    pub fn all_around(polygon: &Polygon) -> Vec<Self> {
        let hull = polygon.hull();
        if hull.len() < 3 {
            return Vec::new();
        }
        let at = |index: usize| hull.get(index % hull.len()).copied().unwrap_or_default();
        // The corners farthest from a side advance round the hull as the side does, and never go back, so each search
        // continues from the result for the previous side.
        let (mut along_most, mut across_most, mut along_least) = (1, 1, 1);
        (0..hull.len())
            .map(|side| {
                let (from, unit) = (at(side), at(side + 1) - at(side));
                let farthest = |start: usize, value: &dyn Fn(Point) -> i64| {
                    let mut best = start;
                    while value(at(best + 1)) > value(at(best)) {
                        best += 1;
                    }
                    best
                };
                along_most = farthest(along_most.max(side + 1), &|point| unit.dot(point));
                across_most = farthest(across_most.max(along_most), &|point| unit.cross(point));
                along_least = farthest(along_least.max(across_most), &|point| -unit.dot(point));
                let along = (unit.dot(at(along_least)), unit.dot(at(along_most)));
                Self::with(unit, along, (unit.cross(from), unit.cross(at(across_most))))
            })
            .collect()
    }

    /// The rectangle whose extents along a direction and at right angles to it lie between these numbers.
    fn with(unit: Point, (along_least, along_most): (i64, i64), (across_least, across_most): (i64, i64)) -> Self {
        let (along, across) = (along_most - along_least, across_most - across_least);
        Self {
            long: along.max(across),
            short: along.min(across),
            unit,
            along: along >= across,
            least: (along_least, across_least),
        }
    }

    /// Compares by area, then puts the squarer one first; quotients are compared without dividing.
    fn by_area(&self, other: &Self) -> std::cmp::Ordering {
        let area = |a: &Self, b: &Self| {
            // (long / unit) * (short / unit), over the common denominator. Products of coordinates on a table are
            // below 2^33, so two of them and the square of a unit stay below 2^100; those of a file with coordinates
            // far off any table may not, and saturate.
            i128::from(a.long).saturating_mul(i128::from(a.short)).saturating_mul(i128::from(b.unit.square()))
        };
        let ratio = |a: &Self, b: &Self| i128::from(a.long) * i128::from(b.short);
        area(self, other).cmp(&area(other, self)).then_with(|| ratio(self, other).cmp(&ratio(other, self)))
    }

    /// Length and width in thousandths of a BW, for display.
    #[must_use]
    #[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "for display, not compared")]
    pub fn size(&self) -> (f64, f64) {
        let unit = (self.unit.square() as f64).sqrt();
        (self.long as f64 / unit, self.short as f64 / unit)
    }

    /// The direction of the length, as a step of any length.
    #[must_use]
    pub fn direction(&self) -> Point {
        if self.along { self.unit } else { Point::new(-self.unit.y, self.unit.x) }
    }

    /// The middle in thousandths of a BW.
    #[must_use]
    #[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "for display, not compared")]
    pub fn middle(&self) -> (f64, f64) {
        let (along, across) = if self.along { (self.long, self.short) } else { (self.short, self.long) };
        let (a, c) = (self.least.0 as f64 + along as f64 / 2.0, self.least.1 as f64 + across as f64 / 2.0);
        let (ux, uy, square) = (self.unit.x as f64, self.unit.y as f64, self.unit.square() as f64);
        ((ux * a - uy * c) / square, (uy * a + ux * c) / square)
    }

    /// Whether `a` times the length plus `b` times the width is more than `limit` thousandths of a BW; exact.
    ///
    /// Every limit on sizes is checked with this function: `exceeds(1, 0, 6000)` is a length above 6 BW,
    /// `exceeds(0, -1, -1500)` a width below 1.5 BW, `exceeds(1, -2, 0)` a length of more than twice the width.
    #[must_use]
    pub fn exceeds(&self, a: i64, b: i64, limit: i64) -> bool {
        let sum = i128::from(a) * i128::from(self.long) + i128::from(b) * i128::from(self.short);
        let limit = i128::from(limit);
        // sum / unit > limit, squared where both sides have the same sign.
        let (left, right) = (sum.saturating_mul(sum), (limit * limit).saturating_mul(i128::from(self.unit.square())));
        match (sum >= 0, limit >= 0) {
            (true, true) => left > right,
            (true, false) => sum > 0 || limit < 0,
            (false, true) => false,
            (false, false) => left < right,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same result, computed from every corner for every side.
    fn plainly(polygon: &Polygon) -> Vec<MinAreaRectangle> {
        let hull = polygon.hull();
        let next = hull.iter().cycle().skip(1);
        let sides = hull.iter().zip(next).map(|(from, to)| *to - *from);
        sides
            .map(|unit| {
                let range = |value: fn(Point, Point) -> i64| {
                    let values = || hull.iter().map(|point| value(unit, *point));
                    (values().min().unwrap(), values().max().unwrap())
                };
                MinAreaRectangle::with(unit, range(Point::dot), range(Point::cross))
            })
            .collect()
    }

    proptest! {
        #[test]
        fn what_goes_once_round_the_hull_finds_what_looking_at_every_corner_finds(
            (spread, corners) in prop::sample::select(vec![3i64, 20, 9000])
                .prop_flat_map(|spread| (Just(spread), prop::collection::vec((0..=spread, 0..=spread), 3..40))),
        ) {
            let polygon = Polygon::new(corners.into_iter().map(|(x, y)| Point::new(x, y)).collect());
            let (all, hull) = (MinAreaRectangle::all_around(&polygon), polygon.hull());
            prop_assert!(all.len() == hull.len() || all.is_empty() && hull.len() < 3, "{}", spread);
            prop_assert!(all.is_empty() || all == plainly(&polygon));
        }
    }
}
