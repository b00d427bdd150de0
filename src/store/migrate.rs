//! Bringing the tables up to date: the same steps for both databases, each in its own words.

use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::db::Db;
use super::error::Cause;

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// Any number, as long as every process of ours uses the same: "Musterf".
const LOCK: i64 = 0x4d_7573_7465_7266;

/// Runs what has not been run yet and says which steps those were. Of several processes that start
/// together one does the work, the others wait and find it done.
pub(super) fn migrate(db: &mut Db) -> Result<Vec<String>, Cause> {
    match db {
        Db::Sqlite(lite) => lite
            .immediate_transaction(|lite| run(lite, SQLITE).map_err(MigrateFault::Step))
            .map_err(MigrateFault::into_cause),
        Db::Postgres(pg) => {
            // The lock belongs to the connection and ends with it, whatever happens.
            diesel::sql_query("SET lock_timeout = 0").execute(pg)?;
            diesel::sql_query(format!("SELECT pg_advisory_lock({LOCK})")).execute(pg)?;
            let done = run(pg, POSTGRES)?;
            diesel::sql_query(format!("SELECT pg_advisory_unlock({LOCK})")).execute(pg)?;
            Ok(done)
        }
    }
}

fn run<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    migrations: EmbeddedMigrations,
) -> Result<Vec<String>, Cause>
where
    EmbeddedMigrations: diesel::migration::MigrationSource<DB>,
{
    let done = connection.run_pending_migrations(migrations)?;
    Ok(done.iter().map(ToString::to_string).collect())
}

/// A transaction wants an error that can hold its own.
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
