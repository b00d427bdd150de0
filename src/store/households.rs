//! How much one household writes in an hour and a day, the same count for every process on the database.
//!
//! A browser whose cookies are cleared is another one to [`super::allowance`], but comes from the same address. A club or
//! a school has one address too, so a household may write as much as a room full of people does. The most that one
//! address can write is known: see [`HOUR`].

use diesel::prelude::*;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use super::Store;
use super::allowance::Spent;
use super::db::Db;
use super::error::{Fault, StoreError};
use super::ids::SubjectKey;
use super::model::{Moment, to_stored};
use super::schema::household_hours;

/// The most that a household writes in some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseholdAllowance {
    /// New works.
    pub works: i64,
    /// Bytes by which the database grows, indexes and remembered requests included.
    pub bytes: i64,
}

impl HouseholdAllowance {
    const fn times(self, times: i64) -> Self {
        Self { works: times * self.works, bytes: times * self.bytes }
    }
}

/// In one hour by the clock. Twice as much, around the turn of an hour, is still below 100 MB in any sixty minutes.
pub const HOUR: HouseholdAllowance = HouseholdAllowance { works: 2_000, bytes: 45 << 20 };

/// In one day by the clock, in UTC.
pub const DAY: HouseholdAllowance = HouseholdAllowance { works: 10_000, bytes: 200 << 20 };

/// A network of many households writes so many times as much as one of them: somebody who has such a network to himself
/// cannot fill the disk from 65,536 addresses, and one household cannot use up what its neighbours have.
const NETWORK: i64 = 2;

/// For how long hours are kept: as long as a day looks back.
const KEPT: Duration = Duration::days(2);

/// Bytes of a new work beside its document, on whichever database takes more (a test measures both): its row, its first state, its holder, the remembered request, and their
/// places in indexes.
pub(super) const WORK_BYTES: i64 = 3_072;
/// Bytes of a new state beside its document, with the remembered request.
pub(super) const STATE_BYTES: i64 = 1_536;
/// Bytes of a document beside what it says.
pub(super) const DOCUMENT_BYTES: i64 = 512;
/// Documents of more bytes than this are counted in whole pages: few of them, or one, find room on a page of an SQLite
/// file, and the rest of it stays empty.
const SMALL_DOCUMENT: i64 = 1_024;
/// Bytes of a page.
const PAGE_BYTES: i64 = 4_096;
/// Bytes of a remembered request, a further holder, a session or a line of a log.
pub(super) const ROW_BYTES: i64 = 1_024;
/// Bytes of an account, or of an entry to an event beside its document.
pub(super) const LARGE_ROW_BYTES: i64 = 3_072;

/// A household by the digest of its address, and the network that it is part of, if that is known: neither address itself
/// is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Household {
    key: SubjectKey,
    network: Option<SubjectKey>,
}

impl Household {
    /// The household with this address, written in the same way each time.
    #[must_use]
    pub fn new(address: &str) -> Self {
        Self { key: SubjectKey::new("household", address), network: None }
    }

    /// The same as part of a network with this address, written in the same way each time.
    #[must_use]
    pub fn within(self, network: &str) -> Self {
        Self { network: Some(SubjectKey::new("network", network)), ..self }
    }
}

/// The growth of the database by one transaction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) works: i64,
    pub(super) bytes: i64,
}

impl Written {
    /// Nothing: the request had been carried out before.
    pub(super) const NOTHING: Self = Self { works: 0, bytes: 0 };

    /// Rows alone.
    pub(super) const fn rows(bytes: i64) -> Self {
        Self { works: 0, bytes }
    }

    /// Rows and a document, which counts if it was new.
    pub(super) const fn with_document(self, new_bytes: i64) -> Self {
        if new_bytes == 0 {
            return self;
        }
        let paged = if new_bytes > SMALL_DOCUMENT {
            // PostgreSQL cuts a long one in pieces, each with a head of its own.
            (new_bytes / PAGE_BYTES + 1) * PAGE_BYTES + new_bytes / 16
        } else {
            new_bytes
        };
        Self { works: self.works, bytes: self.bytes + DOCUMENT_BYTES + paged }
    }
}

impl Store {
    /// The same database, on behalf of a household: what is kept through this handle is counted there.
    #[must_use]
    pub fn for_household(&self, household: Household) -> Self {
        Self { household: Some(household), ..self.clone() }
    }

    /// Forgets hours that count no longer at this time, and says how many.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn prune_households(&self, now: OffsetDateTime) -> Result<usize, StoreError> {
        let limit = to_stored(now - KEPT);
        self.write(move |db| {
            Ok(diesel::delete(household_hours::table.filter(household_hours::hour.lt(limit))).execute(db)?)
        })
        .await
    }
}

/// The hour of a time, and the day.
fn periods(at: PrimitiveDateTime) -> (PrimitiveDateTime, PrimitiveDateTime) {
    let midnight = at.date().midnight();
    (midnight + Duration::hours(i64::from(at.hour())), midnight)
}

/// Counts what a household has written, at the end of the transaction that writes it; undoes that if it is too much for
/// the household or for its network.
pub(super) fn count(db: &mut Db, household: &Household, written: Written, at: PrimitiveDateTime) -> Result<(), Fault> {
    if written == Written::NOTHING {
        return Ok(());
    }
    count_for(db, &household.key, written, at, 1)?;
    household.network.as_ref().map_or(Ok(()), |network| count_for(db, network, written, at, NETWORK))
}

/// The same for one of the two, which writes so many times as much as a household.
fn count_for(db: &mut Db, key: &SubjectKey, written: Written, at: PrimitiveDateTime, times: i64) -> Result<(), Fault> {
    let (hour, day) = periods(at);
    let this_hour =
        household_hours::table.filter(household_hours::household.eq(key).and(household_hours::hour.eq(hour)));
    let counted = diesel::update(this_hour)
        .set((
            household_hours::works.eq(household_hours::works + written.works),
            household_hours::bytes.eq(household_hours::bytes + written.bytes),
        ))
        .execute(db)?;
    if counted == 0 {
        // If it is the first of its hour elsewhere too, the later one fails, runs again and finds the row.
        diesel::insert_into(household_hours::table)
            .values((
                household_hours::household.eq(key),
                household_hours::hour.eq(hour),
                household_hours::works.eq(written.works),
                household_hours::bytes.eq(written.bytes),
            ))
            .execute(db)?;
    }
    let hours: Vec<(Moment, i64, i64)> = household_hours::table
        .filter(household_hours::household.eq(key).and(household_hours::hour.ge(day)))
        .select((household_hours::hour, household_hours::works, household_hours::bytes))
        .load(db)?;
    for (since, length, most) in [(day, Duration::DAY, DAY), (hour, Duration::HOUR, HOUR)] {
        // Hours that were counted by a clock that was ahead do not count for the present one.
        let time = since.assume_utc()..(since + length).assume_utc();
        let counted = hours.iter().filter(|(hour, ..)| time.contains(&OffsetDateTime::from(*hour)));
        let (works, bytes) = counted.fold((0, 0), |(all, size), (_, works, bytes)| (all + works, size + bytes));
        let most = most.times(times);
        // Changes are not held up by the works that were made.
        if (written.works > 0 && works > most.works) || bytes > most.bytes {
            return Err(StoreError::Spent(Spent::Household(time.end)).into());
        }
    }
    Ok(())
}
