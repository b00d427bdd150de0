//! Events: when and by which rules they are played, their staff, their players with their armies, and the games.
//!
//! | part | what |
//! |---|---|
//! | here | events themselves: created, found, changed, deleted |
//! | [`staff`] | the people who may run an event |
//! | [`event`], [`id`] | an event as data, and its lock; numbers of events and players |
//! | [`new_entry`], [`entering`] | entries as they are submitted: the one place that enforces a deadline |
//! | [`places`], [`bounds`] | which players have a place and which await approval; how much an event accepts |
//! | [`entrants`] | players and their entries, as pages show them |
//! | [`entry_actions`], [`clearing`] | the organisers' actions on one entry, and on many at once |
//! | [`rounds`] | rounds with their games |
//! | [`papers`] | the data for papers and exports |
//! | [`log`] | the log of an event |
//! | [`text_types`] | addresses, states, roles |
//!
//! An event's demands and its armies are text here, as with works. The caller has checked both; the store guarantees
//! what must hold whatever happens concurrently: the deadline, the places, one entry for each player, and that an entry
//! was checked by the rules in force.

mod bounds;
mod clearing;
mod entering;
mod entrants;
mod entry_actions;
mod event;
mod id;
mod invitations;
mod log;
mod new_entry;
mod papers;
mod places;
mod rounds;
mod staff;
mod text_types;

pub use self::bounds::{
    EventsRefused, MOST_ENTRIES, MOST_EVENTS, MOST_EVENTS_A_DAY, MOST_FROM_HOUSEHOLD, MOST_FROM_MAKER, MOST_VERSIONS,
    MOST_VERSIONS_BY_STAFF, ORIGINS_KNOWN_FOR,
};
pub use self::clearing::{CLEARED_FOR, Clearing, ClearingId};
pub use self::entering::Entered;
pub use self::entrants::{Entrant, EntrantState, Entry, HeldEntry};
pub use self::entry_actions::EntryAction;
pub use self::event::{Event, EventContent, EventSummary};
pub use self::id::{EntrantId, EventId};
pub use self::invitations::{Invitation, Invited};
pub use self::log::{Actor, LogEntry};
pub use self::new_entry::{EntryAddress, NewEntry, Origin, Refusal, Sender};
pub use self::rounds::StoredRound;
pub use self::staff::Staff;
pub(super) use self::staff::leave_all;
pub use self::text_types::{EntryState, EventState, Role, Slug};

use diesel::prelude::*;
use time::{OffsetDateTime, PrimitiveDateTime};

use self::event::lock;
use super::Store;
use super::accounts::user::UserId;
use super::db::{Db, on_either};
use super::documents;
use super::error::{Fault, StoreError};
use super::households::{Growth, LARGE_ROW_BYTES, ROW_BYTES};
use super::model::{Moment, now, to_stored};
use super::schema::{entrants as entrants_table, entries as entries_table, event_staff, events, users};

/// The result of creating an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventMade {
    /// It was created.
    Made(EventId),
    /// Another event has that address.
    Taken,
    /// The account may not create another event now.
    Refused(EventsRefused),
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = events)]
struct EventRow {
    id: i64,
    slug: Slug,
    state: EventState,
    name: String,
    begins: String,
    document: String,
    deadline: Option<Moment>,
    late: bool,
    places: Option<i64>,
    approval: bool,
    most_entries: i64,
    hidden_reason: Option<String>,
    version: i64,
    updated_at: Moment,
}

impl EventRow {
    fn with_role(self, role: Option<Role>) -> Event {
        Event {
            id: EventId(self.id),
            slug: self.slug,
            state: self.state,
            content: EventContent {
                name: self.name,
                begins: self.begins,
                document: self.document,
                deadline: self.deadline.map(OffsetDateTime::from),
                late: self.late,
                places: self.places,
                approval: self.approval,
                most_entries: self.most_entries,
            },
            hidden: self.hidden_reason,
            version: self.version,
            updated_at: self.updated_at.into(),
            role,
        }
    }
}

