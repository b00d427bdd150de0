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
use super::work_rows::{Locked, absence, held_in, insert_request};

diesel::alias!(work_revisions as same: Same);

impl Store {
    /// Stores a revision that was made from revision number `base` and makes it the current one.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another revision is current, unless it says the same, [`StoreError::Full`] when
    /// the work has as many revisions as it may, [`StoreError::Spent`] and [`StoreError::NoRoom`] when nothing new is
    /// stored at all, [`StoreError::NotYours`] when the visitor does not hold the work, [`StoreError::NotFound`],
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
        self.change(Request::new(kind, id, by.into(), base, request_key), Change::Add(state)).await
    }

    /// Goes back to the revision from which the current one, number `base`, was made; in the first revision nothing
    /// changes. Unsaved input is saved first, so that this is what is undone, and redo brings it back.
    ///
    /// # Errors
    /// The same as for [`Store::save`].
    pub async fn undo(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        base: i64,
        request_key: &str,
        typed: Option<NewRevision>,
    ) -> Result<Saved, StoreError> {
        self.change(Request::new(kind, id, by.into(), base, request_key), Change::Undo { typed }).await
    }

    /// Goes forward to the newest revision made from the current one, number `base`; if there is none, nothing changes.
    /// Unsaved input is saved instead, and then there is nothing to go forward to.
    ///
    /// # Errors
    /// The same as for [`Store::save`].
    pub async fn redo(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        base: i64,
        request_key: &str,
        typed: Option<NewRevision>,
    ) -> Result<Saved, StoreError> {
        self.change(Request::new(kind, id, by.into(), base, request_key), Change::Redo { typed }).await
    }

    /// Adds a revision with the content of revision `number`, made from the current one, number `base`.
    ///
    /// # Errors
    /// The same as for [`Store::save`]; [`StoreError::NotFound`] also when there is no such revision.
    pub async fn restore(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        base: i64,
        request_key: &str,
        number: i64,
    ) -> Result<Saved, StoreError> {
        self.change(Request::new(kind, id, by.into(), base, request_key), Change::Restore(number)).await
    }

    async fn change(&self, request: Request, change: Change) -> Result<Saved, StoreError> {
        if let Some(new) = change.new_revision() {
            new.check()?;
        }
        self.grow(move |db| request.carry_out(db, &change)).await
    }

    /// The revision with this number, for a visitor who holds the work.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] also when there is no such revision; [`StoreError::Gone`].
    pub async fn revision_by_number(&self, kind: WorkType, id: &WorkId, number: i64) -> Result<Revision, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let found: Option<Revision> = on_either!(db, |connection| works::table
                .inner_join(work_revisions::table.inner_join(documents_table::table))
                .filter(works::public_id.eq(&id).and(works::kind.eq(kind)))
                .filter(work_revisions::number.eq(number))
                .select(Revision::as_select())
                .get_result(connection)
                .optional())?;
            found.ok_or_else(|| absence(db, kind, &id))
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
    /// The same as for [`Store::revision_by_hash`], and [`StoreError::Hidden`] for everybody who does not hold it.
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

impl NewRevision {
    /// PostgreSQL cannot store U+0000 in a text; SQLite could. Both refuse it here.
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
    /// Adds a revision.
    Add(NewRevision),
    /// Adds what was typed, if anything was, and goes back to the revision before.
    Undo { typed: Option<NewRevision> },
    /// Adds what was typed, if anything was, and goes forward to the newest revision after.
    Redo { typed: Option<NewRevision> },
    /// Adds a revision with the content of the one with this number.
    Restore(i64),
}

impl Change {
    /// The content that the request brings.
    fn new_revision(&self) -> Option<&NewRevision> {
        match self {
            Self::Add(new) => Some(new),
            Self::Undo { typed } | Self::Redo { typed } => typed.as_ref(),
            Self::Restore(_) => None,
        }
    }

    /// Whether the current revision, which came from elsewhere, already has the content to which it would lead.
    fn is_done_by(&self, head: &Revision) -> bool {
        matches!(self, Self::Add(new) if new.document == head.document)
    }

