//! Places: which players have one, which wait for one, and which await the staff's approval. The event must be locked.
//!
//! A player who awaits approval takes no place and is not on the waiting list. Once approved, the player ranks in both
//! by the time of entering.

use diesel::prelude::*;

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::WorkId;
use super::super::model::now;
use super::super::schema::{entrants, events};
use super::event::lock;
use super::id::{EntrantId, EventId};
use super::log::{self, Actor};
use super::text_types::EntryState;

impl Store {
    /// The number of players who await approval.
    ///
    /// # Errors
    /// Any database error.
    pub async fn pending_count(&self, event: EventId) -> Result<i64, StoreError> {
        self.read(move |db| {
            Ok(entrants::table
                .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()))
                .filter(entrants::pending.eq(true).and(entrants::state.ne(EntryState::Withdrawn)))
                .count()
                .get_result(db)?)
        })
        .await
    }

    /// Approves waiting players in the order of entering, either those named or all, and returns how many. Players who
    /// are already approved are skipped.
    ///
    /// # Errors
    /// Any database error; [`StoreError::NotFound`] for an unknown event.
    pub async fn approve_pending(
        &self,
        event: EventId,
        ids: Option<Vec<WorkId>>,
        actor: &Actor,
    ) -> Result<usize, StoreError> {
        let actor = actor.clone();
        self.logged_action(move |db| {
            lock(db, event)?;
            let waiting: Vec<(i64, WorkId)> = entrants::table
                .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()))
                .filter(entrants::pending.eq(true))
                .order(entrants::id.asc())
                .select((entrants::id, entrants::public_id))
                .load(db)?;
            let is_meant = |id: &WorkId| ids.as_ref().is_none_or(|ids| ids.contains(id));
            let rows: Vec<i64> = waiting.into_iter().filter(|(_, id)| is_meant(id)).map(|(row, _)| row).collect();
            for row in &rows {
                approve_one(db, event, *row)?;
                log::write(db, event, Some(EntrantId(*row)), &actor, "approved the player")?;
            }
            Ok(rows.len())
        })
        .await
    }
}

/// Approves one player: with a place while there is one, otherwise on the waiting list.
pub(super) fn approve_one(db: &mut Db, event: EventId, row: i64) -> Result<(), Fault> {
    let places: Option<i64> = events::table.find(event.0).select(events::places).get_result(db)?;
    let waiting = is_full(db, event, places)?;
    diesel::update(entrants::table.find(row))
        .set((entrants::pending.eq(false), entrants::waiting.eq(waiting), entrants::updated_at.eq(now())))
        .execute(db)?;
    Ok(())
}

/// Whether no place is left.
pub(super) fn is_full(db: &mut Db, event: EventId, places: Option<i64>) -> Result<bool, Fault> {
    let Some(places) = places else { return Ok(false) };
    Ok(taking_part(db, event)? >= places)
}

fn taking_part(db: &mut Db, event: EventId) -> Result<i64, Fault> {
    Ok(entrants::table
        .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()))
        .filter(entrants::state.ne(EntryState::Withdrawn))
        .filter(entrants::waiting.eq(false).and(entrants::pending.eq(false)))
        .count()
        .get_result(db)?)
}

/// Moves players up from the waiting list, in the order of entering, while there are places.
pub(super) fn move_up(db: &mut Db, event: EventId) -> Result<(), Fault> {
    let places: Option<i64> = events::table.find(event.0).select(events::places).get_result(db)?;
    let taken = taking_part(db, event)?;
    let free = places.map_or(i64::MAX, |places| places.saturating_sub(taken));
    if free <= 0 {
        return Ok(());
    }
    let waiting: Vec<i64> = entrants::table
        .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()))
        .filter(entrants::waiting.eq(true).and(entrants::pending.eq(false)))
        .filter(entrants::state.ne(EntryState::Withdrawn))
        .order(entrants::id.asc())
        .limit(free)
        .select(entrants::id)
        .load(db)?;
    for row in waiting {
        diesel::update(entrants::table.find(row))
            .set((entrants::waiting.eq(false), entrants::updated_at.eq(now())))
            .execute(db)?;
        log::write(db, event, Some(EntrantId(row)), &Actor::new("the program"), "moved up from the waiting list")?;
    }
    Ok(())
}
