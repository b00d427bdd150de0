//! The revisions of a work: saved, undone, redone, restored, looked up.
//!
//! Revisions are only ever added. `works.head` says which one is current; undo and redo move it. Every change is made
//! by a visitor who holds the work, and names the revision from which it was made; it is refused if that is no longer
//! the current one. It carries a request key under which it is carried out once, however often it is sent.

use diesel::dsl::{exists, max, min};
use diesel::prelude::*;
use time::PrimitiveDateTime;

use super::Store;
use super::allowance::{self, Addition};
use super::db::{Db, on_either};
use super::documents::{self, KeptDocument};
use super::error::{Fault, StoreError};
use super::holders::lock_held;
use super::households::{Growth, ROW_BYTES, STATE_BYTES};
use super::ids::{Holder, RequestKey, RevisionHash, WorkId, WorkType};
use super::model::{MAX_REVISIONS, Moment, NewRevision, Revision, RevisionSummary, SaveOutcome, Saved, now};
use super::schema::{documents as documents_table, work_holders, work_requests, work_revisions, works};
use super::works::{Locked, absence, insert_request};

diesel::alias!(work_revisions as same: Same);

impl Store {
    /// Stores a revision that was made from revision number `base` and makes it the current one.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another revision is current, [`StoreError::Full`] when the work has as many
    /// revisions as it may, [`StoreError::Spent`] and [`StoreError::NoRoom`] when nothing new is stored at all,
    /// [`StoreError::NotYours`] when the visitor does not hold the work, [`StoreError::NotFound`],
    /// [`StoreError::Gone`].
    pub async fn save(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        base: i64,
        request_key: &str,
        state: NewRevision,
    ) -> Result<Saved, StoreError> {
        state.check()?;
        let request = Request::new(kind, id, by.into(), base, request_key);
        self.grow(move |db| request.carry_out(db, |_, _, _| Ok(Change::Add(state.clone())))).await
    }

    /// Goes back to the revision from which the current one, number `base`, was made.
    ///
    /// # Errors
    /// As [`Store::save`], and [`StoreError::NothingToUndo`].
    pub async fn undo(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        base: i64,
        request_key: &str,
    ) -> Result<Saved, StoreError> {
        let request = Request::new(kind, id, by.into(), base, request_key);
        self.grow(move |db| {
            request.carry_out(db, |_, _, head| {
                head.parent.map(Change::MoveTo).ok_or_else(|| StoreError::NothingToUndo.into())
            })
        })
        .await
    }

    /// Goes forward to the newest revision made from the current one, number `base`.
    ///
    /// # Errors
    /// As [`Store::save`], and [`StoreError::NothingToRedo`].
    pub async fn redo(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        base: i64,
        request_key: &str,
    ) -> Result<Saved, StoreError> {
        let request = Request::new(kind, id, by.into(), base, request_key);
        self.grow(move |db| {
            request.carry_out(db, |db, work, head| {
                let child: Option<i64> = work_revisions::table
                    .filter(work_revisions::work_id.eq(work.row))
                    .filter(work_revisions::parent.eq(head.number))
                    .select(max(work_revisions::number))
                    .get_result(db)?;
                child.map(Change::MoveTo).ok_or_else(|| StoreError::NothingToRedo.into())
            })
        })
        .await
    }

    /// Adds a revision with the content of revision `number`, made from the current one, number `base`.
    ///
    /// # Errors
    /// As [`Store::save`]; [`StoreError::NotFound`] also when there is no such revision.
    pub async fn restore(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        base: i64,
        request_key: &str,
        number: i64,
    ) -> Result<Saved, StoreError> {
        let request = Request::new(kind, id, by.into(), base, request_key);
        self.grow(move |db| {
            request.carry_out(db, |db, work, _| {
                Ok(Change::Add(revision(db, work.row, number)?.again(format!("restored state {number}"))))
            })
        })
        .await
    }

    /// The revision with this hash; the oldest of several, so that its address always shows the same. Its work lasts
    /// from now on: see [`Work::lasting`](super::Work::lasting).
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn revision_by_hash(
        &self,
        kind: WorkType,
        id: &WorkId,
        hash: &RevisionHash,
    ) -> Result<Revision, StoreError> {
        Ok(self.find_revision(kind, id, hash, None).await?.0)
    }

