//! Errors of the store: on opening ([`OpenError`]) and in use ([`StoreError`]).
//!
//! The two databases name their faults differently; only this file knows how.

use std::error::Error;

use diesel::result::{DatabaseErrorKind, Error as QueryError};
use time::OffsetDateTime;

use super::ids::WorkType;
use super::model::Revision;

/// The underlying fault, for the log and not for the visitor.
pub type Cause = Box<dyn Error + Send + Sync>;

/// The reason the store could not be opened or brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database did not answer, or refused the connection.
    #[error("cannot open the database {url}")]
    Connect {
        /// The address of the database, without its password.
        url: String,
        /// The error of the database.
        source: Cause,
    },
    /// A newer program has changed the tables; nothing was touched.
    #[error(
        "the database {url} was last used by a newer Musterfield (it is at migration {step}); use that version, \
         or restore a backup from before"
    )]
    Newer {
        /// The address of the database, without its password.
        url: String,
        /// The newest step of its tables, which this program does not have.
        step: String,
    },
    /// A migration failed; the database is unchanged since before that migration.
    #[error("cannot bring the tables of the database {url} up to date")]
    Migrate {
        /// The address of the database, without its password.
        url: String,
        /// The error of the database.
        source: Cause,
    },
}

/// A limit that has been reached, so that nothing more is stored for this visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitReached {
    /// The limit on the works of a browser or account.
    Works(i64),
    /// The limit on the revisions of all its works.
    States(i64),
    /// The limit on the bytes of all its works.
    Bytes(i64),
    /// The limit on the browsers and accounts that may edit one work.
    Holders(i64),
    /// The limit on the battles of a browser or account.
    Battles(i64),
    /// The limit on the bytes of all its battles.
    BattleBytes(i64),
    /// The limit on the orders of one battle.
    BattleOrders(i64),
    /// The limit on the browsers and accounts that may play one side of a battle.
    BattleHolders(i64),
    /// The limit of one household in an hour or a day; it may write again at this time, in UTC.
    Household(OffsetDateTime),
}

/// The reason an operation of the store was not carried out. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such work of that kind, or no such revision.
    #[error("not found")]
    NotFound,
    /// The work was deleted.
    #[error("deleted")]
    Gone(WorkType),
    /// The battle was deleted.
    #[error("deleted")]
    BattleGone,
    /// The administrators hide the work, for this reason, from everybody who does not hold it.
    #[error("hidden by the administrators")]
    Hidden(WorkType, String),
    /// The administrators hide the event, for this reason, from everybody except its staff.
    #[error("hidden by the administrators")]
    EventHidden(String),
    /// The administrators hide the battle, for this reason, from everybody who does not play it; nobody goes on with it.
    #[error("hidden by the administrators")]
    BattleHidden(String),
    /// The administrators have locked the account, for this reason.
    #[error("locked by the administrators")]
    AccountLocked(String),
    /// The visitor does not hold the work, or no longer does.
    #[error("not held by this visitor")]
    NotYours(WorkType),
    /// The visitor does not play that side of the battle, or no longer does.
    #[error("not played by this visitor")]
    NotYourBattle,
    /// The visitor plays the other side of the battle, and somebody else that one.
    #[error("played by somebody else")]
    SideTaken,
    /// This is not the work's edit key, or no longer is.
    #[error("not the edit key")]
    WrongKey(WorkType),
    /// The work is no longer in the revision from which the change was made.
    #[error("the work has changed; its revision is now number {}", head.number)]
    Conflict {
        /// The current revision.
        head: Box<Revision>,
    },
    /// The event, round or entry has changed since the change was made.
    #[error("it has been changed in the meantime")]
    EventChanged,
    /// The event would have no owner.
    #[error("an event must have an owner")]
    LastOwner,
    /// Another player of the event has that name.
    #[error("another player has that name")]
    NameTaken,
    /// The work has reached the most revisions of one work, [`MAX_REVISIONS`](super::MAX_REVISIONS).
    #[error("no more revisions of this work can be saved")]
    Full(WorkType),
    /// This visitor has reached a limit.
    #[error("this visitor cannot save any more: {0:?}")]
    Spent(LimitReached),
    /// Too little room is left on the disk, or the database has reached its size limit: nothing new is stored.
    #[error("there is no room for anything new")]
    NoRoom,
    /// A text contains the character U+0000, which PostgreSQL cannot store.
    #[error("the {field} contains a zero character")]
    ZeroCharacter {
        /// The text concerned.
        field: &'static str,
    },
    /// A text is longer than it may be.
    #[error("the {field} is longer than {most} bytes")]
    TooLong {
        /// The text concerned.
        field: &'static str,
        /// The largest number of its bytes.
        most: usize,
    },
    /// The database cannot be reached or written, or took too long: the visitor can try again later.
    #[error("the database is not available")]
    Unavailable(#[source] Cause),
    /// The database refused a statement or contains invalid data: a fault of the program.
    #[error("the database failed")]
    Database(#[source] Cause),
}

/// The reason why a job on a connection ends: a fault of the database, or an answer.
#[derive(Debug)]
pub(super) enum Fault {
    /// The database failed; the runner decides whether it is tried again.
    Query(QueryError),
    /// The store's own answer, final.
    Answer(StoreError),
}

impl From<QueryError> for Fault {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Answer(error)
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Answer(error) => error,
            Fault::Query(QueryError::NotFound) => Self::NotFound,
            Fault::Query(error) if is_lost(&error) || is_temporary(&error) => Self::Unavailable(error.into()),
            Fault::Query(error) => Self::Database(error.into()),
        }
    }
}

