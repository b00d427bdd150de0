//! Submitting entries. An entry is stored in one transaction, and is on time exactly if that transaction began before
//! the deadline.
//!
//! The same request again finds the result of the first: a double click, two tabs or a retry after a lost connection
//! make one entry. Everything acknowledged is committed.

use diesel::dsl::max;
use diesel::prelude::*;
use diesel::sql_types::Timestamp;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::super::Store;
use super::super::db::Db;
use super::super::documents;
use super::super::error::{Fault, StoreError};
use super::super::households::{Growth, LARGE_ROW_BYTES};
use super::super::ids::{RequestKey, Secret, SecretDigest, WorkId};
use super::super::model::{Moment, now};
use super::super::schema::{entrants, entries, events};
use super::bounds::{OriginDigests, origin_of, room_for, room_for_version};
use super::event::lock;
use super::id::{EntrantId, EventId};
use super::log::{self, Actor};
use super::new_entry::{EntryAddress, NewEntry, Refusal, Sender};
use super::places::{is_full, move_up};
use super::text_types::{EntryState, EventState};

/// The result of storing an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    /// The id in the address of the entry.
    pub id: WorkId,
    /// The player.
    pub entrant: EntrantId,
    /// Number of the version.
    pub number: i64,
    /// When its transaction began, in UTC.
    pub at: OffsetDateTime,
    /// Whether the player is on the waiting list.
    pub waiting: bool,
    /// Whether the player awaits the staff's approval.
    pub pending: bool,
    /// Whether this form created the player, so that the link of the entry has its secret.
    pub made: bool,
    /// False if an earlier request with the same key had stored it.
    pub fresh: bool,
}

/// The columns of an event that entering needs.
struct EntryConditions {
    state: EventState,
    version: i64,
    deadline: Option<Moment>,
    late: bool,
    places: Option<i64>,
    approval: bool,
    most_entries: i64,
}

impl EntryConditions {
    /// Whether the deadline has passed at this time.
    fn is_over(&self, at: PrimitiveDateTime) -> bool {
        self.deadline.is_some_and(|deadline| at.assume_utc() >= OffsetDateTime::from(deadline))
    }
}

type EntryConditionsRow = (EventState, i64, Option<Moment>, bool, Option<i64>, (bool, i64));

/// The columns of a player that entering needs.
struct KnownEntrant {
    id: i64,
    public_id: WorkId,
    holder: String,
    state: EntryState,
    locked: bool,
    may_still: bool,
    waiting: bool,
    pending: bool,
    head: Option<i64>,
}

type KnownRow = (i64, WorkId, String, EntryState, bool, bool, bool, bool, Option<i64>);

impl From<KnownRow> for KnownEntrant {
    fn from((id, public_id, holder, state, locked, may_still, waiting, pending, head): KnownRow) -> Self {
        Self { id, public_id, holder, state, locked, may_still, waiting, pending, head }
    }
}

impl Store {
    /// Stores an entry.
    ///
    /// # Errors
    /// Any database error; a text that contains U+0000; [`StoreError::NotFound`] for an unknown event or player;
    /// [`StoreError::Spent`] and [`StoreError::NoRoom`] if nothing new is stored.
    pub async fn enter(&self, entry: NewEntry) -> Result<Result<Entered, Refusal>, StoreError> {
        check(&entry)?;
        let (id, key) = (WorkId::random()?, Secret::random()?);
        self.grow(move |db| match take(db, &entry, &id, &key) {
            Ok((entered, written)) => Ok((Ok(entered), written)),
            Err(Stop::Refused(refusal)) => Ok((Err(refusal), Growth::NOTHING)),
            Err(Stop::Fault(fault)) => Err(fault),
        })
        .await
    }

    /// Withdraws a player. The first on the waiting list moves up. Repeating it changes nothing.
    ///
    /// # Errors
    /// Any database error; [`StoreError::NotFound`].
    pub async fn withdraw(&self, event: EventId, id: &WorkId, by: &Sender) -> Result<Result<(), Refusal>, StoreError> {
        let (id, by) = (id.clone(), by.clone());
        self.logged_action(move |db| {
            let at = transaction_time(db)?;
            lock(db, event)?;
            let conditions = entry_conditions(db, event)?;
            let known = known(db, event, &id)?;
            if let Err(refusal) = may_change(&conditions, Some(&known), &by, at) {
                return Ok(Err(refusal));
            }
            if known.state == EntryState::Withdrawn {
                return Ok(Ok(()));
            }
            diesel::update(entrants::table.find(known.id))
                .set((
                    entrants::state.eq(EntryState::Withdrawn),
                    entrants::waiting.eq(false),
                    entrants::checked_in.eq(false),
                    entrants::updated_at.eq(now()),
                ))
                .execute(db)?;
            log::write(db, event, Some(EntrantId(known.id)), &by.actor(log::THE_PLAYER), "withdrew")?;
            move_up(db, event)?;
            Ok(Ok(()))
        })
        .await
    }
}

