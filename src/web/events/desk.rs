//! The organiser's desk: every player with the state of the entry, and the actions on it.

use std::sync::Arc;

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use any_ascii::any_ascii;
use askama::Template;
use musterfield_army::draft::several_lines;
use musterfield_words::army::text_fault;
use serde::Deserialize;

use super::access::EventAccess;
use super::armies::Frozen;
use super::clear::marked;
use super::frame::{EventTab, event_layout};
use super::settings::with_flash_cleared;
use crate::store::{
    Actor, CLEARED_FOR, Clearing, Entrant, Entry, EntryAction, EntryState, Role, Secret, Slug, StoreError, WorkId,
};
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::filters;
use crate::web::link::{self, Address};
use crate::web::moment::Moment;
use crate::web::page::{Layout, not_stored, render, see_other};
use crate::web::scheduler::{JobKind, Requester};
use crate::web::state::AppState;

/// The largest number of letters of a remark or note.
const LONGEST_WORD: usize = 2_000;
/// The lines on one page of the log.
const PAGE: u32 = 100;

/// A player at the desk.
struct Row {
    id: String,
    name: String,
    club: String,
    state: &'static str,
    /// The state's word in filters.
    kind: &'static str,
    title: String,
    version: i64,
    /// Whether the armies are legal; `None` while there is no army.
    legal: Option<bool>,
    /// Whether the event or the rules have changed since it was checked.
    is_stale: bool,
    late: bool,
    waiting: bool,
    pending: bool,
    locked: bool,
    presence: Presence,
    changed: Moment,
    note: String,
    /// Whether it awaits acceptance.
    new: bool,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Presence {
    Expected,
    CheckedIn,
    Withdrawn,
}

impl Presence {
    fn of(entrant: &Entrant) -> Self {
        match entrant.state.entry {
            EntryState::Withdrawn => Self::Withdrawn,
            _ if entrant.state.checked_in => Self::CheckedIn,
            _ => Self::Expected,
        }
    }
}

/// The actions that the visitor can take with the players shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tools {
    /// An organiser lets players in, or refuses them.
    LetIn,
    /// An organiser reviews entries.
    Review,
    /// A helper checks players in.
    CheckIn,
    /// A helper cannot let players in.
    None,
}

impl Tools {
    fn of(is_organiser: bool, lets_in: bool) -> Self {
        match (is_organiser, lets_in) {
            (true, true) => Self::LetIn,
            (true, false) => Self::Review,
            (false, false) => Self::CheckIn,
            (false, true) => Self::None,
        }
    }
}

/// A filter with the number of players it shows.
struct Filter {
    word: &'static str,
    name: &'static str,
    count: usize,
    current: bool,
}

#[derive(Template)]
#[template(path = "events/desk.html")]
struct DeskPage {
    layout: Layout,
    slug: Slug,
    event: String,
    rows: Vec<Row>,
    filters: Vec<Filter>,
    is_organiser: bool,
    players: usize,
    tools: Tools,
    /// Clearings that can be undone.
    clearings: Vec<Cleared>,
    /// The words that the rows shown contain.
    find: String,
}

impl DeskPage {
    /// The filter in force.
    fn shown(&self) -> &'static str {
        self.filters.iter().find(|filter| filter.current).map_or("", |filter| filter.word)
    }

    /// The address of the desk with another filter and the same words.
    fn filtered(&self, filter: &Filter) -> Address {
        desk_address(&self.slug, filter.word, &self.find)
    }
}

/// The address of the desk that shows these players.
fn desk_address(slug: &Slug, show: &str, find: &str) -> Address {
    let mut address = link::desk(slug);
    for (name, value) in [("show", show), ("find", find)].into_iter().filter(|(_, value)| !value.is_empty()) {
        address = address.with(name, value);
    }
    address
}

/// A text as it is searched: in small letters without accents, as people type names in a hurry.
fn searched(text: &str) -> String {
    any_ascii(text).to_lowercase()
}

/// Entries that were cleared at once.
struct Cleared {
    number: String,
    entries: i64,
    actor: String,
    at: Moment,
    until: Moment,
}

/// The filter to show.
#[derive(Deserialize)]
pub struct DeskQuery {
    #[serde(default)]
    show: String,
    /// Words that a player's row contains.
    #[serde(default)]
    find: String,
}

fn kind(entrant: &Entrant) -> &'static str {
    match entrant.state.entry {
        EntryState::Nothing => "nothing",
        EntryState::Draft => "draft",
        EntryState::Entered => "entered",
        EntryState::Returned => "returned",
        EntryState::Accepted => "accepted",
        EntryState::Withdrawn => "withdrawn",
    }
}

