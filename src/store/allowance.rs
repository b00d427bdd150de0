//! Allowances: every limit on the works, revisions, documents, battles and other rows that a visitor can create.
//!
//! A work counts in the allowance of its keeper, the browser or account that created it, even if others may edit it.
//! [`super::households`] limits what one household may write in an hour and a day.

use diesel::dsl::{count_star, exists, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::db::Db;
use super::error::{Fault, LimitReached, StoreError};
use super::schema::{battles, users, works};

/// The limits on what one browser or account may store at a time. Deleting makes room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// The number of works.
    pub works: i64,
    /// The number of revisions of all its works together.
    pub revisions: i64,
    /// The bytes of the documents that were new when its revisions were added.
    pub bytes: i64,
}

/// The allowance of a browser without an account.
pub const BROWSER: Allowance = Allowance { works: 500, revisions: 20_000, bytes: 32 << 20 };

/// The allowance of an account.
pub const ACCOUNT: Allowance = Allowance { works: 5_000, revisions: 200_000, bytes: 256 << 20 };

/// The largest number of browsers and accounts that may edit one work at a time.
pub const MOST_HOLDERS: i64 = 200;

/// The largest number of browsers in which one account is signed in at a time. Signing in another one signs out the
/// browser that has not been seen for longest.
pub const MOST_SESSIONS: i64 = 50;

/// The limits on the battles that one browser or account may keep at a time. Deleting makes room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BattleAllowance {
    /// The number of battles.
    pub battles: i64,
    /// The bytes of their heads and orders.
    pub bytes: i64,
}

/// The battles of a browser without an account.
pub const BROWSER_BATTLES: BattleAllowance = BattleAllowance { battles: 200, bytes: 32 << 20 };

/// The battles of an account.
pub const ACCOUNT_BATTLES: BattleAllowance = BattleAllowance { battles: 2_000, bytes: 256 << 20 };

/// An addition to the allowance of a keeper.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Addition {
    pub(super) works: i64,
    pub(super) states: i64,
    pub(super) bytes: i64,
}

impl From<Allowance> for Addition {
    fn from(Allowance { works, revisions: states, bytes }: Allowance) -> Self {
        Self { works, states, bytes }
    }
}

/// Whether this keeper is an account.
pub(super) fn is_account(db: &mut Db, keeper: &str) -> Result<bool, Fault> {
    Ok(diesel::select(exists(users::table.filter(users::holder.eq(keeper)))).get_result(db)?)
}

/// Refuses an addition that would exceed the allowance of a keeper.
pub(super) fn check(db: &mut Db, keeper: &str, added: Addition) -> Result<(), Fault> {
    if keeper.is_empty() {
        return Ok(());
    }
    let allowance = if is_account(db, keeper)? { ACCOUNT } else { BROWSER };
    let used = used(db, keeper)?;
    let spent = if added.works > 0 && used.works + added.works > allowance.works {
        LimitReached::Works(allowance.works)
    } else if used.revisions + added.states > allowance.revisions {
        LimitReached::States(allowance.revisions)
    } else if added.bytes > 0 && used.bytes + added.bytes > allowance.bytes {
        LimitReached::Bytes(allowance.bytes)
    } else {
        return Ok(());
    };
    Err(StoreError::Spent(spent).into())
}

/// The amount of an allowance that a keeper uses, read from an index alone.
pub(super) fn used(db: &mut Db, keeper: &str) -> Result<Allowance, Fault> {
    let (works, states, bytes) = works::table
        .filter(works::keeper.eq(keeper))
        .select((
            count_star(),
            sql::<BigInt>("CAST(coalesce(sum(states), 0) AS BIGINT)"),
            sql::<BigInt>("CAST(coalesce(sum(bytes), 0) AS BIGINT)"),
        ))
        .get_result(db)?;
    Ok(Allowance { works, revisions: states, bytes })
}

/// Refuses battles, or bytes in them, that would exceed the allowance of a keeper.
pub(super) fn check_battles(db: &mut Db, keeper: &str, added: BattleAllowance) -> Result<(), Fault> {
    if keeper.is_empty() {
        return Ok(());
    }
    let allowance = if is_account(db, keeper)? { ACCOUNT_BATTLES } else { BROWSER_BATTLES };
    let used = used_by_battles(db, keeper)?;
    let spent = if added.battles > 0 && used.battles + added.battles > allowance.battles {
        LimitReached::Battles(allowance.battles)
    } else if added.bytes > 0 && used.bytes + added.bytes > allowance.bytes {
        LimitReached::BattleBytes(allowance.bytes)
    } else {
        return Ok(());
    };
    Err(StoreError::Spent(spent).into())
}

/// The battles of a keeper, read from an index alone.
pub(super) fn used_by_battles(db: &mut Db, keeper: &str) -> Result<BattleAllowance, Fault> {
    let (battles, bytes) = battles::table
        .filter(battles::keeper.eq(keeper))
        .select((count_star(), sql::<BigInt>("CAST(coalesce(sum(bytes), 0) AS BIGINT)")))
        .get_result(db)?;
    Ok(BattleAllowance { battles, bytes })
}
