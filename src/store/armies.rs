//! Armies as a whole: made, read, deleted, and who has the edit link.

use diesel::dsl::{exists, max};
use diesel::prelude::*;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::Store;
use super::db::{Db, on_either};
use super::error::{Fault, StoreError};
use super::history::{insert_revision, revision};
use super::holders::{insert_holder, lock_held};
use super::ids::{ArmyId, RequestKey, Secret, SecretDigest};
use super::model::{Army, Created, Moment, NewArmy, Revision, now, to_stored};
use super::schema::{armies, army_holders, army_requests, army_revisions};

diesel::alias!(
    army_revisions as children: Children,
    army_revisions as counted: Counted,
);

impl Store {
    /// Makes an army. The same request key again gives the army made the first time; see [`Created`].
    ///
    /// # Errors
    /// [`StoreError::Gone`] if the army made the first time was deleted since.
    pub async fn create_army(&self, new: NewArmy) -> Result<Created, StoreError> {
        new.state.check()?;
        self.write(move |db| create(db, &new)).await
    }

    /// The army in its current state, for everyone.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn army(&self, id: &ArmyId) -> Result<Army, StoreError> {
        self.army_for(id, None).await
    }

    /// The army in its current state, and whether this visitor may edit it, in one query.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn army_for(&self, id: &ArmyId, visitor: Option<&SecretDigest>) -> Result<Army, StoreError> {
        let (id, visitor) = (id.clone(), visitor.cloned());
        self.read(move |db| read(db, &id, visitor.as_ref())).await
    }

    /// Deletes an army for good: what its states said is blanked, nobody holds it, and its address
    /// answers [`StoreError::Gone`] from now on. The same request again finds it done.
    ///
    /// # Errors
    /// [`StoreError::NotYours`], [`StoreError::NotFound`], [`StoreError::Gone`] if another request had deleted it.
    pub async fn delete_army(&self, id: &ArmyId, visitor: &SecretDigest, request_key: &str) -> Result<(), StoreError> {
        let (id, visitor, key) = (id.clone(), visitor.clone(), RequestKey::to_change(id, request_key));
        self.write(move |db| delete(db, &id, &visitor, &key)).await
    }

    /// Gives the army another edit key. The old link opens nothing any more, and whoever held the army through it holds
    /// it no longer; only the visitor who asked does.
    ///
    /// The same request again gives the same key, found anew from the visitor's secret; none if yet another key has
    /// taken its place.
    ///
    /// # Errors
    /// [`StoreError::NotYours`], [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn rotate_edit_key(
        &self,
        id: &ArmyId,
        visitor: &Secret,
        request_key: &str,
    ) -> Result<Option<Secret>, StoreError> {
        let (id, visitor, key) = (id.clone(), visitor.clone(), RequestKey::to_change(id, request_key));
        self.write(move |db| rotate(db, &id, &visitor, &key)).await
    }

    /// Whether this is the army's edit key, found in constant time.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Gone`].
    pub async fn key_matches(&self, id: &ArmyId, edit_key: &SecretDigest) -> Result<bool, StoreError> {
        let id = id.clone();
        let (known, deleted_at) = self
            .read(move |db| {
                let row: (SecretDigest, Option<Moment>) = armies::table
                    .filter(armies::public_id.eq(&id))
                    .select((armies::edit_key, armies::deleted_at))
                    .get_result(db)?;
                Ok(row)
            })
            .await?;
        if deleted_at.is_some() { Err(StoreError::Gone) } else { Ok(known == *edit_key) }
    }

    /// Forgets requests that were carried out before that time and says how many. If one of them should be sent again
    /// after all, it is a new one: to make an army makes another, to change one is a conflict if it has gone on since.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn prune_requests(&self, older_than: OffsetDateTime) -> Result<usize, StoreError> {
        let limit = to_stored(older_than);
        self.write(move |db| {
            Ok(diesel::delete(army_requests::table.filter(army_requests::created_at.lt(limit))).execute(db)?)
        })
        .await
    }
}

