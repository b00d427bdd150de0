//! Rectangles with a facing: the bases of elements, camps, and the ground before a front edge.

use std::hash::{Hash, Hasher};

use super::facing::{Facing, UNIT, rounded};
use super::point::{Bounds, Point};
use super::polygon::Polygon;
use super::segment::Segment;

/// A rectangle with a front. Its corners are whole thousandths of a BW. Rectangles that face the same way or at right
/// angles to each other and share a corner share it exactly, so whether two bases are lined up can be decided by
/// comparing numbers for equality.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// Front left, front right, rear right and rear left, as seen when facing the same way as the base.
    corners: [Packed; 4],
    /// The corners of the box around it, stored because it is needed more often than anything else.
    bounds: [Packed; 2],
    width: i32,
    depth: i32,
    facing: Facing,
}

/// A point in half the space: battles hold and copy bases by the dozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Packed {
    x: i32,
    y: i32,
}

impl Packed {
    #[inline]
    fn of(point: Point) -> Self {
        Self { x: packed(point.x), y: packed(point.y) }
    }

    #[inline]
    fn point(self) -> Point {
        Point::new(i64::from(self.x), i64::from(self.y))
    }

    #[inline]
    fn moved(self, by: Self) -> Self {
        Self { x: self.x.wrapping_add(by.x), y: self.y.wrapping_add(by.y) }
    }
}

/// A length or coordinate in half the space. None comes near the greatest number that this can hold, two million base
/// widths; one that did would become that number.
#[inline]
fn packed(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}

/// Everything else follows from the front left corner, the facing and the size.
impl PartialEq for Base {
    fn eq(&self, other: &Self) -> bool {
        self.corners[0] == other.corners[0]
            && (self.facing, self.width, self.depth) == (other.facing, other.width, other.depth)
    }
}

impl Eq for Base {}

impl Hash for Base {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.corners[0], self.facing, self.width, self.depth).hash(state);
    }
}

/// One of the four edges of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The edge in the direction of facing.
    Front,
    /// The edge on the right-hand side.
    Right,
    /// The edge at the back.
    Rear,
    /// The edge on the left-hand side.
    Left,
}

impl Edge {
    /// All four edges, clockwise.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Rear, Self::Left];

    /// The angle clockwise from the front edge, in tenths of a degree.
    const fn turn(self) -> i32 {
        match self {
            Self::Front => 0,
            Self::Right => 900,
            Self::Rear => 1800,
            Self::Left => 2700,
        }
    }
}

impl Base {
    /// Creates a rectangle from its front left corner.
    #[must_use]
    #[inline]
    pub fn new(front_left: Point, facing: Facing, width: i64, depth: i64) -> Self {
        let (right, ahead) = facing.steps(width, depth);
        let (front_right, back) = (front_left + right, ahead);
        let corners = [front_left, front_right, front_right - back, front_left - back].map(Packed::of);
        Self { corners, bounds: box_around(&corners), width: packed(width), depth: packed(depth), facing }
    }

    /// Creates a rectangle from its front right corner. If another rectangle of the same width and facing has the
    /// same front right corner, the two are equal.
    #[must_use]
    #[inline]
    pub fn by_front_right(front_right: Point, facing: Facing, width: i64, depth: i64) -> Self {
        Self::new(front_right - facing.right().step(width), facing, width, depth)
    }

    /// Creates a rectangle from its rear left corner.
    #[must_use]
    #[inline]
    pub fn by_rear_left(rear_left: Point, facing: Facing, width: i64, depth: i64) -> Self {
        Self::new(rear_left + facing.step(depth), facing, width, depth)
    }

    /// The corners: front left, front right, rear right, rear left.
    #[must_use]
    #[inline]
    pub fn corners(&self) -> [Point; 4] {
        self.corners.map(Packed::point)
    }

    /// The front left corner.
    #[must_use]
    #[inline]
    pub fn front_left(&self) -> Point {
        self.corners[0].point()
    }

    /// The front right corner.
    #[must_use]
    #[inline]
    pub fn front_right(&self) -> Point {
        self.corners[1].point()
    }

