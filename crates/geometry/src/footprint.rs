//! The ground that a base covers, standing or along a straight move: a convex outline that needs no allocation.

use super::base::{Base, Edge};
use super::course::Course;
use super::point::{Bounds, Point};
use super::polygon::Polygon;
use super::segment::Segment;

/// A convex outline with at most eight corners, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    corners: [Point; 8],
    count: usize,
    bounds: Bounds,
}

impl Footprint {
    /// The ground that a base covers where it stands.
    #[must_use]
    pub fn of(base: &Base) -> Self {
        Self::swept(base, Point::default())
    }

    /// The ground that a base covers on a straight move without turning.
    #[must_use]
    pub fn swept(base: &Base, step: Point) -> Self {
        let mut hull = Self { corners: [Point::default(); 8], count: 0, bounds: base.bounds() };
        let there = base.moved(step);
        hull.bounds = hull.bounds.and(there.bounds());
        // An edge that moves forward bounds the covered ground where it ends; any other edge does so where it starts.
        let goes = |edge: Edge| base.outward_facing(edge).along(step) > 0;
        let mut before = goes(Edge::Left);
        for ((edge, from), to) in Edge::ALL.into_iter().zip(base.corners()).zip(there.corners()) {
            let after = goes(edge);
            match (before, after) {
                (false, false) => hull.push(from),
                (true, true) => hull.push(to),
                (false, true) => [from, to].into_iter().for_each(|corner| hull.push(corner)),
                (true, false) => [to, from].into_iter().for_each(|corner| hull.push(corner)),
            }
            before = after;
        }
        hull
    }

    /// The ground between two places of an edge: the smallest convex outline around both.
    #[must_use]
    pub fn between(one: Segment, other: Segment) -> Self {
        let points = [one.from, one.to, other.from, other.to];
        let mut hull = Self { corners: [Point::default(); 8], count: 0, bounds: one.bounds().and(other.bounds()) };
        // From the least point on, always to the next one from which all others lie to the right.
        let Some(first) = points.into_iter().min_by_key(|point| (point.x, point.y)) else { return hull };
        let mut here = first;
        for _ in points {
            hull.push(here);
            let next = points.into_iter().filter(|point| *point != here).reduce(|best, point| {
                let side = Segment::new(here, best).side(point);
                let is_farther = side == 0 && (point - here).square() > (best - here).square();
                if side > 0 || is_farther { point } else { best }
            });
            match next.filter(|next| *next != first) {
                Some(next) => here = next,
                None => break,
            }
        }
        hull
    }

    fn push(&mut self, corner: Point) {
        if let Some(place) = self.corners.get_mut(self.count) {
            *place = corner;
            self.count += 1;
        }
    }

