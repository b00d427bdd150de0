//! Keeps works in SQLite or PostgreSQL, with every state they were ever in. A work is something a visitor made and
//! keeps: an army or a layout.
//!
//! Both are kept in the same way. Every operation names the [`Kind`] it expects, and does not find a work of another.
//! A [`Store`] is a handle on a pool of connections; it may be cloned freely. Its operations are
//! asynchronous on the outside and plain functions on a connection inside. Each is one transaction.
//! Errors: [`UrlError`] and [`OpenError`] at the start, [`StoreError`] afterwards; only the last one
//! reaches a visitor, and only by its variant.
//!
//! [`User`]s are accounts: a work may be held by one, as by a browser.
//!
//! Knows nothing of HTTP, of the rules of any game or of what is in a work: a document is text, its hash comes from the
//! caller. Secrets are kept as digests only.

mod accounts;
mod admin;
mod allowance;
mod backup;
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
mod ready;
mod schema;
mod space;
mod sweep;
mod titles;
mod turns;
mod url;
mod works;

use diesel::r2d2::Pool;

pub use self::accounts::{
    Arrival, Attempt, Familiar, HeldWork, Holdings, MOST_SUBJECTS, NewDevice, NewUser, Pace, Registered, Registration,
    SESSION_IDLE, Session, SessionId, SignIn, SignInError, SignedIn, Subject, User, UserId,
};
pub use self::admin::{AccountAct, AdminDeed, Grounds, Moderation};
pub use self::allowance::{ACCOUNT, Allowance, BROWSER, MOST_HOLDERS, MOST_SESSIONS, Spent};
pub use self::backup::{BackupError, Copied, Overwrite, Progress, RestoreError, Sessions, backup, restore};
pub use self::clock::{ClockGuard, ClockReading, Doubt};
pub use self::compaction::Compaction;
pub use self::error::{Cause, OpenError, StoreError};
pub use self::events::{
    Actor, CLEARED_FOR, Clearing, ClearingId, Deed, DeskAct, Entered, Entrant, EntrantId, EntrantState, Entry,
    EntryAddress, EntryState, Event, EventContent, EventId, EventMade, EventState, EventSummary, EventsRefused,
    HeldEntry, Invitation, Invited, MOST_ENTRIES, MOST_EVENTS, MOST_EVENTS_A_DAY, MOST_FROM_HOUSEHOLD, MOST_FROM_MAKER,
    MOST_VERSIONS, MOST_VERSIONS_BY_STAFF, NewEntry, ORIGINS_KNOWN_FOR, Origin, Refusal, Role, Sender, Slug, Staff,
    StoredRound,
};
pub use self::households::{DAY, Household, HouseholdAllowance, TWO_HOURS};
pub use self::ids::{Holder, Kind, ParseIdError, RevisionHash, Secret, SecretDigest, WorkId};
pub use self::model::{
    Created, MOST_STATES, NewState, NewWork, Revision, RevisionSummary, SaveOutcome, Saved, Work, WorkSummary,
};
pub use self::ready::Readiness;
pub use self::space::{ByteCount, ParseByteCountError, Space, SpaceLimits};
pub use self::titles::Title;
pub use self::url::{DatabaseUrl, UrlError};

use self::db::{Db, Link, Losses, Manager, Missing, Reading};
use self::error::{Fault, is_lost, is_race, is_temporary};
use self::households::Written;
use self::model::now;
use self::ready::LastReadiness;
use self::space::Watch;
use self::turns::Turns;
use self::url::Target;

/// The handle on the database.
#[derive(Clone)]
pub struct Store {
    url: DatabaseUrl,
    pool: Pool<Manager>,
    losses: Losses,
    /// Of PostgreSQL none: it lets those write side by side who change different things.
    turns: Option<Turns>,
    watch: Watch,
    /// On whose behalf something is kept.
    household: Option<Household>,
    last_readiness: LastReadiness,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Store({})", self.url)
    }
}

/// What a job does to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// One query, or several that need not agree with each other.
    Read,
    /// Everything or nothing, and nothing in between from others.
    Write,
    /// A statement that must not be in a transaction, at a writer's turn.
    Upkeep,
}

