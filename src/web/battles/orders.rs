//! Orders: one form, one order. It names the state that its sender saw, so an order to another state is refused, and the
//! request key, so a form that is sent twice is carried out once.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_battle::{Order, Player, Refusal};
use musterfield_dice::{Dice, RolledDice};
use musterfield_words::battle as words;

use super::found::{FoundBattle, id_of};
use super::log::side;
use super::notice::tell_who_decides;
use super::opponent::Deciders;
use super::show::{Refused, Typed, chosen, show};
use super::sitting::{Given, Sitting};
use crate::store::{Appended, DecidedBy, DiceSecret, NewOrders};
use crate::web::accounts::identity;
use crate::web::chance::Chance;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{not_stored, see_other};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::create::check_request;

/// The longest order that is read, in bytes: a group of all elements with several legs has a few hundred.
pub(super) const LONGEST_ORDER: usize = 2_000;

/// The reason an order to a state that has passed is not carried out.
pub(super) const GONE_ON: &str = "The battle has gone on since you opened the page. This is the state now.";

/// An order as a form gives it.
struct Wanted {
    /// The order as a record has it; with `deploys`, the rest of the army is deployed instead.
    text: String,
    deploys: bool,
    /// The dice that the players have thrown for it, where they throw them themselves.
    dice: Vec<u8>,
    /// Whether there may be more of them than it rolls.
    may_be_left: bool,
}

/// What came of an order.
enum Played {
    /// It was carried out: the lines of the visitor, then those of the program.
    Done { sitting: Box<Sitting>, own: Vec<Given>, programs: Vec<Given> },
    /// The players have to throw this many dice for it first.
    NeedsDice(usize),
    /// The reason it was not carried out.
    Refused(String),
}

/// `POST /battles/{id}/orders`: `order` is an order as a record has it, `by` a number that is added to its end, and
/// `digest` the state that the sender saw. With `do=more` the order is only the beginning of a move, whose next leg is
/// chosen then; with `do=deploy` the rest of the army is deployed instead. `dice` are those that the players have thrown,
/// where they throw them.
///
/// # Errors
/// When there is no such battle, or the form is not one of ours. What the rules refuse is told on the page.
pub async fn give_order(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let key = fields.demand("request")?;
    let digest = fields.demand("digest")?;
    let (order, by, action, dice) = (fields.text("order"), fields.text("by"), fields.text("do"), fields.text("dice"));
    let chosen = chosen(&mut fields);
    fields.finish()?;
    check_request(&key)?;
    let found = FoundBattle::new(&request, &state, &id).await?;
    // A number may have a decimal comma.
    let text = [order.trim(), &by.trim().replace(',', ".")].join(" ").trim().to_owned();
    let typed = Typed { chosen: chosen.clone(), order: text.clone(), ..Typed::default() };
    let refuse = async |status: StatusCode, message: &str| {
        let refused = Some(Refused { status, message: message.to_owned() });
        show(&request, &state, &found, Typed { refused, ..typed.clone() }).await
    };
    if !found.plays() {
        return refuse(
            StatusCode::FORBIDDEN,
            "Only those who play a side of this battle give orders. You can look on.",
        )
        .await;
    }
    if text.len() > LONGEST_ORDER {
        let refused =
            Some(Refused { status: StatusCode::UNPROCESSABLE_ENTITY, message: "That order is too long.".to_owned() });
        return show(&request, &state, &found, Typed { chosen, refused, ..Typed::default() }).await;
    }
    // A move whose next leg is still to be chosen is not ordered yet.
    if action == "more" {
        let legs = text.split_once(": ").map_or("", |(_, legs)| legs);
        let page = chosen.who.iter().fold(link::battle(&id), |page, name| page.with(&format!("who-{name}"), "on"));
        return Ok(not_stored(see_other(&page.with("legs", legs).at("offers")).finish()));
    }
    if digest != found.sitting.digest() {
        // The answer to the same form may have been lost: then all is done.
        if was_given(&request, &state, &found, &key).await? {
            return Ok(not_stored(see_other(&link::battle(&id).at("table")).finish()));
        }
        return refuse(StatusCode::CONFLICT, GONE_ON).await;
    }
    if let Some(why) = found.only_looked_at() {
        return refuse(StatusCode::CONFLICT, &why).await;
    }
    if !found.visitor_decides() {
        let message = if found.sitting.is_over() { "The battle is over." } else { "The other side decides now." };
        return refuse(StatusCode::FORBIDDEN, message).await;
    }
    let dice = match action.as_str() {
        "roll" => Some(some_dice(&state.chance)?),
        _ => dice_of(&dice),
    };
    let Some(dice) = dice else {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, "Type what each die shows, from 1 to 6, with spaces between.")
            .await;
    };
    let secret = state.store.dice_secret(&id).await?;
    let seed = state.chance.seed()?;
    let (sitting, players) = (found.sitting.clone(), found.deciders());
    let wanted = Wanted { text, deploys: action == "deploy", dice, may_be_left: action == "roll" };
    let played =
        state.run_heavy(&request, JobKind::Battle, move || play(&sitting, &wanted, players, &secret, seed)).await??;
    match played {
        Played::Done { sitting, .. } if sitting.log().thrown() > 0 && waits_for_words(&state, &found).await? => {
            let message = "The other player has not come yet. Dice are thrown once both have had the chance to add words \
                           to them: send the link of the other side first.";
            refuse(StatusCode::CONFLICT, message).await
        }
        Played::Done { sitting, own, programs } => {
            keep(&request, &state, &found, Arc::new(*sitting), (&own, &programs), Some(key)).await
        }
        Played::NeedsDice(count) => show(&request, &state, &found, Typed { dice: Some(count), ..typed.clone() }).await,
        Played::Refused(message) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &message).await,
    }
}

