//! Keeping an army: its history, copies, the edit link, and its end.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::create::{keep, new_request};
use super::edit::{id_of, own_army};
use super::show::state_at;
use super::state::{draft_of, moment, request_key};
use crate::store::{Kind, RevisionSummary, StoreError};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Area, Layout, render, render_as, see_other};
use crate::web::state::State;
use crate::web::visitor::{self, Flash};

/// States on one page of a history.
const PAGE: u32 = 50;

#[derive(Template)]
#[template(path = "armies/history.html")]
struct HistoryPage {
    layout: Layout,
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
    spent: String,
    at: String,
}

impl From<RevisionSummary> for PastState {
    fn from(state: RevisionSummary) -> Self {
        Self {
            number: state.number,
            parent: state.parent,
            hash: state.hash.to_string(),
            action: state.action,
            name: state.name,
            legal: state.legal,
            spent: state.figure,
            at: moment(state.created_at),
        }
    }
}

/// Where a page of the history begins.
#[derive(serde::Deserialize)]
pub struct HistoryQuery {
    before: Option<i64>,
}

/// `GET /armies/{id}/history`
///
/// # Errors
/// Not there, not the visitor's.
pub async fn show_history(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: actix_web::web::Query<HistoryQuery>,
) -> Result<HttpResponse, WebError> {
    history(&request, &state, &path, query.before, StatusCode::OK).await
}

async fn history(
    request: &HttpRequest,
    state: &State,
    path: &str,
    before: Option<i64>,
    status: StatusCode,
) -> Result<HttpResponse, WebError> {
    let id = id_of(path)?;
    let army = own_army(state, request, &id).await?;
    let states: Vec<PastState> =
        state.store.revisions(Kind::Army, &id, before, PAGE).await?.into_iter().map(PastState::from).collect();
    let page = HistoryPage {
        layout: Layout::new(state, format!("History of {}", army.head.name), Some(Area::Armies)),
        id: id.to_string(),
        title: army.head.name.clone(),
        request: new_request()?,
        head: army.head.number,
        older: states.last().map(|state| state.number).filter(|number| *number > 1),
        states,
        conflict: status == StatusCode::CONFLICT,
    };
    let mut response = render_as(status, &page)?;
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(response)
}

/// `POST /armies/{id}/restore`
///
/// # Errors
/// Not there, not the visitor's, a form that makes no sense.
pub async fn restore_state(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let number =
        |text: String| text.parse::<i64>().map_err(|_| WebError::Unreadable("there is no such state".to_owned()));
    let base = number(fields.demand("base")?)?;
    let wanted = number(fields.demand("number")?)?;
    // Not looked at: it makes a click on one page differ from the same click on another, in the name of the request.
    fields.take("request");
    fields.finish()?;
    let visitor = visitor::visitor_or_new(&request)?.digest();
    match state.store.restore(Kind::Army, &id, &visitor, base, &request_key(&id, "restore", &body), wanted).await {
        Ok(_) => Ok(see_other(&format!("/armies/{id}/edit")).cookie(Flash::Restored.cookie(&state)).finish()),
        Err(StoreError::Conflict { .. }) => history(&request, &state, &path, None, StatusCode::CONFLICT).await,
        Err(error) => Err(error.into()),
    }
}

/// `POST /armies/{id}/copy`: a copy of the current state, or of the one named.
///
/// # Errors
/// Not there, a form that makes no sense.
pub async fn copy_army(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let hash = fields.demand("hash")?;
    fields.finish()?;
    let (_, revision) = state_at(&state, &path, &hash).await?;
    let draft = draft_of(&state, &revision)?;
    keep(&request, &state, &draft, &name, &format!("copied from {}", revision.name), Some(Flash::Copied)).await
}

/// `POST /armies/{id}/key`: a new edit link, or the new one put away.
///
/// # Errors
/// Not there, not the visitor's, a form that makes no sense.
pub async fn change_key(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    // Not looked at: it makes a click on one page differ from the same click on another, in the name of the request.
    fields.demand("request")?;
    fields.finish()?;
    let mut response = see_other(&format!("/armies/{id}/edit"));
    match asked.as_str() {
        "kept" => {
            own_army(&state, &request, &id).await?;
            response.cookie(visitor::no_key_cookie(&state, &id));
        }
        "new" => {
            let visitor = visitor::visitor_or_new(&request)?;
            let key = state.store.rotate_edit_key(Kind::Army, &id, &visitor, &request_key(&id, "key", &body)).await?;
            if let Some(key) = key {
                response.cookie(visitor::key_cookie(&state, &id, &key));
            }
            response.cookie(Flash::Rekeyed.cookie(&state));
        }
        _ => return Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    }
    Ok(response.finish())
}

#[derive(Template)]
#[template(path = "armies/delete.html")]
struct DeletePage {
    layout: Layout,
    id: String,
    /// Names the request, so that a form sent twice leads to the same page.
    request: String,
    title: String,
    /// How many states go with it, in words.
    states: String,
}

/// `GET /armies/{id}/delete`
///
/// # Errors
/// Not there, not the visitor's.
pub async fn ask_delete(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let army = own_army(&state, &request, &id).await?;
    render(&DeletePage {
        layout: Layout::new(&state, format!("Delete {}", army.head.name), Some(Area::Armies)),
        id: id.to_string(),
        request: new_request()?,
        title: army.head.name,
        states: match army.revision_count {
            1 => "the one state it is in".to_owned(),
            states => format!("all its {states} states"),
        },
    })
}

/// `POST /armies/{id}/delete`
///
/// # Errors
/// Not there, not the visitor's.
pub async fn delete_army(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    // Not looked at: it names the request.
    fields.demand("request")?;
    fields.finish()?;
    let visitor = visitor::visitor_or_new(&request)?.digest();
    state.store.delete(Kind::Army, &id, &visitor, &request_key(&id, "delete", &body)).await?;
    Ok(see_other("/").cookie(Flash::Deleted.cookie(&state)).finish())
}
