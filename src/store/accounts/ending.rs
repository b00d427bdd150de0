//! The end of an account or of what a browser holds, with everything that nobody else holds.

use diesel::prelude::*;

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::events::leave_all;
use super::super::ids::SecretDigest;
use super::super::schema::users;
use super::holdings;
use super::user::{UserId, one};

impl Store {
    /// Takes everything from a browser: the works and battles that nobody else holds are deleted, and its entries
    /// in events stay without a holder.
    ///
    /// # Errors
    /// Any database error.
    pub async fn forget_browser(&self, browser: &SecretDigest) -> Result<(), StoreError> {
        let browser = browser.clone();
        self.write(move |db| holdings::release_all(db, &browser)).await?;
        self.give_back_after_deletion().await;
        Ok(())
    }

    /// Deletes an account with its sessions, its links, and the works and battles that nobody else holds.
    ///
    /// # Errors
    /// [`StoreError::LastOwner`] if the account is the only owner of an event; [`StoreError::NotFound`].
    pub async fn delete_user(&self, user: UserId) -> Result<(), StoreError> {
        self.write(move |db| end_account(db, user)).await?;
        self.give_back_after_deletion().await;
        Ok(())
    }
}

/// Deletes an account, as described at [`Store::delete_user`].
pub(in crate::store) fn end_account(db: &mut Db, user: UserId) -> Result<(), Fault> {
    let query = users::table.find(user.0).select(users::holder);
    // The lock keeps the account from being made an owner in the meantime.
    let holder: SecretDigest = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    leave_all(db, user)?;
    holdings::release_all(db, &holder)?;
    one(diesel::delete(users::table.find(user.0)).execute(db)?)
}
