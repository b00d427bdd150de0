//! Connections: one enum over both databases, a pool that outlives the loss of its database, transactions.

mod read_only;
mod uri;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::{HandleError, ManageConnection, Pool, R2D2Connection};
use diesel::sql_types::{Text, Timestamp};
use diesel::{Connection, ConnectionError, MultiConnection, PgConnection, QueryResult, RunQueryDsl, SqliteConnection};
use time::PrimitiveDateTime;

use super::disk::{Obstacle, obstacle};
use super::error::{Fault, is_lost, says_unwritable};
use super::model::now;
use super::url::{DatabaseUrl, Target};
use uri::uri;

/// The time a request waits for a connection before it is told that the database is not available.
const POOL_PATIENCE: Duration = Duration::from_secs(2);

/// The time for which a read-only connection is used before the pool tries again for one that can write.
const STANDS_IN: Duration = Duration::from_secs(1);

/// SQLite's settings belong to the connection. The busy timeout comes first, so that it applies to the others.
const SQLITE_SETTINGS: &str = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
     PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 16777216;";

/// Lets a new file shrink. This is set before anything is written; for an existing file it would cost a write each
/// time.
const SQLITE_NEW: &str = "PRAGMA auto_vacuum = INCREMENTAL";

/// The time for which a connection of the pool waits for locks of others.
const SQLITE_PATIENT: &str = "PRAGMA busy_timeout = 5000";
const SQLITE_IMPATIENT: &str = "PRAGMA busy_timeout = 0";

/// The same patience with locks; a silent client loses its locks.
const POSTGRES_SETTINGS: &str = "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '30s'; \
     SET TIME ZONE 'UTC';";

/// A connection to either database. Queries are written once, against this type.
///
/// Queries that run often go through [`on_either`]. A row with a unique key is fetched with `get_result`, not with
/// `first`: `first` would add a `LIMIT` with a bound value, and SQLite plans such a statement again every time it runs.
#[derive(MultiConnection)]
pub(crate) enum Db {
    /// PostgreSQL.
    Postgres(PgConnection),
    /// SQLite.
    Sqlite(SqliteConnection),
}

/// Runs a query on the inner connection, for queries that pages run all the time: on [`Db`] itself, the text of a query
/// is built several times each time it runs, which takes longer than answering it.
macro_rules! on_either {
    ($db:expr, |$connection:ident| $query:expr) => {
        match $db {
            $crate::store::db::Db::Postgres($connection) => $query,
            $crate::store::db::Db::Sqlite($connection) => $query,
        }
    };
}
pub(super) use on_either;

/// Whether SQLite may create the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// When the store is opened for the first time.
    Create,
    /// In a running process a missing file is a lost disk, not a new database.
    Refuse,
}

/// Connects and sets up the connection. The error never contains a password.
pub(super) fn establish(url: &DatabaseUrl, missing: Missing) -> Result<Db, ConnectFault> {
    let connect = || -> Result<Db, ConnectFault> {
        let mut db = match url.target() {
            Target::Postgres(postgres) => Db::Postgres(PgConnection::establish(&postgres.full)?),
            Target::Memory => Db::Sqlite(SqliteConnection::establish(":memory:")?),
            Target::Sqlite(path) => {
                let is_new = missing == Missing::Create && fs::metadata(path).map_or(true, |file| file.len() == 0);
                let mut lite = SqliteConnection::establish(&file_uri(path, missing))?;
                if is_new {
                    lite.batch_execute(SQLITE_NEW)?;
                }
                Db::Sqlite(lite)
            }
        };
        db.batch_execute(match &db {
            Db::Postgres(_) => POSTGRES_SETTINGS,
            Db::Sqlite(_) => SQLITE_SETTINGS,
        })?;
        Ok(db)
    };
    connect().map_err(|fault| ConnectFault(one_line(&url.redact(&fault.0))))
}