    /// The rear right corner.
    #[must_use]
    #[inline]
    pub fn rear_right(&self) -> Point {
        self.corners[2].point()
    }

    /// The rear left corner.
    #[must_use]
    #[inline]
    pub fn rear_left(&self) -> Point {
        self.corners[3].point()
    }

    /// The direction in which the base faces.
    #[must_use]
    #[inline]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// The length of the front edge.
    #[must_use]
    #[inline]
    pub fn width(&self) -> i64 {
        i64::from(self.width)
    }

    /// The distance from front to rear.
    #[must_use]
    #[inline]
    pub fn depth(&self) -> i64 {
        i64::from(self.depth)
    }

    /// The middle, rounded.
    #[must_use]
    #[inline]
    pub fn middle(&self) -> Point {
        self.front_left().halfway(self.rear_right())
    }

    /// The step from the middle of this base to that of another, rounded so that it is the same on a mirrored table.
    /// A difference of two rounded middles would not be.
    #[must_use]
    #[inline]
    pub fn step_to(&self, other: &Self) -> Point {
        let twice = other.front_left() + other.rear_right() - self.front_left() - self.rear_right();
        Point::new(rounded(twice.x, 2), rounded(twice.y, 2))
    }

    /// Returns the base turned about its middle to another facing.
    #[must_use]
    #[inline]
    pub fn turned_to(&self, facing: Facing) -> Self {
        let turned = Self::new(self.front_left(), facing, self.width(), self.depth());
        turned.moved(turned.step_to(self))
    }

    /// An edge, from its left end to its right end as seen when facing outward over it.
    #[must_use]
    #[inline]
    pub fn edge(&self, edge: Edge) -> Segment {
        let [front_left, front_right, rear_right, rear_left] = self.corners();
        match edge {
            Edge::Front => Segment::new(front_left, front_right),
            Edge::Right => Segment::new(front_right, rear_right),
            Edge::Rear => Segment::new(rear_right, rear_left),
            Edge::Left => Segment::new(rear_left, front_left),
        }
    }

    /// The direction outward over an edge.
    #[must_use]
    #[inline]
    pub fn outward_facing(&self, edge: Edge) -> Facing {
        self.facing.turned(edge.turn())
    }

    /// Returns the base moved by a step.
    #[must_use]
    #[inline]
    pub fn moved(&self, by: Point) -> Self {
        let by = Packed::of(by);
        Self {
            corners: self.corners.map(|corner| corner.moved(by)),
            bounds: self.bounds.map(|at| at.moved(by)),
            ..*self
        }
    }

    /// Returns the base moved straight ahead, or straight back for a negative distance.
    #[must_use]
    #[inline]
    pub fn ahead(&self, distance: i64) -> Self {
        self.moved(self.facing.step(distance))
    }

    /// Returns the base turned about on the spot: its rear edge becomes its front edge.
    #[must_use]
    #[inline]
    pub fn about(&self) -> Self {
        Self::new(self.rear_right(), self.facing.opposite(), self.width(), self.depth())
    }

    /// Returns the base turned clockwise by tenths of a degree about a corner that stays in place.
    #[must_use]
    #[inline]
    pub fn wheeled(&self, on_left: bool, by: i32) -> Self {
        let facing = self.facing.turned(by);
        if on_left {
            Self::new(self.front_left(), facing, self.width(), self.depth())
        } else {
            Self::by_front_right(self.front_right(), facing, self.width(), self.depth())
        }
    }

    /// The ground beyond an edge: as wide as the edge and of the given depth.
    #[must_use]
    #[inline]
    pub fn ground(&self, edge: Edge, depth: i64) -> Self {
        let (facing, line) = (self.outward_facing(edge), self.edge(edge));
        let width = if matches!(edge, Edge::Front | Edge::Rear) { self.width() } else { self.depth() };
        Self::new(line.from + facing.step(depth), facing, width, depth)
    }

