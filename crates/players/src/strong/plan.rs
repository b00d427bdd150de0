//! Plans of a bound: proposals of several policies, then changes of the best of them.

use musterfield_battle::{Battle, Order};

use super::race::{Plan, Runner, add, keep_first, race, winner};
use super::simulation::Simulation;
use crate::policy::Policy;
use crate::quick::Aim;
use crate::reason::{Motive, Reason};

/// The number of bounds in the budget for each plan of the first generation.
const BOUNDS_FOR_A_PLAN: u32 = 100;
/// The least and the greatest number of plans of a generation.
const PLANS: [usize; 2] = [4, 32];
/// The number of generations.
const GENERATIONS: u32 = 3;
/// The number of plans of a generation from which the next one comes.
const PARENTS: usize = 4;

/// The best plan that is found within the budget, and the reason for it.
pub(super) fn best(simulation: &mut Simulation<'_, '_>) -> (Vec<Order>, Reason) {
    let budget = simulation.mind.budget.bound;
    let horizon = simulation.mind.horizon;
    let size = usize::try_from(budget / BOUNDS_FOR_A_PLAN).unwrap_or(usize::MAX).clamp(PLANS[0], PLANS[1]);
    let mut runners: Vec<Runner> = Vec::new();
    let mut choices = 0;
    for generation in 1..=GENERATIONS {
        let before = runners.len();
        if generation == 1 {
            // The quick player's own plan comes first, and is left only for one that is better by more than chance.
            for at in 0..size {
                let policy = proposer(simulation, at);
                let start = simulation.start;
                let plan = planned(simulation, start, Vec::new(), policy);
                add(&mut runners, plan);
                if simulation.is_over(budget) {
                    break;
                }
            }
            keep_first(&mut runners);
        } else {
            for _ in 0..size {
                let plan = changed(simulation, &runners, before);
                if let Some(plan) = plan {
                    add(&mut runners, plan);
                }
                if simulation.is_over(budget) {
                    break;
                }
            }
        }
        choices += runners.len() - before;
        let until = budget / GENERATIONS * generation;
        let left = if generation == GENERATIONS { 1 } else { PARENTS };
        let trials = simulation.trials(until, horizon);
        runners = race(runners, left, trials, |plan, sample| {
            (!simulation.is_over(until)).then(|| simulation.play_on(&plan.end, sample, horizon))
        });
        if simulation.is_over(budget) {
            break;
        }
    }
    winner(runners, Motive::Plan, choices, simulation.spent)
}

/// The policy of a proposal: the known policies come first, then the quick player with weights changed at random.
fn proposer(simulation: &mut Simulation<'_, '_>, at: usize) -> Policy {
    let weights = simulation.mind.weights;
    match at {
        0 => Policy::Quick(weights),
        1 => Policy::Plain,
        2 => Policy::Hold(weights),
        3 => Policy::Aimed(weights, Aim::Away),
        5 => Policy::Aimed(weights, Aim::General),
        7 => Policy::Aimed(weights, Aim::Camp),
        _ => Policy::varied(weights, &mut simulation.dice),
    }
}

/// The plan by which a policy goes on from a position that was reached by some orders.
fn planned(simulation: &mut Simulation<'_, '_>, from: &Battle, before: Vec<Order>, policy: Policy) -> Plan {
    let (orders, end) = simulation.proposal(from, policy);
    Plan::new(before.into_iter().chain(orders).collect(), end)
}

/// A change of one of the first plans: its beginning with another end, without one of its orders, or mixed with another
/// plan.
fn changed(simulation: &mut Simulation<'_, '_>, runners: &[Runner], parents: usize) -> Option<Plan> {
    let parents = runners.get(..parents)?;
    let parent = simulation.dice.pick(parents)?.plan.orders.clone();
    let orders: Vec<Order> = match simulation.dice.below(3) {
        0 => {
            let kept = simulation.dice.below(u32::try_from(parent.len()).unwrap_or(1).max(1));
            parent.into_iter().take(usize::try_from(kept).unwrap_or(0)).collect()
        }
        1 => {
            let left_out = simulation.dice.below(u32::try_from(parent.len()).unwrap_or(1).max(1));
            let left_out = usize::try_from(left_out).unwrap_or(0);
            parent.into_iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, order)| order).collect()
        }
        _ => {
            let other = simulation.dice.pick(runners)?.plan.orders.clone();
            let kept = simulation.dice.below(u32::try_from(parent.len()).unwrap_or(1).max(1));
            let kept = usize::try_from(kept).unwrap_or(0);
            parent.into_iter().take(kept).chain(other).collect()
        }
    };
    let moves: Vec<Order> = orders.into_iter().filter(|order| *order != Order::End).collect();
    let (given, battle) = simulation.after(&moves);
    let policy = match simulation.dice.below(4) {
        0 => Policy::Hold(simulation.mind.weights),
        1 => Policy::Quick(simulation.mind.weights),
        _ => Policy::varied(simulation.mind.weights, &mut simulation.dice),
    };
    Some(planned(simulation, &battle, given, policy))
}