/// Joins a message into one line; PostgreSQL puts its advice on separate lines.
fn one_line(message: &str) -> String {
    message.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A connection that can at least read.
pub(super) struct Reading {
    pub(super) db: Db,
    /// The reason why it cannot write.
    pub(super) obstacle: Option<Obstacle>,
}

/// Connects as [`establish`] does; falls back to a read-only connection if an SQLite file cannot be written because its
/// disk is full or write-protected.
pub(super) fn establish_to_read(url: &DatabaseUrl, missing: Missing) -> Result<Reading, ConnectFault> {
    let fault = match establish(url, missing) {
        Ok(db) => return Ok(Reading { db, obstacle: None }),
        Err(fault) => fault,
    };
    let Target::Sqlite(path) = url.target() else { return Err(fault) };
    let is_database = fs::metadata(path).is_ok_and(|file| file.len() > 0);
    match obstacle(path) {
        Some(obstacle) if is_database && says_unwritable(&fault.0) => {
            let opened = read_only::open(path);
            let db = Db::Sqlite(opened.map_err(|_| ConnectFault(format!("{fault}; {obstacle}")))?);
            Ok(Reading { db, obstacle: Some(obstacle) })
        }
        _ => Err(fault),
    }
}

/// Opens an SQLite file for reading, in any folder and with any permissions.
pub(super) fn open_file_to_read(path: &Path) -> Result<Db, ConnectFault> {
    let open = || -> Result<SqliteConnection, ConnectFault> {
        let mut lite = SqliteConnection::establish(&uri(path, "mode=ro"))?;
        lite.batch_execute("PRAGMA busy_timeout = 5000; SELECT count(*) FROM sqlite_master")?;
        Ok(lite)
    };
    match open() {
        Err(fault) if says_unwritable(&fault.0) => Ok(Db::Sqlite(read_only::open(path)?)),
        opened => opened.map(Db::Sqlite),
    }
}

fn file_uri(path: &Path, missing: Missing) -> String {
    uri(
        path,
        match missing {
            Missing::Create => "mode=rwc",
            Missing::Refuse => "mode=rw",
        },
    )
}

/// The reason there is no connection.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct ConnectFault(String);

impl From<ConnectionError> for ConnectFault {
    fn from(error: ConnectionError) -> Self {
        Self(error.to_string())
    }
}

impl From<diesel::result::Error> for ConnectFault {
    fn from(error: diesel::result::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<io::Error> for ConnectFault {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// A connection of the pool, with what is needed to tell whether it is still good without asking the database.
pub(super) struct Link {
    pub(super) db: Db,
    generation: u64,
    /// The file that was opened.
    file: Option<FileMark>,
    /// It can only read, and is used in place of a writable one until this time.
    stands_in_until: Option<Instant>,
    lost: bool,
}

impl Link {
    /// Waits for locks during this job, which must not run on a thread that answers requests: in the pool, SQLite
    /// reports at once that it is locked.
    pub(super) fn waiting_for_locks<T>(&mut self, job: impl FnOnce(&mut Self) -> T) -> T {
        let Db::Sqlite(lite) = &mut self.db else { return job(self) };
        let waits = lite.batch_execute(SQLITE_PATIENT);
        let done = job(self);
        if let Db::Sqlite(lite) = &mut self.db {
            self.lost |= waits.and(lite.batch_execute(SQLITE_IMPATIENT)).is_err();
        }
        done
    }
}

/// Creates and checks the connections of the pool.
pub(super) struct Manager {
    url: DatabaseUrl,
    losses: Losses,
    /// The newest connection can only read.
    stands_in: AtomicBool,
}

/// Counts how often the database was lost. Connections made before a loss are not handed out after it, so one failed
/// request is enough to renew them all, and a good connection need not be tested.
#[derive(Clone, Default)]
pub(super) struct Losses(Arc<AtomicU64>);

impl Losses {
    fn current(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    /// Retires all connections made so far.
    fn count(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }

    /// Several connections may report the same loss; it counts once.
    pub(super) fn report(&self, link: &mut Link) {
        link.lost = true;
        let seen = link.generation;
        _ = self.0.compare_exchange(seen, seen.wrapping_add(1), Ordering::AcqRel, Ordering::Acquire);
    }
}

impl ManageConnection for Manager {
    type Connection = Link;
    type Error = ConnectFault;

    fn connect(&self) -> Result<Link, ConnectFault> {
        let mut generation = self.losses.current();
        let file = match self.url.target() {
            Target::Sqlite(path) => Some(FileMark::of(path)?),
            Target::Memory | Target::Postgres(_) => None,
        };
        let Reading { mut db, obstacle } = establish_to_read(&self.url, Missing::Refuse)?;
        if let Db::Sqlite(lite) = &mut db {
            lite.batch_execute(SQLITE_IMPATIENT)?;
        }
        let stood_in = self.stands_in.swap(obstacle.is_some(), Ordering::AcqRel);
        if stood_in && obstacle.is_none() {
            // Connections that opened the file as immutable would not see what is written from now on.
            tracing::info!("the database can be written again");
            self.losses.count();
            generation = self.losses.current();
        }
        let stands_in_until = obstacle.map(|_| Instant::now() + STANDS_IN);
        Ok(Link { db, generation, file, stands_in_until, lost: false })
    }

    fn is_valid(&self, link: &mut Link) -> Result<(), ConnectFault> {
        if link.generation != self.losses.current() {
            return Err(ConnectFault("made before the database was lost".to_owned()));
        }
        if link.stands_in_until.is_some_and(|until| Instant::now() > until) {
            return Err(ConnectFault("it is time to see whether the database can be written again".to_owned()));
        }
        match &link.file {
            Some(mark) if !mark.is_current() => Err(ConnectFault("the database file is gone".to_owned())),
            _ => Ok(()),
        }
    }

    fn has_broken(&self, link: &mut Link) -> bool {
        link.lost || std::thread::panicking() || link.db.is_broken()
    }
}

/// Identifies the file to which a path led. SQLite would go on writing into a file that was moved or removed.
struct FileMark {
    path: PathBuf,
    identity: FileIdentity,
}

#[cfg(unix)]
type FileIdentity = (u64, u64);
#[cfg(not(unix))]
type FileIdentity = ();

#[cfg(unix)]
fn file_identity(metadata: &fs::Metadata) -> FileIdentity {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}
/// On other systems an open file can be neither moved nor removed.
#[cfg(not(unix))]
fn file_identity(_: &fs::Metadata) -> FileIdentity {}

impl FileMark {
    /// SQLite would take an empty file for a new database.
    fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        if metadata.len() == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the database file is empty"));
        }
        Ok(Self { path: path.to_path_buf(), identity: file_identity(&metadata) })
    }

    fn is_current(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|file| file.len() > 0 && file_identity(&file) == self.identity)
    }
}

/// Sends the pool's own messages to the log.
#[derive(Debug)]
struct LogFaults;

impl HandleError<ConnectFault> for LogFaults {
    fn handle_error(&self, error: ConnectFault) {
        tracing::warn!(%error, "database connection");
    }
}

/// A pool that creates its connections on demand and never gives up.
pub(super) fn pool(url: &DatabaseUrl, size: u32) -> (Pool<Manager>, Losses) {
    let losses = Losses::default();
    let manager = Manager { url: url.clone(), losses: losses.clone(), stands_in: AtomicBool::new(false) };
    let builder =
        Pool::builder().connection_timeout(POOL_PATIENCE).test_on_check_out(true).error_handler(Box::new(LogFaults));
    let builder = match url.target() {
        // A second connection would open another, empty database; so would a replacement.
        Target::Memory => builder.max_size(1).max_lifetime(None).idle_timeout(None),
        // Connections are created on demand: a command that ended while one was being created would leave the log
        // behind.
        Target::Sqlite(_) => builder.max_size(size.max(1)).min_idle(Some(0)).max_lifetime(None),
        Target::Postgres(_) => builder.max_size(size.max(1)).min_idle(Some(1)),
    };
    (builder.build_unchecked(manager), losses)
}

/// Runs the job in one transaction that is ready to write from its start: SQLite would refuse to let a reader become a
/// writer while another writes.
pub(super) fn in_transaction<T>(db: &mut Db, job: impl FnOnce(&mut Db) -> Result<T, Fault>) -> Result<T, Fault> {
    begin(db)?;
    match job(db) {
        Ok(value) => {
            commit(db)?;
            Ok(value)
        }
        Err(fault) => match rollback(db) {
            // The first error is the one that matters, unless it was only an answer.
            Err(error) if matches!(fault, Fault::Answer(_)) || is_lost(&error) => Err(error.into()),
            _ => Err(fault),
        },
    }
}

/// Serialises all transactions that name the same word here: each waits until the one before it has ended, and sees its
/// changes. Writers of SQLite are alone anyway.
pub(super) fn one_at_a_time(db: &mut Db, word: &str) -> QueryResult<()> {
    match db {
        Db::Postgres(pg) => {
            let lock = diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))");
            lock.bind::<Text, _>(word).execute(pg).map(|_| ())
        }
        Db::Sqlite(_) => Ok(()),
    }
}

