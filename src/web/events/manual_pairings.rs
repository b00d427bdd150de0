//! Games arranged by the organiser: before a round is drawn up, and in an existing round.

use std::collections::BTreeSet;
use std::num::NonZeroU16;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_events::pairing::{MOST_PLAYERS, ManualGame, rearranged};
use musterfield_events::standings::{Game, PlayerNumber, Round};

use super::access::EventAccess;
use super::frame::{EventTab, event_layout};
use super::outcome::in_a_line;
use super::play::{KeptRound, Play, pairing_error_text, round_number, to_json};
use crate::store::{Role, Slug, StoreError};
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

/// Empty rows for further games.
const SPARE: usize = 3;

/// A game as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct GameFields {
    pub table: String,
    pub a: String,
    pub b: String,
}

impl GameFields {
    /// Takes at most this many games out of a form: `table-0`, `a-0`, `b-0` …
    pub(super) fn take(fields: &mut Fields, most: usize) -> Vec<Self> {
        let mut text = |name: &str, at: usize| fields.text(&format!("{name}-{at}"));
        (0..most).map(|at| Self { table: text("table", at), a: text("a", at), b: text("b", at) }).collect()
    }

    fn is_empty(&self) -> bool {
        [&self.table, &self.a, &self.b].iter().all(|text| text.trim().is_empty())
    }
}

/// The player with the typed name.
fn player(name: &str, play: &Play) -> Result<PlayerNumber, String> {
    play.named(name).ok_or_else(|| match name.trim() {
        "" => "A game needs two players, but only one is named.".to_owned(),
        name => format!("There is no player called “{name}”."),
    })
}

/// The typed games without empty rows; or the error of the first that is invalid.
pub(super) fn games_of(rows: &[GameFields], play: &Play) -> Result<Vec<ManualGame>, String> {
    let game = |row: &GameFields| {
        let table = match row.table.trim() {
            "" => None,
            text => Some(text.parse::<NonZeroU16>().map_err(|_| format!("“{text}” is not a table number."))?),
        };
        Ok(ManualGame { sides: [player(&row.a, play)?, player(&row.b, play)?], table })
    };
    rows.iter().filter(|row| !row.is_empty()).map(game).collect()
}

#[derive(Template)]
#[template(path = "events/pairings.html")]
struct PairingsPage {
    layout: Layout,
    style: String,
    slug: Slug,
    event: String,
    number: u32,
    version: i64,
    games: Vec<GameFields>,
    /// One name on each line.
    byes: String,
    names: Vec<String>,
    conflict: bool,
    /// Results that would be lost, to be confirmed.
    lost: Vec<String>,
}

struct PairingsView {
    games: Vec<GameFields>,
    byes: String,
    version: i64,
    error: Option<String>,
    conflict: bool,
    lost: Vec<String>,
}

