//! Discs within areas: a quick way to see that two areas overlap.

use super::point::Point;
use super::polygon::Polygon;

/// A disc that lies within an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disc {
    /// The centre.
    pub middle: Point,
    /// The radius in thousandths of a BW.
    pub radius: i64,
}

impl Disc {
    /// A large disc within an area, around the middle of the area's box; none if that middle lies outside the area.
    #[must_use]
    pub fn inscribed_in(area: &Polygon) -> Option<Self> {
        let bounds = area.bounds()?;
        let middle = Point::new((bounds.least.x + bounds.most.x) / 2, (bounds.least.y + bounds.most.y) / 2);
        // The radius is found by bisection in whole numbers; the outline is never farther from the middle of its box
        // than the box's corners are.
        let (mut radius, mut outside) = (0, bounds.most.x - bounds.least.x + bounds.most.y - bounds.least.y + 1);
        while outside - radius > 1 {
            let between = i64::midpoint(radius, outside);
            if area.outline_nearer_to_point(middle, between) { outside = between } else { radius = between }
        }
        area.contains(middle).then_some(Self { middle, radius })
    }

    /// Returns the disc moved by a step.
    #[must_use]
    pub fn moved(self, by: Point) -> Self {
        Self { middle: self.middle + by, radius: self.radius }
    }

    /// Whether two discs, and therefore the areas they lie within, are nearer to each other than `distance`, which is
    /// above 0.
    #[must_use]
    pub fn nearer(self, other: Self, distance: i64) -> bool {
        let reach = self.radius + other.radius + distance;
        (self.middle - other.middle).square() < reach * reach
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    prop_compose! {
        fn triangle()(by in (0..60i64, 0..60i64), corners in prop::array::uniform3((0..40i64, 0..40i64))) -> Polygon {
            Polygon::new(corners.map(|(x, y)| Point::new(x + by.0, y + by.1)).to_vec())
        }
    }

    proptest! {
        #[test]
        fn areas_whose_discs_are_near_are_near_themselves(one in triangle(), other in triangle(), distance in 1..20i64) {
            if let (Some(a), Some(b)) = (Disc::inscribed_in(&one), Disc::inscribed_in(&other)) {
                prop_assert!(!a.nearer(b, distance) || one.nearer(&other, distance));
            }
        }
    }

    #[test]
    fn the_disc_of_a_square_touches_its_sides() {
        let square = |by: i64| {
            let corners = [(0, 0), (10, 0), (10, 10), (0, 10)].map(|(x, y)| Point::new(x + by, y));
            Disc::inscribed_in(&Polygon::new(corners.to_vec())).unwrap()
        };
        assert_eq!(square(0), Disc { middle: Point::new(5, 5), radius: 5 });
        assert!(square(0).nearer(square(14), 5) && !square(0).nearer(square(14), 4));
    }
}