impl Store {
    /// Creates an event as a draft, owned by this account.
    ///
    /// # Errors
    /// Any database error; a text that contains U+0000; [`StoreError::Spent`] when the account owns as many events as
    /// it may.
    pub async fn create_event(
        &self,
        slug: &Slug,
        content: EventContent,
        owner: UserId,
        actor: &Actor,
    ) -> Result<EventMade, StoreError> {
        content.check()?;
        let (slug, actor) = (slug.clone(), actor.clone());
        self.grow(move |db| {
            let known: Option<i64> =
                events::table.filter(events::slug.eq(&slug)).select(events::id).get_result(db).optional()?;
            if known.is_some() {
                return Ok((EventMade::Taken, Growth::NOTHING));
            }
            let account = users::table.find(owner.0).select(users::id);
            // The lock makes events that are created at the same time count one after the other.
            let _: i64 = match db {
                Db::Postgres(pg) => account.for_update().get_result(pg)?,
                Db::Sqlite(lite) => account.get_result(lite)?,
            };
            if let Some(refused) = bounds::may_make_event(db, owner)? {
                return Ok((EventMade::Refused(refused), Growth::NOTHING));
            }
            let at = now();
            let id: i64 = diesel::insert_into(events::table)
                .values((
                    (events::slug.eq(&slug), events::state.eq(EventState::Draft)),
                    columns(&content),
                    events::version.eq(1_i64),
                    events::created_at.eq(at),
                    events::updated_at.eq(at),
                ))
                .returning(events::id)
                .get_result(db)?;
            staff::insert(db, EventId(id), owner, Role::Owner)?;
            log::write(db, EventId(id), None, &actor, "created the event")?;
            let bytes = i64::try_from(content.document.len()).unwrap_or(i64::MAX);
            Ok((EventMade::Made(EventId(id)), Growth::rows(LARGE_ROW_BYTES + bytes)))
        })
        .await
    }

    /// The event at this address. Drafts and hidden events are found only by their staff.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::EventHidden`] if the administrators hide it.
    pub async fn event(&self, slug: &Slug, asks: Option<UserId>) -> Result<Event, StoreError> {
        let slug = slug.clone();
        self.read(move |db| {
            let found: (EventRow, Option<Role>) = on_either!(db, |connection| events::table
                .left_join(
                    // No account has the number 0.
                    event_staff::table.on(event_staff::event_id
                        .eq(events::id)
                        .and(event_staff::user_id.eq(asks.map_or(0, |user| user.0)))),
                )
                .filter(events::slug.eq(&slug))
                .select((EventRow::as_select(), event_staff::role.nullable()))
                .get_result(connection))?;
            let (row, role) = found;
            let event = row.with_role(role);
            match &event.hidden {
                _ if event.role.is_some() => Ok(event),
                _ if !event.state.is_public() => Err(StoreError::NotFound.into()),
                Some(reason) => Err(StoreError::EventHidden(reason.clone()).into()),
                None => Ok(event),
            }
        })
        .await
    }

