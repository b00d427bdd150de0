//! `/battles/{id}.battle`: the record of a battle as a file.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::found::{FoundBattle, id_of};
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
    let found = FoundBattle::new(&request, &state, &id).await?;
    let answer = match format.as_str() {
        "battle" => {
            let secret = state.store.dice_secret(&id).await?;
            file(format!("{id}.battle"), "text/plain; charset=utf-8", found.sitting.record_with(&secret))
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
