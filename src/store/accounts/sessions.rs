//! Sessions: browsers that are signed in.

use diesel::prelude::*;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use super::super::Store;
use super::super::allowance::MOST_SESSIONS;
use super::super::db::{Db, on_either};
use super::super::error::{Fault, StoreError};
use super::super::ids::SecretDigest;
use super::super::model::{Moment, now, to_stored};
use super::super::schema::{user_sessions, users};
use super::familiar_places::{self, NewDevice};
use super::user::{User, UserId, UserRow, one};

/// The time after which a session ends if its browser is not seen again.
pub const SESSION_IDLE: Duration = Duration::days(60);

/// The longest lifetime of a session, however much it is used.
const LONGEST: Duration = Duration::days(365);

/// The shortest time between two records of a browser being seen.
const SEEN_AGAIN: Duration = Duration::hours(1);

/// The largest number of characters stored of a browser's description of itself.
const LONGEST_BROWSER: usize = 200;

/// The number of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub(super) i64);

impl SessionId {
    /// Parses a number as pages write it.
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
    /// The browser's description of itself.
    pub browser: String,
    /// When it signed in, in UTC.
    pub created_at: OffsetDateTime,
    /// When it was last seen, to within an hour, in UTC.
    pub seen_at: OffsetDateTime,
}

/// The account that is signed in, and its session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The account.
    pub user: User,
    /// The session.
    pub session: SessionId,
    /// Whether this query has extended the session, so that its cookie should be renewed too.
    pub renewed: bool,
}

/// A browser that signs in.
#[derive(Debug, Clone)]
pub struct Arrival {
    /// The digest of its new secret. The browser never supplies the secret itself: it is new for each session.
    pub token: SecretDigest,
    /// The browser's description of itself.
    pub browser: String,
    /// The mark by which the account will recognise the browser.
    pub device: Option<NewDevice>,
    /// The household from which it comes.
    pub household: Option<String>,
    /// The session that the browser had until now, which ends.
    pub instead_of: Option<SessionId>,
}

impl Arrival {
    /// A browser that was never seen before and is not to be recognised again.
    #[must_use]
    pub fn new(token: SecretDigest, browser: &str) -> Self {
        Self { token, browser: browser.to_owned(), device: None, household: None, instead_of: None }
    }
}

/// A session as found by its secret.
pub(super) struct FoundSession {
    user: UserRow,
    id: i64,
    created_at: PrimitiveDateTime,
    seen_at: PrimitiveDateTime,
    expires_at: PrimitiveDateTime,
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
    /// Signs a browser in: it uses the secret of that digest from now on.
    ///
    /// # Errors
    /// Any database error, also when the account no longer exists; [`StoreError::AccountLocked`].
    pub async fn begin_session(&self, user: UserId, arrival: Arrival) -> Result<SessionId, StoreError> {
        self.write(move |db| begin(db, user, &arrival)).await
    }

    /// The account that is signed in with this secret; `None` if there is none, or no longer. A visit extends the
    /// session.
    ///
    /// # Errors
    /// Any database error.
    pub async fn signed_in(&self, token: &SecretDigest) -> Result<Option<SignedIn>, StoreError> {
        self.signed_in_by(token, None).await
    }

    /// The account for a secret in a cookie whose name has no prefix, on a site whose cookies have one: only sessions
    /// that began before the prefix was introduced are found.
    ///
    /// # Errors
    /// Any database error.
    pub async fn signed_in_by_plain_cookie(&self, token: &SecretDigest) -> Result<Option<SignedIn>, StoreError> {
        self.signed_in_by(token, Some(true)).await
    }

    async fn signed_in_by(&self, token: &SecretDigest, plain: Option<bool>) -> Result<Option<SignedIn>, StoreError> {
        let token = token.clone();
        let found = self.read(move |db| find(db, &token, plain)).await?;
        let Some(FoundSession { user, id, created_at, seen_at, .. }) = found else { return Ok(None) };
        let at = now();
        // A wrong clock may have dated it in the future, which is corrected too.
        let is_due = (at - seen_at).abs() > SEEN_AGAIN;
        let renewed = is_due && self.renew(id, created_at, at).await;
        Ok(Some(SignedIn { user: user.into(), session: SessionId(id), renewed }))
    }

    /// Extends a session and returns whether that was possible: readers may go on while nothing can be written.
    async fn renew(&self, id: i64, created_at: PrimitiveDateTime, at: PrimitiveDateTime) -> bool {
        let renewed = self
            .write(move |db| {
                let created_at = created_at.min(at);
                let expires_at = (at + SESSION_IDLE).min(created_at + LONGEST);
                diesel::update(user_sessions::table.find(id))
                    .set((
                        user_sessions::created_at.eq(created_at),
                        user_sessions::seen_at.eq(at),
                        user_sessions::expires_at.eq(expires_at),
                    ))
                    .execute(db)?;
                Ok(())
            })
            .await;
        if let Err(error) = &renewed {
            tracing::warn!(%error, "a session could not be extended");
        }
        renewed.is_ok()
    }

