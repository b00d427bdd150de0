//! A race of plans: all are tried on the same samples, and after every round the worse half leaves, so that the others can
//! be tried on more of them.

use musterfield_battle::{Battle, Order};

use super::merits::{Tried, expected};
use crate::reason::{Motive, Reason};

/// Orders, and the position from which they are played on: the one after them or, where dice decide, the one before them.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) orders: Vec<Order>,
    pub(super) end: Battle,
    /// The position to which it leads, as a number; `None` where dice decide about that.
    leads_to: Option<u64>,
}

impl Plan {
    pub(super) fn new(orders: Vec<Order>, end: Battle) -> Self {
        let leads_to = Some(end.position());
        Self { orders, end, leads_to }
    }

    /// A plan of one order that is still to be given, in each sample with the dice of that sample.
    pub(super) fn beginning(order: Order, from: &Battle) -> Self {
        Self { orders: vec![order], end: from.clone(), leads_to: None }
    }
}

/// A plan with its results so far.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    pub(super) plan: Plan,
    /// The results on the first samples.
    results: Vec<i32>,
    /// The expected result, in hundredths.
    expected: i64,
    /// The numbers of its orders, where plans are compared by what these do.
    numbers: Vec<usize>,
    /// Whether it is tried to the end, and chosen before those that are no better.
    pub(super) is_kept: bool,
}

/// The number of samples after which nothing more is learned.
const MOST: usize = 4096;

impl Runner {
    /// A plan that was not yet tried.
    fn new(plan: Plan) -> Self {
        Self { plan, results: Vec::new(), expected: 0, numbers: Vec::new(), is_kept: false }
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
        Some(Self { results, expected: self.expected, ..Self::new(plan) })
    }

