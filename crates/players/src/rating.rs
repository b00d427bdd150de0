//! Ratings of players, and shares of points, each with an interval.

use musterfield_dice::Dice;

/// A value with its interval: 95 of 100 such intervals contain the true value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A meeting of two players: a mirrored pair of battles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The players, by number.
    pub players: [usize; 2],
    /// The points of the first in both battles: 0 to 4, since a win counts 2 and a battle without a winner 1.
    pub points: u8,
}

/// The points that are shared out in a meeting.
const POINTS: f64 = 4.0;
/// The difference of ratings at which the stronger player gets ten times as many points as the weaker one.
const SCALE: f64 = 400.0;
/// The number of times that ratings are computed from meetings drawn at random, for their intervals.
const DRAWS: usize = 400;
/// The number of rounds in which ratings are improved: far more than they take to settle.
const ROUNDS: usize = 300;
/// The stream of the seed for the meetings that are drawn.
const STREAM: u64 = 5;

/// Elo ratings of so many players from their meetings, by the model of Bradley and Terry; the player `anchor` has 0.
///
/// Every two players that met count one point more for each, so that nobody's rating is infinite. The intervals come from
/// ratings of as many meetings drawn at random; they are the same for the same seed.
#[must_use]
pub fn ratings(count: usize, meetings: &[Meeting], anchor: usize, seed: u64) -> Vec<Estimate> {
    let values = rated(count, meetings.iter(), anchor);
    let mut dice = Dice::new(seed, STREAM);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS); count];
    for _ in 0..DRAWS {
        let sample: Vec<&Meeting> = (0..meetings.len()).filter_map(|_| dice.pick(meetings)).collect();
        for (all, rating) in drawn.iter_mut().zip(rated(count, sample.into_iter(), anchor)) {
            all.push(rating);
        }
    }
    values
        .into_iter()
        .zip(drawn)
        .map(|(value, mut drawn)| {
            drawn.sort_by(f64::total_cmp);
            let at = |place: usize| drawn.get(place).copied().unwrap_or(value);
            Estimate { value, low: at(DRAWS / 40), high: at(DRAWS - 1 - DRAWS / 40) }
        })
        .collect()
}

/// The ratings alone.
fn rated<'m>(count: usize, meetings: impl Iterator<Item = &'m Meeting>, anchor: usize) -> Vec<f64> {
    // The points of each player against each other one.
    let mut points = vec![vec![0.0; count]; count];
    let mut add = |of: usize, against: usize, more: f64| {
        if let Some(cell) = points.get_mut(of).and_then(|row| row.get_mut(against)) {
            *cell += more;
        }
    };
    for Meeting { players: [one, other], points } in meetings {
        add(*one, *other, f64::from(*points));
        add(*other, *one, POINTS - f64::from(*points));
    }
    let at = |of: usize, against: usize| points.get(of).and_then(|row| row.get(against)).copied().unwrap_or(0.0);
    let met = |one: usize, other: usize| one != other && at(one, other) + at(other, one) > 0.0;
    let shared = |one: usize, other: usize| at(one, other) + at(other, one) + 2.0;
    let mut strengths = vec![1.0; count];
    for _ in 0..ROUNDS {
        let strength = |of: usize| strengths.get(of).copied().unwrap_or(1.0);
        let better = |of: usize| {
            let others = || (0..count).filter(|other| met(of, *other));
            let won: f64 = others().map(|other| at(of, other) + 1.0).sum();
            let expected: f64 = others().map(|other| shared(of, other) / (strength(of) + strength(other))).sum();
            if expected > 0.0 { won / expected } else { 1.0 }
        };
        strengths = (0..count).map(better).collect();
    }
    let anchor = strengths.get(anchor).copied().unwrap_or(1.0);
    strengths.into_iter().map(|strength| SCALE * libm::log10(strength / anchor)).collect()
}

/// The share of points won in so many battles, with Wilson's interval; a battle has 2 points.
#[must_use]
pub fn share(points: u64, battles: u64) -> Estimate {
    /// 95 % of a normal distribution lie within so many standard deviations.
    const WIDTH: f64 = 1.96;
    let float = |number: u64| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    if battles == 0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let (count, value) = (float(battles), float(points) / (2.0 * float(battles)));
    let square = WIDTH * WIDTH / count;
    let middle = (value + square / 2.0) / (1.0 + square);
    let half = WIDTH * libm::sqrt(value * (1.0 - value) / count + square / (4.0 * count)) / (1.0 + square);
    Estimate { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}
