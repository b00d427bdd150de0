//! Accounts: sign-in names, passwords, and the browsers that are signed in.
//!
//! | part | contents |
//! |---|---|
//! | here | accounts themselves: created, found, changed, deleted |
//! | [`names`] | sign-in names |
//! | [`sessions`] | browsers that are signed in |
//! | [`links`] | links that open an account once |
//! | [`familiar_places`] | places from which an account was signed in before |
//! | [`attempts`] | counts of attempts |
//! | [`holdings`] | the works of an account: taken over from a browser, exported, deleted with it |
//!
//! Passwords enter and leave as hashes; the store neither creates nor verifies them.

mod attempts;
mod familiar_places;
mod holdings;
mod links;
mod names;
mod sessions;

use diesel::prelude::*;
use time::OffsetDateTime;

use super::Store;
use super::db::{Db, on_either};
use super::error::{Fault, StoreError};
use super::events::leave_all;
use super::households::{Growth, LARGE_ROW_BYTES};
use super::ids::{Secret, SecretDigest, SubjectKey};
use super::model::{Moment, now};
use super::schema::users;

pub use self::attempts::{Attempt, MOST_SUBJECTS, RateLimit, Subject};
pub use self::familiar_places::{Familiar, NewDevice};
pub use self::holdings::{HeldWork, WorkCounts};
pub use self::names::{SignInError, SignInName};
pub use self::sessions::{Arrival, SESSION_IDLE, Session, SessionId, SignedIn};

/// The largest number of accounts returned for one mail address.
const MOST_BY_EMAIL: i64 = 5;

/// The number of an account. It is never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId(pub(super) i64);

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

/// An account to be created.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// The sign-in name.
    pub sign_in: SignInName,
    /// The name that others see.
    pub name: String,
    /// The owner's mail address, if given.
    pub email: Option<String>,
    /// The hash of the password, in PHC format.
    pub password: String,
    /// Whether the account is an administrator's and may help others into their accounts.
    pub is_admin: bool,
}

/// The result of creating an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registered {
    /// The account was created.
    Made(User),
    /// Another account has that sign-in name.
    Taken,
}

impl Registered {
    fn written(&self) -> Growth {
        match self {
            Self::Made(_) => Growth::rows(LARGE_ROW_BYTES),
            Self::Taken => Growth::NOTHING,
        }
    }
}

/// The result of the registration form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registration {
    /// The account was created and the browser signed in.
    Made(User),
    /// The same form has created this account before. Nobody was signed in.
    MadeBefore(User),
    /// Another account has that sign-in name.
    Taken,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(super) struct UserRow {
    id: i64,
    sign_in: SignInName,
    name: String,
    email: Option<String>,
    holder: SecretDigest,
    is_admin: bool,
    created_at: Moment,
    locked_reason: Option<String>,
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        let UserRow { id, sign_in, name, email, holder, is_admin, created_at, locked_reason: locked } = row;
        Self { id: UserId(id), sign_in, name, email, holder, is_admin, created_at: created_at.into(), locked }
    }
}

impl Store {
    /// Creates an account.
    ///
    /// # Errors
    /// Any database error; a name that contains U+0000.
    pub async fn create_user(&self, new: NewUser) -> Result<Registered, StoreError> {
        check_texts(&new.name, new.email.as_deref())?;
        let holder = Secret::random()?.digest();
        self.grow(move |db| {
            let registered = create(db, &new, &holder)?;
            let written = registered.written();
            Ok((registered, written))
        })
        .await
    }

    /// Creates an account and signs in the browser that asked for it. A form sent again, identified by its name `form`,
    /// finds the account that it created and signs nobody in.
    ///
    /// # Errors
    /// As [`Store::create_user`].
    pub async fn register(&self, new: NewUser, form: &str, arrival: Arrival) -> Result<Registration, StoreError> {
        check_texts(&new.name, new.email.as_deref())?;
        let (holder, form) = (Secret::random()?.digest(), SubjectKey::new("register", form));
        self.grow(move |db| {
            let known: Option<UserRow> = users::table
                .filter(users::registration.eq(form.as_str()))
                .select(UserRow::as_select())
                .get_result(db)
                .optional()?;
            if let Some(row) = known {
                return Ok((Registration::MadeBefore(row.into()), Growth::NOTHING));
            }
            let registered = create(db, &new, &holder)?;
            let written = registered.written();
            let Registered::Made(user) = registered else { return Ok((Registration::Taken, written)) };
            diesel::update(users::table.find(user.id.0)).set(users::registration.eq(form.as_str())).execute(db)?;
            sessions::begin(db, user.id, &arrival)?;
            Ok((Registration::Made(user), written))
        })
        .await
    }

