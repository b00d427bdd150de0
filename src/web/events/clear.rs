//! Clears many entries at once: the choice, the preview, and restoring them.
//!
//! The page shows what a choice would clear before anything is cleared, and its form names the entries one by one: an
//! entry that arrives in between is not cleared unseen. Players who are in a round stay, whatever was chosen.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_events::zone::{Local, Twice};
use musterfield_words::events::zone;
use musterfield_words::number::spelled;
use serde::Deserialize;
use time::OffsetDateTime;

use super::access::EventAccess;
use super::frame::{EventTab, event_layout};
use super::play::{Play, number_of};
use crate::store::{CLEARED_FOR, ClearingId, Entrant, EntryState, Role, Slug, WorkId};
use crate::web::choice::Choice;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::filters;
use crate::web::link;
use crate::web::page::{Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;
use crate::web::works::create::new_request;

/// The largest number of names that the page shows; it counts the rest.
const NAMES_SHOWN: usize = 12;

/// A choice of entries by their state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EntryChoice {
    /// Entries that await approval.
    #[default]
    Pending,
    /// Entries that are not accepted, including those that await approval.
    Open,
    /// All entries.
    All,
}

impl EntryChoice {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Pending, "pending", "waiting to be let in"),
        (Self::Open, "open", "not accepted"),
        (Self::All, "all", "all, including accepted ones"),
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

/// The choice of entries, as in the address of the page.
#[derive(Debug, Default, Deserialize)]
pub struct ClearQuery {
    #[serde(default)]
    which: String,
    /// The id of an entry: only entries from the same browser, account or household.
    #[serde(default)]
    like: String,
    /// Only entries since then, in the event's time zone.
    #[serde(default)]
    since_day: String,
    #[serde(default)]
    since_hour: String,
}

#[derive(Template)]
#[template(path = "events/clear.html")]
struct ClearPage {
    layout: Layout,
    slug: Slug,
    event: String,
    title: String,
    /// The choices; none where entries were marked one by one.
    choices: Vec<Choice>,
    like: Option<(String, String)>,
    since_day: String,
    since_hour: String,
    /// The error for a time that cannot be read.
    error: Option<String>,
    count: usize,
    names: Vec<String>,
    /// The number of further entries that are not named.
    more: Option<usize>,
    /// The number of entries that stay because their players are in a round.
    playing: Option<usize>,
    /// The ids of the entries to be cleared, with spaces between.
    ids: String,
    /// The request key, so that a form sent twice clears once.
    request: String,
    /// The number of days within which they can be restored.
    days: i64,
}

/// The entries that would be cleared, and how many stay although they were chosen.
struct Chosen {
    entrants: Vec<Entrant>,
    playing: usize,
}

