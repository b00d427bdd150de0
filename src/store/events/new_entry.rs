//! An entry as it is handed in, and why it may be refused.

use time::OffsetDateTime;

use super::super::ids::{Holder, RevisionHash, SecretDigest, WorkId};
use super::id::EventId;
use super::log::Actor;

/// The sender of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sender {
    /// The player, who must meet the deadline.
    Player(Holder),
    /// A member of the staff on a player's behalf.
    Staff(Actor),
}

/// The player to whom an entry belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryAddress {
    /// A player who has no entry yet.
    New {
        /// The player's name.
        name: String,
        /// The club, empty for none.
        club: String,
        /// The player's mail address.
        email: Option<String>,
        /// The digest of the secret in the link that opens the entry.
        entry_key: SecretDigest,
    },
    /// A player who has an entry.
    Known(WorkId),
}

/// An entry to be stored. The caller has checked it by the event's rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// The event.
    pub event: EventId,
    /// The version of the event by whose rules it was checked.
    pub event_version: i64,
    /// The player to whom it belongs.
    pub entrant: EntryAddress,
    /// Its sender.
    pub by: Sender,
    /// The request key: the same key again finds the result of the first request.
    pub request_key: String,
    /// Hash of the armies.
    pub hash: RevisionHash,
    /// The armies, in a format of the caller's.
    pub document: String,
    /// Version of the ruleset's data by which they were checked.
    pub ruleset_version: String,
    /// Names of the armies.
    pub title: String,
    /// Whether they are legal.
    pub legal: bool,
    /// Whether they are submitted, or only saved as a draft.
    pub submitted: bool,
    /// The origin. An entry from the staff has none.
    pub origin: Origin,
}

/// The reason an entry is refused. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event accepts no entries now.
    #[error("the event does not accept entries now")]
    NotOpen,
    /// The deadline had passed when the transaction began.
    #[error("the deadline has passed")]
    Late {
        /// When it began, in UTC.
        at: OffsetDateTime,
    },
    /// The organiser has locked the entry.
    #[error("the entry is locked")]
    Locked,
    /// Another player has that name.
    #[error("another player has that name")]
    NameTaken,
    /// The entry belongs to somebody else.
    #[error("the entry belongs to someone else")]
    NotYours,
    /// The event was changed after the entry was checked.
    #[error("the event has been changed in the meantime")]
    Changed,
    /// The same form was submitted before, and another version counts since.
    #[error("the same form was accepted before, and has been replaced since")]
    Replaced,
    /// The organisers have cleared the entry.
    #[error("the entry has been cleared")]
    Cleared,
    /// The event has reached its most entries.
    #[error("the event does not accept any more entries")]
    Full,
    /// The household, browser or account has reached its most new entries.
    #[error("too many entries came from the same place")]
    TooManyFromHere,
    /// The entry has reached its most submitted versions.
    #[error("no more versions of this entry can be saved")]
    TooManyVersions,
}

impl Sender {
    pub(super) fn actor(&self, player: &str) -> Actor {
        match self {
            Self::Player(_) => Actor::new(player),
            Self::Staff(actor) => actor.clone(),
        }
    }
}

/// The origin of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// The household, by its address; empty if unknown. Only a digest is stored, until the event is over.
    pub household: String,
    /// Whether the sender is signed in.
    pub signed_in: bool,
}
