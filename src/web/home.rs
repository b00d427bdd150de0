//! The home page, and the health checks of the server.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_lists::ReadyArmy;
use musterfield_rules::Ruleset;
use musterfield_sheets::roster::view::{Options, RosterView};

use super::armies::{Rank, icon_of};
use super::cookies;
use super::error::{RETRY_LATER, WebError};
use super::link::{self, Address};
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
    tiles: Vec<Tile>,
    list_count: usize,
    /// The number of armies of the default ruleset, with its name and the size of its armies.
    armies: String,
    ruleset: String,
    budget: String,
    /// An army drawn and printed beside the introduction.
    shown: Option<ShownArmy>,
    /// A table as a picture, and the page that lays it out.
    table: Option<(Address, Address)>,
}

/// A ruleset, with a link to the form of a new army.
struct Tile {
    path: Address,
    name: String,
    /// The size of its armies: `24 AP`, or `12 elements from a list`.
    size: String,
    /// What it is, in a few words.
    summary: String,
    icons: Vec<String>,
}

/// The number of icons on the tile of a ruleset.
const ICONS: usize = 4;

impl Tile {
    fn new(ruleset: &Ruleset) -> Self {
        let budget = &ruleset.army.budget;
        let from = if ruleset.army.from_list.is_some() { " from a list" } else { "" };
        let ends = [": ", "; ", ". "].into_iter().filter_map(|end| ruleset.summary.find(end));
        let until = ends.min().unwrap_or(ruleset.summary.len());
        Self {
            path: link::new_army().with("ruleset", &ruleset.id),
            name: ruleset.name.to_string(),
            size: format!("{}{from}", ruleset.counts().of(budget.usual)),
            summary: ruleset.summary.get(..until).unwrap_or_default().trim_end_matches('.').to_owned(),
            icons: icons(ruleset),
        }
    }
}

/// Icons that show what a ruleset is about: types from all over it, each once.
fn icons(ruleset: &Ruleset) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (_, troop) in ruleset.troops() {
        let icon = icon_of(Some(&troop.icon));
        if !all.contains(&icon) {
            all.push(icon);
        }
    }
    let step = (all.len() / ICONS).max(1);
    all.into_iter().step_by(step).take(ICONS).collect()
}

/// A ready army as a picture, and as its sheet.
struct ShownArmy {
    rank: Rank,
    name: String,
    path: String,
    points: String,
    elements: i64,
    view: RosterView,
}

/// The ready army of the default ruleset with the most different types: it best shows what an army is.
fn shown(state: &AppState) -> Option<ShownArmy> {
    let kinds = |ready: &&ReadyArmy| ready.army.draft().lines.len();
    let usual = &state.usual_ruleset()?.id;
    let ready = state.collection.ready().iter().filter(|ready| ready.army.draft().ruleset.id == *usual);
    let army = &ready.max_by_key(kinds)?.army;
    let (draft, report) = (army.draft(), army.report());
    let list = state.catalogue.get(draft.list.as_deref()?)?;
    Some(ShownArmy {
        rank: Rank::new(draft),
        name: draft.title().to_owned(),
        path: link::list_of(&list.id).into(),
        points: report.totals.spent.to_string(),
        elements: report.totals.elements,
        view: RosterView::new(draft, report, state.catalogue, &Options::default()),
    })
}

/// The seed of the table that the home page shows.
const SHOWN_SEED: u64 = 2;

/// A table of the default ruleset: its picture, and the page that lays it out.
fn table(state: &AppState) -> Option<(Address, Address)> {
    let rules = state.book.terrain(&state.usual_ruleset()?.id)?;
    let query = |page: Address| page.with("ruleset", &rules.ruleset).with("seed", SHOWN_SEED);
    Some((query(link::new_table_file("svg")).with("bare", "yes"), query(link::new_table())))
}

/// The number of the visitor's armies that the home page shows.
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
    let page = HomePage {
        layout: Layout::new(&state, "Musterfield", Some(Area::Home)).with_flash(&request),
        mine,
        more,
        reached,
        tiles: state.book.rulesets().iter().map(Tile::new).collect(),
        list_count: state.catalogue.lists().count(),
        armies: super::armies::grouped(&state.counts.armies(ruleset, ruleset.army.budget.usual).to_string()),
        ruleset: ruleset.name.to_string(),
        budget: ruleset.army.budget.usual.to_string(),
        shown: shown(&state),
        table: table(&state),
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
