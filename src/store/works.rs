//! Works as a whole: created, read, deleted, and their edit links.

use std::collections::BTreeSet;

use diesel::dsl::{exists, max};
use diesel::prelude::*;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::Store;
use super::allowance::{self, Addition};
use super::db::{Db, on_either};
use super::documents;
use super::error::{Fault, StoreError};
use super::history::{insert_revision, revision};
use super::holders::{insert_holder, lock_held};
use super::households::{Growth, ROW_BYTES, WORK_BYTES};
use super::ids::{Holder, RequestKey, Secret, SecretDigest, WorkId, WorkType};
use super::model::{Created, Moment, NewWork, Revision, Work, now, to_stored};
use super::schema::{documents as documents_table, work_holders, work_requests, work_revisions, works};
use super::work_rows::{NeighbouringRevisions, WorkRow, absence, edit_key_of, insert_request};

diesel::alias!(
    work_revisions as children: Children,
    work_revisions as counted: Counted,
);

impl Store {
    /// Creates a work. The same request key again returns the work of that kind created the first time; see
    /// [`Created`].
    ///
    /// # Errors
    /// [`StoreError::Gone`] if the work created the first time was deleted since; [`StoreError::Spent`] and
    /// [`StoreError::NoRoom`] if nothing new is stored.
    pub async fn create(&self, new: NewWork) -> Result<Created, StoreError> {
        new.state.check()?;
        self.grow(move |db| create(db, &new)).await
    }

    /// The work in its current revision, for everybody. From now on it is kept permanently: see [`Work::lasting`].
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn work(&self, kind: WorkType, id: &WorkId) -> Result<Work, StoreError> {
        self.work_for(kind, id, None::<Holder>).await
    }

