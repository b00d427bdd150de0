//! Moves drawn at random among those that come into question, so that a search finds what the quick player overlooks.

use musterfield_battle::{Battle, Move, Order};
use musterfield_dice::Dice;

use super::moves::promising;
use super::pincer::{Jaw, pincers};
use super::view::{Aim, Sight, View};
use crate::lore::Lore;
use crate::weights::Weights;

/// The number of moves that are drawn more often, as they promise most.
const BEST: usize = 8;
/// The number of draws until one is allowed.
const DRAWS: u32 = 6;

/// One move, or the two of a pincer, promising or not, of which only the first is sure to be allowed; `None` if nothing that
/// was drawn is allowed.
pub(crate) fn drawn(battle: &Battle, lore: &Lore, weights: &Weights, dice: &mut Dice) -> Option<Vec<Order>> {
    if battle.pips() == 0 {
        return None;
    }
    let weights = weights.in_bound(battle.bound());
    let mut view = View::new(battle, lore, &weights, (Aim::Nearest, Sight::Exact));
    view.is_open = true;
    let (candidates, jaws) = promising(&view);
    let pincers: Vec<[Jaw; 2]> = if battle.pips() > 1 { pincers(jaws) } else { Vec::new() };
    let best = candidates.get(candidates.len().saturating_sub(BEST)..).unwrap_or_default();
    let is_fresh = |of: &Move| of.who.into_iter().all(|id| battle.element(id).moves == 0);
    (0..DRAWS).find_map(|_| {
        // Of six draws, one is a pincer, if there is one, three are promising moves, and two any move.
        let moves: Vec<&Move> = match dice.below(6) {
            0 if !pincers.is_empty() => dice.pick(&pincers)?.iter().map(|jaw| &jaw.of).collect(),
            1..=3 => vec![&dice.pick(best)?.of],
            _ => vec![&dice.pick(&candidates)?.of],
        };
        if !moves.iter().all(|of| is_fresh(of)) {
            return None;
        }
        let orders: Vec<Order> = moves.into_iter().cloned().map(Order::Move).collect();
        battle.validate(orders.first()?).is_ok().then_some(orders)
    })
}
