//! Discs within areas: a quick way to see that two areas overlap.

use super::point::Point;
use super::polygon::Polygon;

/// A disc that lies within an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disc {
    /// Its middle.
    pub middle: Point,
    /// Its radius in thousandths of a BW.
    pub radius: i64,
}

impl Disc {
    /// A large disc within an area, around the middle of its box; none where that lies outside.
    #[must_use]
    pub fn within(area: &Polygon) -> Option<Self> {
        let bounds = area.bounds()?;
        let middle = Point::new((bounds.least.x + bounds.most.x) / 2, (bounds.least.y + bounds.most.y) / 2);
        // Halving finds the radius in whole numbers; no outline is farther from the middle of its box than its corners.
        let (mut radius, mut outside) = (0, bounds.most.x - bounds.least.x + bounds.most.y - bounds.least.y + 1);
        while outside - radius > 1 {
            let between = i64::midpoint(radius, outside);
            if area.outline_nearer_to_point(middle, between) { outside = between } else { radius = between }
        }
        area.contains(middle).then_some(Self { middle, radius })
    }

    /// The same disc elsewhere.
    #[must_use]
    pub fn moved(self, by: Point) -> Self {
        Self { middle: self.middle + by, radius: self.radius }
    }

    /// Whether two discs, and so the areas that they lie within, are nearer to each other than `distance`.
    #[must_use]
    pub fn nearer(self, other: Self, distance: i64) -> bool {
        let reach = self.radius + other.radius + distance;
        (self.middle - other.middle).square() < reach * reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn areas_whose_discs_are_near_are_near_themselves() {
        let mut dice = Dice::new(3, 0);
        let (mut near, mut far) = (0, 0);
        for _ in 0..4000 {
            let mut triangle = |spread: i64| {
                let by = Point::new(dice.between(0, spread), dice.between(0, spread));
                let corner = |dice: &mut Dice| Point::new(dice.between(0, 40), dice.between(0, 40)) + by;
                Polygon::new(vec![corner(&mut dice), corner(&mut dice), corner(&mut dice)])
            };
            let (one, other) = (triangle(60), triangle(60));
            let (Some(a), Some(b)) = (Disc::within(&one), Disc::within(&other)) else { continue };
            let distance = dice.between(0, 20);
            if a.nearer(b, distance) {
                near += 1;
                assert!(one.nearer(&other, distance), "{one:?} {other:?} {distance}");
            } else {
                far += 1;
            }
        }
        assert!(near > 300 && far > 300, "{near} {far}");
    }

    #[test]
    fn the_disc_of_a_square_touches_its_sides() {
        let corners = [(0, 0), (10, 0), (10, 10), (0, 10)].map(|(x, y)| Point::new(x, y));
        assert_eq!(Disc::within(&Polygon::new(corners.to_vec())), Some(Disc { middle: Point::new(5, 5), radius: 5 }));
    }
}
