//! Playing a game of a round here: what the page of the round offers, and the form that begins the battle.

use std::collections::BTreeMap;

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_army::{Draft, LegalArmy};
use musterfield_battle::admission::Admitted;
use musterfield_events::plan::Visibility;
use musterfield_events::standings::{Game, PlayerNumber, TableNumber};

use super::access::{EventAccess, asker};
use super::armies::Frozen;
use super::play::{KeptRound, Play, round_number};
use super::tables::{Ground, ground};
use crate::store::{BattleSide, GameBattle, GameOf};
use crate::web::battles::clock;
use crate::web::battles::pairing::{Pairing, begin};
use crate::web::choice::Choice;
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::link;
use crate::web::page::{not_stored, see_other};
use crate::web::state::AppState;

/// The ways to play a game here, or to see how others play it.
pub(super) enum Here {
    /// The form that begins its battle or leads there: its path, the words of its button, the clocks to choose from while
    /// it is not begun, and who may look on.
    Play { action: String, label: &'static str, clocks: Vec<Choice>, looking_on: &'static str },
    /// Its battle.
    Look { path: String, label: &'static str },
    /// The reason why its players cannot play it here, in a sentence.
    No(String),
}

/// The armies of a game, or the reason why they cannot fight here.
type Armies = Result<[Admitted<Draft>; 2], String>;

/// The battle of a game among those of its round.
fn battle_of<'b>(begun: &'b [GameBattle], kept: &KeptRound, game: &Game) -> Option<&'b GameBattle> {
    let sides = game.sides.map(|PlayerNumber(number)| number);
    begun.iter().find(|battle| battle.game.is_between(kept.number, sides))
}

/// Whether everybody sees the armies of the event anyway, so that the battle gives nothing away.
fn is_open(open: &EventAccess) -> bool {
    matches!(open.plan.document().visibility, Visibility::Always | Visibility::Deadline)
}

/// The sides of a game that the visitor plays.
fn own_sides(play: &Play, game: &Game) -> Vec<BattleSide> {
    let is_own = |player: &PlayerNumber| play.entrant(*player).is_some_and(|entrant| entrant.is_own);
    BattleSide::ALL.into_iter().zip(&game.sides).filter(|(_, player)| is_own(player)).map(|(side, _)| side).collect()
}

/// The ways that a visitor has with the games of a published round, by table.
///
/// # Errors
/// Any database error.
pub(super) async fn offers(
    open: &EventAccess,
    state: &AppState,
    play: &Play,
    kept: &KeptRound,
) -> Result<BTreeMap<TableNumber, Here>, WebError> {
    let begun = state.store.battles_of_round(open.event.id, kept.number).await?;
    let mut offers = BTreeMap::new();
    for game in &kept.round.games {
        let is_own = !own_sides(play, game).is_empty();
        let battle = battle_of(&begun, kept, game);
        let action = || link::play_game(open.slug(), kept.number, game.table).into();
        let here = match battle {
            Some(battle) => look(battle, is_own, game.result.is_none(), action),
            None if is_own && game.result.is_none() => Some(match armies(open, state, play, game).await? {
                Ok(_) => Here::Play {
                    action: action(),
                    label: "Play it here",
                    clocks: clock::choices(),
                    looking_on: if is_open(open) {
                        "Others can watch."
                    } else {
                        "Others see it, and both armies, once it is over."
                    },
                },
                Err(why) => Here::No(why),
            }),
            None => None,
        };
        offers.extend(here.map(|here| (game.table, here)));
    }
    Ok(offers)
}

/// The ways with a game whose battle was begun.
fn look(battle: &GameBattle, is_own: bool, is_unrecorded: bool, action: impl Fn() -> String) -> Option<Here> {
    let to = |label| Some(Here::Look { path: link::battle(&battle.id).into(), label });
    let play = |label| Some(Here::Play { action: action(), label, clocks: Vec::new(), looking_on: "" });
    match battle {
        GameBattle { is_hidden: true, .. } => None,
        GameBattle { is_over: true, .. } if is_own && is_unrecorded => play("See the result"),
        GameBattle { is_over: true, .. } => to("Look at the battle"),
        _ if is_own => play("Play on here"),
        GameBattle { is_open: true, .. } => to("Watch"),
        _ => None,
    }
}

