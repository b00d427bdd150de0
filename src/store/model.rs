//! What goes into the store and what comes out of it. Documents are opaque text here.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::prelude::{Queryable, Selectable};
use diesel::sql_types::Timestamp;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use super::error::StoreError;
use super::ids::{Kind, RevisionHash, SecretDigest, WorkId};
use super::schema::{documents, work_revisions};
use super::sweep::UNOPENED;

/// So many states of a work are kept. Each has its address for ever, so none makes room for another; but without an
/// end, whoever may edit one work could fill the disk.
pub const MOST_STATES: i64 = 2_000;

/// A work to be made.
#[derive(Debug, Clone)]
pub struct NewWork {
    /// What it is.
    pub kind: Kind,
    /// Digest of the secret in the edit link.
    pub edit_key: SecretDigest,
    /// Digest of the secret in the cookie of the browser that makes it; that browser holds the work.
    pub visitor: SecretDigest,
    /// Names the request: the same key again gives the work of that kind made the first time.
    pub request_key: String,
    /// Its first state.
    pub state: NewState,
}

/// A state of a work, to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewState {
    /// Hash of the document, part of the permanent address.
    pub hash: RevisionHash,
    /// What is kept, in the format of its kind.
    pub document: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Version of the ruleset's data by which `legal` was found.
    pub ruleset_version: String,
    /// Name of the work, for lists.
    pub name: String,
    /// Whether it was legal.
    pub legal: bool,
    /// What stands beside the name in lists: the AP spent for an army, the home terrain of a layout.
    pub figure: String,
    /// What was done, as in "added Blades".
    pub action: String,
}

impl NewState {
    /// PostgreSQL keeps no U+0000 in a text; SQLite would. Neither shall.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let fields = [
            ("document", &self.document),
            ("ruleset", &self.ruleset),
            ("ruleset version", &self.ruleset_version),
            ("name", &self.name),
            ("figure", &self.figure),
            ("action", &self.action),
        ];
        match fields.into_iter().find(|(_, text)| text.contains('\0')) {
            Some((field, _)) => Err(StoreError::ZeroCharacter { field }),
            None => Ok(()),
        }
    }
}

/// A stored state of a work. States are never changed, only followed by others.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = work_revisions)]
pub struct Revision {
    /// 1, 2, 3 … within the work, without gaps.
    pub number: i64,
    /// The state from which it was made; none for the first.
    pub parent: Option<i64>,
    /// Hash of the document.
    pub hash: RevisionHash,
    /// What is kept, in the format of its kind.
    #[diesel(select_expression = documents::body)]
    pub document: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Version of the ruleset's data.
    pub ruleset_version: String,
    /// Name of the work in this state.
    pub name: String,
    /// Whether it was legal.
    pub legal: bool,
    /// What stands beside the name in lists: the AP spent for an army, the home terrain of a layout.
    pub figure: String,
    /// What was done to come here.
    pub action: String,
    /// When, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub created_at: OffsetDateTime,
}

impl Revision {
    /// The same content, to be stored once more.
    #[must_use]
    pub fn again(self, action: String) -> NewState {
        NewState {
            hash: self.hash,
            document: self.document,
            ruleset: self.ruleset,
            ruleset_version: self.ruleset_version,
            name: self.name,
            legal: self.legal,
            figure: self.figure,
            action,
        }
    }
}

/// A line of a work's history: a [`Revision`] without its document.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = work_revisions)]
pub struct RevisionSummary {
    /// 1, 2, 3 … within the work.
    pub number: i64,
    /// The state from which it was made; none for the first.
    pub parent: Option<i64>,
    /// Hash of the document.
    pub hash: RevisionHash,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Version of the ruleset's data.
    pub ruleset_version: String,
    /// Name of the work in this state.
    pub name: String,
    /// Whether it was legal.
    pub legal: bool,
    /// What stands beside the name in lists: the AP spent for an army, the home terrain of a layout.
    pub figure: String,
    /// What was done to come here.
    pub action: String,
    /// When, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub created_at: OffsetDateTime,
}

