//! The lane of a river or road: the half of the table on one side of a dividing line, as if it ran from left to right
//! through the far half.

use musterfield_geometry::{BW, Course, Point};

use crate::layout::{Board, Edge, Quarter};

/// The least distance from the dividing line, so that everybody sees in which half it lies.
const CLEAR: i64 = BW / 20;

/// A half of the table, turned so that its length is `u` from 0 and its depth `v`, counted from the dividing line, from
/// 0 to the outer edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    board: Board,
    /// Whether it runs from left to right; otherwise from near to far.
    pub across: bool,
    /// Whether it is the right or far half.
    second: bool,
}

impl Lane {
    /// The two lanes in which a feature of a quarter can lie.
    pub(super) fn of(board: Board, quarter: Quarter) -> [Self; 2] {
        [
            Self { board, across: true, second: quarter.is_far() },
            Self { board, across: false, second: quarter.is_right() },
        ]
    }

    /// Its length.
    pub(super) fn length(self) -> i64 {
        if self.across { self.board.width } else { self.board.depth }
    }

    /// Its depth, from the dividing line to the edge.
    pub(super) fn depth(self) -> i64 {
        let side = if self.across { self.board.depth } else { self.board.width };
        if self.second { side - (side + 1) / 2 } else { side / 2 }
    }

    /// The least depth at which a course of this width lies only in the lane.
    pub(super) fn least(self, width: i64) -> i64 {
        width / 2 + CLEAR
    }

    /// A point of it, in coordinates of the table.
    pub(super) fn point(self, u: i64, v: i64) -> Point {
        let side = if self.across { self.board.depth } else { self.board.width };
        let middle = if self.second { (side + 1) / 2 } else { side / 2 };
        let v = if self.second { middle + v } else { middle - v };
        if self.across { Point::new(u, v) } else { Point::new(v, u) }
    }

    /// A point on the table, as length and depth in the lane.
    pub(super) fn inside(self, point: Point) -> (i64, i64) {
        let (u, v) = if self.across { (point.x, point.y) } else { (point.y, point.x) };
        let side = if self.across { self.board.depth } else { self.board.width };
        let middle = if self.second { (side + 1) / 2 } else { side / 2 };
        (u, if self.second { v - middle } else { middle - v })
    }

    /// The edges at its beginning and its end.
    pub(super) fn ends(self) -> [Edge; 2] {
        if self.across { [Edge::West, Edge::East] } else { [Edge::South, Edge::North] }
    }

    /// The edge along it.
    pub(super) fn outer(self) -> Edge {
        match (self.across, self.second) {
            (true, true) => Edge::North,
            (true, false) => Edge::South,
            (false, true) => Edge::East,
            (false, false) => Edge::West,
        }
    }

    /// Whether a course lies in this lane and reaches into both of its quarters (D3H2-FEAT-04), by its banks.
    pub(super) fn holds(self, course: &Course) -> bool {
        let half = course.width / 2 + 1;
        let places = || course.path.iter().map(|point| self.inside(*point));
        let middle = self.length() / 2;
        places().all(|(_, v)| v >= half)
            && places().any(|(u, _)| u + half < middle)
            && places().any(|(u, _)| u - half > middle)
    }
}
