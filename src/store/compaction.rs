//! Gives the space of deleted data back to the disk. PostgreSQL does that by itself.
//!
//! An SQLite file reuses the pages of deleted data, but does not shrink unless it was created so that it can, and is
//! then asked to.

use diesel::RunQueryDsl as _;
use diesel::connection::SimpleConnection as _;
use diesel::sql_types::BigInt;
use diesel::{QueryableByName, sql_query};

use super::db::{Db, Missing};
use super::error::{Fault, OpenError, StoreError};
use super::space::{database_bytes, free_bytes};
use super::url::Target;
use super::{Access, Store, connect};

/// The pages given back in one transaction: 1 MiB at the usual page size, which takes some milliseconds.
const STEP: i64 = 256;

/// Fewer free pages than this are not worth a visitor's time: they are soon reused, or given back by the chore.
const WORTH_IT: i64 = 4 * STEP;

/// The outcome for an SQLite file that may have been created before files could shrink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compaction {
    /// It can shrink; there was nothing to do.
    Able,
    /// It was rewritten, and can shrink from now on.
    Done,
    /// It is larger than the caller is willing to wait for; its size in bytes.
    TooLarge(u64),
    /// Rewriting it takes this many free bytes, which are not available.
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
    /// Rewrites an SQLite file that was created by a program without this feature, so that the file can shrink. Blocks,
    /// some seconds for 100 MB. Files larger than `most` bytes are left alone.
    ///
    /// # Errors
    /// [`OpenError::Migrate`] when it cannot be written, for example while another process writes; the file is then
    /// unchanged.
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
            // The new file, and the log through which it is copied.
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

    /// Gives pages of an SQLite file back to the disk in small steps, each in a writer's turn of its own, until none is
    /// left or `most_steps` are done, and empties the log to which they were written. Returns whether some are left.
    ///
    /// # Errors
    /// Any database error.
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

    /// Gives pages back for a moment after a large deletion. The chore handles what is left or fails.
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
            tracing::warn!(cause = %error, "free space could not be returned to the disk");
        }
    }
}

fn free_pages(db: &mut Db) -> Result<i64, Fault> {
    number(db, "SELECT freelist_count AS value FROM pragma_freelist_count")
}

/// Takes one step. Returns whether more can follow; there are none in a file that cannot shrink.
fn give_back_some(db: &mut Db) -> Result<bool, Fault> {
    let before = free_pages(db)?;
    if before == 0 {
        return Ok(false);
    }
    db.batch_execute(&format!("PRAGMA incremental_vacuum({STEP})"))?;
    let after = free_pages(db)?;
    Ok(after > 0 && after < before)
}
