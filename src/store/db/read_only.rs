//! Reading an SQLite file that cannot be written.
//!
//! A database with a write-ahead log cannot simply be read: SQLite first creates an index of the log, a file of 32 KiB
//! beside it. A full disk has no room for that, and a write-protected one does not permit it. If the log is empty, the
//! index is not needed, and the file is opened as immutable. That holds only as long as nobody can write the file, so
//! such a connection is used only for a moment before the ordinary way is tried again.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use diesel::connection::SimpleConnection;
use diesel::{Connection, ConnectionError, SqliteConnection};

use super::uri::uri;

/// Opens a file for reading.
pub(super) fn open(path: &Path) -> Result<SqliteConnection, ConnectionError> {
    if has_log(path) {
        take_log_over(path)?;
    }
    let mut lite = SqliteConnection::establish(&uri(path, "mode=ro&immutable=1"))?;
    // Only the first query reads the file; before that nothing is known about it.
    let readable = lite.batch_execute("PRAGMA query_only = ON; SELECT count(*) FROM sqlite_master");
    readable.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(lite)
}

/// Whether the write-ahead log contains changes that are not in the file itself.
fn has_log(path: &Path) -> bool {
    fs::metadata(log_of(path)).is_ok_and(|log| log.len() > 0)
}

/// The write-ahead log of a database.
fn log_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push("-wal");
    name.into()
}

/// Moves what a killed server has left in the log into the file, which may need no room: most pages exist already. An
/// exclusive connection keeps the index of the log in memory.
fn take_log_over(path: &Path) -> Result<(), ConnectionError> {
    let mut lite = SqliteConnection::establish(&uri(path, "mode=rw"))?;
    let done = lite.batch_execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_checkpoint(TRUNCATE)");
    done.map_err(ConnectionError::CouldntSetupConfiguration)?;
    drop(lite);
    if has_log(path) {
        return Err(ConnectionError::BadConnection("the write-ahead log cannot be taken over".to_owned()));
    }
    Ok(())
}
