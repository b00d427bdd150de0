//! Drawing up the next round.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_events::pairing::{ManualPairings, round_robin, swiss};
use musterfield_events::plan::System;
use musterfield_events::standings::{PlayerNumber, Round};

use super::access::EventAccess;
use super::frame::{EventTab, event_layout};
use super::manual_pairings::{GameFields, games_of};
use super::play::{Play, barred, pairing_error_text, settings, to_json};
use super::rounds::{Tab, tabs};
use crate::store::{EventState, Role, Slug, StoreError};
use crate::web::chance::Chance;
use crate::web::choice::Choice;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::filters;
use crate::web::link;
use crate::web::page::{Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// Rows for games that are arranged beforehand.
const SETTLED: usize = 3;

/// The place of a player in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Plays,
    Bye,
    Out,
}

impl Place {
    const ALL: [(Self, &'static str); 3] = [(Self::Plays, "plays"), (Self::Bye, "bye"), (Self::Out, "out")];

    /// The places in a round, or in all rounds if `everyone` plays everyone else; `self` is chosen.
    fn choices(self, everyone: bool) -> Vec<Choice> {
        let out = if everyone { "does not take part" } else { "sits out" };
        let names = [(Self::Plays, "plays"), (Self::Bye, "has a bye"), (Self::Out, out)];
        let offered = names.into_iter().filter(|(place, _)| !everyone || *place != Self::Bye);
        offered.map(|(place, name)| Choice::new(place.as_str(), name, place == self)).collect()
    }

    fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(place, _)| *place == self).map_or("", |(_, word)| word)
    }
}

/// A player of the form.
struct Candidate {
    id: String,
    name: String,
    club: String,
    here: bool,
    /// The places to choose from.
    places: Vec<Choice>,
}

#[derive(Template)]
#[template(path = "events/draw.html")]
struct DrawPage {
    layout: Layout,
    style: String,
    slug: Slug,
    event: String,
    tabs: Vec<Tab>,
    /// The action of the button.
    action: String,
    /// The number of the round before it.
    last: usize,
    planned: i64,
    /// Whether it is one more than planned.
    one_more: bool,
    /// Whether all rounds are drawn up at once.
    everyone: bool,
    lot: String,
    candidates: Vec<Candidate>,
    settled: Vec<GameFields>,
    names: Vec<String>,
    /// The reason why it cannot be drawn up now.
    barred: Option<String>,
    /// The number of games of the last round without a result, if there are any.
    open: Option<usize>,
    /// Whether players can still enter or change their armies.
    takes_entries: bool,
    error: Option<String>,
}

/// The form as typed.
struct DrawForm {
    places: BTreeMap<PlayerNumber, Place>,
    lot: String,
    settled: Vec<GameFields>,
}

impl DrawForm {
    /// Everybody who has checked in plays; if nobody has checked in yet, everybody who has entered.
    fn usual(play: &Play, chance: &Chance) -> Result<Self, WebError> {
        let anybody = play.ready().any(|(_, entrant)| entrant.state.checked_in);
        let place = |here: bool| if here || !anybody { Place::Plays } else { Place::Out };
        Ok(Self {
            places: play.ready().map(|(player, entrant)| (player, place(entrant.state.checked_in))).collect(),
            lot: chance.seed()?.to_string(),
            settled: vec![GameFields::default(); SETTLED],
        })
    }

    fn read(fields: &mut Fields, play: &Play) -> Result<Self, WebError> {
        let lot = fields.demand("lot")?;
        let settled = GameFields::take(fields, SETTLED);
        let mut places = BTreeMap::new();
        for (player, entrant) in play.ready() {
            let name = format!("place-{}", entrant.public_id);
            // A player who was added since the page was opened, and for whom nothing was chosen, sits out.
            let place = match fields.take(&name) {
                None => Place::Out,
                Some(word) => Place::ALL
                    .into_iter()
                    .find(|(_, known)| *known == word)
                    .map(|(place, _)| place)
                    .ok_or(FieldsError::Changed(name))?,
            };
            places.insert(player, place);
        }
        // A player who has gone since then need not be asked for.
        for gone in fields.beginning("place-") {
            fields.take(&format!("place-{gone}"));
        }
        Ok(Self { places, lot, settled })
    }

    fn all(&self, wanted: Place) -> BTreeSet<PlayerNumber> {
        self.places.iter().filter(|(_, place)| **place == wanted).map(|(player, _)| *player).collect()
    }
}

