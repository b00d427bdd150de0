//! Holders: which browser or account may edit which work.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::Store;
use super::allowance::MOST_HOLDERS;
use super::db::Db;
use super::error::{Fault, LimitReached, StoreError};
use super::households::{Growth, ROW_BYTES};
use super::ids::{Holder, SecretDigest, WorkId, WorkType};
use super::model::{WorkSummary, now};
use super::schema::{work_holders, work_revisions, works};
use super::work_rows::{Locked, edit_key_of, lock};

impl Store {
    /// Lets a visitor who has the work's edit key edit the work; harmless if the visitor already could. The work lasts
    /// from now on: see [`Work::lasting`](super::Work::lasting).
    ///
    /// # Errors
    /// [`StoreError::WrongKey`], [`StoreError::NotFound`], [`StoreError::Gone`]; [`StoreError::Hidden`] for everybody
    /// who does not hold it already; [`StoreError::Spent`] when the work has as many holders as it may.
    pub async fn hold_with_key(
        &self,
        kind: WorkType,
        id: &WorkId,
        edit_key: &SecretDigest,
        by: impl Into<Holder>,
    ) -> Result<(), StoreError> {
        let (id, edit_key, by) = (id.clone(), edit_key.clone(), by.into());
        self.grow(move |db| {
            // A change of the key waits for the same lock, so nobody gets in with a key that has just been replaced.
            let work = lock(db, kind, &id)?;
            if edit_key_of(db, work)? != edit_key {
                return Err(StoreError::WrongKey(kind).into());
            }
            let held = holds(db, work, &by)?;
            let hidden: Option<String> = works::table.find(work.row).select(works::hidden_reason).get_result(db)?;
            if let Some(reason) = hidden.filter(|_| !held) {
                return Err(StoreError::Hidden(kind, reason).into());
            }
            diesel::update(works::table.find(work.row)).set(works::lasting.eq(true)).execute(db)?;
            if held {
                return Ok(((), Growth::NOTHING));
            }
            let known: i64 = work_holders::table.filter(work_holders::work_id.eq(work.row)).count().get_result(db)?;
            if known >= MOST_HOLDERS {
                return Err(StoreError::Spent(LimitReached::Holders(MOST_HOLDERS)).into());
            }
            insert_holder(db, work.row, by.keeper())?;
            Ok(((), Growth::rows(ROW_BYTES)))
        })
        .await
    }

    /// The works of a kind that this visitor holds, latest change first: at most `limit` after the first `skip`.
    ///
    /// # Errors
    /// Any database error.
    pub async fn held_by(
        &self,
        by: impl Into<Holder>,
        kind: WorkType,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<WorkSummary>, StoreError> {
        let by = by.into();
        self.read(move |db| {
            let [first, second] = by.digests();
            // A work held by both is listed once.
            let held = work_holders::table
                .filter(work_holders::visitor.eq(first).or(work_holders::visitor.eq(second)))
                .select(work_holders::work_id);
            let held = works::table
                .inner_join(
                    work_revisions::table
                        .on(work_revisions::work_id.eq(works::id).and(work_revisions::number.eq(works::head))),
                )
                .filter(works::id.eq_any(held))
                .filter(works::kind.eq(kind).and(works::deleted_at.is_null()))
                .order((works::updated_at.desc(), works::id.desc()))
                .offset(i64::from(skip))
                .limit(i64::from(limit))
                .select((
                    works::public_id,
                    work_revisions::name,
                    work_revisions::ruleset,
                    work_revisions::legal,
                    work_revisions::figure,
                    works::updated_at,
                    works::lasting,
                    works::opened_at,
                ))
                .load(db)?;
            Ok(held)
        })
        .await
    }
}

/// Locks the work for a visitor who may change it. Taking the right away waits for the same lock, so no change can slip
/// in afterwards.
pub(super) fn lock_held(db: &mut Db, kind: WorkType, id: &WorkId, by: &Holder) -> Result<Locked, Fault> {
    let work = lock(db, kind, id)?;
    if holds(db, work, by)? { Ok(work) } else { Err(StoreError::NotYours(kind).into()) }
}

fn holds(db: &mut Db, work: Locked, by: &Holder) -> Result<bool, Fault> {
    let [first, second] = by.digests();
    let held = work_holders::table
        .filter(work_holders::work_id.eq(work.row))
        .filter(work_holders::visitor.eq(first).or(work_holders::visitor.eq(second)));
    Ok(diesel::select(exists(held)).get_result(db)?)
}

/// Adds a holder. The visitor must not hold the work yet.
pub(super) fn insert_holder(db: &mut Db, work: i64, visitor: &SecretDigest) -> Result<(), Fault> {
    diesel::insert_into(work_holders::table)
        .values((work_holders::work_id.eq(work), work_holders::visitor.eq(visitor), work_holders::created_at.eq(now())))
        .execute(db)?;
    Ok(())
}
