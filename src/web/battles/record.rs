//! `/battles/{id}.battle`: the record of a battle as a file.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_army::file as army;
use musterfield_battle::record::Entry;
use musterfield_battle::snapshot::Snapshot;
use musterfield_terrain::file as layout;
use serde::Serialize;
use serde_json::Value;

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
            return tag.on(file(format!("{id}.json"), "application/json", document(&found)?));
        }
    };
    Ok(not_stored(answer))
}

/// The state as a document, and with it everything from which it came: armies, layout, and the orders that count.
#[derive(Serialize)]
struct Document {
    #[serde(flatten)]
    state: Snapshot,
    armies: [Value; 2],
    layout: Value,
    orders: Vec<OrderDocument>,
}

/// An order with what came of it.
#[derive(Serialize)]
struct OrderDocument {
    /// The letter of the side.
    by: char,
    order: String,
    dice: Vec<u8>,
    /// In words; empty if only what the order says happened.
    result: String,
    /// The bound after it.
    bound: u16,
    /// The digest of the state after it.
    digest: String,
}

fn document(found: &FoundBattle) -> Result<String, WebError> {
    let read = |text: String| serde_json::from_str(&text).map_err(WebError::internal);
    let (sitting, head) = (&found.sitting, found.sitting.recorder().head());
    let [a, b] = &head.armies;
    let order = |(at, entry): (usize, &Entry)| OrderDocument {
        by: sitting.gave(at).letter(),
        order: entry.order.clone(),
        dice: entry.dice.clone(),
        result: entry.result.clone(),
        bound: entry.bound,
        digest: format!("{:016x}", entry.digest),
    };
    let document = Document {
        state: sitting.snapshot(),
        armies: [read(army::to_json(a))?, read(army::to_json(b))?],
        layout: read(layout::to_json(&head.layout))?,
        orders: sitting.recorder().entries().iter().enumerate().map(order).collect(),
    };
    serde_json::to_string(&document).map_err(WebError::internal)
}

/// The record of a battle that the present rules play differently: its orders as they were stored, as far as they count,
/// and the secret of its dice once it is over.
async fn as_stored(request: &HttpRequest, state: &Data<AppState>, id: &BattleId) -> Result<HttpResponse, WebError> {
    let by = identity::holder(request, state).await?;
    let stored = state.store.battle(id, by).await?;
    let lines = state.store.battle_orders(id, 0).await?;
    let secret = if stored.is_over { Some(state.store.dice_secret(id).await?) } else { None };
    let text = StoredRecord::new(&lines).text(&stored.head, secret.as_ref());
    Ok(not_stored(record_text(id, text)))
}

fn record_text(id: &BattleId, text: String) -> HttpResponse {
    file(format!("{id}.battle"), "text/plain; charset=utf-8", text)
}