/// Looks at any one row.
pub(super) fn touch(db: &mut Db) -> Result<(), Fault> {
    armies::table.select(armies::id).limit(1).load::<i64>(db)?;
    Ok(())
}

/// What a change must know of its army. While the transaction lasts, no other one changes that army.
#[derive(Debug, Clone, Copy)]
pub(super) struct Locked {
    /// `armies.id`.
    pub(super) row: i64,
    /// Number of the current state.
    pub(super) head: i64,
}

/// Waits for other changes of the army to end. SQLite has one writer at a time anyhow.
pub(super) fn lock(db: &mut Db, id: &ArmyId) -> Result<Locked, Fault> {
    let query = armies::table.filter(armies::public_id.eq(id)).select((armies::id, armies::head, armies::deleted_at));
    let (row, head, deleted_at): (i64, i64, Option<Moment>) = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    match deleted_at {
        Some(_) => Err(StoreError::Gone.into()),
        None => Ok(Locked { row, head }),
    }
}

#[derive(Insertable)]
#[diesel(table_name = armies)]
struct ArmyInsert<'a> {
    public_id: &'a ArmyId,
    edit_key: &'a SecretDigest,
    head: i64,
    created_at: PrimitiveDateTime,
    updated_at: PrimitiveDateTime,
}

/// Remembers that the request led to this state.
pub(super) fn insert_request(
    db: &mut Db,
    key: &RequestKey,
    army: i64,
    number: i64,
    at: PrimitiveDateTime,
) -> Result<(), Fault> {
    diesel::insert_into(army_requests::table)
        .values((
            army_requests::request_key.eq(key),
            army_requests::army_id.eq(army),
            army_requests::revision.eq(number),
            army_requests::created_at.eq(at),
        ))
        .execute(db)?;
    Ok(())
}

fn create(db: &mut Db, new: &NewArmy) -> Result<Created, Fault> {
    let key = RequestKey::to_create(&new.request_key);
    if let Some(created) = created_before(db, &key)? {
        return Ok(created);
    }
    let id = ArmyId::random()?;
    let at = now();
    let row: i64 = diesel::insert_into(armies::table)
        .values(ArmyInsert { public_id: &id, edit_key: &new.edit_key, head: 1, created_at: at, updated_at: at })
        .returning(armies::id)
        .get_result(db)?;
    let revision = insert_revision(db, row, 1, None, &new.state, at)?;
    insert_holder(db, row, &new.visitor)?;
    // If the same request is being carried out elsewhere, this is where the later one fails; it is
    // rolled back, runs again and finds the army of the first.
    insert_request(db, &key, row, 1, at)?;
    Ok(Created { id, revision, fresh: true })
}

fn created_before(db: &mut Db, key: &RequestKey) -> Result<Option<Created>, Fault> {
    let found: Option<(i64, i64, ArmyId, Option<Moment>)> = army_requests::table
        .inner_join(armies::table)
        .filter(army_requests::request_key.eq(key))
        .select((armies::id, army_requests::revision, armies::public_id, armies::deleted_at))
        .get_result(db)
        .optional()?;
    match found {
        None => Ok(None),
        Some((.., Some(_))) => Err(StoreError::Gone.into()),
        Some((row, number, id, None)) => Ok(Some(Created { id, revision: revision(db, row, number)?, fresh: false })),
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = armies)]
struct ArmyRow {
    public_id: ArmyId,
    created_at: Moment,
    updated_at: Moment,
    deleted_at: Option<Moment>,
}

