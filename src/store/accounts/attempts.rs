//! Counts of attempts, shared by every process on the database.
//!
//! Each subject has one row: how many attempts count, and when the last one was. Nothing is blocked outright: after
//! some failed attempts, each has to wait twice as long as the one before it, up to a longest wait, and each longest
//! wait that passes cancels one attempt.

use diesel::prelude::*;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use super::super::Store;
use super::super::db::{Db, clock, one_at_a_time};
use super::super::error::{Fault, StoreError};
use super::super::ids::SubjectKey;
use super::super::model::{Moment, to_stored};
use super::super::schema::attempts;

/// The largest number of subjects that are counted. When old subjects are forgotten, those beyond it with the oldest
/// last attempt are too.
pub const MOST_SUBJECTS: i64 = 200_000;

/// The pace at which something may be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// The number of attempts that need not wait for each other.
    pub free: i64,
    /// The wait after the last free attempt. Each further attempt doubles it.
    pub first: Duration,
    /// The longest wait. This much time also cancels one attempt.
    pub longest: Duration,
}

impl RateLimit {
    /// The wait after this many attempts.
    #[must_use]
    pub fn wait_after(self, tries: i64) -> Duration {
        if tries < self.free {
            return Duration::ZERO;
        }
        let doublings = u32::try_from(tries - self.free).unwrap_or(u32::MAX);
        let factor = 2_i32.checked_pow(doublings).unwrap_or(i32::MAX);
        self.first.checked_mul(factor).unwrap_or(self.longest).min(self.longest)
    }

    /// The largest number of attempts within this time, however they are spread.
    #[must_use]
    pub fn most_within(self, time: Duration) -> i64 {
        let (mut tries, mut left) = (0, time);
        loop {
            let wait = self.wait_after(tries);
            if wait >= self.longest {
                return tries + 1 + left.whole_seconds() / self.longest.whole_seconds().max(1);
            }
            if wait > left {
                return tries;
            }
            left -= wait;
            tries += 1;
        }
    }

    /// The number of these attempts, the last of them at that time, that still count. Attempts in the future were
    /// recorded while the clock was wrong and do not count.
    fn remaining(self, tries: i64, tried_at: PrimitiveDateTime, now: PrimitiveDateTime) -> i64 {
        let passed = now - tried_at;
        if passed.is_negative() {
            return 0;
        }
        (tries - passed.whole_seconds() / self.longest.whole_seconds().max(1)).max(0)
    }

    /// The rest of the wait after this many attempts, the last of them at that time.
    fn wait(self, tries: i64, tried_at: PrimitiveDateTime, now: PrimitiveDateTime) -> Duration {
        let passed = now - tried_at;
        if passed.is_negative() { Duration::ZERO } else { (self.wait_after(tries) - passed).max(Duration::ZERO) }
    }
}

/// The subject of attempts, and the pace at which they are allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    key: SubjectKey,
    pace: RateLimit,
}

impl Subject {
    /// Attempts of `whom` at `what` at this pace. Only a digest of the two is stored.
    #[must_use]
    pub fn new(what: &str, whom: &str, pace: RateLimit) -> Self {
        Self { key: SubjectKey::new(what, whom), pace }
    }
}

/// Whether something may be tried now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// It may be tried, and the attempt was counted.
    Allowed,
    /// It may be tried only after this time. The attempt was not counted.
    Wait(Duration),
}

