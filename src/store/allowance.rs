//! How much may be kept: every limit on works, states, documents and what else a visitor can make rows with.
//!
//! A work counts in the allowance of its keeper, the browser or account that made it, whoever else may edit it. What one
//! household may write in an hour and a day is in [`super::households`].

use diesel::dsl::{count_star, exists, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use time::OffsetDateTime;

use super::db::Db;
use super::error::{Fault, StoreError};
use super::schema::{users, works};

/// The most that one browser or account keeps at a time. Deleting makes room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Works.
    pub works: i64,
    /// States of all its works together.
    pub states: i64,
    /// Bytes of the documents that were new when its states were added.
    pub bytes: i64,
}

/// A browser without an account.
pub const BROWSER: Allowance = Allowance { works: 500, states: 20_000, bytes: 32 << 20 };

/// An account.
pub const ACCOUNT: Allowance = Allowance { works: 5_000, states: 200_000, bytes: 256 << 20 };

/// Browsers and accounts that may edit one work at a time.
pub const MOST_HOLDERS: i64 = 200;

/// Browsers in which one account is signed in at a time. A further one signs out the one that was not seen for longest.
pub const MOST_SESSIONS: i64 = 50;

/// A limit that is reached, so that nothing more is kept for this visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// The works of a browser or account: so many are kept.
    Works(i64),
    /// The states of all its works: so many are kept.
    States(i64),
    /// The bytes of all its works: so many are kept.
    Bytes(i64),
    /// The browsers and accounts that may edit a work: so many may.
    Holders(i64),
    /// The pace of one household in an hour or a day; it may write again at this time, in UTC.
    Household(OffsetDateTime),
}

/// An addition to the allowance of a keeper.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Added {
    pub(super) works: i64,
    pub(super) states: i64,
    pub(super) bytes: i64,
}

impl From<Allowance> for Added {
    fn from(Allowance { works, states, bytes }: Allowance) -> Self {
        Self { works, states, bytes }
    }
}

/// Whether this keeper is an account.
pub(super) fn is_account(db: &mut Db, keeper: &str) -> Result<bool, Fault> {
    Ok(diesel::select(exists(users::table.filter(users::holder.eq(keeper)))).get_result(db)?)
}

/// Refuses what would go beyond the allowance of a keeper.
pub(super) fn demand(db: &mut Db, keeper: &str, added: Added) -> Result<(), Fault> {
    if keeper.is_empty() {
        return Ok(());
    }
    let allowance = if is_account(db, keeper)? { ACCOUNT } else { BROWSER };
    let used = used(db, keeper)?;
    let spent = if added.works > 0 && used.works + added.works > allowance.works {
        Spent::Works(allowance.works)
    } else if used.states + added.states > allowance.states {
        Spent::States(allowance.states)
    } else if added.bytes > 0 && used.bytes + added.bytes > allowance.bytes {
        Spent::Bytes(allowance.bytes)
    } else {
        return Ok(());
    };
    Err(StoreError::Spent(spent).into())
}

/// How much of an allowance a keeper uses, read from an index alone.
pub(super) fn used(db: &mut Db, keeper: &str) -> Result<Allowance, Fault> {
    let (works, states, bytes) = works::table
        .filter(works::keeper.eq(keeper))
        .select((
            count_star(),
            sql::<BigInt>("CAST(coalesce(sum(states), 0) AS BIGINT)"),
            sql::<BigInt>("CAST(coalesce(sum(bytes), 0) AS BIGINT)"),
        ))
        .get_result(db)?;
    Ok(Allowance { works, states, bytes })
}
