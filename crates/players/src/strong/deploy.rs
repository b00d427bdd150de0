//! The set-up by simulated battles: that of several policies, then with places exchanged.

use musterfield_battle::order::Pose;
use musterfield_battle::{Battle, Id, Order};

use super::race::{Runner, race};
use super::simulation::Simulation;
use crate::policy::Policy;
use crate::reason::{Motive, Reason};

/// A set-up: its orders, and the position after them.
#[derive(Clone, Debug)]
struct SetUp {
    orders: Vec<Order>,
    end: Battle,
    position: u64,
}

/// The number of bounds that each battle is played on.
const HORIZON: u16 = 12;
/// The number of bounds in the budget for each set-up of a generation.
const BOUNDS_FOR_A_SET_UP: u32 = 150;
/// The number of generations.
const GENERATIONS: u32 = 3;
/// The number of set-ups of a generation from which the next one comes.
const PARENTS: usize = 3;

/// The best set-up that is found within the budget, and the reason for it.
pub(super) fn best(simulation: &mut Simulation<'_, '_>) -> (Vec<Order>, Reason) {
    let budget = simulation.mind.budget.set_up;
    let size = usize::try_from(budget / BOUNDS_FOR_A_SET_UP).unwrap_or(usize::MAX).clamp(3, 24);
    let mut runners: Vec<Runner<SetUp>> = Vec::new();
    let mut choices = 0;
    for policy in [Policy::Quick(simulation.mind.weights), Policy::Plain] {
        let start = simulation.start;
        let (orders, end) = simulation.proposal(start, policy);
        let position = end.position();
        add(&mut runners, SetUp { orders, end, position });
    }
    for generation in 1..=GENERATIONS {
        let parents = runners.len();
        for _ in 0..size {
            if let Some(set_up) = changed(simulation, &runners, parents) {
                add(&mut runners, set_up);
            }
        }
        choices += runners.len();
        let until = budget / GENERATIONS * generation;
        runners = race(runners, if generation == GENERATIONS { 1 } else { PARENTS }, |set_up, sample| {
            (!simulation.is_over(until)).then(|| simulation.play_on(&set_up.end, sample, HORIZON))
        });
        if simulation.is_over(budget) {
            break;
        }
    }
    let expected = |runner: &Runner<SetUp>| i32::try_from(runner.mean() / 100).unwrap_or(0);
    let reason = Reason {
        motive: Motive::SetUp,
        expected: runners.first().map_or(0, expected),
        next_best: runners.get(1).map(expected),
        choices: u32::try_from(choices).unwrap_or(u32::MAX),
        bounds: simulation.spent,
    };
    (runners.into_iter().next().map(|runner| runner.what.orders).unwrap_or_default(), reason)
}

fn add(runners: &mut Vec<Runner<SetUp>>, set_up: SetUp) {
    if !runners.iter().any(|runner| runner.what.position == set_up.position) {
        runners.push(Runner::new(set_up));
    }
}

/// One of the first set-ups with the places of some elements exchanged; `None` if they may not stand there.
fn changed(simulation: &mut Simulation<'_, '_>, runners: &[Runner<SetUp>], parents: usize) -> Option<SetUp> {
    let mut orders = simulation.dice.pick(runners.get(..parents)?)?.what.orders.clone();
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
    (given.len() == orders.len()).then(|| {
        let position = end.position();
        SetUp { orders: given, end, position }
    })
}
