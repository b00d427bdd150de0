//! A spell that a player thinks of casting.

use musterfield_battle::Id;

/// A spell that gains something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spell {
    pub(super) mage: Id,
    pub(super) target: Id,
    /// The expected gain, in the units of all gains of the quick player.
    pub(super) gain: i32,
    /// The price in PIPs.
    pub(super) price: u8,
}
