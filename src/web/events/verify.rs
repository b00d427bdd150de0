//! Verifies a roster or receipt by its QR code: whether it shows the list that counts.
//!
//! The visitor proves by the hash that they know the list. Without it nothing is revealed, not even whether there is
//! such a player.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_events::difference::{Difference, differences};
use serde::Deserialize;

use super::access::{EventAccess, asker};
use super::armies::Frozen;
use super::frame::{EventTab, event_layout};
use super::play::{number_of, opponents};
use crate::store::{Entrant, Entry, EntryState, RevisionHash, Role, Slug, StoreError, WorkId};
use crate::web::error::WebError;
use crate::web::link;
use crate::web::moment::ZonedMoment;
use crate::web::page::{Layout, not_stored, render_as};
use crate::web::state::AppState;

/// The addresses at which the entries of an event can be verified, for its papers.
#[derive(Clone, Debug)]
pub struct VerifyLinks {
    /// The address of the site.
    site: String,
    slug: Slug,
}

impl VerifyLinks {
    /// The links on this site.
    #[must_use]
    pub fn new(request: &HttpRequest, state: &AppState, slug: &Slug) -> Self {
        Self { site: state.url(request, ""), slug: slug.clone() }
    }

    /// The address at which this version of an entry can be verified.
    #[must_use]
    pub fn of(&self, id: &WorkId, hash: &RevisionHash) -> String {
        format!("{}{}", self.site, link::verify_entry(&self.slug, id).with("hash", hash))
    }
}

/// The standing of the list on a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Standing {
    /// It counts, and the organiser has accepted it.
    Accepted,
    /// It counts once the organisers approve the player.
    Pending,
    /// It counts, and nobody has reviewed it yet.
    Entered,
    /// It counts, and the organiser has asked for another.
    Returned,
    /// It was saved as a draft.
    PutDown,
    /// Another version was submitted since.
    Older,
    /// The player has withdrawn.
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

    /// The answer in a sentence without a full stop.
    fn sentence(&self, version: i64, head: Option<i64>) -> String {
        let sentence = match self {
            Self::Accepted => "This is the accepted list",
            Self::Pending => "This is the entered list, but the player has not been let in yet",
            Self::Entered => "This is the entered list, not yet accepted",
            Self::Returned => "This is the entered list, but the organiser has asked for a change",
            Self::PutDown => "This list was saved for later and never entered",
            Self::Older => {
                let of = head.map(|head| format!(" of {head}")).unwrap_or_default();
                return format!("This is an older version: version {version}{of}");
            }
            Self::Withdrawn => "This player has withdrawn",
        };
        sentence.to_owned()
    }
}

/// The owner of the list, and other facts about it.
struct Facts {
    name: String,
    club: String,
    title: Option<String>,
    /// The version on the paper, and the one that counts if that is another.
    version: i64,
    head: Option<i64>,
    hash: String,
    at: ZonedMoment,
    accepted_at: Option<ZonedMoment>,
    /// `legal` or `not legal`.
    verdict: &'static str,
    /// Further reasons to look twice before accepting the list: `not legal`, `late`.
    doubts: Vec<&'static str>,
    /// Whether another list counts.
    differs: bool,
    /// The differences in the list that counts; `None` for visitors who may not see armies.
    changed: Option<Vec<Difference>>,
    /// The page of the entry, for visitors who may see the armies.
    entry: Option<String>,
}

#[derive(Template)]
#[template(path = "events/verify.html")]
struct VerifyPage {
    layout: Layout,
    slug: Slug,
    event: String,
    class: &'static str,
    icon: &'static str,
    answer: String,
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
/// When there is no such event that the visitor may see.
pub async fn verify(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    query: Query<VerifyQuery>,
) -> Result<HttpResponse, WebError> {
    let (slug, id) = path.into_inner();
    let open = EventAccess::find(&request, &state, &slug).await?;
    let asked = WorkId::parse(&id).ok().zip(query.hash.as_deref().and_then(|hash| RevisionHash::parse(hash).ok()));
    let found = match asked {
        Some((id, hash)) => find(&request, &state, &open, &id, &hash).await?,
        None => None,
    };
    let ((class, icon), answer) = match &found {
        Some((standing, facts)) => (standing.sign(), standing.sentence(facts.version, facts.head)),
        None => (("bad", "i-error"), "This event has no such list".to_owned()),
    };
    let page = VerifyPage {
        layout: event_layout(&state, &open.event, format!("List at {}", open.event.content.name), EventTab::Event),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        class,
        icon,
        answer,
        facts: found.map(|(_, facts)| facts),
    };
    let status = if page.facts.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    Ok(not_stored(render_as(status, &page)?))
}

/// The version with this hash and its standing; `None` if the player has no such version, or there is no such player.
async fn find(
    request: &HttpRequest,
    state: &AppState,
    open: &EventAccess,
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
    // A player who returns to an earlier list has submitted it twice: the version that counts is preferred.
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
    let local = |at| super::told_in_zone(open.plan.zone(), at);
    let standing = Standing::of(&entrant, &entry);
    let accepted_at = match standing {
        Standing::Accepted => state.store.accepted_at(entrant.id, entry.number).await?,
        _ => None,
    };
    let facts = Facts {
        version: entry.number,
        head: other.map(|head| head.number),
        at: local(entry.created_at),
        accepted_at: accepted_at.map(local),
        verdict: if entry.legal { "legal" } else { "not legal" },
        doubts: [(!entry.legal, "not legal"), (entry.late, "late"), (entrant.state.waiting, "waiting for a place")]
            .into_iter()
            .filter_map(|(is_so, words)| is_so.then_some(words))
            .collect(),
        differs: other.is_some(),
        changed,
        entry: is_shown.then(|| link::entry(open.slug(), id).into()),
        title: is_shown.then_some(entry.title),
        hash: entry.hash.to_string(),
        name: entrant.name,
        club: entrant.club,
    };
    Ok(Some((standing, facts)))
}
