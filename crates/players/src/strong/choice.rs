//! A choice among single orders, each played on from the position as it stands: what the dice have brought is known, and
//! nothing after this order is planned.

use musterfield_battle::{Battle, Legal, Order, Phase};

use super::race::{Plan, Race, first_of};
use super::simulation::Simulation;
use crate::reason::{Motive, Reason};

/// The number of bounds that each order is played on: what one order changes shows soon.
const HORIZON: u16 = 2;
/// The least number of samples on which an order is tried.
const FIRST: usize = 4;
/// The greatest number of orders that are compared.
const MOST: usize = 12;

/// The orders that decide something once dice have fallen: spells, shots and fights. A shot that may be made is made.
pub(super) fn after_dice(battle: &Battle) -> Vec<Order> {
    match battle.phase() {
        Phase::Fighting => battle.fights().into_iter().map(|(id, foe)| Order::Fight(id, foe)).collect(),
        Phase::Bespelling => battle.legal_orders(),
        _ => battle.legal_orders().into_iter().filter(|order| *order != Order::End).collect(),
    }
}

/// The best of some orders, and the reason for it. The usual one is left only for one that is better by more than chance,
/// and is the answer where there is no other. Of too many orders for the budget, some are drawn at random.
pub(super) fn best(
    simulation: &mut Simulation<'_, '_>,
    (usual, why): (Legal, Reason),
    mut others: Vec<Order>,
    budget: u32,
) -> (Legal, Reason) {
    let trials = simulation.trials(budget, HORIZON);
    let most = (trials / FIRST).min(MOST);
    others.retain(|order| order != usual.order());
    while others.len() >= most.max(1) {
        let left_out = simulation.dice.below(u32::try_from(others.len()).unwrap_or(1));
        others.swap_remove(usize::try_from(left_out).unwrap_or(0));
    }
    if others.is_empty() {
        return (usual, why);
    }
    let start = simulation.start;
    let mut race = Race::by_results(FIRST);
    race.keep(Plan::beginning(usual.order().clone(), start));
    others.into_iter().for_each(|order| race.add(Plan::beginning(order, start)));
    let choices = race.runners().len();
    race.run(1, trials, |plan, sample| {
        (!simulation.is_over(budget)).then(|| simulation.begin_and_play_on(plan, sample, HORIZON))
    });
    let (orders, reason) = first_of(race.chosen(0), why.motive, choices, simulation.spent);
    let best = orders.into_iter().next().and_then(|order| start.validate(&order).ok()).unwrap_or_else(|| usual.clone());
    let motive = match best.order() {
        Order::Bespell { .. } => Motive::Bespell,
        Order::Shoot { .. } => Motive::Shoot,
        Order::Fight(..) => Motive::Fight,
        Order::End => Motive::Wait,
        order if order == usual.order() => why.motive,
        _ => Motive::Plan,
    };
    (best, Reason { motive, ..reason })
}
