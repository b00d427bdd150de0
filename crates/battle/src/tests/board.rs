//! A table turned by quarters or mirrored, on which everything must happen as on the one drawn.

use musterfield_geometry::{BW, Base, Facing, Point};
use musterfield_terrain::layout::{Board, Edge};

use crate::element::Id;
use crate::{Leg, Move, Order, Pose};

/// The way a drawn table is laid before the players: mirrored left to right or not, then turned clockwise by quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) mirrored: bool,
    pub(super) quarters: u8,
    /// The table as drawn.
    pub(super) board: Board,
}

impl View {
    /// All eight views of a table, the drawn one first.
    pub(super) fn all(board: Board) -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(move |mirrored| (0..4).map(move |quarters| Self { mirrored, quarters, board }))
    }

    /// The table in this view.
    pub(super) fn laid(self) -> Board {
        let Board { width, depth } = self.board;
        if self.quarters % 2 == 1 { Board { width: depth, depth: width } } else { self.board }
    }

    pub(super) fn point(self, point: Point) -> Point {
        let Board { mut width, mut depth } = self.board;
        let mut point = point;
        if self.mirrored {
            point.x = width - point.x;
        }
        for _ in 0..self.quarters {
            point = Point::new(point.y, width - point.x);
            (width, depth) = (depth, width);
        }
        point
    }

    pub(super) fn facing(self, facing: Facing) -> Facing {
        let tenths = if self.mirrored { -facing.tenths() } else { facing.tenths() };
        Facing::from_tenths(tenths + 900 * i32::from(self.quarters))
    }

    pub(super) fn base(self, base: &Base) -> Base {
        let corner = if self.mirrored { base.front_right() } else { base.front_left() };
        Base::new(self.point(corner), self.facing(base.facing()), base.width(), base.depth())
    }

    /// The pose, in this view, of a base of the given width.
    pub(super) fn pose_of(self, pose: Pose, width: i64) -> Pose {
        Pose::of(&self.base(&Base::new(pose.at, pose.facing, width, BW)))
    }

    fn pose(self, pose: Pose) -> Pose {
        self.pose_of(pose, BW)
    }

    pub(super) fn edge(self, edge: Edge) -> Edge {
        let mut edge = match edge {
            Edge::East | Edge::West if self.mirrored => edge.opposite(),
            edge => edge,
        };
        for _ in 0..self.quarters {
            edge = edge.next();
        }
        edge
    }

    pub(super) fn order(self, order: &Order) -> Order {
        let placed = |who: &[(Id, Pose)]| who.iter().map(|(id, pose)| (*id, self.pose(*pose))).collect();
        match order {
            Order::Move(Move { who, legs }) => {
                Order::Move(Move { who: *who, legs: legs.iter().map(|leg| self.leg(*leg)).collect() })
            }
            Order::Edge(edge) => Order::Edge(self.edge(*edge)),
            Order::Camp(pose, length, width) => Order::Camp(self.pose_of(*pose, *length), *length, *width),
            Order::Place(id, pose) => Order::Place(*id, self.pose(*pose)),
            Order::Summon(who) => Order::Summon(placed(who)),
            Order::Land(who) => Order::Land(placed(who)),
            Order::Free(id, pose) => Order::Free(*id, pose.map(|pose| self.pose(pose))),
            Order::Hold(who, facing) => Order::Hold(*who, facing.map(|facing| self.facing(facing))),
            Order::Return(pose) => Order::Return(self.pose(*pose)),
            order => order.clone(),
        }
    }

    fn leg(self, leg: Leg) -> Leg {
        match leg {
            Leg::Wheel { left, by } => Leg::Wheel { left: left != self.mirrored, by },
            Leg::Slide(by) if self.mirrored => Leg::Slide(-by),
            Leg::Go(pose) => Leg::Go(self.pose(pose)),
            leg => leg,
        }
    }
}
