//! A check that the clock can be trusted before anything is deleted by age.
//!
//! A clock that jumps two years ahead would make everything old at once. So nothing is deleted by age unless the clock
//! has run as evenly as a monotonic one and is not far ahead of the last time it was known to be right.

use std::time::Duration as Running;

use diesel::prelude::*;
use time::{Duration, OffsetDateTime};

use super::Store;
use super::error::StoreError;
use super::model::{Moment, to_stored};
use super::schema::clock_marks;

/// The greatest drift between the two clocks from one reading to the next.
const TOLERANCE: Duration = Duration::minutes(5);

/// The distance ahead of the last time it was known to be right at which a clock is still trusted at once. A clock that
/// is further ahead is trusted when it has run evenly for as long: a server may have been off all winter, and the
/// operator of one with a wrong clock has that long to notice.
const FAR: Duration = Duration::days(31);

/// The key of the only row of its table.
const THE_MARK: i64 = 1;

/// The two clocks at the same moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    /// The time of day, which can be set.
    pub wall: OffsetDateTime,
    /// The time for which the process has run, by a clock that cannot be set.
    pub running: Running,
}

/// The reason the clock is not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// It was set, or the machine has slept.
    #[error("the clock has jumped by {0}")]
    Jumped(Duration),
    /// It is far ahead of the last time it was known to be right.
    #[error("the clock is {0} ahead of when it was last known to be right")]
    Ahead(Duration),
}

/// Judges the clock, each time compared with the previous reading.
#[derive(Debug, Clone)]
pub struct ClockGuard {
    last: ClockReading,
    /// The running time at which the clock began to run evenly.
    even_since: Running,
}

impl ClockGuard {
    /// A guard that starts from this reading.
    #[must_use]
    pub fn new(first: ClockReading) -> Self {
        Self { last: first, even_since: first.running }
    }

    /// Whether the clock can be trusted now. It was known to be right at the time `known`, if ever.
    ///
    /// # Errors
    /// [`Doubt`]: nothing may be deleted by age this time.
    pub fn judge(&mut self, now: ClockReading, known: Option<OffsetDateTime>) -> Result<(), Doubt> {
        let by_wall = now.wall - self.last.wall;
        let by_count = seconds(now.running) - seconds(self.last.running);
        self.last = now;
        if (by_wall - by_count).abs() > TOLERANCE {
            self.even_since = now.running;
            return Err(Doubt::Jumped(by_wall - by_count));
        }
        let ahead = known.map_or(Duration::ZERO, |known| now.wall - known);
        let even_for = seconds(now.running) - seconds(self.even_since);
        if ahead > FAR && even_for < FAR { Err(Doubt::Ahead(ahead)) } else { Ok(()) }
    }
}

fn seconds(running: Running) -> Duration {
    Duration::try_from(running).unwrap_or(Duration::MAX)
}

impl Store {
    /// The last time at which the clock was known to be right, in UTC; `None` if that was never recorded.
    ///
    /// # Errors
    /// Any database error.
    pub async fn clock_mark(&self) -> Result<Option<OffsetDateTime>, StoreError> {
        self.read(|db| {
            let mark: Option<Moment> =
                clock_marks::table.find(THE_MARK).select(clock_marks::trusted_at).get_result(db).optional()?;
            Ok(mark.map(OffsetDateTime::from))
        })
        .await
    }

    /// Records that the clock is right at this time. Of several processes, the latest time counts.
    ///
    /// # Errors
    /// Any database error.
    pub async fn mark_clock(&self, at: OffsetDateTime) -> Result<(), StoreError> {
        let at = to_stored(at);
        self.write(move |db| {
            let mark = clock_marks::table.find(THE_MARK);
            let known: Option<Moment> = mark.select(clock_marks::trusted_at).get_result(db).optional()?;
            match known {
                None => {
                    diesel::insert_into(clock_marks::table)
                        .values((clock_marks::id.eq(THE_MARK), clock_marks::trusted_at.eq(at)))
                        .execute(db)?;
                }
                Some(known) if OffsetDateTime::from(known) < at.assume_utc() => {
                    diesel::update(mark).set(clock_marks::trusted_at.eq(at)).execute(db)?;
                }
                Some(_) => {}
            }
            Ok(())
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: OffsetDateTime = time::macros::datetime!(2026-11-23 12:00 UTC);

    fn reading(wall: Duration, running: Duration) -> ClockReading {
        ClockReading { wall: START + wall, running: running.unsigned_abs() }
    }

    fn guard() -> ClockGuard {
        ClockGuard::new(reading(Duration::ZERO, Duration::ZERO))
    }

    #[test]
    fn a_clock_that_runs_evenly_is_believed() {
        let mut guard = guard();
        for hour in 0..100 {
            let at = Duration::hours(hour);
            // The clock is slewed by some seconds an hour.
            assert_eq!(guard.judge(reading(at + Duration::seconds(2 * hour), at), Some(START)), Ok(()));
        }
    }

    #[test]
    fn a_clock_that_jumps_is_not_believed_until_it_is_back() {
        let mut guard = guard();
        let years = Duration::days(800);
        let hours = |hours| Duration::hours(hours);
        assert_eq!(guard.judge(reading(hours(1) + years, hours(1)), Some(START)), Err(Doubt::Jumped(years)));
        for hour in 2..700 {
            let judged = guard.judge(reading(hours(hour) + years, hours(hour)), Some(START));
            assert_eq!(judged, Err(Doubt::Ahead(hours(hour) + years)));
        }
        assert_eq!(guard.judge(reading(hours(700), hours(700)), Some(START)), Err(Doubt::Jumped(-years)));
        assert_eq!(guard.judge(reading(hours(701), hours(701)), Some(START)), Ok(()));
    }

    #[test]
    fn a_machine_that_has_slept_is_believed_the_next_time() {
        let mut guard = guard();
        let night = Duration::hours(9);
        let hour = Duration::hours(1);
        assert_eq!(guard.judge(reading(night + hour, hour), Some(START)), Err(Doubt::Jumped(night)));
        assert_eq!(guard.judge(reading(night + hour * 2, hour * 2), Some(START)), Ok(()));
    }

    #[test]
    fn a_server_that_was_off_for_long_is_believed_after_a_month() {
        let mut guard = guard();
        let known = Some(START - Duration::days(90));
        for day in 0..31 {
            let at = Duration::days(day);
            assert!(matches!(guard.judge(reading(at, at), known), Err(Doubt::Ahead(_))), "{day}");
        }
        assert_eq!(guard.judge(reading(FAR, FAR), known), Ok(()));
    }

    #[test]
    fn a_clock_that_is_behind_makes_nothing_old() {
        let mut guard = guard();
        assert_eq!(guard.judge(reading(Duration::HOUR, Duration::HOUR), Some(START + Duration::days(800))), Ok(()));
        assert_eq!(guard.judge(reading(Duration::HOUR * 2, Duration::HOUR * 2), None), Ok(()));
    }
}
