//! Limits on what an event accepts: entries in all, from one household, from one browser or account, and versions of
//! one entry.
//!
//! Some data have to stay: receipts and rosters name a submitted version by its hash, so it is never deleted. Drafts
//! that were never submitted make room for new ones.

use std::collections::BTreeSet;

use diesel::prelude::*;
use time::{Date, Duration};

use super::super::Store;
use super::super::accounts::user::UserId;
use super::super::db::Db;
use super::super::documents;
use super::super::error::{Fault, StoreError};
use super::super::ids::{Secret, SubjectKey};
use super::super::model::now;
use super::super::schema::{entrants, entries, event_staff, events};
use super::id::EventId;
use super::new_entry::{NewEntry, Refusal, Sender};
use super::text_types::Role;

/// The largest number of entries of an event, including those that the staff submits.
pub const MOST_ENTRIES: i64 = 2_000;
/// The largest number of entries that one household submits to an event: a club enters its players from one address.
pub const MOST_FROM_HOUSEHOLD: i64 = 60;
/// The largest number of entries that one browser or account submits to an event.
pub const MOST_FROM_MAKER: i64 = 50;
/// The time for which the origins of the entries of an event are stored, counted from its first day.
pub const ORIGINS_KNOWN_FOR: Duration = Duration::days(31);
/// The largest number of stored versions of one entry.
pub const MOST_VERSIONS: i64 = 50;
/// The largest number of stored versions of one entry when the staff submits them.
pub const MOST_VERSIONS_BY_STAFF: i64 = 100;
/// The largest number of events that one account owns.
pub const MOST_EVENTS: i64 = 200;
/// The largest number of events that one account creates within a day.
pub const MOST_EVENTS_A_DAY: i64 = 20;

/// The origin of an entry as stored in the database: digests with the key of the event.
pub(super) struct OriginDigests {
    pub(super) household: String,
    pub(super) maker: String,
}

/// The digests of the origin of a new entry. The event must be locked: its key is created here if it has none yet.
pub(super) fn origin_of(db: &mut Db, entry: &NewEntry, fresh: &Secret) -> Result<OriginDigests, Fault> {
    let Sender::Player(holder) = &entry.by else {
        return Ok(OriginDigests { household: String::new(), maker: String::new() });
    };
    let mut key: String = events::table.find(entry.event.0).select(events::origin_key).get_result(db)?;
    if key.is_empty() {
        fresh.expose().clone_into(&mut key);
        diesel::update(events::table.find(entry.event.0)).set(events::origin_key.eq(&key)).execute(db)?;
    }
    let digest = |what: &str, whom: &str| match whom {
        "" => String::new(),
        whom => SubjectKey::new(&format!("{what} {key}"), whom).as_str().to_owned(),
    };
    Ok(OriginDigests {
        household: digest("entry from household", &entry.origin.household),
        maker: digest("entry from maker", holder.keeper().as_str()),
    })
}

/// Whether there is room for a new entry. The event must be locked.
pub(super) fn room_for(
    db: &mut Db,
    entry: &NewEntry,
    most: i64,
    origin: &OriginDigests,
) -> Result<Option<Refusal>, Fault> {
    let all = entrants::table.filter(entrants::event_id.eq(entry.event.0));
    let kept: i64 = all.filter(entrants::clearing_id.is_null()).count().get_result(db)?;
    let is_staff = matches!(entry.by, Sender::Staff(_));
    if kept >= if is_staff { MOST_ENTRIES } else { most } {
        return Ok(Some(Refusal::Full));
    }
    // Cleared entries count too, as long as they can be restored: clearing gives their sender no fresh start.
    if !origin.household.is_empty() {
        let count: i64 = all.filter(entrants::household.eq(&origin.household)).count().get_result(db)?;
        if count >= MOST_FROM_HOUSEHOLD {
            return Ok(Some(Refusal::TooManyFromHere));
        }
    }
    if !origin.maker.is_empty() {
        let count: i64 = all.filter(entrants::maker.eq(&origin.maker)).count().get_result(db)?;
        if count >= MOST_FROM_MAKER {
            return Ok(Some(Refusal::TooManyFromHere));
        }
    }
    Ok(None)
}

/// Makes room for another version of an entry by deleting the oldest draft that was never submitted; returns whether
/// there is room then.
pub(super) fn room_for_version(db: &mut Db, entrant: i64, head: Option<i64>, by: &Sender) -> Result<bool, Fault> {
    let most = match by {
        Sender::Player(_) => MOST_VERSIONS,
        Sender::Staff(_) => MOST_VERSIONS_BY_STAFF,
    };
    let kept: i64 = entries::table.filter(entries::entrant_id.eq(entrant)).count().get_result(db)?;
    if kept < most {
        return Ok(true);
    }
    // No version has the number 0.
    let oldest: Option<(i64, i64)> = entries::table
        .filter(entries::entrant_id.eq(entrant).and(entries::submitted.eq(false)))
        .filter(entries::number.ne(head.unwrap_or(0)))
        .order(entries::number.asc())
        .limit(1)
        .select((entries::id, entries::document_id))
        .get_result(db)
        .optional()?;
    let Some((oldest, document)) = oldest else { return Ok(false) };
    diesel::delete(entries::table.find(oldest)).execute(db)?;
    documents::forget_unused(db, &BTreeSet::from([document]))?;
    Ok(true)
}

/// Forgets the origins of the entries of an event that is over.
pub(super) fn forget_origins(db: &mut Db, event: EventId) -> Result<(), Fault> {
    diesel::update(entrants::table.filter(entrants::event_id.eq(event.0)))
        .set((entrants::household.eq(""), entrants::maker.eq("")))
        .execute(db)?;
    diesel::update(events::table.find(event.0)).set(events::origin_key.eq("")).execute(db)?;
    Ok(())
}

impl Store {
    /// Forgets the origins of the entries of every event that began before that day, in UTC, whether its staff has
    /// marked it as over or not. Returns how many events that were.
    ///
    /// # Errors
    /// Any database error.
    pub async fn forget_origins(&self, begun_before: Date) -> Result<usize, StoreError> {
        // Formatted as forms write a day, so that texts sort like days.
        let (year, month, day) = begun_before.to_calendar_date();
        let limit = format!("{year:04}-{:02}-{day:02}", u8::from(month));
        self.write(move |db| {
            let over: Vec<i64> = events::table
                .filter(events::begins.lt(&limit).and(events::origin_key.ne("")))
                .select(events::id)
                .load(db)?;
            for event in &over {
                forget_origins(db, EventId(*event))?;
            }
            Ok(over.len())
        })
        .await
    }
}

/// The reason an account may not create another event now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventsRefused {
    /// It owns [`MOST_EVENTS`].
    InAll,
    /// It created [`MOST_EVENTS_A_DAY`] within a day.
    Today,
}

/// Whether an account may create another event. The account must be locked.
pub(super) fn may_make_event(db: &mut Db, owner: UserId) -> Result<Option<EventsRefused>, Fault> {
    let owned = event_staff::table
        .inner_join(events::table)
        .filter(event_staff::user_id.eq(owner.0).and(event_staff::role.eq(Role::Owner)));
    let all: i64 = owned.count().get_result(db)?;
    if all >= MOST_EVENTS {
        return Ok(Some(EventsRefused::InAll));
    }
    let since = now() - Duration::days(1);
    let today: i64 = owned.filter(events::created_at.gt(since)).count().get_result(db)?;
    Ok((today >= MOST_EVENTS_A_DAY).then_some(EventsRefused::Today))
}