fn page(
    state: &AppState,
    open: &EventAccess,
    play: &Play,
    typed: DrawForm,
    error: Option<String>,
) -> Result<HttpResponse, WebError> {
    let everyone = open.plan.document().system == System::Everyone;
    let mut candidates: Vec<Candidate> = play
        .ready()
        .map(|(player, entrant)| Candidate {
            id: entrant.public_id.to_string(),
            name: entrant.name.clone(),
            club: entrant.club.clone(),
            here: entrant.state.checked_in,
            places: typed.places.get(&player).copied().unwrap_or(Place::Out).choices(everyone),
        })
        .collect();
    candidates.sort_by_key(|candidate| candidate.name.to_lowercase());
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let number = play.rounds.len() + 1;
    let page = DrawPage {
        layout: event_layout(
            state,
            &open.event,
            format!("Pair a round of {}", open.event.content.name),
            EventTab::Rounds,
        )
        .with_errors(error.iter().map(|error| PageError::of_page(format!("{error} Nothing was paired.")))),
        style: state.assets.address("rounds.css").to_owned(),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        tabs: tabs(open, play, None),
        action: if everyone { "Pair all rounds".to_owned() } else { format!("Pair round {number}") },
        last: play.rounds.len(),
        planned: open.plan.document().rounds,
        one_more: !everyone
            && i64::try_from(play.rounds.len()).is_ok_and(|rounds| rounds >= open.plan.document().rounds),
        everyone,
        lot: typed.lot,
        names: candidates.iter().map(|candidate| candidate.name.clone()).collect(),
        candidates,
        settled: typed.settled,
        barred: barred(open, play),
        open: play.rounds.last().map(super::play::KeptRound::open_games).filter(|open| *open > 0),
        takes_entries: open.event.state == EventState::Open,
        error,
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// `GET /events/{slug}/rounds/new`
///
/// # Errors
/// When the visitor is not an organiser.
pub async fn ask_draw(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (open, _) = EventAccess::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    let play = Play::load(&open, &state, None).await?;
    let typed = DrawForm::usual(&play, &state.chance)?;
    page(&state, &open, &play, typed, None)
}

/// The rounds that follow from the form.
fn drawn_up(open: &EventAccess, play: &Play, typed: &DrawForm) -> Result<Vec<Round>, String> {
    let lot: u64 = typed.lot.trim().parse().map_err(|_| {
        "The draw number must be a whole number. The same number always gives the same pairings.".to_owned()
    })?;
    let playing = typed.all(Place::Plays);
    if open.plan.document().system == System::Everyone {
        let players = play.players(&[], &playing);
        return round_robin(&players, lot).map_err(|error| pairing_error_text(&error, play));
    }
    let byes = typed.all(Place::Bye);
    let games = games_of(&typed.settled, play)?;
    if let Some(player) = games.iter().flat_map(|game| game.sides).find(|player| !playing.contains(player)) {
        return Err(format!("{} is in a fixed game but does not play this round.", play.name(player)));
    }
    let taking_part: BTreeSet<PlayerNumber> = playing.union(&byes).copied().collect();
    let players = play.players(&play.rounds, &taking_part);
    let round = u32::try_from(play.rounds.len() + 1).unwrap_or(u32::MAX);
    let absent = players
        .iter()
        .filter(|player| player.is_in(round) && !taking_part.contains(&player.number))
        .map(|player| player.number)
        .collect();
    let by_hand = ManualPairings { games, byes: byes.into_iter().collect(), absent };
    let rounds: Vec<Round> = play.rounds.iter().map(|kept| kept.round.clone()).collect();
    let pairing = swiss(&players, &rounds, open.plan.scheme(), &settings(open, lot), &by_hand)
        .map_err(|error| pairing_error_text(&error, play))?;
    Ok(vec![pairing.round])
}

/// `POST /events/{slug}/rounds/new`
///
/// # Errors
/// When the visitor is not an organiser, or the form is malformed. Impossible pairings are answered with the form
/// again.
pub async fn draw(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (open, actor) = EventAccess::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    let play = Play::load(&open, &state, None).await?;
    let mut fields = Fields::parse(&body)?;
    let after: usize =
        fields.demand("after")?.parse().map_err(|_| WebError::Unreadable("there is no such round".to_owned()))?;
    let typed = DrawForm::read(&mut fields, &play)?;
    fields.finish()?;
    let number = play.rounds.len() + 1;
    let onward = link::round(open.slug(), after + 1);
    // A form sent twice draws up one round.
    if after + 1 < number {
        return Ok(see_other(&onward).finish());
    }
    if after + 1 != number {
        return Err(WebError::EventChanged);
    }
    if let Some(barred) = barred(&open, &play) {
        return page(&state, &open, &play, typed, Some(barred));
    }
    let (open, play, typed, made) = {
        // Matching a large field takes so long that other requests would wait.
        let work = move || {
            let made = drawn_up(&open, &play, &typed);
            (open, play, typed, made)
        };
        state.run_heavy(&request, JobKind::Event, work).await?
    };
    let rounds = match made {
        Ok(rounds) if rounds.iter().all(|round| round.games.is_empty()) => {
            let said = "Nobody would play. A round needs at least two players.".to_owned();
            return page(&state, &open, &play, typed, Some(said));
        }
        Ok(rounds) => rounds,
        Err(said) => return page(&state, &open, &play, typed, Some(said)),
    };
    let action = match rounds.len() {
        0 | 1 => format!("paired round {number} with draw number {}", typed.lot.trim()),
        many => format!("paired rounds {number} to {} with draw number {}", number + many - 1, typed.lot.trim()),
    };
    let before = i64::try_from(play.rounds.len()).map_err(WebError::internal)?;
    let documents = rounds.iter().map(to_json).collect();
    match state.store_for(&request).add_rounds(open.event.id, before, documents, (&actor, &action)).await {
        Ok(()) => Ok(see_other(&onward).cookie(Flash::RoundDrawn.cookie(&state)).finish()),
        // Somebody else, or the second click, has drawn it up.
        Err(StoreError::EventChanged) => Ok(see_other(&onward).finish()),
        Err(error) => Err(error.into()),
    }
}
