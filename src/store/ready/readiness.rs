//! Whether a database can be written, as it was answered last.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Mutex;

/// Whether the database can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// A change was just written.
    Ready,
    /// It is read-only: its file, disk or server is write-protected.
    ReadOnly,
    /// Its disk is full.
    Full,
    /// It did not answer, or did not let the program write, within two seconds.
    Away,
    /// Its file is damaged, or its tables are missing.
    Damaged,
    /// A newer program has changed its tables. This one goes on as well as it can, and should be replaced.
    NewerSchema,
}

/// The last answer and when it was given.
#[derive(Debug, Clone, Default)]
pub(in crate::store) struct LastReadiness(pub(super) Arc<Mutex<Option<(Instant, Readiness)>>>);
