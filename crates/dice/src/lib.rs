//! Chance and its only source: every die of the program is rolled here, from a seed or a secret.
//!
//! The same seed and stream give the same rolls on every machine and in every version of the program. The numbers are
//! therefore drawn from the generator's 32-bit words by code written here, and not by that of a library that may
//! change.

mod secret;

pub use secret::{Promise, Secret, SecretDice};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of dice: a seed, a record, or dice rolled by hand.
pub trait Roller {
    /// Rolls the next die, 1 to 6; none if there are no more.
    fn roll(&mut self) -> Option<u8>;
}

impl Roller for Dice {
    fn roll(&mut self) -> Option<u8> {
        Some(self.d6())
    }
}

/// Dice that somebody has already rolled, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolledDice {
    /// The scores that remain, the next one last.
    left: Vec<u8>,
}

impl RolledDice {
    /// Creates the dice from their scores, in the order in which they were rolled.
    #[must_use]
    pub fn new(scores: &[u8]) -> Self {
        Self { left: scores.iter().rev().copied().collect() }
    }

    /// The number of dice that remain.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left.len()
    }
}

impl Roller for RolledDice {
    fn roll(&mut self) -> Option<u8> {
        self.left.pop()
    }
}

/// Dice that follow from a seed.
#[derive(Clone, Debug)]
pub struct Dice {
    words: ChaCha8Rng,
}

impl Dice {
    /// The dice of one stream of a seed. The streams of a seed are independent of each other, so one question can be
    /// rolled again without changing the answers to the others.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut bytes = [0; 32];
        for (byte, value) in bytes.iter_mut().zip(seed.to_le_bytes()) {
            *byte = value;
        }
        let mut words = ChaCha8Rng::from_seed(bytes);
        words.set_stream(stream);
        Self { words }
    }

    /// Rolls a die: 1 to 6.
    pub fn d6(&mut self) -> u8 {
        u8::try_from(self.below(6) + 1).unwrap_or(1)
    }

    /// Draws a number from 0 up to but not including `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: u32) -> u32 {
        if end == 0 {
            return 0;
        }
        // Words beyond the last full multiple of `end` would make small numbers likelier; they are drawn again.
        let rounds = u32::MAX / end * end;
        loop {
            let word = self.words.next_u32();
            if word < rounds {
                return word % end;
            }
        }
    }

    /// Draws a number between two bounds, both included; the first bound if they are the wrong way round.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = u32::try_from(most - least).unwrap_or(0);
        least + i64::from(self.below(span.saturating_add(1)))
    }

    /// Draws a number from 0 up to but not including 1, in steps of 2⁻³².
    pub fn share(&mut self) -> f64 {
        f64::from(self.words.next_u32()) / 4_294_967_296.0
    }

    /// Picks one of several values; none from an empty slice.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let end = u32::try_from(from.len()).unwrap_or(u32::MAX);
        from.get(usize::try_from(self.below(end)).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_rolls_for_ever() {
        let mut dice = Dice::new(7, 0);
        let rolls: Vec<u8> = (0..20).map(|_| dice.d6()).collect();
        assert_eq!(rolls, [6, 5, 2, 3, 3, 4, 1, 1, 6, 5, 3, 2, 6, 1, 3, 1, 2, 2, 5, 5]);
    }

    #[test]
    fn streams_of_a_seed_differ() {
        let rolls = |stream| {
            let mut dice = Dice::new(7, stream);
            (0..20).map(|_| dice.d6()).collect::<Vec<_>>()
        };
        assert_ne!(rolls(0), rolls(1));
    }

    #[test]
    fn every_face_comes_as_often() {
        let mut dice = Dice::new(1, 0);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[usize::from(dice.d6()) - 1] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn nothing_to_choose_from_gives_nothing() {
        assert_eq!(Dice::new(1, 0).pick::<u8>(&[]), None);
        assert_eq!(Dice::new(1, 0).below(0), 0);
        assert_eq!(Dice::new(1, 0).between(5, 2), 5);
    }
}
