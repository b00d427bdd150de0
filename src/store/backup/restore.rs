//! Restores a database from a backup.
//!
//! Tables are created as they were when the backup was written, filled, compared, and then brought up to date, all
//! before they become visible: in PostgreSQL in one transaction ([`into_postgres`]), for SQLite in a second file that
//! then replaces the old one ([`into_sqlite`]).

mod error;
mod into_postgres;
mod into_sqlite;
mod source;

pub use self::error::RestoreError;

use std::path::Path;

use self::source::Backup;
use super::super::url::{DatabaseUrl, Target};
use super::Copied;
use super::copy::Progress;
use super::part::Overwrite;

/// The tables of temporary access: sessions, links that open an account, invitations to a staff.
const SESSIONS: [&str; 4] = ["user_sessions", "user_links", "user_places", "event_invitations"];

/// The treatment of temporary access: sessions, links that open an account, familiar browsers, and invitations to the
/// staff of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sessions {
    /// It is restored like everything else.
    Keep,
    /// It is left out: the copy is for another machine, where nobody is signed in.
    Drop,
}

/// Restores a database from a backup, or from a plain copy of an SQLite database. Blocks.
///
/// Existing data are replaced only if that is allowed, and only once the whole backup has been copied and compared. A
/// backup of an older program is brought up to date.
///
/// # Errors
/// See [`RestoreError`].
pub fn restore(
    from: &Path,
    url: &DatabaseUrl,
    overwrite: Overwrite,
    sessions: Sessions,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Copied, RestoreError> {
    let mut backup = Backup::open(from)?;
    backup.without = match sessions {
        Sessions::Keep => &[],
        Sessions::Drop => &SESSIONS,
    };
    let sums = match url.target() {
        Target::Memory => return Err(RestoreError::Nowhere),
        Target::Sqlite(_) if super::is_database(url, from) => return Err(RestoreError::Nowhere),
        Target::Sqlite(path) => into_sqlite::restore(&mut backup, path, overwrite, progress)?,
        Target::Postgres(_) => into_postgres::restore(&mut backup, url, overwrite, progress)?,
    };
    Ok(Copied { rows: sums.values().map(|sum| sum.rows).sum(), bytes: backup.bytes })
}