/// Two transactions collided, and the second may succeed if it starts over: it then sees what the first has done.
pub(super) fn is_race(error: &QueryError) -> bool {
    match error {
        QueryError::DatabaseError(kind, _) => {
            matches!(kind, DatabaseErrorKind::UniqueViolation | DatabaseErrorKind::SerializationFailure)
        }
        QueryError::RollbackErrorOnCommit { commit_error, .. } => is_race(commit_error),
        _ => false,
    }
}

/// The connection is unusable; a new one may work.
pub(super) fn is_lost(error: &QueryError) -> bool {
    /// SQLite: the file was moved or damaged, its disk was removed or write-protected; PostgreSQL: the server is
    /// shutting down.
    const LOST: [&str; 8] = [
        "attempt to write a readonly database",
        "disk I/O error",
        "unable to open database file",
        "file is not a database",
        "database disk image is malformed",
        "server closed the connection",
        "terminating connection",
        "no connection to the server",
    ];
    match error {
        QueryError::DatabaseError(
            DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ReadOnlyTransaction,
            _,
        )
        | QueryError::BrokenTransactionManager
        | QueryError::RollbackErrorOnCommit { .. } => true,
        QueryError::DatabaseError(_, info) => says_one_of(info.message(), &LOST),
        _ => false,
    }
}

/// The connection is good, but the database cannot do the job now: full, locked, shutting down.
pub(super) fn is_temporary(error: &QueryError) -> bool {
    const TEMPORARY: [&str; 8] = [
        "database or disk is full",
        "No space left on device",
        "is locked",
        "lock timeout",
        "statement timeout",
        "deadlock detected",
        "out of memory",
        "the database system is",
    ];
    match error {
        QueryError::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => true,
        QueryError::DatabaseError(_, info) => says_one_of(info.message(), &TEMPORARY),
        _ => false,
    }
}

/// SQLite could not write a file that it must write in order to open or change the database.
pub(super) fn says_unwritable(message: &str) -> bool {
    const UNWRITABLE: [&str; 4] = [
        "attempt to write a readonly database",
        "disk I/O error",
        "unable to open database file",
        "database or disk is full",
    ];
    says_one_of(message, &UNWRITABLE)
}

/// The database itself reports that its disk is full.
pub(super) fn says_full(message: &str) -> bool {
    says_one_of(message, &["database or disk is full", "No space left on device"])
}

/// The database itself reports that it is read-only.
pub(super) fn says_read_only(message: &str) -> bool {
    says_one_of(message, &["attempt to write a readonly database", "in a read-only transaction", "during recovery"])
}

/// The content of the file is not, or no longer, a database.
pub(super) fn says_damaged(message: &str) -> bool {
    says_one_of(message, &["file is not a database", "database disk image is malformed"])
}

fn says_one_of(message: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| message.contains(phrase))
}