    /// The box around the base.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> Bounds {
        let [least, most] = self.bounds.map(Packed::point);
        Bounds { least, most }
    }

    /// The base as an outline, anticlockwise.
    #[must_use]
    pub fn outline(&self) -> Polygon {
        let [front_left, front_right, rear_right, rear_left] = self.corners();
        Polygon::new(vec![rear_left, rear_right, front_right, front_left])
    }

    /// Returns the base made smaller by this distance on every side, or larger for a negative distance.
    #[must_use]
    #[inline]
    pub fn shrunk(&self, by: i64) -> Self {
        // Each corner goes by the same step, so that mirrored bases stay mirrored to the thousandth.
        let (right, ahead) = self.facing.steps(by, by);
        let [front_left, front_right, rear_right, rear_left] = self.corners();
        let corners = [
            front_left + right - ahead,
            front_right - right - ahead,
            rear_right - right + ahead,
            rear_left + right + ahead,
        ];
        self.reshaped(corners, self.width() - 2 * by, self.depth() - 2 * by)
    }

    /// A strip of this depth behind the front edge, which ends by this much before either end of the edge.
    #[must_use]
    #[inline]
    pub fn front_strip(&self, inset: i64, depth: i64) -> Self {
        let (right, ahead) = self.facing.steps(inset, depth);
        let (left, right) = (self.front_left() + right, self.front_right() - right);
        self.reshaped([left, right, right - ahead, left - ahead], self.width() - 2 * inset, depth)
    }

    /// A rectangle that faces the same way, with other corners.
    #[inline]
    fn reshaped(&self, corners: [Point; 4], width: i64, depth: i64) -> Self {
        let corners = corners.map(Packed::of);
        Self { corners, bounds: box_around(&corners), width: packed(width), depth: packed(depth), facing: self.facing }
    }

    /// Whether a point lies in the base, its border included.
    #[must_use]
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        Edge::ALL.iter().all(|edge| self.edge(*edge).side(point) <= 0)
    }

    /// Whether the two overlap more deeply than `depth`.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Self, depth: i64) -> bool {
        self.meets_on_way(Point::default(), other, depth)
    }

    /// Whether the base overlaps another more deeply than `depth` anywhere along a straight move.
    #[must_use]
    #[inline]
    pub fn meets_on_way(&self, step: Point, other: &Self, depth: i64) -> bool {
        let reach = |least: i64, most: i64, by: i64| (least + by.min(0), most + by.max(0));
        let (mine, theirs) = (self.bounds(), other.bounds());
        let (left, right) = reach(mine.least.x, mine.most.x, step.x);
        let (near, far) = reach(mine.least.y, mine.most.y, step.y);
        if left >= theirs.most.x || right <= theirs.least.x || near >= theirs.most.y || far <= theirs.least.y {
            return false;
        }
        let (mine, theirs) = (self.corners(), other.corners());
        let apart = |axis: Point, limit: i64| {
            let (low, high) = reach(low(&mine, axis), high(&mine, axis), axis.dot(step));
            high.min(self::high(&theirs, axis)) - low.max(self::low(&theirs, axis)) <= limit
        };
        let limit = depth * UNIT;
        let mut axes = [self.facing, self.facing.right(), other.facing, other.facing.right()].into_iter();
        if axes.by_ref().take(2).any(|axis| apart(axis.unit(), limit)) {
            return false;
        }
        if !self.facing.is_square_to(other.facing) && axes.any(|axis| apart(axis.unit(), limit)) {
            return false;
        }
        // The area swept along the way has two more sides, parallel to the way.
        let across = Point::new(-step.y, step.x);
        step == Point::default() || !apart(across, depth * whole_root(step.square()))
    }

    /// Whether the distance between the two is less than `distance`; false if it is exactly equal.
    #[must_use]
    #[inline]
    pub fn nearer(&self, other: &Self, distance: i64) -> bool {
        if !self.bounds().grown(distance).intersects(other.bounds()) {
            return false;
        }
        Edge::ALL.iter().any(|mine| {
            let mine = self.edge(*mine);
            Edge::ALL.iter().any(|theirs| mine.nearer(other.edge(*theirs), distance))
        }) || self.contains(other.front_left())
            || other.contains(self.front_left())
    }

    /// Whether a line passes closer to the base than `distance`, or through it.
    #[must_use]
    pub fn nearer_to_line(&self, line: Segment, distance: i64) -> bool {
        self.contains(line.from) || Edge::ALL.iter().any(|edge| self.edge(*edge).nearer(line, distance))
    }

    /// Whether the distance between the two is at most `distance`: "within" it, as players say.
    #[must_use]
    #[inline]
    pub fn within(&self, other: &Self, distance: i64) -> bool {
        self.nearer(other, distance + 1)
    }

    /// The edge of another base that faces one edge of this one; none if the two are not square to each other.
    #[must_use]
    #[inline]
    pub fn faced(&self, mine: Edge, other: &Self) -> Option<Edge> {
        let looks = self.outward_facing(mine).opposite();
        looks
            .is_square_to(other.facing)
            .then(|| Edge::ALL.into_iter().find(|edge| other.outward_facing(*edge) == looks))
            .flatten()
    }

    /// The length over which two edges lie against each other, in thousandths of a BW: they face each other and are
    /// no farther apart than `touch`. None if they do not, or only meet at a corner.
    #[must_use]
    #[inline]
    pub fn against(&self, mine: Edge, other: &Self, theirs: Edge, touch: i64) -> Option<i64> {
        let facing = self.outward_facing(mine);
        if facing.opposite() != other.outward_facing(theirs) {
            return None;
        }
        let (line, against) = (self.edge(mine), other.edge(theirs));
        if facing.along(against.from - line.from).abs() > touch * UNIT {
            return None;
        }
        let sideways = facing.right();
        let start = sideways.along(against.to - line.from).max(0);
        let end = sideways.along(against.from - line.from).min(sideways.along(line.step()));
        let shared = (end - start) / UNIT;
        (shared > touch).then_some(shared)
    }
}