    /// The revision with this hash for a visitor who may not hold the work.
    ///
    /// # Errors
    /// As [`Store::revision_by_hash`], and [`StoreError::Hidden`] for everybody who does not hold it.
    pub async fn revision_for(
        &self,
        kind: WorkType,
        id: &WorkId,
        hash: &RevisionHash,
        by: Option<&Holder>,
    ) -> Result<Revision, StoreError> {
        match self.find_revision(kind, id, hash, by).await? {
            (_, Some(reason), false) => Err(StoreError::Hidden(kind, reason)),
            (revision, ..) => Ok(revision),
        }
    }

    /// A revision, the reason why the work is hidden if it is, and whether the visitor holds it.
    async fn find_revision(
        &self,
        kind: WorkType,
        id: &WorkId,
        hash: &RevisionHash,
        by: Option<&Holder>,
    ) -> Result<(Revision, Option<String>, bool), StoreError> {
        type Row = (i64, bool, Option<String>, bool, Revision);
        let (id, hash, by) = (id.clone(), hash.clone(), by.cloned());
        let (row, lasting, hidden, held, revision) = self
            .read(move |db| {
                let oldest = same
                    .filter(same.field(work_revisions::work_id).eq(works::id))
                    .filter(same.field(work_revisions::hash).eq(&hash))
                    .select(min(same.field(work_revisions::number)))
                    .single_value();
                // No digest is empty, so the query stays the same when nobody asks.
                let [first, second] = by.as_ref().map_or(["", ""], Holder::digests);
                let held = work_holders::table
                    .filter(work_holders::work_id.eq(works::id))
                    .filter(work_holders::visitor.eq(first).or(work_holders::visitor.eq(second)));
                let found: Option<Row> = on_either!(db, |connection| works::table
                    .inner_join(work_revisions::table.inner_join(documents_table::table))
                    .filter(works::public_id.eq(&id).and(works::kind.eq(kind)))
                    .filter(work_revisions::number.nullable().eq(oldest))
                    .select((works::id, works::lasting, works::hidden_reason, exists(held), Revision::as_select()))
                    .get_result(connection)
                    .optional())?;
                found.ok_or_else(|| absence(db, kind, &id))
            })
            .await?;
        if !lasting {
            self.make_lasting(row).await;
        }
        Ok((revision, hidden, held))
    }

    /// The history, newest first, without documents. `before` is the last number of the page before.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn revisions(
        &self,
        kind: WorkType,
        id: &WorkId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<RevisionSummary>, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let work = works::table
                .filter(works::public_id.eq(&id).and(works::kind.eq(kind)))
                .select((works::deleted_at, works::id))
                .get_result(db)?;
            let row: i64 = unless_deleted(kind, work)?;
            let page = work_revisions::table
                .filter(work_revisions::work_id.eq(row))
                .filter(work_revisions::number.lt(before.unwrap_or(i64::MAX)))
                .order(work_revisions::number.desc())
                .limit(i64::from(limit))
                .select(RevisionSummary::as_select())
                .load(db)?;
            Ok(page)
        })
        .await
    }
}

fn unless_deleted<T>(kind: WorkType, (deleted_at, found): (Option<Moment>, T)) -> Result<T, Fault> {
    match deleted_at {
        Some(_) => Err(StoreError::Gone(kind).into()),
        None => Ok(found),
    }
}

/// A requested change.
struct Request {
    kind: WorkType,
    id: WorkId,
    by: Holder,
    base: i64,
    key: RequestKey,
}

/// The effect of a request that names the current revision.
enum Change {
    /// Adds a further revision.
    Add(NewRevision),
    /// Makes an existing revision the current one.
    MoveTo(i64),
}

impl Change {
    /// Makes the change and returns what it has written beside the request.
    fn make(self, db: &mut Db, work: Locked, head: Revision, at: PrimitiveDateTime) -> Result<(Saved, Growth), Fault> {
        let (revision, added) = match self {
            Self::Add(state) if state.hash == head.hash && state.document == head.document => {
                return Ok((Saved { revision: head, outcome: SaveOutcome::Unchanged }, Growth::rows(ROW_BYTES)));
            }
            Self::Add(state) => {
                let number = newest_number(db, work.row)?.saturating_add(1);
                if number > MAX_REVISIONS {
                    return Err(StoreError::Full(work.kind).into());
                }
                let document = documents::keep(db, &state.document)?;
                let added = Addition { works: 0, states: 1, bytes: document.new_bytes };
                let keeper: String = works::table.find(work.row).select(works::keeper).get_result(db)?;
                allowance::demand(db, &keeper, added)?;
                (insert_revision(db, work.row, number, Some(head.number), &state, document, at)?, added)
            }
            Self::MoveTo(number) => (revision(db, work.row, number)?, Addition::default()),
        };
        diesel::update(works::table.find(work.row))
            .set((
                works::head.eq(revision.number),
                works::states.eq(works::states + added.states),
                works::bytes.eq(works::bytes + added.bytes),
                works::updated_at.eq(at),
            ))
            .execute(db)?;
        let rows = if added.states > 0 { STATE_BYTES } else { ROW_BYTES };
        Ok((Saved { revision, outcome: SaveOutcome::Stored }, Growth::rows(rows).with_document(added.bytes)))
    }
}

