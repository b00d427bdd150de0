//! The end of a battle: deleted by its keeper, by age, or with the browser or account that kept it; and its way from a
//! browser to an account.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::super::Store;
use super::super::allowance;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::{BattleId, Holder, SecretDigest};
use super::super::model::{UNOPENED, now, to_stored};
use super::super::schema::{battle_holders, battle_hooks, battle_notices, battle_orders, battle_terms, battles, users};
use super::game::GameOf;
use super::model::{UNPLAYED, may_delete};
use super::rows::{held_sides, insert_holder, lock_even_if_hidden};
use super::words::{BattleSide, DecidedBy};

impl Store {
    /// Deletes a battle permanently: its orders and holders go, and its address answers [`StoreError::BattleGone`] from
    /// now on. Its keeper may do that, unless it is a game of an event, and so may whoever plays every side that
    /// has a player.
    ///
    /// # Errors
    /// [`StoreError::NotYourBattle`], [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn delete_battle(&self, id: &BattleId, by: impl Into<Holder>) -> Result<(), StoreError> {
        let (id, by) = (id.clone(), by.into());
        self.write(move |db| {
            let (battle, _) = lock_even_if_hidden(db, &id)?;
            let decided: (DecidedBy, DecidedBy) =
                battles::table.find(battle.row).select((battles::by_a, battles::by_b)).get_result(db)?;
            let game: Option<GameOf> =
                battle_terms::table.find(battle.row).select(battle_terms::game).get_result(db)?;
            let keeper = if game.is_some() { None } else { Some(&*battle.keeper) };
            let held = held_sides(db, battle.row, &by)?;
            let holds = BattleSide::ALL.map(|side| held.contains(&side));
            if !may_delete(&by, keeper, decided.into(), holds) {
                return Err(StoreError::NotYourBattle.into());
            }
            mark_deleted(db, &[battle.row], now())
        })
        .await?;
        self.give_back_after_deletion().await;
        Ok(())
    }

    /// Deletes at most `most` battles, the longest unopened first, and returns how many: those kept by no account that
    /// nobody has opened for two years before this time, those in which no order was given within 30 days, and
    /// sketches to which nothing was added for as long.
    ///
    /// # Errors
    /// Any database error.
    pub async fn sweep_battles(&self, now: OffsetDateTime, most: u32) -> Result<usize, StoreError> {
        let (at, opened_before, created_before) =
            (to_stored(now), to_stored(now - UNOPENED), to_stored(now - UNPLAYED));
        self.write(move |db| {
            let by_account = exists(users::table.filter(users::holder.eq(battles::keeper)));
            let unopened = battles::opened_at.lt(opened_before).and(not(by_account));
            let unplayed = battles::orders.eq(0).and(battles::created_at.lt(created_before));
            let sketches = battle_terms::table
                .filter(battle_terms::sketch_of.is_not_null().and(battle_terms::since.lt(created_before)))
                .select(battle_terms::battle_id);
            let left = battles::updated_at.lt(created_before).and(battles::id.eq_any(sketches));
            let old = battles::table
                .filter(battles::deleted_at.is_null())
                .filter(unopened.or(unplayed).or(left))
                .order(battles::opened_at.asc())
                .limit(i64::from(most))
                .select(battles::id);
            let rows: Vec<i64> = match db {
                // Skipped rows may belong to battles that are being played.
                Db::Postgres(pg) => old.for_update().skip_locked().load(pg)?,
                Db::Sqlite(lite) => old.load(lite)?,
            };
            mark_deleted(db, &rows, at)?;
            Ok::<usize, Fault>(rows.len())
        })
        .await
    }
}

