//! What orders are worth, learned from all the plans in which they stand. A plan is tried a few times only, and chance decides
//! most of what comes of it; but an order stands in several plans, and all their trials together tell more about it.

/// A plan as it was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried<'p> {
    /// Its orders, by their numbers.
    pub(super) orders: &'p [usize],
    /// Its results on the first samples.
    pub(super) results: &'p [i32],
    /// Whether it is the quick player's own plan, whose orders are expected to be better than others.
    pub(super) is_usual: bool,
}

/// A guess at the worth of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Merit {
    /// What it adds to a plan, in hundredths of what results are counted in.
    pub(super) worth: i64,
    /// The number of trials behind the guess.
    pub(super) trials: i64,
}

/// Guesses at the worth of plans and of their orders.
#[derive(Clone, Debug, Default)]
pub(super) struct Merits {
    /// The expected results of the plans, in hundredths.
    pub(super) plans: Vec<i64>,
    pub(super) orders: Vec<Merit>,
}

/// What is expected of an order counts as though this many trials had shown it.
pub(super) const TRIALS_OF_AN_ORDER: i64 = 10;
/// Orders are expected to be worth no more and no less together than alone, as though this many trials had shown it.
const TRIALS_OF_A_WHOLE: i64 = 20;
/// An order of the usual plan is expected to add so much, and any other to cost as much, in hundredths.
const EXPECTED: i64 = 1000;
/// The number of times that the guesses are improved: then they hardly change any more.
const SWEEPS: u32 = 12;

impl Merits {
    /// Guesses from the trials of plans whose orders have numbers below this one. A result is taken as a sum: of what its
    /// sample is worth, which is the same for all plans, of what each order of the plan adds, and of what they add together.
    pub(super) fn of(plans: &[Tried<'_>], orders: usize) -> Self {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); orders];
        let mut expected = vec![-EXPECTED; orders];
        for (place, plan) in plans.iter().enumerate() {
            for order in plan.orders {
                if let (Some(users), Some(expected)) = (users.get_mut(*order), expected.get_mut(*order)) {
                    users.push(place);
                    if plan.is_usual {
                        *expected = EXPECTED;
                    }
                }
            }
        }
        let trials: Vec<i64> = plans.iter().map(|plan| i64::try_from(plan.results.len()).unwrap_or(0)).collect();

        let mut worths = expected.clone();
        let sum = |plan: &Tried<'_>| plan.orders.iter().map(|order| at(&expected, *order)).sum();
        let mut sums: Vec<i64> = plans.iter().map(sum).collect();
        let mut wholes = vec![0; plans.len()];
        let mut level = 0;
        for _ in 0..SWEEPS {
            let samples = samples(plans, &sums, &wholes);
            level = mean(samples.iter().copied());
            let means: Vec<i64> = plans.iter().map(|plan| mean(above(plan, &samples))).collect();
            for ((worth, users), expected) in worths.iter_mut().zip(&users).zip(&expected) {
                let (mut all, mut count) = (TRIALS_OF_AN_ORDER * expected, TRIALS_OF_AN_ORDER);
                for place in users {
                    let others = at(&sums, *place) + at(&wholes, *place) - *worth;
                    all += at(&trials, *place) * (at(&means, *place) - others);
                    count += at(&trials, *place);
                }
                let change = all / count - *worth;
                *worth += change;
                for place in users {
                    if let Some(sum) = sums.get_mut(*place) {
                        *sum += change;
                    }
                }
            }
            for (((whole, sum), mean), trials) in wholes.iter_mut().zip(&sums).zip(&means).zip(&trials) {
                *whole = trials * (mean - sum) / (trials + TRIALS_OF_A_WHOLE);
            }
        }
        let merit = |(worth, users): (i64, &Vec<usize>)| {
            let trials = users.iter().map(|place| at(&trials, *place)).sum();
            Merit { worth, trials }
        };
        Self {
            plans: sums.iter().zip(&wholes).map(|(sum, whole)| level + sum + whole).collect(),
            orders: worths.into_iter().zip(&users).map(merit).collect(),
        }
    }
}

/// The number at a place, or 0 if there is none.
fn at(numbers: &[i64], place: usize) -> i64 {
    numbers.get(place).copied().unwrap_or(0)
}

/// What each sample is worth: the average of its results, less what the plans with these results are worth.
fn samples(plans: &[Tried<'_>], sums: &[i64], wholes: &[i64]) -> Vec<i64> {
    let most = plans.iter().map(|plan| plan.results.len()).max().unwrap_or(0);
    let mut all = vec![(0, 0); most];
    for ((plan, sum), whole) in plans.iter().zip(sums).zip(wholes) {
        for ((total, count), result) in all.iter_mut().zip(plan.results) {
            *total += i64::from(*result) * 100 - sum - whole;
            *count += 1;
        }
    }
    all.into_iter().map(|(total, count)| total / count.max(1)).collect()
}

/// The results of a plan above what their samples are worth, in hundredths.
fn above<'a>(plan: &'a Tried<'_>, samples: &'a [i64]) -> impl Iterator<Item = i64> + 'a {
    plan.results.iter().zip(samples).map(|(result, sample)| i64::from(*result) * 100 - sample)
}

/// The mean of some numbers, or 0 if there are none.
fn mean(numbers: impl Iterator<Item = i64>) -> i64 {
    let (sum, count) = numbers.fold((0, 0), |(sum, count), number| (sum + number, count + 1));
    if count > 0 { sum / count } else { 0 }
}

