//! The answer of a player to a puzzle.

use musterfield_battle::{Battle, Order};

/// The orders of a player in the bound that is asked, and the position to which they led.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its orders, as in a record.
    pub orders: Vec<String>,
    /// The position once it had moved.
    pub moved: Battle,
    /// Its spells, shots and fights.
    pub deeds: Vec<Order>,
}

/// The order by which a battle goes on without anybody's doing: the end of a phase, or else the first that is legal.
pub(super) fn onward(battle: &Battle) -> Option<Order> {
    if battle.validate(&Order::End).is_ok() {
        return Some(Order::End);
    }
    battle.legal_orders().into_iter().next()
}
