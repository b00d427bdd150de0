//! The numbers of events and players.

/// The number of an event. It is never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub(in crate::store) i64);

/// The number of a player, unique among all events. It is never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub(in crate::store) i64);

impl EntrantId {
    /// The number itself, by which rounds name the player.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }
}
