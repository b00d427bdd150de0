//! Chance: the seeds of what the site draws, and the secrets from which the dice of battles follow.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::store::{DiceSecret, StoreError};

/// Seeds are below this limit, since they appear in addresses and on maps, and are read out and typed again.
const SEEDS: u32 = 1_000_000;

/// Where the site takes seeds and the secrets of dice from.
#[derive(Debug, Default)]
pub struct Chance {
    /// The number of the next draw, where they are all known beforehand.
    known: Option<AtomicU64>,
}

impl Chance {
    /// Draws that follow from a number, the same in every run: whoever knows it knows all dice, so it is for tests.
    #[must_use]
    pub fn known(number: u64) -> Self {
        Self { known: Some(AtomicU64::new(number)) }
    }

    /// A seed.
    ///
    /// # Errors
    /// When the operating system supplies no randomness.
    pub(super) fn seed(&self) -> Result<u64, StoreError> {
        if let Some(next) = self.next() {
            return Ok(next % u64::from(SEEDS));
        }
        let mut bytes = [0; 4];
        getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string().into()))?;
        Ok(u64::from(u32::from_le_bytes(bytes) % SEEDS))
    }

    /// The secret from which the dice of a battle follow.
    ///
    /// # Errors
    /// When the operating system supplies no randomness.
    pub(super) fn dice(&self) -> Result<DiceSecret, StoreError> {
        let Some(next) = self.next() else { return DiceSecret::random() };
        let mut bytes = [0; 32];
        for (byte, of_number) in bytes.iter_mut().zip(next.to_le_bytes()) {
            *byte = of_number;
        }
        Ok(DiceSecret::known(bytes))
    }

    fn next(&self) -> Option<u64> {
        self.known.as_ref().map(|number| number.fetch_add(1, Ordering::Relaxed))
    }
}
