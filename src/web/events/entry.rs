//! The page of an entry: the player's receipt, and the part that others may see.

use std::sync::Arc;

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::Draft;
use musterfield_events::difference::{Difference, differences};
use serde::Deserialize;

use super::access::{EventAccess, asker};
use super::armies::{Frozen, ShownArmy, judged};
use super::enter::takes_entries;
use super::frame::{EventTab, event_layout};
use super::play::{number_of, opponents};
use super::settings::with_flash_cleared;
use super::show::public_word;
use super::verify::VerifyLinks;
use crate::store::{Actor, Entrant, EntrantId, Entry, EntryState, Role, Secret, Sender, Slug, StoreError, WorkId};
use crate::web::accounts::identity;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::moment::{Moment, ZonedMoment};
use crate::web::page::{Layout, not_stored, render, see_other};
use crate::web::state::AppState;

/// A version of an entry.
struct Version {
    number: i64,
    title: String,
    hash: String,
    /// The time at which its transaction began, in the event's time zone.
    at: ZonedMoment,
    by: String,
    legal: bool,
    submitted: bool,
    late: bool,
    /// Whether it is the one that counts.
    counts: bool,
    /// The changes since the version before.
    changed: Vec<Difference>,
}

#[derive(Template)]
#[template(path = "events/entry.html")]
struct EntryPage {
    layout: Layout,
    slug: Slug,
    event: String,
    id: String,
    name: String,
    club: String,
    /// The state of the entry, in words.
    status: String,
    waiting: bool,
    /// Whether the player waits to be let in.
    awaits: bool,
    /// Whether the visitor can let the player in.
    may_let_in: bool,
    /// The version that the visitor can accept or return.
    under_review: Option<i64>,
    locked: bool,
    checked_in: bool,
    /// The reason the entry was returned.
    word: String,
    /// The version that counts: number, hash, time, whether late.
    receipt: Option<Version>,
    armies: Vec<ShownArmy>,
    /// Versions with their changes, for the player and the staff.
    versions: Vec<Version>,
    /// The versions to compare; `None` if there is only one.
    comparison: Option<Comparison>,
    own: bool,
    may_change: bool,
    withdrawn: bool,
    /// Whether the visitor can withdraw the entry for the player.
    may_withdraw_player: bool,
    /// The full link of the entry, while it is new.
    link: Option<String>,
    address: String,
    /// The address at which the version that counts can be verified, as a QR code.
    code: Option<Arc<str>>,
    is_staff: bool,
    is_organiser: bool,
    note: String,
    mail: Option<String>,
    may_still: bool,
    deeds: Vec<(Moment, String, String)>,
}

/// The secret of an entry's link, or two versions to compare.
#[derive(Deserialize)]
pub struct EntryQuery {
    key: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

impl EntryQuery {
    /// The versions to compare, if any are requested; the nearest one for a number that does not exist, the first and
    /// the last if none is given.
    fn versions(&self, entries: &[Entry]) -> Option<(i64, i64)> {
        let (first, last) = (entries.last()?.number, entries.first()?.number);
        let number = |typed: &Option<String>, otherwise: i64| {
            let typed = typed.as_ref()?.trim();
            let wanted: i64 = if typed.is_empty() { otherwise } else { typed.parse().ok()? };
            // Drafts that made room for others leave gaps.
            entries.iter().map(|entry| entry.number).min_by_key(|known| known.abs_diff(wanted))
        };
        number(&self.from, first).zip(number(&self.to, last))
    }
}

impl Version {
    fn verdict(&self) -> &'static str {
        if self.legal { "legal" } else { "not legal" }
    }
}

/// The comparison of versions of an entry.
struct Comparison {
    /// The number of the last version.
    last: i64,
    /// The versions that the form compares; `None` if there is nothing to choose.
    choice: Option<[i64; 2]>,
    compared: Option<Compared>,
}

impl Comparison {
    /// The comparison of these versions, of which the last has this number.
    fn new(versions: &[Version], last: i64, compared: Option<Compared>) -> Option<Self> {
        if versions.len() < 2 {
            return None;
        }
        let [from, to] = compared.as_ref().map_or([1, last], |compared| [compared.from, compared.to]);
        Some(Self { last, choice: (last > 2).then_some([from, to]), compared })
    }
}

/// The differences between two versions.
struct Compared {
    from: i64,
    to: i64,
    changed: Vec<Difference>,
}

/// The largest number of versions that are shown with their changes; beyond that, the latest. Any two can be compared.
const MOST_VERSIONS: usize = 40;

