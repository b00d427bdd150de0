//! The battles about which the computer thinks now: it thinks once about each, however many pages of it are open.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use musterfield_players::captain::Stop;

use crate::store::BattleId;

/// The battles about which the computer thinks, each with the signal that stops it. Clones share them. Each is there for a
/// request that thinks or waits for it, and the scheduler bounds these.
#[derive(Clone, Debug, Default)]
pub struct Thoughts(Arc<Mutex<BTreeMap<BattleId, Stop>>>);

/// The right to think about a battle, which nobody else has until it is dropped. Then the thought stops, too: nobody waits
/// for it any more.
#[derive(Debug)]
pub(super) struct Thought {
    all: Thoughts,
    about: BattleId,
    stop: Stop,
}

impl Thought {
    /// The signal that stops it.
    pub(super) fn signal(&self) -> Stop {
        self.stop.clone()
    }
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop.stop();
        self.all.open().remove(&self.about);
    }
}

impl Thoughts {
    fn open(&self) -> MutexGuard<'_, BTreeMap<BattleId, Stop>> {
        // The map is whole after each change, whatever panicked meanwhile.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to think about a battle; `None` if another request does already.
    pub(super) fn begin(&self, about: &BattleId) -> Option<Thought> {
        let stop = Stop::default();
        match self.open().entry(about.clone()) {
            Entry::Vacant(free) => drop(free.insert(stop.clone())),
            Entry::Occupied(_) => return None,
        }
        Some(Thought { all: self.clone(), about: about.clone(), stop })
    }

    /// Stops the thought about a battle, if there is one: the computer decides with what it has found out.
    pub(super) fn stop(&self, about: &BattleId) {
        if let Some(stop) = self.open().get(about) {
            stop.stop();
        }
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
        let signal = other.as_ref().map(Thought::signal).unwrap();
        assert!(!signal.is_stopped());
        thoughts.stop(&second);
        assert!(signal.is_stopped());
        let signal = thought.as_ref().map(Thought::signal).unwrap();
        drop(thought);
        assert!(signal.is_stopped(), "nobody waits for it any more");
        assert!(thoughts.begin(&first).is_some(), "again");
    }
}
