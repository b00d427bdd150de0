//! `/battles/{id}.battle`: the record of a battle as a file.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::found::{FoundBattle, id_of};
use super::stored_record::StoredRecord;
use crate::store::BattleId;
use crate::web::accounts::identity;
use crate::web::download::file;
use crate::web::error::WebError;
use crate::web::page::not_stored;
use crate::web::state::AppState;

/// `GET /battles/{id}.{format}`: the record so far (`battle`), or the state as a document (`json`). Neither says anything
/// about dice to come; once the battle is over, the record shows the secret from which its dice follow.
///
/// # Errors
/// When there is no such battle or format.
pub async fn record_file(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, format) = path.into_inner();
    let id = id_of(&id)?;
    if !["battle", "json"].contains(&format.as_str()) {
        return Err(WebError::NotFound);
    }
    let found = match (FoundBattle::new(&request, &state, &id).await, format.as_str()) {
        (Err(WebError::OldBattle { .. }), "battle") => return as_stored(&request, &state, &id).await,
        (Ok(found), "battle") if found.sitting.differs().is_some() => return as_stored(&request, &state, &id).await,
        (found, _) => found?,
    };
    let answer = match format.as_str() {
        "battle" => {
            let secret = state.store.dice_secret(&id).await?;
            record_text(&id, found.sitting.record_with(&secret))
        }
        _ => {
            let tag = found.tag();
            if let Some(known) = tag.known(&request) {
                return Ok(known);
            }
            let state = serde_json::to_string(&found.sitting.snapshot()).map_err(WebError::internal)?;
            return tag.on(file(format!("{id}.json"), "application/json", state));
        }
    };
    Ok(not_stored(answer))
}

/// The record of a battle that the present rules play differently: its orders as they were stored, as far as they count,
/// and the secret of its dice once it is over.
async fn as_stored(request: &HttpRequest, state: &Data<AppState>, id: &BattleId) -> Result<HttpResponse, WebError> {
    let by = identity::holder(request, state).await?;
    let stored = state.store.battle(id, by).await?;
    if !FoundBattle::shows(&stored) {
        return Err(WebError::ClosedBattle);
    }
    let lines = state.store.battle_orders(id, 0).await?;
    let secret = if stored.is_over { Some(state.store.dice_secret(id).await?) } else { None };
    let text = StoredRecord::new(&lines).text(&stored.head, secret.as_ref());
    Ok(not_stored(record_text(id, text)))
}

fn record_text(id: &BattleId, text: String) -> HttpResponse {
    file(format!("{id}.battle"), "text/plain; charset=utf-8", text)
}
