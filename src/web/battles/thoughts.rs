//! The battles about which the computer thinks now: it thinks once about each, however many pages of it are open.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::store::BattleId;

/// The battles about which the computer thinks. Clones share them. Each is there for a request that thinks or waits for
/// it, and the scheduler bounds these.
#[derive(Clone, Debug, Default)]
pub struct Thoughts(Arc<Mutex<BTreeSet<BattleId>>>);

/// The right to think about a battle, which nobody else has until it is dropped.
#[derive(Debug)]
pub(super) struct Thought {
    all: Thoughts,
    about: BattleId,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.all.open().remove(&self.about);
    }
}

impl Thoughts {
    fn open(&self) -> MutexGuard<'_, BTreeSet<BattleId>> {
        // A set is whole after each change, whatever panicked meanwhile.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to think about a battle; `None` if another request does already.
    pub(super) fn begin(&self, about: &BattleId) -> Option<Thought> {
        self.open().insert(about.clone()).then(|| Thought { all: self.clone(), about: about.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battle_is_thought_about_once_at_a_time() {
        let thoughts = Thoughts::default();
        let [first, second] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"].map(|id| BattleId::parse(id).unwrap());
        let thought = thoughts.begin(&first);
        assert!(thought.is_some());
        assert!(thoughts.clone().begin(&first).is_none(), "by another clone");
        let other = thoughts.begin(&second);
        assert!(other.is_some(), "about another battle");
        drop(thought);
        assert!(thoughts.begin(&first).is_some(), "again");
    }
}
