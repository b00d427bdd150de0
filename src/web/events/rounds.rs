//! A round: its games, their tables, and their results.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_events::pairing::{Note, notes};
use musterfield_events::plan::System;
use musterfield_events::scoring::Side;
use musterfield_events::standings::{Game, PlayerNumber, Round, TableNumber};
use musterfield_words::army::text_fault;

use super::access::{EventAccess, asker};
use super::frame::{EventTab, event_layout};
use super::game_battle::{Here, offers};
use super::outcome::{Outcome, outcome};
use super::play::{KeptRound, Play, TRIES, barred, round_number, settings, to_json, unsound};
use super::settings::with_flash_cleared;
use super::tables::{Battlefield, battlefields};
use crate::store::{Actor, EntryState, Role, Slug, StoreError};
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::filters;
use crate::web::link::{self, Address};
use crate::web::page::{Layout, render, see_other};
use crate::web::state::AppState;

/// The fewest players for whom there is a list by name: fewer find their tables in the list of games.
const FEWEST_BY_NAME: usize = 9;

/// A link to a round, or to the standings.
pub(super) struct Tab {
    pub path: String,
    pub name: String,
    pub current: bool,
}

/// One side of a game.
struct Seat {
    name: String,
    club: String,
    /// The path and names of the armies, where the visitor may see them.
    army: Option<(String, String)>,
    outcome: Option<Outcome>,
    own: bool,
}

impl Seat {
    fn has_won(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.won)
    }
}

/// A game of a round.
struct GameLine {
    table: TableNumber,
    sides: [Seat; 2],
    field: Option<Battlefield>,
    /// The ways to play it here, or to see how others play it.
    here: Option<Here>,
    is_open: bool,
}

impl GameLine {
    fn is_own(&self) -> bool {
        self.sides.iter().any(|seat| seat.own)
    }
}

#[derive(Template)]
#[template(path = "events/round.html")]
struct RoundPage {
    layout: Layout,
    style: String,
    slug: Slug,
    event: String,
    tabs: Vec<Tab>,
    number: u32,
    published: bool,
    version: i64,
    note: String,
    games: Vec<GameLine>,
    byes: Vec<(String, bool)>,
    /// The tables of the players, by name; empty if there are few of them.
    by_name: Vec<(String, TableNumber)>,
    progress: Progress,
    /// Notes for organisers.
    notes: Vec<String>,
    /// Players who could play and are not in the round, for the staff.
    out: Vec<String>,
    is_helper: bool,
    is_organiser: bool,
    may_publish: bool,
    may_hide: bool,
    may_drop: bool,
    may_draw: bool,
}

impl RoundPage {
    /// Whether the next round can be drawn up, and nothing is missing before it.
    fn draws_next(&self) -> bool {
        self.may_draw && self.progress.is_over()
    }

    /// Whether the next round can be drawn up before this one is over.
    fn may_draw_early(&self) -> bool {
        self.may_draw && !self.progress.is_over()
    }

    /// Whether there is something that the staff should know.
    fn has_notes(&self) -> bool {
        !self.notes.is_empty() || !self.out.is_empty()
    }
}

/// The progress of the results of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// Everybody has a bye.
    NoGames,
    /// No result is in; the number of games.
    NotBegun(usize),
    Underway {
        done: usize,
        of: usize,
    },
    Done,
}

impl Progress {
    /// The progress of a round with this many games, some of them open.
    fn of(games: usize, open: usize) -> Self {
        match (games, open) {
            (0, _) => Self::NoGames,
            (_, 0) => Self::Done,
            _ if open == games => Self::NotBegun(games),
            _ => Self::Underway { done: games.saturating_sub(open), of: games },
        }
    }

    /// Whether nothing is missing before the next round.
    fn is_over(self) -> bool {
        matches!(self, Self::NoGames | Self::Done)
    }
}

/// Links to all rounds. `current` is the page on which they stand, if it is one of them.
pub(super) fn tabs(open: &EventAccess, play: &Play, current: Option<&Address>) -> Vec<Tab> {
    let shown = play.rounds.iter().filter(|kept| play.round(kept.number, open).is_some());
    let rounds = shown.map(|kept| (link::round(open.slug(), kept.number), format!("Round {}", kept.number)));
    rounds.map(|(path, name)| Tab { current: Some(&path) == current, path: path.into(), name }).collect()
}

fn sentence(note: &Note, play: &Play) -> String {
    let pair = |sides: &[PlayerNumber; 2]| sides.map(|side| play.name(side)).join(" and ");
    let times = |count: u32| if count == 1 { "once".to_owned() } else { format!("{count} times") };
    match note {
        Note::Rematch { sides, before } => format!("{} have met {} before.", pair(sides), times(*before)),
        Note::Mates { sides } => format!("{} are from the same club.", pair(sides)),
        Note::AnotherBye { player, before } => {
            format!("{} has had a bye {} before.", play.name(*player), times(*before))
        }
        Note::AtOtherTable { player, wished } => {
            format!("{} should play at table {wished}, which is taken.", play.name(*player))
        }
    }
}

