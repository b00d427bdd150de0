//! A spell that a player thinks of casting.

use musterfield_battle::{Id, Members};

/// A spell that gains something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spell {
    pub(super) mage: Id,
    /// The Mages that aid it.
    pub(super) aids: Members,
    pub(super) target: Id,
    /// The expected gain, in the units of all gains of the quick player.
    pub(super) gain: i32,
    /// The price in PIPs.
    pub(super) price: u8,
}

impl Spell {
    /// The Mages that cast it together.
    pub(super) fn casters(&self) -> Members {
        self.aids.and(Members::one(self.mage))
    }
}
