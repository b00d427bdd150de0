//! The reasons a backup is not restored.

use super::super::super::error::{Cause, says_damaged};
use super::super::copy::CopyFault;
use super::super::part::PartFault;

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
    pub(super) fn of_backup(cause: impl Into<Cause>) -> Self {
        let cause = cause.into();
        let said = cause.to_string();
        if says_damaged(&said) { Self::Damaged(said) } else { Self::Backup(cause) }
    }

    pub(super) fn of_database(cause: impl Into<Cause>) -> Self {
        Self::Database(cause.into())
    }
}
