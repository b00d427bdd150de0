//! Dice that two players can trust: they follow from a secret that was promised before the battle and is shown after it.
//!
//! The promise is the SHA-256 of the secret, so the secret cannot be exchanged later; and each player may add words to
//! it after seeing the promise, so whoever made the secret could not choose it for its dice.

use std::fmt;

use sha2::{Digest, Sha256};

use super::Roller;

/// A byte from this on would make low scores likelier, and is skipped.
const FAIR: u8 = 252;

/// The secret from which all dice of a battle follow, with what the players have added. Its `Debug` output hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// The secret of these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The promise of this secret.
    #[must_use]
    pub fn promise(&self) -> Promise {
        Promise(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The SHA-256 of a secret, shown before the secret may be known. It is written as 64 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise(pub [u8; 32]);

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The dice of a secret from a certain throw on.
#[derive(Clone, Debug)]
pub struct SecretDice {
    /// The hash of the secret and of the words that were added to it.
    of_all: Sha256,
    /// The number of dice thrown before.
    thrown: u64,
}

impl SecretDice {
    /// The dice of a secret and the words of both players, the first player's first, after `thrown` dice.
    #[must_use]
    pub fn new(secret: &Secret, words: [&str; 2], thrown: u64) -> Self {
        let of_all = words.iter().fold(Sha256::new_with_prefix(secret.0), |hash, word| {
            // With its length before it, no word can pass for a part of the other one.
            let length = u64::try_from(word.len()).unwrap_or(u64::MAX);
            hash.chain_update(length.to_le_bytes()).chain_update(word)
        });
        Self { of_all, thrown }
    }

    /// The die with this number, from 0: the first byte below 252 of the SHA-256 over secret, words, number and a count
    /// of attempts.
    fn die(&self, number: u64) -> u8 {
        (0_u64..)
            .flat_map(|attempt| {
                let hash = self.of_all.clone().chain_update(number.to_le_bytes()).chain_update(attempt.to_le_bytes());
                <[u8; 32]>::from(hash.finalize())
            })
            .find(|byte| *byte < FAIR)
            .map_or(1, |byte| byte % 6 + 1)
    }

    /// The number of dice thrown so far.
    #[must_use]
    pub const fn thrown(&self) -> u64 {
        self.thrown
    }
}

impl Roller for SecretDice {
    fn roll(&mut self) -> Option<u8> {
        let die = self.die(self.thrown);
        self.thrown += 1;
        Some(die)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(secret: &Secret, words: [&str; 2], before: u64, count: usize) -> Vec<u8> {
        let mut dice = SecretDice::new(secret, words, before);
        std::iter::from_fn(|| dice.roll()).take(count).collect()
    }

    #[test]
    fn dice_follow_from_secret_words_and_number_alone() {
        let secret = Secret::new([7; 32]);
        let all = thrown(&secret, ["", ""], 0, 600);
        assert_eq!(thrown(&secret, ["", ""], 100, 500), all[100..]);
        for score in 1..=6 {
            let times = all.iter().filter(|die| **die == score).count();
            assert!((60..=140).contains(&times), "{score} came {times} times in 600");
        }
        assert_ne!(thrown(&Secret::new([8; 32]), ["", ""], 0, 600), all);
        assert_ne!(thrown(&secret, ["a", ""], 0, 600), all);
        assert_ne!(thrown(&secret, ["a", "b"], 0, 600), thrown(&secret, ["", "ab"], 0, 600));
    }

    #[test]
    fn a_secret_gives_the_same_rolls_for_ever() {
        let secret = Secret::new([7; 32]);
        assert_eq!(thrown(&secret, ["one", "two"], 0, 12), [6, 4, 6, 5, 2, 3, 5, 6, 2, 6, 3, 2]);
        assert_eq!(secret.promise().to_string(), "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
    }
}
