//! The page of an event.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_events::plan::Plan;
use musterfield_events::standings::{Game, PlayerNumber};
use musterfield_words::events::zone::distance;

use super::access::{EventAccess, asker};
use super::frame::{EventTab, event_layout};
use super::list::state_word;
use super::own_lists;
use super::play::Play;
use super::settings::with_flash_cleared;
use crate::store::{Entrant, EntryState, EventState, Role, Slug};
use crate::web::admin::moderation::Fold;
use crate::web::download::{self, KnownTags};
use crate::web::error::WebError;
use crate::web::filters;
use crate::web::link;
use crate::web::link_picture::LinkPicture;
use crate::web::markdown;
use crate::web::moment::ZonedMoment;
use crate::web::page::{Layout, render};
use crate::web::preview::Preview;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// A player in the public list.
struct PlayerLine {
    name: String,
    club: String,
    /// The state of the entry, in a word.
    state: &'static str,
    /// The armies, where the visitor may see them: path and names.
    army: Option<(String, String)>,
    own: bool,
}

/// A possible next state of an event.
struct Step {
    value: &'static str,
    name: &'static str,
}

#[derive(Template)]
#[template(path = "events/show.html")]
struct EventPage {
    layout: Layout,
    slug: Slug,
    name: String,
    place: String,
    days: String,
    state: &'static str,
    /// Whether all games have been played.
    is_over: bool,
    /// The requirements for armies, in sentences.
    rules: Vec<String>,
    /// The players' lists from which armies are picked: address and name.
    own_lists: Vec<(String, String)>,
    game: String,
    scoring: String,
    rounds: i64,
    visibility: &'static str,
    /// The deadline in the event's time zone, and how far away it is.
    deadline: Option<(ZonedMoment, String)>,
    /// The number of places taken, in words.
    places: Option<String>,
    text: String,
    /// Whether entries are accepted now.
    open: bool,
    own: Vec<(String, String)>,
    players: Vec<PlayerLine>,
    /// The number of players who await an organiser's approval, for organisers.
    to_let_in: Option<i64>,
    /// The reason for which the administrators hide it.
    hidden: Option<String>,
    /// The form of administrators; `None` for others.
    admin: Option<Fold>,
    is_organiser: bool,
    is_owner: bool,
    /// The usual next state of the event.
    next_step: Step,
    /// All other states.
    other_steps: Vec<Step>,
    /// The last round that everybody may see.
    round: Option<usize>,
    /// The visitor's current games: the table and the players.
    games: Vec<(String, String)>,
    /// The visitor's players who have a bye now.
    byes: Vec<String>,
}

/// The players of a game: `Tom and Anna`.
fn versus(game: &Game, play: &Play) -> String {
    game.sides.map(|side| play.name(side)).join(" and ")
}

/// The state of a player's entry, as everybody may know it.
pub(super) fn public_word(entrant: &Entrant) -> &'static str {
    match entrant.state.entry {
        EntryState::Withdrawn => "withdrawn",
        _ if entrant.state.pending => "waiting for the organisers",
        _ if entrant.state.waiting => "waiting for a place",
        EntryState::Nothing | EntryState::Draft => "no army yet",
        EntryState::Entered => "entered",
        EntryState::Returned => "change requested",
        EntryState::Accepted => "accepted",
    }
}

/// The step to a state.
fn step(to: EventState) -> Step {
    let (value, name) = match to {
        EventState::Draft => ("draft", "Return to draft"),
        EventState::Open => ("open", "Open entries"),
        EventState::Closed => ("closed", "Close entries"),
        EventState::Running => ("running", "Start the event"),
        EventState::Done => ("done", "Finish the event"),
        EventState::Hidden => ("hidden", "Hide the event"),
    };
    Step { value, name }
}

/// The possible next states of an event: the usual one, and all others.
fn steps(state: EventState) -> (Step, Vec<Step>) {
    let next = match state {
        EventState::Draft | EventState::Hidden => EventState::Open,
        EventState::Open => EventState::Closed,
        EventState::Closed => EventState::Running,
        EventState::Running => EventState::Done,
        // A finished event goes on only if something was forgotten.
        EventState::Done => EventState::Draft,
    };
    let all = [
        EventState::Draft,
        EventState::Open,
        EventState::Closed,
        EventState::Running,
        EventState::Done,
        EventState::Hidden,
    ];
    (step(next), all.into_iter().filter(|to| *to != state && *to != next).map(step).collect())
}

