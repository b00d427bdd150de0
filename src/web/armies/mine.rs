//! The armies of one browser: `/armies`.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::store::{Kind, WorkSummary};
use crate::web::error::WebError;
use crate::web::page::{Area, Layout, render};
use crate::web::state::State;
use crate::web::visitor;

/// Armies on one page.
const PAGE: u32 = 50;

/// An army that this browser may edit.
pub(crate) struct Mine {
    pub id: String,
    pub name: String,
    pub legal: bool,
    pub spent: String,
    pub ruleset: String,
}

impl Mine {
    /// At most `limit` armies of the browser after the first `skip`, the last changed first, and whether there are more.
    pub(crate) async fn of(
        state: &State,
        request: &HttpRequest,
        skip: u32,
        limit: u32,
    ) -> Result<(Vec<Self>, bool), WebError> {
        let Some(visitor) = visitor::digest(request) else { return Ok((Vec::new(), false)) };
        let mut held = state.store.held_by(&visitor, Kind::Army, skip, limit + 1).await?;
        let shown = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = held.len() > shown;
        held.truncate(shown);
        Ok((held.into_iter().map(|army| Self::new(state, army)).collect(), more))
    }

    fn new(state: &State, army: WorkSummary) -> Self {
        Self {
            id: army.id.to_string(),
            ruleset: state.book.ruleset(&army.ruleset).map_or(army.ruleset, |ruleset| ruleset.name.to_string()),
            name: army.name,
            legal: army.legal,
            spent: army.figure,
        }
    }
}

#[derive(Template)]
#[template(path = "armies/mine.html")]
struct MinePage {
    layout: Layout,
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

/// `GET /armies`
///
/// # Errors
/// When the database does not answer.
pub async fn my_armies(
    request: HttpRequest,
    state: Data<State>,
    query: Query<MineQuery>,
) -> Result<HttpResponse, WebError> {
    let skip = query.skip.unwrap_or(0);
    let (mine, more) = Mine::of(&state, &request, skip, PAGE).await?;
    let older = skip.checked_add(PAGE).filter(|_| more);
    render(&MinePage { layout: Layout::new(&state, "Your armies", Some(Area::Mine)), mine, older })
}
