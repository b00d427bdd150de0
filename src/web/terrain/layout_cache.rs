//! Cached analyses of saved layouts: map, verdict, origin. A revision never changes, and neither does its analysis, so
//! it is made once and cached as long as there is room.

use std::fmt;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;
use musterfield_terrain::check::Report;
use musterfield_terrain::origin::Origin;
use musterfield_terrain::{Edge, Layout};
use tokio::sync::OnceCell;

use super::table::TablePart;

/// The largest number of cached analyses.
const MOST: NonZero<usize> = NonZero::new(256).unwrap();
/// The bytes that they may take in all.
const ROOM: usize = 32 << 20;

/// The content of a revision and the edge whose zones are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) content: [u8; 32],
    pub(super) edge: Option<Edge>,
}

/// A saved layout with everything that pages show about it.
#[derive(Debug)]
pub(super) struct AnalysedLayout {
    /// The part that is the same for every choice of edge.
    pub layout: Arc<Layout>,
    pub(super) findings: Arc<(Report, Origin)>,
    pub table: Arc<TablePart>,
    /// Whether the seed is only the one with which it began.
    pub begun: bool,
    /// An estimate of its memory: the map, and three times the document for outlines, features and findings.
    pub(super) bytes: usize,
}

pub(super) type Once = Arc<OnceCell<Arc<AnalysedLayout>>>;

/// The cached analyses, last used first.
pub struct LayoutCache(Mutex<LruCache<Key, Once>>);

impl Default for LayoutCache {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST)))
    }
}

impl fmt::Debug for LayoutCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Studies")
    }
}

impl LayoutCache {
    pub(super) fn once(&self, key: Key) -> Once {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.get_or_insert(key, Once::default))
    }

    /// An analysis of the same content with another edge: reading, checking and tracing it back to its dice is not done
    /// again.
    pub(super) fn of_another_edge(&self, content: [u8; 32]) -> Option<Arc<AnalysedLayout>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut edges = Edge::ALL.into_iter().map(Some).chain([None]);
        edges.find_map(|edge| known.peek(&Key { content, edge })?.get().cloned())
    }

    /// Removes an attempt that failed, because it would block further ones.
    pub(super) fn forget(&self, key: &Key, once: &Once) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.peek(key).is_some_and(|known| Arc::ptr_eq(known, once) && !known.initialized()) {
            known.pop(key);
        }
    }

    /// Removes those that have gone unused for longest until the rest fits.
    pub(super) fn make_room(&self) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let size = |once: &Once| once.get().map_or(0, |analysed| analysed.bytes);
        let mut all: usize = known.iter().map(|(_, once)| size(once)).sum();
        while all > ROOM {
            let Some((_, forgotten)) = known.pop_lru() else { break };
            all -= size(&forgotten);
        }
    }
}
