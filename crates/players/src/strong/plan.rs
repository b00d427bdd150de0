//! Plans of a bound: proposals of several policies, then changes of the best of them.

use musterfield_battle::{Battle, Order};

use super::race::{Runner, race};
use super::simulation::Simulation;
use crate::policy::Policy;
use crate::quick::Aim;
use crate::reason::{Motive, Reason};

/// A plan: the orders of a bound until its moves end, and the position after them.
#[derive(Clone, Debug)]
struct Plan {
    orders: Vec<Order>,
    end: Battle,
    position: u64,
}

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
    let mut runners: Vec<Runner<Plan>> = Vec::new();
    let mut choices = 0;
    for generation in 1..=GENERATIONS {
        let before = runners.len();
        if generation == 1 {
            for at in 0..size {
                let policy = proposer(simulation, at);
                let start = simulation.start;
                let plan = planned(simulation, start, Vec::new(), policy);
                add(&mut runners, plan);
                if simulation.is_over(budget) {
                    break;
                }
            }
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
        runners = race(runners, left, |plan, sample| {
            (!simulation.is_over(until)).then(|| simulation.play_on(&plan.end, sample, horizon))
        });
        if simulation.is_over(budget) {
            break;
        }
    }
    let expected = |runner: &Runner<Plan>| i32::try_from(runner.mean() / 100).unwrap_or(0);
    let reason = Reason {
        motive: Motive::Plan,
        expected: runners.first().map_or(0, expected),
        next_best: runners.get(1).map(expected),
        choices: u32::try_from(choices).unwrap_or(u32::MAX),
        bounds: simulation.spent,
    };
    let orders = runners.into_iter().next().map(|runner| runner.what.orders).unwrap_or_default();
    (orders, reason)
}

/// Adds a plan, unless one is there that leads to the same position.
fn add(runners: &mut Vec<Runner<Plan>>, plan: Plan) {
    if !runners.iter().any(|runner| runner.what.position == plan.position) {
        runners.push(Runner::new(plan));
    }
}

/// The policy of a proposal: first those that are known, then the quick player with weights changed at random.
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
    let position = end.position();
    Plan { orders: before.into_iter().chain(orders).collect(), end, position }
}

/// A change of one of the first plans: its beginning with another end, without one of its orders, or mixed with another
/// plan.
fn changed(simulation: &mut Simulation<'_, '_>, runners: &[Runner<Plan>], parents: usize) -> Option<Plan> {
    let parents = runners.get(..parents)?;
    let parent = simulation.dice.pick(parents)?.what.orders.clone();
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
            let other = simulation.dice.pick(runners)?.what.orders.clone();
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
