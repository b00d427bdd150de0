//! Games that the organiser settles: before a round is drawn up, and in a round that is.

use std::collections::BTreeSet;
use std::num::NonZeroU16;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::access::Open;
use super::draw::told;
use super::outcome::in_a_line;
use super::play::{KeptRound, Play, to_json};
use super::rounds::round_number;
use crate::events::pairing::{GameByHand, MOST_PLAYERS, rearranged};
use crate::events::standings::{Game, PlayerNumber, Round};
use crate::store::{Role, StoreError};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::state::State;
use crate::web::visitor::Flash;

/// Empty rows for further games.
const SPARE: usize = 3;

/// A game as it is typed.
#[derive(Clone, Debug, Default)]
pub(super) struct GameFields {
    pub table: String,
    pub a: String,
    pub b: String,
}

impl GameFields {
    /// Takes at most so many games out of a form: `table-0`, `a-0`, `b-0` …
    pub(super) fn take(fields: &mut Fields, most: usize) -> Vec<Self> {
        let mut text = |name: &str, at: usize| fields.text(&format!("{name}-{at}"));
        (0..most).map(|at| Self { table: text("table", at), a: text("a", at), b: text("b", at) }).collect()
    }

    fn is_empty(&self) -> bool {
        [&self.table, &self.a, &self.b].iter().all(|text| text.trim().is_empty())
    }
}

/// The player of a name that was typed.
fn player(name: &str, play: &Play) -> Result<PlayerNumber, String> {
    play.named(name).ok_or_else(|| match name.trim() {
        "" => "A game has two players: one of them is not named.".to_owned(),
        name => format!("Nobody here is called “{name}”."),
    })
}

/// The games that are typed, empty rows left out; or what is wrong with the first that is no game.
pub(super) fn games_of(rows: &[GameFields], play: &Play) -> Result<Vec<GameByHand>, String> {
    let game = |row: &GameFields| {
        let table = match row.table.trim() {
            "" => None,
            text => Some(text.parse::<NonZeroU16>().map_err(|_| format!("“{text}” is no number of a table."))?),
        };
        Ok(GameByHand { sides: [player(&row.a, play)?, player(&row.b, play)?], table })
    };
    rows.iter().filter(|row| !row.is_empty()).map(game).collect()
}

#[derive(Template)]
#[template(path = "events/pairings.html")]
struct PairingsPage {
    layout: Layout,
    style: String,
    path: String,
    event: String,
    number: u32,
    version: i64,
    games: Vec<GameFields>,
    /// One name a line.
    byes: String,
    names: Vec<String>,
    error: Option<String>,
    conflict: bool,
    /// Results that would go, to be confirmed.
    lost: Vec<String>,
}

struct View {
    games: Vec<GameFields>,
    byes: String,
    version: i64,
    error: Option<String>,
    conflict: bool,
    lost: Vec<String>,
}