    fn make(&self, db: &mut Db, steps: &mut Steps) -> Result<(), Fault> {
        if let Some(new) = self.new_revision() {
            steps.add(db, new)?;
        }
        let next = match self {
            Self::Add(_) => None,
            Self::Undo { .. } => steps.head.parent,
            Self::Redo { .. } => newest_child(db, steps.work, &steps.head)?,
            Self::Restore(number) => {
                let again = revision(db, steps.work.row, *number)?.again(format!("restored version {number}"));
                return steps.add(db, &again);
            }
        };
        next.map_or(Ok(()), |number| steps.move_to(db, number))
    }
}

/// The steps of one change; each starts where the one before has led.
struct Steps {
    work: Locked,
    /// The revision to which they have led.
    head: Revision,
    /// The growth that they have caused.
    added: Addition,
    outcome: SaveOutcome,
    at: PrimitiveDateTime,
}

impl Steps {
    /// Steps that start from a revision.
    fn from(work: Locked, head: Revision) -> Self {
        Self { work, head, added: Addition::default(), outcome: SaveOutcome::Unchanged, at: now() }
    }

    /// Adds a revision, unless the current one is the same.
    fn add(&mut self, db: &mut Db, new: &NewRevision) -> Result<(), Fault> {
        if new.hash == self.head.hash && new.document == self.head.document {
            return Ok(());
        }
        let work = self.work;
        let number = newest_number(db, work.row)?.saturating_add(1);
        if number > MAX_REVISIONS {
            return Err(StoreError::Full(work.kind).into());
        }
        let document = documents::keep(db, &new.document)?;
        let added = Addition { works: 0, states: 1, bytes: document.new_bytes };
        let keeper: String = works::table.find(work.row).select(works::keeper).get_result(db)?;
        allowance::check(db, &keeper, added)?;
        let revision = insert_revision(db, work.row, number, Some(self.head.number), new, document, self.at)?;
        self.arrive(db, revision, added)?;
        self.added = added;
        Ok(())
    }

    fn move_to(&mut self, db: &mut Db, number: i64) -> Result<(), Fault> {
        let revision = revision(db, self.work.row, number)?;
        self.arrive(db, revision, Addition::default())
    }

    /// Makes a revision the current one.
    fn arrive(&mut self, db: &mut Db, revision: Revision, added: Addition) -> Result<(), Fault> {
        diesel::update(works::table.find(self.work.row))
            .set((
                works::head.eq(revision.number),
                works::states.eq(works::states + added.states),
                works::bytes.eq(works::bytes + added.bytes),
                works::updated_at.eq(self.at),
            ))
            .execute(db)?;
        self.head = revision;
        self.outcome = SaveOutcome::Stored;
        Ok(())
    }

    /// The growth caused by what was written, including the request.
    fn written(&self) -> Growth {
        let rows = if self.added.states > 0 { STATE_BYTES } else { ROW_BYTES };
        Growth::rows(rows).with_document(self.added.bytes)
    }
}

impl Request {
    fn new(kind: WorkType, id: &WorkId, by: Holder, base: i64, key: &str) -> Self {
        Self { kind, id: id.clone(), by, base, key: RequestKey::to_change(id, key) }
    }

    /// Runs inside a transaction. The change is made only if the request is new and names the current revision.
    fn carry_out(&self, db: &mut Db, change: &Change) -> Result<(Saved, Growth), Fault> {
        let work = lock_held(db, self.kind, &self.id, &self.by)?;
        let head = revision(db, work.row, work.head)?;
        if let Some(revision) = self.done_before(db, work)? {
            let work = held_in(db, work, head)?;
            return Ok((Saved { revision, outcome: SaveOutcome::AlreadyDone, work }, Growth::NOTHING));
        }
        let is_late = head.number != self.base;
        if is_late && !change.is_done_by(&head) {
            return Err(StoreError::Conflict { head: Box::new(head) }.into());
        }
        let mut steps = Steps::from(work, head);
        if !is_late {
            change.make(db, &mut steps)?;
        }
        insert_request(db, &self.key, work.row, steps.head.number, steps.at)?;
        let (written, outcome, revision) = (steps.written(), steps.outcome, steps.head.clone());
        Ok((Saved { revision, outcome, work: held_in(db, work, steps.head)? }, written))
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

/// The newest revision that was made from this one.
fn newest_child(db: &mut Db, work: Locked, of: &Revision) -> Result<Option<i64>, Fault> {
    Ok(work_revisions::table
        .filter(work_revisions::work_id.eq(work.row))
        .filter(work_revisions::parent.eq(of.number))
        .select(max(work_revisions::number))
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
