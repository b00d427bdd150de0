//! News of battles: which battles somebody follows, and how many lines each of them has.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::store::{BattleId, Store, StoreError};

/// The time after which a stream of events ends; the browser then opens another.
pub const LASTING: Duration = Duration::from_secs(540);
/// The interval between two looks for orders that another process has taken.
pub const LOOK: Duration = Duration::from_secs(2);
/// The largest number of battles in one look.
const LOOKED_AT: usize = 500;

/// The battles that somebody follows, each with its number of lines.
pub struct News {
    followed: Mutex<HashMap<BattleId, watch::Sender<i64>>>,
    lasting: Duration,
}

impl Default for News {
    fn default() -> Self {
        Self::lasting(LASTING)
    }
}

impl fmt::Debug for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "News({})", self.followed().len())
    }
}

impl News {
    /// News whose streams end after this time.
    #[must_use]
    pub fn lasting(lasting: Duration) -> Self {
        Self { followed: Mutex::default(), lasting }
    }

    fn followed(&self) -> MutexGuard<'_, HashMap<BattleId, watch::Sender<i64>>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows a battle that has at least this many lines.
    pub(super) fn follow(&self, id: &BattleId, lines: i64) -> watch::Receiver<i64> {
        let mut followed = self.followed();
        let known = followed.entry(id.clone()).or_insert_with(|| watch::Sender::new(lines));
        known.send_if_modified(|known| std::mem::replace(known, lines.max(*known)) < lines);
        known.subscribe()
    }

    /// Tells those who follow a battle how many lines it has.
    pub(super) fn tell(&self, id: &BattleId, lines: i64) {
        if let Some(known) = self.followed().get(id) {
            known.send_if_modified(|known| std::mem::replace(known, lines.max(*known)) < lines);
        }
    }

    /// The battles that somebody follows; those that nobody follows any more are forgotten.
    fn still_followed(&self) -> Vec<BattleId> {
        let mut followed = self.followed();
        followed.retain(|_, known| known.receiver_count() > 0);
        followed.keys().cloned().collect()
    }

    /// The time after which a stream of events ends.
    pub(super) fn lasts(&self) -> Duration {
        self.lasting
    }

    /// Looks for lines that other processes have added to battles that are followed here.
    ///
    /// # Errors
    /// Any database error.
    pub async fn look(&self, store: &Store) -> Result<(), StoreError> {
        let followed = self.still_followed();
        for some in followed.chunks(LOOKED_AT) {
            for (id, lines) in store.battle_lengths(some.to_vec()).await? {
                self.tell(&id, lines);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn followers_are_told_once_and_forgotten_battles_cost_nothing() {
        let (news, id) = (News::default(), BattleId::random().unwrap());
        news.tell(&id, 3);
        assert!(news.still_followed().is_empty());
        let mut first = news.follow(&id, 3);
        let mut second = news.follow(&id, 2);
        assert_eq!((*first.borrow_and_update(), *second.borrow_and_update()), (3, 3));
        news.tell(&id, 5);
        news.tell(&id, 4);
        first.changed().await.unwrap();
        assert_eq!(*first.borrow_and_update(), 5);
        assert!(!first.has_changed().unwrap());
        assert_eq!(news.still_followed(), std::slice::from_ref(&id));
        drop((first, second));
        assert!(news.still_followed().is_empty());
    }
}
