//! The page of a list, `/lists/own/{id}`, and the permanent page of one of its states.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::content::OwnList;
use super::reading::Understood;
use crate::store::{Revision, Work, WorkId};
use crate::web::accounts::identity;
use crate::web::admin::moderation::Fold;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::moment::Moment;
use crate::web::page::{Area, Layout, not_stored, render};
use crate::web::preview::Preview;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::content::Content;
use crate::web::works::create::new_request;
use crate::web::works::find::id_of;
use crate::web::works::own_works::OwnWork;
use crate::web::works::{ARMIES, LISTS};

/// The largest number of the visitor's armies that are looked through for those that may take the list.
const ARMIES_OFFERED: u32 = 20;

#[derive(Template)]
#[template(path = "lists/own.html")]
struct ListPage {
    layout: Layout,
    id: WorkId,
    hash: String,
    name: String,
    ruleset: String,
    /// The text as it was typed.
    text: String,
    understood: Understood,
    /// Whether this browser may edit it.
    editable: bool,
    /// The visitor's latest armies of the ruleset.
    armies: Vec<OwnWork>,
    /// The request key of the forms of this page.
    request: String,
    /// The address of the list, and that of this state.
    address: String,
    permanent: String,
    saved_at: Moment,
    /// Whether this is the address of one state; then whether it is the current one.
    fixed: Option<bool>,
    /// The reason for which the administrators hide it.
    hidden: Option<String>,
    /// The form of administrators; `None` for others.
    admin: Option<Fold>,
}

/// `GET /lists/own/{id}`
///
/// # Errors
/// When there is no such list, or it was deleted.
pub async fn show_own_list(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let work = LISTS.work_to_share(&state, &request, &id_of(&path)?).await?;
    let mut page = page_of(&request, &state, &work, &work.head, None).await?;
    page.admin = identity::is_admin(&request, &state).await?.then(|| Fold::of_work(&LISTS, &work));
    page.layout = page.layout.with_flash(&request);
    let response = cookies::clear_flash(&request, &state, render(&page)?)?;
    Ok(not_stored(response))
}

/// `GET /lists/own/{id}/v/{hash}`
///
/// # Errors
/// When there is no such list, or it was deleted.
pub async fn show_own_list_state(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, revision) = LISTS.revision_at(&state, &request, (&path.0, &path.1)).await?;
    let work = LISTS.work(&state, &request, &id).await?;
    let is_current = work.head.hash == revision.hash;
    let page = page_of(&request, &state, &work, &revision, Some(is_current)).await?;
    render(&page)
}

async fn page_of(
    request: &HttpRequest,
    state: &Data<AppState>,
    work: &Work,
    revision: &Revision,
    fixed: Option<bool>,
) -> Result<ListPage, WebError> {
    let (list, shared) = (OwnList::of(state, revision)?, state.clone());
    let (ruleset, text) = (list.ruleset.name.to_string(), list.text.clone());
    let (armies, _) = OwnWork::of_reached(&ARMIES, state, request, ARMIES_OFFERED).await?;
    let understand = move || Understood::new(&shared, &list);
    let address = match fixed {
        Some(_) => link::own_list_revision(&work.id, &revision.hash),
        None => link::own_list(&work.id),
    };
    let preview = Preview::of_visitor(address, format!("A player’s army list for {ruleset}: build armies from it."));
    Ok(ListPage {
        layout: Layout::new(state, revision.name.clone(), Some(Area::Armies)).previewed(preview),
        id: work.id.clone(),
        hash: revision.hash.to_string(),
        name: revision.name.clone(),
        armies: armies.into_iter().filter(|army| army.ruleset == ruleset).collect(),
        ruleset,
        understood: state.run_by_size(request, JobKind::Army, text.len(), understand).await?,
        text,
        editable: work.editable,
        request: new_request()?,
        address: state.url(request, &link::own_list(&work.id)),
        permanent: state.url(request, &link::own_list_revision(&work.id, &revision.hash)),
        saved_at: Moment::from(revision.created_at),
        fixed,
        hidden: work.hidden.clone(),
        admin: None,
    })
}
