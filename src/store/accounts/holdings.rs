//! The works of an account.

use std::collections::BTreeSet;

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::Store;
use super::super::allowance;
use super::super::battles::{claim_battles, release_battles};
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::holders::insert_holder;
use super::super::ids::{SecretDigest, WorkId, WorkType};
use super::super::model::{Moment, now};
use super::super::schema::{entrants, work_holders, work_revisions, works};
use super::super::works::mark_deleted;

/// The number of works of each kind that somebody holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorkCounts {
    /// Armies.
    pub armies: usize,
    /// Layouts.
    pub layouts: usize,
    /// Army lists.
    pub lists: usize,
}

impl WorkCounts {
    /// The number of works of all kinds.
    #[must_use]
    pub fn all(self) -> usize {
        self.armies + self.layouts + self.lists
    }
}

/// A work without its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldWork {
    /// The public id.
    pub id: WorkId,
    /// Its kind.
    pub kind: WorkType,
    /// Its name.
    pub name: String,
    /// When its current revision last changed, in UTC.
    pub updated_at: OffsetDateTime,
}

impl Store {
    /// The works that a browser holds and the account does not.
    ///
    /// # Errors
    /// Any database error.
    pub async fn unclaimed(&self, browser: &SecretDigest, account: &SecretDigest) -> Result<WorkCounts, StoreError> {
        let (browser, account) = (browser.clone(), account.clone());
        self.read(move |db| {
            let found = unclaimed(db, &browser, &account)?;
            let count = |kind| found.iter().filter(|(_, known)| *known == kind).count();
            let [armies, layouts, lists] = WorkType::ALL.map(count);
            Ok(WorkCounts { armies, layouts, lists })
        })
        .await
    }

    /// Moves everything that a browser holds to an account. The browser no longer holds it. Works held by an account
    /// are kept permanently.
    ///
    /// # Errors
    /// Any database error; [`StoreError::Spent`] when the account cannot hold so much.
    pub async fn claim(&self, browser: &SecretDigest, account: &SecretDigest) -> Result<WorkCounts, StoreError> {
        let (browser, account) = (browser.clone(), account.clone());
        self.write(move |db| {
            let mut taken = WorkCounts::default();
            let found = unclaimed(db, &browser, &account)?;
            let coming = works::table.filter(works::keeper.eq(&browser).and(works::deleted_at.is_null()));
            let added = allowance::used(db, browser.as_str())?;
            allowance::check(db, account.as_str(), added.into())?;
            diesel::update(coming).set(works::keeper.eq(&account)).execute(db)?;
            for (work, kind) in found {
                insert_holder(db, work, &account)?;
                diesel::update(works::table.find(work)).set(works::lasting.eq(true)).execute(db)?;
                match kind {
                    WorkType::Army => taken.armies += 1,
                    WorkType::Layout => taken.layouts += 1,
                    WorkType::List => taken.lists += 1,
                }
            }
            diesel::delete(work_holders::table.filter(work_holders::visitor.eq(&browser))).execute(db)?;
            // The browser's entries in events move as well.
            diesel::update(entrants::table.filter(entrants::holder.eq(browser.as_str())))
                .set(entrants::holder.eq(account.as_str()))
                .execute(db)?;
            claim_battles(db, &browser, &account)?;
            Ok(taken)
        })
        .await
    }

    /// The number of works that an account holds.
    ///
    /// # Errors
    /// Any database error.
    pub async fn held_count(&self, account: &SecretDigest) -> Result<usize, StoreError> {
        let account = account.clone();
        self.read(move |db| {
            let count: i64 = work_holders::table
                .inner_join(works::table)
                .filter(work_holders::visitor.eq(&account).and(works::deleted_at.is_null()))
                .count()
                .get_result(db)?;
            Ok(usize::try_from(count).unwrap_or(0))
        })
        .await
    }

    /// Every work that an account holds, in its current revision.
    ///
    /// # Errors
    /// Any database error.
    pub async fn holdings(&self, account: &SecretDigest) -> Result<Vec<HeldWork>, StoreError> {
        let account = account.clone();
        self.read(move |db| {
            let rows: Vec<(WorkId, WorkType, String, Moment)> = work_holders::table
                .inner_join(works::table)
                .inner_join(
                    work_revisions::table
                        .on(work_revisions::work_id.eq(works::id).and(work_revisions::number.eq(works::head))),
                )
                .filter(work_holders::visitor.eq(&account).and(works::deleted_at.is_null()))
                .order(works::id.asc())
                .select((works::public_id, works::kind, work_revisions::name, works::updated_at))
                .load(db)?;
            let held = |(id, kind, name, at): (WorkId, WorkType, String, Moment)| HeldWork {
                id,
                kind,
                name,
                updated_at: at.into(),
            };
            Ok(rows.into_iter().map(held).collect())
        })
        .await
    }
}

/// Works that a browser holds and the account does not.
fn unclaimed(db: &mut Db, browser: &SecretDigest, account: &SecretDigest) -> Result<Vec<(i64, WorkType)>, Fault> {
    let own = work_holders::table.filter(work_holders::visitor.eq(account)).select(work_holders::work_id);
    let own: BTreeSet<i64> = own.load(db)?.into_iter().collect();
    let found: Vec<(i64, WorkType)> = work_holders::table
        .inner_join(works::table)
        .filter(work_holders::visitor.eq(browser).and(works::deleted_at.is_null()))
        .order(works::id.asc())
        .select((works::id, works::kind))
        .load(db)?;
    Ok(found.into_iter().filter(|(work, _)| !own.contains(work)).collect())
}

/// Removes an account or a browser as holder of all its works and battles, and deletes those that nobody else holds. Its
/// entries in events stay, without a holder.
pub(super) fn release_all(db: &mut Db, account: &SecretDigest) -> Result<(), Fault> {
    let held: Vec<i64> =
        work_holders::table.filter(work_holders::visitor.eq(account)).select(work_holders::work_id).load(db)?;
    diesel::delete(work_holders::table.filter(work_holders::visitor.eq(account))).execute(db)?;
    diesel::update(entrants::table.filter(entrants::holder.eq(account.as_str())))
        .set((entrants::holder.eq(""), entrants::email.eq(None::<String>)))
        .execute(db)?;
    let mut alone = Vec::new();
    for work in held {
        let other: Option<SecretDigest> = work_holders::table
            .filter(work_holders::work_id.eq(work))
            .order(work_holders::id.asc())
            .limit(1)
            .select(work_holders::visitor)
            .get_result(db)
            .optional()?;
        match other {
            Some(other) => {
                let own = works::table.find(work).filter(works::keeper.eq(account));
                diesel::update(own).set(works::keeper.eq(&other)).execute(db)?;
            }
            None => alone.push(work),
        }
    }
    mark_deleted(db, &alone, now())?;
    release_battles(db, account)
}
