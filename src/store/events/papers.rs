//! The data from which papers and exports of an event are made.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::Store;
use super::super::error::StoreError;
use super::super::model::Moment;
use super::super::schema::{documents, entrants, entries, event_log};
use super::entrants::EntrantRow;
use super::entrants::{Entrant, Entry};
use super::entry_actions::EntryAction;
use super::id::{EntrantId, EventId};

impl Store {
    /// Every approved player with the version that counts and its armies, in the order of entering. Both are from one
    /// moment, so a paper never names another version than the one printed on it.
    ///
    /// # Errors
    /// Any database error.
    pub async fn entered_armies(&self, event: EventId) -> Result<Vec<(Entrant, Option<String>)>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(EntrantRow, Option<Entry>, Option<String>)> = entrants::table
                .left_join(
                    entries::table
                        .on(entries::entrant_id.eq(entrants::id).and(entries::number.nullable().eq(entrants::head))),
                )
                .left_join(documents::table.on(documents::id.nullable().eq(entries::document_id.nullable())))
                .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()))
                .filter(entrants::pending.eq(false))
                .order(entrants::id.asc())
                .select((EntrantRow::as_select(), Option::<Entry>::as_select(), documents::body.nullable()))
                .load(db)?;
            Ok(rows.into_iter().map(|(row, head, document)| (row.with(head, None), document)).collect())
        })
        .await
    }

    /// When a version of a player's entry was last accepted, in UTC.
    ///
    /// # Errors
    /// Any database error.
    pub async fn accepted_at(&self, entrant: EntrantId, number: i64) -> Result<Option<OffsetDateTime>, StoreError> {
        self.read(move |db| {
            let at: Option<Moment> = event_log::table
                .filter(event_log::entrant_id.eq(entrant.0))
                .filter(event_log::action.eq(EntryAction::Accept(number).action()))
                .order(event_log::id.desc())
                .limit(1)
                .select(event_log::created_at)
                .get_result(db)
                .optional()?;
            Ok(at.map(OffsetDateTime::from))
        })
        .await
    }
}
