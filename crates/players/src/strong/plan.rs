//! Plans of a bound: proposals of several policies, then changes of the best of them. Most have one move drawn at random:
//! the quick player sees well which moves belong together, but overlooks single ones. At last, moves that do no good are
//! left out.

use musterfield_battle::{Battle, Order};

use super::race::{Plan, Race, Runner, first_of};
use super::simulation::Simulation;
use crate::policy::Policy;
use crate::quick::{Aim, drawn};
use crate::reason::{Motive, Reason};

/// The number of bounds in the budget for each plan of a generation.
const BOUNDS_FOR_A_PLAN: u32 = 40;
/// The least and the greatest number of plans of a generation.
const PLANS: [usize; 2] = [4, 32];
/// The number of generations.
const GENERATIONS: u32 = 4;
/// The number of plans of a generation from which the next one comes.
const PARENTS: usize = 4;
/// The least number of samples on which a plan is tried: what its orders did in other plans is known besides.
const FIRST: usize = 2;
/// The percentage of plans with a move drawn at random in the first generation, behind those of known policies.
const DRAWN_AT_FIRST: u32 = 90;
/// The same in later generations.
const DRAWN_LATER: u32 = 60;

/// The bound after which a battle is long.
const PATIENCE: u16 = 24;
/// Added to the least gain over the quick player's plan in each bound of a long battle.
const A_BOUND: i32 = 3;
/// The most that is added.
const MOST_IMPATIENCE: i32 = 150;

/// One bound in so many of the budget is left for plans without moves that do no good.
const FOR_SIMPLER: u32 = 12;
/// Such a plan is tried on so many samples; with fewer, moves that do some good cannot be told from those that do none.
const SAMPLES: usize = 40;

/// The best plan that is found within the budget, and the reason for it.
pub(super) fn best(simulation: &mut Simulation<'_, '_>) -> (Vec<Order>, Reason) {
    let whole = simulation.budget.bound;
    let horizon = simulation.mind.horizon;
    // A small budget has nothing to spare for simpler plans.
    let is_enough = |bounds: &u32| usize::try_from(bounds / (u32::from(horizon) + 1)).unwrap_or(0) >= SAMPLES;
    let budget = whole - Some(whole / FOR_SIMPLER).filter(is_enough).unwrap_or(0);
    let size = usize::try_from(budget / BOUNDS_FOR_A_PLAN).unwrap_or(usize::MAX).clamp(PLANS[0], PLANS[1]);
    // The quick player's own plan comes first.
    let own = planned(simulation, simulation.start, Vec::new(), Policy::Quick(simulation.mind.weights));
    let usual = own.orders.clone();
    let mut race = Race::by_merits(FIRST);
    race.keep(own);
    let mut choices = 1;
    for generation in 1..=GENERATIONS {
        let before = race.runners().len();
        for at in 0..size {
            if simulation.is_over(budget) {
                break;
            }
            let plan = match generation {
                1 => first(simulation, &usual, at),
                _ => changed(simulation, race.runners().get(..before).unwrap_or_default()),
            };
            plan.into_iter().for_each(|plan| race.add(plan));
        }
        choices += race.runners().len() - before;
        let until = budget / GENERATIONS * generation;
        let left = if generation == GENERATIONS { 1 } else { PARENTS };
        race.run(left, simulation.trials(until, horizon), |plan, sample| {
            (!simulation.is_over(until)).then(|| simulation.play_on(&plan.end, sample, horizon))
        });
        if simulation.is_over(budget) {
            break;
        }
    }
    let runners = simpler(simulation, race.chosen(impatience(simulation.start.bound())), &usual, whole);
    first_of(runners, Motive::Plan, choices, simulation.spent)
}

/// The least gain, in thousandths of what a side may lose, for which the quick player's plan is left in a bound. The quick
/// player dares more and more in a long battle: two players who both wait for a better chance would wait to the end.
fn impatience(bound: u16) -> i32 {
    i32::from(bound.saturating_sub(PATIENCE)).min(MOST_IMPATIENCE / A_BOUND) * A_BOUND
}

