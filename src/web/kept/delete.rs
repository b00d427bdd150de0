//! The end of a work.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::change::request_key;
use super::make::new_request;
use super::open::id_of;
use super::{OnShelf, Shelf};
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Layout, render, see_other};
use crate::web::state::State;
use crate::web::visitor::Flash;

#[derive(Template)]
#[template(path = "kept/delete.html")]
struct DeletePage {
    layout: Layout,
    shelf: &'static Shelf,
    id: String,
    /// Names the request, so that a form sent twice leads to the same page.
    request: String,
    title: String,
    /// How many states go with it, in words.
    states: String,
}

/// `GET …/{id}/delete`
///
/// # Errors
/// Not there, not the visitor's.
pub async fn ask_delete<S: OnShelf>(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (shelf, id) = (S::SHELF, id_of(&path)?);
    let work = shelf.own(&state, &request, &id).await?;
    render(&DeletePage {
        layout: Layout::new(&state, format!("Delete {}", work.head.name), Some(shelf.area)),
        shelf,
        id: id.to_string(),
        request: new_request()?,
        title: work.head.name,
        states: match work.revision_count {
            1 => "the one state it is in".to_owned(),
            states => format!("all its {states} states"),
        },
    })
}

/// `POST …/{id}/delete`
///
/// # Errors
/// Not there, not the visitor's.
pub async fn delete_work<S: OnShelf>(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (shelf, id) = (S::SHELF, id_of(&path)?);
    let mut fields = Fields::parse(&body)?;
    // Not looked at: it names the request.
    fields.demand("request")?;
    fields.finish()?;
    let (by, _) = who::holder_or_new(&request, &state).await?;
    state.store.delete(shelf.kind, &id, &by, &request_key(&id, "delete", &body)).await?;
    Ok(see_other(shelf.path).cookie(Flash::Deleted(shelf.kind).cookie(&state)).finish())
}
