//! The entry form: which army, for which player, checked at once.

use actix_multipart::form::MultipartForm;
use actix_multipart::form::bytes::Bytes;
use actix_multipart::form::text::Text;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{Error, HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::check;
use musterfield_words::army::write::to_text;
use musterfield_words::events::zone::distance;
use serde::Deserialize;

use super::access::{EventAccess, asker};
use super::armies::{Frozen, FrozenEntry, Pool, Slot, Source, keep, read_pool};
use super::frame::{EventTab, event_layout};
use super::settings::with_flash_cleared;
use crate::store::{
    Actor, Entrant, EntryAddress, EventState, Holder, MOST_VERSIONS, NewEntry, Origin, Refusal, Role, Secret, Sender,
    Slug, WorkId,
};
use crate::web::accounts::identity;
use crate::web::choice::Choice;
use crate::web::client;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::TextField;
use crate::web::link;
use crate::web::moment::ZonedMoment;
use crate::web::page::{Layout, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::ARMIES;
use crate::web::works::create::{check_request, new_request};
use crate::web::works::own_works::OwnWork;

/// The largest number of the player's own armies that are offered.
const MOST_OFFERED: u32 = 50;
/// The number of times an entry is checked again if the organiser changes the event while it is being submitted.
const TRIES: usize = 3;

/// The player concerned, as typed.
#[derive(Clone, Debug, Default)]
struct Player {
    name: TextField,
    club: TextField,
    mail: TextField,
}

/// The player's details after parsing.
struct PlayerDetails {
    name: String,
    club: String,
    mail: Option<String>,
}

#[derive(Template)]
#[template(path = "events/enter.html")]
struct EnterPage {
    layout: Layout,
    slug: Slug,
    event: String,
    request: String,
    /// The player whose entry is replaced; `None` for a new one.
    known: Option<(String, String)>,
    player: Player,
    /// Other entries that can be made here: the address of the form, and words for the link.
    others: Vec<(String, String)>,
    slots: Vec<Slot>,
    /// Whether a player has one army only.
    has_one_army: bool,
    mine: Vec<(String, String)>,
    rules: Vec<String>,
    game: String,
    deadline: Option<(ZonedMoment, String)>,
    /// The problems of the armies together.
    problems: Vec<String>,
    /// Whether the armies were read and checked.
    is_checked: bool,
    /// Whether they cannot be entered as they are, and nothing else says so.
    must_change: bool,
    /// Whether illegal armies are accepted.
    illegal: bool,
    /// Whether the entry was refused for a reason that the box at the top gives.
    is_refused: bool,
    /// Whether a member of the staff enters on behalf of others.
    on_behalf: bool,
    /// The reason why nothing can be submitted now, though it can be checked.
    closed: Option<&'static str>,
    /// Whether an entry made here awaits the staff's approval.
    waits: bool,
}

impl EnterPage {
    /// The visitor's own armies as options, with this one chosen.
    fn own_armies(&self, chosen: &str) -> Vec<Choice> {
        self.mine.iter().map(|(id, name)| Choice::among(id.clone(), name.clone(), chosen)).collect()
    }
}

/// The query of the form's page.
#[derive(Deserialize)]
pub struct EnterQuery {
    #[serde(default)]
    player: String,
    #[serde(default)]
    army: String,
}

/// The form as sent: each army has one of the three texts and one of the files, in the order of armies.
#[derive(Debug, MultipartForm)]
#[multipart(deny_unknown_fields)]
pub struct EntryForm {
    request: Text<String>,
    entrant: Option<Text<String>>,
    name: Option<Text<String>>,
    club: Option<Text<String>>,
    mail: Option<Text<String>>,
    own: Vec<Text<String>>,
    address: Vec<Text<String>>,
    text: Vec<Text<String>>,
    before: Vec<Text<String>>,
    file: Vec<Bytes>,
    #[multipart(rename = "do")]
    pressed: Option<Text<String>>,
}

/// The sender, and the entry concerned.
struct EntryContext {
    holder: Option<Holder>,
    known: Option<Entrant>,
    on_behalf: bool,
}

/// The entry of the form, if the visitor may change it.
async fn asked(
    request: &HttpRequest,
    state: &AppState,
    open: &EventAccess,
    id: &str,
) -> Result<EntryContext, WebError> {
    let holder = asker(request, state).await?;
    let is_staff = open.may(Role::Organiser);
    if id.is_empty() || id == "new" {
        // Organisers play too: by default they enter themselves.
        return Ok(EntryContext { holder, known: None, on_behalf: is_staff && id == "new" });
    }
    let id = WorkId::parse(id).map_err(|_| WebError::NotFound)?;
    let entrant = state.store.entrant(open.event.id, &id, holder.as_ref()).await?;
    if !entrant.is_own && !is_staff {
        return Err(WebError::NotFound);
    }
    // After the deadline, an organiser may do for their own entry what organisers may do for others.
    let on_behalf = !entrant.is_own || (is_staff && !takes_entries(open, &entrant));
    Ok(EntryContext { on_behalf, holder, known: Some(entrant) })
}

/// `GET /events/{slug}/enter`
///
/// # Errors
/// When the visitor may not see it.
pub async fn ask_army(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<EnterQuery>,
) -> Result<HttpResponse, WebError> {
    let open = EventAccess::find(&request, &state, &path).await?;
    let mut asked = asked(&request, &state, &open, &query.player).await?;
    // A visitor who has entered one player here means that one, unless another is chosen.
    if let (None, true, Some(holder)) = (&asked.known, query.player.is_empty(), &asked.holder) {
        let mut own = state.store.own_entrants(open.event.id, holder).await?;
        if own.len() == 1 && !asked.on_behalf {
            asked.known = own.pop();
        }
    }
    let name = open.account.as_ref().filter(|_| !asked.on_behalf).map(|account| account.user.name.clone());
    let player = Player { name: name.unwrap_or_default().into(), ..Player::default() };
    let mut slots = blank_slots(&open, &query.army);
    if let (Some(head), true) = (asked.known.as_ref().and_then(|known| known.head.as_ref()), query.army.is_empty()) {
        // The version that counts is there to be changed.
        let entrant = asked.known.as_ref().map(|known| known.id).ok_or(WebError::NotFound)?;
        let document = state.store.entry_document(entrant, head.number).await?;
        let shared = state.clone();
        let written = state.run_by_size(&request, JobKind::Army, document.len(), move || {
            let armies = Frozen::read(&document, &shared)?;
            Ok::<_, WebError>(armies.iter().map(|draft| to_text(draft, &check(draft, shared.catalogue))).collect())
        });
        let texts: Vec<String> = written.await??;
        for (slot, text) in slots.iter_mut().zip(texts) {
            slot.source.before.clone_from(&text);
            slot.source.text = text;
        }
    }
    let pool = Pool { slots, armies: None, legal: false, problems: Vec::new() };
    let view = EnterView { name: new_request()?, player, pool, checked: None, refusal: None, status: StatusCode::OK };
    page(&request, &state, &open, asked, view).await
}

fn blank_slots(open: &EventAccess, army: &str) -> Vec<Slot> {
    let most = usize::from(open.plan.rules().armies());
    let mut slots = vec![Slot { source: Source::default(), error: None, shown: None }; most];
    if let Some(first) = slots.first_mut() {
        army.clone_into(&mut first.source.own);
    }
    slots
}

/// The part of the form that the page shows.
struct EnterView {
    /// The name of the form, so that it makes one entry even if it is sent twice.
    name: String,
    player: Player,
    pool: Pool,
    checked: Option<bool>,
    refusal: Option<String>,
    status: StatusCode,
}

async fn page(
    request: &HttpRequest,
    state: &AppState,
    open: &EventAccess,
    asked: EntryContext,
    EnterView { name, player, pool, checked, refusal, status }: EnterView,
) -> Result<HttpResponse, WebError> {
    let rules = open.plan.rules();
    let (mine, _) = OwnWork::of(&ARMIES, state, request, 0, MOST_OFFERED).await?;
    let ruleset = rules.ruleset().name.to_string();
    let mine = mine.into_iter().filter(|army| army.ruleset == ruleset).filter_map(|army| {
        let id = army.page.rsplit('/').next()?.to_owned();
        Some((
            id,
            format!("{} ({}{})", army.name, army.figure, if army.legal == Some(false) { ", not legal" } else { "" }),
        ))
    });
    let others = match &asked.holder {
        Some(holder) => state.store.own_entrants(open.event.id, holder).await?,
        None => Vec::new(),
    };
    let takes = match &asked.known {
        _ if asked.on_behalf => true,
        Some(known) => takes_entries(open, known),
        None => open.event.state == EventState::Open && (open.plan.document().late || !open.is_over()),
    };
    let closed = (!takes).then_some(match open.event.state {
        EventState::Open => "The deadline has passed.",
        _ => "The event is not open for entries.",
    });
    let waits = match &asked.known {
        Some(known) => known.state.pending,
        None => open.plan.document().approval && open.account.is_none(),
    };
    let waits = waits && !asked.on_behalf && takes;
    let known_id = asked.known.as_ref().map(|entrant| entrant.public_id.clone());
    let deadline = open.plan.deadline().and_then(|deadline| {
        let until = super::now().map(|now| distance(deadline.seen_from(now))).unwrap_or_default();
        Some((super::in_zone(open.plan.zone(), deadline)?, until))
    });
    let form = |player: &str, words: String| (link::enter_event(open.slug()).with("player", player).into(), words);
    let mut others: Vec<(String, String)> = others
        .into_iter()
        .filter(|entrant| Some(&entrant.public_id) != known_id.as_ref())
        .map(|entrant| form(entrant.public_id.as_str(), format!("Replace the entry of {}", entrant.name)))
        .collect();
    if asked.known.is_some() && (!others.is_empty() || !asked.on_behalf) {
        others.push(form("new", "Enter another player".to_owned()));
    }
    let is_refused = refusal.is_some();
    let mut errors = PageError::of_fields([("name", &player.name), ("club", &player.club), ("mail", &player.mail)]);
    errors.extend(refusal.map(|refusal| PageError::of_page(format!("Not entered. {refusal}"))));
    let armies = pool.slots.iter().zip(1..);
    errors.extend(armies.filter_map(|(slot, at)| Some(PageError::at(format!("army-{at}"), slot.error.clone()?))));
    let must_change = checked == Some(false) && status != StatusCode::OK && errors.is_empty();
    errors.extend(must_change.then(|| PageError::at("said", "This cannot be entered as it is.")));
    let page = EnterPage {
        layout: event_layout(state, &open.event, format!("Enter {}", open.event.content.name), EventTab::Enter)
            .with_flash(request)
            .with_errors(errors),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        request: name,
        others,
        known: asked.known.map(|entrant| (entrant.public_id.to_string(), entrant.name)),
        player,
        has_one_army: rules.armies() == 1,
        slots: pool.slots,
        mine: mine.collect(),
        rules: musterfield_words::events::rules::lines(rules),
        game: ruleset,
        deadline,
        problems: pool.problems,
        is_checked: checked.is_some(),
        must_change: checked == Some(false) && !is_refused,
        illegal: open.plan.document().illegal,
        is_refused,
        on_behalf: asked.on_behalf,
        closed,
        waits,
    };
    with_flash_cleared(request, state, render_as(status, &page)?)
}

/// The error for a form that cannot be read.
fn unreadable(error: &Error) -> WebError {
    match error.as_response_error().status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => WebError::TooLarge,
        _ => WebError::Unreadable(format!("the form cannot be read: {error}")),
    }
}

impl EntryForm {
    /// The sources of the armies.
    fn sources(&self, most: usize) -> Result<Vec<Source>, WebError> {
        let count =
            [self.own.len(), self.address.len(), self.text.len(), self.file.len()].into_iter().max().unwrap_or(0);
        if count > most {
            return Err(WebError::Unreadable(format!("a player can enter up to {most} armies")));
        }
        let text_of = |list: &[Text<String>], at: usize| list.get(at).map(|text| text.0.clone()).unwrap_or_default();
        let mut sources = Vec::new();
        for at in 0..most {
            let file = self.file.get(at).map(|file| file.data.as_ref()).filter(|data| !data.is_empty());
            let file = std::str::from_utf8(file.unwrap_or_default()).map_err(|_| {
                WebError::Unreadable("the file is not text: send an army as JSON, TOML or text".to_owned())
            })?;
            sources.push(Source {
                own: text_of(&self.own, at),
                address: text_of(&self.address, at),
                text: text_of(&self.text, at),
                before: text_of(&self.before, at),
                file: file.to_owned(),
            });
        }
        Ok(sources)
    }

    fn player(&self) -> Player {
        let text = |field: &Option<Text<String>>| field.as_ref().map(|text| text.0.clone()).unwrap_or_default().into();
        Player { name: text(&self.name), club: text(&self.club), mail: text(&self.mail) }
    }
}

impl Player {
    /// The details to store; `None` if some cannot be stored, which is explained at the field.
    fn read(&mut self) -> Option<PlayerDetails> {
        let read = (self.name.as_name(), self.club.as_line(), self.mail.as_mail());
        let (Some(name), Some(club), Some(mail)) = read else { return None };
        Some(PlayerDetails { name, club, mail })
    }
}

/// Explains a refusal to the player.
fn explanation(refusal: &Refusal, open: &EventAccess) -> String {
    match refusal {
        Refusal::NotOpen => "The event is not open for entries. Nothing was changed.".to_owned(),
        Refusal::Late { at } => {
            let when = super::moment_of(*at).map(|at| open.plan.zone().format(at)).unwrap_or_default();
            format!(
                "The deadline has passed: your entry arrived at {when}. Nothing was changed. Ask the organiser to \
                 allow a late entry."
            )
        }
        Refusal::Locked => {
            "The organiser has locked this entry. Nothing was changed. Ask the organiser to unlock it.".to_owned()
        }
        Refusal::NameTaken => {
            "Somebody has already entered under this name. Add something that tells you apart. If it was you, open \
             the link to your entry in this browser first."
                .to_owned()
        }
        Refusal::NotYours => "This entry belongs to somebody else. Open its link in this browser first.".to_owned(),
        Refusal::Replaced => {
            "This form was already received, and a newer version counts now. If you want to enter this one instead, \
             send it again."
                .to_owned()
        }
        Refusal::Cleared => {
            "The organisers have cleared this entry. Enter again, or ask them to restore it.".to_owned()
        }
        Refusal::Full => {
            "This event has reached its maximum number of entries. Nothing was changed. Ask the organisers to raise \
             the limit or to enter you themselves."
                .to_owned()
        }
        Refusal::TooManyFromHere => {
            "Too many entries have come from your internet address or browser. Nothing was changed. Ask the \
             organisers to enter you themselves."
                .to_owned()
        }
        Refusal::TooManyVersions => format!(
            "This entry has reached the limit of {MOST_VERSIONS} versions, which are all kept because receipts refer \
             to them. The last one still counts. Ask the organisers to enter the change for you."
        ),
        Refusal::Changed => {
            "The organiser has just changed the event. Check its rules and send the form again.".to_owned()
        }
    }
}

/// `POST /events/{slug}/enter`: `do=check` shows the verdict of the event's rules, `do=later` saves a draft, `do=enter`
/// submits the armies.
///
/// # Errors
/// When the visitor may not see it, or the form is malformed. Problems of armies, and a refusal, are answered with the
/// form again.
pub async fn enter_army(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    form: Result<MultipartForm<EntryForm>, Error>,
) -> Result<HttpResponse, WebError> {
    // Where the visitor may not see the event, errors of the form are not shown either.
    EventAccess::find(&request, &state, &path).await?;
    let form = form.map_err(|error| unreadable(&error))?.into_inner();
    check_request(&form.request.0)?;
    let pressed = form.pressed.as_ref().map_or("enter", |pressed| pressed.0.as_str()).to_owned();
    if !["enter", "later", "check"].contains(&pressed.as_str()) {
        return Err(WebError::Unreadable(format!("there is no button “{pressed}”")));
    }
    let entrant = form.entrant.as_ref().map(|id| id.0.clone()).unwrap_or_default();
    // An entry must have been checked by the rules in force when it is stored.
    let mut tries = 0;
    loop {
        tries += 1;
        let open = EventAccess::find(&request, &state, &path).await?;
        let asked = asked(&request, &state, &open, &entrant).await?;
        let sources = form.sources(usize::from(open.plan.rules().armies()))?;
        let pool = read_pool(&request, &open, &state, asked.holder.as_ref(), sources).await?;
        let mut player = form.player();
        let address = match &asked.known {
            Some(known) => Some(EntryTarget::There(known.public_id.clone())),
            None => player.read().map(EntryTarget::New),
        };
        let (read, legal) = (pool.armies.is_some(), pool.legal && pool.armies.is_some());
        let taken = match pressed.as_str() {
            "check" => false,
            "later" => read,
            _ => read && (legal || open.plan.document().illegal),
        };
        let name = form.request.0.clone();
        let (Some(armies), Some(whose)) = (pool.armies.as_ref().filter(|_| taken), address) else {
            // Looking at the verdict is not a mistake.
            let looked = pressed == "check" && read;
            let status = if looked { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
            let view = EnterView { name, player, pool, checked: read.then_some(legal), refusal: None, status };
            return page(&request, &state, &open, asked, view).await;
        };
        let kept = keep(&open, armies)?;
        match send(&request, &state, &open, &asked, whose, kept, (&name, legal, pressed != "later")).await? {
            Sent::Done(response) => return Ok(response),
            Sent::Refused(Refusal::Changed) if tries < TRIES => {}
            Sent::Refused(refusal) => {
                let refusal = Some(explanation(&refusal, &open));
                let status = StatusCode::CONFLICT;
                let view = EnterView { name: new_request()?, player, pool, checked: Some(legal), refusal, status };
                return page(&request, &state, &open, asked, view).await;
            }
        }
    }
}

/// The entry concerned.
enum EntryTarget {
    New(PlayerDetails),
    There(WorkId),
}

enum Sent {
    Done(HttpResponse),
    Refused(Refusal),
}

async fn send(
    request: &HttpRequest,
    state: &AppState,
    open: &EventAccess,
    asked: &EntryContext,
    whose: EntryTarget,
    kept: FrozenEntry,
    (name, legal, submitted): (&str, bool, bool),
) -> Result<Sent, WebError> {
    let (holder, browser) = identity::holder_or_new(request, state, name).await?;
    // The sender sends the same secret again with the same form.
    let key: Secret = browser.derive(&["entry", name]);
    let by = match open.account.as_ref().filter(|_| asked.on_behalf) {
        Some(account) => Sender::Staff(Actor::new(&account.user.name)),
        None => Sender::Player(holder),
    };
    let is_player = matches!(by, Sender::Player(_));
    let entrant = match whose {
        EntryTarget::There(id) => EntryAddress::Known(id),
        EntryTarget::New(PlayerDetails { name, club, mail }) => {
            EntryAddress::New { name, club, email: mail, entry_key: key.digest() }
        }
    };
    let new = NewEntry {
        event: open.event.id,
        event_version: open.event.version,
        entrant,
        by,
        request_key: format!("{name}\n{}\n{}\n{submitted}", cookies::name(&browser), kept.hash),
        hash: kept.hash,
        document: kept.document,
        ruleset_version: kept.ruleset_version,
        title: kept.title,
        legal,
        submitted,
        origin: Origin {
            household: Some(client::household(client::address(request)))
                .filter(|address| !address.is_unspecified())
                .map(|address| address.to_string())
                .unwrap_or_default(),
            signed_in: open.account.is_some(),
        },
    };
    let entered = match state.store_for(request).enter(new).await? {
        Ok(entered) => entered,
        Err(refusal) => return Ok(Sent::Refused(refusal)),
    };
    let late = open.event.content.deadline.is_some_and(|deadline| entered.at >= deadline);
    let flash = match (submitted, entered.waiting, late) {
        (false, ..) => Flash::PutDown,
        (true, ..) if entered.pending => Flash::EnteredPending,
        (true, true, _) => Flash::EnteredWaiting,
        (true, false, true) => Flash::EnteredLate,
        (true, false, false) => Flash::Entered,
    };
    let page = link::entry(open.slug(), &entered.id);
    let mut response = see_other(&page);
    response.cookie(cookies::visitor_cookie(state, &browser)).cookie(flash.cookie(state));
    if entered.made && is_player {
        response.cookie(cookies::key_cookie(state, page.into(), &key));
    }
    Ok(Sent::Done(response.finish()))
}

/// Whether a player can still submit an army.
pub(super) fn takes_entries(open: &EventAccess, entrant: &Entrant) -> bool {
    let state = entrant.state;
    if state.locked {
        return false;
    }
    let in_time = open.plan.document().late || !open.is_over();
    match open.event.state {
        EventState::Open => in_time || state.may_still,
        EventState::Closed | EventState::Running => state.may_still,
        _ => false,
    }
}
