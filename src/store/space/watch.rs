//! The limits on the space of a database, and what was measured of it last.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A number of bytes, as an operator writes it: `512M`, `2G`, `1048576`. Each unit is 1,024 times the one before.
///
/// ```
/// use musterfield::store::ByteCount;
/// assert_eq!("512M".parse(), Ok(ByteCount(512 << 20)));
/// assert_eq!("2 GiB".parse(), Ok(ByteCount(2 << 30)));
/// assert!("two".parse::<ByteCount>().is_err());
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByteCount(pub u64);

/// A text is not a number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use a number of bytes such as 512M or 2G (K, M, G and T are powers of 1024)")]
pub struct ParseByteCountError;

impl FromStr for ByteCount {
    type Err = ParseByteCountError;

    fn from_str(text: &str) -> Result<Self, ParseByteCountError> {
        let text = text.trim().to_ascii_uppercase();
        let split = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let (digits, unit) = text.split_at(split);
        let shift = match unit.trim_start() {
            "" | "B" => 0,
            "K" | "KB" | "KIB" => 10,
            "M" | "MB" | "MIB" => 20,
            "G" | "GB" | "GIB" => 30,
            "T" | "TB" | "TIB" => 40,
            _ => return Err(ParseByteCountError),
        };
        let number: u64 = digits.parse().map_err(|_| ParseByteCountError)?;
        number.checked_mul(1 << shift).map(Self).ok_or(ParseByteCountError)
    }
}

/// The limits on the space that the database takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpaceLimits {
    /// The bytes that stay free on the file system of an SQLite file.
    pub reserve: ByteCount,
    /// The largest size of the database in bytes.
    pub largest: Option<ByteCount>,
}

/// The latest measurements of the space, shared by all handles on a database.
#[derive(Clone, Default)]
pub(in crate::store) struct Watch {
    pub(super) limits: SpaceLimits,
    known: Arc<Mutex<SpaceReadings>>,
}

#[derive(Default)]
pub(super) struct SpaceReadings {
    pub(super) free: SpaceReading,
    pub(super) size: SpaceReading,
    /// Whether the space was too little when it was last measured.
    pub(super) short: bool,
}

/// A figure, and when it was measured.
#[derive(Default)]
pub(super) struct SpaceReading {
    at: Option<Instant>,
    pub(super) bytes: Option<u64>,
}

impl SpaceReading {
    /// Whether it must be measured again. Later callers do not measure it too.
    pub(super) fn is_due(&mut self, again: Duration) -> bool {
        let due = self.at.is_none_or(|at| at.elapsed() >= again);
        if due {
            self.at = Some(Instant::now());
        }
        due
    }
}

impl Watch {
    pub(in crate::store) fn new(limits: SpaceLimits) -> Self {
        Self { limits, known: Arc::default() }
    }

    pub(super) fn with<T>(&self, job: impl FnOnce(&mut SpaceReadings) -> T) -> T {
        job(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