    /// The browsers in which an account is signed in, last seen first.
    ///
    /// # Errors
    /// Any database error.
    pub async fn sessions_of(&self, user: UserId) -> Result<Vec<Session>, StoreError> {
        self.read(move |db| {
            let at = now();
            let rows: Vec<SessionRow> = user_sessions::table
                .filter(user_sessions::user_id.eq(user.0))
                .filter(user_sessions::expires_at.gt(at).and(user_sessions::created_at.gt(at - LONGEST)))
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

    /// Ends every session of an account except one that may stay, and forgets its familiar places except the browser
    /// with this mark.
    ///
    /// # Errors
    /// Any database error.
    pub async fn end_sessions(
        &self,
        user: UserId,
        staying: Option<SessionId>,
        mark: Option<&SecretDigest>,
    ) -> Result<(), StoreError> {
        let mark = mark.cloned();
        self.write(move |db| end_others(db, user, staying, mark.as_ref())).await
    }

    /// Deletes sessions and links that ended before that time.
    ///
    /// # Errors
    /// Any database error.
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

/// The session with this secret that has not ended; if `plain` is given, only if its cookie was set under a name
/// without a prefix (`true`) or with one (`false`).
pub(super) fn find(db: &mut Db, token: &SecretDigest, plain: Option<bool>) -> Result<Option<FoundSession>, Fault> {
    type Row = (UserRow, i64, Moment, Moment, Moment, bool);
    let found: Option<Row> = on_either!(db, |connection| user_sessions::table
        .inner_join(users::table)
        .filter(user_sessions::token.eq(token))
        // A session that begins while the account is being locked must not work.
        .filter(users::locked_reason.is_null())
        .select((
            UserRow::as_select(),
            user_sessions::id,
            user_sessions::created_at,
            user_sessions::seen_at,
            user_sessions::expires_at,
            user_sessions::plain_cookie,
        ))
        .get_result(connection)
        .optional())?;
    let at = now();
    let written = |moment: Moment| to_stored(moment.into());
    let session = found.filter(|row| plain.is_none_or(|plain| row.5 == plain));
    let session = session.map(|(user, id, created_at, seen_at, expires_at, _)| FoundSession {
        user,
        id,
        created_at: written(created_at),
        seen_at: written(seen_at),
        expires_at: written(expires_at),
    });
    Ok(session.filter(|found| found.expires_at > at && found.created_at + LONGEST > at))
}

/// Signs a browser in. The secret must be new.
pub(super) fn begin(db: &mut Db, user: UserId, arrival: &Arrival) -> Result<SessionId, Fault> {
    let locked: Option<String> = users::table.find(user.0).select(users::locked_reason).get_result(db)?;
    if let Some(reason) = locked {
        return Err(StoreError::AccountLocked(reason).into());
    }
    let at = now();
    let browser: String = arrival.browser.chars().filter(|c| !c.is_control()).take(LONGEST_BROWSER).collect();
    if let Some(SessionId(before)) = arrival.instead_of {
        diesel::delete(user_sessions::table.find(before)).execute(db)?;
    }
    let id = diesel::insert_into(user_sessions::table)
        .values((
            user_sessions::user_id.eq(user.0),
            user_sessions::token.eq(&arrival.token),
            user_sessions::browser.eq(&browser),
            user_sessions::created_at.eq(at),
            user_sessions::seen_at.eq(at),
            user_sessions::expires_at.eq(at + SESSION_IDLE),
            user_sessions::plain_cookie.eq(false),
        ))
        .returning(user_sessions::id)
        .get_result(db)?;
    let surplus: Vec<i64> = user_sessions::table
        .filter(user_sessions::user_id.eq(user.0).and(user_sessions::id.ne(id)))
        .order((user_sessions::seen_at.desc(), user_sessions::id.desc()))
        .offset(MOST_SESSIONS - 1)
        .select(user_sessions::id)
        .load(db)?;
    diesel::delete(user_sessions::table.filter(user_sessions::id.eq_any(surplus))).execute(db)?;
    if let Some(device) = &arrival.device {
        familiar_places::remember_device(db, user, device)?;
    }
    if let Some(household) = &arrival.household {
        let holder: SecretDigest = users::table.find(user.0).select(users::holder).get_result(db)?;
        familiar_places::remember_household(db, user, &holder, household)?;
    }
    Ok(SessionId(id))
}

/// Ends every session except one, and forgets every familiar place except the browser with this mark.
pub(super) fn end_others(
    db: &mut Db,
    user: UserId,
    staying: Option<SessionId>,
    mark: Option<&SecretDigest>,
) -> Result<(), Fault> {
    // No session has the number 0.
    let others = user_sessions::table
        .filter(user_sessions::user_id.eq(user.0))
        .filter(user_sessions::id.ne(staying.map_or(0, |session| session.0)));
    diesel::delete(others).execute(db)?;
    familiar_places::forget(db, user, mark)
}
