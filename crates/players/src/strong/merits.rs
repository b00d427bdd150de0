//! The worth of orders, learned from all the plans in which they stand. A plan is tried a few times only, and chance decides
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

/// The expected worth of an order counts as though this many trials had shown it.
const TRIALS_OF_AN_ORDER: i64 = 10;
/// Orders are expected to be worth no more and no less together than alone, as though this many trials had shown it.
const TRIALS_OF_A_WHOLE: i64 = 20;
/// An order of the usual plan is expected to add so much, and any other to cost as much, in hundredths.
const EXPECTED: i64 = 1000;
/// The number of times that the guesses are improved: then they are within a few thousandths of where they would end.
const SWEEPS: u32 = 12;

/// The expected results of plans whose orders have numbers below this one, in hundredths. A result is taken as a sum: of what
/// its sample is worth, which is the same for all plans, of what each order of the plan adds, and of what they add together.
pub(super) fn expected(plans: &[Tried<'_>], orders: usize) -> Vec<i64> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); orders];
    let mut priors = vec![-EXPECTED; orders];
    for (place, plan) in plans.iter().enumerate() {
        for order in plan.orders {
            if let (Some(users), Some(prior)) = (users.get_mut(*order), priors.get_mut(*order)) {
                users.push(place);
                if plan.is_usual {
                    *prior = EXPECTED;
                }
            }
        }
    }
    let trials: Vec<i64> = plans.iter().map(|plan| i64::try_from(plan.results.len()).unwrap_or(0)).collect();

    let mut worths = priors.clone();
    let sum = |plan: &Tried<'_>| plan.orders.iter().map(|order| at(&priors, *order)).sum();
    let mut sums: Vec<i64> = plans.iter().map(sum).collect();
    let mut wholes = vec![0; plans.len()];
    let mut level = 0;
    for _ in 0..SWEEPS {
        let samples = samples(plans, &sums, &wholes);
        level = mean(samples.iter().copied());
        let means: Vec<i64> = plans.iter().map(|plan| mean(above(plan, &samples))).collect();
        for ((worth, users), prior) in worths.iter_mut().zip(&users).zip(&priors) {
            let (mut all, mut count) = (TRIALS_OF_AN_ORDER * prior, TRIALS_OF_AN_ORDER);
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
    sums.iter().zip(&wholes).map(|(sum, whole)| level + sum + whole).collect()
}

/// The number at a place, or 0 if there is none.
fn at(numbers: &[i64], place: usize) -> i64 {
    numbers.get(place).copied().unwrap_or(0)
}

/// The worth of each sample: the average of its results, less the worth of the plans with these results.
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

    /// A plan for a test: the numbers of its orders, its true worth in hundredths, and its results.
    struct Known {
        orders: Vec<usize>,
        worth: i64,
        results: Vec<i32>,
    }

    /// Plans of four of some orders each, with so many results, in which there is much chance.
    fn plans(dice: &mut Dice, worths: &[i64], samples: usize) -> Vec<Known> {
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
                Known { orders, worth, results }
            })
            .collect()
    }

    fn guesses(plans: &[Known], orders: usize) -> Vec<i64> {
        let tried = plans.iter().map(|Known { orders, results, .. }| Tried { orders, results, is_usual: false });
        expected(&tried.collect::<Vec<_>>(), orders)
    }

    /// The sum of the squares of how far guesses at plans are off, their common level left out.
    fn off(guesses: &[i64], plans: &[Known]) -> i64 {
        let level = mean(guesses.iter().zip(plans).map(|(guess, plan)| guess - plan.worth));
        guesses.iter().zip(plans).map(|(guess, plan)| (guess - plan.worth - level).pow(2)).sum()
    }

    #[test]
    fn plans_are_known_better_by_what_their_orders_did_in_others() {
        let mut dice = Dice::new(11, 1);
        let (mut by_merits, mut by_results) = (0, 0);
        for _ in 0..20 {
            let worths: Vec<i64> = (0..12).map(|_| dice.between(-8000, 8000)).collect();
            let plans = plans(&mut dice, &worths, 3);
            by_merits += off(&guesses(&plans, worths.len()), &plans);
            let average = |plan: &Known| mean(plan.results.iter().map(|result| i64::from(*result) * 100));
            by_results += off(&plans.iter().map(average).collect::<Vec<_>>(), &plans);
        }
        assert!(2 * by_merits < by_results, "{by_merits} {by_results}");
    }

    /// The sum of the squares of all that guesses at orders, and at plans above their orders, leave unexplained; each sample is
    /// worth whatever fits best.
    fn cost(plans: &[Known], orders: &[f64], wholes: &[f64]) -> f64 {
        let guess = |(plan, whole): (&Known, &f64)| plan.orders.iter().map(|order| orders[*order]).sum::<f64>() + whole;
        let guesses: Vec<f64> = plans.iter().zip(wholes).map(guess).collect();
        let in_sample = |sample: usize| {
            let left = |(plan, guess): (&Known, &f64)| f64::from(plan.results[sample]) * 100.0 - guess;
            let left: Vec<f64> = plans.iter().zip(&guesses).map(left).collect();
            let mean = left.iter().sum::<f64>() / f64::from(u32::try_from(left.len()).unwrap());
            left.iter().map(|left| (left - mean) * (left - mean)).sum::<f64>()
        };
        let results: f64 = (0..plans[0].results.len()).map(in_sample).sum();
        results
            + orders.iter().map(|order| 10.0 * (order + 1000.0) * (order + 1000.0)).sum::<f64>()
            + wholes.iter().map(|whole| 20.0 * whole * whole).sum::<f64>()
    }

    #[test]
    fn guesses_come_near_those_with_the_least_squares() {
        let mut dice = Dice::new(12, 1);
        let worths: Vec<i64> = (0..8).map(|_| dice.between(-8000, 8000)).collect();
        let plans = plans(&mut dice, &worths, 6);
        // The slow way: one number after the other is changed by smaller and smaller steps as long as that helps.
        let mut numbers = vec![0.0; worths.len() + plans.len()];
        let of = |numbers: &[f64]| cost(&plans, &numbers[..worths.len()], &numbers[worths.len()..]);
        let (mut least, mut step) = (of(&numbers), 4096.0);
        while step > 4.0 {
            let before = least;
            for place in 0..numbers.len() {
                for by in [step, -step] {
                    numbers[place] += by;
                    let now = of(&numbers);
                    if now < least {
                        least = now;
                    } else {
                        numbers[place] -= by;
                    }
                }
            }
            if least >= before {
                step /= 2.0;
            }
        }
        let (orders, wholes) = numbers.split_at(worths.len());
        let found = guesses(&plans, worths.len());
        let ahead: Vec<f64> = plans
            .iter()
            .zip(wholes)
            .zip(&found)
            .map(|((plan, whole), found)| {
                let slow = plan.orders.iter().map(|order| orders[*order]).sum::<f64>() + whole;
                f64::from(i32::try_from(*found).unwrap()) - slow
            })
            .collect();
        // The slow way does not know what samples are worth, so all may be off by the same. The sweeps end before the guesses
        // stand quite still.
        let mean = ahead.iter().sum::<f64>() / f64::from(u32::try_from(ahead.len()).unwrap());
        assert!(ahead.iter().all(|ahead| (ahead - mean).abs() < 400.0), "{mean} {ahead:?}");
    }

    #[test]
    fn what_was_not_tried_is_worth_what_was_expected() {
        let usual = Tried { orders: &[0, 1], results: &[], is_usual: true };
        let other = Tried { orders: &[0, 2], results: &[], is_usual: false };
        assert_eq!(expected(&[usual, other], 3), [2 * EXPECTED, 0]);
        assert!(expected(&[], 0).is_empty());
        // One lucky result is not believed.
        let poor = Tried { results: &[0], ..usual };
        let lucky = Tried { results: &[900], ..other };
        let found = expected(&[poor, lucky], 3);
        assert!(found[1] - found[0] < 900 * 100 / 4, "{found:?}");
    }
}
