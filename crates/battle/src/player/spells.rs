//! Spells of the plain player's Mages.

use super::worth::Worth;
use crate::element::{Id, Members};
use crate::order::Order;
use crate::state::Battle;
use crate::validate::Legal;

/// A spell that gains something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spell {
    /// The Mage that casts it.
    pub(super) mage: Id,
    /// The element that it is cast at.
    target: Id,
    /// Its expected gain, in hundredths of an AP.
    pub(super) gain: i32,
    /// Its price in PIPs.
    price: u8,
}

impl Spell {
    /// The order to cast it.
    pub(super) fn order(self) -> Order {
        Order::Bespell { mage: self.mage, aids: Members::NONE, target: self.target }
    }

    /// Whether a move leaves the PIPs for it.
    pub(super) fn is_left_by(self, battle: &Battle, legal: &Legal) -> bool {
        legal.plan().is_none_or(|plan| plan.cost.pips.saturating_add(self.price) <= battle.pips())
    }
}

/// The most promising spell that can be paid for and cast in this bound, if the Mage stays where it is.
pub(super) fn promising(battle: &Battle, worth: &Worth) -> Option<Spell> {
    let player = battle.player();
    let mages = battle.army(player).filter(|id| battle.profile(*id).spell.is_some());
    let spells = mages.flat_map(|mage| battle.army(player.other()).map(move |target| (mage, target)));
    let gaining = spells.map(|(mage, target)| (worth.spell(battle, mage, target), mage, target));
    let castable = gaining.filter(|(gain, ..)| *gain > 0).filter_map(|(gain, mage, target)| {
        let price = battle.price_of_spell(mage, Members::NONE, target).ok()?;
        Some(Spell { mage, target, gain, price })
    });
    // Of equals the first.
    castable.reduce(|best, next| if next.gain > best.gain { next } else { best })
}
