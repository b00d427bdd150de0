//! Where a single element turns on its way.

use musterfield_geometry::facing::rounded;
use musterfield_geometry::{Base, Point};

/// Where an element that goes straight to a place and faces another way there turns: after this many quarters of its
/// way. It may turn anywhere (D3H2-MOVE-04), but only one place counts for all that is asked of the way: who is passed,
/// the ground that is crossed, and zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn(i64);

impl Turn {
    /// On arriving.
    pub(super) const LAST: Self = Self(4);
    /// The places that are tried, the most usual first.
    pub(super) const ALL: [Self; 5] = [Self::LAST, Self(0), Self(2), Self(1), Self(3)];

    /// The part of a step that is made before the turn.
    pub(super) fn part_of(self, step: Point) -> Point {
        Point::new(rounded(step.x * self.0, 4), rounded(step.y * self.0, 4))
    }

    /// The bases of a single element just before and just after it turns on its way.
    pub(super) fn bases(self, start: &Base, end: &Base) -> [Base; 2] {
        let step = start.step_to(end);
        let first = self.part_of(step);
        [start.moved(first), end.moved(first - step)]
    }
}
