//! Deletes a work.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::change::request_key;
use super::create::new_request;
use super::find::id_of;
use super::{HasWorkKind, WorkKind};
use crate::web::accounts::identity;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Layout, render, see_other};
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "works/delete.html")]
struct DeletePage {
    layout: Layout,
    work_kind: &'static WorkKind,
    id: String,
    /// The request key, so that a form sent twice leads to the same page.
    request: String,
    title: String,
    /// The number of revisions that are deleted with it, in words.
    states: String,
}

/// `GET …/{id}/delete`
///
/// # Errors
/// When there is no such work, or it is not the visitor's.
pub async fn ask_delete<S: HasWorkKind>(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (work_kind, id) = (S::WORK_KIND, id_of(&path)?);
    let work = work_kind.work_to_edit(&state, &request, &id).await?;
    render(&DeletePage {
        layout: Layout::new(&state, format!("Delete {}", work.head.name), Some(work_kind.area)),
        work_kind,
        id: id.to_string(),
        request: new_request()?,
        title: work.head.name,
        states: match work.revision_count {
            1 => "its only version".to_owned(),
            states => format!("all its {states} versions"),
        },
    })
}

/// `POST …/{id}/delete`
///
/// # Errors
/// When there is no such work, or it is not the visitor's.
pub async fn delete_work<S: HasWorkKind>(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (work_kind, id) = (S::WORK_KIND, id_of(&path)?);
    let mut fields = Fields::parse(&body)?;
    // Ignored: it is part of the request key.
    fields.demand("request")?;
    fields.finish()?;
    let (by, _) = identity::holder_or_new(&request, &state, "").await?;
    state.store.delete(work_kind.kind, &id, &by, &request_key(&id, "delete", &body)).await?;
    Ok(see_other(&work_kind.own()).cookie(Flash::Deleted(work_kind.kind).cookie(&state)).finish())
}
