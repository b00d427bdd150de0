//! What can go wrong in the store: when it is opened ([`OpenError`]) and when it is used ([`StoreError`]).
//!
//! The two databases name their faults differently; this file is the only one that knows how.

use std::error::Error;

use diesel::result::{DatabaseErrorKind, Error as QueryError};

use super::allowance::Spent;
use super::ids::Kind;
use super::model::Revision;

/// The underlying fault, for the log. It is not meant for the visitor.
pub type Cause = Box<dyn Error + Send + Sync>;

/// Why the store could not be opened or brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database did not answer, or did not let us in.
    #[error("cannot open the database {url}")]
    Connect {
        /// Address of the database, without its password.
        url: String,
        /// What the database said.
        source: Cause,
    },
    /// A newer program has changed the tables; nothing was touched.
    #[error(
        "the database {url} was last used by a newer Musterfield (it has taken the step {step}): use that version, \
         or restore a backup from before"
    )]
    Newer {
        /// Address of the database, without its password.
        url: String,
        /// The newest step of its tables that this program does not have.
        step: String,
    },
    /// A migration failed; the database is as it was before that migration.
    #[error("cannot bring the tables of the database {url} up to date")]
    Migrate {
        /// Address of the database, without its password.
        url: String,
        /// What the database said.
        source: Cause,
    },
}

/// Why an operation of the store was not carried out. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such work of that kind, or no such state.
    #[error("not found")]
    NotFound,
    /// The work was deleted.
    #[error("deleted")]
    Gone(Kind),
    /// The administrators hide the work from all who do not hold it, for this reason.
    #[error("hidden by the administrators")]
    Hidden(Kind, String),
    /// The administrators hide the event from all but its staff, for this reason.
    #[error("hidden by the administrators")]
    EventHidden(String),
    /// The administrators have locked the account, for this reason.
    #[error("locked by the administrators")]
    AccountLocked(String),
    /// The visitor does not hold the work, or no longer.
    #[error("not held by this visitor")]
    NotYours(Kind),
    /// This is not the work's edit key, or no longer.
    #[error("not the edit key")]
    WrongKey(Kind),
    /// The work is no longer in the state from which the change was made.
    #[error("the work has changed: its state is now number {}", head.number)]
    Conflict {
        /// The current state.
        head: Box<Revision>,
    },
    /// The event, round or entry is no longer as it was when the change was made.
    #[error("it was changed meanwhile")]
    EventChanged,
    /// Nobody would own the event.
    #[error("an event has an owner")]
    LastOwner,
    /// Another player of the event has that name.
    #[error("another player has that name")]
    NameTaken,
    /// The work has as many states as are kept of one, [`MOST_STATES`](super::MOST_STATES).
    #[error("no more states of this work are kept")]
    Full(Kind),
    /// A limit on what this visitor keeps is reached.
    #[error("no more is kept for this visitor: {0:?}")]
    Spent(Spent),
    /// Too little room is left on the disk, or the database is as large as it may be: nothing new is kept.
    #[error("no room is left for anything new")]
    NoRoom,
    /// The work is in its first state.
    #[error("nothing to undo")]
    NothingToUndo,
    /// No state follows the current one.
    #[error("nothing to redo")]
    NothingToRedo,
    /// A text holds the character U+0000, which PostgreSQL cannot keep.
    #[error("the {field} holds a zero character")]
    ZeroCharacter {
        /// Which text.
        field: &'static str,
    },
    /// The database cannot be reached, written or waited for any longer: try again later.
    #[error("the database is not available")]
    Unavailable(#[source] Cause),
    /// The database refused a statement or holds what it should not: a fault of the program.
    #[error("the database failed")]
    Database(#[source] Cause),
}

/// What ends a job on a connection: a fault of the database, or an answer.
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

/// Two transactions got in each other's way, and the second may succeed if it starts over: it then
/// sees what the first has done.
pub(super) fn is_race(error: &QueryError) -> bool {
    match error {
        QueryError::DatabaseError(kind, _) => {
            matches!(kind, DatabaseErrorKind::UniqueViolation | DatabaseErrorKind::SerializationFailure)
        }
        QueryError::RollbackErrorOnCommit { commit_error, .. } => is_race(commit_error),
        _ => false,
    }
}

/// The connection is of no more use; a new one may be.
pub(super) fn is_lost(error: &QueryError) -> bool {
    /// SQLite: the file was moved or damaged, its disk was taken away or write-protected; PostgreSQL: the other
    /// end is going away.
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

/// SQLite could not write what it must write to open a file or to change it.
pub(super) fn says_unwritable(message: &str) -> bool {
    const UNWRITABLE: [&str; 4] = [
        "attempt to write a readonly database",
        "disk I/O error",
        "unable to open database file",
        "database or disk is full",
    ];
    says_one_of(message, &UNWRITABLE)
}

/// The database says by itself that its disk is full.
pub(super) fn says_full(message: &str) -> bool {
    says_one_of(message, &["database or disk is full", "No space left on device"])
}

/// The database says by itself that it may only be read.
pub(super) fn says_read_only(message: &str) -> bool {
    says_one_of(message, &["attempt to write a readonly database", "in a read-only transaction", "during recovery"])
}

/// What stands in the file is not, or no longer, a database.
pub(super) fn says_damaged(message: &str) -> bool {
    says_one_of(message, &["file is not a database", "database disk image is malformed"])
}

fn says_one_of(message: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| message.contains(phrase))
}
