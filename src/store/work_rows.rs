//! The rows of works: locked for a change, and completed with what is around their current revision.

use diesel::dsl::{exists, max};
use diesel::prelude::*;
use time::PrimitiveDateTime;

use super::db::{Db, on_either};
use super::error::{Fault, StoreError};
use super::ids::{RequestKey, SecretDigest, WorkId, WorkType};
use super::model::{Moment, Revision, Work};
use super::schema::{work_requests, work_revisions, works};

/// The data that a change needs about its work. While the transaction lasts, no other one changes that work.
#[derive(Debug, Clone, Copy)]
pub(super) struct Locked {
    /// Its kind.
    pub(super) kind: WorkType,
    /// `works.id`.
    pub(super) row: i64,
    /// The number of the current revision.
    pub(super) head: i64,
}

/// Waits for other changes of the work to end. SQLite has only one writer at a time anyway.
pub(super) fn lock(db: &mut Db, kind: WorkType, id: &WorkId) -> Result<Locked, Fault> {
    let query = works::table.filter(works::public_id.eq(id).and(works::kind.eq(kind))).select((
        works::id,
        works::head,
        works::deleted_at,
    ));
    let (row, head, deleted_at): (i64, i64, Option<Moment>) = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    match deleted_at {
        Some(_) => Err(StoreError::Gone(kind).into()),
        None => Ok(Locked { kind, row, head }),
    }
}

/// Remembers that the request led to this revision.
pub(super) fn insert_request(
    db: &mut Db,
    key: &RequestKey,
    work: i64,
    number: i64,
    at: PrimitiveDateTime,
) -> Result<(), Fault> {
    diesel::insert_into(work_requests::table)
        .values((
            work_requests::request_key.eq(key),
            work_requests::work_id.eq(work),
            work_requests::revision.eq(number),
            work_requests::created_at.eq(at),
        ))
        .execute(db)?;
    Ok(())
}

/// A work without its revisions.
#[derive(Queryable, Selectable)]
#[diesel(table_name = works)]
pub(super) struct WorkRow {
    pub(super) id: i64,
    public_id: WorkId,
    lasting: bool,
    opened_at: Moment,
    created_at: Moment,
    updated_at: Moment,
    hidden_reason: Option<String>,
}

/// The revisions around the current one of a work.
pub(super) struct NeighbouringRevisions {
    pub(super) can_redo: bool,
    /// The number of its newest revision.
    pub(super) newest: Option<i64>,
}

impl WorkRow {
    pub(super) fn in_revision(self, head: Revision, around: NeighbouringRevisions, editable: bool) -> Work {
        Work {
            id: self.public_id,
            created_at: self.created_at.into(),
            updated_at: self.updated_at.into(),
            can_undo: head.parent.is_some(),
            can_redo: around.can_redo,
            // Numbers have no gaps.
            revision_count: around.newest.unwrap_or(head.number),
            editable,
            lasting: self.lasting,
            opened_at: self.opened_at.into(),
            hidden: self.hidden_reason,
            head,
        }
    }
}

/// The work after a change by a visitor who holds it. `head` is its current revision.
pub(super) fn held_in(db: &mut Db, work: Locked, head: Revision) -> Result<Work, Fault> {
    let revisions = work_revisions::table.filter(work_revisions::work_id.eq(works::id));
    let child_of_head = revisions.filter(work_revisions::parent.eq(works::head.nullable()));
    let newest = revisions.select(max(work_revisions::number)).single_value();
    let (row, can_redo, newest): (WorkRow, bool, Option<i64>) = on_either!(db, |connection| works::table
        .filter(works::id.eq(work.row))
        .select((WorkRow::as_select(), exists(child_of_head), newest))
        .get_result(connection))?;
    Ok(row.in_revision(head, NeighbouringRevisions { can_redo, newest }, true))
}

/// The reason a work has no revisions: it was deleted, or never existed.
pub(super) fn absence(db: &mut Db, kind: WorkType, id: &WorkId) -> Fault {
    let deleted = works::table
        .filter(works::public_id.eq(id).and(works::kind.eq(kind)).and(works::deleted_at.is_not_null()))
        .select(works::id)
        .get_result::<i64>(db);
    match deleted {
        Ok(_) => StoreError::Gone(kind).into(),
        Err(error) => error.into(),
    }
}

/// The digest of the edit key. The work must be locked if a decision depends on it.
pub(super) fn edit_key_of(db: &mut Db, work: Locked) -> Result<SecretDigest, Fault> {
    Ok(works::table.find(work.row).select(works::edit_key).get_result(db)?)
}