#[inline]
fn box_around([a, b, c, d]: &[Packed; 4]) -> [Packed; 2] {
    [
        Packed { x: a.x.min(b.x).min(c.x.min(d.x)), y: a.y.min(b.y).min(c.y.min(d.y)) },
        Packed { x: a.x.max(b.x).max(c.x.max(d.x)), y: a.y.max(b.y).max(c.y.max(d.y)) },
    ]
}

fn low([a, b, c, d]: &[Point; 4], axis: Point) -> i64 {
    axis.dot(*a).min(axis.dot(*b)).min(axis.dot(*c)).min(axis.dot(*d))
}

fn high([a, b, c, d]: &[Point; 4], axis: Point) -> i64 {
    axis.dot(*a).max(axis.dot(*b)).max(axis.dot(*c)).max(axis.dot(*d))
}

/// The greatest whole number whose square is not greater than `square`.
#[must_use]
pub fn whole_root(square: i64) -> i64 {
    square.max(0).isqrt()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDTH: i64 = 1000;

    prop_compose! {
        fn base()(x in 0..4000_i64, y in 0..4000_i64, facing in 0..3600_i32, depth in prop::sample::select(vec![500_i64, 750, 1000]))
            -> Base
        {
            Base::new(Point::new(x, y), Facing::from_tenths(facing), WIDTH, depth)
        }
    }

    /// Points well within a base, 25 thousandths apart.
    fn points(base: &Base, border: i64) -> impl Iterator<Item = Point> + '_ {
        let steps = move |length: i64| (border..=length - border).step_by(25);
        steps(base.width()).flat_map(move |right| {
            steps(base.depth())
                .map(move |back| base.front_left() + base.facing.right().step(right) - base.facing.step(back))
        })
    }

    proptest! {
        #[test]
        fn bases_overlap_where_they_have_a_point_in_common(one in base(), other in base()) {
            let seen = points(&one, 3).any(|point| other.shrunk(3).contains(point));
            let told = one.overlaps(&other, 0);
            prop_assert!(told || !seen);
            // An overlap that is reported but not seen must lie between the sampled points.
            prop_assert!(seen || !one.overlaps(&other, 60));
            prop_assert_eq!(told, other.overlaps(&one, 0));
            if told {
                prop_assert!(one.outline().nearer(&other.outline(), 1));
            }
        }

        #[test]
        fn a_way_meets_what_stands_in_it(one in base(), other in base(), x in -3000..3000_i64, y in -3000..3000_i64) {
            let step = Point::new(x, y);
            let part = |part: i64| one.moved(Point::new(rounded(x * part, 100), rounded(y * part, 100)));
            let seen = (0..=100).any(|at| part(at).overlaps(&other, 5));
            prop_assert!(one.meets_on_way(step, &other, 0) || !seen);
            prop_assert!(!one.meets_on_way(step, &other, 60) || (0..=100).any(|at| part(at).overlaps(&other, 0)));
        }

        #[test]
        fn distances_are_those_of_outlines(one in base(), other in base(), distance in 1..3000_i64) {
            prop_assert_eq!(one.nearer(&other, distance), one.outline().nearer(&other.outline(), distance));
            prop_assert!(!one.within(&other, distance) || one.nearer(&other, distance + 1));
        }

        #[test]
        fn neighbours_share_their_corners(base in base(), depth in prop::sample::select(vec![500_i64, 750, 1000])) {
            let beside = Base::new(base.front_right(), base.facing(), WIDTH, depth);
            prop_assert_eq!(Base::by_front_right(base.front_left(), base.facing(), WIDTH, depth).front_right(), base.front_left());
            let foe = Base::new(base.front_right(), base.facing().opposite(), WIDTH, depth);
            prop_assert_eq!(foe.front_right(), base.front_left());
            let behind = Base::new(base.rear_left(), base.facing(), WIDTH, depth);
            prop_assert_eq!(behind.front_right(), base.rear_right());
            let at_flank = Base::new(base.front_left(), base.facing().right(), WIDTH, depth);
            for (other, mine, theirs) in [
                (&beside, Edge::Right, Edge::Left),
                (&foe, Edge::Front, Edge::Front),
                (&behind, Edge::Rear, Edge::Front),
                (&at_flank, Edge::Left, Edge::Front),
            ] {
                prop_assert!(!base.overlaps(other, 2), "{other:?}");
                prop_assert!(base.against(mine, other, theirs, 2).is_some(), "{other:?}");
                prop_assert!(other.against(theirs, &base, mine, 2).is_some(), "{other:?}");
            }
            prop_assert_eq!(base.against(Edge::Front, &beside, Edge::Front, 2), None);
            prop_assert_eq!(base.about().about(), base);
            prop_assert_eq!(base.about().edge(Edge::Front), base.edge(Edge::Rear));
        }

        #[test]
        fn corners_and_box_follow_from_what_is_compared(base in base(), x in -3000..3000_i64, y in -3000..3000_i64) {
            let moved = base.moved(Point::new(x, y));
            let same = Base::new(moved.front_left(), base.facing(), base.width(), base.depth());
            prop_assert_eq!(moved, same);
            prop_assert_eq!((moved.corners(), moved.bounds()), (same.corners(), same.bounds()));
        }

        #[test]
        fn wheeling_keeps_a_corner(base in base(), by in -1800..1800_i32) {
            prop_assert_eq!(base.wheeled(true, by).front_left(), base.front_left());
            let (right, moved) = (base.front_right(), base.wheeled(false, by).front_right());
            prop_assert_eq!(right, moved);
            prop_assert_eq!(base.wheeled(true, by).wheeled(true, -by), base);
        }

        #[test]
        fn ground_lies_beyond_its_edge(base in base()) {
            for edge in Edge::ALL {
                let ground = base.ground(edge, 1000);
                prop_assert!(!ground.overlaps(&base, 2), "{edge:?}");
                prop_assert!(base.against(edge, &ground, Edge::Rear, 2).is_some(), "{edge:?}");
            }
        }
    }
}