/// The plans, the best of them without the moves that are not the quick player's and do no good: they were drawn at random
/// together with one that does.
fn simpler(simulation: &mut Simulation<'_, '_>, mut runners: Vec<Runner>, own: &[Order], budget: u32) -> Vec<Runner> {
    let horizon = simulation.mind.horizon;
    let mut at = 0;
    while let Some(best) = runners.first_mut().filter(|best| !best.is_kept) {
        let Some(order) = best.plan.orders.get(at) else { break };
        if *order == Order::End || own.contains(order) {
            at += 1;
            continue;
        }
        let mut without = best.plan.orders.clone();
        without.remove(at);
        let (given, end) = simulation.after(&without);
        // A move that later ones need does some good.
        let is_whole = given.len() == without.len();
        let other = is_whole.then(|| {
            best.like(Plan::new(given, end), SAMPLES, |plan, sample| {
                (!simulation.is_over(budget)).then(|| simulation.play_on(&plan.end, sample, horizon))
            })
        });
        match other.flatten().filter(|other| !best.is_surely_better_than(other, 0)) {
            Some(other) => *best = other,
            None => at += 1,
        }
    }
    runners
}

/// Another plan of the first generation: those of known policies come first, then mostly that of the quick player with a move
/// drawn at random.
fn first(simulation: &mut Simulation<'_, '_>, usual: &[Order], at: usize) -> Option<Plan> {
    let weights = simulation.mind.weights;
    let policy = match at {
        0 => Policy::Plain,
        1 => Policy::Hold(weights),
        2 => Policy::Aimed(weights, Aim::Away),
        // One in ten of the others goes for the general or the camp at its place, or has weights changed at random.
        _ if simulation.dice.below(100) < DRAWN_AT_FIRST => return with_a_drawn_move(simulation, usual),
        4 => Policy::Aimed(weights, Aim::General),
        6 => Policy::Aimed(weights, Aim::Camp),
        _ => Policy::varied(weights, &mut simulation.dice),
    };
    Some(planned(simulation, simulation.start, Vec::new(), policy))
}

/// A plan with a move drawn at random at some place. In half of them, the orders that stood behind it follow as far as they
/// are allowed; a policy decides the rest.
fn with_a_drawn_move(simulation: &mut Simulation<'_, '_>, orders: &[Order]) -> Option<Plan> {
    let moves: Vec<Order> = orders.iter().filter(|order| **order != Order::End).cloned().collect();
    let place = simulation.dice.below(u32::try_from(moves.len() + 1).unwrap_or(1));
    let (before, behind) = moves.split_at_checked(usize::try_from(place).unwrap_or(0))?;
    let (mut given, battle) = simulation.after(before);
    given.extend(drawn(&battle, simulation.lore, &simulation.mind.weights, &mut simulation.dice)?);
    if simulation.dice.below(2) == 0 {
        given.extend_from_slice(behind);
    }
    let (given, battle) = simulation.after(&given);
    let weights = simulation.mind.weights;
    let policy = if simulation.dice.below(4) == 0 { Policy::Hold(weights) } else { Policy::Quick(weights) };
    Some(planned(simulation, &battle, given, policy))
}

/// The plan by which a policy goes on from a position that was reached by some orders.
fn planned(simulation: &mut Simulation<'_, '_>, from: &Battle, before: Vec<Order>, policy: Policy) -> Plan {
    let (orders, end) = simulation.proposal(from, policy);
    Plan::new(before.into_iter().chain(orders).collect(), end)
}

/// A change of one of these plans: mostly a move drawn at random, otherwise its beginning with another end, the plan
/// without one of its orders, or mixed with another plan.
fn changed(simulation: &mut Simulation<'_, '_>, parents: &[Runner]) -> Option<Plan> {
    let parent = simulation.dice.pick(parents)?.plan.orders.clone();
    if simulation.dice.below(100) < DRAWN_LATER {
        return with_a_drawn_move(simulation, &parent);
    }
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
            let other = simulation.dice.pick(parents)?.plan.orders.clone();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_ends_slowly_in_a_long_battle() {
        let least = [1, PATIENCE, PATIENCE + 1, PATIENCE + 10, 60, 120, u16::MAX].map(impatience);
        assert_eq!(least, [0, 0, 3, 30, 108, 150, 150]);
    }
}
