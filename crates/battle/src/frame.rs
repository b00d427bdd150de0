//! The table as one side sees it.

use musterfield_geometry::{BW, Facing, Point};
use musterfield_terrain::layout::Edge;

use super::element::Player;
use super::state::Battle;

/// A frame that sees the table as its side does: right along its base edge, ahead into the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    width: i64,
    depth: i64,
    facing: Facing,
    origin: Point,
}

impl Frame {
    /// As a side sees it that has a base edge.
    pub(super) fn of_side(battle: &Battle, player: Player) -> Option<Self> {
        battle.side(player).edge.map(|edge| Self::of(battle, edge))
    }

    fn of(battle: &Battle, edge: Edge) -> Self {
        let board = battle.field().board;
        let origin = match edge {
            Edge::South => Point::new(0, 0),
            Edge::North => Point::new(board.width, board.depth),
            Edge::West => Point::new(0, board.depth),
            Edge::East => Point::new(board.width, 0),
        };
        Self { width: board.length(edge), depth: board.across(edge), facing: Battle::inward(edge), origin }
    }

    /// The length of the base edge.
    pub(super) fn width(&self) -> i64 {
        self.width
    }

    /// From the base edge to the other.
    pub(super) fn depth(&self) -> i64 {
        self.depth
    }

    /// Where the side faces.
    pub(super) fn facing(&self) -> Facing {
        self.facing
    }

    /// A point so far to the right along the base edge and so far ahead of it.
    pub(super) fn at(&self, right: i64, ahead: i64) -> Point {
        self.origin + self.facing.right().step(right) + self.facing.step(ahead)
    }

    /// Where the left corners of elements stand that are ranged side by side from the middle of the base edge outward,
    /// alternately right and left.
    pub(super) fn places_from_the_middle(&self) -> impl Iterator<Item = i64> + use<> {
        let middle = (self.width - BW) / 2;
        let step =
            move |count: i64| if count % 2 == 0 { middle + count / 2 * BW } else { middle - (count + 1) / 2 * BW };
        (0..).map(step).take_while(move |right| (0..=2 * middle).contains(right))
    }
}
