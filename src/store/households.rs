//! Limits on what one household writes in an hour and a day; all processes on the database share the count.
//!
//! To [`super::allowance`] a browser with cleared cookies is a new one, but it comes from the same address. A club or a
//! school has one address too, so a household may write as much as a room full of people does. The most that one
//! address can write is known: see [`TWO_HOURS`].

use std::ops::Range;

use diesel::prelude::*;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use super::db::Db;
use super::error::{Fault, LimitReached, StoreError};
use super::ids::SubjectKey;
use super::model::{Moment, to_stored};
use super::schema::household_hours;

/// The limits on what a household may write in some period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseholdAllowance {
    /// New works.
    pub works: i64,
    /// Bytes by which the database grows, indexes and remembered requests included.
    pub bytes: i64,
}

/// The limit for the current clock hour and the one before. Any sixty minutes lie within two such hours, and in no
/// sixty minutes does a household or a network write more than 100 MB.
pub const TWO_HOURS: HouseholdAllowance = HouseholdAllowance { works: 2_000, bytes: 60 << 20 };

/// The limit for one day, in UTC.
pub const DAY: HouseholdAllowance = HouseholdAllowance { works: 10_000, bytes: 200 << 20 };

/// The limits of a household, or of a network of many.
struct Bounds {
    two_hours: HouseholdAllowance,
    day: HouseholdAllowance,
}

const HOUSEHOLD: Bounds = Bounds { two_hours: TWO_HOURS, day: DAY };

/// A visitor with a network of 65,536 households cannot fill the disk from all of them, and one household cannot use up
/// what its neighbours have.
const NETWORK: Bounds = Bounds {
    two_hours: HouseholdAllowance { works: 4_000, bytes: 90 << 20 },
    day: HouseholdAllowance { works: 20_000, bytes: 400 << 20 },
};

/// The time for which hours are stored, which is as far back as the daily limit looks.
const KEPT: Duration = Duration::days(2);

/// The bytes of a new work beside its document, on whichever database takes more (a test measures both): its row, its
/// first revision, its holder, the remembered request, and their index entries.
pub(super) const WORK_BYTES: i64 = 3_072;
/// The bytes of a new revision beside its document, with the remembered request.
pub(super) const STATE_BYTES: i64 = 1_536;
/// The bytes of a new battle beside its head: its row, the first holders, and their index entries.
pub(super) const BATTLE_BYTES: i64 = 3_072;
/// The bytes of an order of a battle beside its line, with what its battle's row grows by.
pub(super) const ORDER_BYTES: i64 = 768;
/// The bytes of a document's row beside its text.
pub(super) const DOCUMENT_BYTES: i64 = 512;
/// Documents larger than this many bytes are counted in whole pages: only a few fit on a page of an SQLite file, or
/// only one, and the rest of the page stays empty.
const SMALL_DOCUMENT: i64 = 1_024;
/// Bytes of a page.
const PAGE_BYTES: i64 = 4_096;
/// Bytes of a remembered request, a further holder, a session or a line of a log.
pub(super) const ROW_BYTES: i64 = 1_024;
/// Bytes of an account, or of an entry to an event beside its document.
pub(super) const LARGE_ROW_BYTES: i64 = 3_072;

/// A household by the digest of its address, and the network of which it is part, if that is known: neither address
/// itself is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Household {
    key: SubjectKey,
    network: Option<SubjectKey>,
}

impl Household {
    /// The household with this address, which must be in canonical form.
    #[must_use]
    pub fn new(address: &str) -> Self {
        Self { key: SubjectKey::new("household", address), network: None }
    }

    /// The same household as part of a network with this address, which must be in canonical form.
    #[must_use]
    pub fn within(self, network: &str) -> Self {
        Self { network: Some(SubjectKey::new("network", network)), ..self }
    }
}

/// The growth of the database by one transaction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Growth {
    pub(super) works: i64,
    pub(super) bytes: i64,
}

impl Growth {
    /// No growth: the request had been carried out before.
    pub(super) const NOTHING: Self = Self { works: 0, bytes: 0 };

    /// The growth by rows alone.
    pub(super) const fn rows(bytes: i64) -> Self {
        Self { works: 0, bytes }
    }

    /// The growth by rows and a document, which counts only if it was new.
    pub(super) const fn with_document(self, new_bytes: i64) -> Self {
        if new_bytes == 0 {
            return self;
        }
        let paged = if new_bytes > SMALL_DOCUMENT {
            // PostgreSQL cuts a long one into pieces, each with its own header.
            (new_bytes / PAGE_BYTES + 1) * PAGE_BYTES + new_bytes / 16
        } else {
            new_bytes
        };
        Self { works: self.works, bytes: self.bytes + DOCUMENT_BYTES + paged }
    }
}

/// Deletes hours that no longer count at this time, and returns how many.
pub(super) fn prune(db: &mut Db, now: OffsetDateTime) -> Result<usize, Fault> {
    let limit = to_stored(now - KEPT);
    Ok(diesel::delete(household_hours::table.filter(household_hours::hour.lt(limit))).execute(db)?)
}

