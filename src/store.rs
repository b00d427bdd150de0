//! Stores works in SQLite or PostgreSQL with all their revisions. A work is an army, a layout or an army
//! list that a visitor has saved.
//!
//! All kinds are stored in the same way. Every operation names the [`WorkType`] it expects and does not find a work of
//! another kind. A [`Store`] is a handle on a pool of connections and may be cloned freely. Its operations are
//! asynchronous on the outside and plain functions on a connection inside. Each is one transaction. Errors:
//! [`UrlError`] and [`OpenError`] at the start, [`StoreError`] afterwards; only the last one reaches a visitor, and
//! only by its variant.
//!
//! [`User`]s are accounts: an account can hold a work, just as a browser can.
//!
//! The store knows nothing of HTTP, of the rules of any game or of what a work contains: a document is text, and its
//! hash comes from the caller. Only digests of secrets are stored.
//!
//! | file | contents |
//! |---|---|
//! | `db.rs`, `migrate.rs`, `schema.rs` | connections, tables |
//! | `db/read_only.rs`, `disk.rs` | SQLite on a disk that is full or write-protected |
//! | `ready.rs` | checks whether the database can be written now |
//! | `backup.rs` | the whole database as one file, and back into either database; tables and columns are read from the catalogues, so a new one is copied without any change there |
//! | `write_queue.rs` | queues the writers of SQLite in the order in which they arrive |
//! | `work_rows.rs`, `works.rs`, `history.rs`, `holders.rs` | works, their revisions, and their holders: a browser, or an account and the browser it is signed in from |
//! | `documents.rs` | the documents of revisions and entries, each stored once |
//! | `allowance.rs`, `households.rs` | limits on what a browser, an account or a household may store |
//! | `sweep.rs`, `clock.rs` | works that are kept and works that are deleted by age; a check that the clock can be trusted |
//! | `space.rs`, `compaction.rs` | disk space: how much is left, and giving it back |
//! | `accounts.rs` | accounts, sessions, links that open once, counts of attempts, places from which an account was signed in, the works of an account |
//! | `events.rs` | events, staff, log, rounds; `events/entering.rs` is the one place that enforces a deadline |
//! | `events/places.rs`, `events/bounds.rs` | the entries that have a place and those that await approval; limits on what an event accepts from each sender |
//! | `events/clearing.rs` | clears many entries at once and restores them |
//! | `battles.rs` | battles: their heads, their orders, and who plays which side |
//! | `admin.rs` | the actions of administrators, each with its line in their log |
//! | `ids.rs`, `random.rs`, `events/text_types.rs` | ids, secrets and words, each with a single `parse`; new ones at random |

mod accounts;
mod admin;
mod allowance;
mod backup;
mod battles;
mod clock;
mod compaction;
mod db;
mod disk;
mod documents;
mod error;
mod events;
mod history;
mod holders;
mod households;
mod ids;
mod migrate;
mod model;
mod random;
mod ready;
mod schema;
mod space;
mod sweep;
mod titles;
mod url;
mod work_rows;
mod works;
mod write_queue;

use diesel::r2d2::Pool;
use time::OffsetDateTime;

