//! The holders of the sides of a battle.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::super::Store;
use super::super::db::{Db, on_either};
use super::super::error::{Fault, LimitReached, StoreError};
use super::super::households::{Growth, ROW_BYTES};
use super::super::ids::{BattleId, Holder, SecretDigest};
use super::super::model::now;
use super::super::schema::{battle_holders, battle_terms, battles};
use super::model::{BattleRow, BattleSummary, BattleTerms, MOST_BATTLE_HOLDERS};
use super::rows::{find, held_sides, insert_holder, lock};
use super::words::BattleSide;

impl Store {
    /// Lets a visitor who has the key of a side play that side; harmless if the visitor already does. `None` if it is
    /// the key of neither side. Keys are compared in constant time.
    ///
    /// Nobody plays against themselves for somebody else: whoever plays both sides leaves this one to the visitor.
    ///
    /// # Errors
    /// [`StoreError::SideTaken`] when the visitor plays the other side, and somebody else this one; [`StoreError::Spent`] when as many browsers and accounts play the side as may, [`StoreError::NoRoom`],
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn take_side(
        &self,
        id: &BattleId,
        key: &SecretDigest,
        visitor: impl Into<Holder>,
    ) -> Result<Option<BattleSide>, StoreError> {
        let (id, key, visitor) = (id.clone(), key.clone(), visitor.into());
        self.grow(move |db| {
            let battle = lock(db, &id)?.row;
            let Some(side) = side_of(db, battle, &key)? else { return Ok((None, Growth::NOTHING)) };
            let held = held_sides(db, battle, &visitor)?;
            if !held.contains(&side) {
                if held.is_empty() {
                    leave_to_others(db, battle, side)?;
                } else if is_held(db, battle, side)? {
                    return Err(StoreError::SideTaken.into());
                }
            }
            let is_new = hold(db, battle, side, &visitor)?;
            Ok((Some(side), if is_new { Growth::rows(ROW_BYTES) } else { Growth::NOTHING }))
        })
        .await
    }

    /// Gives a side another key, and the old one stops working. Whoever plays the side may do that, and whoever plays the
    /// other side while nobody plays this one.
    ///
    /// # Errors
    /// [`StoreError::NotYourBattle`] for everybody else; [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn renew_key(
        &self,
        id: &BattleId,
        side: BattleSide,
        key: SecretDigest,
        by: impl Into<Holder>,
    ) -> Result<(), StoreError> {
        let (id, by) = (id.clone(), by.into());
        self.write(move |db| {
            let battle = lock(db, &id)?.row;
            let held = held_sides(db, battle, &by)?;
            if held.is_empty() || (!held.contains(&side) && is_held(db, battle, side)?) {
                return Err(StoreError::NotYourBattle.into());
            }
            let row = battles::table.find(battle);
            match side {
                BattleSide::A => diesel::update(row).set(battles::key_a.eq(&key)).execute(db)?,
                BattleSide::B => diesel::update(row).set(battles::key_b.eq(&key)).execute(db)?,
            };
            Ok(())
        })
        .await
    }

    /// The side of which this is the key, and whether anybody plays it; `None` if it is the key of neither side.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn side_of_key(
        &self,
        id: &BattleId,
        key: &SecretDigest,
    ) -> Result<Option<(BattleSide, bool)>, StoreError> {
        let (id, key) = (id.clone(), key.clone());
        self.read(move |db| {
            let battle = find(db, &id)?;
            let Some(side) = side_of(db, battle, &key)? else { return Ok(None) };
            Ok(Some((side, is_held(db, battle, side)?)))
        })
        .await
    }

    /// Whether anybody plays a side.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn side_is_held(&self, id: &BattleId, side: BattleSide) -> Result<bool, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let battle = find(db, &id)?;
            is_held(db, battle, side)
        })
        .await
    }

    /// Lets a visitor play these sides, because the caller knows that they are theirs; harmless for those that the
    /// visitor already plays.
    ///
    /// # Errors
    /// The same as for [`Self::take_side`].
    pub async fn give_sides(
        &self,
        id: &BattleId,
        sides: Vec<BattleSide>,
        visitor: impl Into<Holder>,
    ) -> Result<(), StoreError> {
        let (id, visitor) = (id.clone(), visitor.into());
        self.grow(move |db| {
            let battle = lock(db, &id)?.row;
            let mut rows = 0;
            for side in &sides {
                rows += i64::from(hold(db, battle, *side, &visitor)?);
            }
            Ok(((), Growth::rows(rows * ROW_BYTES)))
        })
        .await
    }

    /// The battles of which this visitor plays a side or that this visitor has created, the latest change first: at
    /// most `limit` after the first `skip`.
    ///
    /// # Errors
    /// Any database error.
    pub async fn battles_held_by(&self, by: &Holder, skip: u32, limit: u32) -> Result<Vec<BattleSummary>, StoreError> {
        let by = by.clone();
        self.read(move |db| {
            let [first, second] = by.digests();
            let held = battle_holders::table
                .filter(battle_holders::holder.eq(first).or(battle_holders::holder.eq(second)))
                .select(battle_holders::battle_id);
            let on_side = |side: BattleSide| {
                battle_holders::table
                    .filter(battle_holders::battle_id.eq(battles::id).and(battle_holders::side.eq(side)))
                    .filter(battle_holders::holder.eq(first).or(battle_holders::holder.eq(second)))
            };
            let rows: Vec<(BattleRow, BattleTerms, bool, bool)> = battles::table
                .inner_join(battle_terms::table)
                .filter(battles::id.eq_any(held).or(battles::keeper.eq(first)).or(battles::keeper.eq(second)))
                // Only deleted battles have no keeper, so an empty second digest finds nothing.
                .filter(battles::deleted_at.is_null())
                .order((battles::updated_at.desc(), battles::id.desc()))
                .offset(i64::from(skip))
                .limit(i64::from(limit))
                .select((
                    BattleRow::as_select(),
                    BattleTerms::as_select(),
                    exists(on_side(BattleSide::A)),
                    exists(on_side(BattleSide::B)),
                ))
                .load(db)?;
            Ok(rows.into_iter().map(|(row, terms, a, b)| row.in_list(terms, &by, [a, b])).collect())
        })
        .await
    }

    /// The number of battles of which this visitor plays a side or that this visitor has created.
    ///
    /// # Errors
    /// Any database error.
    pub async fn battle_count(&self, by: &Holder) -> Result<usize, StoreError> {
        let by = by.clone();
        self.read(move |db| {
            let [first, second] = by.digests();
            let held = battle_holders::table
                .filter(battle_holders::holder.eq(first).or(battle_holders::holder.eq(second)))
                .select(battle_holders::battle_id);
            let count: i64 = battles::table
                .filter(battles::id.eq_any(held).or(battles::keeper.eq(first)).or(battles::keeper.eq(second)))
                .filter(battles::deleted_at.is_null())
                .count()
                .get_result(db)?;
            Ok(usize::try_from(count).unwrap_or(0))
        })
        .await
    }
}

