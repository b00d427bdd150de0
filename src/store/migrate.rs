//! Brings the tables up to date: the same steps for both databases, each in its own SQL.

use diesel::backend::Backend;
use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationSource};
use diesel::sql_types::{Nullable, Text};
use diesel::sqlite::Sqlite;
use diesel::{QueryResult, QueryableByName, RunQueryDsl, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use sha2::{Digest, Sha256};

use super::db::Db;
use super::error::Cause;

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// An arbitrary number that every process of this program uses: "Musterf".
const LOCK: i64 = 0x4d_7573_7465_7266;

/// Runs the steps that have not been run yet and returns their names. Of several processes that start together one does
/// the work; the others wait and find it done.
///
/// If there is nothing to run, the database is only read: one on a full or write-protected disk can be used.
pub(super) fn migrate(db: &mut Db) -> Result<Vec<String>, Cause> {
    take(db, |_| true)
}

/// Takes only these steps, so that the tables become what they are in another database.
pub(super) fn migrate_to(db: &mut Db, steps: &[String]) -> Result<(), Cause> {
    take(db, |step| steps.iter().any(|wanted| wanted == step)).map(|_| ())
}

/// The steps that this program has, oldest first; they are the same for both databases.
pub(super) fn known() -> Result<Vec<String>, Cause> {
    let steps: Vec<Box<dyn Migration<Sqlite>>> = SQLITE.migrations()?;
    let mut names: Vec<String> = steps.iter().map(|step| step.name().version().to_string()).collect();
    names.sort();
    Ok(names)
}

/// The steps that a database has taken, oldest first; none if it is empty. Only reads.
pub(super) fn taken(db: &mut Db) -> QueryResult<Vec<String>> {
    let there = match db {
        Db::Postgres(_) => "SELECT to_regclass('__diesel_schema_migrations')::text AS value",
        Db::Sqlite(_) => "SELECT max(name) AS value FROM sqlite_master WHERE name = '__diesel_schema_migrations'",
    };
    if diesel::sql_query(there).get_result::<Name>(db)?.value.is_none() {
        return Ok(Vec::new());
    }
    let steps = "SELECT CAST(version AS TEXT) AS value FROM __diesel_schema_migrations ORDER BY version";
    Ok(diesel::sql_query(steps).load::<Name>(db)?.into_iter().filter_map(|step| step.value).collect())
}

/// The newest of these steps that this program does not have.
pub(super) fn unknown(taken: &[String]) -> Result<Option<&String>, Cause> {
    let known = known()?;
    Ok(taken.iter().rfind(|step| !known.contains(step)))
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
}

fn take(db: &mut Db, wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, Cause> {
    let taken = taken(db)?;
    let missing: Vec<String> = known()?.into_iter().filter(|step| wanted(step) && !taken.contains(step)).collect();
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    match db {
        Db::Sqlite(lite) => migrate_sqlite(lite, SelectedSteps { steps: &missing, of: SQLITE }),
        Db::Postgres(pg) => {
            // The lock belongs to the connection and ends with it in any case.
            diesel::sql_query("SET lock_timeout = 0").execute(pg)?;
            diesel::sql_query(format!("SELECT pg_advisory_lock({LOCK})")).execute(pg)?;
            let done = run(pg, SelectedSteps { steps: &missing, of: POSTGRES })?;
            diesel::sql_query(format!("SELECT pg_advisory_unlock({LOCK})")).execute(pg)?;
            Ok(done)
        }
    }
}

diesel::define_sql_function! {
    /// The SHA-256 of a text, which PostgreSQL has built in and SQLite has not.
    fn sha256(text: Text) -> Binary;
}

/// A selection of the steps of a source.
struct SelectedSteps<'a, S> {
    steps: &'a [String],
    of: S,
}

impl<DB: Backend, S: MigrationSource<DB>> MigrationSource<DB> for SelectedSteps<'_, S> {
    fn migrations(&self) -> diesel::migration::Result<Vec<Box<dyn Migration<DB>>>> {
        let all = self.of.migrations()?;
        Ok(all.into_iter().filter(|step| self.steps.contains(&step.name().version().to_string())).collect())
    }
}

