//! Which browser may edit which army.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::Store;
use super::armies::lock;
use super::db::Db;
use super::error::{Fault, StoreError};
use super::ids::{ArmyId, SecretDigest};
use super::model::{ArmySummary, now};
use super::schema::{armies, army_holders, army_revisions};

impl Store {
    /// Lets this visitor edit the army; no harm if that was so already.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn hold(&self, id: &ArmyId, visitor: &SecretDigest) -> Result<(), StoreError> {
        let (id, visitor) = (id.clone(), visitor.clone());
        self.write(move |db| {
            let army = lock(db, &id)?;
            let held = army_holders::table
                .filter(army_holders::army_id.eq(army.row))
                .filter(army_holders::visitor.eq(&visitor));
            if !diesel::select(exists(held)).get_result(db)? {
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

/// The visitor must not hold the army yet.
pub(super) fn insert_holder(db: &mut Db, army: i64, visitor: &SecretDigest) -> Result<(), Fault> {
    diesel::insert_into(army_holders::table)
        .values((army_holders::army_id.eq(army), army_holders::visitor.eq(visitor), army_holders::created_at.eq(now())))
        .execute(db)?;
    Ok(())
}
