//! The visitor's own works.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::{HasWorkKind, WorkKind};
use crate::store::{WorkId, WorkSummary};
use crate::web::accounts::identity;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::moment::{Moment, day};
use crate::web::page::{Layout, render};
use crate::web::state::AppState;

/// The number of works on one page.
const PAGE: u32 = 50;

/// A work that this browser may edit.
pub(crate) struct OwnWork {
    pub id: WorkId,
    /// Its public page.
    pub page: String,
    pub editor: String,
    pub name: String,
    /// Whether its last version is legal; `None` for works that are not judged.
    pub legal: Option<bool>,
    pub figure: String,
    pub ruleset: String,
    /// The time of its last change.
    pub changed: Moment,
    /// The day on which it is deleted if nobody opens it; `None` if it is kept permanently.
    pub swept: Option<String>,
}

impl OwnWork {
    /// At most `limit` works of the browser after the first `skip`, latest change first, and whether there are more.
    pub(crate) async fn of(
        work_kind: &WorkKind,
        state: &AppState,
        request: &HttpRequest,
        skip: u32,
        limit: u32,
    ) -> Result<(Vec<Self>, bool), WebError> {
        let Some(by) = identity::holder(request, state).await? else { return Ok((Vec::new(), false)) };
        let mut held = state.store.held_by(&by, work_kind.kind, skip, limit + 1).await?;
        let shown = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = held.len() > shown;
        held.truncate(shown);
        Ok((held.into_iter().map(|work| Self::new(work_kind, state, work)).collect(), more))
    }

    /// The latest works of the browser as [`OwnWork::of`] has them, for a page that does without them if the database
    /// does not answer.
    pub(crate) async fn of_reached(
        work_kind: &WorkKind,
        state: &AppState,
        request: &HttpRequest,
        limit: u32,
    ) -> Result<(Vec<Self>, bool), WebError> {
        match Self::of(work_kind, state, request, 0, limit).await {
            Err(WebError::Unavailable) => Ok((Vec::new(), false)),
            found => found,
        }
    }

    fn new(work_kind: &WorkKind, state: &AppState, work: WorkSummary) -> Self {
        Self {
            page: work_kind.page(&work.id).into(),
            editor: work_kind.editor(&work.id).into(),
            swept: work.swept_at().map(day),
            figure: work_kind.figure(state.book, &work.ruleset, &work.figure),
            ruleset: ruleset_name(state, work.ruleset),
            changed: Moment::from(work.updated_at),
            name: work.name,
            id: work.id,
            legal: work_kind.judged.then_some(work.legal),
        }
    }
}

/// The name of a ruleset; some have only battlefields.
fn ruleset_name(state: &AppState, id: String) -> String {
    let armies = state.book.ruleset(&id).map(|ruleset| ruleset.name.to_string());
    armies.or_else(|| state.book.terrain(&id).map(|rules| rules.name.to_string())).unwrap_or(id)
}

#[derive(Template)]
#[template(path = "works/own.html")]
struct MinePage {
    layout: Layout,
    work_kind: &'static WorkKind,
    mine: Vec<OwnWork>,
    /// The position at which the page of older ones begins.
    older: Option<u32>,
}

/// The query for a page of the list.
#[derive(Deserialize)]
pub struct MineQuery {
    /// The number of works to skip.
    skip: Option<u32>,
}

/// `GET` at the address of the work kind.
///
/// # Errors
/// When the database does not answer.
pub async fn my_works<S: HasWorkKind>(
    request: HttpRequest,
    state: Data<AppState>,
    query: Query<MineQuery>,
) -> Result<HttpResponse, WebError> {
    let work_kind = S::WORK_KIND;
    let skip = query.skip.unwrap_or(0);
    let (mine, more) = OwnWork::of(work_kind, &state, &request, skip, PAGE).await?;
    let older = skip.checked_add(PAGE).filter(|_| more);
    let layout = Layout::new(&state, format!("My {}", work_kind.words), Some(work_kind.area))
        .beginning_at(work_kind.own())
        .with_flash(&request);
    cookies::clear_flash(&request, &state, render(&MinePage { layout, work_kind, mine, older })?)
}
