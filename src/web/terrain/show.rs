//! A layout to look at: `/terrain/{id}`, and one of its states for ever: `/terrain/{id}/v/{hash}`.

use std::sync::Arc;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::state::then;
use super::studied::{Studied, studied};
use crate::store::{Revision, Work, WorkId};
use crate::terrain::Edge;
use crate::web::accounts::who;
use crate::web::admin::fold::Fold;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::kept::LAYOUTS;
use crate::web::kept::make::new_request;
use crate::web::kept::open::id_of;
use crate::web::page::{self, Area, moment, not_stored, render_long};
use crate::web::state::State;
use crate::web::visitor;

#[derive(Template)]
#[template(path = "terrain/show.html")]
struct LayoutPage {
    layout: page::Layout,
    /// Address of the layout.
    path: String,
    /// Address of the page without ending, for the files below it.
    base: String,
    /// The same up to the value of the edge.
    to: String,
    hash: String,
    studied: Arc<Studied>,
    /// The edge whose zones are drawn, as the files below are asked for it.
    edge: String,
    /// Whether this browser may edit it.
    editable: bool,
    /// For the form that copies it.
    request: String,
    permanent: String,
    qr: Arc<str>,
    saved_at: String,
    fixed: Option<Fixed>,
    /// Why the administrators hide it.
    hidden: Option<String>,
    /// The form of administrators; none for others.
    admin: Option<Fold>,
}

/// A state under its permanent address.
struct Fixed {
    /// Whether it is also the current state.
    current: bool,
    /// What the check said then, where it says something else today.
    then: Option<String>,
}

/// `GET /terrain/{id}`
///
/// # Errors
/// Not there, deleted.
pub async fn show_layout(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let work = LAYOUTS.shared(&state, &request, &id).await?;
    let mut page = page_of(&request, &state, &id, &work, &work.head, Shown::Current).await?;
    page.admin = who::is_admin(&request, &state).await?.then(|| Fold::of_work(&LAYOUTS, &work));
    let response = visitor::said(&request, &state, visitor::known(&request, &state, rendered(&page)?)?)?;
    Ok(not_stored(response))
}

/// `GET /terrain/{id}/v/{hash}`
///
/// # Errors
/// Not there, deleted.
pub async fn show_layout_state(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, revision) = LAYOUTS.state_at(&state, &request, (&path.0, &path.1)).await?;
    let work = LAYOUTS.work(&state, &request, &id).await?;
    let page = page_of(&request, &state, &id, &work, &revision, Shown::State).await?;
    visitor::known(&request, &state, rendered(&page)?)
}

/// Which address is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// That of the layout as it is now.
    Current,
    /// That of one of its states.
    State,
}

async fn page_of(
    request: &HttpRequest,
    state: &Data<State>,
    id: &WorkId,
    work: &Work,
    revision: &Revision,
    shown: Shown,
) -> Result<LayoutPage, WebError> {
    let edge = edge_of(request)?;
    let studied = studied(request, state, revision, edge).await?;
    let table = &studied.table;
    let fixed = (shown == Shown::State).then(|| Fixed {
        current: work.head.hash == revision.hash,
        then: then(revision, studied.layout.rules, table.legal),
    });
    let permanent = state.url(request, &LAYOUTS.permanent(id, &revision.hash));
    let path = LAYOUTS.page(id);
    let base = if fixed.is_some() { LAYOUTS.permanent(id, &revision.hash) } else { path.clone() };
    let surroundings = page::Layout::new(state, table.title.clone(), Some(Area::Terrain));
    Ok(LayoutPage {
        layout: if fixed.is_some() { surroundings } else { surroundings.with_flash(request) },
        path,
        to: format!("{base}?edge="),
        base,
        hash: revision.hash.to_string(),
        studied,
        edge: edge.map(|edge| edge.to_string()).unwrap_or_default(),
        editable: work.editable,
        request: new_request()?,
        qr: state.codes.of(&permanent),
        permanent,
        saved_at: moment(revision.created_at),
        fixed,
        hidden: work.hidden.clone(),
        admin: None,
    })
}

fn rendered(page: &LayoutPage) -> Result<HttpResponse, WebError> {
    render_long(page, page.studied.table.svg.len())
}

/// The edge whose zones are asked for; whatever else an address says after its question mark is not for us.
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