/// Whether the first die waits for the other player, who may add words to the dice before it is thrown.
async fn waits_for_words(state: &AppState, found: &FoundBattle) -> Result<bool, WebError> {
    let sitting = &found.sitting;
    if sitting.log().thrown() > 0 || sitting.recorder().head().promised.is_none() {
        return Ok(false);
    }
    for (player, by) in Player::ALL.into_iter().zip(found.stored.by) {
        if by == DecidedBy::Person && !state.store.side_is_held(&found.stored.id, side(player)).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// As many dice as any order rolls, for players who throw their own but not this time.
fn some_dice(chance: &Chance) -> Result<Vec<u8>, WebError> {
    const ENOUGH: usize = 12;
    let mut dice = Dice::new(chance.seed()?, 0);
    Ok((0..ENOUGH).map(|_| dice.d6()).collect())
}

/// The dice that were typed; `None` if they are none.
fn dice_of(text: &str) -> Option<Vec<u8>> {
    const MOST: usize = 40;
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let die = |word: &str| word.parse().ok().filter(|die| (1..=6).contains(die));
    let dice: Option<Vec<u8>> = words.take(MOST).map(die).collect();
    dice.filter(|dice| dice.len() < MOST)
}

/// Carries out an order, and what the program does then.
fn play(
    sitting: &Sitting,
    wanted: &Wanted,
    players: Deciders,
    secret: &DiceSecret,
    seed: u64,
) -> Result<Played, WebError> {
    let mut sitting = Sitting::clone(sitting);
    let own = if wanted.deploys {
        sitting.deploy_rest(secret, seed)?
    } else {
        let order = match Order::parse(sitting.battle(), &wanted.text) {
            Ok(order) => order,
            Err(error) => return Ok(Played::Refused(format!("This order cannot be read: {}.", words::unread(&error)))),
        };
        let given = if sitting.has_typed_dice(players.by) {
            let mut dice = RolledDice::new(&wanted.dice);
            let given = sitting.clone().give_with(&order, &mut dice);
            match given {
                Err(Refusal::NoMoreDice) => return Ok(Played::NeedsDice(sitting.dice_needed(&order))),
                Ok(_) if dice.left() > 0 && !wanted.may_be_left => {
                    let message = match wanted.dice.len() - dice.left() {
                        0 => "That order rolls no dice.".to_owned(),
                        1 => "That order rolls only one die.".to_owned(),
                        count => format!("That order rolls only {count} dice."),
                    };
                    return Ok(Played::Refused(message));
                }
                _ => sitting.give_with(&order, &mut RolledDice::new(&wanted.dice)),
            }
        } else {
            sitting.give(&order, secret)
        };
        match given {
            Ok(given) => vec![given],
            Err(refusal) => {
                let reason = words::refusal(&refusal, sitting.battle().rules());
                return Ok(Played::Refused(format!("That order is not allowed. {reason}")));
            }
        }
    };
    if own.is_empty() {
        return Ok(Played::Refused("Nothing more can be deployed: end the deployment.".to_owned()));
    }
    let programs = sitting.go_on(players, secret, seed, None)?;
    Ok(Played::Done { sitting: Box::new(sitting), own, programs })
}

/// Whether the request with this key was carried out before.
pub(super) async fn was_given(
    request: &HttpRequest,
    state: &AppState,
    found: &FoundBattle,
    key: &str,
) -> Result<bool, WebError> {
    let by = identity::holder(request, state).await?;
    let nothing = NewOrders {
        lines: Vec::new(),
        standing: found.stored.standing.clone(),
        is_over: found.stored.is_over,
        decides: found.stored.terms.decides,
        request: Some(key.to_owned()),
    };
    // No battle has fewer orders than none, so nothing is ever added.
    let appended = state.store.append_orders(&found.stored.id, by, -1, nothing).await?;
    Ok(appended == Appended::Before)
}

/// Stores the lines that were added, the visitor's own and then the program's, and shows the table; or says that another
/// line came first.
pub(super) async fn keep(
    request: &HttpRequest,
    state: &Data<AppState>,
    found: &FoundBattle,
    sitting: Arc<Sitting>,
    (own, programs): (&[Given], &[Given]),
    key: Option<String>,
) -> Result<HttpResponse, WebError> {
    let id = &found.stored.id;
    // The program gives orders for any side.
    let by = if own.is_empty() { None } else { identity::holder(request, state).await? };
    let new = NewOrders {
        lines: own.iter().chain(programs).cloned().collect(),
        standing: sitting.standing(),
        is_over: sitting.is_over(),
        decides: sitting.decides().map(side),
        request: key,
    };
    let appended = state.store_for(request).append_orders(id, by, found.stored.orders, new).await?;
    match appended {
        Appended::Done => {
            state.news.tell(id, sitting.lines());
            if sitting.decides().map(side) != found.stored.terms.decides {
                tell_who_decides(state, id, &found.stored.names);
            }
            state.sittings.put(id, sitting);
        }
        Appended::Conflict { .. } if !own.is_empty() => {
            let now = FoundBattle::new(request, state, id).await?;
            let refused = Some(Refused { status: StatusCode::CONFLICT, message: GONE_ON.to_owned() });
            return show(request, state, &now, Typed { refused, ..Typed::default() }).await;
        }
        // The next page plays the orders that are stored.
        Appended::Before | Appended::Conflict { .. } => {}
    }
    Ok(not_stored(see_other(&link::battle(id).at("table")).finish()))
}
