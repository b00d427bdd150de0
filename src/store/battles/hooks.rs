//! The addresses to which the site posts a message when an account has to decide in a battle.

use diesel::prelude::*;
use time::{Duration, OffsetDateTime};

use super::super::Store;
use super::super::accounts::UserId;
use super::super::error::StoreError;
use super::super::ids::BattleId;
use super::super::model::to_stored;
use super::super::schema::battle_hooks;
use super::model::{check_length, check_texts};
use super::notices::{demand_side, players, to_tell};
use super::rows::{find, lock};

/// The shortest time between two messages about a battle to one address.
const BETWEEN: Duration = Duration::MINUTE;

/// The largest number of bytes of an address.
const LONGEST_ADDRESS: usize = 500;

/// An address that takes none of this many messages in a row is forgotten.
const MOST_FAILURES: i64 = 10;

/// A web hook of an account in a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// The address.
    pub address: String,
    /// The number of messages in a row that it did not take.
    pub failures: i64,
}

/// A web hook that is to be told now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueHook {
    /// The address.
    pub address: String,
    row: i64,
}

impl Store {
    /// The web hook of an account in a battle, if it has one.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn battle_hook(&self, id: &BattleId, UserId(user): UserId) -> Result<Option<Hook>, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let battle = find(db, &id)?;
            let found: Option<(String, i64)> = battle_hooks::table
                .filter(battle_hooks::battle_id.eq(battle).and(battle_hooks::user_id.eq(user)))
                .select((battle_hooks::address, battle_hooks::failures))
                .get_result(db)
                .optional()?;
            Ok(found.map(|(address, failures)| Hook { address, failures }))
        })
        .await
    }

    /// Sets the web hook of an account in a battle, or takes it away. At most one row for each player of a side is
    /// kept, so it takes no room that is counted.
    ///
    /// # Errors
    /// [`StoreError::NotYourBattle`] if the account plays no side; [`StoreError::TooLong`]; [`StoreError::NotFound`],
    /// [`StoreError::BattleGone`].
    pub async fn set_battle_hook(
        &self,
        id: &BattleId,
        UserId(user): UserId,
        address: Option<String>,
    ) -> Result<(), StoreError> {
        if let Some(address) = &address {
            check_texts(&[("address", address)])?;
            check_length("address", address, LONGEST_ADDRESS)?;
        }
        let id = id.clone();
        self.write(move |db| {
            let battle = lock(db, &id)?;
            let of_user = battle_hooks::battle_id.eq(battle.row).and(battle_hooks::user_id.eq(user));
            diesel::delete(battle_hooks::table.filter(of_user)).execute(db)?;
            let Some(address) = &address else { return Ok(()) };
            demand_side(db, battle.row, user)?;
            diesel::insert_into(battle_hooks::table)
                .values((
                    battle_hooks::battle_id.eq(battle.row),
                    battle_hooks::user_id.eq(user),
                    battle_hooks::address.eq(address),
                ))
                .execute(db)?;
            Ok(())
        })
        .await
    }

    /// The web hooks that are to be told now that their players have to decide, and remembers that they were told. None
    /// is told again within a minute.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn take_battle_hooks(&self, id: &BattleId, now: OffsetDateTime) -> Result<Vec<DueHook>, StoreError> {
        let id = id.clone();
        self.write(move |db| {
            let battle = lock(db, &id)?;
            let Some(side) = to_tell(db, battle.row)? else { return Ok(Vec::new()) };
            let due: Vec<(i64, String)> = battle_hooks::table
                .filter(battle_hooks::battle_id.eq(battle.row))
                .filter(battle_hooks::user_id.eq_any(players(db, battle.row, side)?))
                .filter(battle_hooks::told_at.is_null().or(battle_hooks::told_at.lt(to_stored(now - BETWEEN))))
                .select((battle_hooks::id, battle_hooks::address))
                .load(db)?;
            let rows: Vec<i64> = due.iter().map(|(row, _)| *row).collect();
            diesel::update(battle_hooks::table.filter(battle_hooks::id.eq_any(rows)))
                .set(battle_hooks::told_at.eq(to_stored(now)))
                .execute(db)?;
            Ok(due.into_iter().map(|(row, address)| DueHook { address, row }).collect())
        })
        .await
    }

    /// Remembers whether a web hook took its message. One that takes none of ten in a row is forgotten.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn battle_hook_answered(&self, hook: &DueHook, taken: bool) -> Result<(), StoreError> {
        let row = hook.row;
        self.write(move |db| {
            let hook = battle_hooks::table.find(row);
            if taken {
                let failed_before = hook.filter(battle_hooks::failures.gt(0));
                diesel::update(failed_before).set(battle_hooks::failures.eq(0)).execute(db)?;
                return Ok(());
            }
            diesel::update(hook).set(battle_hooks::failures.eq(battle_hooks::failures + 1)).execute(db)?;
            diesel::delete(hook.filter(battle_hooks::failures.ge(MOST_FAILURES))).execute(db)?;
            Ok(())
        })
        .await
    }
}
