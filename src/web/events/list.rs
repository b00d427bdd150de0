//! All events.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::store::{EventState, EventSummary, Slug};
use crate::web::accounts::identity;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::page::{Area, Layout, render};
use crate::web::preview::Preview;
use crate::web::state::AppState;

/// Events on one page.
const PAGE: u32 = 50;

/// A line of the list.
pub(super) struct EventLine {
    slug: Slug,
    name: String,
    begins: String,
    state: &'static str,
    /// The visitor's role there.
    role: Option<&'static str>,
}

/// A state in words.
pub(super) fn state_word(state: EventState) -> &'static str {
    match state {
        EventState::Draft => "draft",
        EventState::Open => "open for entries",
        EventState::Closed => "entries closed",
        EventState::Running => "in progress",
        EventState::Done => "finished",
        EventState::Hidden => "hidden",
    }
}

impl From<EventSummary> for EventLine {
    fn from(event: EventSummary) -> Self {
        Self {
            slug: event.slug.clone(),
            name: event.name,
            begins: event.begins,
            state: state_word(event.state),
            role: event.role.map(|role| role.as_str()),
        }
    }
}

#[derive(Template)]
#[template(path = "events/list.html")]
struct ListPage {
    layout: Layout,
    events: Vec<EventLine>,
    signed_in: bool,
    /// The position at which the page of earlier events begins.
    older: Option<u32>,
}

/// The query for a page of the list.
#[derive(Deserialize)]
pub struct ListQuery {
    skip: Option<u32>,
}

/// `GET /events`
///
/// # Errors
/// When the database does not answer.
pub async fn list(
    request: HttpRequest,
    state: Data<AppState>,
    query: Query<ListQuery>,
) -> Result<HttpResponse, WebError> {
    let account = identity::signed_in(&request, &state).await?;
    let skip = query.skip.unwrap_or(0);
    let asks = account.as_ref().map(|account| account.user.id);
    let mut events: Vec<EventLine> =
        state.store.events(asks, skip, PAGE + 1).await?.into_iter().map(EventLine::from).collect();
    let shown = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let older = skip.checked_add(PAGE).filter(|_| events.len() > shown);
    events.truncate(shown);
    let layout = Layout::new(&state, "Events", Some(Area::Events)).with_flash(&request).previewed(Preview::of_site(
        link::events(),
        "Events for DBA, HOTT and D3H2 players: enter, have your army checked at once, see pairings and standings.",
    ));
    cookies::clear_flash(&request, &state, render(&ListPage { layout, events, signed_in: account.is_some(), older })?)
}
