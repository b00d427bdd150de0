//! An account, as everything else knows it.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::error::{Fault, StoreError};
use super::super::ids::SecretDigest;
use super::super::model::Moment;
use super::super::schema::users;
use super::names::SignInName;

/// The number of an account. It is never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId(pub(in crate::store) i64);

impl UserId {
    /// Reads a number as pages write it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| *number > 0).map(Self)
    }
}

impl std::fmt::Display for UserId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Its number.
    pub id: UserId,
    /// The sign-in name.
    pub sign_in: SignInName,
    /// The name that others see.
    pub name: String,
    /// The mail address that the owner has given, if any, in lower case. Never shown to others.
    pub email: Option<String>,
    /// The digest under which the account holds works.
    pub holder: SecretDigest,
    /// Whether the account is an administrator's and may help others into their accounts.
    pub is_admin: bool,
    /// When it was created, in UTC.
    pub created_at: OffsetDateTime,
    /// The administrators' reason for locking it; `None` while its owner may sign in.
    pub locked: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(in crate::store) struct UserRow {
    pub(in crate::store) id: i64,
    pub(in crate::store) sign_in: SignInName,
    pub(in crate::store) name: String,
    pub(in crate::store) email: Option<String>,
    pub(in crate::store) holder: SecretDigest,
    pub(in crate::store) is_admin: bool,
    pub(in crate::store) created_at: Moment,
    pub(in crate::store) locked_reason: Option<String>,
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        let UserRow { id, sign_in, name, email, holder, is_admin, created_at, locked_reason: locked } = row;
        Self { id: UserId(id), sign_in, name, email, holder, is_admin, created_at: created_at.into(), locked }
    }
}

/// Checks that a change has found its one row.
pub(super) fn one(changed: usize) -> Result<(), Fault> {
    if changed == 0 { Err(StoreError::NotFound.into()) } else { Ok(()) }
}
