//! A race of candidates: all are tried on the same samples, and the worse half leaves in every round.

/// A candidate with its results so far.
#[derive(Clone, Debug)]
pub(super) struct Runner<T> {
    pub(super) what: T,
    /// The results on the first samples.
    results: Vec<i32>,
}

impl<T> Runner<T> {
    pub(super) fn new(what: T) -> Self {
        Self { what, results: Vec::new() }
    }

    /// The average result, in hundredths.
    pub(super) fn mean(&self) -> i64 {
        let count = i64::try_from(self.results.len()).unwrap_or(1);
        if count == 0 { i64::MIN } else { self.results.iter().map(|result| i64::from(*result) * 100).sum::<i64>() / count }
    }
}

/// Lets runners race until so few are left, the best first. `trial` gives the result of a runner on a sample, or `None` when
/// there is no time left; `samples` is the number of trials for all of them together.
pub(super) fn race<T>(
    mut runners: Vec<Runner<T>>,
    left: usize,
    samples: u32,
    mut trial: impl FnMut(&T, u32) -> Option<i32>,
) -> Vec<Runner<T>> {
    let halvings = |count: usize| {
        let mut rounds = 1;
        let mut count = count;
        while count > 2 * left.max(1) {
            count = count.div_ceil(2);
            rounds += 1;
        }
        rounds
    };
    let rounds = halvings(runners.len());
    let each_round = samples / rounds;
    let mut goal = runners.iter().map(|runner| runner.results.len()).min().unwrap_or(0);
    loop {
        let count = u32::try_from(runners.len()).unwrap_or(u32::MAX).max(1);
        goal += usize::try_from((each_round / count).max(1)).unwrap_or(1);
        let known = runners.iter().map(|runner| runner.results.len()).max().unwrap_or(0);
        if runners.len() <= left {
            goal = goal.max(known);
        }
        for runner in &mut runners {
            while runner.results.len() < goal {
                let sample = u32::try_from(runner.results.len()).unwrap_or(u32::MAX);
                match trial(&runner.what, sample) {
                    Some(result) => runner.results.push(result),
                    None => {
                        sort(&mut runners);
                        runners.truncate(left.max(1));
                        return runners;
                    }
                }
            }
        }
        sort(&mut runners);
        if runners.len() <= left.max(1) {
            return runners;
        }
        runners.truncate(runners.len().div_ceil(2).max(left));
        if runners.len() <= left.max(1) {
            return runners;
        }
    }
}

/// The best first; among equals the first stays first.
fn sort<T>(runners: &mut [Runner<T>]) {
    // A runner that was tried less than the others could look better by luck, so it is compared on what all have in common.
    let common = runners.iter().map(|runner| runner.results.len()).filter(|count| *count > 0).min().unwrap_or(0);
    let score = |runner: &Runner<T>| {
        if runner.results.is_empty() {
            return (i64::MIN, i64::MIN);
        }
        let shared: i64 = runner.results.iter().take(common).map(|result| i64::from(*result)).sum();
        (shared, runner.mean())
    };
    runners.sort_by_key(|runner| std::cmp::Reverse(score(runner)));
}