fn page(
    state: &AppState,
    open: &EventAccess,
    play: &Play,
    number: u32,
    view: PairingsView,
) -> Result<HttpResponse, WebError> {
    let mut names: Vec<String> = play.ready().map(|(_, entrant)| entrant.name.clone()).collect();
    names.sort_by_key(|name| name.to_lowercase());
    let status = match (view.conflict, &view.error) {
        (true, _) => StatusCode::CONFLICT,
        (false, None) if view.lost.is_empty() => StatusCode::OK,
        (false, _) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let page = PairingsPage {
        layout: event_layout(
            state,
            &open.event,
            format!("Edit pairings of round {number} of {}", open.event.content.name),
            EventTab::Rounds,
        )
        .with_errors(view.error.map(|error| PageError::of_page(format!("{error} Nothing was changed."))))
        .marked_wrong(view.conflict || !view.lost.is_empty()),
        style: state.assets.address("rounds.css").to_owned(),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        number,
        version: view.version,
        games: view.games,
        byes: view.byes,
        names,
        conflict: view.conflict,
        lost: view.lost,
    };
    Ok(not_stored(render_as(status, &page)?))
}

fn fields_of(game: &Game, play: &Play) -> GameFields {
    let [a, b] = game.sides.map(|side| play.name(side));
    GameFields { table: game.table.to_string(), a, b }
}

/// `GET /events/{slug}/rounds/{round}/pairings`
///
/// # Errors
/// When the visitor is not an organiser, no such round.
pub async fn ask_pairings(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (slug, number) = path.into_inner();
    let (open, _) = EventAccess::find_for_staff(&request, &state, &slug, Role::Organiser).await?;
    let number = round_number(&number)?;
    let play = Play::load(&open, &state, None).await?;
    let kept = play.round(number, &open).ok_or(WebError::NotFound)?;
    let games = kept.round.games.iter().map(|game| fields_of(game, &play));
    let view = PairingsView {
        games: games.chain(std::iter::repeat_n(GameFields::default(), SPARE)).collect(),
        byes: kept.round.byes.iter().map(|player| play.name(*player)).collect::<Vec<_>>().join("\n"),
        version: kept.version,
        error: None,
        conflict: false,
        lost: Vec::new(),
    };
    page(&state, &open, &play, number, view)
}

/// The round in the form.
fn read(kept: &KeptRound, play: &Play, games: &[GameFields], byes: &str) -> Result<Round, String> {
    let games = games_of(games, play)?;
    let names = byes.lines().map(str::trim).filter(|name| !name.is_empty());
    let byes = names.map(|name| player(name, play)).collect::<Result<Vec<_>, _>>()?;
    let round = rearranged(&kept.round, &games, &byes).map_err(|error| pairing_error_text(&error, play))?;
    let may: BTreeSet<PlayerNumber> = kept.round.players().chain(play.ready().map(|(player, _)| player)).collect();
    if let Some(player) = round.players().find(|player| !may.contains(player)) {
        return Err(format!("{} cannot play: no army is entered, or the player has no place.", play.name(player)));
    }
    if round.games.is_empty() {
        return Err("A round needs at least one game. You can delete the round on its page.".to_owned());
    }
    Ok(round)
}

/// The results of games that would disappear: who played, and how it ended.
fn lost(before: &KeptRound, after: &Round, open: &EventAccess, play: &Play) -> Vec<String> {
    let ended = |game: &Game| game.result.as_ref().map(|result| in_a_line(result, open.plan.scheme().counted()));
    let stays = |game: &Game| {
        let [a, b] = game.sides;
        after.games.iter().any(|other| other.sides == [a, b] || other.sides == [b, a])
    };
    let gone = before.round.games.iter().filter(|game| !stays(game));
    gone.filter_map(|game| Some(format!("{}: {}", pair(game, play), ended(game)?))).collect()
}

/// The players of a game, and its table.
fn pair(game: &Game, play: &Play) -> String {
    let [a, b] = game.sides.map(|side| play.name(side));
    format!("table {}: {a} – {b}", game.table)
}

/// A manual change of a round, for the log: the new pairings, and the results that are lost.
fn action(before: &KeptRound, after: &Round, lost: &[String], play: &Play) -> String {
    let only = |these: &[Game], those: &[Game], sign: &str| -> Vec<String> {
        let known = |game: &Game| those.iter().any(|other| (other.table, other.sides) == (game.table, game.sides));
        these.iter().filter(|game| !known(game)).map(|game| format!("{sign} {}", pair(game, play))).collect()
    };
    let mut changes = only(&before.round.games, &after.games, "−");
    changes.extend(only(&after.games, &before.round.games, "+"));
    changes.extend(lost.iter().map(|result| format!("result removed: {result}")));
    format!("changed the pairings of round {}: {}", before.number, changes.join("; "))
}

/// `POST /events/{slug}/rounds/{round}/pairings`
///
/// # Errors
/// When the visitor is not an organiser, there is no such round, or the form is malformed. Impossible games are
/// answered with the form again.
pub async fn rearrange(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (slug, number) = path.into_inner();
    let (open, actor) = EventAccess::find_for_staff(&request, &state, &slug, Role::Organiser).await?;
    let number = round_number(&number)?;
    let mut fields = Fields::parse(&body)?;
    let base: i64 =
        fields.demand("base")?.parse().map_err(|_| WebError::Unreadable("there is no such version".to_owned()))?;
    let rows = fields.beginning("a-").len().min(MOST_PLAYERS);
    let games = GameFields::take(&mut fields, rows);
    let byes = fields.text("byes").replace("\r\n", "\n");
    let sure = fields.checked("sure");
    fields.finish()?;
    let play = Play::load(&open, &state, None).await?;
    let kept = play.round(number, &open).ok_or(WebError::NotFound)?;
    let again = |error, conflict, version| PairingsView {
        games: games.clone(),
        byes: byes.clone(),
        version,
        error,
        conflict,
        lost: Vec::new(),
    };
    let round = match read(kept, &play, &games, &byes) {
        Ok(round) => round,
        Err(said) => return page(&state, &open, &play, number, again(Some(said), false, base)),
    };
    let here = link::round(open.slug(), number);
    if round == kept.round {
        return Ok(see_other(&here).finish());
    }
    let lost = lost(kept, &round, &open, &play);
    if !lost.is_empty() && !sure {
        return page(&state, &open, &play, number, PairingsView { lost, ..again(None, false, base) });
    }
    let action = action(kept, &round, &lost, &play);
    let which = (number.into(), base);
    let kept_now = state
        .store_for(&request)
        .change_round(open.event.id, which, to_json(&round), kept.published, (&actor, &action))
        .await;
    match kept_now {
        Ok(()) => Ok(see_other(&here).cookie(Flash::DeskDone.cookie(&state)).finish()),
        Err(StoreError::EventChanged) => page(&state, &open, &play, number, again(None, true, kept.version)),
        Err(error) => Err(error.into()),
    }
}
