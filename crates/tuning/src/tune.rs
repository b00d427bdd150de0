//! Tuning the weights of the quick player on mirrored pairs against a pool. What is made greater is the edge, since it tells
//! with fewer battles than the share which player is stronger.

use std::error::Error;
use std::fmt::Write as _;

use musterfield_players::quick::Aim;
use musterfield_players::weights::Weights;

use crate::arena::{Arena, Entrant, weights_of};
use crate::evolution::Evolution;

/// The width of the first generation, in the scale of each weight.
const SIGMA: f64 = 0.4;

/// The loss for a battle that is left open, in thousandths of what a side may lose: a player that only waits loses little,
/// and is no fun to play against.
const OPEN: f64 = 300.0;

/// The loss for each bound of a battle, in thousandths of what a side may lose: of two players that are as strong, the one
/// that comes to the point is better company.
const BOUND: f64 = 3.0;

/// Settings of a run.
pub(crate) struct Run {
    /// The file with the weights from which it starts.
    pub(crate) from: String,
    /// The goal of its steps.
    pub(crate) aim: Aim,
    /// The rulesets under which every candidate fights.
    pub(crate) rulesets: Vec<String>,
    pub(crate) generations: u32,
    /// The mirrored pairs of each candidate, against each opponent and under each ruleset.
    pub(crate) pairs: u64,
    pub(crate) seed: u64,
    pub(crate) cores: usize,
    /// The names of the opponents.
    pub(crate) pool: Vec<String>,
}

/// Tunes weights, telling every generation, and returns the file of the result.
pub(crate) fn run(run: &Run) -> Result<String, Box<dyn Error>> {
    let start = weights_of(&run.from)?;
    let scales: Vec<f64> = start
        .weights
        .values()
        .into_iter()
        .zip(Weights::ALL)
        .map(|(value, (_, least, most))| f64::from(value.abs().max((most - least) / 20).max(4)))
        .collect();
    let weights = |at: &[f64]| {
        let rounded = |(by, scale): (&f64, &f64)| rounded(by * scale);
        start.weights.with_values(&at.iter().zip(&scales).map(rounded).collect::<Vec<_>>())
    };
    let mean = start.weights.values().into_iter().zip(&scales).map(|(value, scale)| f64::from(value) / scale).collect();
    if run.pool.is_empty() {
        return Err("somebody has to be the opponent".into());
    }
    let pool = run.pool.iter().map(|name| Entrant::named(name)).collect::<Result<Vec<_>, _>>()?;
    let mut evolution = Evolution::new(mean, SIGMA, run.seed);
    for generation in 0..run.generations {
        // All candidates of a generation fight the same battles.
        let seed = run.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(generation));
        let arenas: Vec<_> = run.rulesets.iter().map(|ruleset| Arena::new(ruleset, seed)).collect();
        let mut rated = Vec::new();
        for candidate in evolution.candidates() {
            let entrant = Entrant::Quick(weights(&candidate.at), run.aim);
            let mut sum = 0.0;
            for arena in &arenas {
                let arena = arena.as_ref().map_err(ToString::to_string)?;
                for opponent in &pool {
                    let score = arena.compare(&[entrant.clone(), opponent.clone()], 0..run.pairs, run.cores)?;
                    sum += score.edge()[0] - OPEN * score.open() - BOUND * score.bounds_of_a_battle();
                }
            }
            let battles = f64::from(u32::try_from(run.rulesets.len() * pool.len()).unwrap_or(1));
            rated.push((sum / battles, candidate));
        }
        let (mut all, mut best) = (0.0, f64::MIN);
        for (edge, _) in &rated {
            all += edge;
            best = best.max(*edge);
        }
        let average = all / f64::from(u32::try_from(rated.len()).unwrap_or(1));
        evolution.learn(rated);
        println!(
            "{generation}: average {average:.0}, best {best:.0}, width {:.3}: {:?}",
            evolution.sigma,
            weights(&evolution.mean).values()
        );
    }
    let provenance = format!(
        "separable CMA-ES by edges from version {}: {} generations, {} mirrored pairs against each of {} under each of \
         {}, seed {}",
        start.version,
        run.generations,
        run.pairs,
        run.pool.join(", "),
        run.rulesets.join(", "),
        run.seed
    );
    Ok(file(start.version + 1, &provenance, &weights(&evolution.mean)))
}

/// A file of weights.
fn file(version: u32, provenance: &str, weights: &Weights) -> String {
    let mut text = String::from(
        "# The weights of the quick player. One unit is a thousandth of what a side may lose before it breaks; some weights are\n\
         # percentages.\n",
    );
    let _ = writeln!(text, "version = {version}\nprovenance = \"{provenance}\"\n\n[weights]");
    for ((name, ..), value) in Weights::ALL.iter().zip(weights.values()) {
        let _ = writeln!(text, "{name} = {value}");
    }
    text
}

fn rounded(number: f64) -> i32 {
    format!("{number:.0}").parse().unwrap_or(0)
}
