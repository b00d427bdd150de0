//! The page of a list, `/lists/own/{id}`, the permanent page of one of its states, and armies that are built from it.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::Draft;
use musterfield_army::draft::own_list;
use musterfield_army::picked::of_own_list;

use super::content::OwnList;
use super::reading::Understood;
use crate::store::{Revision, Work, WorkId};
use crate::web::accounts::identity;
use crate::web::admin::moderation::Fold;
use crate::web::armies::keep_army;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, moment, not_stored, render};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::LISTS;
use crate::web::works::content::Content;
use crate::web::works::create::new_request;
use crate::web::works::find::id_of;

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
    /// The request key of the forms of this page.
    request: String,
    permanent: String,
    saved_at: String,
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
    let response = cookies::clear_flash(&request, &state, cookies::known(&request, &state, render(&page)?)?)?;
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
    cookies::known(&request, &state, render(&page)?)
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
    let understand = move || Understood::new(&shared, &list);
    Ok(ListPage {
        layout: Layout::new(state, revision.name.clone(), Some(Area::Armies)),
        id: work.id.clone(),
        hash: revision.hash.to_string(),
        name: revision.name.clone(),
        ruleset,
        understood: state.run_by_size(request, JobKind::Army, text.len(), understand).await?,
        text,
        editable: work.editable,
        request: new_request()?,
        permanent: state.url(request, &link::own_list_revision(&work.id, &revision.hash)),
        saved_at: moment(revision.created_at),
        fixed,
        hidden: work.hidden.clone(),
        admin: None,
    })
}

/// `POST /lists/own/{id}/armies`: a new army that carries the list in the state with the hash in the form.
///
/// # Errors
/// When there is no such list, or the form is malformed.
pub async fn army_from_own_list(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let hash = fields.demand("hash")?;
    fields.finish()?;
    let (_, revision) = LISTS.revision_at(&state, &request, (&path, &hash)).await?;
    let own = OwnList::of(&state, &revision)?;
    // The address of the list stays with those who have it: whoever sees the army sees only its text.
    let draft = match own.read() {
        Ok(list) => of_own_list(own.ruleset, &own.text, &list),
        // The check of the army says what today's rules cannot read.
        Err(_) => Draft { own_list: own_list(&own.text).ok().flatten(), ..Draft::new(own.ruleset) },
    };
    keep_army(&request, &state, &draft, &name, &format!("started from {}", revision.name)).await
}