impl Store {
    /// Counts an attempt for all these subjects, unless one of them has to wait.
    ///
    /// # Errors
    /// Any database error.
    pub async fn may_try(&self, mut subjects: Vec<Subject>) -> Result<Attempt, StoreError> {
        sort(&mut subjects);
        // An answer to wait needs no write, so a flood of attempts keeps nobody from writing.
        let asked = subjects.clone();
        let wait = self
            .read(move |db| {
                let now = clock(db)?;
                longest_wait(db, &asked, now)
            })
            .await?;
        if wait.is_positive() {
            return Ok(Attempt::Wait(wait));
        }
        self.write(move |db| {
            lock(db, &subjects)?;
            // Read after the locks: their previous owner has written an earlier time.
            let now = clock(db)?;
            let wait = longest_wait(db, &subjects, now)?;
            if wait.is_positive() {
                return Ok(Attempt::Wait(wait));
            }
            for Subject { key, pace } in &subjects {
                let tries = find(db, key)?.map_or(0, |(tries, tried_at)| pace.remaining(tries, tried_at, now));
                let row = (attempts::tries.eq(tries + 1), attempts::tried_at.eq(now));
                let counted = diesel::update(attempts::table.filter(attempts::subject.eq(key))).set(row).execute(db)?;
                if counted == 0 {
                    diesel::insert_into(attempts::table)
                        .values((attempts::subject.eq(key), row.0, row.1))
                        .execute(db)?;
                }
            }
            Ok(Attempt::Allowed)
        })
        .await
    }

    /// Records a successful attempt: all attempts of some subjects are forgotten, and of others only this one.
    ///
    /// # Errors
    /// Any database error.
    pub async fn succeeded(&self, mut forgotten: Vec<Subject>, mut taken_back: Vec<Subject>) -> Result<(), StoreError> {
        sort(&mut forgotten);
        sort(&mut taken_back);
        self.write(move |db| {
            let mut all = [&forgotten[..], &taken_back].concat();
            sort(&mut all);
            lock(db, &all)?;
            for Subject { key, .. } in &taken_back {
                let row = attempts::table.filter(attempts::subject.eq(key));
                diesel::delete(row.filter(attempts::tries.le(1))).execute(db)?;
                diesel::update(row).set(attempts::tries.eq(attempts::tries - 1)).execute(db)?;
            }
            for Subject { key, .. } in &forgotten {
                diesel::delete(attempts::table.filter(attempts::subject.eq(key))).execute(db)?;
            }
            Ok(())
        })
        .await
    }

    /// Forgets subjects last tried before that time, and beyond [`MOST_SUBJECTS`] those tried longest ago.
    ///
    /// # Errors
    /// Any database error.
    pub async fn prune_attempts(&self, older_than: OffsetDateTime) -> Result<usize, StoreError> {
        self.prune_attempts_to(older_than, MOST_SUBJECTS).await
    }

    async fn prune_attempts_to(&self, older_than: OffsetDateTime, most: i64) -> Result<usize, StoreError> {
        let limit = to_stored(older_than);
        self.write(move |db| {
            let aged = diesel::delete(attempts::table.filter(attempts::tried_at.lt(limit))).execute(db)?;
            let first_beyond: Option<Moment> = attempts::table
                .order(attempts::tried_at.desc())
                .offset(most)
                .limit(1)
                .select(attempts::tried_at)
                .get_result(db)
                .optional()?;
            let Some(beyond) = first_beyond else { return Ok(aged) };
            let beyond = to_stored(beyond.into());
            Ok(aged + diesel::delete(attempts::table.filter(attempts::tried_at.le(beyond))).execute(db)?)
        })
        .await
    }
}

/// All transactions lock in the same order, so that there is no deadlock.
fn sort(subjects: &mut [Subject]) {
    subjects.sort_by(|one, other| one.key.as_str().cmp(other.key.as_str()));
}

fn lock(db: &mut Db, subjects: &[Subject]) -> Result<(), Fault> {
    for subject in subjects {
        one_at_a_time(db, subject.key.as_str())?;
    }
    Ok(())
}

fn find(db: &mut Db, key: &SubjectKey) -> Result<Option<(i64, PrimitiveDateTime)>, Fault> {
    let row: Option<(i64, Moment)> = attempts::table
        .filter(attempts::subject.eq(key))
        .select((attempts::tries, attempts::tried_at))
        .get_result(db)
        .optional()?;
    Ok(row.map(|(tries, tried_at)| (tries, to_stored(tried_at.into()))))
}