/// Notes for organisers on a round.
fn notes_of(open: &EventAccess, play: &Play, kept: &KeptRound) -> Result<Vec<String>, WebError> {
    let rounds: Vec<Round> =
        play.rounds.iter().take_while(|other| other.number <= kept.number).map(|kept| kept.round.clone()).collect();
    let notes = notes(&play.players(&play.rounds, &BTreeSet::new()), &rounds, &settings(open, 0)).map_err(unsound)?;
    let gone = kept
        .round
        .players()
        .filter(|player| play.entrant(*player).is_some_and(|entrant| entrant.state.entry == EntryState::Withdrawn));
    let gone = gone.map(|player| format!("{} has withdrawn.", play.name(player)));
    Ok(notes.iter().map(|note| sentence(note, play)).chain(gone).collect())
}

fn line(
    (open, play): (&EventAccess, &Play),
    game: &Game,
    (fields, here): (&mut BTreeMap<TableNumber, Battlefield>, &mut BTreeMap<TableNumber, Here>),
    opponents: &BTreeSet<PlayerNumber>,
) -> GameLine {
    let seat = |side: Side, player: PlayerNumber| {
        let entrant = play.entrant(player);
        let army = entrant.and_then(|entrant| {
            let head = entrant.head.as_ref().filter(|head| head.submitted)?;
            let is_shown = open.shows_armies(entrant, opponents.contains(&player));
            is_shown.then(|| (link::entry(open.slug(), &entrant.public_id).into(), head.title.clone()))
        });
        Seat {
            name: play.name(player),
            club: entrant.map(|entrant| entrant.club.clone()).unwrap_or_default(),
            army,
            outcome: game.result.as_ref().map(|result| outcome(result, side, open.plan.scheme().counted())),
            own: entrant.is_some_and(|entrant| entrant.is_own),
        }
    };
    let [a, b] = game.sides;
    GameLine {
        table: game.table,
        sides: [seat(Side::A, a), seat(Side::B, b)],
        field: fields.remove(&game.table),
        here: here.remove(&game.table),
        is_open: game.result.is_none(),
    }
}

/// `GET /events/{slug}/rounds`: the current round or, if there is none, the rounds that are planned.
///
/// # Errors
/// When the visitor may not see it.
pub async fn show_current(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let open = EventAccess::find(&request, &state, &path).await?;
    let play = Play::load(&open, &state, None).await?;
    // If none is played yet, the staff sees the first round that is drawn up.
    let first = play.rounds.first().filter(|_| open.may(Role::Helper));
    match play.published().last().or(first).map(|kept| kept.number) {
        Some(number) => page(&request, &state, &open, number).await,
        None if open.may(Role::Organiser) => Ok(see_other(&link::new_round(open.slug())).finish()),
        None => none_yet(&request, &state, &open),
    }
}

#[derive(Template)]
#[template(path = "events/no-round.html")]
struct NoRoundPage {
    layout: Layout,
    slug: Slug,
    event: String,
    rounds: i64,
}

fn none_yet(request: &HttpRequest, state: &AppState, open: &EventAccess) -> Result<HttpResponse, WebError> {
    let page = NoRoundPage {
        layout: event_layout(state, &open.event, format!("Rounds of {}", open.event.content.name), EventTab::Rounds)
            .with_flash(request),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        rounds: open.plan.document().rounds,
    };
    with_flash_cleared(request, state, render(&page)?)
}

/// `GET /events/{slug}/rounds/{round}`
///
/// # Errors
/// When the visitor may not see it.
pub async fn show_round(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (slug, number) = path.into_inner();
    let open = EventAccess::find(&request, &state, &slug).await?;
    page(&request, &state, &open, round_number(&number)?).await
}

/// Whether the round at this position can be deleted: the last published one, or one that nobody has seen. Rounds in
/// which everyone plays everyone are deleted together.
fn may_drop(open: &EventAccess, play: &Play, at: usize) -> bool {
    let published = play.published().len();
    let whole = open.plan.document().system == System::Everyone;
    at >= published && (!whole || at == 1)
}

