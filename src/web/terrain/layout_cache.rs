//! Cached analyses of saved layouts: map, verdict, origin. A revision never changes, and neither does its analysis, so
//! it is made once and cached as long as there is room.

use std::fmt;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::HttpRequest;
use actix_web::web::Data;
use lru::LruCache;
use musterfield_terrain::check::{Report, check};
use musterfield_terrain::origin::Origin;
use musterfield_terrain::{Edge, Layout};
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use super::revision::layout_of;
use super::table::TablePart;
use crate::store::Revision;
use crate::web::error::WebError;
use crate::web::scheduler::{JobKind, PATIENCE};
use crate::web::state::AppState;

/// The largest number of cached analyses.
const MOST: NonZero<usize> = NonZero::new(256).unwrap();
/// The bytes that they may take in all.
const ROOM: usize = 32 << 20;

/// The content of a revision and the edge whose zones are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    content: [u8; 32],
    edge: Option<Edge>,
}

/// A saved layout with everything that pages show about it.
#[derive(Debug)]
pub(super) struct AnalysedLayout {
    /// The part that is the same for every choice of edge.
    pub layout: Arc<Layout>,
    findings: Arc<(Report, Origin)>,
    pub table: Arc<TablePart>,
    /// Whether the seed is only the one with which it began.
    pub begun: bool,
    /// An estimate of its memory: the map, and three times the document for outlines, features and findings.
    bytes: usize,
}

type Once = Arc<OnceCell<Arc<AnalysedLayout>>>;

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
    fn once(&self, key: Key) -> Once {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.get_or_insert(key, Once::default))
    }

    /// An analysis of the same content with another edge: reading, checking and tracing it back to its dice is not done
    /// again.
    fn of_another_edge(&self, content: [u8; 32]) -> Option<Arc<AnalysedLayout>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut edges = Edge::ALL.into_iter().map(Some).chain([None]);
        edges.find_map(|edge| known.peek(&Key { content, edge })?.get().cloned())
    }

    /// Removes an attempt that failed, because it would block further ones.
    fn forget(&self, key: &Key, once: &Once) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.peek(key).is_some_and(|known| Arc::ptr_eq(known, once) && !known.initialized()) {
            known.pop(key);
        }
    }

    /// Removes those that were not used for longest until the rest fits.
    fn make_room(&self) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let size = |once: &Once| once.get().map_or(0, |analysed| analysed.bytes);
        let mut all: usize = known.iter().map(|(_, once)| size(once)).sum();
        while all > ROOM {
            let Some((_, forgotten)) = known.pop_lru() else { break };
            all -= size(&forgotten);
        }
    }
}

/// The analysis of a revision; made by heavy work the first time.
///
/// # Errors
/// [`WebError::Busy`]; when the document cannot be read.
pub(super) async fn analysed(
    request: &HttpRequest,
    state: &Data<AppState>,
    revision: &Revision,
    edge: Option<Edge>,
) -> Result<Arc<AnalysedLayout>, WebError> {
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
        let known = state.studies.of_another_edge(content);
        let work = move || {
            let (layout, findings) = match known {
                Some(known) => (Arc::clone(&known.layout), Arc::clone(&known.findings)),
                None => {
                    let layout = layout_of(&shared, &revision)?;
                    let findings = (check(&layout), Origin::of(&layout));
                    (Arc::new(layout), Arc::new(findings))
                }
            };
            let (report, origin) = &*findings;
            let table = Arc::new(TablePart::with_findings(&layout, shared.book, edge, (report, origin)));
            let bytes = table.svg.len() + 3 * revision.document.len();
            let begun = !origin.as_rolled;
            Ok::<_, WebError>(Arc::new(AnalysedLayout { layout, findings, table, begun, bytes }))
        };
        state.run_heavy(request, JobKind::Table, work).await?
    };
    // A request that waits for another's work waits no longer than for a permit.
    let analysed = tokio::time::timeout(PATIENCE, once.get_or_try_init(study)).await.map_err(|_| WebError::Busy);
    match analysed.and_then(|analysed| analysed.map(Arc::clone)) {
        Ok(analysed) => {
            state.studies.make_room();
            Ok(analysed)
        }
        Err(error) => {
            state.studies.forget(&key, &once);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use musterfield_lists::collection;
    use musterfield_rules::book;
    use musterfield_terrain::Board;
    use musterfield_terrain::generate::{Settings, generate};
    use tempfile::TempDir;
    use time::OffsetDateTime;

    use super::super::revision::written;
    use super::*;
    use crate::store::{DatabaseUrl, Store};

    #[tokio::test]
    async fn a_layout_is_read_and_checked_once_for_all_edges() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::parse(&format!("sqlite:{}/a.sqlite", folder.path().display())).unwrap();
        let book = book().unwrap();
        let state = Data::new(AppState::new(Store::open(&url, 1).unwrap(), book, collection(book).unwrap()));
        let rules = book.terrain("d3h2").unwrap();
        let home = rules.home_terrain("forest").unwrap();
        let layout = generate(&Settings::new(rules, home, Board { width: 15_000, depth: 15_000 }, 3)).unwrap();
        let new = written(&state, &layout, None).unwrap().new_revision(&state, "laid out".to_owned()).unwrap();
        let revision = Revision {
            number: 1,
            parent: None,
            hash: new.hash,
            document: new.document,
            ruleset: new.ruleset,
            ruleset_version: new.ruleset_version,
            name: new.name,
            legal: new.legal,
            figure: new.figure,
            action: new.action,
            created_at: OffsetDateTime::UNIX_EPOCH,
        };
        let request = TestRequest::get().to_http_request();
        let of = |edge| analysed(&request, &state, &revision, edge);
        let (plain, north) = (of(None).await.unwrap(), of(Some(Edge::North)).await.unwrap());
        assert_eq!(*plain.layout, layout);
        assert!(Arc::ptr_eq(&plain.layout, &north.layout) && Arc::ptr_eq(&plain.findings, &north.findings));
        assert_ne!(plain.table.svg, north.table.svg);
        assert!(Arc::ptr_eq(&north, &of(Some(Edge::North)).await.unwrap()));
    }
}
