//! "I have seen it": what both players of a game of an event say of the result of its battle before it is entered in the
//! round.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use musterfield_battle::Player;

use super::found::FoundBattle;
use super::game::{end_of, unseen};
use super::log::Said;
use super::show::{Refused, Typed, show};
use super::sitting::{Given, Sitting};
use crate::store::{Appended, BattleId, NewOrders};
use crate::web::accounts::identity;
use crate::web::error::WebError;
use crate::web::events::played::{Entered, enter};
use crate::web::link;
use crate::web::page::{not_stored, see_other};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// The number of attempts, if the other player says the same at the same moment.
const TRIES: usize = 8;

/// Notes that the visitor has seen the result. With the last side that has, the result is entered in the round first: if
/// the program stops in between, the button is still there.
///
/// # Errors
/// When there is no such battle. What cannot be done is told on its page.
pub(super) async fn see(
    request: &HttpRequest,
    state: &Data<AppState>,
    id: &BattleId,
) -> Result<HttpResponse, WebError> {
    for _ in 0..TRIES {
        let found = FoundBattle::new(request, state, id).await?;
        let refuse = async |status: StatusCode, message: &str| {
            let refused = Some(Refused { status, message: message.to_owned() });
            show(request, state, &found, Typed { refused, ..Typed::default() }).await
        };
        let Some(game) = &found.stored.terms.game else {
            return refuse(StatusCode::UNPROCESSABLE_ENTITY, "This battle is no game of an event.").await;
        };
        if !found.plays() {
            return refuse(StatusCode::FORBIDDEN, "Only the players of the game say that they have seen its result.")
                .await;
        }
        let Some(end) = end_of(&found) else {
            return refuse(StatusCode::UNPROCESSABLE_ENTITY, "There is no result yet.").await;
        };
        let own: Vec<Player> = unseen(&found).collect();
        let seen = found.sitting.log().seen();
        let is_last = Player::ALL.iter().all(|player| own.contains(player) || *player.of(&seen));
        if !own.is_empty() && is_last && enter(request, state, game, &end, id).await? == Entered::TooBusy {
            let message = "Others were changing the round at the same moment. Press the button again.";
            return refuse(StatusCode::CONFLICT, message).await;
        }
        if own.is_empty() || note(request, state, &found, own).await? {
            return Ok(not_stored(see_other(&link::battle(id).at("table")).finish()));
        }
    }
    Err(WebError::EventChanged)
}

/// Adds the lines of these sides; false if another line came first.
async fn note(
    request: &HttpRequest,
    state: &Data<AppState>,
    found: &FoundBattle,
    sides: Vec<Player>,
) -> Result<bool, WebError> {
    let (book, catalogue, sitting) = (state.book, state.catalogue, found.sitting.clone());
    let said = state.run_heavy(request, JobKind::Replay, move || {
        let mut sitting = Sitting::clone(&sitting);
        let say = |player: Player| sitting.say(book, catalogue, player, &Said::Seen);
        let lines = sides.into_iter().map(say).collect::<Result<Vec<Given>, WebError>>()?;
        Ok::<_, WebError>((sitting, lines))
    });
    let (sitting, lines) = said.await??;
    let new = NewOrders { lines, standing: sitting.standing(), is_over: true, decides: None, request: None };
    let by = identity::holder(request, state).await?;
    let id = &found.stored.id;
    let appended = state.store_for(request).append_orders(id, by, found.stored.orders, new).await?;
    if appended != Appended::Done {
        return Ok(false);
    }
    state.sittings.put(id, Arc::new(sitting));
    Ok(true)
}