fn cleared(clearing: Clearing) -> Cleared {
    Cleared {
        number: clearing.id.to_string(),
        entries: clearing.entries,
        at: clearing.at.into(),
        until: (clearing.at + CLEARED_FOR).into(),
        actor: clearing.actor,
    }
}

/// Whether the event or the rules have changed since a version was checked.
fn is_stale(open: &EventAccess, head: &Entry) -> bool {
    head.event_version != open.event.version || head.ruleset_version != *open.plan.rules().ruleset().version
}

fn row(open: &EventAccess, entrant: Entrant) -> Row {
    let head = entrant.head.as_ref();
    let late = head.is_some_and(|head| head.submitted && head.late);
    Row {
        kind: kind(&entrant),
        state: match entrant.state.entry {
            EntryState::Nothing => "no army",
            EntryState::Draft => "saved for later",
            EntryState::Entered => "entered",
            EntryState::Returned => "returned",
            EntryState::Accepted => "accepted",
            EntryState::Withdrawn => "withdrawn",
        },
        title: head.map(|head| head.title.clone()).unwrap_or_default(),
        version: head.map_or(0, |head| head.number),
        legal: head.map(|head| head.legal),
        new: entrant.state.entry == EntryState::Entered,
        is_stale: head.is_some_and(|head| is_stale(open, head)),
        late,
        waiting: entrant.state.waiting,
        pending: entrant.state.pending,
        locked: entrant.state.locked,
        presence: Presence::of(&entrant),
        changed: entrant.updated_at.into(),
        note: entrant.note,
        id: entrant.public_id.to_string(),
        name: entrant.name,
        club: entrant.club,
    }
}

impl Row {
    fn is_illegal(&self) -> bool {
        self.legal == Some(false)
    }

    fn is_checked_in(&self) -> bool {
        self.presence == Presence::CheckedIn
    }

    /// Whether its name, club or army contains these words.
    fn has(&self, words: &str) -> bool {
        let text = searched(&format!("{} {} {}", self.name, self.club, self.title));
        searched(words).split_whitespace().all(|word| text.contains(word))
    }

    fn is_in(&self, filter: &str) -> bool {
        // Players who await approval appear in no other list.
        if self.pending || filter == PENDING {
            return self.pending && filter == PENDING;
        }
        match filter {
            "" => true,
            "illegal" => self.is_illegal(),
            "late" => self.late,
            "waiting" => self.waiting,
            "absent" => self.presence == Presence::Expected,
            word => self.kind == word,
        }
    }
}

/// The filter for players who await approval.
const PENDING: &str = "pending";

const FILTERS: [(&str, &str); 11] = [
    ("", "all"),
    (PENDING, "to let in"),
    ("entered", "to review"),
    ("accepted", "accepted"),
    ("returned", "returned"),
    ("draft", "saved for later"),
    ("illegal", "not legal"),
    ("late", "late"),
    ("waiting", "waiting"),
    ("absent", "not checked in"),
    ("withdrawn", "withdrawn"),
];

/// `GET /events/{slug}/desk?show=entered&find=anna`
///
/// # Errors
/// When the visitor is not on the staff.
pub async fn show_desk(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<DeskQuery>,
) -> Result<HttpResponse, WebError> {
    let (open, _) = EventAccess::find_for_staff(&request, &state, &path, Role::Helper).await?;
    // An unknown filter shows everybody: a desk that looks empty would frighten.
    let show = FILTERS.iter().map(|(word, _)| *word).find(|word| *word == query.show).unwrap_or_default();
    let entrants = state.store.entrants(open.event.id, None).await?;
    let all: Vec<Row> = entrants.into_iter().map(|entrant| row(&open, entrant)).collect();
    let filters = FILTERS.into_iter().map(|(word, name)| Filter {
        word,
        name,
        count: all.iter().filter(|row| row.is_in(word)).count(),
        current: word == show,
    });
    let filters = filters.filter(|filter| filter.count > 0 || filter.current || filter.word.is_empty()).collect();
    let players = all.iter().filter(|row| row.presence != Presence::Withdrawn && !row.pending).count();
    let is_organiser = open.may(Role::Organiser);
    let clearings = if is_organiser { state.store.clearings(open.event.id).await? } else { Vec::new() };
    let mut rows: Vec<Row> = all.into_iter().filter(|row| row.is_in(show) && row.has(&query.find)).collect();
    rows.sort_by_key(|row| row.name.to_lowercase());
    let page = DeskPage {
        layout: event_layout(&state, &open.event, format!("Desk of {}", open.event.content.name), EventTab::Desk)
            .with_flash(&request),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        rows,
        filters,
        tools: Tools::of(is_organiser, show == PENDING),
        clearings: clearings.into_iter().map(cleared).collect(),
        is_organiser,
        players,
        find: query.into_inner().find,
    };
    with_flash_cleared(&request, &state, render(&page)?)
}

