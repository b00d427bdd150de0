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
pub(super) struct Locked {
    /// `battles.id`.
    pub(super) row: i64,
    /// The number of its orders.
    pub(super) orders: i64,
    /// The browser or account in whose allowance it counts.
    pub(super) keeper: String,
}

/// Waits for other changes of the battle to end. SQLite has only one writer at a time anyway.
pub(super) fn lock(db: &mut Db, id: &BattleId) -> Result<Locked, Fault> {
    let query = battles::table.filter(battles::public_id.eq(id)).select((
        battles::id,
        battles::orders,
        battles::keeper,
        battles::deleted_at,
    ));
    let (row, orders, keeper, deleted_at): (i64, i64, String, Option<Moment>) = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    match deleted_at {
        Some(_) => Err(StoreError::BattleGone.into()),
        None => Ok(Locked { row, orders, keeper }),
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
