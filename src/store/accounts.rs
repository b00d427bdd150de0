//! Accounts: who signs in under which name, with which password, from which browsers.
//!
//! | part | what |
//! |---|---|
//! | here | accounts themselves: made, found, changed, ended |
//! | [`names`] | names to sign in with |
//! | [`sessions`] | browsers that are signed in |
//! | [`links`] | links that open an account once |
//! | [`places`] | where an account was signed in before |
//! | [`attempts`] | how often something was tried |
//! | [`holdings`] | the works of an account: taken over from a browser, handed out, deleted with it |
//!
//! Passwords come and go as hashes; the store neither makes nor checks them.

mod attempts;
mod holdings;
mod links;
mod names;
mod places;
mod sessions;

use diesel::prelude::*;
use time::OffsetDateTime;

use super::Store;
use super::db::{Db, on_either};
use super::error::{Fault, StoreError};
use super::events::leave_all;
use super::households::{LARGE_ROW_BYTES, Written};
use super::ids::{Secret, SecretDigest, SubjectKey};
use super::model::{Moment, now};
use super::schema::users;

pub use self::attempts::{Attempt, MOST_SUBJECTS, Pace, Subject};
pub use self::holdings::{HeldWork, Holdings};
pub use self::names::{SignIn, SignInError};
pub use self::places::{Familiar, NewDevice};
pub use self::sessions::{Arrival, SESSION_IDLE, Session, SessionId, SignedIn};

/// Most accounts that are found by one mail address.
const MOST_BY_EMAIL: i64 = 5;

/// Number of an account. It is never used again.
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
    /// The name to sign in with.
    pub sign_in: SignIn,
    /// The name that others see.
    pub name: String,
    /// Where its owner can be reached, if he said so, in small letters. Never shown to others.
    pub email: Option<String>,
    /// By what works know the account.
    pub holder: SecretDigest,
    /// Whether it may help others into their accounts.
    pub is_admin: bool,
    /// When it was made, in UTC.
    pub created_at: OffsetDateTime,
    /// Why the administrators have locked it; none while its owner may sign in.
    pub locked: Option<String>,
}

/// An account to be made.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// The name to sign in with.
    pub sign_in: SignIn,
    /// The name that others see.
    pub name: String,
    /// Where its owner can be reached.
    pub email: Option<String>,
    /// Hash of the password, in PHC format.
    pub password: String,
    /// Whether it may help others into their accounts.
    pub is_admin: bool,
}

/// What became of an account to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registered {
    /// It is there.
    Made(User),
    /// Another has that name to sign in with.
    Taken,
}

impl Registered {
    fn written(&self) -> Written {
        match self {
            Self::Made(_) => Written::rows(LARGE_ROW_BYTES),
            Self::Taken => Written::NOTHING,
        }
    }
}

/// What became of the form for an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registration {
    /// The account is there, and the browser signed in.
    Made(User),
    /// The same form has made this account before. Nobody was signed in.
    MadeBefore(User),
    /// Another has that name to sign in with.
    Taken,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(super) struct UserRow {
    id: i64,
    sign_in: SignIn,
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
    /// Makes an account.
    ///
    /// # Errors
    /// Those of the database; a name that holds U+0000.
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

    /// Makes an account and signs the browser in that asked for it. A form sent again, by its name `form`, finds the
    /// account that it made, and signs nobody in.
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
                return Ok((Registration::MadeBefore(row.into()), Written::NOTHING));
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

    /// The account with this name to sign in with, and the hash of its password.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn user_by_sign_in(&self, sign_in: &SignIn) -> Result<Option<(User, String)>, StoreError> {
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

    /// The accounts whose owners gave this mail address.
    ///
    /// # Errors
    /// Those of the database.
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

    /// The accounts whose names begin so, by the name to sign in with: at most `limit`.
    ///
    /// # Errors
    /// Those of the database.
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

    /// Sets the name that others see, and where the owner can be reached.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; a text that holds U+0000.
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

    /// Sets the password, ends every session but one, and forgets where the account was signed in, but for the browser
    /// with this mark.
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

    /// Ends an account: its sessions and links go with it, and so do the works that nobody else holds.
    ///
    /// # Errors
    /// [`StoreError::LastOwner`] as long as it alone owns an event; [`StoreError::NotFound`].
    pub async fn delete_user(&self, user: UserId) -> Result<(), StoreError> {
        self.write(move |db| end_account(db, user)).await?;
        self.give_back_after_deletion().await;
        Ok(())
    }
}

/// Ends an account, as [`Store::delete_user`] says.
pub(super) fn end_account(db: &mut Db, user: UserId) -> Result<(), Fault> {
    let query = users::table.find(user.0).select(users::holder);
    // Nobody makes the account an owner meanwhile.
    let holder: SecretDigest = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    leave_all(db, user)?;
    holdings::let_go(db, &holder)?;
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

/// A change of one row that was there.
fn one(changed: usize) -> Result<(), Fault> {
    if changed == 0 { Err(StoreError::NotFound.into()) } else { Ok(()) }
}

/// PostgreSQL keeps no U+0000 in a text; SQLite would. Neither shall.
fn check_texts(name: &str, email: Option<&str>) -> Result<(), StoreError> {
    let fields = [("name", name), ("mail address", email.unwrap_or_default())];
    match fields.into_iter().find(|(_, text)| text.contains('\0')) {
        Some((field, _)) => Err(StoreError::ZeroCharacter { field }),
        None => Ok(()),
    }
}
