//! Who did what in an event.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::WorkId;
use super::super::model::{Moment, now};
use super::super::schema::{entrants, event_log};
use super::{EntrantId, EventId};

/// Most deeds of a player's own that are kept of one entry. Versions keep the time at which they came themselves.
const MOST_OF_PLAYER: i64 = 200;

/// Most deeds that are kept of one event.
const MOST: i64 = 10_000;
/// Whether there are more is looked at once in so many deeds.
const LOOKED_AT: i64 = 50;

/// The name that the log has for a player.
pub(super) const THE_PLAYER: &str = "the player";

/// Who does something, by the name that the log keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor(String);

impl Actor {
    /// Somebody of this name. What cannot be kept of it is left out.
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

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// When, in UTC.
    pub at: OffsetDateTime,
    /// By whom.
    pub actor: String,
    /// What, as in "accepted the entry".
    pub action: String,
    /// To which player: public id and name; nobody for one who was cleared since.
    pub entrant: Option<(WorkId, String)>,
}

#[derive(Queryable)]
struct DeedRow {
    at: Moment,
    actor: String,
    action: String,
    id: Option<WorkId>,
    name: Option<String>,
    clearing: Option<i64>,
}

impl From<DeedRow> for Deed {
    fn from(DeedRow { at, actor, action, id, name, clearing }: DeedRow) -> Self {
        Self { at: at.into(), actor, action, entrant: id.zip(name).filter(|_| clearing.is_none()) }
    }
}

impl Store {
    /// What was done in an event, the last first: at most `limit` after the first `skip`; to one player, if one is named.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn event_log(
        &self,
        event: EventId,
        entrant: Option<EntrantId>,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<Deed>, StoreError> {
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
            let rows: Vec<DeedRow> = query.load(db)?;
            Ok(rows.into_iter().map(Deed::from).collect())
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

/// Forgets the oldest deeds of an event beyond [`MOST`]: what its staff can do again and again does not fill the disk.
fn forget_beyond(db: &mut Db, event: EventId) -> Result<(), Fault> {
    let of_event = event_log::table.filter(event_log::event_id.eq(event.0));
    let newest: Option<i64> =
        of_event.order(event_log::id.desc()).offset(MOST).limit(1).select(event_log::id).get_result(db).optional()?;
    if let Some(newest) = newest {
        diesel::delete(of_event.filter(event_log::id.le(newest))).execute(db)?;
    }
    Ok(())
}

/// Forgets the oldest of what a player did beyond [`MOST_OF_PLAYER`]: what anybody can do again and again does not fill
/// the log, nor bury what the staff did.
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
