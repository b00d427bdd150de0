//! The home page, and the health checks of the server.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::ArmyList;
use musterfield_lists::ReadyArmy;

use super::armies::Rank;
use super::cookies;
use super::error::{RETRY_LATER, WebError};
use super::link;
use super::lists::ListCard;
use super::page::{Area, Layout, render};
use super::state::AppState;
use super::works::ARMIES;
use super::works::own_works::OwnWork;
use crate::store::Readiness;

#[derive(Template)]
#[template(path = "home/index.html")]
struct HomePage {
    layout: Layout,
    /// The armies that this browser may edit, latest first.
    mine: Vec<OwnWork>,
    /// Whether there are more than the page shows.
    more: bool,
    /// Whether the database could be asked for them.
    reached: bool,
    lists: Vec<ListCard>,
    list_count: usize,
    armies: String,
    /// The default ruleset, whose armies cost AP.
    ruleset: String,
    /// The rulesets that have army lists: `D3H2, DBA 3.0 or HOTT 2.5`.
    games: String,
    budget: String,
    /// An army drawn beside the introduction.
    shown: Option<ShownArmy>,
}

/// A ready army as a picture.
struct ShownArmy {
    rank: Rank,
    name: String,
    path: String,
    points: String,
    elements: i64,
}

/// The ready army of the default ruleset with the most different types: it best shows what an army is.
fn shown(state: &AppState) -> Option<ShownArmy> {
    let kinds = |ready: &&ReadyArmy| ready.army.draft().lines.len();
    let usual = &state.usual_ruleset()?.id;
    let ready = state.collection.ready().iter().filter(|ready| ready.army.draft().ruleset.id == *usual);
    let army = &ready.max_by_key(kinds)?.army;
    let (draft, figures) = (army.draft(), &army.report().totals);
    let list = state.catalogue.get(draft.list.as_deref()?)?;
    Some(ShownArmy {
        rank: Rank::new(draft),
        name: draft.title().to_owned(),
        path: link::list_of(&list.id).into(),
        points: figures.spent.to_string(),
        elements: figures.elements,
    })
}

/// A choice between names: `D3H2, DBA 3.0 or HOTT 2.5`.
fn one_of(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// The number of army lists that the home page shows.
const SHOWN: usize = 6;
/// The number of the visitor's armies that it shows.
const OWN_SHOWN: u32 = 12;

/// `GET /`
///
/// # Errors
/// [`WebError::Internal`] only: when the database does not answer, the page says so in the place of the visitor's
/// armies.
pub async fn home(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let ruleset = state.usual_ruleset().ok_or(WebError::NotFound)?;
    // The rest of the page needs no database and is shown without it.
    let (mine, more, reached) = match OwnWork::of(&ARMIES, &state, &request, 0, OWN_SHOWN).await {
        Ok((mine, more)) => (mine, more, true),
        Err(WebError::Unavailable) => (Vec::new(), false, false),
        Err(error) => return Err(error),
    };
    let rulesets = super::lists::with_lists(&state);
    let lists: Vec<&ArmyList> = rulesets.iter().flat_map(|ruleset| state.catalogue.of_ruleset(&ruleset.id)).collect();
    let games: Vec<&str> = rulesets.iter().map(|game| &*game.name).collect();
    let layout = Layout::new(&state, "Musterfield", Some(Area::Home)).with_flash(&request);
    let step = (lists.len() / SHOWN).max(1);
    let page = HomePage {
        layout,
        mine,
        more,
        reached,
        list_count: lists.len(),
        lists: lists.iter().step_by(step).take(SHOWN).map(|list| super::lists::card(list)).collect(),
        armies: super::armies::grouped(&state.counts.armies(ruleset, ruleset.army.budget.usual).to_string()),
        ruleset: ruleset.name.to_string(),
        games: one_of(&games),
        budget: ruleset.army.budget.usual.to_string(),
        shown: shown(&state),
    };
    cookies::known(&request, &state, cookies::clear_flash(&request, &state, render(&page)?)?)
}

/// The content type of plain text for programs.
const PLAIN: &str = "text/plain; charset=utf-8";

/// `GET /healthz`: 200 while the database answers, otherwise 503, each with a word for monitoring.
///
/// # Errors
/// [`WebError::Internal`] only.
pub async fn health(state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let (mut answer, word) = match state.store.ping().await.map_err(WebError::from) {
        Ok(()) => (HttpResponse::Ok(), "ok\n"),
        Err(WebError::Unavailable) => {
            let mut answer = HttpResponse::ServiceUnavailable();
            answer.insert_header(RETRY_LATER);
            (answer, "the database is not responding\n")
        }
        Err(error) => return Err(error),
    };
    Ok(answer.content_type(PLAIN).body(word))
}

/// `GET /readyz`: 200 while the database can be written, otherwise 503, each with a word for monitoring.
pub async fn ready(state: Data<AppState>) -> HttpResponse {
    let word = match state.store.ready().await {
        Readiness::Ready => return HttpResponse::Ok().content_type(PLAIN).body("ready\n"),
        Readiness::ReadOnly => "the database is read-only\n",
        Readiness::Full => "the database disk is full\n",
        Readiness::Away => "the database is not responding\n",
        Readiness::Damaged => "the database is damaged\n",
        Readiness::NewerSchema => "a newer version of the program has changed the database: replace this one\n",
    };
    HttpResponse::ServiceUnavailable().insert_header(RETRY_LATER).content_type(PLAIN).body(word)
}

/// `GET /metrics`, with the token.
///
/// # Errors
/// [`WebError::NotFound`] without the token, and where there is none.
pub async fn metrics(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let token = state.metrics_token.as_ref().filter(|token| token.opens(request.headers()));
    if token.is_some() { Ok(state.sources().answer().await) } else { Err(WebError::NotFound) }
}