/// `GET /events/{slug}`
///
/// # Errors
/// When the visitor may not see it.
pub async fn show_event(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let open = EventAccess::find(&request, &state, &path).await?;
    let asks = asker(&request, &state).await?;
    let play = Play::load(&open, &state, asks.as_ref()).await?;
    let opponents = play.opponents();
    let entrants: Vec<(PlayerNumber, &Entrant)> = play.entrants().collect();
    let plan = &open.plan;
    let document = plan.document();
    let taking_part: Vec<(PlayerNumber, &Entrant)> =
        entrants.iter().filter(|(_, entrant)| entrant.state.entry != EntryState::Withdrawn).copied().collect();
    let line = |(number, entrant): &(PlayerNumber, &Entrant)| PlayerLine {
        name: entrant.name.clone(),
        club: entrant.club.clone(),
        state: public_word(entrant),
        army: entrant
            .head
            .as_ref()
            .filter(|head| head.submitted && open.shows_armies(entrant, opponents.contains(number)))
            .map(|head| (link::entry(open.slug(), &entrant.public_id).into(), head.title.clone())),
        own: entrant.is_own,
    };
    let waiting = taking_part.iter().filter(|(_, entrant)| entrant.state.waiting).count();
    let in_place = taking_part.len() - waiting;
    let deadline = plan.deadline().and_then(|deadline| {
        let until = super::now().map(|now| distance(deadline.seen_from(now))).unwrap_or_default();
        let remark = match (open.is_over(), document.late) {
            (true, true) => format!("passed {until}; late entries are accepted and marked"),
            (true, false) => format!("passed {until}"),
            (false, _) => until,
        };
        Some((super::in_zone(plan.zone(), deadline)?, remark))
    });
    let places = document.places.map(|places| match waiting {
        0 => format!("{in_place} of {places}"),
        waiting => format!("{in_place} of {places}, {waiting} waiting"),
    });
    let to_let_in = match open.may(Role::Organiser) {
        true => Some(state.store.pending_count(open.event.id).await?).filter(|players| *players > 0),
        false => None,
    };
    let (next_step, other_steps) = steps(open.event.state);
    let preview = Preview::of_visitor(link::event(open.slug()), when_and_where(plan).join(" · "))
        .with_picture(link::event_picture(open.slug(), "png"));
    let page = EventPage {
        layout: event_layout(&state, &open.event, &*document.name, EventTab::Event)
            .with_flash(&request)
            .previewed(preview),
        name: document.name.clone(),
        place: document.place.clone(),
        days: plan.days(),
        state: state_word(open.event.state),
        is_over: open.event.state == EventState::Done,
        rules: musterfield_words::events::rules::lines(plan.rules()),
        own_lists: own_lists::links(plan.rules()),
        game: plan.rules().ruleset().name.to_string(),
        scoring: plan.scheme().name().to_owned(),
        rounds: document.rounds,
        visibility: document.visibility.description(),
        deadline,
        places,
        text: markdown::from_visitor(&document.text),
        open: open.event.state == EventState::Open && (document.late || !open.is_over()),
        own: entrants
            .iter()
            .map(|(_, entrant)| *entrant)
            .filter(|entrant| entrant.is_own)
            .chain(&play.own_pending)
            .map(|entrant| (link::entry(open.slug(), &entrant.public_id).into(), entrant.name.clone()))
            .collect(),
        players: taking_part.iter().map(line).collect(),
        to_let_in,
        hidden: open.event.hidden.clone(),
        admin: open.account.as_ref().filter(|account| account.user.is_admin).map(|_| Fold::of_event(&open.event)),
        is_organiser: open.may(Role::Organiser),
        is_owner: open.may(Role::Owner),
        next_step,
        other_steps,
        round: Some(play.published().len()).filter(|round| *round > 0),
        byes: play.own_byes().map(|player| play.name(player)).collect(),
        games: play.own_games().map(|game| (game.table.to_string(), versus(game, &play))).collect(),
        slug: open.slug().clone(),
    };
    with_flash_cleared(&request, &state, render(&page)?)
}

/// The days, the place and the rules of an event, which its picture and links to it show.
fn when_and_where(plan: &Plan) -> Vec<String> {
    let place = Some(plan.document().place.clone()).filter(|place| !place.is_empty());
    [Some(plan.days()), place, Some(plan.rules().ruleset().name.to_string())].into_iter().flatten().collect()
}

/// `GET /events/{slug}/picture.{format}`, `png` or `svg`: what a link to the event shows.
///
/// # Errors
/// When there is no such event or format, or the program was built without pictures.
pub async fn show_picture(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (slug, format) = path.into_inner();
    let open = EventAccess::find(&request, &state, &slug).await?;
    let picture = LinkPicture::of_words(&open.plan.document().name, when_and_where(&open.plan));
    let (printer, seen) = (state.printer.clone(), KnownTags::of(&request));
    let name = format!("{slug}.{format}");
    let work = move || picture.file(&format, &printer, &seen);
    let (kind, made) = state.run_heavy(&request, JobKind::Picture, work).await??;
    made.answer(|body| download::file(name, kind, body))
}
