//! The works of one browser.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::{OnShelf, Shelf};
use crate::store::WorkSummary;
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::page::{Layout, day, moment, render};
use crate::web::state::State;
use crate::web::visitor;

/// Works on one page.
const PAGE: u32 = 50;

/// A work that this browser may edit.
pub(crate) struct Mine {
    /// Its page as everybody sees it.
    pub page: String,
    pub editor: String,
    pub name: String,
    pub legal: bool,
    pub figure: String,
    pub ruleset: String,
    /// When its state last changed.
    pub changed: String,
    /// The day on which it is deleted if nobody opens it; none if it is kept for good.
    pub swept: Option<String>,
}

impl Mine {
    /// At most `limit` works of the browser after the first `skip`, the last changed first, and whether there are more.
    pub(crate) async fn of(
        shelf: &Shelf,
        state: &State,
        request: &HttpRequest,
        skip: u32,
        limit: u32,
    ) -> Result<(Vec<Self>, bool), WebError> {
        let Some(by) = who::holder(request, state).await? else { return Ok((Vec::new(), false)) };
        let mut held = state.store.held_by(&by, shelf.kind, skip, limit + 1).await?;
        let shown = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = held.len() > shown;
        held.truncate(shown);
        Ok((held.into_iter().map(|work| Self::new(shelf, state, work)).collect(), more))
    }

    fn new(shelf: &Shelf, state: &State, work: WorkSummary) -> Self {
        Self {
            page: shelf.page(&work.id),
            editor: shelf.editor(&work.id),
            swept: work.swept_at().map(day),
            ruleset: ruleset_name(state, work.ruleset),
            changed: moment(work.updated_at),
            name: work.name,
            legal: work.legal,
            figure: shelf.figure(&work.figure),
        }
    }
}

/// What a ruleset is called; some have battlefields alone.
fn ruleset_name(state: &State, id: String) -> String {
    let armies = state.book.ruleset(&id).map(|ruleset| ruleset.name.to_string());
    armies.or_else(|| state.book.terrain(&id).map(|rules| rules.name.to_string())).unwrap_or(id)
}

#[derive(Template)]
#[template(path = "kept/mine.html")]
struct MinePage {
    layout: Layout,
    shelf: &'static Shelf,
    mine: Vec<Mine>,
    /// Where the page of older ones begins.
    older: Option<u32>,
}

/// Which of them.
#[derive(Deserialize)]
pub struct MineQuery {
    /// How many to pass over.
    skip: Option<u32>,
}

/// `GET` of the shelf.
///
/// # Errors
/// When the database does not answer.
pub async fn my_works<S: OnShelf>(
    request: HttpRequest,
    state: Data<State>,
    query: Query<MineQuery>,
) -> Result<HttpResponse, WebError> {
    let shelf = S::SHELF;
    let skip = query.skip.unwrap_or(0);
    let (mine, more) = Mine::of(shelf, &state, &request, skip, PAGE).await?;
    let older = skip.checked_add(PAGE).filter(|_| more);
    let layout = Layout::new(&state, format!("Your {}", shelf.words), Some(shelf.mine)).with_flash(&request);
    visitor::said(&request, &state, render(&MinePage { layout, shelf, mine, older })?)
}