/// The action of a button, by its words, with the role that may press it.
fn single(words: &[&str]) -> Option<(EntryAction, Role)> {
    Some(match words {
        ["accept", number] => (EntryAction::Accept(number.parse().ok()?), Role::Organiser),
        ["lock"] => (EntryAction::Lock, Role::Organiser),
        ["unlock"] => (EntryAction::Unlock, Role::Organiser),
        ["admit"] => (EntryAction::Admit, Role::Organiser),
        ["here"] => (EntryAction::CheckIn(true), Role::Helper),
        ["away"] => (EntryAction::CheckIn(false), Role::Helper),
        _ => return None,
    })
}

/// `POST /events/{slug}/desk`: `do=accept:{id}:2`, `do=here:{id}`, `do=lock-all` …
///
/// # Errors
/// When the visitor is not on the staff, there is no such button, or the version no longer counts.
pub async fn act(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (open, actor) = EventAccess::find_for_staff(&request, &state, &path, Role::Helper).await?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    let (show, find) = (fields.text("show"), fields.text("find"));
    let marked = marked(&mut fields)?;
    fields.finish()?;
    let unknown = || WebError::Unreadable(format!("there is no button “{asked}”"));
    let demand = |role| if open.may(role) { Ok(()) } else { Err(WebError::NotStaff(open.path())) };
    match asked.as_str() {
        "lock-all" | "unlock-all" => {
            demand(Role::Organiser)?;
            state.store_for(&request).lock_entries(open.event.id, asked == "lock-all", &actor).await?;
        }
        "let-in-all" => {
            demand(Role::Organiser)?;
            state.store_for(&request).approve_pending(open.event.id, None, &actor).await?;
        }
        "let-in-marked" => {
            demand(Role::Organiser)?;
            if marked.is_empty() {
                return Err(WebError::Unreadable("no entry is selected: tick the entries to let in".to_owned()));
            }
            state
                .store_for(&request)
                .approve_pending(open.event.id, Some(marked.into_iter().collect()), &actor)
                .await?;
        }
        "accept-all" => {
            demand(Role::Organiser)?;
            accept_all(&request, &state, &open, &actor).await?;
        }
        other => {
            let words: Vec<&str> = other.split(':').collect();
            let [verb, id, rest @ ..] = words.as_slice() else { return Err(unknown()) };
            let id = WorkId::parse(id).map_err(|_| WebError::NotFound)?;
            if (*verb, rest) == ("let-in", &[]) {
                demand(Role::Organiser)?;
                state.store_for(&request).approve_pending(open.event.id, Some(vec![id]), &actor).await?;
                return Ok(see_other(&desk_address(open.slug(), PENDING, &find)).finish());
            }
            let words: Vec<&str> = [*verb].into_iter().chain(rest.iter().copied()).collect();
            let (act, role) = single(&words).ok_or_else(unknown)?;
            demand(role)?;
            state.store_for(&request).act_on_entry(open.event.id, &id, act, &actor).await?;
        }
    }
    let known = FILTERS.iter().any(|(word, _)| *word == show);
    let desk = desk_address(open.slug(), if known { &show } else { "" }, &find);
    // Returns to the row, which would be hard to find on a phone.
    let onward = match asked.split(':').nth(1) {
        Some(id) => desk.at(id),
        None => desk.into(),
    };
    Ok(see_other(&onward).finish())
}