pub use self::accounts::{
    Arrival, Attempt, Familiar, HeldWork, MOST_SUBJECTS, NewDevice, NewUser, RateLimit, Registered, Registration,
    SESSION_IDLE, Session, SessionId, SignInError, SignInName, SignedIn, Subject, User, UserId, WorkCounts,
};
pub use self::admin::{AccountAction, ActorAndReason, AdminLogEntry, Moderation};
pub use self::allowance::{
    ACCOUNT, ACCOUNT_BATTLES, Allowance, BROWSER, BROWSER_BATTLES, BattleAllowance, MOST_HOLDERS, MOST_SESSIONS,
};
pub use self::backup::{BackupError, Copied, Overwrite, Progress, RestoreError, Sessions, backup, restore};
pub use self::battles::{
    Appended, BattleHead, BattleOrder, BattleSide, BattleSummary, BattleTerms, DecidedBy, DiceSecret, DueHook,
    GameBattle, GameOf, Hook, LONGEST_BATTLE_HEAD, LONGEST_BATTLE_LINE, MOST_BATTLE_HOLDERS, MOST_BATTLE_ORDERS,
    NewBattle, NewOrders, Notice, SketchOf, StoredBattle,
};
pub use self::clock::{ClockGuard, ClockReading, Doubt};
pub use self::compaction::Compaction;
pub use self::error::{Cause, LimitReached, OpenError, StoreError};
pub use self::events::{
    Actor, CLEARED_FOR, Clearing, ClearingId, Entered, Entrant, EntrantId, EntrantState, Entry, EntryAction,
    EntryAddress, EntryState, Event, EventContent, EventId, EventMade, EventState, EventSummary, EventsRefused,
    HeldEntry, Invitation, Invited, LogEntry, MOST_ENTRIES, MOST_EVENTS, MOST_EVENTS_A_DAY, MOST_FROM_HOUSEHOLD,
    MOST_FROM_MAKER, MOST_VERSIONS, MOST_VERSIONS_BY_STAFF, NewEntry, ORIGINS_KNOWN_FOR, Origin, Refusal, Role, Sender,
    Slug, Staff, StoredRound,
};
pub use self::households::{DAY, Household, HouseholdAllowance, TWO_HOURS};
pub use self::ids::{BattleId, Holder, ParseIdError, RevisionHash, Secret, SecretDigest, WorkId, WorkType};
pub use self::model::{
    Created, MAX_REVISIONS, NewRevision, NewWork, Revision, RevisionSummary, SaveOutcome, Saved, Work, WorkSummary,
};
pub use self::ready::Readiness;
pub use self::space::{ByteCount, ParseByteCountError, Space, SpaceLimits};
pub use self::titles::Title;
pub use self::url::{DatabaseUrl, UrlError};

use self::db::{Db, Link, Losses, Manager, Missing, Reading};
use self::error::{Fault, is_lost, is_race, is_temporary};
use self::households::Growth;
use self::model::now;
use self::ready::readiness::LastReadiness;
use self::space::watch::Watch;
use self::url::Target;
use self::write_queue::WriteQueue;

/// A handle on the database.
#[derive(Clone)]
pub struct Store {
    url: DatabaseUrl,
    pool: Pool<Manager>,
    losses: Losses,
    /// `None` for PostgreSQL, which lets transactions that change different things write at the same time.
    turns: Option<WriteQueue>,
    watch: Watch,
    /// The household on whose behalf the store writes.
    household: Option<Household>,
    last_readiness: LastReadiness,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Store({})", self.url)
    }
}

/// The way a job uses the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// One query, or several that need not be consistent with each other.
    Read,
    /// One transaction: everything or nothing, isolated from others.
    Write,
    /// A statement that must not run inside a transaction, in a writer's turn.
    Upkeep,
}

impl Store {
    /// Opens the database, and creates the file of an SQLite database that does not exist yet. Blocks.
    ///
    /// The tables may still be missing or old: see [`Store::migrate`]. An SQLite database on a full or write-protected
    /// disk can be read, and written as soon as that is possible again.
    ///
    /// # Errors
    /// [`OpenError::Connect`] when the database does not answer now. Once open, the store reconnects by itself whenever
    /// the database returns. [`OpenError::Newer`] when a newer program has used it.
    pub fn open(url: &DatabaseUrl, pool_size: u32) -> Result<Self, OpenError> {
        if !matches!(url.target(), Target::Memory) {
            let mut db = connect(url, Missing::Create)?;
            refuse_newer(url, &mut db)?;
        }
        let turns = match url.target() {
            Target::Postgres(_) => None,
            Target::Sqlite(_) | Target::Memory => {
                let turns = WriteQueue::new();
                Some(turns.map_err(|error| OpenError::Connect { url: url.to_string(), source: error.into() })?)
            }
        };
        let (pool, losses) = db::pool(url, pool_size);
        Ok(Self {
            url: url.clone(),
            pool,
            losses,
            turns,
            watch: Watch::default(),
            household: None,
            last_readiness: LastReadiness::default(),
        })
    }

    /// Returns the store with limits on the space it takes. By default there are none.
    #[must_use]
    pub fn within(self, limits: SpaceLimits) -> Self {
        Self { watch: Watch::new(limits), ..self }
    }

