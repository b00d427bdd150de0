//! What was worked out of kept layouts: map, verdict, origin. A kept state never changes, and neither does what can be said
//! of it, so it is worked out once and remembered as long as there is room.

use std::fmt;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::HttpRequest;
use actix_web::web::Data;
use lru::LruCache;
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use super::state::layout_of;
use super::table::TablePart;
use crate::store::Revision;
use crate::terrain::origin::Origin;
use crate::terrain::{Edge, Layout};
use crate::web::error::WebError;
use crate::web::scheduler::{Kind, PATIENCE};
use crate::web::state::State;

/// Most of them that are remembered.
const MOST: NonZero<usize> = NonZero::new(256).unwrap();
/// Bytes that they take in all.
const ROOM: usize = 32 << 20;

/// The content of a kept state and the edge whose zones are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    content: [u8; 32],
    edge: Option<Edge>,
}

/// A kept layout with everything that pages say of it.
#[derive(Debug)]
pub(super) struct Studied {
    pub layout: Layout,
    pub table: Arc<TablePart>,
    /// Whether its seed is only the one that it began with.
    pub begun: bool,
    /// What it takes in memory, as far as can be told: the map, and for outlines, pieces and findings three times the
    /// document.
    bytes: usize,
}

type Once = Arc<OnceCell<Arc<Studied>>>;

/// Those that are remembered, the last used first.
pub struct Studies(Mutex<LruCache<Key, Once>>);

impl Default for Studies {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST)))
    }
}

impl fmt::Debug for Studies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Studies")
    }
}

impl Studies {
    fn once(&self, key: Key) -> Once {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.get_or_insert(key, Once::default))
    }

    /// Takes one away that could not be worked out: it would stand in the way of others.
    fn forget(&self, key: &Key, once: &Once) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.peek(key).is_some_and(|known| Arc::ptr_eq(known, once) && !known.initialized()) {
            known.pop(key);
        }
    }

    /// Forgets those that were not used for longest until the rest finds room.
    fn make_room(&self) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let size = |once: &Once| once.get().map_or(0, |studied| studied.bytes);
        let mut all: usize = known.iter().map(|(_, once)| size(once)).sum();
        while all > ROOM {
            let Some((_, forgotten)) = known.pop_lru() else { break };
            all -= size(&forgotten);
        }
    }
}

/// What can be said of a kept state; worked out by heavy work the first time.
///
/// # Errors
/// [`WebError::Busy`]; a document that cannot be read.
pub(super) async fn studied(
    request: &HttpRequest,
    state: &Data<State>,
    revision: &Revision,
    edge: Option<Edge>,
) -> Result<Arc<Studied>, WebError> {
    let content = Sha256::new()
        .chain_update(revision.ruleset.as_bytes())
        .chain_update([0])
        .chain_update(revision.document.as_bytes())
        .finalize()
        .into();
    let key = Key { content, edge };
    let once = state.studies.once(key);
    let study = async || {
        let (shared, revision) = (state.clone(), revision.clone());
        let work = move || {
            let layout = layout_of(&shared, &revision)?;
            let origin = Origin::of(&layout);
            let table = Arc::new(TablePart::with_origin(&layout, shared.book, edge, &origin));
            let bytes = table.svg.len() + 3 * revision.document.len();
            Ok::<_, WebError>(Arc::new(Studied { begun: !origin.as_rolled, table, layout, bytes }))
        };
        state.heavy(request, Kind::Table, work).await?
    };
    // Whoever waits for another's work waits no longer than for a permit.
    let studied = tokio::time::timeout(PATIENCE, once.get_or_try_init(study)).await.map_err(|_| WebError::Busy);
    match studied.and_then(|studied| studied.map(Arc::clone)) {
        Ok(studied) => {
            state.studies.make_room();
            Ok(studied)
        }
        Err(error) => {
            state.studies.forget(&key, &once);
            Err(error)
        }
    }
}
