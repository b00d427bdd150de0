//! The page of a layout: `/terrain/{id}`, and the permanent page of one revision: `/terrain/{id}/v/{hash}`.

use std::sync::Arc;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_terrain::Edge;

use super::layout_cache::AnalysedLayout;
use super::revision::{changed_verdict, verdict_when_saved};
use super::study::analysed;
use super::table::TablePart;
use crate::store::{Revision, Work, WorkId};
use crate::web::accounts::identity;
use crate::web::admin::moderation::Fold;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link::{self, Address};
use crate::web::moment::Moment;
use crate::web::page::{self, Area, not_stored, render_long};
use crate::web::preview::{PICTURE_WIDTH, Preview};
use crate::web::state::AppState;
use crate::web::works::LAYOUTS;
use crate::web::works::changed::ChangedVerdict;
use crate::web::works::create::new_request;
use crate::web::works::find::id_of;
use musterfield_words::number::counted;

#[derive(Template)]
#[template(path = "terrain/show.html")]
struct LayoutPage {
    layout: page::Layout,
    id: WorkId,
    /// Address of the page.
    none: Address,
    /// The same address up to the value of the edge.
    to: Address,
    hash: String,
    studied: Arc<AnalysedLayout>,
    /// The edge whose zones are drawn, as part of the addresses of files.
    edge: String,
    /// Whether this browser may edit it.
    editable: bool,
    /// The request key for the form that copies it.
    request: String,
    permanent: String,
    /// The address that always shows the newest revision, including the site; `None` on the page of a revision.
    living: Option<String>,
    qr: Arc<str>,
    saved_at: Moment,
    fixed: Option<Fixed>,
    /// The change of the verdict since the current revision was saved.
    changed: Option<ChangedVerdict>,
    /// The reason for which the administrators hide it.
    hidden: Option<String>,
    /// The form of administrators; `None` for others.
    admin: Option<Fold>,
}

impl LayoutPage {
    /// Whether the page leads to the editor; that of a revision does not.
    fn offers_editing(&self) -> bool {
        self.editable && self.fixed.is_none()
    }

    /// The address of a file of the revision that is shown.
    fn file(&self, format: &str) -> Address {
        match self.fixed {
            Some(_) => link::layout_revision_file(&self.id, &self.hash, format),
            None => link::layout_file(&self.id, format),
        }
    }

    /// The address of a drawing in this format, in colour or for print, with the zones that are shown.
    fn drawing(&self, format: &str, for_print: bool) -> Address {
        let style = if for_print { "print" } else { "" };
        let parts = [("style", style), ("edge", &self.edge)].into_iter().filter(|(_, value)| !value.is_empty());
        parts.fold(self.file(format), |address, (name, value)| address.with(name, value))
    }
}

/// A revision under its permanent address.
struct Fixed {
    /// Whether it is also the current revision.
    current: bool,
    /// The verdict of the check at that time, where today's differs.
    then: Option<String>,
}

/// `GET /terrain/{id}`
///
/// # Errors
/// When there is no such layout, or it was deleted.
pub async fn show_layout(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let work = LAYOUTS.work_to_share(&state, &request, &id).await?;
    let mut page = page_of(&request, &state, &id, &work, &work.head, Shown::Current).await?;
    page.admin = identity::is_admin(&request, &state).await?.then(|| Fold::of_work(&LAYOUTS, &work));
    let response = cookies::clear_flash(&request, &state, rendered(&page)?)?;
    Ok(not_stored(response))
}

/// `GET /terrain/{id}/v/{hash}`
///
/// # Errors
/// When there is no such layout, or it was deleted.
pub async fn show_layout_state(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, revision) = LAYOUTS.revision_at(&state, &request, (&path.0, &path.1)).await?;
    let work = LAYOUTS.work(&state, &request, &id).await?;
    let page = page_of(&request, &state, &id, &work, &revision, Shown::State).await?;
    rendered(&page)
}

/// The kind of address that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// The address of the layout as it is now.
    Current,
    /// The address of one of its revisions.
    State,
}

async fn page_of(
    request: &HttpRequest,
    state: &Data<AppState>,
    id: &WorkId,
    work: &Work,
    revision: &Revision,
    shown: Shown,
) -> Result<LayoutPage, WebError> {
    let edge = edge_of(request)?;
    let analysed = analysed(request, state, revision, edge).await?;
    let table = &analysed.table;
    let fixed = (shown == Shown::State).then(|| Fixed {
        current: work.head.hash == revision.hash,
        then: verdict_when_saved(revision, analysed.layout.rules, table.legal),
    });
    let permanent = state.url(request, &link::layout_revision(id, &revision.hash));
    let living = fixed.is_none().then(|| state.url(request, &link::layout(id)));
    let none = if fixed.is_some() { link::layout_revision(id, &revision.hash) } else { link::layout(id) };
    let (address, picture) = match fixed {
        Some(_) => (none.clone(), link::layout_revision_file(id, &revision.hash, "png")),
        None => (none.clone(), link::layout_file(id, "png")),
    };
    let preview = Preview::of_visitor(address, described(table)).with_picture(picture.with("width", PICTURE_WIDTH));
    let surroundings = page::Layout::new(state, table.title.clone(), Some(Area::Tables)).previewed(preview);
    Ok(LayoutPage {
        changed: match fixed {
            Some(_) => None,
            None => changed_verdict(revision, analysed.layout.rules, table.legal),
        },
        layout: if fixed.is_some() { surroundings } else { surroundings.with_flash(request) },
        id: id.clone(),
        to: none.clone().with("edge", ""),
        none,
        hash: revision.hash.to_string(),
        studied: analysed,
        edge: edge.map(|edge| edge.to_string()).unwrap_or_default(),
        editable: work.editable,
        request: new_request()?,
        qr: state.codes.of(living.as_ref().unwrap_or(&permanent)),
        living,
        permanent,
        saved_at: Moment::from(revision.created_at),
        fixed,
        hidden: work.hidden.clone(),
        admin: None,
    })
}

/// A table in a sentence: `A legal battlefield for D3H2 with 5 pieces of terrain.`
fn described(table: &TablePart) -> String {
    let legal = if table.legal { "A legal" } else { "A" };
    let pieces = counted(table.pieces.len(), "piece of terrain", "pieces of terrain");
    format!("{legal} battlefield for {} with {pieces}.", table.ruleset)
}

fn rendered(page: &LayoutPage) -> Result<HttpResponse, WebError> {
    render_long(page, page.studied.table.svg.len())
}

/// The edge whose zones are requested; other parts of the query are ignored.
fn edge_of(request: &HttpRequest) -> Result<Option<Edge>, WebError> {
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    match fields.text("edge").as_str() {
        "" => Ok(None),
        written => match Edge::parse(written) {
            Some(edge) => Ok(Some(edge)),
            None => Err(WebError::Unreadable(format!("there is no edge “{written}”: north, east, south or west"))),
        },
    }
}