/// `POST /events/{slug}/entries/{id}`: with the secret of its link, this browser becomes a holder of the entry.
///
/// # Errors
/// When the visitor may not see it, or the secret is wrong.
pub async fn open_entry(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (slug, id) = path.into_inner();
    let open = EventAccess::find(&request, &state, &slug).await?;
    let mut fields = Fields::parse(&body)?;
    let key = fields.text("key");
    fields.finish()?;
    let id = WorkId::parse(&id).map_err(|_| WebError::NotFound)?;
    let key = Secret::parse(&key).map_err(|_| WebError::NotFound)?;
    let (holder, browser) = identity::holder_or_new(&request, &state, "").await?;
    state.store_for(&request).hold_entry(open.event.id, &id, &key.digest(), &holder).await?;
    let here = link::entry(open.slug(), &id);
    Ok(see_other(&here).cookie(cookies::visitor_cookie(&state, &browser)).finish())
}

#[derive(Template)]
#[template(path = "events/open.html")]
struct OpenPage {
    layout: Layout,
    slug: Slug,
    event: String,
    action: String,
    key: String,
}

/// `GET /events/{slug}/entries/{id}`; with the secret of its link it asks whether to open the entry here.
///
/// # Errors
/// When the visitor may not see it.
pub async fn show_entry(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    query: Query<EntryQuery>,
) -> Result<HttpResponse, WebError> {
    let (slug, id) = path.into_inner();
    let open = EventAccess::find(&request, &state, &slug).await?;
    let id = WorkId::parse(&id).map_err(|_| WebError::NotFound)?;
    let here = link::entry(open.slug(), &id);
    let asks = asker(&request, &state).await?;
    let entrant = state.store.entrant(open.event.id, &id, asks.as_ref()).await?;
    if let Some(key) = &query.key {
        let key = Secret::parse(key).map_err(|_| WebError::NotFound)?;
        if entrant.is_own {
            return Ok(see_other(&here).finish());
        }
        // A program that only looks where a link leads, as mail programs do, opens nothing.
        let page = OpenPage {
            layout: event_layout(&state, &open.event, format!("Entry at {}", open.event.content.name), EventTab::Event),
            slug: open.slug().clone(),
            event: open.event.content.name.clone(),
            action: here.into(),
            key: key.expose().to_owned(),
        };
        return Ok(not_stored(render(&page)?));
    }
    let is_staff = open.may(Role::Helper);
    let insider = entrant.is_own || is_staff;
    if entrant.state.pending && !insider {
        return Err(WebError::NotFound);
    }
    let is_opponent = opponents(&open, &state, asks.as_ref()).await?.contains(&number_of(entrant.id)?);
    let is_shown = open.shows_armies(&entrant, is_opponent);
    let entries = if insider { state.store.entries(entrant.id).await? } else { Vec::new() };
    let last = entries.first().map_or(0, |last| last.number);
    let armies = match entrant.head.as_ref().filter(|head| is_shown && (head.submitted || insider)) {
        Some(head) => {
            let drafts = Frozen::read(&state.store.entry_document(entrant.id, head.number).await?, &state)?;
            judged(&request, &open, &state, drafts).await?.shown
        }
        None => Vec::new(),
    };
    let deeds =
        if is_staff { state.store.event_log(open.event.id, Some(entrant.id), 0, 50).await? } else { Vec::new() };
    let link = cookies::fresh_key(&request)
        .filter(|_| entrant.is_own)
        .map(|key| state.secret_url(&format!("{here}?key={}", key.expose())));
    let compared = match query.versions(&entries) {
        Some((from, to)) => Some(compared(&state, entrant.id, from, to).await?),
        None => None,
    };
    let versions = versions(&open, &state, &entrant, entries).await?;
    let (is_organiser, withdrawn) = (open.may(Role::Organiser), entrant.state.entry == EntryState::Withdrawn);
    let page = EntryPage {
        layout: event_layout(
            &state,
            &open.event,
            format!("{} at {}", entrant.name, open.event.content.name),
            EventTab::Event,
        )
        .with_flash(&request),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        id: id.to_string(),
        status: status(&entrant),
        waiting: entrant.state.waiting,
        awaits: entrant.state.pending && !withdrawn,
        may_let_in: is_organiser && entrant.state.pending,
        under_review: entrant
            .head
            .as_ref()
            .filter(|head| is_organiser && head.submitted && !withdrawn)
            .map(|head| head.number),
        may_withdraw_player: is_organiser && !withdrawn && !entrant.is_own,
        locked: entrant.state.locked,
        checked_in: entrant.state.checked_in,
        word: if insider { entrant.word.clone() } else { String::new() },
        receipt: entrant.head.clone().filter(|_| insider).map(|head| version(&open, &entrant, head, Vec::new())),
        armies,
        comparison: Comparison::new(&versions, last, compared),
        versions,
        own: entrant.is_own,
        may_change: entrant.is_own && takes_entries(&open, &entrant),
        withdrawn,
        link,
        code: entrant
            .head
            .as_ref()
            .filter(|head| insider && head.submitted && entrant.state.entry.is_in())
            .map(|head| state.codes.of(&VerifyLinks::new(&request, &state, open.slug()).of(&id, &head.hash))),
        address: state.url(&request, &here),
        is_staff,
        is_organiser,
        note: if is_staff { entrant.note.clone() } else { String::new() },
        mail: entrant.email.clone().filter(|_| open.may(Role::Organiser)),
        may_still: entrant.state.may_still,
        deeds: deeds.into_iter().map(|deed| (deed.at.into(), deed.actor, deed.action)).collect(),
        name: entrant.name,
        club: entrant.club,
    };
    with_flash_cleared(&request, &state, render(&page)?)
}

