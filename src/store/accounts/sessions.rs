//! Browsers that are signed in.

use diesel::prelude::*;
use time::{Duration, OffsetDateTime};

use super::super::Store;
use super::super::db::{Db, on_either};
use super::super::error::{Fault, StoreError};
use super::super::ids::SecretDigest;
use super::super::model::{Moment, now, to_stored};
use super::super::schema::{user_sessions, users};
use super::{User, UserId, UserRow, one};

/// A session ends when its browser was not seen for so long.
const IDLE: Duration = Duration::days(60);

/// When a browser was seen is written down only so often.
const SEEN_AGAIN: Duration = Duration::hours(1);

/// Most letters kept of what a browser says of itself.
const LONGEST_BROWSER: usize = 200;

/// Number of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub(super) i64);

impl SessionId {
    /// Reads a number as pages write it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| *number > 0).map(Self)
    }
}

impl std::fmt::Display for SessionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A browser that is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its number.
    pub id: SessionId,
    /// What the browser says of itself.
    pub browser: String,
    /// When it signed in, in UTC.
    pub created_at: OffsetDateTime,
    /// When it was here last, to the hour, in UTC.
    pub seen_at: OffsetDateTime,
}

/// Who is signed in, and by which session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The account.
    pub user: User,
    /// The session.
    pub session: SessionId,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = user_sessions)]
struct SessionRow {
    id: i64,
    browser: String,
    created_at: Moment,
    seen_at: Moment,
}

impl Store {
    /// Signs a browser in: it has the secret of this digest from now on.
    ///
    /// # Errors
    /// Those of the database, also when the account is no longer there; [`StoreError::AccountLocked`].
    pub async fn begin_session(
        &self,
        user: UserId,
        token: &SecretDigest,
        browser: &str,
    ) -> Result<SessionId, StoreError> {
        let (token, browser) = (token.clone(), browser.to_owned());
        self.write(move |db| begin(db, user, &token, &browser)).await
    }

    /// Who is signed in with this secret; none if nobody is, or no longer. A browser that comes is given time anew.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn signed_in(&self, token: &SecretDigest) -> Result<Option<SignedIn>, StoreError> {
        let token = token.clone();
        let found = self.read(move |db| find(db, &token)).await?;
        let Some((user, id, seen)) = found else { return Ok(None) };
        if OffsetDateTime::now_utc() - OffsetDateTime::from(seen) > SEEN_AGAIN {
            self.write(move |db| {
                let at = now();
                diesel::update(user_sessions::table.find(id))
                    .set((user_sessions::seen_at.eq(at), user_sessions::expires_at.eq(at + IDLE)))
                    .execute(db)?;
                Ok(())
            })
            .await?;
        }
        Ok(Some(SignedIn { user: user.into(), session: SessionId(id) }))
    }

    /// The browsers in which an account is signed in, the last seen first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn sessions_of(&self, user: UserId) -> Result<Vec<Session>, StoreError> {
        self.read(move |db| {
            let rows: Vec<SessionRow> = user_sessions::table
                .filter(user_sessions::user_id.eq(user.0).and(user_sessions::expires_at.gt(now())))
                .order((user_sessions::seen_at.desc(), user_sessions::id.desc()))
                .select(SessionRow::as_select())
                .load(db)?;
            let session = |row: SessionRow| Session {
                id: SessionId(row.id),
                browser: row.browser,
                created_at: row.created_at.into(),
                seen_at: row.seen_at.into(),
            };
            Ok(rows.into_iter().map(session).collect())
        })
        .await
    }

    /// Ends one session of an account.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the account has no such session.
    pub async fn end_session(&self, user: UserId, session: SessionId) -> Result<(), StoreError> {
        self.write(move |db| {
            let which = user_sessions::table.find(session.0).filter(user_sessions::user_id.eq(user.0));
            one(diesel::delete(which).execute(db)?)
        })
        .await
    }

    /// Ends every session of an account, but for one that may stay.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn end_sessions(&self, user: UserId, staying: Option<SessionId>) -> Result<(), StoreError> {
        self.write(move |db| {
            let which = user_sessions::table
                .filter(user_sessions::user_id.eq(user.0))
                .filter(user_sessions::id.ne(staying.map_or(0, |session| session.0)));
            diesel::delete(which).execute(db)?;
            Ok(())
        })
        .await
    }

    /// Forgets sessions and links that have ended before that time.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn prune_sessions(&self, ended_before: OffsetDateTime) -> Result<usize, StoreError> {
        let limit = to_stored(ended_before);
        self.write(move |db| {
            let sessions = diesel::delete(user_sessions::table.filter(user_sessions::expires_at.lt(limit)));
            let ended = sessions.execute(db)?;
            Ok(ended + super::links::prune(db, limit)?)
        })
        .await
    }
}

/// Who is signed in with this secret, by which session, and when it was seen.
pub(super) fn find(db: &mut Db, token: &SecretDigest) -> Result<Option<(UserRow, i64, Moment)>, Fault> {
    let found = on_either!(db, |connection| user_sessions::table
        .inner_join(users::table)
        .filter(user_sessions::token.eq(token).and(user_sessions::expires_at.gt(now())))
        // A session that begins while the account is being locked is worth nothing.
        .filter(users::locked_reason.is_null())
        .select((UserRow::as_select(), user_sessions::id, user_sessions::seen_at))
        .get_result(connection)
        .optional())?;
    Ok(found)
}

/// Signs a browser in. The secret must be new.
pub(super) fn begin(db: &mut Db, user: UserId, token: &SecretDigest, browser: &str) -> Result<SessionId, Fault> {
    let locked: Option<String> = users::table.find(user.0).select(users::locked_reason).get_result(db)?;
    if let Some(reason) = locked {
        return Err(StoreError::AccountLocked(reason).into());
    }
    let at = now();
    let browser: String = browser.chars().filter(|letter| !letter.is_control()).take(LONGEST_BROWSER).collect();
    let id = diesel::insert_into(user_sessions::table)
        .values((
            user_sessions::user_id.eq(user.0),
            user_sessions::token.eq(token),
            user_sessions::browser.eq(&browser),
            user_sessions::created_at.eq(at),
            user_sessions::seen_at.eq(at),
            user_sessions::expires_at.eq(at + IDLE),
        ))
        .returning(user_sessions::id)
        .get_result(db)?;
    Ok(SessionId(id))
}
