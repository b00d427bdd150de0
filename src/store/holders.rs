//! Which browser may edit which army.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::Store;
use super::armies::{Locked, edit_key_of, lock};
use super::db::Db;
use super::error::{Fault, StoreError};
use super::ids::{ArmyId, SecretDigest};
use super::model::{ArmySummary, now};
use super::schema::{armies, army_holders, army_revisions};

impl Store {
    /// Lets a visitor who has the army's edit key edit the army; no harm if that was so already.
    ///
    /// # Errors
    /// [`StoreError::WrongKey`], [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn hold_with_key(
        &self,
        id: &ArmyId,
        edit_key: &SecretDigest,
        visitor: &SecretDigest,
    ) -> Result<(), StoreError> {
        let (id, edit_key, visitor) = (id.clone(), edit_key.clone(), visitor.clone());
        self.write(move |db| {
            // Whoever changes the key waits for the same lock, so nobody comes in through one that has just gone.
            let army = lock(db, &id)?;
            if edit_key_of(db, army)? != edit_key {
                return Err(StoreError::WrongKey.into());
            }
            if !holds(db, army, &visitor)? {
                insert_holder(db, army.row, &visitor)?;
            }
            Ok(())
        })
        .await
    }

    /// The armies this visitor holds, the last changed first: at most `limit` after the first `skip`.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn armies_held_by(
        &self,
        visitor: &SecretDigest,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<ArmySummary>, StoreError> {
        let visitor = visitor.clone();
        self.read(move |db| {
            let held = army_holders::table
                .inner_join(armies::table)
                .inner_join(
                    army_revisions::table
                        .on(army_revisions::army_id.eq(armies::id).and(army_revisions::number.eq(armies::head))),
                )
                .filter(army_holders::visitor.eq(&visitor))
                .filter(armies::deleted_at.is_null())
                .order((armies::updated_at.desc(), armies::id.desc()))
                .offset(i64::from(skip))
                .limit(i64::from(limit))
                .select((
                    armies::public_id,
                    army_revisions::name,
                    army_revisions::ruleset,
                    army_revisions::legal,
                    army_revisions::spent,
                    armies::updated_at,
                ))
                .load(db)?;
            Ok(held)
        })
        .await
    }
}

/// Locks the army for a visitor who may change it. Whoever takes the right away waits for the same lock, so a change
/// cannot slip in behind.
pub(super) fn lock_held(db: &mut Db, id: &ArmyId, visitor: &SecretDigest) -> Result<Locked, Fault> {
    let army = lock(db, id)?;
    if holds(db, army, visitor)? { Ok(army) } else { Err(StoreError::NotYours.into()) }
}

fn holds(db: &mut Db, army: Locked, visitor: &SecretDigest) -> Result<bool, Fault> {
    let held = army_holders::table.filter(army_holders::army_id.eq(army.row)).filter(army_holders::visitor.eq(visitor));
    Ok(diesel::select(exists(held)).get_result(db)?)
}

/// The visitor must not hold the army yet.
pub(super) fn insert_holder(db: &mut Db, army: i64, visitor: &SecretDigest) -> Result<(), Fault> {
    diesel::insert_into(army_holders::table)
        .values((army_holders::army_id.eq(army), army_holders::visitor.eq(visitor), army_holders::created_at.eq(now())))
        .execute(db)?;
    Ok(())
}
