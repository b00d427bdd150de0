//! Clearing entries in one go: which, how many, and bringing them back.
//!
//! The page shows what a choice would clear before anything is cleared, and what is sent from there names the entries one
//! by one: whoever comes in between is not cleared unseen. Players who are in a round stay, whatever was chosen.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;
use time::OffsetDateTime;

use super::access::Open;
use super::play::{Play, number_of};
use crate::events::zone::{Local, Twice};
use crate::store::{CLEARED_FOR, ClearingId, Entrant, EntryState, Role, WorkId};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::kept::make::new_request;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::state::State;
use crate::web::visitor::{self, Flash};

/// Names that the page shows; of more it says how many.
const NAMES_SHOWN: usize = 12;

/// Which entries, by their state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Which {
    /// Those that wait to be let in.
    #[default]
    Pending,
    /// Those that are not accepted, the former among them.
    Open,
    /// Every one.
    All,
}

impl Which {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Pending, "pending", "waiting to be let in"),
        (Self::Open, "open", "not accepted"),
        (Self::All, "all", "all, accepted ones too"),
    ];

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known, _)| *known == word).map(|(which, ..)| which)
    }

    fn takes(self, entrant: &Entrant) -> bool {
        match self {
            Self::Pending => entrant.state.pending,
            Self::Open => entrant.state.entry != EntryState::Accepted,
            Self::All => true,
        }
    }
}

/// The choice of entries, as the address of the page has it.
#[derive(Debug, Default, Deserialize)]
pub struct ClearQuery {
    #[serde(default)]
    which: String,
    /// The id of an entry: only what came from the same browser, account or household.
    #[serde(default)]
    like: String,
    /// Only what came since then, by the clocks of the event.
    #[serde(default)]
    since_day: String,
    #[serde(default)]
    since_hour: String,
}

