//! What the QR code of a roster or receipt leads to: whether this is the list that counts.
//!
//! Whoever asks shows by the hash that he knows the list. Without it nothing is told, not even whether there is such a
//! player.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::access::{Open, asker};
use super::armies::Frozen;
use super::play::{number_of, opponents};
use crate::events::difference::{Difference, differences};
use crate::store::{Entrant, Entry, EntryState, RevisionHash, Role, StoreError, WorkId};
use crate::web::error::WebError;
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::state::State;

/// Where the entry of a paper can be looked up. `event` is the address of the event.
#[must_use]
pub fn verify_path(event: &str, id: &WorkId, hash: &RevisionHash) -> String {
    format!("{event}/verify/{id}?hash={hash}")
}

/// What is so of the list on a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Standing {
    /// It counts, and the organiser has accepted it.
    Accepted,
    /// It counts as soon as the organisers let the player in.
    Pending,
    /// It counts, and nobody has looked at it yet.
    Entered,
    /// It counts, and the organiser has asked for another.
    Returned,
    /// It was put down for later.
    PutDown,
    /// Another version was entered since.
    Older,
    /// The player takes no part any more.
    Withdrawn,
}

impl Standing {
    fn of(entrant: &Entrant, entry: &Entry) -> Self {
        let counts = entrant.head.as_ref().is_some_and(|head| head.number == entry.number);
        match entrant.state.entry {
            EntryState::Withdrawn => Self::Withdrawn,
            _ if !entry.submitted => Self::PutDown,
            _ if !counts => Self::Older,
            _ if entrant.state.pending => Self::Pending,
            EntryState::Accepted => Self::Accepted,
            EntryState::Returned => Self::Returned,
            EntryState::Entered | EntryState::Draft | EntryState::Nothing => Self::Entered,
        }
    }

    /// Style class and icon: good, doubtful, bad.
    fn sign(&self) -> (&'static str, &'static str) {
        match self {
            Self::Accepted => ("good", "i-ok"),
            Self::Pending | Self::Entered | Self::Returned => ("warn", "i-warning"),
            Self::PutDown | Self::Older | Self::Withdrawn => ("bad", "i-error"),
        }
    }

    fn told(&self, version: i64, head: Option<i64>) -> String {
        let told = match self {
            Self::Accepted => "This is the accepted list",
            Self::Pending => "This is the entered list; the organisers have yet to let the player in",
            Self::Entered => "This is the entered list, not yet accepted",
            Self::Returned => "This is the entered list, and the organiser has asked for a change",
            Self::PutDown => "This list was put down for later and never entered",
            Self::Older => {
                let of = head.map(|head| format!(" of {head}")).unwrap_or_default();
                return format!("This is an older version: version {version}{of}");
            }
            Self::Withdrawn => "This player has withdrawn",
        };
        told.to_owned()
    }
}

/// Whose list it is and what else is known of it.
struct Facts {
    name: String,
    club: String,
    title: Option<String>,
    /// The version on the paper, and the one that counts if that is another.
    version: i64,
    head: Option<i64>,
    hash: String,
    at: String,
    accepted_at: Option<String>,
    legal: bool,
    late: bool,
    waiting: bool,
    /// Whether another list counts.
    differs: bool,
    /// What is otherwise in the list that counts; none for those who may not see armies.
    changed: Option<Vec<Difference>>,
    /// The page of the entry, for those who may see the armies.
    entry: Option<String>,
}

#[derive(Template)]
#[template(path = "events/verify.html")]
struct VerifyPage {
    layout: Layout,
    path: String,
    event: String,
    class: &'static str,
    icon: &'static str,
    told: String,
    facts: Option<Facts>,
}

/// The hash on the paper.
#[derive(Deserialize)]
pub struct VerifyQuery {
    hash: Option<String>,
}

/// `GET /events/{slug}/verify/{id}?hash=…`
///
/// # Errors
/// No event that whoever asks may see.
pub async fn verify(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
    query: Query<VerifyQuery>,
) -> Result<HttpResponse, WebError> {
    let (slug, id) = path.into_inner();
    let open = Open::find(&request, &state, &slug).await?;
    let asked = WorkId::parse(&id).ok().zip(query.hash.as_deref().and_then(|hash| RevisionHash::parse(hash).ok()));
    let found = match asked {
        Some((id, hash)) => find(&request, &state, &open, &id, &hash).await?,
        None => None,
    };
    let ((class, icon), told) = match &found {
        Some((standing, facts)) => (standing.sign(), standing.told(facts.version, facts.head)),
        None => (("bad", "i-error"), "There is no such list at this event".to_owned()),
    };
    let page = VerifyPage {
        layout: Layout::new(&state, format!("A list at {}", open.event.content.name), Some(Area::Events)),
        path: open.path(),
        event: open.event.content.name.clone(),
        class,
        icon,
        told,
        facts: found.map(|(_, facts)| facts),
    };
    let status = if page.facts.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    Ok(not_stored(render_as(status, &page)?))
}

/// The version with this hash and what is so of it; none if the player has none, or there is no such player.
async fn find(
    request: &HttpRequest,
    state: &State,
    open: &Open,
    id: &WorkId,
    hash: &RevisionHash,
) -> Result<Option<(Standing, Facts)>, WebError> {
    let asks = asker(request, state).await?;
    let entrant = match state.store.entrant(open.event.id, id, asks.as_ref()).await {
        Err(StoreError::NotFound) => return Ok(None),
        found => found?,
    };
    let mut versions = state.store.entries(entrant.id).await?;
    versions.retain(|version| version.hash == *hash);
    // Who goes back to an earlier list has entered it twice: what counts is told of it.
    let head = entrant.head.as_ref().map(|head| head.number);
    versions.sort_by_key(|version| (Some(version.number) != head, !version.submitted));
    let Some(entry) = versions.into_iter().next() else { return Ok(None) };
    let is_opponent = opponents(open, state, asks.as_ref()).await?.contains(&number_of(entrant.id)?);
    let is_shown = open.shows_armies(&entrant, is_opponent);
    let insider = entrant.is_own || open.may(Role::Helper);
    let other = entrant.head.as_ref().filter(|head| head.number != entry.number);
    let changed = match other.filter(|head| is_shown && (insider || head.submitted)) {
        Some(head) => {
            let before = Frozen::read(&state.store.entry_document(entrant.id, entry.number).await?, state)?;
            let after = Frozen::read(&state.store.entry_document(entrant.id, head.number).await?, state)?;
            Some(differences(&before, &after))
        }
        None => None,
    };
    let told = |at| super::moment_of(at).map(|at| open.plan.zone().told(at)).unwrap_or_default();
    let standing = Standing::of(&entrant, &entry);
    let accepted_at = match standing {
        Standing::Accepted => state.store.accepted_at(entrant.id, entry.number).await?,
        _ => None,
    };
    let facts = Facts {
        version: entry.number,
        head: other.map(|head| head.number),
        at: told(entry.created_at),
        accepted_at: accepted_at.map(told),
        legal: entry.legal,
        late: entry.late,
        waiting: entrant.state.waiting,
        differs: other.is_some(),
        changed,
        entry: is_shown.then(|| format!("{}/entries/{id}", open.path())),
        title: is_shown.then_some(entry.title),
        hash: entry.hash.to_string(),
        name: entrant.name,
        club: entrant.club,
    };
    Ok(Some((standing, facts)))
}
