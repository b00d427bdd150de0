//! Restores a database from a backup.
//!
//! Tables are created as they were when the backup was written, filled, compared, and then brought up to date, all
//! before they become visible: in PostgreSQL in one transaction ([`into_postgres`]), for SQLite in a second file that
//! then replaces the old one ([`into_sqlite`]).

mod into_postgres;
mod into_sqlite;

use std::fs;
use std::path::Path;

use super::super::db::{self, Db, Missing};
use super::super::error::{Cause, says_damaged};
use super::super::migrate;
use super::super::url::{DatabaseUrl, Target};
use super::copy::{self, CopyFault, Tables};
use super::manifest::{self, Manifest};
use super::part::PartFault;
use super::{Copied, Overwrite, Progress, Sums};

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

/// The reason a backup was not restored. The database is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The backup cannot be opened or read.
    #[error("the backup cannot be read")]
    Backup(#[source] Cause),
    /// The file is another database, or in a format that this program does not know.
    #[error("this is not a backup that this program can read")]
    NotABackup,
    /// The backup has been changed since it was written.
    #[error("the backup is damaged or has been changed: {0}")]
    Damaged(String),
    /// The backup, or the database, comes from a newer program.
    #[error("the {what} comes from a newer Musterfield (it is at migration {step}); use that version")]
    Newer {
        /// The backup or the database.
        what: &'static str,
        /// The newest step of its tables, which this program does not have.
        step: String,
    },
    /// The database did not answer, or refused access.
    #[error("cannot open the database {url}")]
    Connect {
        /// Address of the database, without its password.
        url: String,
        /// The error of the database.
        source: Cause,
    },
    /// The database is not empty and may not be replaced.
    #[error("the database is not empty")]
    NotEmpty,
    /// A server or another program has the database open.
    #[error("the database is in use; stop all servers that use it first")]
    InUse,
    /// The database is the backup, or lives in memory only.
    #[error("a backup cannot be restored there")]
    Nowhere,
    /// The file system has too little room.
    #[error("the database may need {needed} bytes, but there is room for only {room}")]
    NoRoom {
        /// The bytes that the backup takes.
        needed: u64,
        /// The free bytes.
        room: u64,
    },
    /// The database could not be written.
    #[error("the database cannot be written")]
    Database(#[source] Cause),
    /// The written data differ from the data read.
    #[error("the database would differ from what was read from the backup: {0}")]
    Differs(String),
}

impl From<CopyFault> for RestoreError {
    fn from(fault: CopyFault) -> Self {
        match fault {
            CopyFault::Source(cause) => Self::of_backup(cause),
            CopyFault::Destination(cause) => Self::Database(cause),
            CopyFault::Unlike(what) => Self::Damaged(what),
            CopyFault::Differs(what) => Self::Differs(what),
        }
    }
}

impl From<PartFault> for RestoreError {
    fn from(fault: PartFault) -> Self {
        match fault {
            PartFault::Busy => Self::InUse,
            PartFault::Exists => Self::NotEmpty,
            PartFault::Io(error) => Self::Database(error.into()),
        }
    }
}

impl RestoreError {
    fn of_backup(cause: impl Into<Cause>) -> Self {
        let cause = cause.into();
        let said = cause.to_string();
        if says_damaged(&said) { Self::Damaged(said) } else { Self::Backup(cause) }
    }

    fn of_database(cause: impl Into<Cause>) -> Self {
        Self::Database(cause.into())
    }
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

/// A backup that is being restored.
struct Backup {
    file: Db,
    bytes: u64,
    /// The steps that its tables have taken.
    steps: Vec<String>,
    manifest: Option<Manifest>,
    /// The tables that are left empty.
    without: &'static [&'static str],
}

impl Backup {
    fn open(from: &Path) -> Result<Self, RestoreError> {
        let bytes = fs::metadata(from).map_err(RestoreError::of_backup)?.len();
        let mut file = db::open_file_to_read(from).map_err(RestoreError::of_backup)?;
        let steps = migrate::taken(&mut file).map_err(RestoreError::of_backup)?;
        let manifest = manifest::read(&mut file).map_err(RestoreError::of_backup)?;
        if steps.is_empty() || manifest.as_ref().is_some_and(|manifest| !manifest.is_known()) {
            return Err(RestoreError::NotABackup);
        }
        refuse_newer("backup", &steps)?;
        match copy::fault(&mut file).map_err(RestoreError::of_backup)? {
            Some(fault) => Err(RestoreError::Damaged(fault)),
            None => Ok(Self { file, bytes, steps, manifest, without: &[] }),
        }
    }

    /// Fills the tables of a database that has taken the same steps, and compares. No foreign key may be enforced
    /// there.
    fn fill(&mut self, database: &mut Db, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Sums, RestoreError> {
        let tables = Tables::shared(&mut self.file, database)?;
        let sums = tables.copy(&mut self.file, database, self.without, progress)?;
        if let Some(manifest) = &self.manifest
            && let Some(table) = manifest.differs_from(&sums, self.without)
        {
            return Err(RestoreError::Damaged(format!("the table {table} differs from what was written")));
        }
        tables.compare(database, &sums)?;
        Ok(sums)
    }
}

fn refuse_newer(what: &'static str, steps: &[String]) -> Result<(), RestoreError> {
    match migrate::unknown(steps).map_err(RestoreError::Database)? {
        Some(step) => Err(RestoreError::Newer { what, step: step.clone() }),
        None => Ok(()),
    }
}

/// A new database in memory whose tables have taken these steps, to see which tables there are and which rows the steps
/// insert.
fn as_new(steps: &[String]) -> Result<Db, RestoreError> {
    let mut fresh = db::establish(&DatabaseUrl::in_memory(), Missing::Create).map_err(RestoreError::of_database)?;
    migrate::migrate_to(&mut fresh, steps).map_err(RestoreError::Database)?;
    Ok(fresh)
}
