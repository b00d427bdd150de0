//! The page of an event.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::access::{Open, asker};
use super::list::state_word;
use super::play::Play;
use super::settings::said;
use crate::events::standings::{Game, PlayerNumber};
use crate::store::{Entrant, EntryState, EventState, Role};
use crate::web::admin::fold::Fold;
use crate::web::error::WebError;
use crate::web::markdown;
use crate::web::page::{Area, Layout, render};
use crate::web::state::State;
use crate::web::visitor;

/// A player in the list that everybody sees.
struct PlayerLine {
    name: String,
    club: String,
    /// How far, in a word.
    state: &'static str,
    /// The armies, where whoever asks may see them: address and names.
    army: Option<(String, String)>,
    own: bool,
}

/// What to do next in the life of an event.
pub(super) struct Step {
    value: &'static str,
    name: &'static str,
}

#[derive(Template)]
#[template(path = "events/show.html")]
struct EventPage {
    layout: Layout,
    path: String,
    name: String,
    place: String,
    days: String,
    state: &'static str,
    /// What is asked of armies, in sentences.
    rules: Vec<String>,
    game: String,
    scoring: String,
    rounds: i64,
    visibility: &'static str,
    /// The deadline in the event's zone, how long until then, and whether it is over.
    deadline: Option<(String, String, bool)>,
    late: bool,
    places: Option<(i64, usize, usize)>,
    text: String,
    /// Whether entries are taken now.
    open: bool,
    own: Vec<(String, String)>,
    players: Vec<PlayerLine>,
    /// How many wait for an organiser to let them in, as far as organisers ask.
    to_let_in: i64,
    /// Why the administrators hide it.
    hidden: Option<String>,
    /// The form of administrators; none for others.
    admin: Option<Fold>,
    is_staff: bool,
    is_organiser: bool,
    is_owner: bool,
    steps: Vec<Step>,
    /// How many rounds everybody may see.
    published: usize,
    /// Where whoever asks plays now, and who plays there.
    games: Vec<(String, String)>,
    /// Players of whoever asks who have nobody to play against now.
    byes: Vec<String>,
}

/// Who plays a game: `Tom and Anna`.
fn versus(game: &Game, play: &Play) -> String {
    game.sides.map(|side| play.name(side)).join(" and ")
}

/// How far a player is, as everybody may know.
pub(super) fn public_word(entrant: &Entrant) -> &'static str {
    match entrant.state.entry {
        EntryState::Withdrawn => "withdrawn",
        _ if entrant.state.pending => "waits for the organisers",
        _ if entrant.state.waiting => "waiting for a place",
        EntryState::Nothing | EntryState::Draft => "no army yet",
        EntryState::Entered => "entered",
        EntryState::Returned => "asked for a change",
        EntryState::Accepted => "accepted",
    }
}

/// Where an event can go from here, the usual way first.
pub(super) fn steps(state: EventState) -> Vec<Step> {
    let all = [
        (EventState::Draft, "draft", "Back to a draft"),
        (EventState::Open, "open", "Open for entries"),
        (EventState::Closed, "closed", "Close entries"),
        (EventState::Running, "running", "Begin to play"),
        (EventState::Done, "done", "It is over"),
        (EventState::Hidden, "hidden", "Hide it"),
    ];
    let next = match state {
        EventState::Draft | EventState::Hidden => EventState::Open,
        EventState::Open => EventState::Closed,
        EventState::Closed => EventState::Running,
        EventState::Running | EventState::Done => EventState::Done,
    };
    let mut steps: Vec<_> = all.into_iter().filter(|(to, ..)| *to != state).collect();
    steps.sort_by_key(|(to, ..)| *to != next);
    steps.into_iter().map(|(_, value, name)| Step { value, name }).collect()
}

/// `GET /events/{slug}`
///
/// # Errors
/// Not there for whoever asks.
pub async fn show_event(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let open = Open::find(&request, &state, &path).await?;
    let asks = asker(&request, &state).await?;
    let play = Play::load(&open, &state, asks.as_ref()).await?;
    let opponents = play.opponents();
    let entrants: Vec<(PlayerNumber, &Entrant)> = play.entrants().collect();
    let plan = &open.plan;
    let document = plan.document();
    let here = open.path();
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
            .map(|head| (format!("{here}/entries/{}", entrant.public_id), head.title.clone())),
        own: entrant.is_own,
    };
    let waiting = taking_part.iter().filter(|(_, entrant)| entrant.state.waiting).count();
    let in_place = taking_part.len() - waiting;
    let deadline = plan.deadline().map(|deadline| {
        let until = super::now().map(|now| deadline.seen_from(now)).unwrap_or_default();
        (plan.zone().told(deadline), until, open.is_over())
    });
    let page = EventPage {
        layout: Layout::new(&state, &*document.name, Some(Area::Events)).with_flash(&request),
        name: document.name.clone(),
        place: document.place.clone(),
        days: plan.days(),
        state: state_word(open.event.state),
        rules: plan.rules().lines(),
        game: plan.rules().ruleset().name.to_string(),
        scoring: plan.scheme().name().to_owned(),
        rounds: document.rounds,
        visibility: document.visibility.told(),
        deadline,
        late: document.late,
        places: document.places.map(|places| (places, in_place, waiting)),
        text: markdown::from_visitor(&document.text),
        open: open.event.state == EventState::Open && (document.late || !open.is_over()),
        own: entrants
            .iter()
            .map(|(_, entrant)| *entrant)
            .filter(|entrant| entrant.is_own)
            .chain(&play.own_pending)
            .map(|entrant| (format!("{here}/entries/{}", entrant.public_id), entrant.name.clone()))
            .collect(),
        players: taking_part.iter().map(line).collect(),
        to_let_in: match open.may(Role::Organiser) {
            true => state.store.to_let_in(open.event.id).await?,
            false => 0,
        },
        hidden: open.event.hidden.clone(),
        admin: open.account.as_ref().filter(|account| account.user.is_admin).map(|_| Fold::of_event(&open.event)),
        is_staff: open.may(Role::Helper),
        is_organiser: open.may(Role::Organiser),
        is_owner: open.may(Role::Owner),
        steps: steps(open.event.state),
        published: play.published().len(),
        byes: play.own_byes().map(|player| play.name(player)).collect(),
        games: play.own_games().map(|game| (game.table.to_string(), versus(game, &play))).collect(),
        path: here,
    };
    said(&request, &state, visitor::known(&request, &state, render(&page)?)?)
}