#[cfg(test)]
mod tests {
    use musterfield_dice::Dice;

    use super::*;

    /// Plans of four of some orders each, with their true worth in hundredths, and a few results with much chance in them.
    fn tried(dice: &mut Dice, worths: &[i64], samples: usize) -> Vec<(Vec<usize>, i64, Vec<i32>)> {
        let levels: Vec<i64> = (0..samples).map(|_| dice.between(-300, 300)).collect();
        (0..40)
            .map(|_| {
                let mut orders: Vec<usize> = Vec::new();
                while orders.len() < 4 {
                    let order = usize::try_from(dice.below(u32::try_from(worths.len()).unwrap())).unwrap();
                    if !orders.contains(&order) {
                        orders.push(order);
                    }
                }
                let worth: i64 = orders.iter().map(|order| worths[*order]).sum();
                let result = |level: &i64| i32::try_from(level + worth / 100 + dice.between(-300, 300)).unwrap();
                let results = levels.iter().map(result).collect();
                (orders, worth, results)
            })
            .collect()
    }

    fn merits(plans: &[(Vec<usize>, i64, Vec<i32>)], orders: usize) -> Merits {
        let tried = |(orders, _, results): &'_ (Vec<usize>, i64, Vec<i32>)| (orders.clone(), results.clone());
        let kept: Vec<(Vec<usize>, Vec<i32>)> = plans.iter().map(tried).collect();
        let tried: Vec<Tried<'_>> =
            kept.iter().map(|(orders, results)| Tried { orders, results, is_usual: false }).collect();
        Merits::of(&tried, orders)
    }

    /// The sum of the squares of how far guesses at plans are off, their common level left out.
    fn off(guesses: &[i64], plans: &[(Vec<usize>, i64, Vec<i32>)]) -> i64 {
        let level = mean(guesses.iter().zip(plans).map(|(guess, (_, worth, _))| guess - worth));
        guesses.iter().zip(plans).map(|(guess, (_, worth, _))| (guess - worth - level).pow(2)).sum()
    }

    #[test]
    fn plans_are_known_better_by_what_their_orders_did_in_others() {
        let mut dice = Dice::new(11, 1);
        let (mut by_merits, mut by_results) = (0, 0);
        for _ in 0..20 {
            let worths: Vec<i64> = (0..12).map(|_| dice.between(-8000, 8000)).collect();
            let plans = tried(&mut dice, &worths, 3);
            by_merits += off(&merits(&plans, worths.len()).plans, &plans);
            let means: Vec<i64> =
                plans.iter().map(|(.., results)| mean(results.iter().map(|result| i64::from(*result) * 100))).collect();
            by_results += off(&means, &plans);
        }
        assert!(2 * by_merits < by_results, "{by_merits} {by_results}");
    }

    #[test]
    fn guesses_are_those_with_the_least_squares() {
        let mut dice = Dice::new(12, 1);
        let worths: Vec<i64> = (0..8).map(|_| dice.between(-8000, 8000)).collect();
        let plans = tried(&mut dice, &worths, 6);
        let found = merits(&plans, worths.len());
        // What is left to explain pulls no guess away from what was expected of it by more than a tenth of the spread of orders.
        for (order, merit) in found.orders.iter().enumerate() {
            let users = || plans.iter().zip(&found.plans).filter(|((orders, ..), _)| orders.contains(&order));
            assert_eq!(merit.trials, i64::try_from(6 * users().count()).unwrap());
            let levels: Vec<i64> = (0..6)
                .map(|sample| {
                    let rest = |((.., results), guess): (&(Vec<usize>, i64, Vec<i32>), &i64)| {
                        i64::from(results[sample]) * 100 - guess
                    };
                    mean(plans.iter().zip(&found.plans).map(rest))
                })
                .collect();
            let rest: i64 = users()
                .flat_map(|((.., results), guess)| {
                    results.iter().zip(&levels).map(move |(result, level)| i64::from(*result) * 100 - guess - level)
                })
                .sum();
            let pull = (rest - TRIALS_OF_AN_ORDER * (merit.worth + EXPECTED)) / (merit.trials + TRIALS_OF_AN_ORDER);
            assert!(pull.abs() < 800, "{order}: {pull} {merit:?}");
        }
    }

    #[test]
    fn what_was_not_tried_is_worth_what_was_expected() {
        let usual = Tried { orders: &[0, 1], results: &[], is_usual: true };
        let other = Tried { orders: &[0, 2], results: &[], is_usual: false };
        let found = Merits::of(&[usual, other], 3);
        let worths: Vec<i64> = found.orders.iter().map(|merit| merit.worth).collect();
        assert_eq!(worths, [EXPECTED, EXPECTED, -EXPECTED]);
        assert_eq!(found.plans, [2 * EXPECTED, 0]);
        assert!(Merits::of(&[], 0).plans.is_empty());
        // One lucky result is not believed.
        let lucky = Tried { orders: &[0, 2], results: &[900], is_usual: false };
        let poor = Tried { orders: &[0, 1], results: &[0], is_usual: true };
        let found = Merits::of(&[poor, lucky], 3);
        assert!(found.plans[1] - found.plans[0] < 900 * 100 / 4, "{found:?}");
    }
}