fn page(state: &State, open: &Open, play: &Play, number: u32, view: View) -> Result<HttpResponse, WebError> {
    let mut names: Vec<String> = play.ready().map(|(_, entrant)| entrant.name.clone()).collect();
    names.sort_by_key(|name| name.to_lowercase());
    let status = match (view.conflict, &view.error) {
        (true, _) => StatusCode::CONFLICT,
        (false, None) if view.lost.is_empty() => StatusCode::OK,
        (false, _) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let page = PairingsPage {
        layout: Layout::new(
            state,
            format!("Pairings of round {number} of {}", open.event.content.name),
            Some(Area::Events),
        ),
        style: state.assets.address("rounds.css").to_owned(),
        path: open.path(),
        event: open.event.content.name.clone(),
        number,
        version: view.version,
        games: view.games,
        byes: view.byes,
        names,
        error: view.error,
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
/// Not an organiser, no such round.
pub async fn ask_pairings(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (slug, number) = path.into_inner();
    let (open, _) = Open::staffed(&request, &state, &slug, Role::Organiser).await?;
    let number = round_number(&number)?;
    let play = Play::load(&open, &state, None).await?;
    let kept = play.round(number, &open).ok_or(WebError::NotFound)?;
    let games = kept.round.games.iter().map(|game| fields_of(game, &play));
    let view = View {
        games: games.chain(std::iter::repeat_n(GameFields::default(), SPARE)).collect(),
        byes: kept.round.byes.iter().map(|player| play.name(*player)).collect::<Vec<_>>().join("\n"),
        version: kept.version,
        error: None,
        conflict: false,
        lost: Vec::new(),
    };
    page(&state, &open, &play, number, view)
}

/// The round as the form has it.
fn read(kept: &KeptRound, play: &Play, games: &[GameFields], byes: &str) -> Result<Round, String> {
    let games = games_of(games, play)?;
    let names = byes.lines().map(str::trim).filter(|name| !name.is_empty());
    let byes = names.map(|name| player(name, play)).collect::<Result<Vec<_>, _>>()?;
    let round = rearranged(&kept.round, &games, &byes).map_err(|error| told(&error, play))?;
    let may: BTreeSet<PlayerNumber> = kept.round.players().chain(play.ready().map(|(player, _)| player)).collect();
    if let Some(player) = round.players().find(|player| !may.contains(player)) {
        return Err(format!("{} takes no part: no army is entered, or there is no place.", play.name(player)));
    }
    if round.games.is_empty() {
        return Err("A round has a game at least. To take it away, go to its page.".to_owned());
    }
    Ok(round)
}

/// The results of games that are no more: who played, and how it ended.
fn lost(before: &KeptRound, after: &Round, open: &Open, play: &Play) -> Vec<String> {
    let ended = |game: &Game| game.result.as_ref().map(|result| in_a_line(result, open.plan.scheme().counted()));
    let stays = |game: &Game| {
        let [a, b] = game.sides;
        after.games.iter().any(|other| other.sides == [a, b] || other.sides == [b, a])
    };
    let gone = before.round.games.iter().filter(|game| !stays(game));
    gone.filter_map(|game| Some(format!("{}: {}", pair(game, play), ended(game)?))).collect()
}

/// Who plays a game, and where.
fn pair(game: &Game, play: &Play) -> String {
    let [a, b] = game.sides.map(|side| play.name(side));
    format!("table {}: {a} – {b}", game.table)
}

/// What is done to a round by hand, for the log: who meets whom now and did not before, and the results that go.
fn action(before: &KeptRound, after: &Round, lost: &[String], play: &Play) -> String {
    let only = |these: &[Game], those: &[Game], sign: &str| -> Vec<String> {
        let known = |game: &Game| those.iter().any(|other| (other.table, other.sides) == (game.table, game.sides));
        these.iter().filter(|game| !known(game)).map(|game| format!("{sign} {}", pair(game, play))).collect()
    };
    let mut changes = only(&before.round.games, &after.games, "−");
    changes.extend(only(&after.games, &before.round.games, "+"));
    changes.extend(lost.iter().map(|result| format!("result gone: {result}")));
    format!("changed the pairings of round {}: {}", before.number, changes.join("; "))
}

/// `POST /events/{slug}/rounds/{round}/pairings`
///
/// # Errors
/// Not an organiser, no such round, a form that makes no sense. Games that cannot be are the form again.
pub async fn rearrange(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (slug, number) = path.into_inner();
    let (open, actor) = Open::staffed(&request, &state, &slug, Role::Organiser).await?;
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
    let again = |error, conflict, version| View {
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
    let here = format!("{}/rounds/{number}", open.path());
    if round == kept.round {
        return Ok(see_other(&here).finish());
    }
    let lost = lost(kept, &round, &open, &play);
    if !lost.is_empty() && !sure {
        return page(&state, &open, &play, number, View { lost, ..again(None, false, base) });
    }
    let action = action(kept, &round, &lost, &play);
    let which = (number.into(), base);
    let kept_now = state
        .keeping(&request)
        .change_round(open.event.id, which, to_json(&round), kept.published, (&actor, &action))
        .await;
    match kept_now {
        Ok(()) => Ok(see_other(&here).cookie(Flash::DeskDone.cookie(&state)).finish()),
        Err(StoreError::EventChanged) => page(&state, &open, &play, number, again(None, true, kept.version)),
        Err(error) => Err(error.into()),
    }
}