/// SQLite can change a column or a check only by creating a new table, copying and dropping the old one. With foreign
/// keys enforced, dropping `works` would delete everything that refers to it, and inside a transaction they cannot be
/// switched off. So they are off while the steps run, and the result is checked before it is committed.
fn migrate_sqlite(lite: &mut SqliteConnection, steps: impl MigrationSource<Sqlite>) -> Result<Vec<String>, Cause> {
    sha256_utils::register_impl(lite, |text: String| Sha256::digest(text).to_vec())?;
    lite.batch_execute("PRAGMA foreign_keys = OFF")?;
    let done = lite.immediate_transaction(|lite| {
        let done = run(lite, steps).map_err(MigrateFault::Step)?;
        if !done.is_empty() {
            refuse_orphans(lite)?;
        }
        Ok(done)
    });
    lite.batch_execute("PRAGMA foreign_keys = ON")?;
    done.map_err(MigrateFault::into_cause)
}

/// A row that refers to a missing row.
#[derive(QueryableByName)]
struct Orphan {
    #[diesel(sql_type = Text)]
    child: String,
    #[diesel(sql_type = Nullable<Text>)]
    parent: Option<String>,
}

fn refuse_orphans(lite: &mut SqliteConnection) -> Result<(), MigrateFault> {
    let orphans: Vec<Orphan> =
        diesel::sql_query("SELECT \"table\" AS child, parent FROM pragma_foreign_key_check LIMIT 1").load(lite)?;
    match orphans.into_iter().next() {
        None => Ok(()),
        Some(Orphan { child, parent }) => {
            let parent = parent.unwrap_or_default();
            Err(MigrateFault::Step(format!("rows of {child} would refer to rows of {parent} that are gone").into()))
        }
    }
}

fn run<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    migrations: impl MigrationSource<DB>,
) -> Result<Vec<String>, Cause> {
    let done = connection.run_pending_migrations(migrations)?;
    Ok(done.iter().map(ToString::to_string).collect())
}

/// An error type for the transaction that can also hold the migration's own errors.
enum MigrateFault {
    Step(Cause),
    Transaction(diesel::result::Error),
}

impl MigrateFault {
    fn into_cause(self) -> Cause {
        match self {
            Self::Step(cause) => cause,
            Self::Transaction(error) => error.into(),
        }
    }
}

impl From<diesel::result::Error> for MigrateFault {
    fn from(error: diesel::result::Error) -> Self {
        Self::Transaction(error)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use diesel::Connection as _;
    use diesel::sql_types::BigInt;
    use diesel_migrations::FileBasedMigrations;
    use tempfile::TempDir;

    use super::*;

    /// One work with two revisions, a holder and a remembered request.
    const FILLED: &str = "\
        INSERT INTO works (id, public_id, kind, edit_key, head, keeper, states, bytes, lasting, opened_at, created_at,
            updated_at) VALUES
            (1, '0123456789ab', 'army', hex(zeroblob(32)), 2, '', 2, 2, TRUE, '2026-01-01', '2026-01-01', '2026-01-01');
        INSERT INTO documents VALUES (1, zeroblob(32), '{}');
        INSERT INTO work_revisions VALUES
            (1, 1, 1, NULL, '0123456789abcdef', 1, 'd3h2', '1', 'One', 1, '24', 'made', '2026-01-01'),
            (2, 1, 2, 1, '0123456789abcdef', 1, 'd3h2', '1', 'Two', 1, '24', 'named', '2026-01-01');
        INSERT INTO work_holders VALUES (1, 1, hex(zeroblob(32)), '2026-01-01');
        INSERT INTO work_requests VALUES (1, hex(zeroblob(32)), 1, 2, '2026-01-01');";