/// A choice in the form.
struct Choice {
    word: &'static str,
    name: &'static str,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "events/clear.html")]
struct ClearPage {
    layout: Layout,
    path: String,
    event: String,
    /// The choices; none where entries were marked one by one.
    choices: Vec<Choice>,
    like: Option<(String, String)>,
    since_day: String,
    since_hour: String,
    /// A sentence about a time that cannot be read.
    error: Option<String>,
    count: usize,
    names: Vec<String>,
    /// How many more there are than names.
    more: usize,
    /// How many stay because they are in a round.
    playing: usize,
    /// The ids of what is to be cleared, with spaces between.
    ids: String,
    /// Names the request, so that a form sent twice clears once.
    request: String,
    /// Days within which it can be brought back.
    days: i64,
}

/// The entries that would be cleared, and how many stay although they were chosen.
struct Chosen {
    entrants: Vec<Entrant>,
    playing: usize,
}

async fn chosen(open: &Open, state: &State, takes: impl Fn(&Entrant) -> bool) -> Result<Chosen, WebError> {
    let play = Play::load(open, state, None).await?;
    let seated: BTreeSet<_> = play.rounds.iter().flat_map(|kept| kept.round.players()).collect();
    let mut entrants = state.store.entrants(open.event.id, None).await?;
    entrants.retain(|entrant| takes(entrant));
    let all = entrants.len();
    let mut free = Vec::new();
    for entrant in entrants {
        if !seated.contains(&number_of(entrant.id)?) {
            free.push(entrant);
        }
    }
    Ok(Chosen { playing: all - free.len(), entrants: free })
}

/// The form that the page shows again.
#[derive(Default)]
struct View {
    choices: Vec<Choice>,
    like: Option<(String, String)>,
    query: ClearQuery,
    error: Option<String>,
}

fn page(open: &Open, state: &State, chosen: Chosen, view: View) -> Result<HttpResponse, WebError> {
    let Chosen { entrants, playing } = chosen;
    let names: Vec<String> = entrants.iter().take(NAMES_SHOWN).map(|entrant| entrant.name.clone()).collect();
    let status = if view.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = ClearPage {
        layout: Layout::new(state, format!("Clear entries of {}", open.event.content.name), Some(Area::Events)),
        path: open.path(),
        event: open.event.content.name.clone(),
        choices: view.choices,
        like: view.like,
        since_day: view.query.since_day,
        since_hour: view.query.since_hour,
        error: view.error,
        count: entrants.len(),
        more: entrants.len() - names.len(),
        names,
        playing,
        ids: entrants.iter().map(|entrant| entrant.public_id.as_str()).collect::<Vec<_>>().join(" "),
        request: new_request()?,
        days: CLEARED_FOR.whole_days(),
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// The moment from which entries are meant, if the form names one.
fn since(open: &Open, query: &ClearQuery) -> Result<Option<OffsetDateTime>, String> {
    if query.since_day.trim().is_empty() {
        return Ok(None);
    }
    let hour = if query.since_hour.trim().is_empty() { "00:00" } else { &query.since_hour };
    let local = Local::parse(&query.since_day, hour).map_err(|error| error.to_string())?;
    let moment = open.plan.zone().moment(local, Twice::Earlier).map_err(|error| error.to_string())?;
    Ok(super::stored(moment))
}

/// `GET /events/{slug}/clear?which=open&since_day=2027-04-01`: what that would clear.
///
/// # Errors
/// Not an organiser, no such entry. A time that makes no sense is the form again.
pub async fn ask_clear(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: Query<ClearQuery>,
) -> Result<HttpResponse, WebError> {
    let (open, _) = Open::staffed(&request, &state, &path, Role::Organiser).await?;
    let query = query.into_inner();
    let which = Which::parse(&query.which).unwrap_or_default();
    let (like, same) = match query.like.as_str() {
        "" => (None, None),
        id => {
            let id = WorkId::parse(id).map_err(|_| WebError::NotFound)?;
            let name = state.store.entrant(open.event.id, &id, None).await?.name;
            let same = state.store.of_same_origin(open.event.id, &id).await?;
            (Some((id.to_string(), name)), Some(same.into_iter().collect::<BTreeSet<_>>()))
        }
    };
    let (since, error) = match since(&open, &query) {
        Ok(since) => (since, None),
        Err(error) => (None, Some(crate::rules::sentence::capital(&format!("{error}.")))),
    };
    let takes = |entrant: &Entrant| {
        error.is_none()
            && which.takes(entrant)
            && same.as_ref().is_none_or(|same| same.contains(&entrant.public_id))
            && since.is_none_or(|since| entrant.created_at >= since)
    };
    let chosen = chosen(&open, &state, takes).await?;
    let choices =
        Which::ALL.into_iter().map(|(known, word, name)| Choice { word, name, chosen: known == which }).collect();
    page(&open, &state, chosen, View { choices, like, query, error })
}

/// The ids in a text, with spaces between.
fn ids_of(text: &str) -> Result<Vec<WorkId>, WebError> {
    let read = |id| WorkId::parse(id).map_err(|_| WebError::NotFound);
    text.split_whitespace().map(read).collect()
}

/// `POST /events/{slug}/clear`: `do=one:{id}` and `do=marked` with a field `mark-{id}` for each ask first, `do=clear` clears
/// the `ids` that the page has shown, and `do=undo:{number}` brings back what was cleared.
///
/// # Errors
/// Not an organiser, no such button; somebody else has drawn up a round meanwhile.
pub async fn clear(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (open, actor) = Open::staffed(&request, &state, &path, Role::Organiser).await?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    let desk = format!("{}/desk", open.path());
    if asked == "clear" {
        let (ids, name) = (ids_of(&fields.demand("ids")?)?, fields.demand("request")?);
        fields.finish()?;
        let play = Play::load(&open, &state, None).await?;
        let seated: BTreeSet<_> = play.rounds.iter().flat_map(|kept| kept.round.players()).collect();
        let entrants = state.store.entrants(open.event.id, None).await?;
        if entrants.iter().any(|entrant| {
            ids.contains(&entrant.public_id) && number_of(entrant.id).is_ok_and(|number| seated.contains(&number))
        }) {
            return Err(WebError::EventChanged);
        }
        let rounds = play.rounds.iter().map(super::play::KeptRound::base).collect();
        let name = format!("{name}\n{}", visitor::name(&request));
        state.keeping(&request).clear_entries(open.event.id, ids, rounds, &name, &actor).await?;
        return Ok(see_other(&desk).cookie(Flash::Cleared.cookie(&state)).finish());
    }
    let ids: BTreeSet<WorkId> = match asked.split_once(':') {
        Some(("undo", number)) => {
            fields.take("show");
            fields.finish()?;
            let clearing = ClearingId::parse(number).ok_or(WebError::NotFound)?;
            state.keeping(&request).bring_back(open.event.id, clearing, &actor).await?;
            return Ok(see_other(&desk).cookie(Flash::BroughtBack.cookie(&state)).finish());
        }
        Some(("one", id)) => {
            marked(&mut fields)?;
            ids_of(id)?.into_iter().collect()
        }
        None if asked == "marked" => marked(&mut fields)?,
        _ => return Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    };
    // The desk sends along what it shows.
    fields.take("show");
    fields.finish()?;
    if ids.is_empty() {
        return Err(WebError::Unreadable("nobody is marked: tick those whom you refuse".to_owned()));
    }
    let chosen = chosen(&open, &state, |entrant| ids.contains(&entrant.public_id)).await?;
    page(&open, &state, chosen, View::default())
}

/// The entries that are marked in a form.
pub(super) fn marked(fields: &mut Fields) -> Result<BTreeSet<WorkId>, WebError> {
    let marks = fields.beginning("mark-");
    marks
        .into_iter()
        .filter(|id| fields.checked(&format!("mark-{id}")))
        .map(|id| WorkId::parse(&id).map_err(|_| WebError::NotFound))
        .collect()
}