    /// The corners.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        self.corners.get(..self.count).unwrap_or_default()
    }

    /// The box around the footprint.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The sides, clockwise.
    pub fn sides(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        let corners = self.corners();
        let next = corners.iter().skip(1).chain(corners.first());
        corners.iter().zip(next).map(|(from, to)| Segment::new(*from, *to))
    }

    /// Whether a point lies in the footprint, its border included.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.bounds.contains(point) && self.sides().all(|side| side.side(point) <= 0)
    }

    /// Whether the footprint and a base share more than their borders.
    #[must_use]
    pub fn overlaps(&self, base: &Base) -> bool {
        let corners = base.corners();
        self.bounds.intersects(base.bounds())
            && !self.sides().any(|side| corners.iter().all(|corner| side.side(*corner) >= 0))
            && !Edge::ALL.iter().any(|edge| self.corners().iter().all(|corner| base.edge(*edge).side(*corner) >= 0))
    }

    /// Whether the footprint shares a point with an area.
    #[must_use]
    pub fn intersects(&self, area: &Polygon) -> bool {
        let crosses = |side: Segment| {
            self.bounds.intersects(side.bounds())
                && (self.contains(side.from) || self.sides().any(|mine| mine.intersects(side)))
        };
        area.sides().any(crosses) || self.corners().first().is_some_and(|corner| area.contains(*corner))
    }

    /// Whether the footprint lies wholly in an area, the area's border included.
    #[must_use]
    pub fn lies_in(&self, area: &Polygon) -> bool {
        self.corners().iter().all(|corner| area.contains(*corner))
            && !area.sides().any(|side| self.sides().any(|mine| mine.crosses(side)))
            && !area.corners.iter().any(|corner| self.sides().all(|mine| mine.side(*corner) < 0))
    }

    /// Whether the footprint shares a point with the band of a course.
    #[must_use]
    pub fn meets_band(&self, course: &Course) -> bool {
        let near = self.bounds.grown(course.width / 2 + 1);
        // Most segments of a course are far away.
        let mut pieces = course.pieces().filter(|piece| piece.bounds().intersects(near));
        pieces.any(|piece| self.sides().any(|side| course.is_met_at(piece, side)))
            || course.path.first().is_some_and(|point| self.contains(*point))
    }

    /// Whether the footprint shares a point with a line.
    #[must_use]
    pub fn meets_line(&self, line: Segment) -> bool {
        self.bounds.intersects(line.bounds())
            && (self.contains(line.from) || self.sides().any(|side| side.intersects(line)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Facing;
    use crate::facing::rounded;

    prop_compose! {
        fn base()(x in 0..4000_i64, y in 0..4000_i64, facing in 0..3600_i32) -> Base {
            Base::new(Point::new(x, y), Facing::from_tenths(facing), 1000, 750)
        }
    }

    proptest! {
        #[test]
        fn a_way_covers_every_place_on_it_and_no_more(
            base in base(),
            (x, y) in (-2000..2000_i64, -2000..2000_i64),
            (px, py) in (-3000..7000_i64, -3000..7000_i64),
        ) {
            let step = Point::new(x, y);
            let hull = Footprint::swept(&base, step);
            let on_way = |part: i64| base.moved(Point::new(rounded(x * part, 400), rounded(y * part, 400)));
            let point = Point::new(px, py);
            let seen = (0..=400).any(|part| on_way(part).contains(point));
            let nearly = (0..=400).any(|part| on_way(part).shrunk(-12).contains(point));
            prop_assert!(hull.contains(point) || !(0..=400).any(|part| on_way(part).shrunk(2).contains(point)));
            prop_assert!(!hull.contains(point) || seen || nearly);
            for corner in on_way(200).shrunk(2).corners() {
                prop_assert!(hull.contains(corner));
            }
        }

        #[test]
        fn what_an_edge_sweeps_holds_every_point_between_two_places(
            points in prop::array::uniform4((0..3000_i64, 0..3000_i64)),
            (part, place) in (0..=100_i64, 0..=100_i64),
            base in base(),
        ) {
            let [a, b, c, d] = points.map(|(x, y)| Point::new(x, y));
            let hull = Footprint::between(Segment::new(a, b), Segment::new(c, d));
            prop_assert!(points.iter().all(|(x, y)| hull.contains(Point::new(*x, *y))));
            prop_assert!(hull.corners().iter().all(|corner| [a, b, c, d].contains(corner)));
            let between = |from: Point, to: Point, part: i64| {
                from + Point::new(rounded((to.x - from.x) * part, 100), rounded((to.y - from.y) * part, 100))
            };
            let point = between(between(a, b, place), between(c, d, place), part);
            prop_assert!(hull.overlaps(&base) || !base.shrunk(4).contains(point) || hull.corners().len() < 3);
        }

        #[test]
        fn areas_that_it_meets_are_those_near_it(base in base(), corners in prop::array::uniform3((0..5000_i64, 0..5000_i64))) {
            let area = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec());
            let hull = Footprint::of(&base);
            // Outlines may be nearer to each other than a thousandth of a BW and still share no point.
            let near = area.nearer(&base.outline(), 1);
            prop_assert!(!hull.intersects(&area) || near);
            prop_assert!(!near || Footprint::of(&base.shrunk(-3)).intersects(&area));
            if hull.lies_in(&area) {
                prop_assert!(hull.intersects(&area) && area.contains(base.middle()));
            }
        }
    }
}
