//! Files with everything that an account or a browser holds: its works, what it entered in events, and its battles.

use actix_web::web::Data;
use serde::Serialize;
use serde_json::value::RawValue;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::store::{BattleSide, BattleSummary, HeldEntry, HeldWork, Holder, StoreError};
use crate::web::error::WebError;
use crate::web::state::AppState;
use crate::web::stream::{JsonList, StreamedBody, streamed};

#[derive(Serialize)]
struct ExportedWork<'a> {
    kind: &'static str,
    id: &'a str,
    name: &'a str,
    changed: String,
    /// The file itself.
    document: &'a RawValue,
}

/// A version of an entry in an event.
#[derive(Serialize)]
struct ExportedEntry<'a> {
    event: &'a str,
    player: &'a str,
    version: i64,
    at: String,
    hash: &'a str,
    legal: bool,
    /// False if it was only saved as a draft.
    entered: bool,
    /// The army files themselves.
    armies: &'a RawValue,
}

/// A battle that it plays or has set up.
#[derive(Serialize)]
struct ExportedBattle<'a> {
    id: &'a str,
    ruleset: &'a str,
    /// The armies, the first side's first.
    armies: &'a [String; 2],
    /// The sides whose orders it may give.
    plays: Vec<&'static str>,
    over: bool,
    begun: String,
    changed: String,
    /// The record so far, with the dice that were thrown.
    record: &'a str,
}

/// The number of battles that are read from the database at once.
const BATTLES: u32 = 50;

/// A moment in a file.
pub(super) fn written(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

/// A work for the export; its document was stored as JSON.
fn exported(work: &HeldWork, document: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&ExportedWork {
        kind: work.kind.as_str(),
        id: work.id.as_str(),
        name: &work.name,
        changed: written(work.updated_at),
        document: serde_json::from_str(document)?,
    })
}

fn exported_entry(
    HeldEntry { event, player, entry, .. }: &HeldEntry,
    document: &str,
) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&ExportedEntry {
        event: event.as_str(),
        player,
        version: entry.number,
        at: written(entry.created_at),
        hash: entry.hash.as_str(),
        legal: entry.legal,
        entered: entry.submitted,
        armies: serde_json::from_str(document)?,
    })
}

fn exported_battle(battle: &BattleSummary, record: &str) -> Result<String, serde_json::Error> {
    let sides = BattleSide::ALL.into_iter().zip(battle.holds);
    serde_json::to_string_pretty(&ExportedBattle {
        id: battle.id.as_str(),
        ruleset: &battle.ruleset,
        armies: &battle.names,
        plays: sides.filter(|(_, holds)| *holds).map(|(side, _)| side.as_str()).collect(),
        over: battle.is_over,
        begun: written(battle.created_at),
        changed: written(battle.updated_at),
        record,
    })
}

/// The record of a battle so far; `None` if it was deleted meanwhile.
async fn record(state: &AppState, battle: &BattleSummary, own: &Holder) -> Result<Option<String>, StoreError> {
    let read = async {
        let stored = state.store.battle(&battle.id, Some(own)).await?;
        let orders = state.store.battle_orders(&battle.id, 0).await?;
        let begun = stored.head + "\n";
        Ok(orders.iter().fold(begun, |record, order| record + &order.line + "\n") + &stored.standing + "\n")
    };
    match read.await {
        Ok(record) => Ok(Some(record)),
        Err(StoreError::NotFound | StoreError::BattleGone | StoreError::BattleHidden(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The file, which is read from the database piece by piece while it is sent. `head` is written first; its last field has
/// to be `works`, an empty list.
pub(super) fn everything(
    state: Data<AppState>,
    own: Option<Holder>,
    head: &impl Serialize,
    (works, entries): (Vec<HeldWork>, Vec<HeldEntry>),
) -> Result<StreamedBody, WebError> {
    let head = serde_json::to_string_pretty(head).map_err(WebError::internal)?;
    let (head, mut list) = JsonList::begin(&head).ok_or_else(|| WebError::internal("the list is not last"))?;
    Ok(streamed(async move |outlet| {
        outlet.write(head).await?;
        for held in works {
            let kept = match state.store.work_for(held.kind, &held.id, own.as_ref()).await {
                Ok(work) => work.head.document,
                // It was deleted after the list was made.
                Err(StoreError::NotFound | StoreError::Gone(_)) => continue,
                Err(error) => return Err(error.into()),
            };
            outlet.write(list.item(&exported(&held, &kept).map_err(WebError::internal)?)).await?;
        }
        outlet.write(list.then("entries")).await?;
        for held in entries {
            let armies = state.store.entry_document(held.entrant, held.entry.number).await?;
            outlet.write(list.item(&exported_entry(&held, &armies).map_err(WebError::internal)?)).await?;
        }
        outlet.write(list.then("battles")).await?;
        let mut skip = 0;
        while let Some(own) = &own {
            let battles = state.store.battles_held_by(own, skip, BATTLES).await?;
            for battle in &battles {
                if let Some(record) = record(&state, battle, own).await? {
                    outlet.write(list.item(&exported_battle(battle, &record).map_err(WebError::internal)?)).await?;
                }
            }
            if battles.is_empty() {
                break;
            }
            skip += BATTLES;
        }
        outlet.write(list.end()).await
    }))
}
