//! The dice of a battle. They follow from a secret of the battle that nobody is shown before it is over, so nobody can
//! know dice to come; and since they follow from it, the same throw comes again if an answer was lost.

use musterfield_dice::Roller;
use sha2::{Digest, Sha256};

use crate::store::DiceSecret;

/// A byte from this on would make low scores likelier, and is skipped.
const FAIR: u8 = 252;

/// The dice of one battle from a certain throw on.
pub(super) struct SecretDice<'s> {
    secret: &'s DiceSecret,
    /// The number of dice that were thrown in the battle before.
    thrown: u64,
}

impl<'s> SecretDice<'s> {
    pub(super) fn new(secret: &'s DiceSecret, thrown: u64) -> Self {
        Self { secret, thrown }
    }

    /// The die with this number, from 0: the first fair byte of SHA-256 over the secret, the number of the die and a
    /// count of attempts.
    fn die(&self, number: u64) -> u8 {
        (0_u64..)
            .flat_map(|attempt| {
                let digest = Sha256::new()
                    .chain_update(self.secret.expose())
                    .chain_update(number.to_le_bytes())
                    .chain_update(attempt.to_le_bytes());
                <[u8; 32]>::from(digest.finalize())
            })
            .find(|byte| *byte < FAIR)
            .map_or(1, |byte| byte % 6 + 1)
    }
}

impl Roller for SecretDice<'_> {
    fn roll(&mut self) -> Option<u8> {
        let die = self.die(self.thrown);
        self.thrown += 1;
        Some(die)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_follow_from_the_secret_and_their_number_alone() {
        let secret = DiceSecret::random().unwrap();
        let thrown: Vec<u8> = std::iter::from_fn({
            let mut dice = SecretDice::new(&secret, 0);
            move || dice.roll()
        })
        .take(600)
        .collect();
        assert!(thrown.iter().all(|die| (1..=6).contains(die)));
        let mut later = SecretDice::new(&secret, 100);
        assert_eq!(later.roll(), thrown.get(100).copied());
        for score in 1..=6 {
            let times = thrown.iter().filter(|die| **die == score).count();
            assert!((60..=140).contains(&times), "{score} came {times} times in 600");
        }
        let other = DiceSecret::random().unwrap();
        let mut others = SecretDice::new(&other, 0);
        let elsewhere: Vec<u8> = std::iter::from_fn(|| others.roll()).take(600).collect();
        assert_ne!(elsewhere, thrown);
    }
}