impl Request {
    fn new(kind: WorkType, id: &WorkId, by: Holder, base: i64, key: &str) -> Self {
        Self { kind, id: id.clone(), by, base, key: RequestKey::to_change(id, key) }
    }

    /// Runs inside a transaction. `decide` is called only if the request is new and names the current revision.
    fn carry_out(
        &self,
        db: &mut Db,
        decide: impl FnOnce(&mut Db, Locked, &Revision) -> Result<Change, Fault>,
    ) -> Result<(Saved, Growth), Fault> {
        let work = lock_held(db, self.kind, &self.id, &self.by)?;
        if let Some(revision) = self.done_before(db, work)? {
            return Ok((Saved { revision, outcome: SaveOutcome::AlreadyDone }, Growth::NOTHING));
        }
        let head = revision(db, work.row, work.head)?;
        if head.number != self.base {
            return Err(StoreError::Conflict { head: Box::new(head) }.into());
        }
        let change = decide(db, work, &head)?;
        let at = now();
        let (saved, written) = change.make(db, work, head, at)?;
        insert_request(db, &self.key, work.row, saved.revision.number, at)?;
        Ok((saved, written))
    }

    fn done_before(&self, db: &mut Db, work: Locked) -> Result<Option<Revision>, Fault> {
        let number: Option<i64> = work_requests::table
            .filter(work_requests::request_key.eq(&self.key))
            .select(work_requests::revision)
            .get_result(db)
            .optional()?;
        number.map(|number| revision(db, work.row, number)).transpose()
    }
}

/// A revision of an existing work.
pub(super) fn revision(db: &mut Db, work: i64, number: i64) -> Result<Revision, Fault> {
    Ok(work_revisions::table
        .inner_join(documents_table::table)
        .filter(work_revisions::work_id.eq(work))
        .filter(work_revisions::number.eq(number))
        .select(Revision::as_select())
        .get_result(db)?)
}

fn newest_number(db: &mut Db, work: i64) -> Result<i64, Fault> {
    let newest: Option<i64> = work_revisions::table
        .filter(work_revisions::work_id.eq(work))
        .select(max(work_revisions::number))
        .get_result(db)?;
    Ok(newest.unwrap_or(0))
}

#[derive(Insertable)]
#[diesel(table_name = work_revisions)]
struct RevisionInsert<'a> {
    work_id: i64,
    number: i64,
    parent: Option<i64>,
    hash: &'a RevisionHash,
    document_id: i64,
    ruleset: &'a str,
    ruleset_version: &'a str,
    name: &'a str,
    legal: bool,
    figure: &'a str,
    action: &'a str,
    created_at: PrimitiveDateTime,
}

/// Adds a revision with this document. The work must be locked, or new in this transaction.
pub(super) fn insert_revision(
    db: &mut Db,
    work: i64,
    number: i64,
    parent: Option<i64>,
    state: &NewRevision,
    document: KeptDocument,
    at: PrimitiveDateTime,
) -> Result<Revision, Fault> {
    diesel::insert_into(work_revisions::table)
        .values(RevisionInsert {
            work_id: work,
            number,
            parent,
            hash: &state.hash,
            document_id: document.id,
            ruleset: &state.ruleset,
            ruleset_version: &state.ruleset_version,
            name: &state.name,
            legal: state.legal,
            figure: &state.figure,
            action: &state.action,
            created_at: at,
        })
        .execute(db)?;
    Ok(Revision {
        number,
        parent,
        hash: state.hash.clone(),
        document: state.document.clone(),
        ruleset: state.ruleset.clone(),
        ruleset_version: state.ruleset_version.clone(),
        name: state.name.clone(),
        legal: state.legal,
        figure: state.figure.clone(),
        action: state.action.clone(),
        created_at: at.assume_utc(),
    })
}