    /// The account with this sign-in name, and the hash of its password.
    ///
    /// # Errors
    /// Any database error.
    pub async fn user_by_sign_in(&self, sign_in: &SignInName) -> Result<Option<(User, String)>, StoreError> {
        let sign_in = sign_in.clone();
        self.read(move |db| {
            let found: Option<(UserRow, String)> = on_either!(db, |connection| users::table
                .filter(users::sign_in.eq(&sign_in))
                .select((UserRow::as_select(), users::password))
                .get_result(connection))
            .optional()?;
            Ok(found.map(|(row, password)| (row.into(), password)))
        })
        .await
    }

    /// The hash of an account's password.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn password_of(&self, user: UserId) -> Result<String, StoreError> {
        self.read(move |db| Ok(users::table.find(user.0).select(users::password).get_result(db)?)).await
    }

    /// An account.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn user(&self, user: UserId) -> Result<User, StoreError> {
        self.read(move |db| {
            let row: UserRow = users::table.find(user.0).select(UserRow::as_select()).get_result(db)?;
            Ok(row.into())
        })
        .await
    }

    /// The accounts whose owners have given this mail address.
    ///
    /// # Errors
    /// Any database error.
    pub async fn users_by_email(&self, email: &str) -> Result<Vec<User>, StoreError> {
        let email = email.replace('\0', "").to_lowercase();
        self.read(move |db| {
            let rows: Vec<UserRow> = users::table
                .filter(users::email.eq(&email))
                .order(users::id.asc())
                .limit(MOST_BY_EMAIL)
                .select(UserRow::as_select())
                .load(db)?;
            Ok(rows.into_iter().map(User::from).collect())
        })
        .await
    }

    /// The accounts whose sign-in names begin with this text, in order of that name: at most `limit`.
    ///
    /// # Errors
    /// Any database error.
    pub async fn users_from(&self, beginning: &str, limit: u32) -> Result<Vec<User>, StoreError> {
        let from = beginning.to_lowercase().replace('\0', "");
        self.read(move |db| {
            let rows: Vec<UserRow> = users::table
                .filter(users::sign_in.ge(&from))
                .order(users::sign_in.asc())
                .limit(i64::from(limit))
                .select(UserRow::as_select())
                .load(db)?;
            let begins = |row: &UserRow| row.sign_in.as_str().starts_with(&from);
            Ok(rows.into_iter().filter(begins).map(User::from).collect())
        })
        .await
    }

    /// Sets the name that others see and the owner's mail address.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; a text that contains U+0000.
    pub async fn set_profile(&self, user: UserId, name: &str, email: Option<&str>) -> Result<(), StoreError> {
        check_texts(name, email)?;
        let (name, email) = (name.to_owned(), email.map(str::to_owned));
        self.write(move |db| {
            let changed = diesel::update(users::table.find(user.0))
                .set((users::name.eq(&name), users::email.eq(&email)))
                .execute(db)?;
            one(changed)
        })
        .await
    }

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

    /// Deletes an account with its sessions, its links, and the works that nobody else holds.
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
pub(super) fn end_account(db: &mut Db, user: UserId) -> Result<(), Fault> {
    let query = users::table.find(user.0).select(users::holder);
    // The lock keeps the account from being made an owner in the meantime.
    let holder: SecretDigest = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    leave_all(db, user)?;
    holdings::release_works(db, &holder)?;
    one(diesel::delete(users::table.find(user.0)).execute(db)?)
}

fn create(db: &mut Db, new: &NewUser, holder: &SecretDigest) -> Result<Registered, Fault> {
    let known: Option<i64> =
        users::table.filter(users::sign_in.eq(&new.sign_in)).select(users::id).get_result(db).optional()?;
    if known.is_some() {
        return Ok(Registered::Taken);
    }
    let at = now();
    let id: i64 = diesel::insert_into(users::table)
        .values((
            users::sign_in.eq(&new.sign_in),
            users::name.eq(&new.name),
            users::email.eq(&new.email),
            users::password.eq(&new.password),
            users::holder.eq(holder),
            users::is_admin.eq(new.is_admin),
            users::created_at.eq(at),
        ))
        .returning(users::id)
        .get_result(db)?;
    Ok(Registered::Made(User {
        id: UserId(id),
        sign_in: new.sign_in.clone(),
        name: new.name.clone(),
        email: new.email.clone(),
        holder: holder.clone(),
        is_admin: new.is_admin,
        created_at: at.assume_utc(),
        locked: None,
    }))
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

/// Checks that a change has found its one row.
fn one(changed: usize) -> Result<(), Fault> {
    if changed == 0 { Err(StoreError::NotFound.into()) } else { Ok(()) }
}

/// PostgreSQL cannot store U+0000 in a text; SQLite could. Both refuse it here.
fn check_texts(name: &str, email: Option<&str>) -> Result<(), StoreError> {
    let fields = [("name", name), ("mail address", email.unwrap_or_default())];
    match fields.into_iter().find(|(_, text)| text.contains('\0')) {
        Some((field, _)) => Err(StoreError::ZeroCharacter { field }),
        None => Ok(()),
    }
}
