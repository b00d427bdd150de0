//! A race of candidates: all are tried on the same samples, and in every round the worse half leaves and the others are
//! tried on twice as many.

/// A candidate with its results so far.
#[derive(Clone, Debug)]
pub(super) struct Runner<T> {
    pub(super) what: T,
    /// The results on the first samples.
    results: Vec<i32>,
}

/// The number of samples in the first round.
const FIRST: usize = 4;
/// The number of samples after which nothing more is learned.
const MOST: usize = 4096;

impl<T> Runner<T> {
    pub(super) fn new(what: T) -> Self {
        Self { what, results: Vec::new() }
    }

    /// The average result, in hundredths.
    pub(super) fn mean(&self) -> i64 {
        self.mean_of_first(self.results.len())
    }

    fn mean_of_first(&self, count: usize) -> i64 {
        let sum: i64 = self.results.iter().take(count).map(|result| i64::from(*result) * 100).sum();
        i64::try_from(self.results.len().min(count))
            .ok()
            .filter(|count| *count > 0)
            .map_or(i64::MIN, |count| sum / count)
    }
}

/// Lets runners race until so few are left, the best first. `trial` gives the result of a runner on a sample, or `None` when
/// there is no time left. The last ones go on until the budget of this race is used up.
pub(super) fn race<T>(
    mut runners: Vec<Runner<T>>,
    left: usize,
    mut trial: impl FnMut(&T, u32) -> Option<i32>,
) -> Vec<Runner<T>> {
    let left = left.max(1);
    let mut goal = FIRST;
    while goal <= MOST {
        for done in 0..goal {
            for runner in &mut runners {
                if runner.results.len() > done {
                    continue;
                }
                let sample = u32::try_from(done).unwrap_or(u32::MAX);
                match trial(&runner.what, sample) {
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
fn sort<T>(runners: &mut [Runner<T>]) {
    let common = runners.iter().map(|runner| runner.results.len()).filter(|count| *count > 0).min().unwrap_or(0);
    runners.sort_by_key(|runner| std::cmp::Reverse(runner.mean_of_first(common)));
}