/// The armies that the players of a game have entered, if they can fight a battle here.
async fn armies(open: &EventAccess, state: &AppState, play: &Play, game: &Game) -> Result<Armies, WebError> {
    let ruleset = open.plan.rules().ruleset();
    let Some(terrain) = ruleset.terrain.as_deref().filter(|_| ruleset.battle.is_some()) else {
        return Ok(Err(format!("Battles of {} cannot be played here yet.", ruleset.name)));
    };
    let has_ground = ground(open.plan.document(), state, game.table).is_some();
    let mut both = Vec::new();
    for player in game.sides {
        let name = play.name(player);
        let head = play.entrant(player).and_then(|entrant| Some((entrant.id, entrant.head.as_ref()?)));
        let Some((entrant, head)) = head.filter(|(_, head)| head.submitted) else {
            return Ok(Err(format!("It cannot be played here: {name} has entered no army.")));
        };
        let entered = Frozen::read(&state.store.entry_document(entrant, head.number).await?, state)?;
        let Ok([army]) = <[Draft; 1]>::try_from(entered) else {
            return Ok(Err(format!("It cannot be played here: {name} has entered more than one army.")));
        };
        let home = army.home_terrain.as_deref().and_then(|home| terrain.home_terrain(home));
        if home.is_none() && !has_ground {
            return Ok(Err(format!(
                "It cannot be played here: the table has no battlefield, and {name}’s army names no home terrain for one."
            )));
        }
        match LegalArmy::new(army, state.catalogue) {
            Ok(army) => both.push(Admitted::from(army)),
            Err(_) => {
                return Ok(Err(format!("It cannot be played here: {name}’s army is not legal by today’s rules.")));
            }
        }
    }
    Ok(match <[Admitted<Draft>; 2]>::try_from(both) {
        Ok([a, b]) if a.ruleset.id != b.ruleset.id => {
            Err("It cannot be played here: the armies are for two rulesets.".to_owned())
        }
        Ok([a, b]) if a.points != b.points => {
            let size = |army: &Draft| ruleset.counts().of(army.points);
            Err(format!("It cannot be played here: the armies are of {} and {}.", size(&a), size(&b)))
        }
        Ok(both) => Ok(both),
        Err(_) => Err("It cannot be played here: a game is between two players.".to_owned()),
    })
}

/// `POST /events/{slug}/rounds/{round}/games/{table}/battle`: begins the battle of a game, or finds it, and gives the
/// visitor their side. `days` is the clock of a battle that begins.
///
/// # Errors
/// When there is no such game, the visitor does not play it, or it cannot be played here.
pub async fn play_game(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (slug, number, table) = path.into_inner();
    let open = EventAccess::find(&request, &state, &slug).await?;
    let mut fields = Fields::parse(&body)?;
    let days = clock::days(&fields.text("days")).map_err(|_| FieldsError::Changed("days".to_owned()))?;
    fields.finish()?;
    let number = round_number(&number)?;
    let asks = asker(&request, &state).await?;
    let play = Play::load(&open, &state, asks.as_ref()).await?;
    let kept = play.published().iter().find(|kept| kept.number == number).ok_or(WebError::NotFound)?;
    let game = kept.round.games.iter().find(|game| game.table.to_string() == table).ok_or(WebError::NotFound)?;
    let round = link::round(open.slug(), number).at(format_args!("table-{table}"));
    let sides = own_sides(&play, game);
    let Some(by) = asks.filter(|_| !sides.is_empty()) else { return Err(WebError::NotYourGame(round)) };
    let begun = state.store.battles_of_round(open.event.id, number).await?;
    let id = match battle_of(&begun, kept, game) {
        Some(battle) => battle.id.clone(),
        None if game.result.is_some() => {
            return Err(WebError::NoGameBattle(round, "Its result is in the round already.".to_owned()));
        }
        None => {
            let refuse = |why| Err(WebError::NoGameBattle(round.clone(), why));
            let armies = match armies(&open, &state, &play, game).await? {
                Ok(armies) => armies,
                Err(why) => return refuse(why),
            };
            let layout = match ground(open.plan.document(), &state, game.table) {
                Some(ground) => match Ground::layout(ground, &request, &state).await? {
                    Ok(layout) => Some(layout),
                    Err(why) => return refuse(why),
                },
                None => None,
            };
            let players = game.sides.map(|PlayerNumber(number)| number);
            let of_game = GameOf::new(open.event.id, number, game.table.get(), players);
            let pairing = Pairing { game: of_game, armies, layout, is_open: is_open(&open), days };
            match begin(&request, &state, &by, pairing).await? {
                Ok(id) => id,
                Err(why) => return refuse(why),
            }
        }
    };
    state.store_for(&request).give_sides(&id, sides, by).await?;
    Ok(not_stored(see_other(&link::battle(&id)).finish()))
}
