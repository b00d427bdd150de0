//! Works that are kept permanently, and the deletion of those that are not.
//!
//! A work created by a browser without an account becomes lasting once it is printed, shared, exported or entered
//! anywhere: its permanent address must go on working. A work that was only ever edited where it was created is deleted
//! when nobody has opened it for two years, as if its owner had deleted it.

use diesel::dsl::not;
use diesel::prelude::*;
use time::{Duration, OffsetDateTime};

use super::Store;
use super::db::Db;
use super::error::{Fault, StoreError};
use super::model::{UNOPENED, now, to_stored};
use super::schema::works;
use super::works::{FoundWork, mark_deleted};
use super::{Work, WorkId, WorkType};

/// The shortest time between two records of an opening.
pub(super) const OPENED_AGAIN: Duration = Duration::days(7);

impl Store {
    /// Makes a work lasting: see [`Work::lasting`]. If that cannot be written, it is logged, and the visitor's request
    /// can still be answered.
    pub async fn keep_permanently(&self, kind: WorkType, id: &WorkId) {
        let id = id.clone();
        let marked = self.write(move |db| {
            diesel::update(works::table.filter(works::public_id.eq(&id).and(works::kind.eq(kind))))
                .set(works::lasting.eq(true))
                .execute(db)?;
            Ok(())
        });
        log_failure(marked.await);
    }

    /// Makes a work lasting, by its number.
    pub(super) async fn make_lasting(&self, row: i64) {
        let marked = self.write(move |db| {
            diesel::update(works::table.find(row)).set(works::lasting.eq(true)).execute(db)?;
            Ok(())
        });
        log_failure(marked.await);
    }

    /// Records that a work was opened, if that is due.
    pub(super) async fn opened(&self, FoundWork { row, mut work }: FoundWork) -> Work {
        if work.lasting {
            return work;
        }
        if !work.editable {
            self.make_lasting(row).await;
            work.lasting = true;
        } else if OffsetDateTime::now_utc() - work.opened_at > OPENED_AGAIN {
            let at = now();
            let written = self.write(move |db| {
                diesel::update(works::table.find(row)).set(works::opened_at.eq(at)).execute(db)?;
                Ok(())
            });
            log_failure(written.await);
            work.opened_at = at.assume_utc();
        }
        work
    }

    /// Deletes at most `most` works that do not last and were not opened for two years before this time, the longest
    /// unopened first, and returns how many.
    ///
    /// # Errors
    /// Any database error.
    pub async fn sweep(&self, now: OffsetDateTime, most: u32) -> Result<usize, StoreError> {
        let (at, opened_before) = (to_stored(now), to_stored(now - UNOPENED));
        self.write(move |db| {
            let old = works::table
                .filter(not(works::lasting).and(works::deleted_at.is_null()))
                .filter(works::opened_at.lt(opened_before))
                .order(works::opened_at.asc())
                .limit(i64::from(most))
                .select(works::id);
            let rows: Vec<i64> = match db {
                // Skipped rows may belong to works that are being opened.
                Db::Postgres(pg) => old.for_update().skip_locked().load(pg)?,
                Db::Sqlite(lite) => old.load(lite)?,
            };
            mark_deleted(db, &rows, at)?;
            Ok::<usize, Fault>(rows.len())
        })
        .await
    }
}

fn log_failure(written: Result<(), StoreError>) {
    if let Err(error) = written {
        tracing::warn!(cause = %error, "could not record that a work was opened");
    }
}
