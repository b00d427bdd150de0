//! The set-up by simulated battles: that of several policies, then with places exchanged.

use musterfield_battle::order::Pose;
use musterfield_battle::{Id, Order};

use super::race::{Plan, Race, Runner, first_of};
use super::simulation::Simulation;
use crate::policy::Policy;
use crate::reason::{Motive, Reason};

/// The number of bounds that each battle is played on.
const HORIZON: u16 = 12;
/// The number of bounds in the budget for each set-up of a generation.
const BOUNDS_FOR_A_SET_UP: u32 = 150;
/// The least number of samples on which a set-up is tried.
const FIRST: usize = 4;
/// The number of generations.
const GENERATIONS: u32 = 3;
/// The number of set-ups of a generation from which the next one comes.
const PARENTS: usize = 3;

/// The best set-up that is found within the budget, and the reason for it.
pub(super) fn best(simulation: &mut Simulation<'_, '_>) -> (Vec<Order>, Reason) {
    let budget = simulation.budget.set_up;
    let size = usize::try_from(budget / BOUNDS_FOR_A_SET_UP).unwrap_or(usize::MAX).clamp(3, 24);
    let mut race = Race::by_results(FIRST);
    let mut choices = 0;
    for policy in [Policy::Quick(simulation.mind.weights), Policy::Plain] {
        let start = simulation.start;
        let (orders, end) = simulation.proposal(start, policy);
        race.add(Plan::new(orders, end));
    }
    for generation in 1..=GENERATIONS {
        let parents = race.runners().len();
        for _ in 0..size {
            let set_up = changed(simulation, race.runners().get(..parents).unwrap_or_default());
            set_up.into_iter().for_each(|set_up| race.add(set_up));
        }
        choices += race.runners().len();
        let until = budget / GENERATIONS * generation;
        let (left, trials) = (if generation == GENERATIONS { 1 } else { PARENTS }, simulation.trials(until, HORIZON));
        race.run(left, trials, |set_up, sample| {
            (!simulation.is_over(until)).then(|| simulation.play_on(&set_up.end, sample, HORIZON))
        });
        if simulation.is_over(budget) {
            break;
        }
    }
    first_of(race.chosen(0), Motive::SetUp, choices, simulation.spent)
}

/// One of these set-ups with the places of some elements exchanged; `None` if they may not stand there.
fn changed(simulation: &mut Simulation<'_, '_>, parents: &[Runner]) -> Option<Plan> {
    let mut orders = simulation.dice.pick(parents)?.plan.orders.clone();
    let places: Vec<(usize, Id, Pose)> = orders
        .iter()
        .enumerate()
        .filter_map(|(at, order)| match order {
            Order::Place(id, pose) => Some((at, *id, *pose)),
            _ => None,
        })
        .collect();
    for _ in 0..=simulation.dice.below(3) {
        let (one, a, _) = *simulation.dice.pick(&places)?;
        let (other, b, _) = *simulation.dice.pick(&places)?;
        let pose = |orders: &[Order], at: usize| match orders.get(at) {
            Some(Order::Place(_, pose)) => Some(*pose),
            _ => None,
        };
        let (at, there) = (pose(&orders, one)?, pose(&orders, other)?);
        for (place, id, pose) in [(one, a, there), (other, b, at)] {
            if let Some(slot) = orders.get_mut(place) {
                *slot = Order::Place(id, pose);
            }
        }
    }
    let (given, end) = simulation.after(&orders);
    (given.len() == orders.len()).then(|| Plan::new(given, end))
}
