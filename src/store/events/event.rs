//! An event, as it is stored and as it is found; and the lock of one that is changed.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::schema::events;
use super::id::EventId;
use super::text_types::{EventState, Role, Slug};

/// The stored content of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventContent {
    /// The name, for lists.
    pub name: String,
    /// The first day, as `2026-12-01`, for sorting lists.
    pub begins: String,
    /// The plan, in a format of the caller's.
    pub document: String,
    /// The end of the time for entries, in UTC; `None` for no end.
    pub deadline: Option<OffsetDateTime>,
    /// Whether entries are still accepted after the deadline, marked as late.
    pub late: bool,
    /// The number of players who can take part; `None` for any number.
    pub places: Option<i64>,
    /// Whether entries of players without an account need the staff's approval.
    pub approval: bool,
    /// The most entries in all, at most [`MOST_ENTRIES`](super::MOST_ENTRIES).
    pub most_entries: i64,
}

impl EventContent {
    pub(super) fn check(&self) -> Result<(), StoreError> {
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
    /// The stage it has reached.
    pub state: EventState,
    /// The stored content.
    pub content: EventContent,
    /// 1, 2, 3 …: the `base` of the next change.
    pub version: i64,
    /// When it last changed, in UTC.
    pub updated_at: OffsetDateTime,
    /// The role of the account that asks; `None` for a visitor.
    pub role: Option<Role>,
    /// The administrators' reason for hiding it from everybody except its staff; `None` if they do not.
    pub hidden: Option<String>,
}

impl Event {
    /// Whether the account that asked has at least this role.
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
    /// The stage it has reached.
    pub state: EventState,
    /// Its name.
    pub name: String,
    /// The first day.
    pub begins: String,
    /// The role of the account that asks.
    pub role: Option<Role>,
}

/// The data that a change needs about its event. While the transaction lasts, no other one changes that event.
pub(super) struct LockedEvent {
    pub(super) state: EventState,
    pub(super) version: i64,
}

/// Locks an event until the end of the transaction.
pub(super) fn lock(db: &mut Db, event: EventId) -> Result<LockedEvent, Fault> {
    let query = events::table.find(event.0).select((events::state, events::version));
    let (state, version) = match db {
        Db::Postgres(pg) => query.for_update().get_result(pg)?,
        Db::Sqlite(lite) => query.get_result(lite)?,
    };
    Ok(LockedEvent { state, version })
}
