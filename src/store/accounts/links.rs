//! Links that open an account once, so that its owner can set a new password.

use diesel::prelude::*;
use time::{Duration, PrimitiveDateTime};

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::SecretDigest;
use super::super::model::now;
use super::super::schema::{user_links, users};
use super::{User, UserId, UserRow, set_password};

/// Most links of an account that are open at a time; older ones make room.
const MOST_OPEN: i64 = 5;

impl Store {
    /// Makes a link with the secret of this digest, which opens the account for so long.
    ///
    /// # Errors
    /// Those of the database, also when the account is no longer there.
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

    /// The account that a link opens; none if it opens nothing, or no longer.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn link_opens(&self, token: &SecretDigest) -> Result<Option<User>, StoreError> {
        let token = token.clone();
        self.read(move |db| Ok(opened(db, &token)?.map(User::from))).await
    }

    /// Sets a new password by a link: the link and all others of the account open nothing any more, and every session
    /// of it ends; where it was signed in before is forgotten. None if the link opens nothing.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn use_link(&self, token: &SecretDigest, hash: &str) -> Result<Option<User>, StoreError> {
        let (token, hash) = (token.clone(), hash.to_owned());
        self.write(move |db| {
            let Some(user) = opened(db, &token)?.map(User::from) else { return Ok(None) };
            // Of several at once one takes it away, and the others find it gone.
            if diesel::delete(user_links::table.filter(user_links::token.eq(&token))).execute(db)? == 0 {
                return Ok(None);
            }
            set_password(db, user.id, &hash, None, None)?;
            Ok(Some(user))
        })
        .await
    }
}

fn opened(db: &mut Db, token: &SecretDigest) -> Result<Option<UserRow>, Fault> {
    Ok(user_links::table
        .inner_join(users::table)
        .filter(user_links::token.eq(token).and(user_links::expires_at.gt(now())))
        .select(UserRow::as_select())
        .get_result(db)
        .optional()?)
}

/// Closes every link of an account.
pub(super) fn forget(db: &mut Db, user: UserId) -> Result<(), Fault> {
    diesel::delete(user_links::table.filter(user_links::user_id.eq(user.0))).execute(db)?;
    Ok(())
}

pub(super) fn prune(db: &mut Db, limit: PrimitiveDateTime) -> Result<usize, Fault> {
    Ok(diesel::delete(user_links::table.filter(user_links::expires_at.lt(limit))).execute(db)?)
}
