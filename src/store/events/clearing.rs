//! Clears many entries at once, and restores them while that is still possible.
//!
//! A cleared entry cannot be found: its place, its name and its address are free, as if it had never been submitted.
//! After [`CLEARED_FOR`] it is deleted permanently.

use diesel::prelude::*;
use musterfield_words::number::counted;
use time::{Duration, OffsetDateTime};

use super::super::Store;
use super::super::db::Db;
use super::super::documents;
use super::super::error::{Fault, StoreError};
use super::super::ids::{RequestKey, WorkId};
use super::super::model::{Moment, now, to_stored};
use super::super::schema::{entrants, entries, event_clearings, event_rounds, events};
use super::entering::name_key;
use super::event::lock;
use super::id::EventId;
use super::log::{self, Actor};
use super::places::{is_full, move_up};
use super::text_types::EntryState;

/// The time for which cleared entries can be restored.
pub const CLEARED_FOR: Duration = Duration::days(7);

/// The number of a clearing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClearingId(i64);

impl ClearingId {
    /// Parses a number as pages write it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| *number > 0).map(Self)
    }
}

impl std::fmt::Display for ClearingId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Entries that were cleared at once and can still be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clearing {
    /// Its number.
    pub id: ClearingId,
    /// The name of the person who cleared them.
    pub actor: String,
    /// The number of entries.
    pub entries: i64,
    /// The time of the clearing, in UTC.
    pub at: OffsetDateTime,
}