/// The current time. Several servers on one PostgreSQL database all ask the database, so that one clock counts; SQLite
/// has one server.
pub(super) fn clock(db: &mut Db) -> QueryResult<PrimitiveDateTime> {
    match db {
        Db::Postgres(pg) => {
            let time = diesel::dsl::sql::<Timestamp>("(clock_timestamp() AT TIME ZONE 'UTC')");
            diesel::select(time).get_result(pg)
        }
        Db::Sqlite(_) => Ok(now()),
    }
}

pub(super) fn begin(db: &mut Db) -> QueryResult<()> {
    match db {
        Db::Postgres(pg) => AnsiTransactionManager::begin_transaction_sql(pg, "BEGIN"),
        Db::Sqlite(lite) => AnsiTransactionManager::begin_transaction_sql(lite, "BEGIN IMMEDIATE"),
    }
}

pub(super) fn commit(db: &mut Db) -> QueryResult<()> {
    match db {
        Db::Postgres(pg) => AnsiTransactionManager::commit_transaction(pg),
        Db::Sqlite(lite) => AnsiTransactionManager::commit_transaction(lite),
    }
}

fn rollback(db: &mut Db) -> QueryResult<()> {
    match db {
        Db::Postgres(pg) => AnsiTransactionManager::rollback_transaction(pg),
        Db::Sqlite(lite) => AnsiTransactionManager::rollback_transaction(lite),
    }
}