    /// `works` with another check, in the only way SQLite has.
    const REBUILD: &str = "\
        CREATE TABLE works_new (
            id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            public_id   TEXT NOT NULL UNIQUE CHECK (length(public_id) BETWEEN 12 AND 20),
            kind        TEXT NOT NULL,
            edit_key    TEXT NOT NULL CHECK (length(edit_key) = 64),
            head        BIGINT NOT NULL CHECK (head >= 1),
            keeper      TEXT NOT NULL,
            states      BIGINT NOT NULL,
            bytes       BIGINT NOT NULL,
            lasting     BOOLEAN NOT NULL,
            opened_at   TIMESTAMP NOT NULL,
            created_at  TIMESTAMP NOT NULL,
            updated_at  TIMESTAMP NOT NULL,
            deleted_at  TIMESTAMP
        );
        ALTER TABLE works_new ADD COLUMN hidden_reason TEXT;
        INSERT INTO works_new SELECT * FROM works;
        DROP TABLE works;
        ALTER TABLE works_new RENAME TO works;";

    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        value: i64,
    }

    fn number(lite: &mut SqliteConnection, sql: &str) -> i64 {
        diesel::sql_query(sql).get_result::<Number>(lite).unwrap().value
    }

    /// The numbers of works, revisions, holders and requests.
    fn rows(lite: &mut SqliteConnection) -> [i64; 4] {
        ["works", "work_revisions", "work_holders", "work_requests"]
            .map(|table| number(lite, &format!("SELECT count(*) AS value FROM {table}")))
    }

    /// A migrated database with rows in every table.
    fn filled() -> SqliteConnection {
        let mut lite = SqliteConnection::establish(":memory:").unwrap();
        migrate_sqlite(&mut lite, SQLITE).unwrap();
        lite.batch_execute(FILLED).unwrap();
        assert_eq!(rows(&mut lite), [1, 2, 1, 1]);
        lite
    }

    /// One more step, after all existing ones.
    fn step(folder: &TempDir, up: &str) -> FileBasedMigrations {
        let step = folder.path().join("2999-01-01-000000_next");
        fs::create_dir(&step).unwrap();
        fs::write(step.join("up.sql"), up).unwrap();
        FileBasedMigrations::from_path(folder.path()).unwrap()
    }

    #[test]
    fn a_table_that_others_refer_to_can_be_made_anew_without_losing_a_row() {
        let (folder, mut lite) = (TempDir::new().unwrap(), filled());
        let done = migrate_sqlite(&mut lite, step(&folder, REBUILD)).unwrap();
        assert_eq!(done.len(), 1);
        assert_eq!(rows(&mut lite), [1, 2, 1, 1]);
        // The references are those of the new table, and they are enforced.
        assert_eq!(number(&mut lite, "SELECT foreign_keys AS value FROM pragma_foreign_keys"), 1);
        lite.batch_execute("INSERT INTO work_holders VALUES (2, 7, hex(zeroblob(32)), '2026-01-01')").unwrap_err();
        lite.batch_execute("DELETE FROM works").unwrap();
        assert_eq!(rows(&mut lite), [0; 4]);
    }

    #[test]
    fn a_step_that_leaves_rows_without_their_work_is_refused_and_undone() {
        let (folder, mut lite) = (TempDir::new().unwrap(), filled());
        let refused = migrate_sqlite(&mut lite, step(&folder, "DELETE FROM works;")).unwrap_err().to_string();
        assert!(refused.contains("would refer to rows of works that are gone"), "{refused}");
        assert_eq!(rows(&mut lite), [1, 2, 1, 1]);
        assert_eq!(number(&mut lite, "SELECT foreign_keys AS value FROM pragma_foreign_keys"), 1);
        // The step is not recorded as done.
        let steps = number(&mut lite, "SELECT count(*) AS value FROM __diesel_schema_migrations");
        assert_eq!(steps, i64::try_from(fs::read_dir("migrations/sqlite").unwrap().count()).unwrap());
    }
}
