//! Separable CMA-ES: a search for the best values of many numbers by a measure with much noise.
//!
//! The distribution from which candidates are drawn has a width of its own for each number. It follows Ros and Hansen,
//! “A Simple Modification in CMA-ES Achieving Linear Time and Space Complexity” (2008).

use musterfield_dice::Dice;

/// The distribution from which candidates are drawn, and how it moves.
#[derive(Clone, Debug)]
pub(crate) struct Evolution {
    /// The middle of the distribution.
    pub(crate) mean: Vec<f64>,
    /// The width of all numbers together.
    pub(crate) sigma: f64,
    /// The variance of each number.
    variance: Vec<f64>,
    path_of_sigma: Vec<f64>,
    path_of_mean: Vec<f64>,
    generation: u32,
    dice: Dice,
}

/// A candidate: the step from the middle, in widths, and the numbers.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    step: Vec<f64>,
    pub(crate) at: Vec<f64>,
}

fn float(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

impl Evolution {
    pub(crate) fn new(mean: Vec<f64>, sigma: f64, seed: u64) -> Self {
        let count = mean.len();
        let zeros = vec![0.0; count];
        Self {
            mean,
            sigma,
            variance: vec![1.0; count],
            path_of_sigma: zeros.clone(),
            path_of_mean: zeros,
            generation: 0,
            dice: Dice::new(seed, 21),
        }
    }

    /// The candidates of a generation; an even number of them, in mirrored pairs.
    pub(crate) fn candidates(&mut self) -> Vec<Candidate> {
        let pairs = (4 + floor(3.0 * libm::log(float(self.mean.len().max(1))))).div_ceil(2);
        let mut all = Vec::new();
        for _ in 0..pairs {
            let step: Vec<f64> =
                self.variance.iter().map(|variance| libm::sqrt(*variance) * normal(&mut self.dice)).collect();
            for sign in [1.0, -1.0] {
                let step: Vec<f64> = step.iter().map(|by| by * sign).collect();
                let at = self.mean.iter().zip(&step).map(|(mean, by)| mean + self.sigma * by).collect();
                all.push(Candidate { step, at });
            }
        }
        all
    }

    /// Moves the distribution towards the better candidates; they come with their results, of which more is better.
    pub(crate) fn learn(&mut self, mut rated: Vec<(f64, Candidate)>) {
        rated.sort_by(|one, other| other.0.total_cmp(&one.0));
        let count = float(self.mean.len());
        let best = rated.len() / 2;
        let raw: Vec<f64> = (0..best).map(|at| libm::log(float(best) + 0.5) - libm::log(float(at + 1))).collect();
        let sum: f64 = raw.iter().sum();
        let shares: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let effective = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
        let c_sigma = (effective + 2.0) / (count + effective + 5.0);
        let damping = 1.0 + 2.0 * (libm::sqrt((effective - 1.0) / (count + 1.0)) - 1.0).max(0.0) + c_sigma;
        let c_mean = (4.0 + effective / count) / (count + 4.0 + 2.0 * effective / count);
        let faster = (count + 2.0) / 3.0;
        let c_one = (faster * 2.0 / ((count + 1.3) * (count + 1.3) + effective)).min(0.5);
        let c_mu = faster * 2.0 * (effective - 2.0 + 1.0 / effective) / ((count + 2.0) * (count + 2.0) + effective);
        let c_mu = c_mu.clamp(0.0, 1.0 - c_one);
        let chosen: Vec<(f64, Candidate)> =
            shares.into_iter().zip(rated).map(|(share, (_, candidate))| (share, candidate)).collect();
        self.generation += 1;
        let mut length = 0.0;
        for (at, mean) in self.mean.iter_mut().enumerate() {
            let step: f64 = chosen.iter().map(|(share, of)| share * of.step.get(at).copied().unwrap_or(0.0)).sum();
            *mean += self.sigma * step;
            let (Some(variance), Some(path), Some(path_of_mean)) =
                (self.variance.get_mut(at), self.path_of_sigma.get_mut(at), self.path_of_mean.get_mut(at))
            else {
                continue;
            };
            let scaled = step / libm::sqrt(*variance);
            *path = (1.0 - c_sigma) * *path + libm::sqrt(c_sigma * (2.0 - c_sigma) * effective) * scaled;
            *path_of_mean = (1.0 - c_mean) * *path_of_mean + libm::sqrt(c_mean * (2.0 - c_mean) * effective) * step;
            let spread: f64 = chosen
                .iter()
                .map(|(share, of)| {
                    let by = of.step.get(at).copied().unwrap_or(0.0);
                    share * by * by
                })
                .sum();
            *variance = (1.0 - c_one - c_mu) * *variance + c_one * *path_of_mean * *path_of_mean + c_mu * spread;
            length += *path * *path;
        }
        let usual = libm::sqrt(count) * (1.0 - 1.0 / (4.0 * count) + 1.0 / (21.0 * count * count));
        self.sigma *= libm::exp((c_sigma / damping) * (libm::sqrt(length) / usual - 1.0)).clamp(0.7, 1.4);
    }
}

fn floor(number: f64) -> u32 {
    (0..1000).take_while(|whole| f64::from(*whole + 1) <= number).count().try_into().unwrap_or(0)
}

/// A number from the normal distribution.
fn normal(dice: &mut Dice) -> f64 {
    let (one, other) = (1.0 - dice.share(), dice.share());
    libm::sqrt(-2.0 * libm::log(one)) * libm::cos(2.0 * std::f64::consts::PI * other)
}