    /// The event at this address even if it is hidden, for administrators.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn event_even_if_hidden(&self, slug: &Slug) -> Result<Event, StoreError> {
        let slug = slug.clone();
        self.read(move |db| {
            let row: EventRow =
                events::table.filter(events::slug.eq(&slug)).select(EventRow::as_select()).get_result(db)?;
            Ok(row.with_role(None))
        })
        .await
    }

    /// The address of an event, whoever may see it; `None` if it was deleted.
    ///
    /// # Errors
    /// Any database error.
    pub async fn event_slug(&self, EventId(event): EventId) -> Result<Option<Slug>, StoreError> {
        self.read(move |db| Ok(events::table.find(event).select(events::slug).get_result(db).optional()?)).await
    }

    /// The events that everybody may see and those of which this account is on the staff, the latest first: at most
    /// `limit` after the first `skip`.
    ///
    /// # Errors
    /// Any database error.
    pub async fn events(&self, asks: Option<UserId>, skip: u32, limit: u32) -> Result<Vec<EventSummary>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(Slug, EventState, String, String, Option<Role>)> = events::table
                .left_join(event_staff::table.on(
                    event_staff::event_id.eq(events::id).and(event_staff::user_id.eq(asks.map_or(0, |user| user.0))),
                ))
                .filter(
                    events::state
                        .ne(EventState::Draft)
                        .and(events::state.ne(EventState::Hidden))
                        .and(events::hidden_reason.is_null())
                        .or(event_staff::role.is_not_null()),
                )
                .order((events::begins.desc(), events::id.desc()))
                .offset(i64::from(skip))
                .limit(i64::from(limit))
                .select((events::slug, events::state, events::name, events::begins, event_staff::role.nullable()))
                .load(db)?;
            let summary = |(slug, state, name, begins, role)| EventSummary { slug, state, name, begins, role };
            Ok(rows.into_iter().map(summary).collect())
        })
        .await
    }

    /// Changes the stored content of an event. Entries that were checked against the previous version are refused from
    /// now on.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when it is no longer in version `base`; [`StoreError::NotFound`].
    pub async fn change_event(
        &self,
        event: EventId,
        base: i64,
        content: EventContent,
        actor: &Actor,
    ) -> Result<(), StoreError> {
        content.check()?;
        let actor = actor.clone();
        self.grow(move |db| {
            let locked = lock(db, event)?;
            if locked.version != base {
                return Err(StoreError::EventChanged.into());
            }
            let before: String = events::table.find(event.0).select(events::document).get_result(db)?;
            let grown = i64::try_from(content.document.len().saturating_sub(before.len())).unwrap_or(i64::MAX);
            diesel::update(events::table.find(event.0))
                .set((columns(&content), events::version.eq(base + 1), events::updated_at.eq(now())))
                .execute(db)?;
            log::write(db, event, None, &actor, "changed the event")?;
            places::move_up(db, event)?;
            Ok(((), Growth::rows(ROW_BYTES + grown)))
        })
        .await
    }

    /// Runs one transaction for an action in an event, which leaves a line in the event's log.
    async fn logged_action<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.growing_logged_action(move |db| Ok((job(db)?, 0))).await
    }

    /// Does the same as above; the job also returns the number of bytes by which the event grows beside its log.
    async fn growing_logged_action<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<(T, i64), Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.demand_last_room().await?;
        self.counted(move |db| {
            let (done, bytes) = job(db)?;
            Ok((done, Growth::rows(ROW_BYTES + bytes)))
        })
        .await
    }

    /// Moves an event to another stage. Repeating it changes nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn set_event_state(&self, event: EventId, state: EventState, actor: &Actor) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.logged_action(move |db| {
            if lock(db, event)?.state == state {
                return Ok(());
            }
            diesel::update(events::table.find(event.0))
                .set((events::state.eq(state), events::updated_at.eq(now())))
                .execute(db)?;
            if state == EventState::Done {
                bounds::forget_origins(db, event)?;
            }
            log::write(db, event, None, &actor, &format!("set the event to {}", state.as_str()))
        })
        .await
    }

    /// Deletes an event with everything in it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn delete_event(&self, event: EventId) -> Result<(), StoreError> {
        self.write(move |db| {
            // The lock keeps players from entering in the meantime.
            lock(db, event)?;
            end(db, event)
        })
        .await?;
        self.give_back_after_deletion().await;
        Ok(())
    }
}

/// The stored content of an event, column by column.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = events, treat_none_as_null = true)]
struct Columns<'a> {
    name: &'a str,
    begins: &'a str,
    document: &'a str,
    deadline: Option<PrimitiveDateTime>,
    late: bool,
    places: Option<i64>,
    approval: bool,
    most_entries: i64,
}

/// Deletes an event with everything in it, and the documents that nothing else refers to. It must be locked.
pub(super) fn end(db: &mut Db, event: EventId) -> Result<(), Fault> {
    let said = entries_table::table
        .inner_join(entrants_table::table)
        .filter(entrants_table::event_id.eq(event.0))
        .select(entries_table::document_id)
        .load::<i64>(db)?;
    diesel::delete(events::table.find(event.0)).execute(db)?;
    documents::forget_unused(db, &said.into_iter().collect())
}

fn columns(content: &EventContent) -> Columns<'_> {
    Columns {
        name: &content.name,
        begins: &content.begins,
        document: &content.document,
        deadline: content.deadline.map(to_stored),
        late: content.late,
        places: content.places,
        approval: content.approval,
        most_entries: content.most_entries,
    }
}
