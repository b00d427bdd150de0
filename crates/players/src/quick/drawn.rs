//! Moves drawn at random among those that come into question, so that a search finds what the quick player overlooks.

use musterfield_battle::{Battle, Move, Order};
use musterfield_dice::Dice;

use super::moves::promising;
use super::pairs::pairs;
use super::view::{Aim, Sight, View};
use crate::lore::Lore;
use crate::weights::Weights;

/// The number of moves that are drawn more often, as they promise most.
const BEST: usize = 8;
/// The number of draws until one is allowed.
const DRAWS: u32 = 6;

/// One move, or the two of a pair of contacts, promising or not, of which only the first is sure to be allowed; `None` if
/// nothing that was drawn is allowed.
pub(crate) fn drawn(battle: &Battle, lore: &Lore, weights: &Weights, dice: &mut Dice) -> Option<Vec<Order>> {
    if battle.pips() == 0 {
        return None;
    }
    let weights = weights.in_bound(battle.bound());
    let mut view = View::new(battle, lore, &weights, (Aim::Nearest, Sight::Exact));
    view.is_open = true;
    let (candidates, halves) = promising(&view);
    let pairs = if battle.pips() > 1 { pairs(battle, &halves) } else { Vec::new() };
    let best = candidates.get(candidates.len().saturating_sub(BEST)..).unwrap_or_default();
    let is_fresh = |of: &Move| of.who.into_iter().all(|id| battle.element(id).moves == 0);
    (0..DRAWS).find_map(|_| {
        // Of six draws, one is a pair of contacts, if there is one, three are promising moves, and two any move.
        let from = match dice.below(6) {
            0 if !pairs.is_empty() => {
                let (_, halves) =
                    dice.pick(&pairs).filter(|(_, halves)| halves.iter().all(|half| is_fresh(&half.of)))?;
                return Some(halves.iter().map(|half| Order::Move(half.of.clone())).collect());
            }
            1..=3 => best,
            _ => &candidates,
        };
        let drawn = dice.pick(from).filter(|candidate| is_fresh(&candidate.of))?;
        let order = Order::Move(drawn.of.clone());
        let Err(refusal) = battle.validate(&order) else { return Some(vec![order]) };
        let order = Order::Move(dice.pick(&drawn.instead(battle, &refusal))?.of.clone());
        battle.validate(&order).is_ok().then(|| vec![order])
    })
}
