//! All states of a work, and an earlier one put in force again.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::change::request_key;
use super::make::new_request;
use super::open::id_of;
use super::{OnShelf, Shelf};
use crate::store::{RevisionSummary, StoreError};
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Layout, moment, not_stored, render_as, see_other};
use crate::web::state::State;
use crate::web::visitor::Flash;

/// States on one page of a history.
const PAGE: u32 = 50;

#[derive(Template)]
#[template(path = "kept/history.html")]
struct HistoryPage {
    layout: Layout,
    shelf: &'static Shelf,
    id: String,
    title: String,
    /// Names the forms of this page, so that one sent twice does its work once.
    request: String,
    /// Number of the current state.
    head: i64,
    states: Vec<PastState>,
    /// Number before which older states are shown.
    older: Option<i64>,
    conflict: bool,
}

struct PastState {
    number: i64,
    parent: Option<i64>,
    hash: String,
    action: String,
    name: String,
    legal: bool,
    figure: String,
    at: String,
}

impl PastState {
    fn new(shelf: &Shelf, state: RevisionSummary) -> Self {
        Self {
            number: state.number,
            parent: state.parent,
            hash: state.hash.to_string(),
            action: state.action,
            name: state.name,
            legal: state.legal,
            figure: shelf.figure(&state.figure),
            at: moment(state.created_at),
        }
    }
}

/// Where a page of the history begins.
#[derive(Deserialize)]
pub struct HistoryQuery {
    before: Option<i64>,
}

/// `GET …/{id}/history`
///
/// # Errors
/// Not there, not the visitor's.
pub async fn show_history<S: OnShelf>(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: Query<HistoryQuery>,
) -> Result<HttpResponse, WebError> {
    history(S::SHELF, &request, &state, &path, query.before, StatusCode::OK).await
}

async fn history(
    shelf: &'static Shelf,
    request: &HttpRequest,
    state: &State,
    path: &str,
    before: Option<i64>,
    status: StatusCode,
) -> Result<HttpResponse, WebError> {
    let id = id_of(path)?;
    let work = shelf.own(state, request, &id).await?;
    let states = state.store.revisions(shelf.kind, &id, before, PAGE).await?;
    let states: Vec<PastState> = states.into_iter().map(|past| PastState::new(shelf, past)).collect();
    let page = HistoryPage {
        layout: Layout::new(state, format!("History of {}", work.head.name), Some(shelf.area)),
        shelf,
        id: id.to_string(),
        title: work.head.name.clone(),
        request: new_request()?,
        head: work.head.number,
        older: states.last().map(|state| state.number).filter(|number| *number > 1),
        states,
        conflict: status == StatusCode::CONFLICT,
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// `POST …/{id}/restore`
///
/// # Errors
/// Not there, not the visitor's, a form that makes no sense.
pub async fn restore_state<S: OnShelf>(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (shelf, id) = (S::SHELF, id_of(&path)?);
    let mut fields = Fields::parse(&body)?;
    let number =
        |text: String| text.parse::<i64>().map_err(|_| WebError::Unreadable("there is no such state".to_owned()));
    let base = number(fields.demand("base")?)?;
    let wanted = number(fields.demand("number")?)?;
    // Not looked at: it makes a click on one page differ from the same click on another, in the name of the request.
    fields.take("request");
    fields.finish()?;
    let (by, _) = who::holder_or_new(&request, &state).await?;
    let key = request_key(&id, "restore", &body);
    match state.keeping(&request).restore(shelf.kind, &id, &by, base, &key, wanted).await {
        Ok(_) => Ok(see_other(&shelf.editor(&id)).cookie(Flash::Restored.cookie(&state)).finish()),
        Err(StoreError::Conflict { .. }) => history(shelf, &request, &state, &path, None, StatusCode::CONFLICT).await,
        Err(error) => Err(error.into()),
    }
}