    /// Returns the store acting on behalf of a household: everything stored through it counts for that household.
    #[must_use]
    pub fn for_household(&self, household: Household) -> Self {
        Self { household: Some(household), ..self.clone() }
    }

    /// Brings the tables up to date and returns the names of the steps that were taken. Blocks.
    ///
    /// # Errors
    /// [`OpenError::Connect`] or [`OpenError::Migrate`].
    pub fn migrate(&self) -> Result<Vec<String>, OpenError> {
        let done = match self.url.target() {
            // A second connection would open a second database.
            Target::Memory => {
                let mut link = self.pool.get().map_err(|error| self.connect_error(error.into()))?;
                migrate::migrate(&mut link.db)
            }
            Target::Sqlite(_) | Target::Postgres(_) => migrate::migrate(&mut connect(&self.url, Missing::Refuse)?),
        };
        done.map_err(|source| OpenError::Migrate { url: self.url.to_string(), source })
    }

    fn connect_error(&self, source: Cause) -> OpenError {
        OpenError::Connect { url: self.url.to_string(), source }
    }

    /// Runs queries that change nothing.
    async fn read<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(Access::Read, job).await
    }

    /// Runs one transaction. The job may run twice, the first time without effect.
    async fn write<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(Access::Write, job).await
    }

    /// Runs one transaction that stores something new, if there is room for it, and counts the bytes written for the
    /// household on whose behalf it runs. The job may run twice, the first time without effect.
    async fn grow<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<(T, Growth), Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.demand_room().await?;
        self.counted(job).await
    }

    /// Runs one transaction and counts the bytes written for the household on whose behalf it runs. The job may run
    /// twice, the first time without effect.
    async fn counted<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<(T, Growth), Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        let household = self.household.clone();
        self.write(move |db| {
            let (done, written) = job(db)?;
            if let Some(household) = &household {
                households::count(db, household, written, now())?;
            }
            Ok(done)
        })
        .await
    }

    /// Deletes the hours of households that no longer count at this time, and returns how many.
    ///
    /// # Errors
    /// Any database error.
    pub async fn prune_households(&self, now: OffsetDateTime) -> Result<usize, StoreError> {
        self.write(move |db| households::prune(db, now)).await
    }

    async fn run<T: Send + 'static>(
        &self,
        access: Access,
        job: impl Fn(&mut Db) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        if access == Access::Read
            && let Some(result) = self.read_at_once(&job)
        {
            return result;
        }
        let store = self.clone();
        let work = move || store.run_blocking(access, job);
        match &self.turns {
            Some(turns) if access != Access::Read => turns.take(work).await,
            _ => tokio::task::spawn_blocking(work).await.map_err(|error| StoreError::Database(error.into()))?,
        }
    }

    /// A lookup in SQLite takes less time than handing it to another thread. This method is for a read that is answered
    /// without waiting; if no connection is free, or the database is locked or lost, the read runs like any other, on a
    /// thread that may wait.
    fn read_at_once<T>(&self, job: impl Fn(&mut Db) -> Result<T, Fault>) -> Option<Result<T, StoreError>> {
        let Target::Sqlite(_) = self.url.target() else { return None };
        let mut link = self.pool.try_get()?;
        match self.attempt(&mut link, Access::Read, job) {
            Err(Fault::Query(error)) if is_lost(&error) || is_temporary(&error) => None,
            result => Some(result.map_err(StoreError::from)),
        }
    }

    /// Takes a connection and runs the job on it; runs it again on a new connection if the first turns out to be lost,
    /// or in a new transaction if the first collided with another one.
    ///
    /// A commit whose answer was lost may have taken effect. Jobs are written so that running them again is harmless:
    /// changes carry a request key, and other writes set the same values again.
    fn run_blocking<T>(&self, access: Access, job: impl Fn(&mut Db) -> Result<T, Fault>) -> Result<T, StoreError> {
        let mut last_try = false;
        loop {
            let mut link = self.pool.get().map_err(|error| StoreError::Unavailable(error.into()))?;
            match link.waiting_for_locks(|link| self.attempt(link, access, &job)) {
                Err(Fault::Query(error)) if !last_try && (is_lost(&error) || is_race(&error)) => last_try = true,
                result => return result.map_err(StoreError::from),
            }
        }
    }

    fn attempt<T>(
        &self,
        link: &mut Link,
        access: Access,
        job: impl Fn(&mut Db) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let result = match access {
            Access::Read | Access::Upkeep => job(&mut link.db),
            Access::Write => db::in_transaction(&mut link.db, job),
        };
        if matches!(&result, Err(Fault::Query(error)) if is_lost(error)) {
            self.losses.report(link);
        }
        result
    }
}