/// Accepts every submitted entry that is legal by today's rules. Entries that change meanwhile are skipped.
async fn accept_all(
    request: &HttpRequest,
    state: &Data<AppState>,
    open: &EventAccess,
    actor: &Actor,
) -> Result<(), WebError> {
    let permit = state.scheduler.admit(&Requester::of(request), JobKind::Event).await?;
    let rules = Arc::new(open.plan.rules().clone());
    for entrant in state.store.entrants(open.event.id, None).await? {
        let Some(head) = entrant.head.filter(|_| !entrant.state.pending) else { continue };
        if !head.submitted || entrant.state.entry != EntryState::Entered || !head.legal {
            continue;
        }
        if is_stale(open, &head) {
            let document = state.store.entry_document(entrant.id, head.number).await?;
            let (shared, rules) = (state.clone(), Arc::clone(&rules));
            let judged = permit.run(move || {
                let armies = Frozen::read(&document, &shared)?;
                Ok::<_, WebError>(rules.check_pool(&armies, shared.catalogue).is_legal())
            });
            if !judged.await?? {
                continue;
            }
        }
        let act = EntryAction::Accept(head.number);
        match state.store_for(request).act_on_entry(open.event.id, &entrant.public_id, act, actor).await {
            Ok(()) | Err(StoreError::EventChanged | StoreError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// The corrected details of a player.
fn player([name, club, mail]: &mut [TextField; 3]) -> Result<EntryAction, WebError> {
    match (name.as_name(), club.as_line(), mail.as_mail()) {
        (Some(name), Some(club), Some(email)) => Ok(EntryAction::Player { name, club, email }),
        _ => {
            let wrong = [name, club, mail].into_iter().find_map(|field| field.error.take());
            Err(WebError::Unreadable(wrong.unwrap_or_default().trim_end_matches('.').to_owned()))
        }
    }
}

#[derive(Template)]
#[template(path = "events/link.html")]
struct LinkPage {
    layout: Layout,
    back: String,
    name: String,
    address: String,
}

/// `POST /events/{slug}/entries/{id}/desk`: the actions on the page of one entry, with a remark, note or link.
///
/// # Errors
/// When the visitor is not on the staff, there is no such button, or the version no longer counts.
pub async fn act_on_one(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (slug, id) = path.into_inner();
    let (open, actor) = EventAccess::find_for_staff(&request, &state, &slug, Role::Helper).await?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    let text = fields.text("text");
    let mut named = ["name", "club", "mail"].map(|name| TextField::from(fields.text(name)));
    fields.finish()?;
    let id = WorkId::parse(&id).map_err(|_| WebError::NotFound)?;
    let here = link::entry(open.slug(), &id);
    let text = || {
        several_lines(&text, LONGEST_WORD)
            .map_err(|error| WebError::Unreadable(format!("the text {}", text_fault(error))))
    };
    let words: Vec<&str> = asked.split(':').collect();
    let mut link = None;
    let (act, role) = match words.as_slice() {
        ["return", number] => {
            let word = text()?;
            if word.is_empty() {
                return Err(WebError::Unreadable("say what must change: the player will see it".to_owned()));
            }
            let number = number.parse().map_err(|_| WebError::Unreadable("there is no such version".to_owned()))?;
            (EntryAction::Return(number, word), Role::Organiser)
        }
        ["note"] => (EntryAction::Note(text()?), Role::Helper),
        ["player"] => (player(&mut named)?, Role::Organiser),
        ["link"] => {
            let secret = Secret::random()?;
            let digest = secret.digest();
            link = Some(secret);
            (EntryAction::Link(digest), Role::Organiser)
        }
        other => single(other).ok_or_else(|| WebError::Unreadable(format!("there is no button “{asked}”")))?,
    };
    if !open.may(role) {
        return Err(WebError::NotStaff(open.path()));
    }
    state.store_for(&request).act_on_entry(open.event.id, &id, act, &actor).await?;
    if let Some(secret) = link {
        let entrant = state.store.entrant(open.event.id, &id, None).await?;
        let page = LinkPage {
            layout: event_layout(&state, &open.event, format!("A link for {}", entrant.name), EventTab::Desk),
            name: entrant.name,
            address: state.secret_url(&format!("{here}?key={}", secret.expose())),
            back: here.into(),
        };
        return Ok(not_stored(render(&page)?));
    }
    Ok(see_other(&here).cookie(Flash::DeskDone.cookie(&state)).finish())
}

/// A line of the event's log, as the page shows it.
struct EventLogLine {
    at: Moment,
    actor: String,
    action: String,
    /// Address and name of the player.
    player: Option<(String, String)>,
}

#[derive(Template)]
#[template(path = "events/log.html")]
struct LogPage {
    layout: Layout,
    slug: Slug,
    event: String,
    deeds: Vec<EventLogLine>,
    older: Option<u32>,
}

/// The place where a page of the log begins.
#[derive(Deserialize)]
pub struct LogQuery {
    skip: Option<u32>,
}

/// `GET /events/{slug}/log`
///
/// # Errors
/// When the visitor is not an organiser.
pub async fn show_log(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<LogQuery>,
) -> Result<HttpResponse, WebError> {
    let (open, _) = EventAccess::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    let skip = query.skip.unwrap_or(0);
    let mut deeds = state.store.event_log(open.event.id, None, skip, PAGE + 1).await?;
    let shown = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let older = skip.checked_add(PAGE).filter(|_| deeds.len() > shown);
    deeds.truncate(shown);
    let line = |deed: crate::store::LogEntry| EventLogLine {
        at: deed.at.into(),
        actor: deed.actor,
        action: deed.action,
        player: deed.entrant.map(|(id, name)| (link::entry(open.slug(), id).into(), name)),
    };
    let page = LogPage {
        layout: event_layout(&state, &open.event, format!("Log of {}", open.event.content.name), EventTab::Log),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        deeds: deeds.into_iter().map(line).collect(),
        older,
    };
    Ok(not_stored(render(&page)?))
}
