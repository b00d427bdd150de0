//! Players and their entries, as pages show them.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::Store;
use super::super::error::StoreError;
use super::super::ids::{Holder, RevisionHash, SecretDigest, WorkId};
use super::super::model::Moment;
use super::super::schema::{documents, entrants, entries, events};
use super::id::{EntrantId, EventId};
use super::log::{self, Actor};
use super::text_types::{EntryState, Slug};

/// The stage of a player's entry, and what else pages need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntrantState {
    /// The stage of the entry.
    pub entry: EntryState,
    /// Whether the player can no longer change anything.
    pub locked: bool,
    /// Whether the player may enter after the deadline.
    pub may_still: bool,
    /// Whether the player is on the waiting list.
    pub waiting: bool,
    /// Whether the player awaits the staff's approval; until then nobody else sees the entry.
    pub pending: bool,
    /// Whether the player has checked in.
    pub checked_in: bool,
}

/// A player of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The number.
    pub id: EntrantId,
    /// The id in the address of the entry.
    pub public_id: WorkId,
    /// The player's name.
    pub name: String,
    /// The club, empty for none.
    pub club: String,
    /// The player's mail address, for organisers only.
    pub email: Option<String>,
    /// The stage of the player's entry.
    pub state: EntrantState,
    /// The organisers' note, for them only.
    pub note: String,
    /// The reason the entry was returned.
    pub word: String,
    /// The version that counts.
    pub head: Option<Entry>,
    /// Whether the visitor may change the entry.
    pub is_own: bool,
    /// When the player entered, in UTC.
    pub created_at: OffsetDateTime,
    /// When the entry last changed, in UTC.
    pub updated_at: OffsetDateTime,
}

/// A version of an entry, without the armies themselves.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = entries)]
pub struct Entry {
    /// 1, 2, 3 … for the player.
    pub number: i64,
    /// Hash of the armies.
    pub hash: RevisionHash,
    /// Version of the ruleset's data by which they were checked.
    pub ruleset_version: String,
    /// Version of the event by which they were checked.
    pub event_version: i64,
    /// Names of the armies.
    pub title: String,
    /// Whether they were legal.
    pub legal: bool,
    /// Whether they were submitted, or only saved as a draft.
    pub submitted: bool,
    /// The name of the sender.
    pub made_by: String,
    /// The time at which the transaction began, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub created_at: OffsetDateTime,
    /// Whether the deadline in force at that time had passed.
    pub late: bool,
}

/// A version with its event and player, without the armies themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldEntry {
    /// The address of the event.
    pub event: Slug,
    /// The player's number.
    pub entrant: EntrantId,
    /// The player's name.
    pub player: String,
    /// The version.
    pub entry: Entry,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = entrants)]
pub(super) struct EntrantRow {
    pub(super) id: i64,
    public_id: WorkId,
    name: String,
    club: String,
    email: Option<String>,
    holder: String,
    state: EntryState,
    locked: bool,
    may_still: bool,
    waiting: bool,
    pending: bool,
    checked_in: bool,
    note: String,
    word: String,
    created_at: Moment,
    updated_at: Moment,
}

impl EntrantRow {
    /// The player with the version that counts, as the visitor sees it.
    pub(super) fn with(self, head: Option<Entry>, asks: Option<&Holder>) -> Entrant {
        Entrant {
            id: EntrantId(self.id),
            public_id: self.public_id,
            name: self.name,
            club: self.club,
            email: self.email,
            state: EntrantState {
                entry: self.state,
                locked: self.locked,
                may_still: self.may_still,
                waiting: self.waiting,
                pending: self.pending,
                checked_in: self.checked_in,
            },
            note: self.note,
            word: self.word,
            head,
            is_own: asks.is_some_and(|asks| asks.is(&self.holder)),
            created_at: self.created_at.into(),
            updated_at: self.updated_at.into(),
        }
    }
}