/// The reason storing an entry stops.
enum Stop {
    Refused(Refusal),
    Fault(Fault),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl<E: Into<Fault>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

fn check(entry: &NewEntry) -> Result<(), StoreError> {
    let (name, club, email) = match &entry.entrant {
        EntryAddress::New { name, club, email, .. } => (name.as_str(), club.as_str(), email.as_deref()),
        EntryAddress::Known(_) => ("", "", None),
    };
    let fields = [
        ("name", name),
        ("club", club),
        ("mail address", email.unwrap_or_default()),
        ("armies", &entry.document),
        ("title", &entry.title),
        ("ruleset version", &entry.ruleset_version),
    ];
    match fields.into_iter().find(|(_, text)| text.contains('\0')) {
        Some((field, _)) => Err(StoreError::ZeroCharacter { field }),
        None => Ok(()),
    }
}

/// The time at which this transaction began. Several servers on one PostgreSQL database all ask the database, so that
/// one clock counts; SQLite has one server.
fn transaction_time(db: &mut Db) -> Result<PrimitiveDateTime, Fault> {
    match db {
        Db::Postgres(pg) => {
            let began = diesel::dsl::sql::<Timestamp>("(now() AT TIME ZONE 'UTC')");
            Ok(diesel::select(began).get_result(pg)?)
        }
        Db::Sqlite(_) => Ok(now()),
    }
}

fn entry_conditions(db: &mut Db, event: EventId) -> Result<EntryConditions, Fault> {
    let query = events::table.find(event.0).select((
        events::state,
        events::version,
        events::deadline,
        events::late,
        events::places,
        (events::approval, events::most_entries),
    ));
    // A change of the event waits for the entry, and the entry for the change.
    let row: EntryConditionsRow = match db {
        Db::Postgres(pg) => query.for_share().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    let (state, version, deadline, late, places, (approval, most_entries)) = row;
    Ok(EntryConditions { state, version, deadline, late, places, approval, most_entries })
}

/// Whether a player without a place may enter: a new player, or one who has withdrawn.
fn may_come_anew(db: &mut Db, entry: &NewEntry) -> Result<bool, Fault> {
    let EntryAddress::Known(id) = &entry.entrant else { return Ok(true) };
    let (state, places): (EntryState, Option<i64>) = entrants::table
        .inner_join(events::table)
        .filter(entrants::event_id.eq(entry.event.0).and(entrants::public_id.eq(id)))
        .select((entrants::state, events::places))
        .get_result(db)?;
    Ok(state == EntryState::Withdrawn && places.is_some())
}

fn known(db: &mut Db, event: EventId, id: &WorkId) -> Result<KnownEntrant, Fault> {
    let there = entrants::table.filter(entrants::event_id.eq(event.0).and(entrants::public_id.eq(id)));
    let query = there.filter(entrants::clearing_id.is_null()).select((
        entrants::id,
        entrants::public_id,
        entrants::holder,
        entrants::state,
        entrants::locked,
        entrants::may_still,
        entrants::waiting,
        entrants::pending,
        entrants::head,
    ));
    let row: KnownRow = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    Ok(row.into())
}

/// Whether the sender may change an entry at this time. The staff always may; a player only while the event is open and
/// the deadline has not passed, unless the organiser has opened the entry for that player.
fn may_change(
    conditions: &EntryConditions,
    known: Option<&KnownEntrant>,
    by: &Sender,
    at: PrimitiveDateTime,
) -> Result<(), Refusal> {
    let Sender::Player(holder) = by else { return Ok(()) };
    if known.is_some_and(|known| !holder.is(&known.holder)) {
        return Err(Refusal::NotYours);
    }
    if known.is_some_and(|known| known.locked) {
        return Err(Refusal::Locked);
    }
    let may_still = known.is_some_and(|known| known.may_still);
    match conditions.state {
        EventState::Open => {}
        EventState::Closed | EventState::Running if may_still => {}
        _ => return Err(Refusal::NotOpen),
    }
    if conditions.is_over(at) && !conditions.late && !may_still {
        Err(Refusal::Late { at: at.assume_utc() })
    } else {
        Ok(())
    }
}

fn take(db: &mut Db, entry: &NewEntry, new_id: &WorkId, origin_key: &Secret) -> Result<(Entered, Growth), Stop> {
    let at = transaction_time(db)?;
    let key = RequestKey::to_enter(entry.event.0, &entry.request_key);
    if let Some(entered) = taken_before(db, entry, &key)? {
        return Ok((entered, Growth::NOTHING));
    }
    // The lock serialises senders who compete for the last place, or for one entry.
    if may_come_anew(db, entry)? {
        lock(db, entry.event)?;
    }
    let conditions = entry_conditions(db, entry.event)?;
    let known = match &entry.entrant {
        EntryAddress::Known(id) => Some(known(db, entry.event, id)?),
        EntryAddress::New { name, .. } => of_that_name(db, entry, name)?,
    };
    may_change(&conditions, known.as_ref(), &entry.by, at)?;
    if conditions.version != entry.event_version {
        return Err(Refusal::Changed.into());
    }
    let comes_anew = known.as_ref().is_none_or(|known| known.state == EntryState::Withdrawn);
    let pending = match &known {
        Some(known) => known.pending,
        None => conditions.approval && !entry.origin.signed_in && matches!(entry.by, Sender::Player(_)),
    };
    let waiting = match &known {
        Some(known) if !comes_anew => known.waiting,
        _ => !pending && is_full(db, entry.event, conditions.places)?,
    };
    let made = known.is_none();
    let (row, id, head, state) = match known {
        Some(known) => (known.id, known.public_id, known.head, known.state),
        None => {
            let origin = origin_of(db, entry, origin_key)?;
            if let Some(refusal) = room_for(db, entry, conditions.most_entries, &origin)? {
                return Err(refusal.into());
            }
            (insert_entrant(db, entry, new_id, (pending, &origin), at)?, new_id.clone(), None, EntryState::Nothing)
        }
    };
    let newest: Option<i64> =
        entries::table.filter(entries::entrant_id.eq(row)).select(max(entries::number)).get_result(db)?;
    let number = newest.unwrap_or(0) + 1;
    if !room_for_version(db, row, head, &entry.by)? {
        return Err(Refusal::TooManyVersions.into());
    }
    let actor = entry.by.actor(log::THE_PLAYER);
    let document = documents::keep(db, &entry.document)?;
    insert_entry(db, entry, &key, (row, number), document.id, &actor, (at, conditions.is_over(at)))?;
    if let (EntryAddress::New { club, email, .. }, false) = (&entry.entrant, made) {
        // A player who fills in the form for new players under the same name means the existing entry, with the new
        // details.
        diesel::update(entrants::table.find(row))
            .set((entrants::club.eq(club), entrants::email.eq(email)))
            .execute(db)?;
    }
    // A draft does not replace a submitted version.
    let counts = entry.submitted || !state.is_in();
    let (head, state) = match (counts, entry.submitted) {
        (true, true) => (Some(number), EntryState::Entered),
        (true, false) => (Some(number), EntryState::Draft),
        (false, _) => (head, state),
    };
    diesel::update(entrants::table.find(row))
        .set((
            entrants::state.eq(state),
            entrants::head.eq(head),
            entrants::waiting.eq(waiting),
            entrants::word.eq(""),
            entrants::updated_at.eq(at),
        ))
        .execute(db)?;
    let action = if entry.submitted { "entered" } else { "saved a draft of" };
    log::write(db, entry.event, Some(EntrantId(row)), &actor, &format!("{action} {}", entry.title))?;
    log::forget_oldest(db, EntrantId(row))?;
    let at = at.assume_utc();
    let entered = Entered { id, entrant: EntrantId(row), number, at, waiting, pending, made, fresh: true };
    Ok((entered, Growth::rows(LARGE_ROW_BYTES).with_document(document.new_bytes)))
}

fn taken_before(db: &mut Db, entry: &NewEntry, key: &RequestKey) -> Result<Option<Entered>, Stop> {
    type Row = (WorkId, i64, i64, Moment, (bool, bool, Option<i64>), (bool, EntryState, Option<i64>, SecretDigest));
    let found: Option<Row> = entries::table
        .inner_join(entrants::table)
        .filter(entries::request_key.eq(key))
        .select((
            entrants::public_id,
            entrants::id,
            entries::number,
            entries::created_at,
            (entrants::waiting, entrants::pending, entrants::clearing_id),
            (entries::submitted, entrants::state, entrants::head, entrants::entry_key),
        ))
        .get_result(db)
        .optional()?;
    let Some((id, entrant, number, at, (waiting, pending, cleared), (submitted, state, head, link))) = found else {
        return Ok(None);
    };
    if cleared.is_some() {
        return Err(Refusal::Cleared.into());
    }
    // A version reported as submitted must be the one that counts.
    if state == EntryState::Withdrawn || (submitted && head != Some(number)) {
        return Err(Refusal::Replaced.into());
    }
    let made = matches!(&entry.entrant, EntryAddress::New { entry_key, .. } if *entry_key == link);
    Ok(Some(Entered { id, entrant: EntrantId(entrant), number, at: at.into(), waiting, pending, made, fresh: false }))
}

/// The player of that name, if the sender may speak for them: a form that was open in two tabs.
fn of_that_name(db: &mut Db, entry: &NewEntry, name: &str) -> Result<Option<KnownEntrant>, Stop> {
    let found: Option<WorkId> = entrants::table
        .filter(entrants::event_id.eq(entry.event.0).and(entrants::name_key.eq(name_key(name))))
        .select(entrants::public_id)
        .get_result(db)
        .optional()?;
    let Some(id) = found else { return Ok(None) };
    let known = known(db, entry.event, &id)?;
    match &entry.by {
        Sender::Player(holder) if holder.is(&known.holder) => Ok(Some(known)),
        _ => Err(Refusal::NameTaken.into()),
    }
}

/// A name in the form in which names are compared.
pub(super) fn name_key(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn insert_entrant(
    db: &mut Db,
    entry: &NewEntry,
    id: &WorkId,
    (pending, origin): (bool, &OriginDigests),
    at: PrimitiveDateTime,
) -> Result<i64, Fault> {
    let EntryAddress::New { name, club, email, entry_key } = &entry.entrant else {
        return Err(StoreError::NotFound.into());
    };
    let holder = match &entry.by {
        Sender::Player(holder) => holder.keeper().as_str(),
        // Nobody holds it until the player opens the link of the entry.
        Sender::Staff(_) => "",
    };
    Ok(diesel::insert_into(entrants::table)
        .values((
            (entrants::event_id.eq(entry.event.0), entrants::public_id.eq(id)),
            (entrants::name.eq(name), entrants::name_key.eq(name_key(name))),
            (entrants::club.eq(club), entrants::email.eq(email)),
            (entrants::holder.eq(holder), entrants::entry_key.eq(entry_key)),
            (entrants::state.eq(EntryState::Nothing), entrants::locked.eq(false), entrants::may_still.eq(false)),
            (entrants::waiting.eq(false), entrants::checked_in.eq(false)),
            (entrants::note.eq(""), entrants::word.eq("")),
            (
                entrants::pending.eq(pending),
                entrants::household.eq(&origin.household),
                entrants::maker.eq(&origin.maker),
            ),
            (entrants::created_at.eq(at), entrants::updated_at.eq(at)),
        ))
        .returning(entrants::id)
        .get_result(db)?)
}

fn insert_entry(
    db: &mut Db,
    entry: &NewEntry,
    key: &RequestKey,
    (entrant, number): (i64, i64),
    document: i64,
    actor: &Actor,
    (at, late): (PrimitiveDateTime, bool),
) -> Result<(), Fault> {
    diesel::insert_into(entries::table)
        .values((
            (entries::entrant_id.eq(entrant), entries::number.eq(number), entries::request_key.eq(key)),
            (entries::hash.eq(&entry.hash), entries::document_id.eq(document)),
            (entries::ruleset_version.eq(&entry.ruleset_version), entries::event_version.eq(entry.event_version)),
            (entries::title.eq(&entry.title), entries::legal.eq(entry.legal), entries::submitted.eq(entry.submitted)),
            (entries::made_by.eq(actor.name()), entries::created_at.eq(at), entries::late.eq(late)),
        ))
        .execute(db)?;
    Ok(())
}
