//! Backups: the whole database as one file, and a database made from such a file.
//!
//! A backup is an SQLite file with the same tables as the database, of either kind, and a manifest of its contents. A
//! backup of PostgreSQL can therefore be restored into SQLite and the reverse, which is also the way to move between
//! them. The tables come from the migrations, and the columns to copy are read from the catalogues of both sides, so a
//! table that is added later is copied without any change here.
//!
//! Read [`catalogue`], [`rows`] and [`copy`] first, then [`backup`] below and [`restore()`]. `manifest` describes a
//! backup inside the backup itself; `part` is the file while it is being written.

mod catalogue;
mod copy;
mod manifest;
mod part;
mod restore;
mod rows;

pub use self::copy::Progress;
pub use self::part::Overwrite;
pub use self::restore::{RestoreError, Sessions, restore};

use std::fs;
use std::io;
use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use diesel::{QueryResult, QueryableByName, RunQueryDsl};

use self::copy::{CopyFault, Tables};
use self::part::{Part, PartFault};
use super::db::{self, Db, Missing};
use super::disk::{folder_of, room};
use super::error::Cause;
use super::migrate;
use super::url::{DatabaseUrl, Target};

/// The extent of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// The rows of all tables.
    pub rows: u64,
    /// The length of the backup in bytes.
    pub bytes: u64,
}

/// The reason there is no backup. Nothing was changed, and no file is left behind.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A file of that name exists and may not be replaced.
    #[error("there is already a file with that name")]
    Exists,
    /// The backup would replace the database itself.
    #[error("that is the database itself")]
    Itself,
    /// Another process is writing a backup of that name.
    #[error("another backup is being written to that file")]
    Busy,
    /// The database did not answer, or refused access.
    #[error("cannot open the database {url}")]
    Connect {
        /// Address of the database, without its password.
        url: String,
        /// The error of the database.
        source: Cause,
    },
    /// The database has no tables of this program.
    #[error("the database {0} contains no Musterfield data")]
    Nothing(String),
    /// A newer program has changed the tables.
    #[error("the database was last used by a newer Musterfield (it is at migration {0}); use that version")]
    Newer(String),
    /// The file system has too little room.
    #[error("the backup may need {needed} bytes, but there is room for only {room}")]
    NoRoom {
        /// The bytes that the database takes, which is an upper limit for the backup.
        needed: u64,
        /// The free bytes.
        room: u64,
    },
    /// The database could not be read completely.
    #[error("the database cannot be read")]
    Source(#[source] Cause),
    /// The file could not be written.
    #[error("the backup cannot be written")]
    File(#[source] Cause),
    /// The written data differ from the data read.
    #[error("the backup differs from what was read from the database: {0}")]
    Differs(String),
}

impl From<CopyFault> for BackupError {
    fn from(fault: CopyFault) -> Self {
        match fault {
            CopyFault::Source(cause) => Self::Source(cause),
            CopyFault::Destination(cause) => Self::File(cause),
            CopyFault::Unlike(what) => Self::Source(what.into()),
            CopyFault::Differs(what) => Self::Differs(what),
        }
    }
}

impl From<PartFault> for BackupError {
    fn from(fault: PartFault) -> Self {
        match fault {
            PartFault::Busy => Self::Busy,
            PartFault::Exists => Self::Exists,
            PartFault::Io(error) => Self::File(error.into()),
        }
    }
}

/// Writes a snapshot of the database to a file while servers go on reading and writing. Blocks.
///
/// The file appears under its name once it is complete, has been compared with the data read, and is on the disk. Only
/// its owner may read it: it contains hashes of passwords and all mail addresses. Memory use does not grow with the
/// database.
///
/// # Errors
/// See [`BackupError`].
pub fn backup(
    url: &DatabaseUrl,
    to: &Path,
    overwrite: Overwrite,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Copied, BackupError> {
    if is_database(url, to) {
        return Err(BackupError::Itself);
    }
    if overwrite == Overwrite::Refuse && to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists);
    }
    let connect_error = |source| BackupError::Connect { url: url.to_string(), source };
    let mut source = db::establish_to_read(url, Missing::Refuse).map_err(|error| connect_error(error.into()))?.db;
    let source_fault = |error: diesel::result::Error| BackupError::Source(error.into());
    begin_snapshot(&mut source).map_err(source_fault)?;
    let steps = migrate::taken(&mut source).map_err(source_fault)?;
    if steps.is_empty() {
        return Err(BackupError::Nothing(url.to_string()));
    }
    if let Some(step) = migrate::unknown(&steps).map_err(BackupError::Source)? {
        return Err(BackupError::Newer(step.clone()));
    }
    let (needed, room) = (
        size(&mut source).map_err(source_fault)?,
        room(folder_of(to)).map_err(|error| BackupError::File(error.into()))?,
    );
    if room < needed {
        return Err(BackupError::NoRoom { needed, room });
    }

    let part = Part::beside(to)?;
    let mut file = new_file(&part, &steps).map_err(BackupError::File)?;
    let tables = Tables::shared(&mut source, &mut file)?;
    let sums = tables.copy(&mut source, &mut file, &[], progress)?;
    manifest::write(&mut file, &source, &sums).map_err(|error| BackupError::File(error.into()))?;
    // The database need not preserve the snapshot while the copy is checked.
    drop(source);
    tables.compare(&mut file, &sums)?;
    if let Some(fault) = copy::fault(&mut file).map_err(|error| BackupError::File(error.into()))? {
        return Err(BackupError::Differs(fault));
    }
    drop(file);
    let bytes = part.finish(to, overwrite)?;
    Ok(Copied { rows: sums.values().map(|sum| sum.rows).sum(), bytes })
}

/// Every later read sees the database as it was at one moment.
fn begin_snapshot(db: &mut Db) -> QueryResult<()> {
    db.batch_execute(match db {
        Db::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        Db::Sqlite(_) => "BEGIN",
    })
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    value: i64,
}

/// The bytes that a database takes. A backup takes no more: it has the same rows and indexes, packed closely.
fn size(db: &mut Db) -> QueryResult<u64> {
    let query = diesel::sql_query(match db {
        Db::Postgres(_) => "SELECT pg_database_size(current_database()) AS value",
        Db::Sqlite(_) => "SELECT page_count * page_size AS value FROM pragma_page_count, pragma_page_size",
    });
    Ok(u64::try_from(query.get_result::<Number>(db)?.value).unwrap_or_default())
}

/// Whether a path leads to the file of the database.
fn is_database(url: &DatabaseUrl, path: &Path) -> bool {
    let Target::Sqlite(database) = url.target() else { return false };
    let whole = |path: &Path| -> io::Result<_> { fs::canonicalize(path) };
    matches!((whole(database), whole(path)), (Ok(one), Ok(other)) if one == other)
}

/// An SQLite file with empty tables that have taken these steps. Nobody else reads it until it is finished, and a crash
/// leaves nothing of value, so it has no journal.
fn new_file(part: &Part, steps: &[String]) -> Result<Db, Cause> {
    let url = DatabaseUrl::of_file(part.path());
    let mut file = db::establish(&url, Missing::Create)?;
    file.batch_execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")?;
    migrate::migrate_to(&mut file, steps)?;
    Ok(file)
}