impl Store {
    /// Every player of an event with the version that counts, in the order of entering, including those who await
    /// approval.
    ///
    /// # Errors
    /// Any database error.
    pub async fn entrants(&self, event: EventId, asks: Option<&Holder>) -> Result<Vec<Entrant>, StoreError> {
        let asks = asks.cloned();
        self.read(move |db| {
            let rows: Vec<(EntrantRow, Option<Entry>)> = entrants::table
                .left_join(
                    entries::table
                        .on(entries::entrant_id.eq(entrants::id).and(entries::number.nullable().eq(entrants::head))),
                )
                .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()))
                .order(entrants::id.asc())
                .select((EntrantRow::as_select(), Option::<Entry>::as_select()))
                .load(db)?;
            Ok(rows.into_iter().map(|(row, head)| row.with(head, asks.as_ref())).collect())
        })
        .await
    }

    /// One player of an event.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn entrant(&self, event: EventId, id: &WorkId, asks: Option<&Holder>) -> Result<Entrant, StoreError> {
        let (id, asks) = (id.clone(), asks.cloned());
        self.read(move |db| {
            let (row, head): (EntrantRow, Option<Entry>) = entrants::table
                .left_join(
                    entries::table
                        .on(entries::entrant_id.eq(entrants::id).and(entries::number.nullable().eq(entrants::head))),
                )
                .filter(entrants::event_id.eq(event.0).and(entrants::public_id.eq(&id)))
                .filter(entrants::clearing_id.is_null())
                .select((EntrantRow::as_select(), Option::<Entry>::as_select()))
                .get_result(db)?;
            Ok(row.with(head, asks.as_ref()))
        })
        .await
    }

    /// The players whom the visitor has entered in an event.
    ///
    /// # Errors
    /// Any database error.
    pub async fn own_entrants(&self, event: EventId, asks: &Holder) -> Result<Vec<Entrant>, StoreError> {
        let asks = asks.clone();
        self.read(move |db| {
            let [first, second] = asks.digests();
            let rows: Vec<(EntrantRow, Option<Entry>)> = entrants::table
                .left_join(
                    entries::table
                        .on(entries::entrant_id.eq(entrants::id).and(entries::number.nullable().eq(entrants::head))),
                )
                // An entry without a holder has an empty digest.
                .filter(entrants::event_id.eq(event.0).and(entrants::holder.ne("")))
                .filter(entrants::clearing_id.is_null())
                .filter(entrants::holder.eq(first).or(entrants::holder.eq(second)))
                .order(entrants::id.asc())
                .select((EntrantRow::as_select(), Option::<Entry>::as_select()))
                .load(db)?;
            Ok(rows.into_iter().map(|(row, head)| row.with(head, Some(&asks))).collect())
        })
        .await
    }

    /// Everything that an account has entered in any event, each player's latest version first.
    ///
    /// # Errors
    /// Any database error.
    pub async fn entered_by(&self, account: &SecretDigest) -> Result<Vec<HeldEntry>, StoreError> {
        let account = account.clone();
        self.read(move |db| {
            let rows: Vec<(Slug, i64, String, Entry)> = entries::table
                .inner_join(entrants::table.inner_join(events::table))
                .filter(entrants::holder.eq(account.as_str()))
                .order((entrants::id.asc(), entries::number.desc()))
                .select((events::slug, entrants::id, entrants::name, Entry::as_select()))
                .load(db)?;
            let held =
                |(event, entrant, player, entry)| HeldEntry { event, entrant: EntrantId(entrant), player, entry };
            Ok(rows.into_iter().map(held).collect())
        })
        .await
    }

    /// All versions of a player's entry, the latest first.
    ///
    /// # Errors
    /// Any database error.
    pub async fn entries(&self, entrant: EntrantId) -> Result<Vec<Entry>, StoreError> {
        self.read(move |db| {
            Ok(entries::table
                .filter(entries::entrant_id.eq(entrant.0))
                .order(entries::number.desc())
                .select(Entry::as_select())
                .load(db)?)
        })
        .await
    }

    /// The armies of one version.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn entry_document(&self, entrant: EntrantId, number: i64) -> Result<String, StoreError> {
        self.read(move |db| {
            Ok(entries::table
                .inner_join(documents::table)
                .filter(entries::entrant_id.eq(entrant.0).and(entries::number.eq(number)))
                .select(documents::body)
                .get_result(db)?)
        })
        .await
    }

    /// The armies of every version that counts in an event, by player.
    ///
    /// # Errors
    /// Any database error.
    pub async fn entry_documents(&self, event: EventId) -> Result<Vec<(EntrantId, String)>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(i64, String)> = entrants::table
                .inner_join(entries::table.inner_join(documents::table))
                .filter(entrants::event_id.eq(event.0).and(entries::number.nullable().eq(entrants::head)))
                .order(entrants::id.asc())
                .select((entrants::id, documents::body))
                .load(db)?;
            Ok(rows.into_iter().map(|(id, document)| (EntrantId(id), document)).collect())
        })
        .await
    }

    /// Lets a visitor who has the secret of an entry's link change the entry.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also for a wrong secret.
    pub async fn hold_entry(
        &self,
        event: EventId,
        id: &WorkId,
        key: &SecretDigest,
        by: &Holder,
    ) -> Result<(), StoreError> {
        let (id, key, keeper) = (id.clone(), key.clone(), by.keeper().clone());
        self.logged_action(move |db| {
            let which = entrants::table
                .filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()))
                .filter(entrants::public_id.eq(&id).and(entrants::entry_key.eq(&key)));
            let row: i64 = which.select(entrants::id).get_result(db)?;
            diesel::update(entrants::table.find(row)).set(entrants::holder.eq(&keeper)).execute(db)?;
            log::write(
                db,
                event,
                Some(EntrantId(row)),
                &Actor::new(log::THE_PLAYER),
                "opened the entry in another browser",
            )?;
            log::forget_oldest(db, EntrantId(row))
        })
        .await
    }
}
