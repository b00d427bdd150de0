//! The data that go into the store and come out of it. Documents are opaque text here.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::prelude::{Queryable, Selectable};
use diesel::sql_types::Timestamp;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use super::ids::{RevisionHash, SecretDigest, WorkId, WorkType};
use super::schema::{documents, work_revisions};

/// A work that does not last is deleted when it was not opened for this long: 24 months, and the week in which an
/// opening may go unrecorded.
pub(super) const UNOPENED: Duration = Duration::days(731 + 7);

/// The largest number of revisions of one work. Each has its permanent address, so none makes room for another; but
/// without a limit, anybody who may edit one work could fill the disk.
pub const MAX_REVISIONS: i64 = 2_000;

/// A work to be created.
#[derive(Debug, Clone)]
pub struct NewWork {
    /// Its kind.
    pub kind: WorkType,
    /// The digest of the secret in the edit link.
    pub edit_key: SecretDigest,
    /// The digest of the secret in the cookie of the browser that creates it; that browser holds the work.
    pub visitor: SecretDigest,
    /// The request key: the same key again returns the work of that kind created the first time.
    pub request_key: String,
    /// Its first revision.
    pub state: NewRevision,
}

/// A revision of a work, to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRevision {
    /// Hash of the document, part of the permanent address.
    pub hash: RevisionHash,
    /// The document, in the format of its kind.
    pub document: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// The version of the ruleset's data with which `legal` was determined.
    pub ruleset_version: String,
    /// Name of the work, for lists.
    pub name: String,
    /// Whether it was legal.
    pub legal: bool,
    /// The figure beside the name in lists: the strength of an army, the home terrain of a layout.
    pub figure: String,
    /// The action, as in "added Blades".
    pub action: String,
}

/// A stored revision of a work. Revisions are never changed, only followed by others.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = work_revisions)]
pub struct Revision {
    /// 1, 2, 3 … within the work, without gaps.
    pub number: i64,
    /// The revision from which it was made; `None` for the first.
    pub parent: Option<i64>,
    /// Hash of the document.
    pub hash: RevisionHash,
    /// The document, in the format of its kind.
    #[diesel(select_expression = documents::body)]
    pub document: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Version of the ruleset's data.
    pub ruleset_version: String,
    /// Name of the work in this revision.
    pub name: String,
    /// Whether it was legal.
    pub legal: bool,
    /// The figure beside the name in lists: the strength of an army, the home terrain of a layout.
    pub figure: String,
    /// The action that led to this revision.
    pub action: String,
    /// The time of its creation, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub created_at: OffsetDateTime,
}

impl Revision {
    /// The same content, for a further revision.
    #[must_use]
    pub fn again(self, action: String) -> NewRevision {
        NewRevision {
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
    /// The revision from which it was made; `None` for the first.
    pub parent: Option<i64>,
    /// Hash of the document.
    pub hash: RevisionHash,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Version of the ruleset's data.
    pub ruleset_version: String,
    /// Name of the work in this revision.
    pub name: String,
    /// Whether it was legal.
    pub legal: bool,
    /// The figure beside the name in lists: the strength of an army, the home terrain of a layout.
    pub figure: String,
    /// The action that led to this revision.
    pub action: String,
    /// The time of its creation, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub created_at: OffsetDateTime,
}

/// A work in its current revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The public id.
    pub id: WorkId,
    /// The current revision. Its number is the `base` of the next change.
    pub head: Revision,
    /// When it was created, in UTC.
    pub created_at: OffsetDateTime,
    /// When its current revision last changed, in UTC.
    pub updated_at: OffsetDateTime,
    /// Whether the current revision has one before it.
    pub can_undo: bool,
    /// Whether the current revision has one after it.
    pub can_redo: bool,
    /// The number of stored revisions.
    pub revision_count: i64,
    /// Whether the visitor in question holds the work.
    pub editable: bool,
    /// Whether it was printed, shared, exported or entered somewhere, or created by an account: it is then kept
    /// permanently, and its addresses with it.
    pub lasting: bool,
    /// When it was last opened, to within a week, in UTC.
    pub opened_at: OffsetDateTime,
    /// The administrators' reason for hiding it from everybody who does not hold it; `None` if they do not.
    pub hidden: Option<String>,
}

impl Work {
    /// When it will be deleted if nobody opens it, in UTC; `None` if it lasts.
    #[must_use]
    pub fn swept_at(&self) -> Option<OffsetDateTime> {
        (!self.lasting).then(|| self.opened_at + UNOPENED)
    }
}

/// A line of "my armies" or "my layouts".
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct WorkSummary {
    /// The public id.
    pub id: WorkId,
    /// The name in the current revision.
    pub name: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Whether it was legal.
    pub legal: bool,
    /// The figure beside the name in lists: the strength of an army, the home terrain of a layout.
    pub figure: String,
    /// When its current revision last changed, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub updated_at: OffsetDateTime,
    /// Whether it is kept permanently: see [`Work::lasting`].
    pub lasting: bool,
    /// When it was last opened, to within a week, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub opened_at: OffsetDateTime,
}

impl WorkSummary {
    /// When it will be deleted if nobody opens it, in UTC; `None` if it lasts.
    #[must_use]
    pub fn swept_at(&self) -> Option<OffsetDateTime> {
        (!self.lasting).then(|| self.opened_at + UNOPENED)
    }
}

/// The result of creating a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// Its public id.
    pub id: WorkId,
    /// Its first revision.
    pub revision: Revision,
    /// False if an earlier request with the same key had created it. The edit key and the visitor given with a repeated
    /// request are not stored.
    pub fresh: bool,
}

/// The result of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The revision to which the request led.
    pub revision: Revision,
    /// The way the change came into force.
    pub outcome: SaveOutcome,
    /// The work afterwards, in its current revision: the one above, unless an earlier request had led there.
    pub work: Work,
}

/// The way a change came into force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveOutcome {
    /// This request carried it out.
    Stored,
    /// An earlier request with the same key had carried it out.
    AlreadyDone,
    /// The work already was in that revision, or there was nothing to undo or redo.
    Unchanged,
}

/// A time as the databases store it: UTC, in microseconds.
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

/// The time as it is stored. SQLite would keep nanoseconds; PostgreSQL rounds to microseconds.
pub(super) fn to_stored(time: OffsetDateTime) -> PrimitiveDateTime {
    let utc = time.to_offset(time::UtcOffset::UTC);
    let utc = utc - Duration::nanoseconds(i64::from(utc.nanosecond() % 1000));
    PrimitiveDateTime::new(utc.date(), utc.time())
}

/// The current time as it is stored.
pub(super) fn now() -> PrimitiveDateTime {
    to_stored(OffsetDateTime::now_utc())
}