    /// Whether its results are better than another's by so much and more than chance.
    pub(super) fn is_surely_better_than(&self, other: &Self, by: i32) -> bool {
        are_surely_better(&self.results, &other.results, by)
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

/// The way in which plans are compared.
#[derive(Clone, Debug)]
enum Judgement {
    /// Each by its own results.
    Results,
    /// By what their orders do in other plans, too. These are all orders so far; the place of each is its number.
    Merits(Vec<Order>),
}

/// A race, in which plans may still join between its rounds.
#[derive(Clone, Debug)]
pub(super) struct Race {
    /// The plans that are still in the race, the best first.
    runners: Vec<Runner>,
    /// Those that have left it.
    out: Vec<Runner>,
    judgement: Judgement,
    /// The least number of samples in a round.
    first: usize,
}

impl Race {
    /// A race of plans that are compared by their results alone, each round on at least so many samples.
    pub(super) fn by_results(first: usize) -> Self {
        Self { runners: Vec::new(), out: Vec::new(), judgement: Judgement::Results, first }
    }

    /// A race of plans that are also compared by what their orders do in other plans.
    pub(super) fn by_merits(first: usize) -> Self {
        Self { judgement: Judgement::Merits(Vec::new()), ..Self::by_results(first) }
    }

    /// The plans that are still in the race; after a race, the best first.
    pub(super) fn runners(&self) -> &[Runner] {
        &self.runners
    }

    /// Adds a plan, unless one was there that leads to the same position.
    pub(super) fn add(&mut self, plan: Plan) {
        let leads_there = |runner: &Runner| plan.leads_to.is_some() && runner.plan.leads_to == plan.leads_to;
        if self.runners.iter().chain(&self.out).any(leads_there) {
            return;
        }
        let mut runner = Runner::new(plan);
        if let Judgement::Merits(known) = &mut self.judgement {
            for order in runner.plan.orders.iter().filter(|order| **order != Order::End) {
                let number = known.iter().position(|other| other == order).unwrap_or_else(|| {
                    known.push(order.clone());
                    known.len() - 1
                });
                runner.numbers.push(number);
            }
        }
        self.runners.push(runner);
    }

    /// Adds a plan that is tried for as long as the race lasts, whatever its results.
    pub(super) fn keep(&mut self, plan: Plan) {
        let before = self.runners.len();
        self.add(plan);
        self.runners.get_mut(before).into_iter().for_each(|added| added.is_kept = true);
    }

    /// Lets the runners race until so few are left, the best first: each round has its share of the trials, and after it the
    /// worse half leaves. `trial` gives the result of a plan on a sample, or `None` when there is no time left.
    pub(super) fn run(&mut self, left: usize, trials: usize, mut trial: impl FnMut(&Plan, u32) -> Option<i32>) {
        let left = left.max(1);
        let mut rest = trials;
        for rounds in (1..=rounds(self.runners.len(), left)).rev() {
            let goal = self.goal(rest / rounds);
            for done in 0..goal {
                for runner in &mut self.runners {
                    if runner.results.len() > done {
                        continue;
                    }
                    let sample = u32::try_from(done).unwrap_or(u32::MAX);
                    match trial(&runner.plan, sample) {
                        Some(result) => runner.results.push(result),
                        None => {
                            self.sort();
                            self.cut(left);
                            return;
                        }
                    }
                    rest = rest.saturating_sub(1);
                }
            }
            self.sort();
            self.cut(if rounds == 1 { left } else { self.runners.len().div_ceil(2).max(left) });
        }
    }

    /// Leaves the first so many runners, and the one that is kept, in the race.
    fn cut(&mut self, left: usize) {
        let mut place = 0;
        let out = self.runners.extract_if(.., |runner| {
            place += 1;
            place > left && !runner.is_kept
        });
        self.out.extend(out);
    }

    /// The number of samples on which all runners will have been tried after so many trials.
    fn goal(&self, trials: usize) -> usize {
        let needed = |goal: usize| -> usize {
            self.runners.iter().map(|runner| goal.saturating_sub(runner.results.len())).sum()
        };
        let least = self.runners.iter().map(|runner| runner.results.len()).min().unwrap_or(0);
        let mut goal = least.max(self.first);
        while goal < MOST && needed(goal + 1) <= trials {
            goal += 1;
        }
        goal
    }

    /// The best first; among equals the first stays first.
    fn sort(&mut self) {
        match &self.judgement {
            Judgement::Results => {
                for runner in &mut self.runners {
                    runner.expected = runner.mean_of_first(MOST);
                }
                // A runner that was tried less than others could look better by luck, so all are compared on the samples
                // that they have in common.
                let counts = self.runners.iter().map(|runner| runner.results.len());
                let common = counts.filter(|count| *count > 0).min().unwrap_or(0);
                self.runners.sort_by_key(|runner| std::cmp::Reverse(runner.mean_of_first(common)));
            }
            Judgement::Merits(known) => {
                let tried: Vec<Tried<'_>> = self
                    .runners
                    .iter()
                    .chain(&self.out)
                    .map(|runner| Tried { orders: &runner.numbers, results: &runner.results, is_usual: runner.is_kept })
                    .collect();
                let expected = expected(&tried, known.len());
                for (runner, expected) in self.runners.iter_mut().zip(expected) {
                    runner.expected = expected;
                }
                self.runners.sort_by_key(|runner| std::cmp::Reverse(runner.expected));
            }
        }
    }

    /// The runners with the chosen one first. The plan that was kept comes before those that are not better by so much; where
    /// plans are compared by their own results alone, it also comes before those that may be better by chance.
    pub(super) fn chosen(mut self, by: i32) -> Vec<Runner> {
        let kept = self.runners.iter().position(|runner| runner.is_kept).filter(|kept| *kept > 0);
        if let Some(kept) = kept.map(|kept| self.runners.remove(kept)) {
            let is_beaten = self.runners.first().is_some_and(|best| match self.judgement {
                Judgement::Results => best.is_surely_better_than(&kept, by),
                Judgement::Merits(_) => best.expected - kept.expected > i64::from(by) * 100,
            });
            self.runners.insert(usize::from(is_beaten), kept);
        }
        self.runners
    }
}

/// The orders of the first plan, and the reason for it: of how many it was chosen, and how many bounds were simulated.
pub(super) fn first_of(runners: Vec<Runner>, motive: Motive, choices: usize, bounds: u32) -> (Vec<Order>, Reason) {
    let expected = |runner: &Runner| i32::try_from(runner.expected / 100).unwrap_or(0);
    let reason = Reason {
        motive,
        expected: runners.first().map_or(0, expected),
        next_best: runners.get(1).map(expected),
        choices: u32::try_from(choices).unwrap_or(u32::MAX),
        bounds,
    };
    (runners.into_iter().next().map(|runner| runner.plan.orders).unwrap_or_default(), reason)
}

/// The number of rounds until only so many are left.
fn rounds(runners: usize, left: usize) -> usize {
    let halved = |count: &usize| Some(count.div_ceil(2));
    std::iter::successors(Some(runners), halved).take_while(|count| *count > left).count().max(1)
}

#[cfg(test)]
mod tests {
    use musterfield_battle::player::Captain;

    use super::*;
    use crate::fixture::{plain, recorder};
    use crate::lore::Lore;
    use crate::quick::Quick;
    use crate::weights::policies;

    /// Plans that lead to different positions: that of an element set up at a place of its own, and of others with it.
    fn plans() -> Vec<Plan> {
        let mut recorder = recorder(["Bd general; 11 Sp", "Kn general; 11 Sp"], plain(), 3);
        let lore = Lore::new(recorder.battle());
        let mut captain = Quick::new(&lore, policies().unwrap().quick.weights, 3, 1);
        let mut plans = Vec::new();
        let mut given = Vec::new();
        while plans.len() < 16 {
            let legal = captain.decide(recorder.battle()).unwrap();
            recorder.play(legal.order()).unwrap();
            given.push(legal.order().clone());
            plans.push(Plan::new(given.clone(), recorder.battle().clone()));
        }
        plans
    }

    #[test]
    fn the_best_plan_wins_and_the_kept_one_stays() {
        for race in [Race::by_results(2), Race::by_merits(2)] {
            let (mut race, all) = (race, plans());
            let number = |plan: &Plan| i32::try_from(plan.orders.len()).unwrap();
            race.keep(all[0].clone());
            all.iter().for_each(|plan| race.add(plan.clone()));
            assert_eq!(race.runners().len(), 16, "the first stands there once");
            let mut tried = 0;
            race.run(4, 300, |plan, sample| {
                tried += 1;
                // A longer plan is better, but not in every sample.
                Some(number(plan) * 40 + i32::try_from(sample % 3).unwrap() * (number(plan) % 4 - 1) * 30)
            });
            assert!((200..=300).contains(&tried), "{tried}");
            assert_eq!(race.runners().len(), 5, "four, and the kept one");
            let places: Vec<i32> = race.runners().iter().map(|runner| number(&runner.plan)).collect();
            assert!(places[0] >= 15 && places[4] == 1, "{places:?}");
            // One that has left does not come back.
            race.add(all[5].clone());
            assert_eq!(race.runners().len(), 5);
            assert!(race.clone().chosen(10_000)[0].is_kept, "nothing is so much better");
            let (orders, reason) = first_of(race.chosen(0), Motive::Plan, 16, tried);
            assert!(orders.len() >= 15);
            assert!(
                reason.expected > 550 && reason.next_best.is_some_and(|next| next <= reason.expected),
                "{reason:?}"
            );
        }
    }

    #[test]
    fn a_race_without_time_keeps_the_order_of_its_plans() {
        for mut race in [Race::by_results(2), Race::by_merits(2)] {
            let all = plans();
            race.keep(all[0].clone());
            all.iter().for_each(|plan| race.add(plan.clone()));
            race.run(1, 0, |_, _| None);
            assert_eq!(race.chosen(0)[0].plan.orders, all[0].orders);
        }
    }

    #[test]
    fn orders_that_dice_decide_are_all_compared() {
        let mut race = Race::by_results(1);
        let start = plans().remove(0).end;
        race.keep(Plan::beginning(Order::End, &start));
        race.add(Plan::beginning(Order::CampInStronghold, &start));
        assert_eq!(race.runners().len(), 2);
        race.run(1, 20, |plan, _| Some(i32::from(plan.orders[0] != Order::End) * 50));
        assert_eq!(race.chosen(0)[0].plan.orders, [Order::CampInStronghold]);
    }

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
