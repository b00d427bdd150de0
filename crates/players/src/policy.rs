//! Policies: quick ways to decide, from which the strong player takes proposals and models of its opponent.

use musterfield_battle::player::{Captain, Plain, Refused};
use musterfield_battle::{Battle, Legal, Order, Phase};
use musterfield_dice::Dice;

use super::lore::Lore;
use super::quick::{Aim, Quick, Sight};
use super::weights::Weights;

/// A quick way to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// As the plain player.
    Plain,
    /// As the quick player, with these weights.
    Quick(Weights),
    /// As the quick player, with these weights and this aim.
    Aimed(Weights, Aim),
    /// As the quick player with these weights, but by the types that meet alone: faster, and nearly as good.
    Sketch(Weights),
    /// Stays where it is, and does everything else as the quick player with these weights.
    Hold(Weights),
}

/// The greatest change of a weight in a varied policy, in percent of it.
const MOST_CHANGE: i64 = 80;

impl Policy {
    /// A captain that decides so.
    pub(crate) fn captain<'w>(self, lore: &'w Lore, seed: u64, stream: u64) -> Box<dyn Captain + 'w> {
        let quick = |weights: Weights| Quick::new(lore, weights, seed, stream).in_haste();
        match self {
            Self::Plain => Box::new(Plain::new(lore.worth(), seed, stream)),
            Self::Quick(weights) => Box::new(quick(weights)),
            Self::Aimed(weights, aim) => Box::new(quick(weights).with_aim(aim)),
            Self::Sketch(weights) => Box::new(quick(weights).with_sight(Sight::Types)),
            Self::Hold(weights) => Box::new(Holding(quick(weights))),
        }
    }

    /// The quick player with weights changed at random.
    pub(crate) fn varied(weights: Weights, dice: &mut Dice) -> Self {
        let change = |value: i32, dice: &mut Dice| {
            let percent = i32::try_from(100 + dice.between(-MOST_CHANGE, MOST_CHANGE)).unwrap_or(100);
            value * percent / 100 + i32::try_from(dice.between(-4, 4)).unwrap_or(0)
        };
        let values: Vec<i32> = weights.values().into_iter().map(|value| change(value, dice)).collect();
        Self::Quick(weights.with_values(&values))
    }
}

/// A captain that makes no moves, and decides everything else as the quick player does.
struct Holding<'w>(Quick<'w>);

impl Captain for Holding<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        match battle.phase() {
            Phase::Summoning | Phase::Moving => {
                let order = Order::End;
                battle.validate(&order).map_err(|refusal| Refused { order, refusal })
            }
            _ => self.0.decide(battle),
        }
    }
}