async fn page(
    request: &HttpRequest,
    state: &AppState,
    open: &EventAccess,
    number: u32,
) -> Result<HttpResponse, WebError> {
    let asks = asker(request, state).await?;
    let play = Play::load(open, state, asks.as_ref()).await?;
    let kept = play.round(number, open).ok_or(WebError::NotFound)?;
    let mut fields = battlefields(open.plan.document(), state).await?;
    let opponents = play.opponents();
    let (is_helper, is_organiser) = (open.may(Role::Helper), open.may(Role::Organiser));
    let published = play.published().len();
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    let mut here = if at <= published { offers(open, state, &play, kept).await? } else { BTreeMap::new() };
    let mut line = |game| line((open, &play), game, (&mut fields, &mut here), &opponents);
    let mut games: Vec<GameLine> = kept.round.games.iter().map(&mut line).collect();
    // Players look for their own game first.
    games.sort_by_key(|game| !game.is_own());
    let mut by_name: Vec<(String, TableNumber)> =
        kept.round.games.iter().flat_map(|game| game.sides.map(|side| (play.name(side), game.table))).collect();
    by_name.sort_by_key(|(name, _)| name.to_lowercase());
    if by_name.len() < FEWEST_BY_NAME {
        by_name.clear();
    }
    let named: BTreeSet<PlayerNumber> = kept.round.players().collect();
    let own = play.own();
    let page = RoundPage {
        layout: event_layout(
            state,
            &open.event,
            format!("Round {number} of {}", open.event.content.name),
            EventTab::Rounds,
        )
        .with_flash(request),
        style: state.assets.address("rounds.css").to_owned(),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        tabs: tabs(open, &play, Some(&link::round(open.slug(), number))),
        number,
        published: at <= published,
        version: kept.version,
        note: kept.round.note.clone(),
        byes: kept.round.byes.iter().map(|player| (play.name(*player), own.contains(player))).collect(),
        by_name,
        progress: Progress::of(games.len(), kept.open_games()),
        notes: if is_helper { notes_of(open, &play, kept)? } else { Vec::new() },
        out: play
            .ready()
            .filter(|(player, _)| is_helper && !named.contains(player))
            .map(|(_, entrant)| entrant.name.clone())
            .collect(),
        is_helper,
        is_organiser,
        may_publish: is_organiser && at == published + 1,
        may_hide: is_organiser && at == published,
        may_drop: is_organiser && may_drop(open, &play, at),
        may_draw: is_organiser && at == play.rounds.len() && barred(open, &play).is_none(),
        games,
    };
    with_flash_cleared(request, state, render(&page)?)
}

/// `POST /events/{slug}/rounds/{round}`: `do=publish`, `do=hide`, `do=note`, `do=drop`.
///
/// # Errors
/// When the visitor is not an organiser, there is no such button, or somebody else has changed the round.
pub async fn act(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (slug, number) = path.into_inner();
    let (open, actor) = EventAccess::find_for_staff(&request, &state, &slug, Role::Organiser).await?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    let base: i64 =
        fields.demand("base")?.parse().map_err(|_| WebError::Unreadable("there is no such version".to_owned()))?;
    let note = fields.text("note");
    let sure = fields.checked("sure");
    fields.finish()?;
    let number = round_number(&number)?;
    let play = Play::load(&open, &state, None).await?;
    let kept = play.round(number, &open).ok_or(WebError::NotFound)?;
    let here = link::round(open.slug(), number);
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    let published = play.published().len();
    let which = (number.into(), base);
    let change = async |round: &Round, published: bool, action: String| {
        state.store_for(&request).change_round(open.event.id, which, to_json(round), published, (&actor, &action)).await
    };
    match asked.as_str() {
        "publish" if at == published + 1 => change(&kept.round, true, format!("published round {number}")).await?,
        "hide" if at == published => change(&kept.round, false, format!("hid round {number}")).await?,
        // A form sent twice takes effect once.
        "publish" if at <= published => {}
        "hide" if at > published => {}
        "note" => {
            let note = musterfield_army::draft::single_line(&note, LONGEST_NOTE)
                .map_err(|error| WebError::Unreadable(format!("the announcement {}", text_fault(error))))?;
            write_note((&request, &state, &open), number, &note, &actor).await?;
        }
        "drop" if !sure => {
            return Err(WebError::Unreadable(
                "tick the box to confirm that the round and its results are to be deleted".to_owned(),
            ));
        }
        "drop" if may_drop(&open, &play, at) => {
            state.store_for(&request).drop_rounds(open.event.id, which, &actor).await?;
            let onward = link::rounds(open.slug());
            return Ok(see_other(&onward).cookie(Flash::DeskDone.cookie(&state)).finish());
        }
        "publish" => return Err(WebError::Unreadable("publish the earlier rounds first".to_owned())),
        "drop" if at > 1 && open.plan.document().system == System::Everyone => {
            return Err(WebError::Unreadable(
                "everyone plays everyone: delete the first round to delete all of them".to_owned(),
            ));
        }
        "hide" | "drop" => {
            return Err(WebError::Unreadable("a later round is published: hide that one first".to_owned()));
        }
        other => return Err(WebError::Unreadable(format!("there is no button “{other}”"))),
    }
    Ok(see_other(&here).cookie(Flash::DeskDone.cookie(&state)).finish())
}

/// Saves the note of a round. Results recorded meanwhile do not conflict with it.
async fn write_note(
    (request, state, open): (&HttpRequest, &AppState, &EventAccess),
    number: u32,
    note: &str,
    actor: &Actor,
) -> Result<(), WebError> {
    for _ in 0..TRIES {
        let play = Play::load(open, state, None).await?;
        let kept = play.round(number, open).ok_or(WebError::NotFound)?;
        let round = to_json(&Round { note: note.to_owned(), ..kept.round.clone() });
        let action = format!("changed the announcement of round {number}");
        match state
            .store_for(request)
            .change_round(open.event.id, kept.base(), round, kept.published, (actor, &action))
            .await
        {
            Err(StoreError::EventChanged) => {}
            done => return Ok(done?),
        }
    }
    Err(WebError::EventChanged)
}

/// The largest number of letters of the note of a round.
const LONGEST_NOTE: usize = 200;
