//! Ids and secrets that the operating system's randomness makes.

use super::error::StoreError;
use super::ids::{BattleId, Secret, WorkId, base32};

impl WorkId {
    /// A new id.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the operating system supplies no randomness.
    pub fn random() -> Result<Self, StoreError> {
        random_base32::<12>().map(Self)
    }
}

impl BattleId {
    /// A new id.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the operating system supplies no randomness.
    pub fn random() -> Result<Self, StoreError> {
        random_base32::<12>().map(Self)
    }
}

impl Secret {
    /// A new secret.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the operating system supplies no randomness.
    pub fn random() -> Result<Self, StoreError> {
        random_base32::<32>().map(Self)
    }
}

/// A random number below a limit. All numbers are equally likely, up to a difference nobody can measure.
pub(super) fn random_number(below: u64) -> Result<u64, StoreError> {
    Ok(u64::from_le_bytes(random_bytes()?) % below.max(1))
}

/// `N` characters of five random bits each.
fn random_base32<const N: usize>() -> Result<String, StoreError> {
    Ok(base32(&random_bytes::<N>()?))
}

/// `N` random bytes.
pub(super) fn random_bytes<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string().into()))?;
    Ok(bytes)
}
