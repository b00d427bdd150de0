//! Battles that were looked at lately, as they stood then: a battle that goes on is not played again from its beginning
//! with every order.

use std::fmt;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;

use super::sitting::Sitting;
use crate::store::BattleId;

/// The largest number of battles. With armies, ground and record, each takes up to a few hundred KiB.
const MOST: NonZero<usize> = NonZero::new(200).unwrap();

/// The cached battles, last used first.
pub struct Sittings(Mutex<LruCache<BattleId, Arc<Sitting>>>);

impl Default for Sittings {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST)))
    }
}

impl fmt::Debug for Sittings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sittings")
    }
}

impl Sittings {
    /// A battle as it stood after some number of orders, if it is cached.
    pub(super) fn get(&self, id: &BattleId) -> Option<Arc<Sitting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Caches a battle, unless a later state of it is cached.
    pub(super) fn put(&self, id: &BattleId, sitting: Arc<Sitting>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.peek(id).is_none_or(|other| other.lines() <= sitting.lines()) {
            known.put(id.clone(), sitting);
        }
    }
}
