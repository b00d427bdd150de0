//! Seeds that are drawn when none is asked for.

use crate::store::StoreError;

/// They are below this, since they stand in addresses and on maps, and are read out and typed again.
const SEEDS: u32 = 1_000_000;

/// A seed that nobody has chosen.
///
/// # Errors
/// The system gives no random numbers.
pub(super) fn random_seed() -> Result<u64, StoreError> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string().into()))?;
    Ok(u64::from(u32::from_le_bytes(bytes) % SEEDS))
}
