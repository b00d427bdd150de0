//! Room that was deleted comes back to the disk. PostgreSQL does that by itself.
//!
//! An SQLite file keeps the pages of what was deleted and uses them again, but does not become smaller unless it was made
//! so that it can, and is told to.

use diesel::RunQueryDsl as _;
use diesel::connection::SimpleConnection as _;
use diesel::sql_types::BigInt;
use diesel::{QueryableByName, sql_query};

use super::db::{Db, Missing};
use super::error::{Fault, OpenError, StoreError};
use super::space::{database_bytes, free_bytes};
use super::url::Target;
use super::{Access, Store, connect};

/// Pages that are given back in one transaction: 1 MiB at the usual size of a page, some milliseconds.
const STEP: i64 = 256;

/// Fewer free pages than this are not worth a visitor's time: they are used again soon, or given back by the chore.
const WORTH_IT: i64 = 4 * STEP;

/// The outcome for an SQLite file that may have been made before files could become smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compaction {
    /// It can become smaller; there was nothing to do.
    Able,
    /// It was written anew, and can become smaller from now on.
    Done,
    /// It is larger than the caller would wait for: so many bytes.
    TooLarge(u64),
    /// Writing it anew takes so many free bytes, which are not there.
    NoRoom(u64),
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    value: i64,
}

fn number(db: &mut Db, sql: &str) -> Result<i64, Fault> {
    let Number { value } = sql_query(sql).get_result(db)?;
    Ok(value)
}

impl Store {
    /// Lets an SQLite file become smaller that was made by a program that could not do that, by writing it anew. Blocks,
    /// some seconds for 100 MB. Files larger than `most` bytes are left as they are.
    ///
    /// # Errors
    /// [`OpenError::Migrate`] when it cannot be written, as when another process writes; it is then as it was.
    pub fn make_compactable(&self, most: u64) -> Result<Compaction, OpenError> {
        let Target::Sqlite(path) = self.url.target() else { return Ok(Compaction::Able) };
        let mut db = connect(&self.url, Missing::Refuse)?;
        let convert = |db: &mut Db| -> Result<Compaction, Fault> {
            if number(db, "SELECT auto_vacuum AS value FROM pragma_auto_vacuum")? != 0 {
                return Ok(Compaction::Able);
            }
            let size = database_bytes(db)?;
            if size > most {
                return Ok(Compaction::TooLarge(size));
            }
            // The new file, and the log that it is copied through.
            let needed = size.saturating_mul(2).saturating_add(self.space_limits().reserve.0);
            if free_bytes(path).is_some_and(|free| free < needed) {
                return Ok(Compaction::NoRoom(needed));
            }
            db.batch_execute("PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?;
            Ok(Compaction::Done)
        };
        convert(&mut db).map_err(|fault| OpenError::Migrate {
            url: self.url.to_string(),
            source: Box::new(StoreError::from(fault)),
        })
    }

    /// Gives pages of an SQLite file back to the disk in small steps, each a turn of its own, until none is left or so
    /// many steps are done, and empties the log that they were written to. Says whether some are left.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn give_back(&self, most_steps: u32) -> Result<bool, StoreError> {
        if matches!(self.url.target(), Target::Postgres(_)) {
            return Ok(false);
        }
        let mut left = true;
        for _ in 0..most_steps {
            left = self.write(give_back_some).await?;
            if !left {
                break;
            }
        }
        self.run(Access::Upkeep, |db| Ok(db.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)")?)).await?;
        Ok(left)
    }

    /// The same after something large was deleted, for a moment only. What is left, or fails, is for the chore.
    pub(super) async fn give_back_after_deletion(&self) {
        const STEPS: u32 = 4;
        let free = match self.url.target() {
            Target::Postgres(_) => Ok(0),
            Target::Sqlite(_) | Target::Memory => self.read(free_pages).await,
        };
        let given = match free {
            Ok(pages) if pages >= WORTH_IT => self.give_back(STEPS).await.map(|_| ()),
            other => other.map(|_| ()),
        };
        if let Err(error) = given {
            tracing::warn!(cause = %error, "room could not be given back");
        }
    }
}

fn free_pages(db: &mut Db) -> Result<i64, Fault> {
    number(db, "SELECT freelist_count AS value FROM pragma_freelist_count")
}

/// One step. Whether more can follow: there are none in a file that cannot become smaller.
fn give_back_some(db: &mut Db) -> Result<bool, Fault> {
    let before = free_pages(db)?;
    if before == 0 {
        return Ok(false);
    }
    db.batch_execute(&format!("PRAGMA incremental_vacuum({STEP})"))?;
    let after = free_pages(db)?;
    Ok(after > 0 && after < before)
}