/// The state of an entry, in words.
fn status(entrant: &Entrant) -> String {
    let mut status = public_word(entrant).to_owned();
    if entrant.state.locked && entrant.is_own {
        status.push_str(", locked");
    }
    if entrant.state.checked_in {
        status.push_str(", checked in");
    }
    status
}

fn version(open: &EventAccess, entrant: &Entrant, entry: Entry, changed: Vec<Difference>) -> Version {
    Version {
        late: entry.late,
        counts: entrant.head.as_ref().is_some_and(|head| head.number == entry.number),
        number: entry.number,
        title: entry.title,
        hash: entry.hash.to_string(),
        at: super::told_in_zone(open.plan.zone(), entry.created_at),
        by: entry.made_by,
        legal: entry.legal,
        submitted: entry.submitted,
        changed,
    }
}

/// The differences between two versions of a player's entry.
async fn compared(state: &AppState, entrant: EntrantId, from: i64, to: i64) -> Result<Compared, WebError> {
    let before = Frozen::read(&state.store.entry_document(entrant, from).await?, state)?;
    let after = Frozen::read(&state.store.entry_document(entrant, to).await?, state)?;
    Ok(Compared { from, to, changed: differences(&before, &after) })
}

/// The latest versions, newest first, each with its changes since the one before.
async fn versions(
    open: &EventAccess,
    state: &AppState,
    entrant: &Entrant,
    entries: Vec<Entry>,
) -> Result<Vec<Version>, WebError> {
    let mut shown = Vec::new();
    let mut before: Option<Vec<Draft>> = None;
    // One more than is shown, to find the changes in the oldest one shown.
    let is_cut = entries.len() > MOST_VERSIONS;
    for entry in entries.into_iter().take(MOST_VERSIONS + 1).rev() {
        let armies = Frozen::read(&state.store.entry_document(entrant.id, entry.number).await?, state)?;
        let changed = before.as_ref().map(|before| differences(before, &armies)).unwrap_or_default();
        shown.push(version(open, entrant, entry, changed));
        before = Some(armies);
    }
    shown.reverse();
    if is_cut {
        shown.pop();
    }
    Ok(shown)
}

/// `POST /events/{slug}/entries/{id}/withdraw`
///
/// # Errors
/// When there is no such entry, it belongs to somebody else, or it is too late.
pub async fn withdraw(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (slug, id) = path.into_inner();
    let open = EventAccess::find(&request, &state, &slug).await?;
    Fields::parse(&body)?.finish()?;
    let id = WorkId::parse(&id).map_err(|_| WebError::NotFound)?;
    let asks = asker(&request, &state).await?;
    let entrant = state.store.entrant(open.event.id, &id, asks.as_ref()).await?;
    let by = match (asks.filter(|_| entrant.is_own), &open.account) {
        // An organiser may do for their own entry what organisers may do for others.
        (_, Some(account)) if open.may(Role::Organiser) => Sender::Staff(Actor::new(&account.user.name)),
        (Some(holder), _) => Sender::Player(holder),
        _ => return Err(WebError::NotFound),
    };
    match state.store_for(&request).withdraw(open.event.id, &id, &by).await {
        Ok(Ok(())) => {
            let here = link::entry(open.slug(), &id);
            Ok(see_other(&here).cookie(Flash::Withdrawn.cookie(&state)).finish())
        }
        Ok(Err(refusal)) => Err(WebError::Unreadable(format!("{refusal}: ask the organiser"))),
        Err(StoreError::NotFound) => Err(WebError::NotFound),
        Err(error) => Err(error.into()),
    }
}