#[cfg(test)]
mod tests {
    use diesel::prelude::*;
    use diesel::sql_types::BigInt;
    use tempfile::TempDir;

    use super::super::error::StoreError;
    use super::*;

    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        value: i64,
    }

    #[derive(QueryableByName)]
    struct Word {
        #[diesel(sql_type = Text)]
        journal_mode: String,
    }

    fn new_file(folder: &TempDir) -> DatabaseUrl {
        DatabaseUrl::parse(&format!("sqlite:{}/a.sqlite", folder.path().display())).unwrap()
    }

    fn number(db: &mut Db, pragma: &str) -> i64 {
        let sql = format!("SELECT {pragma} AS value FROM pragma_{pragma}");
        diesel::sql_query(sql.replace("SELECT busy_timeout", "SELECT timeout")).get_result::<Number>(db).unwrap().value
    }

    #[test]
    fn every_sqlite_connection_is_durable_patient_and_minds_foreign_keys() {
        let folder = TempDir::new().unwrap();
        let url = new_file(&folder);
        for missing in [Missing::Create, Missing::Refuse] {
            let mut db = establish(&url, missing).unwrap();
            assert_eq!(number(&mut db, "foreign_keys"), 1);
            assert_eq!(number(&mut db, "busy_timeout"), 5000);
            // 2 is FULL.
            assert_eq!(number(&mut db, "synchronous"), 2);
            let mode = diesel::sql_query("PRAGMA journal_mode").get_result::<Word>(&mut db).unwrap();
            assert_eq!(mode.journal_mode, "wal");
        }
    }

    #[test]
    fn a_row_without_its_work_is_refused() {
        let folder = TempDir::new().unwrap();
        let mut db = establish(&new_file(&folder), Missing::Create).unwrap();
        super::super::migrate::migrate(&mut db).unwrap();
        let visitor = super::super::ids::Secret::random().unwrap().digest();
        let fault = super::super::holders::insert_holder(&mut db, 7, &visitor).unwrap_err();
        assert!(matches!(StoreError::from(fault), StoreError::Database(_)));
    }

    #[test]
    fn a_running_process_makes_no_new_file() {
        let folder = TempDir::new().unwrap();
        assert!(establish(&new_file(&folder), Missing::Refuse).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_full_disk_is_an_outage_that_undoes_the_whole_transaction() {
        let folder = TempDir::new().unwrap();
        let mut db = establish(&new_file(&folder), Missing::Create).unwrap();
        db.batch_execute("CREATE TABLE heap (text TEXT); PRAGMA max_page_count = 20").unwrap();
        let fill = |db: &mut Db| -> Result<(), Fault> {
            for _ in 0..100 {
                diesel::sql_query("INSERT INTO heap VALUES (hex(randomblob(2000)))").execute(db)?;
            }
            Ok(())
        };
        let fault = in_transaction(&mut db, fill).unwrap_err();
        assert!(matches!(StoreError::from(fault), StoreError::Unavailable(_)));
        // SQLite has ended the transaction by itself; the pool must not take back a connection in an uncertain state.
        let mut fresh = establish(&new_file(&folder), Missing::Refuse).unwrap();
        let rows = diesel::sql_query("SELECT count(*) AS value FROM heap").get_result::<Number>(&mut fresh).unwrap();
        assert_eq!(rows.value, 0);
        let usable = in_transaction(&mut db, |db| Ok(db.batch_execute("INSERT INTO heap VALUES ('small')")?));
        assert!(usable.is_ok() || db.is_broken(), "{usable:?}");
    }

    #[test]
    fn a_write_protected_file_is_an_outage() {
        let folder = TempDir::new().unwrap();
        let mut db = establish(&new_file(&folder), Missing::Create).unwrap();
        db.batch_execute("CREATE TABLE heap (text TEXT); PRAGMA query_only = ON").unwrap();
        let fault = in_transaction(&mut db, |db| Ok(db.batch_execute("INSERT INTO heap VALUES ('x')")?)).unwrap_err();
        assert!(matches!(&fault, Fault::Query(error) if is_lost(error)), "{fault:?}");
        assert!(matches!(StoreError::from(fault), StoreError::Unavailable(_)));
    }

    #[test]
    fn a_relative_path_and_one_from_the_root_become_file_addresses() {
        assert_eq!(file_uri(Path::new("a b/ü.sqlite"), Missing::Refuse), "file:a%20b/%C3%BC.sqlite?mode=rw");
        assert_eq!(file_uri(Path::new("/a?b"), Missing::Create), "file:///a%3Fb?mode=rwc");
    }
}
