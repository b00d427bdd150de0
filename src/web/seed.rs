//! Random seeds, for when none is given.

use crate::store::StoreError;

/// Seeds are below this limit, since they appear in addresses and on maps, and are read out and typed again.
const SEEDS: u32 = 1_000_000;

/// A random seed.
///
/// # Errors
/// When the system supplies no randomness.
pub(super) fn random_seed() -> Result<u64, StoreError> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string().into()))?;
    Ok(u64::from(u32::from_le_bytes(bytes) % SEEDS))
}
