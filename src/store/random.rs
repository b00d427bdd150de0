//! Ids and secrets that the operating system's randomness makes.

use super::error::StoreError;
use super::ids::{Secret, WorkId, base32};

impl WorkId {
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
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string().into()))?;
    Ok(u64::from_le_bytes(bytes) % below.max(1))
}

/// `N` characters of five random bits each.
fn random_base32<const N: usize>() -> Result<String, StoreError> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string().into()))?;
    Ok(base32(&bytes))
}
