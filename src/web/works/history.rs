//! The history of a work: all its revisions, and restoring an earlier one.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_rules::Book;
use serde::Deserialize;

use super::change::request_key;
use super::create::new_request;
use super::find::id_of;
use super::{HasWorkKind, WorkKind};
use crate::store::{RevisionSummary, StoreError};
use crate::web::accounts::identity;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::moment::Moment;
use crate::web::page::{Layout, not_stored, render_as, see_other};
use crate::web::state::AppState;

/// The number of revisions on one page of a history.
const PAGE: u32 = 50;

#[derive(Template)]
#[template(path = "works/history.html")]
struct HistoryPage {
    layout: Layout,
    work_kind: &'static WorkKind,
    id: String,
    title: String,
    /// The request key of the forms of this page, so that one sent twice takes effect once.
    request: String,
    /// The number of the current revision.
    head: i64,
    states: Vec<PastState>,
    /// The number before which older revisions are shown.
    older: Option<i64>,
    conflict: bool,
}

struct PastState {
    number: i64,
    /// Whether it is the one that is edited.
    current: bool,
    /// The revision from which it was made, where that is not the one before.
    based_on: Option<i64>,
    hash: String,
    action: String,
    name: String,
    legal: bool,
    figure: String,
    at: Moment,
}

impl PastState {
    fn new(work_kind: &WorkKind, book: &Book, head: i64, state: RevisionSummary) -> Self {
        Self {
            number: state.number,
            current: state.number == head,
            based_on: state.parent.filter(|parent| *parent != state.number - 1),
            hash: state.hash.to_string(),
            action: state.action,
            name: state.name,
            legal: state.legal,
            figure: work_kind.figure(book, &state.ruleset, &state.figure),
            at: Moment::from(state.created_at),
        }
    }
}

/// The position at which a page of the history begins.
#[derive(Deserialize)]
pub struct HistoryQuery {
    before: Option<i64>,
}

/// `GET …/{id}/history`
///
/// # Errors
/// When there is no such work, or it is not the visitor's.
pub async fn show_history<S: HasWorkKind>(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<HistoryQuery>,
) -> Result<HttpResponse, WebError> {
    history(S::WORK_KIND, &request, &state, &path, query.before, StatusCode::OK).await
}

async fn history(
    work_kind: &'static WorkKind,
    request: &HttpRequest,
    state: &AppState,
    path: &str,
    before: Option<i64>,
    status: StatusCode,
) -> Result<HttpResponse, WebError> {
    let id = id_of(path)?;
    let work = work_kind.work_to_edit(state, request, &id).await?;
    let states = state.store.revisions(work_kind.kind, &id, before, PAGE).await?;
    let states: Vec<PastState> =
        states.into_iter().map(|past| PastState::new(work_kind, state.book, work.head.number, past)).collect();
    let page = HistoryPage {
        layout: Layout::new(state, format!("History of {}", work.head.name), Some(work_kind.area))
            .marked_wrong(status == StatusCode::CONFLICT),
        work_kind,
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
/// When there is no such work, it is not the visitor's, or the form is malformed.
pub async fn restore_state<S: HasWorkKind>(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (work_kind, id) = (S::WORK_KIND, id_of(&path)?);
    let mut fields = Fields::parse(&body)?;
    let number =
        |text: String| text.parse::<i64>().map_err(|_| WebError::Unreadable("there is no such version".to_owned()));
    let base = number(fields.demand("base")?)?;
    let wanted = number(fields.demand("number")?)?;
    // Ignored: it makes a click on one page differ from the same click on another in the request key.
    fields.take("request");
    fields.finish()?;
    let (by, _) = identity::holder_or_new(&request, &state, "").await?;
    let key = request_key(&id, "restore", &body);
    match state.store_for(&request).restore(work_kind.kind, &id, &by, base, &key, wanted).await {
        Ok(_) => Ok(see_other(&work_kind.editor(&id)).cookie(Flash::Restored.cookie(&state)).finish()),
        Err(StoreError::Conflict { .. }) => {
            history(work_kind, &request, &state, &path, None, StatusCode::CONFLICT).await
        }
        Err(error) => Err(error.into()),
    }
}
