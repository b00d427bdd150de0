//! How often something was tried: the same count for every process on the database.

use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use time::{Duration, OffsetDateTime};

use super::super::Store;
use super::super::db::one_at_a_time;
use super::super::error::StoreError;
use super::super::ids::SubjectKey;
use super::super::model::{Moment, now, to_stored};
use super::super::schema::attempts;

/// How often something may be tried in which time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quota {
    subject: SubjectKey,
    most: i64,
    within: Duration,
}

impl Quota {
    /// `what` by `whom` at most so often in such a time.
    #[must_use]
    pub fn new(what: &str, whom: &str, most: i64, within: Duration) -> Self {
        Self { subject: SubjectKey::new(what, whom), most, within }
    }
}

/// Whether something may be tried now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// It may, and it was counted.
    Allowed,
    /// Not before so much time has passed. This was not counted.
    Wait(Duration),
}

impl Store {
    /// Counts an attempt under all quotas, unless one of them is used up.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn may_try(&self, mut quotas: Vec<Quota>) -> Result<Attempt, StoreError> {
        // In the same order for all, so that nobody waits for somebody who waits for him.
        quotas.sort_by(|one, other| one.subject.as_str().cmp(other.subject.as_str()));
        self.write(move |db| {
            for quota in &quotas {
                one_at_a_time(db, quota.subject.as_str())?;
            }
            let at = now();
            let mut wait = Duration::ZERO;
            for quota in &quotas {
                let since = at - quota.within;
                let (count, oldest): (i64, Option<Moment>) = attempts::table
                    .filter(attempts::subject.eq(&quota.subject).and(attempts::created_at.gt(since)))
                    .select((count_star(), min(attempts::created_at)))
                    .get_result(db)?;
                if let Some(oldest) = oldest.filter(|_| count >= quota.most) {
                    wait = wait.max(OffsetDateTime::from(oldest) + quota.within - at.assume_utc());
                }
            }
            if wait > Duration::ZERO {
                return Ok(Attempt::Wait(wait));
            }
            for quota in &quotas {
                diesel::insert_into(attempts::table)
                    .values((attempts::subject.eq(&quota.subject), attempts::created_at.eq(at)))
                    .execute(db)?;
            }
            Ok(Attempt::Allowed)
        })
        .await
    }

    /// Forgets what was counted under a quota: it succeeded.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn succeeded(&self, quota: Quota) -> Result<(), StoreError> {
        self.write(move |db| {
            diesel::delete(attempts::table.filter(attempts::subject.eq(&quota.subject))).execute(db)?;
            Ok(())
        })
        .await
    }

    /// Forgets attempts before that time.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn prune_attempts(&self, older_than: OffsetDateTime) -> Result<usize, StoreError> {
        let limit = to_stored(older_than);
        self.write(move |db| Ok(diesel::delete(attempts::table.filter(attempts::created_at.lt(limit))).execute(db)?))
            .await
    }
}