/// Counts what a household has written, at the end of the transaction that writes it; rolls that back if it is too much
/// for the household or its network.
pub(super) fn count(db: &mut Db, household: &Household, written: Growth, at: PrimitiveDateTime) -> Result<(), Fault> {
    if written == Growth::NOTHING {
        return Ok(());
    }
    count_for(db, &household.key, written, at, &HOUSEHOLD)?;
    household.network.as_ref().map_or(Ok(()), |network| count_for(db, network, written, at, &NETWORK))
}

/// Counts it for the household or the network.
fn count_for(
    db: &mut Db,
    key: &SubjectKey,
    written: Growth,
    at: PrimitiveDateTime,
    bounds: &Bounds,
) -> Result<(), Fault> {
    let hour = hour_of(at);
    let this_hour =
        household_hours::table.filter(household_hours::household.eq(key).and(household_hours::hour.eq(hour)));
    let counted = diesel::update(this_hour)
        .set((
            household_hours::works.eq(household_hours::works + written.works),
            household_hours::bytes.eq(household_hours::bytes + written.bytes),
        ))
        .execute(db)?;
    if counted == 0 {
        // If another transaction also writes the first row of this hour, the later one fails, runs again and finds the
        // row.
        diesel::insert_into(household_hours::table)
            .values((
                household_hours::household.eq(key),
                household_hours::hour.eq(hour),
                household_hours::works.eq(written.works),
                household_hours::bytes.eq(written.bytes),
            ))
            .execute(db)?;
    }
    let since = at.date().midnight().min(hour - Duration::HOUR);
    let hours: Vec<(Moment, i64, i64)> = household_hours::table
        .filter(household_hours::household.eq(key).and(household_hours::hour.ge(since)))
        .select((household_hours::hour, household_hours::works, household_hours::bytes))
        .load(db)?;
    let hours =
        hours.into_iter().map(|(hour, works, bytes)| (hour.into(), Growth { works, bytes })).collect::<Vec<_>>();
    match too_much_until(&hours, written, at, bounds) {
        None => Ok(()),
        Some(until) => Err(StoreError::Spent(LimitReached::Household(until)).into()),
    }
}

/// The clock hour in which a time lies.
fn hour_of(at: PrimitiveDateTime) -> PrimitiveDateTime {
    at.date().midnight() + Duration::hours(i64::from(at.hour()))
}

/// The time until which nothing more can be written, if the sum of these hours and of what was written last is too
/// much.
fn too_much_until(
    hours: &[(OffsetDateTime, Growth)],
    last: Growth,
    at: PrimitiveDateTime,
    bounds: &Bounds,
) -> Option<OffsetDateTime> {
    let (hour, day) = (hour_of(at).assume_utc(), at.date().midnight().assume_utc());
    // Hours counted while the clock was ahead do not count for the present one.
    let is_too_much = |time: Range<OffsetDateTime>, most: HouseholdAllowance| {
        let counted = hours.iter().filter(|(hour, _)| time.contains(hour));
        let (works, bytes) =
            counted.fold((0, 0), |(works, bytes), (_, counted)| (works + counted.works, bytes + counted.bytes));
        // New works do not count against changes.
        (last.works > 0 && works > most.works) || bytes > most.bytes
    };
    let next = hour + Duration::HOUR;
    if is_too_much(day..day + Duration::DAY, bounds.day) {
        Some(day + Duration::DAY)
    } else if is_too_much(hour..next, bounds.two_hours) {
        Some(next + Duration::HOUR)
    } else {
        is_too_much(hour - Duration::HOUR..next, bounds.two_hours).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const MUCH: i64 = TWO_HOURS.bytes;

    /// Hours are counted from the midnight of one day.
    #[test]
    fn two_hours_and_a_day_count_together_and_what_is_too_much_is_so_until_enough_of_it_is_over() {
        let midnight = datetime!(2026-05-04 00:00);
        let hour = |number: i64| (midnight + Duration::hours(number)).assume_utc();
        let cases = [
            (12, vec![(12, MUCH)], None),
            (12, vec![(12, MUCH + 1)], Some(14)),
            (12, vec![(11, MUCH), (12, 1)], Some(13)),
            (12, vec![(10, MUCH), (12, 1)], None),
            (12, vec![(12, 1), (13, MUCH)], None),
            (12, vec![(0, DAY.bytes), (12, 1)], Some(24)),
            (12, vec![(-1, DAY.bytes), (12, 1)], None),
            (0, vec![(-1, MUCH), (0, 1)], Some(1)),
        ];
        for (now, written, until) in cases {
            let hours: Vec<_> = written.iter().map(|&(at, bytes)| (hour(at), Growth::rows(bytes))).collect();
            let at = midnight + Duration::hours(now) + Duration::minutes(34);
            let refused = too_much_until(&hours, Growth::rows(1), at, &HOUSEHOLD);
            assert_eq!(refused, until.map(hour), "at {now}: {written:?}");
        }
    }

    #[test]
    fn nobody_writes_more_than_a_hundred_megabytes_in_sixty_minutes() {
        for bounds in [HOUSEHOLD, NETWORK] {
            assert!(bounds.two_hours.bytes <= 100_000_000);
        }
    }
}
