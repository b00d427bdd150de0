//! Events: what is played when and by which rules, who runs it, who takes part with which army, and what was played.
//!
//! | part | what |
//! |---|---|
//! | here | events themselves: made, found, changed, deleted |
//! | [`staff`] | who may run one |
//! | [`entering`] | what players send in: the one place where a deadline is kept |
//! | [`places`], [`bounds`] | who has a place, and who is yet to be let in; how much an event takes |
//! | [`entrants`] | players and their entries, as pages show them |
//! | [`desk`], [`clearing`] | what organisers do with entries, and with many in one go |
//! | [`rounds`] | rounds with their games |
//! | [`papers`] | what papers and exports are made from |
//! | [`log`] | who did what |
//! | [`words`] | addresses, states, roles |
//!
//! What an event demands and what an army is are text here, as with works. Whoever calls has looked at both; the store keeps to
//! what has to hold whatever happens at the same time: the deadline, the places, one entry for one player, and that an entry was
//! checked by the rules that are in force.

mod bounds;
mod clearing;
mod desk;
mod entering;
mod entrants;
mod invitations;
mod log;
mod papers;
mod places;
mod rounds;
mod staff;
mod words;

use diesel::prelude::*;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::Store;
use super::accounts::UserId;
use super::db::{Db, on_either};
use super::documents;
use super::error::{Fault, StoreError};
use super::households::{LARGE_ROW_BYTES, ROW_BYTES, Written};
use super::model::{Moment, now, to_stored};
use super::schema::{entrants as entrants_table, entries as entries_table, event_staff, events, users};

pub use self::bounds::{
    EventsRefused, MOST_ENTRIES, MOST_EVENTS, MOST_EVENTS_A_DAY, MOST_FROM_HOUSEHOLD, MOST_FROM_MAKER, MOST_VERSIONS,
    MOST_VERSIONS_BY_STAFF, ORIGINS_KNOWN_FOR, Origin,
};
pub use self::clearing::{CLEARED_FOR, Clearing, ClearingId};
pub use self::desk::DeskAct;
pub use self::entering::{Entered, EntryAddress, NewEntry, Refusal, Sender};
pub use self::entrants::{Entrant, EntrantId, EntrantState, Entry, HeldEntry};
pub use self::invitations::{Invitation, Invited};
pub use self::log::{Actor, Deed};
pub use self::rounds::StoredRound;
pub use self::staff::Staff;
pub(super) use self::staff::leave_all;
pub use self::words::{EntryState, EventState, Role, Slug};

/// Number of an event. It is never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub(super) i64);

/// An event as it is to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventContent {
    /// Its name, for lists.
    pub name: String,
    /// The day on which it begins, as `2026-12-01`, for the order of lists.
    pub begins: String,
    /// Everything else, in a format of the caller's.
    pub document: String,
    /// Until when entries are taken, in UTC; none for no end.
    pub deadline: Option<OffsetDateTime>,
    /// Whether entries are taken after that too, marked as late.
    pub late: bool,
    /// How many players can take part; none for as many as come.
    pub places: Option<i64>,
    /// Whether entries of players without an account wait until the staff lets them in.
    pub approval: bool,
    /// How many entries are taken in all, at most [`MOST_ENTRIES`].
    pub most_entries: i64,
}

impl EventContent {
    fn check(&self) -> Result<(), StoreError> {
        let fields = [("name", &self.name), ("first day", &self.begins), ("document", &self.document)];
        match fields.into_iter().find(|(_, text)| text.contains('\0')) {
            Some((field, _)) => Err(StoreError::ZeroCharacter { field }),
            None => Ok(()),
        }
    }
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number.
    pub id: EventId,
    /// Its address.
    pub slug: Slug,
    /// How far it is.
    pub state: EventState,
    /// What is kept.
    pub content: EventContent,
    /// 1, 2, 3 …: the `base` of the next change.
    pub version: i64,
    /// When it last changed, in UTC.
    pub updated_at: OffsetDateTime,
    /// What whoever asks may do here; none for a visitor.
    pub role: Option<Role>,
    /// Why the administrators hide it from all but its staff; none while they do not.
    pub hidden: Option<String>,
}