fn read(db: &mut Db, id: &ArmyId, visitor: Option<&SecretDigest>) -> Result<Army, Fault> {
    let child_of_head = children
        .filter(children.field(army_revisions::army_id).eq(armies::id))
        .filter(children.field(army_revisions::parent).eq(armies::head.nullable()));
    let newest = counted
        .filter(counted.field(army_revisions::army_id).eq(armies::id))
        .select(max(counted.field(army_revisions::number)))
        .single_value();
    // Nobody's digest is empty: the query stays the same without a visitor.
    let held = army_holders::table
        .filter(army_holders::army_id.eq(armies::id))
        .filter(army_holders::visitor.eq(visitor.map_or("", SecretDigest::as_str)));
    let found: (ArmyRow, Revision, bool, Option<i64>, bool) = on_either!(db, |connection| armies::table
        .inner_join(
            army_revisions::table
                .on(army_revisions::army_id.eq(armies::id).and(army_revisions::number.eq(armies::head))),
        )
        .filter(armies::public_id.eq(id))
        .select((ArmyRow::as_select(), Revision::as_select(), exists(child_of_head), newest, exists(held)))
        .get_result(connection))?;
    let (army, head, can_redo, newest, editable) = found;
    if army.deleted_at.is_some() {
        return Err(StoreError::Gone.into());
    }
    Ok(Army {
        id: army.public_id,
        created_at: army.created_at.into(),
        updated_at: army.updated_at.into(),
        can_undo: head.parent.is_some(),
        can_redo,
        // Numbers have no gaps.
        revision_count: newest.unwrap_or(head.number),
        editable,
        head,
    })
}

fn delete(db: &mut Db, id: &ArmyId, visitor: &SecretDigest, key: &RequestKey) -> Result<(), Fault> {
    let army = match lock_held(db, id, visitor) {
        Err(Fault::Answer(StoreError::Gone)) if done_at(db, key)?.is_some() => return Ok(()),
        army => army?,
    };
    let at = now();
    diesel::update(armies::table.find(army.row))
        .set((armies::deleted_at.eq(at), armies::updated_at.eq(at)))
        .execute(db)?;
    diesel::update(army_revisions::table.filter(army_revisions::army_id.eq(army.row)))
        .set((army_revisions::document.eq(""), army_revisions::name.eq(""), army_revisions::action.eq("")))
        .execute(db)?;
    diesel::delete(army_holders::table.filter(army_holders::army_id.eq(army.row))).execute(db)?;
    insert_request(db, key, army.row, army.head, at)
}

fn rotate(db: &mut Db, id: &ArmyId, visitor: &Secret, key: &RequestKey) -> Result<Option<Secret>, Fault> {
    // With the time in it, a request that was forgotten and is sent again does not bring an old key back.
    let key_made_at = |at: PrimitiveDateTime| {
        visitor.derive(&["edit key", key.as_str(), &at.assume_utc().unix_timestamp_nanos().to_string()])
    };
    let holder = visitor.digest();
    let army = lock_held(db, id, &holder)?;
    if let Some(at) = done_at(db, key)? {
        let edit_key = key_made_at(at);
        return Ok((edit_key_of(db, army)? == edit_key.digest()).then_some(edit_key));
    }
    let at = now();
    let edit_key = key_made_at(at);
    diesel::update(armies::table.find(army.row)).set(armies::edit_key.eq(&edit_key.digest())).execute(db)?;
    let others =
        army_holders::table.filter(army_holders::army_id.eq(army.row)).filter(army_holders::visitor.ne(&holder));
    diesel::delete(others).execute(db)?;
    insert_request(db, key, army.row, army.head, at)?;
    Ok(Some(edit_key))
}

/// When the request was carried out, if it was.
fn done_at(db: &mut Db, key: &RequestKey) -> Result<Option<PrimitiveDateTime>, Fault> {
    Ok(army_requests::table
        .filter(army_requests::request_key.eq(key))
        .select(army_requests::created_at)
        .get_result(db)
        .optional()?)
}

/// The digest of the edit key. The army must be locked if anything is to follow from it.
pub(super) fn edit_key_of(db: &mut Db, army: Locked) -> Result<SecretDigest, Fault> {
    Ok(armies::table.find(army.row).select(armies::edit_key).get_result(db)?)
}
