//! The rows of battles: found, locked for a change, and who holds their sides.

use diesel::prelude::*;
use time::PrimitiveDateTime;

use super::super::db::{Db, on_either};
use super::super::error::{Fault, StoreError};
use super::super::ids::{BattleId, Holder};
use super::super::model::Moment;
use super::super::schema::{battle_holders, battles};
use super::words::BattleSide;

/// The data that a change needs about its battle. While the transaction lasts, no other one changes that battle.
#[derive(Debug, Clone)]
pub(in crate::store) struct Locked {
    /// `battles.id`.
    pub(in crate::store) row: i64,
    /// The number of its orders.
    pub(super) orders: i64,
    /// The browser or account in whose allowance it counts.
    pub(super) keeper: String,
}

/// Waits for other changes of the battle to end. SQLite has only one writer at a time anyway. A hidden battle does not
/// change.
pub(super) fn lock(db: &mut Db, id: &BattleId) -> Result<Locked, Fault> {
    match lock_even_if_hidden(db, id)? {
        (_, Some(reason)) => Err(StoreError::BattleHidden(reason).into()),
        (battle, None) => Ok(battle),
    }
}

/// The same for a deletion and for administrators; with the reason for which it is hidden.
pub(in crate::store) fn lock_even_if_hidden(db: &mut Db, id: &BattleId) -> Result<(Locked, Option<String>), Fault> {
    let query = battles::table.filter(battles::public_id.eq(id)).select((
        battles::id,
        battles::orders,
        battles::keeper,
        battles::deleted_at,
        battles::hidden_reason,
    ));
    let (row, orders, keeper, deleted_at, hidden): (_, _, _, Option<Moment>, _) = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    match deleted_at {
        Some(_) => Err(StoreError::BattleGone.into()),
        None => Ok((Locked { row, orders, keeper }, hidden)),
    }
}

/// The number of a battle's row.
pub(super) fn find(db: &mut Db, id: &BattleId) -> Result<i64, Fault> {
    let (row, deleted_at): (i64, Option<Moment>) = on_either!(db, |connection| battles::table
        .filter(battles::public_id.eq(id))
        .select((battles::id, battles::deleted_at))
        .get_result(connection))?;
    if deleted_at.is_some() { Err(StoreError::BattleGone.into()) } else { Ok(row) }
}

/// The sides of a battle that a visitor holds.
pub(super) fn held_sides(db: &mut Db, battle: i64, by: &Holder) -> Result<Vec<BattleSide>, Fault> {
    let [first, second] = by.digests();
    Ok(battle_holders::table
        .filter(battle_holders::battle_id.eq(battle))
        .filter(battle_holders::holder.eq(first).or(battle_holders::holder.eq(second)))
        .select(battle_holders::side)
        .load(db)?)
}

/// Adds a holder of a side. The visitor must not hold it yet.
pub(super) fn insert_holder(
    db: &mut Db,
    battle: i64,
    side: BattleSide,
    holder: &str,
    at: PrimitiveDateTime,
) -> Result<(), Fault> {
    diesel::insert_into(battle_holders::table)
        .values((
            battle_holders::battle_id.eq(battle),
            battle_holders::side.eq(side),
            battle_holders::holder.eq(holder),
            battle_holders::created_at.eq(at),
        ))
        .execute(db)?;
    Ok(())
}