async fn chosen(open: &EventAccess, state: &AppState, takes: impl Fn(&Entrant) -> bool) -> Result<Chosen, WebError> {
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

/// The form as the page shows it again.
#[derive(Default)]
struct ClearView {
    choices: Vec<Choice>,
    like: Option<(String, String)>,
    query: ClearQuery,
    error: Option<String>,
}

fn page(open: &EventAccess, state: &AppState, chosen: Chosen, view: ClearView) -> Result<HttpResponse, WebError> {
    let Chosen { entrants, playing } = chosen;
    let names: Vec<String> = entrants.iter().take(NAMES_SHOWN).map(|entrant| entrant.name.clone()).collect();
    let status = if view.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = ClearPage {
        layout: event_layout(
            state,
            &open.event,
            format!("Clear entries of {}", open.event.content.name),
            EventTab::Desk,
        )
        .with_errors(view.error.iter().map(|error| PageError::at("since_day", error))),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        title: match entrants.len() {
            0 => "Clear entries".to_owned(),
            count => format!("Clear {}?", spelled(count, "entry", "entries")),
        },
        choices: view.choices,
        like: view.like,
        since_day: view.query.since_day,
        since_hour: view.query.since_hour,
        error: view.error,
        count: entrants.len(),
        more: Some(entrants.len() - names.len()).filter(|more| *more > 0),
        names,
        playing: Some(playing).filter(|playing| *playing > 0),
        ids: entrants.iter().map(|entrant| entrant.public_id.as_str()).collect::<Vec<_>>().join(" "),
        request: new_request()?,
        days: CLEARED_FOR.whole_days(),
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// The time from which entries are chosen, if the form gives one.
fn since(open: &EventAccess, query: &ClearQuery) -> Result<Option<OffsetDateTime>, String> {
    if query.since_day.trim().is_empty() {
        return Ok(None);
    }
    let hour = if query.since_hour.trim().is_empty() { "00:00" } else { &query.since_hour };
    let local = Local::parse(&query.since_day, hour).map_err(|error| zone::message(&error))?;
    let moment = open.plan.zone().moment(local, Twice::Earlier).map_err(|error| zone::message(&error))?;
    Ok(super::stored(moment))
}

/// `GET /events/{slug}/clear?which=open&since_day=2027-04-01`: shows what this would clear.
///
/// # Errors
/// When the visitor is not an organiser, or there is no such entry. A time that cannot be read is answered with the
/// form again.
pub async fn ask_clear(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<ClearQuery>,
) -> Result<HttpResponse, WebError> {
    let (open, _) = EventAccess::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    let query = query.into_inner();
    let which = EntryChoice::parse(&query.which).unwrap_or_default();
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
        Err(error) => (None, Some(error)),
    };
    let takes = |entrant: &Entrant| {
        error.is_none()
            && which.takes(entrant)
            && same.as_ref().is_none_or(|same| same.contains(&entrant.public_id))
            && since.is_none_or(|since| entrant.created_at >= since)
    };
    let chosen = chosen(&open, &state, takes).await?;
    let choices =
        EntryChoice::ALL.into_iter().map(|(known, word, name)| Choice::new(word, name, known == which)).collect();
    page(&open, &state, chosen, ClearView { choices, like, query, error })
}

/// The ids in a text, with spaces between.
fn ids_of(text: &str) -> Result<Vec<WorkId>, WebError> {
    let read = |id| WorkId::parse(id).map_err(|_| WebError::NotFound);
    text.split_whitespace().map(read).collect()
}

/// `POST /events/{slug}/clear`: `do=one:{id}`, and `do=marked` with a field `mark-{id}` for each, ask first; `do=clear`
/// clears the `ids` that the page has shown, and `do=undo:{number}` restores what was cleared.
///
/// # Errors
/// When the visitor is not an organiser, there is no such button, or somebody else has drawn up a round meanwhile.
pub async fn clear(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (open, actor) = EventAccess::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    let desk = link::desk(open.slug());
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
        let name = format!("{name}\n{}", cookies::visitor(&request).as_ref().map(cookies::name).unwrap_or_default());
        state.store_for(&request).clear_entries(open.event.id, ids, rounds, &name, &actor).await?;
        return Ok(see_other(&desk).cookie(Flash::Cleared.cookie(&state)).finish());
    }
    let ids: BTreeSet<WorkId> = match asked.split_once(':') {
        Some(("undo", number)) => {
            fields.take("show");
            fields.finish()?;
            let clearing = ClearingId::parse(number).ok_or(WebError::NotFound)?;
            state.store_for(&request).bring_back(open.event.id, clearing, &actor).await?;
            return Ok(see_other(&desk).cookie(Flash::BroughtBack.cookie(&state)).finish());
        }
        Some(("one", id)) => {
            marked(&mut fields)?;
            ids_of(id)?.into_iter().collect()
        }
        None if asked == "marked" => marked(&mut fields)?,
        _ => return Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    };
    // The desk also sends its filter.
    fields.take("show");
    fields.finish()?;
    if ids.is_empty() {
        return Err(WebError::Unreadable("no entry is selected: tick the entries to refuse".to_owned()));
    }
    let chosen = chosen(&open, &state, |entrant| ids.contains(&entrant.public_id)).await?;
    page(&open, &state, chosen, ClearView::default())
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
