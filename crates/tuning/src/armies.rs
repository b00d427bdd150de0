//! Rankings of armies by two players: each leads both sides of the same battles. If a quick player ranks armies as a strong
//! one does, lists can be judged by thousands of its battles.

use std::error::Error;
use std::fmt::Write as _;

use musterfield_dice::Dice;

use crate::arena::{Arena, Entrant};
use crate::workers::shared;

/// The most armies that are ranked.
const ARMIES: usize = 24;
/// The number of times that the correlation is worked out from battles drawn at random.
const DRAWS: usize = 400;
/// The number of rounds in which strengths are fitted: many more than it takes until they stay as they are.
const FITS: usize = 100;

/// The edge of the first army in one battle, both led by the same player.
#[derive(Clone, Copy, Debug)]
struct Met {
    armies: [usize; 2],
    edge: f64,
}

/// Ranks armies by two players, each in so many battles from a seed: where both fight as many, they are the same battles. The
/// result does not depend on the number of cores.
pub(crate) fn table(
    ruleset: &str,
    (rounds, seed): ([u64; 2], u64),
    cores: usize,
    names: [&str; 2],
) -> Result<String, Box<dyn Error>> {
    let arena = Arena::new(ruleset, seed)?.with_armies(ARMIES);
    let count = arena.armies().len();
    let met_by = |name: &str, rounds: u64| -> Result<Vec<Met>, Box<dyn Error>> {
        let player = Entrant::named(name)?;
        let met = shared(0..rounds, cores, |number| {
            let (armies, edge) = arena.edge_of_armies(&player, number)?;
            Ok(Met { armies, edge })
        })?;
        Ok(met)
    };
    let met = [met_by(names[0], rounds[0])?, met_by(names[1], rounds[1])?];

    let agreed = |met: [&[Met]; 2]| spearman(&strengths(met[0], count), &strengths(met[1], count));
    let mut dice = Dice::new(seed, 31);
    let mut again = |met: &[Met]| -> Vec<Met> { (0..met.len()).filter_map(|_| dice.pick(met).copied()).collect() };
    let mut drawn: Vec<f64> = (0..DRAWS).map(|_| agreed([&again(&met[0]), &again(&met[1])])).collect();
    drawn.sort_by(f64::total_cmp);
    let at = |share: usize| drawn.get(DRAWS * share / 1000).copied().unwrap_or(0.0);
    let mut text = format!(
        "{ruleset}: {} and {} agree on the ranks of {count} armies by {:.2} [{:.2}, {:.2}] in {} and {} battles\n",
        names[0],
        names[1],
        agreed([&met[0], &met[1]]),
        at(25),
        at(975),
        met[0].len(),
        met[1].len(),
    );
    for (name, met) in names.iter().zip(&met) {
        let half = |from: usize| met.iter().skip(from).step_by(2).copied().collect::<Vec<Met>>();
        let agreed = agreed([&half(0), &half(1)]);
        writeln!(text, "  {name}, half of the battles against the other half: {agreed:.2}")?;
    }
    let [one, other] = [&met[0], &met[1]].map(|met| strengths(met, count));
    for ((name, one), other) in arena.armies().iter().zip(one).zip(other) {
        writeln!(text, "  {one:>6.0} {other:>6.0}  {name}")?;
    }
    Ok(text)
}

/// The strengths of all armies: those whose differences are nearest to the edges.
fn strengths(met: &[Met], count: usize) -> Vec<f64> {
    let mut all = vec![0.0; count];
    for _ in 0..FITS {
        // One battle against an army of average strength is added to each, so that none depends on too few.
        let mut sums = vec![(0.0, 1.0); count];
        for Met { armies: [a, b], edge } in met {
            for (own, foe, edge) in [(*a, *b, *edge), (*b, *a, -edge)] {
                let against: f64 = all.get(foe).copied().unwrap_or(0.0);
                if let Some((sum, count)) = sums.get_mut(own) {
                    *sum += edge + against;
                    *count += 1.0;
                }
            }
        }
        all = sums.into_iter().map(|(sum, count)| sum / count).collect();
    }
    all
}

/// Spearman's correlation of two lists of different numbers.
fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let ranks = |of: &[f64]| -> Vec<f64> {
        let below = |number: &f64| of.iter().filter(|other| *other < number).count();
        of.iter().map(|number| f64::from(u32::try_from(below(number)).unwrap_or(0))).collect()
    };
    let count = f64::from(u32::try_from(one.len()).unwrap_or(1));
    let squares: f64 = ranks(one).iter().zip(ranks(other)).map(|(one, other)| (one - other) * (one - other)).sum();
    1.0 - 6.0 * squares / (count * (count * count - 1.0))
}
