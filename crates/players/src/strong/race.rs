//! A race of plans: all are tried on the same samples, and after every round the worse half leaves, so that the others can
//! be tried on more of them.

use musterfield_battle::{Battle, Order};

use crate::reason::{Motive, Reason};

/// Orders, and the position from which they are played on: the one after them or, where dice decide, the one before them.
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

    /// A plan of one order that is still to be given, in each sample with the dice of that sample.
    pub(super) fn beginning(order: Order, from: &Battle) -> Self {
        Self::new(vec![order], from.clone())
    }
}

/// A plan with its results so far.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    pub(super) plan: Plan,
    /// The results on the first samples.
    results: Vec<i32>,
    /// Whether it is tried to the end, and chosen unless another is better by more than chance.
    pub(super) is_kept: bool,
}

/// The least number of samples in a round.
pub(super) const FIRST: usize = 4;
/// The number of samples after which nothing more is learned.
const MOST: usize = 4096;

impl Runner {
    /// A plan that was not yet tried.
    pub(super) fn new(plan: Plan) -> Self {
        Self { plan, results: Vec::new(), is_kept: false }
    }

    /// Another plan, tried on the first so many samples of this one; `None` if this one has fewer, or there is no time.
    pub(super) fn like(
        &self,
        plan: Plan,
        samples: usize,
        mut trial: impl FnMut(&Plan, u32) -> Option<i32>,
    ) -> Option<Self> {
        let samples = u32::try_from(samples).ok().filter(|_| self.results.len() >= samples)?;
        let results = (0..samples).map(|sample| trial(&plan, sample)).collect::<Option<Vec<i32>>>()?;
        Some(Self { plan, results, is_kept: false })
    }

    /// Whether its results are better than another's by so much and more than chance.
    pub(super) fn is_surely_better_than(&self, other: &Self, by: i32) -> bool {
        are_surely_better(&self.results, &other.results, by)
    }

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

/// Whether results are better than others on the samples of both, by so much and more than the standard error of the
/// difference.
fn are_surely_better(results: &[i32], others: &[i32], by: i32) -> bool {
    let ahead = results.iter().zip(others).map(|(one, other)| i64::from(one - other - by));
    let (sum, squares) = ahead.fold((0, 0), |(sum, squares), by| (sum + by, squares + by * by));
    // The average is greater than its standard error exactly if the square of the sum is greater than the sum of squares.
    sum > 0 && sum * sum > squares
}

/// Adds a plan, unless one is there that leads to the same position.
pub(super) fn add(runners: &mut Vec<Runner>, plan: Plan) {
    if !runners.iter().any(|runner| runner.plan.position == plan.position) {
        runners.push(Runner::new(plan));
    }
}

/// Keeps the first plan to the end of all races.
pub(super) fn keep_first(runners: &mut [Runner]) {
    if let Some(first) = runners.first_mut() {
        first.is_kept = true;
    }
}

/// The runners with the chosen one first: a plan that was kept comes before those that are not better by so much, or may be
/// so by chance alone.
pub(super) fn chosen(mut runners: Vec<Runner>, by: i32) -> Vec<Runner> {
    let kept = runners.iter().position(|runner| runner.is_kept).filter(|kept| *kept > 0);
    if let Some(kept) = kept.map(|kept| runners.remove(kept)) {
        let is_beaten = runners.first().is_some_and(|best| best.is_surely_better_than(&kept, by));
        runners.insert(usize::from(is_beaten), kept);
    }
    runners
}

/// The orders of the first plan, and the reason for it: of how many it was chosen, and how many bounds were simulated.
pub(super) fn first_of(runners: Vec<Runner>, motive: Motive, choices: usize, bounds: u32) -> (Vec<Order>, Reason) {
    let reason = Reason {
        motive,
        expected: runners.first().map_or(0, Runner::mean),
        next_best: runners.get(1).map(Runner::mean),
        choices: u32::try_from(choices).unwrap_or(u32::MAX),
        bounds,
    };
    (runners.into_iter().next().map(|runner| runner.plan.orders).unwrap_or_default(), reason)
}

/// Lets runners race until so few are left, the best first: each round has its share of the trials, and after it the worse
/// half leaves. `trial` gives the result of a runner on a sample, or `None` when there is no time left.
pub(super) fn race(
    mut runners: Vec<Runner>,
    left: usize,
    trials: usize,
    mut trial: impl FnMut(&Plan, u32) -> Option<i32>,
) -> Vec<Runner> {
    let left = left.max(1);
    let mut rest = trials;
    for rounds in (1..=rounds(runners.len(), left)).rev() {
        let goal = goal(&runners, rest / rounds);
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
                        cut(&mut runners, left);
                        return runners;
                    }
                }
                rest = rest.saturating_sub(1);
            }
        }
        sort(&mut runners);
        let better = runners.len().div_ceil(2).max(left);
        cut(&mut runners, better);
    }
    runners
}

/// Leaves the first so many runners, and the one that is kept.
fn cut(runners: &mut Vec<Runner>, left: usize) {
    let mut place = 0;
    runners.retain(|runner| {
        place += 1;
        place <= left || runner.is_kept
    });
}

/// The number of rounds until only so many are left.
fn rounds(runners: usize, left: usize) -> usize {
    let halved = |count: &usize| Some(count.div_ceil(2));
    std::iter::successors(Some(runners), halved).take_while(|count| *count > left).count().max(1)
}

/// The number of samples on which all runners will have been tried after so many trials.
fn goal(runners: &[Runner], trials: usize) -> usize {
    let needed =
        |goal: usize| -> usize { runners.iter().map(|runner| goal.saturating_sub(runner.results.len())).sum() };
    let least = runners.iter().map(|runner| runner.results.len()).min().unwrap_or(0);
    let mut goal = least.max(FIRST);
    while goal < MOST && needed(goal + 1) <= trials {
        goal += 1;
    }
    goal
}

/// The best first; among equals the first stays first. A runner that was tried less than others could look better by luck,
/// so all are compared on the samples that they have in common.
fn sort(runners: &mut [Runner]) {
    let common = runners.iter().map(|runner| runner.results.len()).filter(|count| *count > 0).min().unwrap_or(0);
    runners.sort_by_key(|runner| std::cmp::Reverse(runner.mean_of_first(common)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_surely_better_by_more_than_the_standard_error() {
        // The average difference is 12½, its standard error 4.8.
        assert!(are_surely_better(&[10, 30, 10, 30], &[0, 10, 10, 10], 0));
        // Both are 10.
        assert!(!are_surely_better(&[20, 0], &[0, 0], 0));
        assert!(are_surely_better(&[21, 1], &[0, 0], 0));
        // 12½ is not better by 8 and the standard error of 4.8, but by 7.
        assert!(!are_surely_better(&[10, 30, 10, 30], &[0, 10, 10, 10], 8));
        assert!(are_surely_better(&[10, 30, 10, 30], &[0, 10, 10, 10], 7));
        // Only samples that both have count.
        assert!(!are_surely_better(&[0, 900], &[0], 0));
        for (one, other) in [(vec![], vec![5]), (vec![5], vec![5]), (vec![0, 0], vec![1, 1])] {
            assert!(!are_surely_better(&one, &other, 0), "{one:?} {other:?}");
        }
    }
}