/// Marks battles as deleted: their rows stay as a record of that, without anything that was played. The battles must be
/// locked.
pub(in crate::store) fn mark_deleted(db: &mut Db, rows: &[i64], at: PrimitiveDateTime) -> Result<(), Fault> {
    for row in rows {
        diesel::update(battles::table.find(row))
            .set((
                (battles::deleted_at.eq(at), battles::updated_at.eq(at)),
                (battles::keeper.eq(""), battles::orders.eq(0), battles::bytes.eq(0)),
                (battles::name_a.eq(""), battles::name_b.eq(""), battles::standing.eq("")),
                (battles::head.eq(""), battles::dice_secret.eq("")),
                battles::hidden_reason.eq(None::<String>),
            ))
            .execute(db)?;
        diesel::delete(battle_orders::table.filter(battle_orders::battle_id.eq(row))).execute(db)?;
        diesel::delete(battle_holders::table.filter(battle_holders::battle_id.eq(row))).execute(db)?;
        diesel::delete(battle_notices::table.filter(battle_notices::battle_id.eq(row))).execute(db)?;
        diesel::delete(battle_hooks::table.filter(battle_hooks::battle_id.eq(row))).execute(db)?;
        // Its terms stay, since a battle is read together with them; nobody decides any more.
        let nobody = battle_terms::decides.eq(None::<BattleSide>);
        diesel::update(battle_terms::table.find(row)).set(nobody).execute(db)?;
    }
    Ok(())
}

/// Locks the battles that a browser or an account keeps or plays.
fn lock_all_of(db: &mut Db, visitor: &SecretDigest) -> Result<Vec<(i64, String)>, Fault> {
    let held = battle_holders::table.filter(battle_holders::holder.eq(visitor)).select(battle_holders::battle_id);
    let query = battles::table
        .filter(battles::id.eq_any(held).or(battles::keeper.eq(visitor)))
        .filter(battles::deleted_at.is_null())
        .order(battles::id.asc())
        .select((battles::id, battles::keeper));
    Ok(match db {
        Db::Postgres(pg) => query.for_update().load(pg)?,
        Db::Sqlite(lite) => query.load(lite)?,
    })
}

/// Takes a browser or an account out of all its battles, and deletes those that nobody else plays. The others count in
/// the allowance of another player from now on.
pub(in crate::store) fn release_battles(db: &mut Db, visitor: &SecretDigest) -> Result<(), Fault> {
    let of_visitor = lock_all_of(db, visitor)?;
    diesel::delete(battle_holders::table.filter(battle_holders::holder.eq(visitor))).execute(db)?;
    let mut alone = Vec::new();
    for (battle, keeper) in of_visitor {
        if keeper != visitor.as_str() {
            continue;
        }
        let other: Option<SecretDigest> = battle_holders::table
            .filter(battle_holders::battle_id.eq(battle))
            .order(battle_holders::id.asc())
            .limit(1)
            .select(battle_holders::holder)
            .get_result(db)
            .optional()?;
        match other {
            Some(other) => {
                diesel::update(battles::table.find(battle)).set(battles::keeper.eq(&other)).execute(db)?;
            }
            None => alone.push(battle),
        }
    }
    mark_deleted(db, &alone, now())
}

/// Moves all battles of a browser to an account, which must have room for them.
pub(in crate::store) fn claim_battles(
    db: &mut Db,
    browser: &SecretDigest,
    account: &SecretDigest,
) -> Result<(), Fault> {
    lock_all_of(db, browser)?;
    let coming = allowance::used_by_battles(db, browser.as_str())?;
    allowance::check_battles(db, account.as_str(), coming)?;
    diesel::update(battles::table.filter(battles::keeper.eq(browser))).set(battles::keeper.eq(account)).execute(db)?;
    let of_holder = |holder: &SecretDigest| {
        battle_holders::table
            .filter(battle_holders::holder.eq(holder.clone()))
            .order(battle_holders::id.asc())
            .select((battle_holders::battle_id, battle_holders::side))
    };
    let held: Vec<(i64, BattleSide)> = of_holder(browser).load(db)?;
    let own: Vec<(i64, BattleSide)> = of_holder(account).load(db)?;
    diesel::delete(battle_holders::table.filter(battle_holders::holder.eq(browser))).execute(db)?;
    for (battle, side) in held {
        if !own.contains(&(battle, side)) {
            insert_holder(db, battle, side, account.as_str(), now())?;
        }
    }
    Ok(())
}
