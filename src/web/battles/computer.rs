//! The computer's part in a battle: it plays on until somebody else decides.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use tokio::sync::oneshot;

use super::found::{FoundBattle, id_of};
use super::orders::keep;
use super::show::{Refused, Typed, show};
use super::sitting::Sitting;
use super::thoughts::Thought;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{not_stored, see_other};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// The time after which the computer has to decide with what it has found out, whatever is left of its budget.
const LONGEST_THOUGHT: Duration = Duration::from_secs(8);

/// `POST /battles/{id}/computer`: lets the computer go on, where it decides; with `do=stop`, it decides now if it thinks.
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
    let stops = match fields.text("do").as_str() {
        "" => false,
        "stop" => true,
        _ => return Err(WebError::Unreadable("the field “do” does not name a button of this page".to_owned())),
    };
    fields.finish()?;
    let found = FoundBattle::new(&request, &state, &id).await?;
    if !found.plays() {
        let message = "Only those who began this battle let it go on. You can look on.".to_owned();
        let refused = Some(Refused { status: StatusCode::FORBIDDEN, message });
        return show(&request, &state, &found, Typed { refused, ..Typed::default() }).await;
    }
    if stops {
        state.thoughts.stop(&id);
    }
    if stops || !found.computer_decides() || digest != found.sitting.digest() {
        return Ok(not_stored(see_other(&link::battle(&id).at("table")).finish()));
    }
    let_computer_play(&request, &state, &found).await
}

/// Lets the computer play until somebody else decides, and shows the table. While it thinks about a battle for one
/// request, it does not for another, which gets the table as it stands.
pub(super) async fn let_computer_play(
    request: &HttpRequest,
    state: &Data<AppState>,
    found: &FoundBattle,
) -> Result<HttpResponse, WebError> {
    let thinks = found.deciders().opponent.thinks_in(found.sitting.battle().phase());
    let thought = state.thoughts.begin(&found.stored.id);
    if thinks && thought.is_none() {
        return Ok(not_stored(see_other(&link::battle(&found.stored.id).at("table")).finish()));
    }
    let secret = state.store.dice_secret(&found.stored.id).await?;
    let seed = state.chance.seed()?;
    let (sitting, players) = (found.sitting.clone(), found.deciders());
    let kind = if thinks { JobKind::Thinking } else { JobKind::Battle };
    let (begun, begins) = oneshot::channel();
    let stop = thought.as_ref().map(Thought::signal).unwrap_or_default();
    let late = stop.clone();
    tokio::spawn(async move {
        if begins.await.is_ok() {
            tokio::time::sleep(LONGEST_THOUGHT).await;
            late.stop();
        }
    });
    let played = state.run_heavy(request, kind, move || {
        // Without a receiver the server is going down.
        let _ = begun.send(());
        let mut sitting = Sitting::clone(&sitting);
        let given = sitting.go_on(players, &secret, seed, Some(&stop))?;
        Ok::<_, WebError>((sitting, given))
    });
    let (sitting, given) = played.await??;
    let kept = keep(request, state, found, Arc::new(sitting), (&[], &given), None).await;
    drop(thought);
    kept
}