/// A work in its current state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// Public id.
    pub id: WorkId,
    /// The current state. Its number is the `base` of the next change.
    pub head: Revision,
    /// When it was made, in UTC.
    pub created_at: OffsetDateTime,
    /// When its state last changed, in UTC.
    pub updated_at: OffsetDateTime,
    /// The current state has one before it.
    pub can_undo: bool,
    /// The current state has one after it.
    pub can_redo: bool,
    /// How many states are kept.
    pub revision_count: i64,
    /// The visitor asked for holds the work.
    pub editable: bool,
    /// It was printed, shared, exported or entered somewhere, or an account made it: it is kept for good, and its
    /// addresses with it.
    pub lasting: bool,
    /// When it was last opened, to the week, in UTC.
    pub opened_at: OffsetDateTime,
    /// Why the administrators hide it from all who do not hold it; none while they do not.
    pub hidden: Option<String>,
}

impl Work {
    /// When it is deleted if nobody opens it, in UTC; none if it lasts.
    #[must_use]
    pub fn swept_at(&self) -> Option<OffsetDateTime> {
        (!self.lasting).then(|| self.opened_at + UNOPENED)
    }
}

/// A line of "my armies" or "my layouts".
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct WorkSummary {
    /// Public id.
    pub id: WorkId,
    /// Name in the current state.
    pub name: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Whether it was legal.
    pub legal: bool,
    /// What stands beside the name in lists: the AP spent for an army, the home terrain of a layout.
    pub figure: String,
    /// When its state last changed, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub updated_at: OffsetDateTime,
    /// It is kept for good: see [`Work::lasting`].
    pub lasting: bool,
    /// When it was last opened, to the week, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub opened_at: OffsetDateTime,
}

impl WorkSummary {
    /// When it is deleted if nobody opens it, in UTC; none if it lasts.
    #[must_use]
    pub fn swept_at(&self) -> Option<OffsetDateTime> {
        (!self.lasting).then(|| self.opened_at + UNOPENED)
    }
}

/// A work was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// Its public id.
    pub id: WorkId,
    /// Its first state.
    pub revision: Revision,
    /// False if an earlier request with the same key had made it. The edit key and the visitor given
    /// with a repeated request are not stored.
    pub fresh: bool,
}

/// A change was asked for and is in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The state to which the request led.
    pub revision: Revision,
    /// How.
    pub outcome: SaveOutcome,
}

/// How a change came to be in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveOutcome {
    /// It was carried out now.
    Stored,
    /// An earlier request with the same key had carried it out.
    AlreadyDone,
    /// The work was in that state already.
    Unchanged,
}

/// A time as the databases keep it: UTC, in microseconds.
#[derive(Debug, Clone, Copy, FromSqlRow)]
pub struct Moment(PrimitiveDateTime);

impl<DB: Backend> FromSql<Timestamp, DB> for Moment
where
    PrimitiveDateTime: FromSql<Timestamp, DB>,
{
    fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
        PrimitiveDateTime::from_sql(value).map(Self)
    }
}

impl From<Moment> for OffsetDateTime {
    fn from(moment: Moment) -> Self {
        moment.0.assume_utc()
    }
}

/// The time as it is written. SQLite would keep nanoseconds, PostgreSQL rounds to microseconds.
pub(super) fn to_stored(time: OffsetDateTime) -> PrimitiveDateTime {
    let utc = time.to_offset(time::UtcOffset::UTC);
    let utc = utc - Duration::nanoseconds(i64::from(utc.nanosecond() % 1000));
    PrimitiveDateTime::new(utc.date(), utc.time())
}

/// Now, as it is written.
pub(super) fn now() -> PrimitiveDateTime {
    to_stored(OffsetDateTime::now_utc())
}
