//! The analysis of a saved layout: read, checked, traced back to its dice and drawn once, then taken from the cache.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;
use musterfield_terrain::Edge;
use musterfield_terrain::check::check;
use musterfield_terrain::origin::Origin;
use sha2::{Digest as _, Sha256};

use super::layout_cache::{AnalysedLayout, Key};
use super::revision::layout_of;
use super::table::TablePart;
use crate::store::Revision;
use crate::web::error::WebError;
use crate::web::scheduler::{JobKind, PATIENCE};
use crate::web::state::AppState;

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
