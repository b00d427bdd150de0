//! Links that open an account once, so that its owner can set a new password.

use diesel::prelude::*;
use time::{Duration, PrimitiveDateTime};

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::SecretDigest;
use super::super::model::now;
use super::super::schema::{user_links, users};
use super::user::{User, UserId, UserRow};

/// The largest number of links of an account that are open at a time; older ones make room.
const MOST_OPEN: i64 = 5;

impl Store {
    /// Creates a link with the secret of this digest, which opens the account for this long.
    ///
    /// # Errors
    /// Any database error, also when the account no longer exists.
    pub async fn make_link(&self, user: UserId, token: &SecretDigest, open_for: Duration) -> Result<(), StoreError> {
        let token = token.clone();
        self.write(move |db| {
            let at = now();
            let newest: Vec<i64> = user_links::table
                .filter(user_links::user_id.eq(user.0))
                .order(user_links::id.desc())
                .limit(MOST_OPEN - 1)
                .select(user_links::id)
                .load(db)?;
            if let Some(oldest_kept) = newest.last().filter(|_| newest.len() >= 4) {
                let older =
                    user_links::table.filter(user_links::user_id.eq(user.0).and(user_links::id.lt(*oldest_kept)));
                diesel::delete(older).execute(db)?;
            }
            diesel::insert_into(user_links::table)
                .values((
                    user_links::user_id.eq(user.0),
                    user_links::token.eq(&token),
                    user_links::created_at.eq(at),
                    user_links::expires_at.eq(at + open_for),
                ))
                .execute(db)?;
            Ok(())
        })
        .await
    }

    /// The account that a link opens; `None` if the link never worked or no longer does.
    ///
    /// # Errors
    /// Any database error.
    pub async fn link_opens(&self, token: &SecretDigest) -> Result<Option<User>, StoreError> {
        let token = token.clone();
        self.read(move |db| Ok(opened(db, &token)?.map(User::from))).await
    }
}

/// The account that a link opens, if it works.
pub(super) fn opened(db: &mut Db, token: &SecretDigest) -> Result<Option<UserRow>, Fault> {
    Ok(user_links::table
        .inner_join(users::table)
        .filter(user_links::token.eq(token).and(user_links::expires_at.gt(now())))
        .select(UserRow::as_select())
        .get_result(db)
        .optional()?)
}

/// Deletes a link and returns whether it was still there.
pub(super) fn use_up(db: &mut Db, token: &SecretDigest) -> Result<bool, Fault> {
    Ok(diesel::delete(user_links::table.filter(user_links::token.eq(token))).execute(db)? > 0)
}

/// Deletes every link of an account.
pub(super) fn forget(db: &mut Db, user: UserId) -> Result<(), Fault> {
    diesel::delete(user_links::table.filter(user_links::user_id.eq(user.0))).execute(db)?;
    Ok(())
}

pub(super) fn prune(db: &mut Db, limit: PrimitiveDateTime) -> Result<usize, Fault> {
    Ok(diesel::delete(user_links::table.filter(user_links::expires_at.lt(limit))).execute(db)?)
}
