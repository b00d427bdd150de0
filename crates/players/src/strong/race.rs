//! A race of plans: all are tried on the same samples, and in every round the worse half leaves and the others are
//! tried on twice as many.

use musterfield_battle::{Battle, Order};

use crate::reason::{Motive, Reason};

/// A plan: orders until the moves of a bound, or a set-up, end, and the position after them.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) orders: Vec<Order>,
    pub(super) end: Battle,
    /// The position as a number.
    position: u64,
}

impl Plan {
    pub(super) fn new(orders: Vec<Order>, end: Battle) -> Self {
        let position = end.position();
        Self { orders, end, position }
    }
}

/// A plan with its results so far.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    pub(super) plan: Plan,
    /// The results on the first samples.
    results: Vec<i32>,
}

/// The number of samples in the first round.
const FIRST: usize = 4;
/// The number of samples after which nothing more is learned.
const MOST: usize = 4096;

impl Runner {
    /// The average result.
    fn mean(&self) -> i32 {
        i32::try_from(self.mean_of_first(self.results.len()) / 100).unwrap_or(0)
    }

    /// The average of the first results, in hundredths.
    fn mean_of_first(&self, count: usize) -> i64 {
        let sum: i64 = self.results.iter().take(count).map(|result| i64::from(*result) * 100).sum();
        i64::try_from(self.results.len().min(count))
            .ok()
            .filter(|count| *count > 0)
            .map_or(i64::MIN, |count| sum / count)
    }
}

/// Adds a plan, unless one is there that leads to the same position.
pub(super) fn add(runners: &mut Vec<Runner>, plan: Plan) {
    if !runners.iter().any(|runner| runner.plan.position == plan.position) {
        runners.push(Runner { plan, results: Vec::new() });
    }
}

/// The orders of the first plan, and the reason for it: of how many it was chosen, and how many bounds were simulated.
pub(super) fn winner(runners: Vec<Runner>, motive: Motive, choices: usize, bounds: u32) -> (Vec<Order>, Reason) {
    let reason = Reason {
        motive,
        expected: runners.first().map_or(0, Runner::mean),
        next_best: runners.get(1).map(Runner::mean),
        choices: u32::try_from(choices).unwrap_or(u32::MAX),
        bounds,
    };
    (runners.into_iter().next().map(|runner| runner.plan.orders).unwrap_or_default(), reason)
}

/// Lets runners race until so few are left, the best first. `trial` gives the result of a runner on a sample, or `None` when
/// there is no time left. The last ones go on until the budget of this race is used up.
pub(super) fn race(
    mut runners: Vec<Runner>,
    left: usize,
    mut trial: impl FnMut(&Plan, u32) -> Option<i32>,
) -> Vec<Runner> {
    let left = left.max(1);
    let mut goal = FIRST;
    while goal <= MOST {
        for done in 0..goal {
            for runner in &mut runners {
                if runner.results.len() > done {
                    continue;
                }
                let sample = u32::try_from(done).unwrap_or(u32::MAX);
                match trial(&runner.plan, sample) {
                    Some(result) => runner.results.push(result),
                    None => {
                        sort(&mut runners);
                        runners.truncate(left);
                        return runners;
                    }
                }
            }
        }
        sort(&mut runners);
        if runners.len() <= left {
            return runners;
        }
        runners.truncate(runners.len().div_ceil(2).max(left));
        goal *= 2;
    }
    runners
}

/// The best first; among equals the first stays first. A runner that was tried less than others could look better by luck,
/// so all are compared on the samples that they have in common.
fn sort(runners: &mut [Runner]) {
    let common = runners.iter().map(|runner| runner.results.len()).filter(|count| *count > 0).min().unwrap_or(0);
    runners.sort_by_key(|runner| std::cmp::Reverse(runner.mean_of_first(common)));
}
