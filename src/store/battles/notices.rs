//! The accounts that want to be told by mail when they have to decide in a battle.

use diesel::prelude::*;
use time::{Duration, OffsetDateTime};

use super::super::Store;
use super::super::accounts::UserId;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::BattleId;
use super::super::model::to_stored;
use super::super::schema::{battle_holders, battle_notices, battle_terms, users};
use super::model::MOST_BATTLE_HOLDERS;
use super::rows::{find, lock};
use super::words::BattleSide;

/// The shortest time between two mails about a battle, unless an account wants to be told each time.
const BETWEEN: Duration = Duration::days(1);

/// How often an account is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// At most once a day.
    Daily,
    /// Each time.
    Always,
}

/// Refuses an account that plays no side of a battle.
pub(super) fn demand_side(db: &mut Db, battle: i64, user: i64) -> Result<(), Fault> {
    let holds: i64 = battle_holders::table
        .inner_join(users::table.on(users::holder.eq(battle_holders::holder)))
        .filter(battle_holders::battle_id.eq(battle).and(users::id.eq(user)))
        .count()
        .get_result(db)?;
    if holds == 0 { Err(StoreError::NotYourBattle.into()) } else { Ok(()) }
}

/// The side that decides a battle, whose players are to be told; `None` when the battle is over.
pub(super) fn to_tell(db: &mut Db, battle: i64) -> Result<Option<BattleSide>, Fault> {
    Ok(battle_terms::table.find(battle).select(battle_terms::decides).get_result(db)?)
}

/// The accounts that play a side of a battle and are not locked.
pub(super) fn players(db: &mut Db, battle: i64, side: BattleSide) -> Result<Vec<i64>, Fault> {
    let players = users::table
        .inner_join(battle_holders::table.on(battle_holders::holder.eq(users::holder)))
        .filter(battle_holders::battle_id.eq(battle).and(battle_holders::side.eq(side)))
        .filter(users::locked_reason.is_null());
    Ok(players.select(users::id).limit(MOST_BATTLE_HOLDERS).load(db)?)
}

impl Store {
    /// How often an account is told when it has to decide in a battle; `None` if it is not told.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn battle_notice(&self, id: &BattleId, UserId(user): UserId) -> Result<Option<Notice>, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let battle = find(db, &id)?;
            let always: Option<bool> = battle_notices::table
                .filter(battle_notices::battle_id.eq(battle).and(battle_notices::user_id.eq(user)))
                .select(battle_notices::is_always)
                .get_result(db)
                .optional()?;
            Ok(always.map(|always| if always { Notice::Always } else { Notice::Daily }))
        })
        .await
    }

    /// Sets how often an account is told when it has to decide in a battle. At most one row for each player of a
    /// side is kept, so it takes no room that is counted.
    ///
    /// # Errors
    /// [`StoreError::NotYourBattle`] if the account plays no side; [`StoreError::NotFound`],
    /// [`StoreError::BattleGone`].
    pub async fn set_battle_notice(
        &self,
        id: &BattleId,
        UserId(user): UserId,
        notice: Option<Notice>,
    ) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(move |db| {
            let battle = lock(db, &id)?;
            let of_user = battle_notices::battle_id.eq(battle.row).and(battle_notices::user_id.eq(user));
            let Some(notice) = notice else {
                diesel::delete(battle_notices::table.filter(of_user)).execute(db)?;
                return Ok(());
            };
            demand_side(db, battle.row, user)?;
            let always = battle_notices::is_always.eq(notice == Notice::Always);
            if diesel::update(battle_notices::table.filter(of_user)).set(always).execute(db)? == 0 {
                diesel::insert_into(battle_notices::table)
                    .values((battle_notices::battle_id.eq(battle.row), battle_notices::user_id.eq(user), always))
                    .execute(db)?;
            }
            Ok(())
        })
        .await
    }

    /// The mail addresses of the accounts that are to be told now that they have to decide, and remembers that they
    /// were told.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn take_battle_notices(&self, id: &BattleId, now: OffsetDateTime) -> Result<Vec<String>, StoreError> {
        let id = id.clone();
        self.write(move |db| {
            let battle = lock(db, &id)?;
            let Some(side) = to_tell(db, battle.row)? else { return Ok(Vec::new()) };
            let told_before = to_stored(now - BETWEEN);
            let due: Vec<(i64, Option<String>)> = battle_notices::table
                .inner_join(users::table)
                .filter(battle_notices::battle_id.eq(battle.row))
                .filter(battle_notices::user_id.eq_any(players(db, battle.row, side)?))
                .filter(users::email.is_not_null())
                .filter(
                    battle_notices::is_always
                        .eq(true)
                        .or(battle_notices::sent_at.is_null())
                        .or(battle_notices::sent_at.lt(told_before)),
                )
                .select((battle_notices::id, users::email))
                .load(db)?;
            let rows: Vec<i64> = due.iter().map(|(row, _)| *row).collect();
            diesel::update(battle_notices::table.filter(battle_notices::id.eq_any(rows)))
                .set(battle_notices::sent_at.eq(to_stored(now)))
                .execute(db)?;
            Ok(due.into_iter().filter_map(|(_, email)| email).collect())
        })
        .await
    }
}
