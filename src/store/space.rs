//! Space on the disk: how much there is, and that nothing new is stored when too little is left.
//!
//! A database on a full disk cannot delete anything either, and may take the rest of the machine down with it. So a
//! reserve stays free: below it everything can be read and deleted, and visitors can sign in and out, but nothing is
//! added until the operator has made room.

pub(super) mod watch;

pub use self::watch::{ByteCount, ParseByteCountError, SpaceLimits};

use std::path::Path;
use std::time::Duration;

use diesel::sql_types::BigInt;
use diesel::{QueryableByName, RunQueryDsl as _};

use self::watch::Watch;
use super::Store;
use super::db::Db;
use super::error::{Fault, StoreError};
use super::url::Target;

/// The shortest time between two questions to the file system.
const FREE_AGAIN: Duration = Duration::from_secs(1);
/// The shortest time between two questions to the database about its size.
const SIZE_AGAIN: Duration = Duration::from_secs(10);

/// The space used and left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// The free bytes on the file system of an SQLite file; `None` for PostgreSQL, whose disk is not ours.
    pub free: Option<u64>,
    /// The size of the database in bytes, including what could be given back.
    pub database_bytes: Option<u64>,
    /// The limits in force.
    pub limits: SpaceLimits,
}

impl Space {
    /// Whether too little is left to store anything new.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.free.is_some_and(|free| free < self.limits.reserve.0)
            || self.limits.largest.is_some_and(|largest| self.database_bytes.is_some_and(|bytes| bytes >= largest.0))
    }

    /// Whether too little is left even for running events: half of the reserve, or a sixteenth more than the largest
    /// size of the database. A tournament that has begun can be played to its end while others store nothing new.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        let SpaceLimits { reserve, largest } = self.limits;
        self.free.is_some_and(|free| free < reserve.0 / 2)
            || largest.is_some_and(|ByteCount(largest)| {
                self.database_bytes.is_some_and(|bytes| bytes >= largest.saturating_add(largest / 16))
            })
    }
}

impl Store {
    /// The limits on the space that the database takes.
    pub(super) fn space_limits(&self) -> SpaceLimits {
        self.watch.limits
    }

    /// The space used and left. The file system is asked at most once a second, the database every ten.
    pub async fn space(&self) -> Space {
        self.measure(true).await
    }

    async fn measure(&self, sized: bool) -> Space {
        let Watch { limits, .. } = self.watch;
        if let Target::Sqlite(path) = self.url.target()
            && self.watch.with(|known| known.free.is_due(FREE_AGAIN))
        {
            // The kernel answers this from memory.
            let free = free_bytes(path);
            self.watch.with(|known| known.free.bytes = free);
        }
        if sized && self.watch.with(|known| known.size.is_due(SIZE_AGAIN)) {
            match self.read(database_bytes).await {
                Ok(bytes) => self.watch.with(|known| known.size.bytes = Some(bytes)),
                Err(error) => tracing::warn!(cause = %error, "the size of the database cannot be read"),
            }
        }
        let (free, database_bytes) = self.watch.with(|known| (known.free.bytes, known.size.bytes));
        Space { free, database_bytes, limits }
    }

    /// Refuses to store anything new while too little space is left, and logs for the operator when that begins and
    /// when it ends.
    pub(super) async fn demand_room(&self) -> Result<(), StoreError> {
        let space = self.measure(self.watch.limits.largest.is_some()).await;
        let short = space.is_short();
        let was_short = self.watch.with(|known| std::mem::replace(&mut known.short, short));
        let Space { free, database_bytes, limits } = space;
        match (was_short, short) {
            (false, true) => tracing::error!(
                free,
                reserve = limits.reserve.0,
                database_bytes,
                largest = limits.largest.map(|largest| largest.0),
                "too little space is left; nothing new is saved until there is more"
            ),
            (true, false) => {
                tracing::info!(free, database_bytes, "there is enough space again; everything is saved as usual")
            }
            _ => {}
        }
        if short { Err(StoreError::NoRoom) } else { Ok(()) }
    }

    /// Refuses changes to running events when [`Space::is_spent`].
    pub(super) async fn demand_last_room(&self) -> Result<(), StoreError> {
        let space = self.measure(self.watch.limits.largest.is_some()).await;
        if space.is_spent() { Err(StoreError::NoRoom) } else { Ok(()) }
    }
}

/// The free bytes of the file system of a file, as far as this user may use them; `None` if the file system does not
/// tell.
#[cfg(unix)]
pub(super) fn free_bytes(file: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(file).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// On other systems, no figure is available and there is no reserve.
#[cfg(not(unix))]
pub(super) fn free_bytes(_: &Path) -> Option<u64> {
    None
}

#[derive(QueryableByName)]
struct Bytes {
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

/// The size of the database in bytes.
pub(super) fn database_bytes(db: &mut Db) -> Result<u64, Fault> {
    let sql = match db {
        Db::Postgres(_) => "SELECT pg_database_size(current_database()) AS bytes",
        Db::Sqlite(_) => "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size",
    };
    let Bytes { bytes } = diesel::sql_query(sql).get_result(db)?;
    Ok(u64::try_from(bytes).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_bytes_are_read_and_refused() {
        for (text, bytes) in
            [("0", 0), ("1048576", 1 << 20), ("512M", 512 << 20), (" 2 gib ", 2 << 30), ("1t", 1 << 40)]
        {
            assert_eq!(text.parse(), Ok(ByteCount(bytes)), "{text}");
        }
        for text in ["", "M", "-1", "1.5G", "2X", "99999999999T", "18446744073709551616"] {
            assert_eq!(text.parse::<ByteCount>(), Err(ParseByteCountError), "{text}");
        }
    }

    #[test]
    fn room_is_short_below_the_reserve_and_from_the_largest_size_and_spent_later() {
        let limits = SpaceLimits { reserve: ByteCount(100), largest: Some(ByteCount(50)) };
        let short = |free, database_bytes| Space { free, database_bytes, limits }.is_short();
        assert!(!short(Some(100), Some(49)) && !short(None, None));
        assert!(short(Some(99), Some(49)) && short(Some(100), Some(50)) && short(None, Some(50)));
        // Running events may use half of the reserve, or a sixteenth more.
        let spent = |free, database_bytes| Space { free, database_bytes, limits }.is_spent();
        assert!(!spent(Some(50), Some(52)) && !spent(None, None));
        assert!(spent(Some(49), Some(49)) && spent(Some(100), Some(53)) && spent(None, Some(53)));
    }
}