/// The side of which this is the key.
fn side_of(db: &mut Db, battle: i64, key: &SecretDigest) -> Result<Option<BattleSide>, Fault> {
    let (key_a, key_b): (SecretDigest, SecretDigest) = on_either!(db, |connection| battles::table
        .find(battle)
        .select((battles::key_a, battles::key_b))
        .get_result(connection))?;
    Ok(match (*key == key_a, *key == key_b) {
        (true, _) => Some(BattleSide::A),
        (false, true) => Some(BattleSide::B),
        (false, false) => None,
    })
}

/// Whether anybody plays a side.
fn is_held(db: &mut Db, battle: i64, side: BattleSide) -> Result<bool, Fault> {
    let of_side = battle_holders::battle_id.eq(battle).and(battle_holders::side.eq(side));
    Ok(diesel::select(exists(battle_holders::table.filter(of_side))).get_result(db)?)
}

/// Takes a side from those who play the other one too.
fn leave_to_others(db: &mut Db, battle: i64, side: BattleSide) -> Result<(), Fault> {
    let of_battle = || battle_holders::table.filter(battle_holders::battle_id.eq(battle));
    let of_other: Vec<String> =
        of_battle().filter(battle_holders::side.ne(side)).select(battle_holders::holder).load(db)?;
    let of_both = of_battle().filter(battle_holders::side.eq(side)).filter(battle_holders::holder.eq_any(of_other));
    diesel::delete(of_both).execute(db)?;
    Ok(())
}

/// Lets a visitor play a side of a battle, which must be locked; false if the visitor already does.
fn hold(db: &mut Db, battle: i64, side: BattleSide, visitor: &Holder) -> Result<bool, Fault> {
    if held_sides(db, battle, visitor)?.contains(&side) {
        return Ok(false);
    }
    let of_side = battle_holders::battle_id.eq(battle).and(battle_holders::side.eq(side));
    let known: i64 = battle_holders::table.filter(of_side).count().get_result(db)?;
    if known >= MOST_BATTLE_HOLDERS {
        return Err(StoreError::Spent(LimitReached::BattleHolders(MOST_BATTLE_HOLDERS)).into());
    }
    insert_holder(db, battle, side, visitor.keeper().as_str(), now())?;
    Ok(true)
}
