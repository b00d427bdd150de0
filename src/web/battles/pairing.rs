//! A battle that plays a game of an event, as its round begins it.

use actix_web::HttpRequest;
use musterfield_army::Draft;
use musterfield_battle::admission::Admitted;
use musterfield_battle::state::Options;
use musterfield_terrain::Layout;

use super::meeting::meet;
use crate::store::{BattleId, GameOf, Holder, NewBattle, StoreError};
use crate::web::error::WebError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// The number of times that the battle of a game can be begun: again only after it was deleted.
const MOST_BEGINNINGS: u32 = 9;

/// A game of an event that is about to be played.
pub(in crate::web) struct Pairing {
    pub game: GameOf,
    /// The armies of the side named first and of the other.
    pub armies: [Admitted<Draft>; 2],
    /// The battlefield of the table; without one, it is laid out for the home terrain of the defender.
    pub layout: Option<Admitted<Layout>>,
    /// Whether others than the players may look on while it goes on.
    pub is_open: bool,
    /// The days for each decision, if there is a clock.
    pub days: Option<i64>,
}

/// Begins the battle of a game, of which the visitor plays no side yet; or finds the one that was begun at the same moment.
///
/// # Errors
/// When the store does not take it. Where armies and battlefield do not go together, the reason is in the inner result.
pub(in crate::web) async fn begin(
    request: &HttpRequest,
    state: &AppState,
    by: &Holder,
    pairing: Pairing,
) -> Result<Result<BattleId, String>, WebError> {
    let Pairing { game, armies, layout, is_open, days } = pairing;
    let (seed, secret) = (state.chance.seed()?, state.chance.dice()?);
    let (book, catalogue, promised) = (state.book, state.catalogue, secret.clone());
    let begun = state.run_heavy(request, JobKind::Battle, move || {
        meet((book, catalogue), armies, layout, Options::default(), seed, Some(&promised))
    });
    let sitting = match begun.await? {
        Ok(sitting) => sitting,
        Err(why) => return Ok(Err(why)),
    };
    // Nobody plays by a link or holds a side by its browser: the round knows who plays which side.
    let new = NewBattle { is_open, days, game: Some(game.clone()), ..sitting.to_store(by.keeper().clone(), secret)? };
    // Every other form's key has two lines, so nobody can take the battle of a game by another form.
    for beginning in 1..=MOST_BEGINNINGS {
        let request_key = format!("game {} {beginning}", game.as_str());
        match state.store_for(request).create_battle(NewBattle { request_key, ..new.clone() }).await {
            Err(StoreError::BattleGone) => {}
            created => return Ok(Ok(created?)),
        }
    }
    Ok(Err("The battle of this game was begun and deleted again and again.".to_owned()))
}
