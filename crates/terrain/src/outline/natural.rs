//! Outlines of natural features: woods, marshes, hills and the like.

use musterfield_dice::Dice;
use musterfield_rules::terrain::Kind;

/// The number of corners of a drawn outline.
const CORNERS: u16 = 30;
/// The number of corners along one bank of a gully.
const BANK: u16 = 13;

/// The ways in which an outline departs from an ellipse.
struct Habit {
    /// The reach of bulges and bays, as a fraction of the radius.
    waves: f64,
    /// The greatest number of bulges around it.
    most_waves: u16,
    /// The amount by which it is bent like a bean or a crescent.
    bend: f64,
    /// The amount by which one end is broader than the other.
    taper: f64,
    /// The degree to which it is rectangular: 0 an ellipse, 1 nearly a rectangle.
    square: f64,
}

fn habit(kind: Kind) -> Habit {
    let (waves, most_waves, bend, taper, square) = match kind.like() {
        Kind::Woods => (0.10, 6, 0.35, 0.25, 0.35),
        Kind::Marsh | Kind::Boggy | Kind::Lake => (0.12, 5, 0.55, 0.30, 0.20),
        Kind::DifficultHill => (0.09, 5, 0.30, 0.35, 0.25),
        Kind::GentleHill => (0.08, 4, 0.45, 0.45, 0.20),
        Kind::Dunes => (0.07, 4, 0.75, 0.20, 0.10),
        Kind::Oasis => (0.09, 4, 0.40, 0.40, 0.20),
        Kind::Enclosures => (0.07, 4, 0.20, 0.40, 0.60),
        _ => (0.11, 6, 0.40, 0.35, 0.30),
    };
    Habit { waves, most_waves, bend, taper, square }
}

/// The angle of a corner, and its sine and cosine. Corners lie beside the axes, never on them.
fn angle(at: u16) -> (f64, f64, f64) {
    let angle = std::f64::consts::TAU * (f64::from(at) + 0.5) / f64::from(CORNERS);
    let (sine, cosine) = libm::sincos(angle);
    (angle, sine, cosine)
}

/// A number between minus and plus `most`.
fn deviation(dice: &mut Dice, most: f64) -> f64 {
    (2.0 * dice.share() - 1.0) * most
}

/// A natural outline of about this size.
pub(super) fn area(kind: Kind, (long, short): (f64, f64), dice: &mut Dice) -> Vec<(f64, f64)> {
    let habit = habit(kind);
    let waves: Vec<(f64, f64, f64)> = (2..=habit.most_waves)
        .map(|wave| {
            let wave = f64::from(wave);
            (wave, deviation(dice, habit.waves * 2.5 / wave), std::f64::consts::TAU * dice.share())
        })
        .collect();
    // An outline nearly as wide as long must not be nearly round, or its length could be measured in any direction.
    let stout = if long < 1.3 * short { 0.12 } else { 0.0 };
    let (bend, taper) = (deviation(dice, habit.bend), deviation(dice, habit.taper));
    let square = stout + habit.square * (0.5 + 0.5 * dice.share());
    (0..CORNERS)
        .map(|at| {
            let (angle, sine, cosine) = angle(at);
            let wavy: f64 =
                1.0 + waves.iter().map(|(wave, height, phase)| height * libm::cos(wave * angle + phase)).sum::<f64>();
            let radius = wavy * rounded_square(sine, cosine, square);
            let (x, y) = (radius * cosine, radius * sine);
            (x * long / 2.0, (y * (1.0 + taper * x) + bend * (x * x - 0.5)) * short / 2.0)
        })
        .collect()
}

/// The plainest outline: a rectangle with broad round corners. No other outline is so certain to be measured correctly.
pub(super) fn plain((long, short): (f64, f64)) -> Vec<(f64, f64)> {
    (0..CORNERS)
        .map(|at| {
            let (_, sine, cosine) = angle(at);
            let radius = rounded_square(sine, cosine, 0.8);
            (radius * cosine * long / 2.0, radius * sine * short / 2.0)
        })
        .collect()
}

/// The radius of a shape between the circle (0) and the square around it (1).
fn rounded_square(sine: f64, cosine: f64, square: f64) -> f64 {
    1.0 + square * (1.0 / cosine.abs().max(sine.abs()) - 1.0)
}

/// A winding cleft with tapering ends.
pub(super) fn gully((long, short): (f64, f64), dice: &mut Dice) -> Vec<(f64, f64)> {
    let (turns, phase) = (1.0 + dice.share(), std::f64::consts::TAU * dice.share());
    let wander = 0.25 + 0.2 * dice.share();
    let mut banks = [Vec::new(), Vec::new()];
    for (side, bank) in [1.0, -1.0].into_iter().zip(&mut banks) {
        for at in 0..BANK {
            let along = f64::from(at) / f64::from(BANK - 1);
            let middle = wander * libm::sin(std::f64::consts::TAU * turns * along + phase);
            // Blunt ends: the width grows like the height of a circle.
            let breadth = 0.15 + 0.55 * (1.0 - (2.0 * along - 1.0) * (2.0 * along - 1.0)).sqrt();
            let breadth = breadth * (0.85 + 0.3 * dice.share());
            bank.push(((along - 0.5) * long, (middle + side * breadth / 2.0) * short));
        }
    }
    let [left, right] = banks;
    right.into_iter().chain(left.into_iter().rev()).collect()
}

/// The crest of a hill: along the middle of its length, halfway between its sides.
pub(super) fn crest(outline: &[(f64, f64)], (long, _): (f64, f64), dice: &mut Dice) -> Vec<(f64, f64)> {
    let reach = 0.22 + 0.1 * dice.share();
    [-1.0, -0.5, 0.0, 0.5, 1.0]
        .into_iter()
        .filter_map(|part| {
            let x = part * reach * long;
            let (low, high) = sides_at(outline, x)?;
            Some((x, f64::midpoint(low, high)))
        })
        .collect()
}

/// The lowest and the highest point of an outline at this distance along its length.
fn sides_at(outline: &[(f64, f64)], x: f64) -> Option<(f64, f64)> {
    let next = outline.iter().cycle().skip(1);
    let cuts = outline.iter().zip(next).filter_map(|(a, b)| {
        let crossed = (a.0 <= x) != (b.0 <= x);
        crossed.then(|| a.1 + (b.1 - a.1) * (x - a.0) / (b.0 - a.0))
    });
    cuts.fold(None, |found: Option<(f64, f64)>, y| Some(found.map_or((y, y), |(low, high)| (low.min(y), high.max(y)))))
}
