//! Works that are kept for good, and the end of those that are not.
//!
//! A work that a browser without an account has made lasts once it was printed, shared, exported or entered anywhere:
//! whoever has its permanent address shall find it there. One that was only ever edited where it was made is deleted when
//! nobody has opened it for two years, as if its owner had deleted it.

use diesel::dsl::not;
use diesel::prelude::*;
use time::{Duration, OffsetDateTime};

use super::Store;
use super::db::Db;
use super::error::{Fault, StoreError};
use super::model::{now, to_stored};
use super::schema::works;
use super::works::{Found, blank};
use super::{Kind, Work, WorkId};

/// When a work was opened is written down only so often.
const OPENED_AGAIN: Duration = Duration::days(7);

/// A work that does not last is deleted when it was not opened for so long: 24 months, and the week in which an opening
/// may not be written down.
pub(super) const UNOPENED: Duration = Duration::days(731 + 7);

impl Store {
    /// Lets a work last: see [`Work::lasting`]. If that cannot be written down, it is logged, and what was asked for can
    /// be shown all the same.
    pub async fn let_last(&self, kind: Kind, id: &WorkId) {
        let id = id.clone();
        let marked = self.write(move |db| {
            diesel::update(works::table.filter(works::public_id.eq(&id).and(works::kind.eq(kind))))
                .set(works::lasting.eq(true))
                .execute(db)?;
            Ok(())
        });
        log_failure(marked.await);
    }

    /// The same by the number of the work.
    pub(super) async fn make_lasting(&self, row: i64) {
        let marked = self.write(move |db| {
            diesel::update(works::table.find(row)).set(works::lasting.eq(true)).execute(db)?;
            Ok(())
        });
        log_failure(marked.await);
    }

    /// Writes down that a work was opened, if anything of that is worth writing.
    pub(super) async fn opened(&self, Found { row, mut work }: Found) -> Work {
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

    /// Deletes at most `most` works that do not last and were not opened for two years before this time, those first that
    /// were not opened for longest, and says how many.
    ///
    /// # Errors
    /// Those of the database.
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
                // Somebody may be opening one of them.
                Db::Postgres(pg) => old.for_update().skip_locked().load(pg)?,
                Db::Sqlite(lite) => old.load(lite)?,
            };
            blank(db, &rows, at)?;
            Ok::<usize, Fault>(rows.len())
        })
        .await
    }
}

fn log_failure(written: Result<(), StoreError>) {
    if let Err(error) = written {
        tracing::warn!(cause = %error, "that a work was opened could not be written down");
    }
}
