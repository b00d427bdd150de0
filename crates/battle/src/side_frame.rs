//! The table as seen by one side.

use musterfield_geometry::{BW, Facing, Point};
use musterfield_terrain::layout::Edge;

use super::element::Player;
use super::state::Battle;

/// A frame of reference for one side: right runs along its base edge, and ahead leads into the table.
#[derive(Clone, Copy, Debug)]
pub struct SideFrame {
    width: i64,
    depth: i64,
    facing: Facing,
    origin: Point,
}

impl SideFrame {
    /// The frame of a player; `None` until the player has a base edge.
    #[must_use]
    pub fn of_side(battle: &Battle, player: Player) -> Option<Self> {
        battle.side(player).edge.map(|edge| Self::of(battle, edge))
    }

    /// The frame from an edge of the table.
    #[must_use]
    pub fn of(battle: &Battle, edge: Edge) -> Self {
        let board = battle.field().board;
        let origin = match edge {
            Edge::South => Point::new(0, 0),
            Edge::North => Point::new(board.width, board.depth),
            Edge::West => Point::new(0, board.depth),
            Edge::East => Point::new(board.width, 0),
        };
        Self { width: board.length(edge), depth: board.across(edge), facing: Battle::inward(edge), origin }
    }

    /// The length of the base edge, in thousandths of a BW.
    #[must_use]
    pub fn width(&self) -> i64 {
        self.width
    }

    /// The distance from the base edge to the opposite one, in thousandths of a BW.
    #[must_use]
    pub fn depth(&self) -> i64 {
        self.depth
    }

    /// The direction the side faces.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// The point at these distances to the right along the base edge and ahead of it.
    #[must_use]
    pub fn at(&self, right: i64, ahead: i64) -> Point {
        self.origin + self.facing.right().step(right) + self.facing.step(ahead)
    }

    /// The positions of the left corners of elements that are placed side by side, starting at the middle of the base
    /// edge and alternating right and left.
    pub fn places_from_the_middle(&self) -> impl Iterator<Item = i64> + use<> {
        let middle = (self.width - BW) / 2;
        let step =
            move |count: i64| if count % 2 == 0 { middle + count / 2 * BW } else { middle - (count + 1) / 2 * BW };
        (0..).map(step).take_while(move |right| (0..=2 * middle).contains(right))
    }
}
