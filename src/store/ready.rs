//! Whether the database can be written now, for monitoring and for load balancers.

pub(super) mod readiness;

pub use self::readiness::Readiness;

use std::error::Error;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{QueryDsl as _, RunQueryDsl as _};

use super::Store;
use super::db::Db;
use super::disk::{Obstacle, obstacle};
use super::error::{Fault, StoreError, says_damaged, says_full, says_read_only, says_unwritable};
use super::migrate;
use super::schema::works;
use super::url::Target;

/// A database that has not written a change after this long counts as away.
const DEADLINE: Duration = Duration::from_secs(2);

/// The time for which an answer is reused, so that nobody can keep the database busy by asking.
const REMEMBERED: Duration = Duration::from_secs(1);

impl Store {
    /// Asks the database for a row, to see whether it answers.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when it does not answer, [`StoreError::Database`] when its tables
    /// are missing.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(touch).await
    }

    /// Writes a change without effect and returns the result. An answer is reused for a second; callers that ask at the
    /// same time wait for the same one. Takes two seconds at most.
    pub async fn ready(&self) -> Readiness {
        let mut last = self.last_readiness.0.lock().await;
        match *last {
            Some((at, answer)) if at.elapsed() < REMEMBERED => answer,
            _ => {
                let answer = self.try_to_write().await;
                *last = Some((Instant::now(), answer));
                answer
            }
        }
    }

    async fn try_to_write(&self) -> Readiness {
        match tokio::time::timeout(DEADLINE, self.write(write_nothing)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => self.why(&error),
            Err(_) => Readiness::Away,
        }
    }

    fn why(&self, error: &StoreError) -> Readiness {
        let message = error.source().map(ToString::to_string).unwrap_or_default();
        let hindered = match self.url.target() {
            Target::Sqlite(path) if says_unwritable(&message) => obstacle(path),
            _ => None,
        };
        match hindered {
            Some(Obstacle::ReadOnly) => Readiness::ReadOnly,
            Some(Obstacle::Full) => Readiness::Full,
            None if says_full(&message) => Readiness::Full,
            None if says_read_only(&message) => Readiness::ReadOnly,
            None if says_damaged(&message) => Readiness::Damaged,
            None if matches!(error, StoreError::Unavailable(_)) => Readiness::Away,
            None => Readiness::Damaged,
        }
    }
}

/// The write must reach the disk and must not make anything grow. SQLite puts the page with its own notes into the
/// write-ahead log, whose space is used again and again. PostgreSQL replaces a row by an equal one, in the space of the
/// one before.
fn write_nothing(db: &mut Db) -> Result<Readiness, Fault> {
    let taken = migrate::taken(db)?;
    if taken.is_empty() {
        return Ok(Readiness::Damaged);
    }
    if migrate::unknown(&taken).map_err(StoreError::Database)?.is_some() {
        return Ok(Readiness::NewerSchema);
    }
    db.batch_execute(match db {
        Db::Sqlite(_) => "PRAGMA user_version = 0",
        Db::Postgres(_) => {
            "UPDATE __diesel_schema_migrations SET run_on = run_on \
             WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)"
        }
    })?;
    Ok(Readiness::Ready)
}

/// Reads any one row.
fn touch(db: &mut Db) -> Result<(), Fault> {
    works::table.select(works::id).limit(1).load::<i64>(db)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::DatabaseUrl;
    use super::*;

    #[tokio::test]
    async fn an_answer_is_given_again_for_a_while_and_the_database_left_alone() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::of_file(&folder.path().join("a.sqlite"));
        let store = Store::open(&url, 1).unwrap();
        store.migrate().unwrap();
        let hour = Duration::from_secs(3600);
        *store.last_readiness.0.lock().await = Some((Instant::now() + hour, Readiness::Full));
        assert_eq!(store.clone().ready().await, Readiness::Full);
        *store.last_readiness.0.lock().await = Instant::now().checked_sub(REMEMBERED).map(|old| (old, Readiness::Full));
        assert_eq!(store.ready().await, Readiness::Ready);
    }
}
