//! Setting a password: by the owner, or through a link that opens the account.

use diesel::prelude::*;

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::SecretDigest;
use super::super::schema::users;
use super::links::{self, opened};
use super::sessions::{self, SessionId};
use super::user::{User, UserId, one};

impl Store {
    /// Sets the password, ends every session but one, and forgets the places from which the account was signed in,
    /// except the browser with this mark.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn set_password(
        &self,
        user: UserId,
        hash: &str,
        staying: Option<SessionId>,
        mark: Option<&SecretDigest>,
    ) -> Result<(), StoreError> {
        let (hash, mark) = (hash.to_owned(), mark.cloned());
        self.write(move |db| set_password(db, user, &hash, staying, mark.as_ref())).await
    }

    /// Sets a new password through a link: this link and all others of the account stop working, every session of it
    /// ends, and its familiar places are forgotten. `None` if the link does not work.
    ///
    /// # Errors
    /// Any database error.
    pub async fn use_link(&self, token: &SecretDigest, hash: &str) -> Result<Option<User>, StoreError> {
        let (token, hash) = (token.clone(), hash.to_owned());
        self.write(move |db| {
            let Some(user) = opened(db, &token)?.map(User::from) else { return Ok(None) };
            // Of several requests at once, one removes it, and the others find it gone.
            if !links::use_up(db, &token)? {
                return Ok(None);
            }
            set_password(db, user.id, &hash, None, None)?;
            Ok(Some(user))
        })
        .await
    }
}

fn set_password(
    db: &mut Db,
    user: UserId,
    hash: &str,
    staying: Option<SessionId>,
    mark: Option<&SecretDigest>,
) -> Result<(), Fault> {
    one(diesel::update(users::table.find(user.0)).set(users::password.eq(hash)).execute(db)?)?;
    sessions::end_others(db, user, staying, mark)?;
    links::forget(db, user)
}