fn longest_wait(db: &mut Db, subjects: &[Subject], now: PrimitiveDateTime) -> Result<Duration, Fault> {
    let mut longest = Duration::ZERO;
    for Subject { key, pace } in subjects {
        if let Some((tries, tried_at)) = find(db, key)? {
            longest = longest.max(pace.wait(tries, tried_at, now));
        }
    }
    Ok(longest)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const PACE: RateLimit = RateLimit { free: 5, first: Duration::SECOND, longest: Duration::minutes(15) };
    const NOON: PrimitiveDateTime = datetime!(2026-11-23 12:00);

    #[test]
    fn each_wait_is_twice_the_one_before_up_to_the_longest() {
        let waits: Vec<i64> = (0..20).map(|tries| PACE.wait_after(tries).whole_seconds()).collect();
        assert_eq!(waits[..8], [0, 0, 0, 0, 0, 1, 2, 4]);
        assert_eq!(waits[13..], [256, 512, 900, 900, 900, 900, 900]);
        assert_eq!(PACE.wait_after(i64::MAX), PACE.longest);
    }

    #[test]
    fn tries_are_forgotten_one_by_one() {
        let after = |time| PACE.remaining(7, NOON, NOON + time);
        assert_eq!(
            [0, 14, 15, 30, 104, 105, 900].map(|minutes| after(Duration::minutes(minutes))),
            [7, 7, 6, 5, 1, 0, 0]
        );
        assert_eq!(PACE.wait(7, NOON, NOON + Duration::SECOND), Duration::seconds(3));
        assert_eq!(PACE.wait(7, NOON, NOON + Duration::MINUTE), Duration::ZERO);
    }

    #[test]
    fn tries_of_the_future_count_for_nothing() {
        for ahead in [Duration::SECOND, Duration::days(3_000)] {
            assert_eq!(PACE.remaining(50, NOON + ahead, NOON), 0);
            assert_eq!(PACE.wait(50, NOON + ahead, NOON), Duration::ZERO);
        }
    }

    #[tokio::test]
    async fn of_too_many_subjects_those_tried_longest_ago_are_forgotten() {
        let folder = tempfile::TempDir::new().unwrap();
        let url = format!("sqlite:{}/a.sqlite", folder.path().display());
        let store = Store::open(&crate::store::DatabaseUrl::parse(&url).unwrap(), 1).unwrap();
        store.migrate().unwrap();
        for number in 0..5 {
            store.may_try(vec![Subject::new("a thing", &number.to_string(), PACE)]).await.unwrap();
        }
        let long_ago = OffsetDateTime::now_utc() - Duration::DAY;
        assert_eq!(store.prune_attempts_to(long_ago, 5).await.unwrap(), 0);
        assert_eq!(store.prune_attempts_to(long_ago, 3).await.unwrap(), 2);
        let left = |db: &mut Db| {
            Ok((3..5)
                .map(|n: i32| find(db, &SubjectKey::new("a thing", &n.to_string())))
                .collect::<Vec<_>>()
                .into_iter()
                .filter(|row| matches!(row, Ok(Some(_))))
                .count())
        };
        assert_eq!(store.read(left).await.unwrap(), 2);
    }

    #[test]
    fn the_most_tries_of_a_day_are_known() {
        // Tries as often as allowed, second by second.
        let (mut tries, mut last, mut made) = (0, NOON, 0);
        for second in 0..86_400 {
            let now = NOON + Duration::seconds(second);
            while PACE.wait(tries, last, now).is_zero() {
                (tries, last, made) = (PACE.remaining(tries, last, now) + 1, now, made + 1);
            }
        }
        let most = PACE.most_within(Duration::DAY);
        assert!(made <= most && most <= made + 3, "{made} of at most {most}");
    }
}