impl Store {
    /// Opens the database, making the file of an SQLite database that is not there yet. Blocks.
    ///
    /// The tables may still be missing or old: see [`Store::migrate`]. An SQLite database whose disk is full or
    /// write-protected can be read, and written as soon as that is possible.
    ///
    /// # Errors
    /// [`OpenError::Connect`] when the database does not answer now. Once open, the store comes back
    /// by itself whenever the database does. [`OpenError::Newer`] when a newer program has used it.
    pub fn open(url: &DatabaseUrl, pool_size: u32) -> Result<Self, OpenError> {
        if !matches!(url.target(), Target::Memory) {
            let mut db = connect(url, Missing::Create)?;
            refuse_newer(url, &mut db)?;
        }
        let turns = match url.target() {
            Target::Postgres(_) => None,
            Target::Sqlite(_) | Target::Memory => {
                let turns = Turns::new();
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

    /// The same with limits on the room that is taken. Without them there are none.
    #[must_use]
    pub fn within(self, limits: SpaceLimits) -> Self {
        Self { watch: Watch::new(limits), ..self }
    }

    /// Brings the tables up to date and names the steps that were taken. Blocks.
    ///
    /// # Errors
    /// [`OpenError::Connect`] or [`OpenError::Migrate`].
    pub fn migrate(&self) -> Result<Vec<String>, OpenError> {
        let done = match self.url.target() {
            // Another connection would be another database.
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

    /// Asks the database for a row, as a sign of life.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when it does not answer, [`StoreError::Database`] when its tables
    /// are missing.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(works::touch).await
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

    /// Runs one transaction that keeps something in addition, if there is room for it, and counts what it has written for
    /// the household on whose behalf it runs. The job may run twice, the first time without effect.
    async fn grow<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<(T, Written), Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.demand_room().await?;
        self.counted(job).await
    }

    /// Runs one transaction, and counts what it has written for the household on whose behalf it runs. The job may run
    /// twice, the first time without effect.
    async fn counted<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<(T, Written), Fault> + Send + 'static,
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

    /// To look something up in SQLite takes less time than to hand it to another thread. This is for such a read that
    /// is answered without waiting; if no connection is free, or the database is locked or lost, it is done as
    /// everything else, on a thread that may wait.
    fn read_at_once<T>(&self, job: impl Fn(&mut Db) -> Result<T, Fault>) -> Option<Result<T, StoreError>> {
        let Target::Sqlite(_) = self.url.target() else { return None };
        let mut link = self.pool.try_get()?;
        match self.attempt(&mut link, Access::Read, job) {
            Err(Fault::Query(error)) if is_lost(&error) || is_temporary(&error) => None,
            result => Some(result.map_err(StoreError::from)),
        }
    }

    /// Takes a connection and does the job on it; a second time on a new connection if the first
    /// turned out to be lost, or in a new transaction if the first met another one.
    ///
    /// A commit whose answer was lost may have happened. A job is written so that doing it again
    /// is harmless: changes carry a request key, the other writes set what they set.
    fn run_blocking<T>(&self, access: Access, job: impl Fn(&mut Db) -> Result<T, Fault>) -> Result<T, StoreError> {
        let mut last_try = false;
        loop {
            let mut link = self.pool.get().map_err(|error| StoreError::Unavailable(error.into()))?;
            match link.patiently(|link| self.attempt(link, access, &job)) {
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

/// Connects, to read at least.
fn connect(url: &DatabaseUrl, missing: Missing) -> Result<Db, OpenError> {
    let connected = db::establish_to_read(url, missing);
    let Reading { db, obstacle } =
        connected.map_err(|error| OpenError::Connect { url: url.to_string(), source: error.into() })?;
    if let Some(obstacle) = obstacle {
        tracing::warn!(database = %url, %obstacle, "the database can only be read until that has changed");
    }
    Ok(db)
}

/// Whoever has taken steps that we do not have may keep what we would lose.
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
        // Of all locks, one that a test can hold is that of a writer, and it stops only what writes.
        let mut other = connect(&url, Missing::Refuse).unwrap();
        other.batch_execute("BEGIN IMMEDIATE").unwrap();
        let locked = store.read(|db| {
            diesel::sql_query("DELETE FROM works").execute(db)?;
            Ok(())
        });
        // Both run on this one thread: were it kept waiting, the lock would be given back when patience has ended.
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
        // Each of them has begun to wait before this goes on. Only one of the two connections is taken.
        tokio::task::yield_now().await;
        store.read(|db| Ok(diesel::sql_query("SELECT count(*) FROM came").execute(db)?)).await.unwrap();
        other.batch_execute("COMMIT").unwrap();
        writers.join_all().await;
        let came: Vec<Came> = diesel::sql_query("SELECT number FROM came ORDER BY rowid").load(&mut other).unwrap();
        assert_eq!(came.into_iter().map(|one| one.number).collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
    }
}
