//! Moves that a quick player thinks of.

use musterfield_battle::Move;

use crate::reason::Motive;

/// A move and its expected gain.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) of: Move,
    pub(super) value: i32,
    pub(super) motive: Motive,
    /// Whether the value of a move that changes fights is the exact one.
    pub(super) is_exact: bool,
    /// The cost of leaving the group.
    pub(super) leaves: i32,
    /// The move that has to follow for it to be worth that much.
    pub(super) then: Option<Move>,
}

impl Candidate {
    /// A move with a first guess at its value.
    pub(super) fn of(of: Move, value: i32, leaves: i32, motive: Motive) -> Self {
        Self { of, value, motive, is_exact: false, leaves, then: None }
    }

    /// Whether its value has to be worked out from the fights that it leads to.
    pub(super) fn is_to_be_tried(&self) -> bool {
        matches!(self.motive, Motive::Attack | Motive::Support) && !self.is_exact
    }
}
