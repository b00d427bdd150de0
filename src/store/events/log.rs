//! The log of an event.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::WorkId;
use super::super::model::{Moment, now};
use super::super::schema::{entrants, event_log};
use super::id::{EntrantId, EventId};

/// The largest number of log lines of a player's own actions on one entry. Versions carry the time of their arrival
/// themselves.
const MOST_OF_PLAYER: i64 = 200;

/// The largest number of log lines of one event.
const MOST: i64 = 10_000;
/// The number of lines that are added between two checks of that limit.
const LOOKED_AT: i64 = 50;

/// The log's name for a player.
pub(super) const THE_PLAYER: &str = "the player";

/// The person who acts, by the name that the log stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor(String);

impl Actor {
    /// A person of this name. Characters that cannot be stored are left out.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self(name.replace('\0', ""))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The time of the action, in UTC.
    pub at: OffsetDateTime,
    /// The person who acted.
    pub actor: String,
    /// The action, as in "accepted the entry".
    pub action: String,
    /// The player concerned: public id and name; `None` for one who was cleared since.
    pub entrant: Option<(WorkId, String)>,
}

#[derive(Queryable)]
struct LogEntryRow {
    at: Moment,
    actor: String,
    action: String,
    id: Option<WorkId>,
    name: Option<String>,
    clearing: Option<i64>,
}

impl From<LogEntryRow> for LogEntry {
    fn from(LogEntryRow { at, actor, action, id, name, clearing }: LogEntryRow) -> Self {
        Self { at: at.into(), actor, action, entrant: id.zip(name).filter(|_| clearing.is_none()) }
    }
}

impl Store {
    /// The log of an event, latest first: at most `limit` lines after the first `skip`; only those about one player, if
    /// one is named.
    ///
    /// # Errors
    /// Any database error.
    pub async fn event_log(
        &self,
        event: EventId,
        entrant: Option<EntrantId>,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<LogEntry>, StoreError> {
        self.read(move |db| {
            let mut query = event_log::table
                .left_join(entrants::table)
                .filter(event_log::event_id.eq(event.0))
                .order(event_log::id.desc())
                .offset(i64::from(skip))
                .limit(i64::from(limit))
                .select((
                    event_log::created_at,
                    event_log::actor,
                    event_log::action,
                    entrants::public_id.nullable(),
                    entrants::name.nullable(),
                    entrants::clearing_id.nullable(),
                ))
                .into_boxed();
            if let Some(entrant) = entrant {
                query = query.filter(event_log::entrant_id.eq(entrant.0));
            }
            let rows: Vec<LogEntryRow> = query.load(db)?;
            Ok(rows.into_iter().map(LogEntry::from).collect())
        })
        .await
    }
}

pub(super) fn write(
    db: &mut Db,
    event: EventId,
    entrant: Option<EntrantId>,
    actor: &Actor,
    action: &str,
) -> Result<(), Fault> {
    let number: i64 = diesel::insert_into(event_log::table)
        .values((
            event_log::event_id.eq(event.0),
            event_log::entrant_id.eq(entrant.map(|entrant| entrant.0)),
            event_log::actor.eq(actor.name()),
            event_log::action.eq(action),
            event_log::created_at.eq(now()),
        ))
        .returning(event_log::id)
        .get_result(db)?;
    if number % LOOKED_AT == 0 { forget_beyond(db, event) } else { Ok(()) }
}

/// Deletes the oldest lines of an event beyond [`MOST`], so that actions that the staff can repeat do not fill the
/// disk.
fn forget_beyond(db: &mut Db, event: EventId) -> Result<(), Fault> {
    let of_event = event_log::table.filter(event_log::event_id.eq(event.0));
    let newest: Option<i64> =
        of_event.order(event_log::id.desc()).offset(MOST).limit(1).select(event_log::id).get_result(db).optional()?;
    if let Some(newest) = newest {
        diesel::delete(of_event.filter(event_log::id.le(newest))).execute(db)?;
    }
    Ok(())
}

/// Deletes the oldest lines of a player's own actions beyond [`MOST_OF_PLAYER`], so that actions that anybody can
/// repeat neither fill the log nor bury those of the staff.
pub(super) fn forget_oldest(db: &mut Db, entrant: EntrantId) -> Result<(), Fault> {
    let own = event_log::table.filter(event_log::entrant_id.eq(entrant.0).and(event_log::actor.eq(THE_PLAYER)));
    let newest: Option<i64> = own
        .order(event_log::id.desc())
        .offset(MOST_OF_PLAYER)
        .limit(1)
        .select(event_log::id)
        .get_result(db)
        .optional()?;
    if let Some(newest) = newest {
        diesel::delete(own.filter(event_log::id.le(newest))).execute(db)?;
    }
    Ok(())
}
