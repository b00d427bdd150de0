//! The orders of a battle: read, and added one after the other.
//!
//! Whoever gives an order has played the battle up to some order, and says which. The order is refused if the battle
//! has gone on meanwhile, so each is decided on what it changes.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::Store;
use super::super::allowance::{self, BattleAllowance};
use super::super::db::{Db, on_either};
use super::super::error::{Fault, LimitReached, StoreError};
use super::super::households::{Growth, ORDER_BYTES};
use super::super::ids::{BattleId, Holder, RequestKey};
use super::super::model::{Moment, now};
use super::super::schema::{battle_orders, battle_terms, battles};
use super::model::{Appended, BattleOrder, MOST_BATTLE_ORDERS, NewOrders};
use super::rows::{Locked, find, held_sides, lock};
use super::words::BattleSide;

impl Store {
    /// The orders of a battle whose numbers are greater than `after`, in order.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn battle_orders(&self, id: &BattleId, after: i64) -> Result<Vec<BattleOrder>, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let battle = find(db, &id)?;
            Ok(on_either!(db, |connection| battle_orders::table
                .filter(battle_orders::battle_id.eq(battle).and(battle_orders::number.gt(after)))
                .order(battle_orders::number.asc())
                .select(BattleOrder::as_select())
                .load(connection))?)
        })
        .await
    }

    /// Adds orders to a battle, all or none, if it has exactly `after` orders. `by` is the visitor who gives them; `None`
    /// if the program does, which may do so for any side.
    ///
    /// # Errors
    /// [`StoreError::NotYourBattle`] if the visitor holds none of the sides whose orders these are;
    /// [`StoreError::Spent`] and [`StoreError::NoRoom`] if nothing more is stored; [`StoreError::TooLong`] for a line of
    /// more than [`LONGEST_BATTLE_LINE`](super::LONGEST_BATTLE_LINE) bytes, and a text that contains U+0000;
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn append_orders(
        &self,
        id: &BattleId,
        by: Option<impl Into<Holder>>,
        after: i64,
        new: NewOrders,
    ) -> Result<Appended, StoreError> {
        new.check()?;
        let (id, by) = (id.clone(), by.map(Into::into));
        let request = new.request.as_deref().map(|key| RequestKey::to_order(&id, key));
        self.grow(move |db| append(db, &id, by.as_ref(), after, &new, request.as_ref())).await
    }
}

fn append(
    db: &mut Db,
    id: &BattleId,
    by: Option<&Holder>,
    after: i64,
    new: &NewOrders,
    request: Option<&RequestKey>,
) -> Result<(Appended, Growth), Fault> {
    let battle = lock(db, id)?;
    if let Some(by) = by {
        let held = held_sides(db, battle.row, by)?;
        // The program's answers may follow a visitor's order in the same step.
        let is_theirs = match new.lines.as_slice() {
            [] => !held.is_empty(),
            lines => lines.iter().any(|(side, _)| held.contains(side)),
        };
        if !is_theirs {
            return Err(StoreError::NotYourBattle.into());
        }
    }
    if let Some(request) = request
        && was_carried_out(db, &battle, request)?
    {
        return Ok((Appended::Before, Growth::NOTHING));
    }
    if battle.orders != after {
        return Ok((Appended::Conflict { orders: battle.orders }, Growth::NOTHING));
    }
    let count = i64::try_from(new.lines.len()).unwrap_or(i64::MAX);
    if count > MOST_BATTLE_ORDERS - battle.orders {
        return Err(StoreError::Spent(LimitReached::BattleOrders(MOST_BATTLE_ORDERS)).into());
    }
    let bytes: i64 = new.lines.iter().map(|(_, line)| length(line)).sum();
    allowance::check_battles(db, &battle.keeper, BattleAllowance { battles: 0, bytes })?;
    insert(db, &battle, new, request)?;
    diesel::update(battles::table.find(battle.row))
        .set((
            battles::orders.eq(battle.orders + count),
            battles::bytes.eq(battles::bytes + bytes),
            battles::standing.eq(&new.standing),
            battles::is_over.eq(new.is_over),
            battles::updated_at.eq(now()),
        ))
        .execute(db)?;
    pass_on(db, battle.row, new.decides)?;
    let written = Growth::rows(count.max(1) * ORDER_BYTES);
    Ok((Appended::Done, new.lines.iter().fold(written, |written, (_, line)| written.with_document(length(line)))))
}

/// Notes which side decides now, and the time that the other one has used.
fn pass_on(db: &mut Db, battle: i64, decides: Option<BattleSide>) -> Result<(), Fault> {
    let terms = battle_terms::table.find(battle);
    let (decided, since, mut used_a, mut used_b): (Option<BattleSide>, Moment, i64, i64) =
        on_either!(db, |connection| terms
            .select((battle_terms::decides, battle_terms::since, battle_terms::used_a, battle_terms::used_b))
            .get_result(connection))?;
    if decided == decides {
        return Ok(());
    }
    let used = (OffsetDateTime::now_utc() - OffsetDateTime::from(since)).whole_seconds().max(0);
    match decided {
        Some(BattleSide::A) => used_a += used,
        Some(BattleSide::B) => used_b += used,
        None => {}
    }
    diesel::update(terms)
        .set((
            (battle_terms::decides.eq(decides), battle_terms::since.eq(now())),
            (battle_terms::used_a.eq(used_a), battle_terms::used_b.eq(used_b)),
        ))
        .execute(db)?;
    Ok(())
}

/// Whether this request has added orders before.
fn was_carried_out(db: &mut Db, battle: &Locked, request: &RequestKey) -> Result<bool, Fault> {
    let known: Option<i64> = battle_orders::table
        .filter(battle_orders::battle_id.eq(battle.row).and(battle_orders::request.eq(request)))
        .select(battle_orders::id)
        .get_result(db)
        .optional()?;
    Ok(known.is_some())
}

fn insert(db: &mut Db, battle: &Locked, new: &NewOrders, request: Option<&RequestKey>) -> Result<(), Fault> {
    let at = now();
    // The first order remembers the request for all of them.
    let mut request = request;
    for (number, (side, line)) in (battle.orders + 1..).zip(&new.lines) {
        diesel::insert_into(battle_orders::table)
            .values((
                battle_orders::battle_id.eq(battle.row),
                battle_orders::number.eq(number),
                battle_orders::line.eq(line),
                battle_orders::side.eq(side),
                battle_orders::request.eq(request.take()),
                battle_orders::created_at.eq(at),
            ))
            .execute(db)?;
    }
    Ok(())
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}