/// Connects, at least for reading.
fn connect(url: &DatabaseUrl, missing: Missing) -> Result<Db, OpenError> {
    let connected = db::establish_to_read(url, missing);
    let Reading { db, obstacle } =
        connected.map_err(|error| OpenError::Connect { url: url.to_string(), source: error.into() })?;
    if let Some(obstacle) = obstacle {
        tracing::warn!(database = %url, %obstacle, "the database is read-only until this is fixed");
    }
    Ok(db)
}

/// A program that has taken steps unknown to this one may store data that this one would lose.
fn refuse_newer(url: &DatabaseUrl, db: &mut Db) -> Result<(), OpenError> {
    let connect_error = |source| OpenError::Connect { url: url.to_string(), source };
    let taken = migrate::taken(db).map_err(|error| connect_error(error.into()))?;
    match migrate::unknown(&taken).map_err(connect_error)? {
        Some(step) => Err(OpenError::Newer { url: url.to_string(), step: step.clone() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use diesel::connection::SimpleConnection as _;
    use diesel::sql_types::Integer;
    use diesel::{QueryableByName, RunQueryDsl as _};
    use tempfile::TempDir;

    use super::*;

    #[tokio::test]
    async fn a_read_that_meets_a_lock_waits_where_it_holds_up_no_other_request() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::parse(&format!("sqlite:{}/a.sqlite", folder.path().display())).unwrap();
        let store = Store::open(&url, 2).unwrap();
        store.migrate().unwrap();
        store.ping().await.unwrap();
        // The one lock that a test can hold is a writer's, and it blocks only writers.
        let mut other = connect(&url, Missing::Refuse).unwrap();
        other.batch_execute("BEGIN IMMEDIATE").unwrap();
        let locked = store.read(|db| {
            diesel::sql_query("DELETE FROM works").execute(db)?;
            Ok(())
        });
        // Both run on this one thread: if it had to wait, the lock would be released when the waiting time has run out.
        let started = Instant::now();
        let (read, ()) = tokio::join!(locked, async { other.batch_execute("COMMIT").unwrap() });
        read.unwrap();
        assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    }

    #[derive(QueryableByName)]
    struct Came {
        #[diesel(sql_type = Integer)]
        number: i32,
    }

    #[tokio::test]
    async fn writers_of_sqlite_are_let_in_as_they_came_and_keep_nobody_from_reading() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::parse(&format!("sqlite:{}/a.sqlite", folder.path().display())).unwrap();
        let store = Store::open(&url, 2).unwrap();
        let mut other = connect(&url, Missing::Refuse).unwrap();
        other.batch_execute("CREATE TABLE came (number INTEGER)").unwrap();
        other.batch_execute("BEGIN IMMEDIATE").unwrap();
        let mut writers = tokio::task::JoinSet::new();
        for number in 0..20 {
            let store = store.clone();
            let insert = format!("INSERT INTO came VALUES ({number})");
            writers.spawn(async move {
                let job = move |db: &mut Db| Ok(diesel::sql_query(&insert).execute(db)?);
                store.write(job).await.unwrap();
            });
        }
        // Lets each of them begin to wait before the test goes on. Only one of the two connections is taken.
        tokio::task::yield_now().await;
        store.read(|db| Ok(diesel::sql_query("SELECT count(*) FROM came").execute(db)?)).await.unwrap();
        other.batch_execute("COMMIT").unwrap();
        writers.join_all().await;
        let came: Vec<Came> = diesel::sql_query("SELECT number FROM came ORDER BY rowid").load(&mut other).unwrap();
        assert_eq!(came.into_iter().map(|one| one.number).collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
    }
}