impl Store {
    /// Clears entries and returns how many were cleared. Entries that no longer exist are skipped. `rounds` are number
    /// and version of every round that the caller looked through: nobody who plays is cleared.
    ///
    /// The same request again clears nothing more, and returns what it did the first time.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when the rounds have changed in the meantime; [`StoreError::NotFound`].
    pub async fn clear_entries(
        &self,
        event: EventId,
        ids: Vec<WorkId>,
        rounds: Vec<(i64, i64)>,
        request_key: &str,
        actor: &Actor,
    ) -> Result<usize, StoreError> {
        let (key, actor) = (RequestKey::to_clear(event.0, request_key), actor.clone());
        self.logged_action(move |db| {
            lock(db, event)?;
            let before: Option<i64> = event_clearings::table
                .filter(event_clearings::request_key.eq(&key))
                .select(event_clearings::entries)
                .get_result(db)
                .optional()?;
            if let Some(before) = before {
                return Ok(usize::try_from(before).unwrap_or(0));
            }
            let played: Vec<(i64, i64)> = event_rounds::table
                .filter(event_rounds::event_id.eq(event.0))
                .order(event_rounds::number.asc())
                .select((event_rounds::number, event_rounds::version))
                .load(db)?;
            if played != rounds {
                return Err(StoreError::EventChanged.into());
            }
            let there: Vec<(i64, WorkId)> = entrants::table
                .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()))
                .order(entrants::id.asc())
                .select((entrants::id, entrants::public_id))
                .load(db)?;
            let rows: Vec<i64> = there.into_iter().filter(|(_, id)| ids.contains(id)).map(|(row, _)| row).collect();
            if rows.is_empty() {
                return Ok(0);
            }
            let clearing: i64 = diesel::insert_into(event_clearings::table)
                .values((
                    event_clearings::event_id.eq(event.0),
                    event_clearings::request_key.eq(&key),
                    event_clearings::actor.eq(actor.name()),
                    event_clearings::entries.eq(i64::try_from(rows.len()).unwrap_or(i64::MAX)),
                    event_clearings::created_at.eq(now()),
                ))
                .returning(event_clearings::id)
                .get_result(db)?;
            for row in &rows {
                diesel::update(entrants::table.find(*row))
                    .set((
                        entrants::clearing_id.eq(clearing),
                        // Frees the name for others. No real name contains a line feed.
                        entrants::name_key.eq(format!("\n{row}")),
                        entrants::checked_in.eq(false),
                    ))
                    .execute(db)?;
            }
            log::write(db, event, None, &actor, &format!("cleared {}", counted(rows.len(), "entry", "entries")))?;
            move_up(db, event)?;
            Ok(rows.len())
        })
        .await
    }

    /// The clearings of an event that can still be undone, latest first.
    ///
    /// # Errors
    /// Any database error.
    pub async fn clearings(&self, event: EventId) -> Result<Vec<Clearing>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(i64, String, i64, Moment)> = event_clearings::table
                .filter(event_clearings::event_id.eq(event.0).and(event_clearings::undone_at.is_null()))
                .filter(event_clearings::created_at.gt(now() - CLEARED_FOR))
                .order(event_clearings::id.desc())
                .select((
                    event_clearings::id,
                    event_clearings::actor,
                    event_clearings::entries,
                    event_clearings::created_at,
                ))
                .load(db)?;
            let clearing = |(id, actor, entries, at): (_, _, _, Moment)| Clearing {
                id: ClearingId(id),
                actor,
                entries,
                at: at.into(),
            };
            Ok(rows.into_iter().map(clearing).collect())
        })
        .await
    }

    /// Restores the entries of one clearing and returns how many. A player who finds no place left goes to the waiting
    /// list, and one whose name is taken gets a number after it. Repeating it restores nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the event has no such clearing, or can no longer undo it.
    pub async fn bring_back(&self, event: EventId, clearing: ClearingId, actor: &Actor) -> Result<usize, StoreError> {
        let actor = actor.clone();
        self.logged_action(move |db| {
            lock(db, event)?;
            let undone: Option<Moment> = event_clearings::table
                .find(clearing.0)
                .filter(event_clearings::event_id.eq(event.0))
                .filter(event_clearings::created_at.gt(now() - CLEARED_FOR))
                .select(event_clearings::undone_at)
                .get_result(db)?;
            if undone.is_some() {
                return Ok(0);
            }
            let rows: Vec<(i64, String, EntryState, bool, bool)> = entrants::table
                .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.eq(clearing.0)))
                .order(entrants::id.asc())
                .select((entrants::id, entrants::name, entrants::state, entrants::pending, entrants::waiting))
                .load(db)?;
            let places: Option<i64> = events::table.find(event.0).select(events::places).get_result(db)?;
            for (row, name, state, pending, waiting) in &rows {
                let name = free_name(db, event, name)?;
                let needs_place = *state != EntryState::Withdrawn && !pending;
                let waiting = if needs_place { *waiting || is_full(db, event, places)? } else { *waiting };
                diesel::update(entrants::table.find(*row))
                    .set((
                        entrants::clearing_id.eq(None::<i64>),
                        entrants::name_key.eq(name_key(&name)),
                        entrants::name.eq(name),
                        entrants::waiting.eq(waiting),
                        entrants::updated_at.eq(now()),
                    ))
                    .execute(db)?;
            }
            diesel::update(event_clearings::table.find(clearing.0))
                .set(event_clearings::undone_at.eq(now()))
                .execute(db)?;
            log::write(db, event, None, &actor, &format!("restored {}", counted(rows.len(), "entry", "entries")))?;
            move_up(db, event)?;
            Ok(rows.len())
        })
        .await
    }

    /// The entries of an event from the same household, browser or account as this one, including itself; only itself
    /// where the origin is unknown.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn of_same_origin(&self, event: EventId, id: &WorkId) -> Result<Vec<WorkId>, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let there = entrants::table.filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()));
            let (row, household, maker): (i64, String, String) = there
                .filter(entrants::public_id.eq(&id))
                .select((entrants::id, entrants::household, entrants::maker))
                .get_result(db)?;
            let same_household = entrants::household.eq(&household).and(entrants::household.ne(""));
            let same_maker = entrants::maker.eq(&maker).and(entrants::maker.ne(""));
            Ok(there
                .filter(entrants::id.eq(row).or(same_household).or(same_maker))
                .order(entrants::id.asc())
                .select(entrants::public_id)
                .load(db)?)
        })
        .await
    }

    /// Deletes permanently what was cleared before that time, and returns how many entries were deleted.
    ///
    /// # Errors
    /// Any database error.
    pub async fn prune_clearings(&self, older_than: OffsetDateTime) -> Result<usize, StoreError> {
        let limit = to_stored(older_than);
        self.write(move |db| {
            let old = event_clearings::table
                .filter(event_clearings::created_at.lt(limit))
                .select(event_clearings::id.nullable());
            let said = entries::table
                .inner_join(entrants::table)
                .filter(entrants::clearing_id.eq_any(old))
                .select(entries::document_id)
                .load::<i64>(db)?;
            let gone = diesel::delete(entrants::table.filter(entrants::clearing_id.eq_any(old))).execute(db)?;
            diesel::delete(event_clearings::table.filter(event_clearings::created_at.lt(limit))).execute(db)?;
            documents::forget_unused(db, &said.into_iter().collect())?;
            Ok(gone)
        })
        .await
    }
}

/// The name, or the name with the lowest number after it that is free.
fn free_name(db: &mut Db, event: EventId, name: &str) -> Result<String, Fault> {
    let mut free = name.to_owned();
    let mut number = 1;
    loop {
        let others: i64 = entrants::table
            .filter(entrants::event_id.eq(event.0).and(entrants::name_key.eq(name_key(&free))))
            .count()
            .get_result(db)?;
        if others == 0 {
            return Ok(free);
        }
        number += 1;
        free = format!("{name} ({number})");
    }
}