impl Event {
    /// Whether whoever asked has at least this role.
    #[must_use]
    pub fn may(&self, role: Role) -> bool {
        self.role.is_some_and(|own| own.is_at_least(role))
    }
}

/// A line of the list of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSummary {
    /// Its address.
    pub slug: Slug,
    /// How far it is.
    pub state: EventState,
    /// Its name.
    pub name: String,
    /// The day on which it begins.
    pub begins: String,
    /// What whoever asks may do there.
    pub role: Option<Role>,
}

/// What became of an event to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventMade {
    /// It is there.
    Made(EventId),
    /// Another has that address.
    Taken,
    /// The account makes no more.
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
    /// Makes an event, as a draft, that this account owns.
    ///
    /// # Errors
    /// Those of the database; a text that holds U+0000; [`StoreError::Spent`] when the account owns as many as it may.
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
                return Ok((EventMade::Taken, Written::NOTHING));
            }
            let account = users::table.find(owner.0).select(users::id);
            // Two events that are made at the same time are counted one after the other.
            let _: i64 = match db {
                Db::Postgres(pg) => account.for_update().get_result(pg)?,
                Db::Sqlite(lite) => account.get_result(lite)?,
            };
            if let Some(refused) = bounds::may_make_event(db, owner)? {
                return Ok((EventMade::Refused(refused), Written::NOTHING));
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
            log::write(db, EventId(id), None, &actor, "made the event")?;
            let bytes = i64::try_from(content.document.len()).unwrap_or(i64::MAX);
            Ok((EventMade::Made(EventId(id)), Written::rows(LARGE_ROW_BYTES + bytes)))
        })
        .await
    }

    /// The event at this address. Who is not of its staff finds no draft and none that is hidden.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::EventHidden`] for what the administrators hide.
    pub async fn event(&self, slug: &Slug, asks: Option<UserId>) -> Result<Event, StoreError> {
        let slug = slug.clone();
        self.read(move |db| {
            let found: (EventRow, Option<Role>) = on_either!(db, |connection| events::table
                .left_join(
                    // Nobody has the number 0.
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

    /// The event at this address, whatever hides it: for administrators.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn any_event(&self, slug: &Slug) -> Result<Event, StoreError> {
        let slug = slug.clone();
        self.read(move |db| {
            let row: EventRow =
                events::table.filter(events::slug.eq(&slug)).select(EventRow::as_select()).get_result(db)?;
            Ok(row.with_role(None))
        })
        .await
    }

    /// Events that everybody may see and those of the staff that this account is of, the last first: at most `limit` after
    /// the first `skip`.
    ///
    /// # Errors
    /// Those of the database.
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

    /// Changes what is kept of an event. Entries that were checked by what was before are refused from now on.
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
            Ok(((), Written::rows(ROW_BYTES + grown)))
        })
        .await
    }

    /// Runs one transaction of something that is done in an event, which leaves a line in its log.
    async fn deed<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.growing_deed(move |db| Ok((job(db)?, 0))).await
    }

    /// The same, of which the job says by how many bytes the event grows beside its log.
    async fn growing_deed<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Db) -> Result<(T, i64), Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.demand_last_room().await?;
        self.counted(move |db| {
            let (done, bytes) = job(db)?;
            Ok((done, Written::rows(ROW_BYTES + bytes)))
        })
        .await
    }

    /// Brings an event into another state. Doing it again changes nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn set_event_state(&self, event: EventId, state: EventState, actor: &Actor) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.deed(move |db| {
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
            // Nobody enters meanwhile.
            lock(db, event)?;
            end(db, event)
        })
        .await?;
        self.give_back_after_deletion().await;
        Ok(())
    }
}

/// What is kept of an event, column by column.
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

/// What a change must know of its event. While the transaction lasts, no other one changes that event.
struct LockedEvent {
    state: EventState,
    version: i64,
}

fn lock(db: &mut Db, event: EventId) -> Result<LockedEvent, Fault> {
    let query = events::table.find(event.0).select((events::state, events::version));
    let (state, version) = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    Ok(LockedEvent { state, version })
}