    /// The work in its current revision, and whether this visitor may edit it, in one query. If anybody else opens it,
    /// it lasts from now on: see [`Work::lasting`].
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`]; [`StoreError::Hidden`] for everybody who does not hold it.
    pub async fn work_for(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: Option<impl Into<Holder>>,
    ) -> Result<Work, StoreError> {
        let by = by.map(Into::into);
        let found = {
            let id = id.clone();
            self.read(move |db| read(db, kind, &id, by.as_ref())).await?
        };
        match &found.work.hidden {
            Some(reason) if !found.work.editable => Err(StoreError::Hidden(kind, reason.clone())),
            _ => Ok(self.opened(found).await),
        }
    }

    /// The work, hidden or not, for administrators. Looking at it changes nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn work_even_if_hidden(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: Option<&Holder>,
    ) -> Result<Work, StoreError> {
        let (id, by) = (id.clone(), by.cloned());
        Ok(self.read(move |db| read(db, kind, &id, by.as_ref())).await?.work)
    }

    /// Deletes a work permanently: its revisions and holders go, and its address answers [`StoreError::Gone`] from now
    /// on. The same request again finds it done.
    ///
    /// # Errors
    /// [`StoreError::NotYours`], [`StoreError::NotFound`], [`StoreError::Gone`] if another request had deleted it.
    pub async fn delete(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        request_key: &str,
    ) -> Result<(), StoreError> {
        let (id, by, key) = (id.clone(), by.into(), RequestKey::to_change(id, request_key));
        self.write(move |db| delete(db, kind, &id, &by, &key)).await?;
        self.give_back_after_deletion().await;
        Ok(())
    }

    /// Gives the work another edit key. The old link stops working, and everybody who held the work through it loses
    /// it, except the visitor who asked.
    ///
    /// The same request again returns the same key, derived again from the secret of the browser; `None` if yet another
    /// key has replaced it.
    ///
    /// # Errors
    /// [`StoreError::NotYours`], [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn rotate_edit_key(
        &self,
        kind: WorkType,
        id: &WorkId,
        by: impl Into<Holder>,
        browser: &Secret,
        request_key: &str,
    ) -> Result<Option<Secret>, StoreError> {
        let (id, by, browser) = (id.clone(), by.into(), browser.clone());
        let key = RequestKey::to_change(&id, request_key);
        self.grow(move |db| rotate(db, kind, &id, &by, &browser, &key)).await
    }

    /// Whether this is the work's edit key, compared in constant time.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn key_matches(&self, kind: WorkType, id: &WorkId, edit_key: &SecretDigest) -> Result<bool, StoreError> {
        let id = id.clone();
        let (known, deleted_at) = self
            .read(move |db| {
                let row: (SecretDigest, Option<Moment>) = works::table
                    .filter(works::public_id.eq(&id).and(works::kind.eq(kind)))
                    .select((works::edit_key, works::deleted_at))
                    .get_result(db)?;
                Ok(row)
            })
            .await?;
        if deleted_at.is_some() { Err(StoreError::Gone(kind)) } else { Ok(known == *edit_key) }
    }

    /// Forgets requests that were carried out before that time and returns how many. If one of them is sent again after
    /// all, it counts as new: a request that creates a work creates another, and one that changes a work is a conflict
    /// if the work has changed since.
    ///
    /// # Errors
    /// Any database error.
    pub async fn prune_requests(&self, older_than: OffsetDateTime) -> Result<usize, StoreError> {
        let limit = to_stored(older_than);
        self.write(move |db| {
            Ok(diesel::delete(work_requests::table.filter(work_requests::created_at.lt(limit))).execute(db)?)
        })
        .await
    }
}

#[derive(Insertable)]
#[diesel(table_name = works)]
struct WorkInsert<'a> {
    public_id: &'a WorkId,
    kind: WorkType,
    edit_key: &'a SecretDigest,
    head: i64,
    keeper: &'a str,
    states: i64,
    bytes: i64,
    lasting: bool,
    opened_at: PrimitiveDateTime,
    created_at: PrimitiveDateTime,
    updated_at: PrimitiveDateTime,
}

fn create(db: &mut Db, new: &NewWork) -> Result<(Created, Growth), Fault> {
    let key = RequestKey::to_create(new.kind, &new.request_key);
    if let Some(created) = created_before(db, new.kind, &key)? {
        return Ok((created, Growth::NOTHING));
    }
    let id = WorkId::random()?;
    let at = now();
    let document = documents::keep(db, &new.state.document)?;
    let keeper = new.visitor.as_str();
    allowance::check(db, keeper, Addition { works: 1, states: 1, bytes: document.new_bytes })?;
    let row: i64 = diesel::insert_into(works::table)
        .values(WorkInsert {
            public_id: &id,
            kind: new.kind,
            edit_key: &new.edit_key,
            head: 1,
            keeper,
            states: 1,
            bytes: document.new_bytes,
            lasting: allowance::is_account(db, keeper)?,
            opened_at: at,
            created_at: at,
            updated_at: at,
        })
        .returning(works::id)
        .get_result(db)?;
    let revision = insert_revision(db, row, 1, None, &new.state, document, at)?;
    insert_holder(db, row, &new.visitor)?;
    // If the same request is being carried out elsewhere, the later one fails here; it is rolled back, runs again and
    // finds the work of the first.
    insert_request(db, &key, row, 1, at)?;
    let written = Growth { works: 1, bytes: WORK_BYTES }.with_document(document.new_bytes);
    Ok((Created { id, revision, fresh: true }, written))
}

fn created_before(db: &mut Db, kind: WorkType, key: &RequestKey) -> Result<Option<Created>, Fault> {
    let found: Option<(i64, i64, WorkId, Option<Moment>)> = work_requests::table
        .inner_join(works::table)
        .filter(work_requests::request_key.eq(key))
        .select((works::id, work_requests::revision, works::public_id, works::deleted_at))
        .get_result(db)
        .optional()?;
    match found {
        None => Ok(None),
        Some((.., Some(_))) => Err(StoreError::Gone(kind).into()),
        Some((row, number, id, None)) => Ok(Some(Created { id, revision: revision(db, row, number)?, fresh: false })),
    }
}

/// A work as found, with its row number.
pub(super) struct FoundWork {
    pub(super) row: i64,
    pub(super) work: Work,
}

fn read(db: &mut Db, kind: WorkType, id: &WorkId, by: Option<&Holder>) -> Result<FoundWork, Fault> {
    let child_of_head = children
        .filter(children.field(work_revisions::work_id).eq(works::id))
        .filter(children.field(work_revisions::parent).eq(works::head.nullable()));
    let newest = counted
        .filter(counted.field(work_revisions::work_id).eq(works::id))
        .select(max(counted.field(work_revisions::number)))
        .single_value();
    // No digest is empty, so the query stays the same when nobody asks.
    let [first, second] = by.map_or(["", ""], Holder::digests);
    let held = work_holders::table
        .filter(work_holders::work_id.eq(works::id))
        .filter(work_holders::visitor.eq(first).or(work_holders::visitor.eq(second)));
    let found: Option<(WorkRow, Revision, bool, Option<i64>, bool)> = on_either!(db, |connection| works::table
        .inner_join(
            work_revisions::table.on(work_revisions::work_id.eq(works::id).and(work_revisions::number.eq(works::head))),
        )
        .inner_join(documents_table::table.on(documents_table::id.eq(work_revisions::document_id)))
        .filter(works::public_id.eq(id).and(works::kind.eq(kind)))
        .select((WorkRow::as_select(), Revision::as_select(), exists(child_of_head), newest, exists(held)))
        .get_result(connection)
        .optional())?;
    let Some((work, head, can_redo, newest, editable)) = found else { return Err(absence(db, kind, id)) };
    Ok(FoundWork { row: work.id, work: work.in_revision(head, NeighbouringRevisions { can_redo, newest }, editable) })
}

fn delete(db: &mut Db, kind: WorkType, id: &WorkId, by: &Holder, key: &RequestKey) -> Result<(), Fault> {
    let work = match lock_held(db, kind, id, by) {
        Err(Fault::Answer(StoreError::Gone(_))) if done_at(db, key)?.is_some() => return Ok(()),
        work => work?,
    };
    mark_deleted(db, &[work.row], now())?;
    insert_request(db, key, work.row, work.head, now())
}

/// Marks works as deleted: their rows stay as a record of that; their revisions go, and so do the documents that
/// nothing else refers to. The works must be locked, or held by nobody.
pub(super) fn mark_deleted(db: &mut Db, rows: &[i64], at: PrimitiveDateTime) -> Result<(), Fault> {
    let mut said = BTreeSet::new();
    for row in rows {
        diesel::update(works::table.find(row))
            .set((
                works::deleted_at.eq(at),
                works::updated_at.eq(at),
                works::keeper.eq(""),
                works::states.eq(0),
                works::bytes.eq(0),
            ))
            .execute(db)?;
        let states = work_revisions::table.filter(work_revisions::work_id.eq(row));
        said.extend(states.select(work_revisions::document_id).load::<i64>(db)?);
        // Otherwise the deletion of each revision would cascade to those made from it, deeper than SQLite allows.
        diesel::update(states).set(work_revisions::parent.eq(None::<i64>)).execute(db)?;
        diesel::delete(states).execute(db)?;
        diesel::delete(work_holders::table.filter(work_holders::work_id.eq(row))).execute(db)?;
    }
    documents::forget_unused(db, &said)
}

fn rotate(
    db: &mut Db,
    kind: WorkType,
    id: &WorkId,
    by: &Holder,
    browser: &Secret,
    key: &RequestKey,
) -> Result<(Option<Secret>, Growth), Fault> {
    // The time in it keeps a request that was forgotten and is sent again from bringing back an old key.
    let key_made_at = |at: PrimitiveDateTime| {
        browser.derive(&["edit key", key.as_str(), &at.assume_utc().unix_timestamp_nanos().to_string()])
    };
    let work = lock_held(db, kind, id, by)?;
    if let Some(at) = done_at(db, key)? {
        let edit_key = key_made_at(at);
        let still = edit_key_of(db, work)? == edit_key.digest();
        return Ok((still.then_some(edit_key), Growth::NOTHING));
    }
    let at = now();
    let edit_key = key_made_at(at);
    // From here on the work counts in the allowance of the visitor who changed the key.
    diesel::update(works::table.find(work.row))
        .set((works::edit_key.eq(&edit_key.digest()), works::keeper.eq(by.keeper())))
        .execute(db)?;
    let [first, second] = by.digests();
    let others = work_holders::table
        .filter(work_holders::work_id.eq(work.row))
        .filter(work_holders::visitor.ne(first).and(work_holders::visitor.ne(second)));
    diesel::delete(others).execute(db)?;
    insert_request(db, key, work.row, work.head, at)?;
    Ok((Some(edit_key), Growth::rows(ROW_BYTES)))
}

/// The time at which the request was carried out, if it was.
fn done_at(db: &mut Db, key: &RequestKey) -> Result<Option<PrimitiveDateTime>, Fault> {
    Ok(work_requests::table
        .filter(work_requests::request_key.eq(key))
        .select(work_requests::created_at)
        .get_result(db)
        .optional()?)
}
