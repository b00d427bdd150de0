//! Orders: one form, one order. It names the state that its sender saw, so an order to another state is refused, and the
//! request key, so a form that is sent twice is carried out once.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_battle::Order;
use musterfield_words::battle as words;

use super::found::{FoundBattle, id_of};
use super::offers::Chosen;
use super::show::{Refused, chosen, show};
use super::sitting::Sitting;
use crate::store::{Appended, BattleSide, NewOrders};
use crate::web::accounts::identity;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{not_stored, see_other};
use crate::web::scheduler::JobKind;
use crate::web::seed::random_seed;
use crate::web::state::AppState;

/// The longest order that is read, in bytes: a group of all elements with several legs has a few hundred.
pub(super) const LONGEST_ORDER: usize = 2_000;

/// The reason an order to a state that has passed is not carried out.
pub(super) const GONE_ON: &str = "The battle has gone on since you opened the page. This is the state now.";

/// `POST /battles/{id}/orders`: `order` is an order as a record has it, `by` a number that is added to its end, and
/// `digest` the state that the sender saw. With `do=more` the order is only the beginning of a move, whose next leg is
/// chosen then; with `do=deploy` the rest of the army is deployed instead.
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
    let (order, by, action) = (fields.text("order"), fields.text("by"), fields.text("do"));
    let chosen = chosen(&mut fields);
    fields.finish()?;
    if key.is_empty() || key.len() > 100 {
        return Err(WebError::Unreadable("the field “request” is empty or too long".to_owned()));
    }
    let found = FoundBattle::new(&request, &state, &id).await?;
    let refuse = |status: StatusCode, message: String, typed: String| {
        show(&request, &state, &found, &chosen, typed, Some(Refused { status, message }))
    };
    if !found.plays() {
        let message = "Only those who play a side of this battle give orders. You can look on.".to_owned();
        return refuse(StatusCode::FORBIDDEN, message, String::new());
    }
    let text = [order.trim(), by.trim()].join(" ").trim().to_owned();
    if text.len() > LONGEST_ORDER {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, "That order is too long.".to_owned(), String::new());
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
        return refuse(StatusCode::CONFLICT, GONE_ON.to_owned(), String::new());
    }
    if !found.visitor_decides() {
        return refuse(StatusCode::FORBIDDEN, "The other side decides now.".to_owned(), text);
    }
    let secret = state.store.dice_secret(&id).await?;
    let seed = random_seed()?;
    let (sitting, players) = (found.sitting.clone(), found.stored.by);
    let deploys = action == "deploy";
    let wanted = text.clone();
    let played = state.run_heavy(&request, JobKind::Battle, move || {
        let mut sitting = Sitting::clone(&sitting);
        let mut given = if deploys {
            sitting.deploy_rest(&secret, seed)?
        } else {
            let order = match Order::parse(sitting.battle(), &wanted) {
                Ok(order) => order,
                Err(error) => return Ok(Err(format!("This order cannot be read: {}.", words::unread(&error)))),
            };
            match sitting.give(&order, &secret) {
                Ok(given) => vec![given],
                Err(refusal) => return Ok(Err(words::refusal(&refusal, sitting.battle().rules()))),
            }
        };
        let own = given.len();
        given.extend(sitting.let_computer_play(players, &secret, seed)?);
        Ok::<_, WebError>(Ok((sitting, given, own)))
    });
    match played.await?? {
        Err(message) => refuse(StatusCode::UNPROCESSABLE_ENTITY, message, text),
        Ok((_, given, _)) if given.is_empty() => {
            let message = "Nothing more can be deployed: end the deployment.".to_owned();
            refuse(StatusCode::UNPROCESSABLE_ENTITY, message, text)
        }
        Ok((sitting, given, own)) => keep(&request, &state, &found, sitting, given.split_at(own), Some(key)).await,
    }
}

/// `POST /battles/{id}/computer`: lets the computer go on, where it decides.
///
/// # Errors
/// When there is no such battle, or the form is not one of ours.
pub async fn go_on(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let digest = fields.demand("digest")?;
    fields.finish()?;
    let found = FoundBattle::new(&request, &state, &id).await?;
    let there = || Ok(not_stored(see_other(&link::battle(&id).at("table")).finish()));
    if !found.plays() {
        let message = "Only those who began this battle let it go on. You can look on.".to_owned();
        let refused = Refused { status: StatusCode::FORBIDDEN, message };
        return show(&request, &state, &found, &Chosen::default(), String::new(), Some(refused));
    }
    if !found.computer_decides() || digest != found.sitting.digest() {
        return there();
    }
    let_computer_play(&request, &state, &found).await
}

/// Lets the computer play until somebody else decides, and shows the table.
pub(super) async fn let_computer_play(
    request: &HttpRequest,
    state: &Data<AppState>,
    found: &FoundBattle,
) -> Result<HttpResponse, WebError> {
    let secret = state.store.dice_secret(&found.stored.id).await?;
    let seed = random_seed()?;
    let (sitting, players) = (found.sitting.clone(), found.stored.by);
    let played = state.run_heavy(request, JobKind::Battle, move || {
        let mut sitting = Sitting::clone(&sitting);
        let given = sitting.let_computer_play(players, &secret, seed)?;
        Ok::<_, WebError>((sitting, given))
    });
    let (sitting, given) = played.await??;
    keep(request, state, found, sitting, (&[], &given), None).await
}

type Given = (BattleSide, String);

/// Whether the request with this key was carried out before.
async fn was_given(request: &HttpRequest, state: &AppState, found: &FoundBattle, key: &str) -> Result<bool, WebError> {
    let by = identity::holder(request, state).await?;
    let nothing = NewOrders {
        lines: Vec::new(),
        standing: found.stored.standing.clone(),
        is_over: found.stored.is_over,
        request: Some(key.to_owned()),
    };
    // No battle has fewer orders than none, so nothing is ever added.
    let appended = state.store.append_orders(&found.stored.id, by, -1, nothing).await?;
    Ok(appended == Appended::Before)
}

/// Stores the orders that were given, the visitor's own and then the computer's, and shows the table; or says that
/// another order came first.
async fn keep(
    request: &HttpRequest,
    state: &Data<AppState>,
    found: &FoundBattle,
    sitting: Sitting,
    (own, computers): (&[Given], &[Given]),
    key: Option<String>,
) -> Result<HttpResponse, WebError> {
    let id = &found.stored.id;
    // The program gives orders for any side.
    let by = if own.is_empty() { None } else { identity::holder(request, state).await? };
    let new = NewOrders {
        lines: own.iter().chain(computers).cloned().collect(),
        standing: sitting.standing(),
        is_over: sitting.is_over(),
        request: key,
    };
    let appended = state.store_for(request).append_orders(id, by, found.stored.orders, new).await?;
    match appended {
        Appended::Done => state.sittings.put(id, Arc::new(sitting)),
        Appended::Conflict { .. } if !own.is_empty() => {
            let now = FoundBattle::new(request, state, id).await?;
            let refused = Refused { status: StatusCode::CONFLICT, message: GONE_ON.to_owned() };
            return show(request, state, &now, &Chosen::default(), String::new(), Some(refused));
        }
        // The next page plays the orders that are stored.
        Appended::Before | Appended::Conflict { .. } => {}
    }
    Ok(not_stored(see_other(&link::battle(id).at("table")).finish()))
}
