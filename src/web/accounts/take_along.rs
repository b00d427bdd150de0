//! Files with everything that an account or a browser holds: its works, and what it entered in events.

use actix_web::web::Data;
use serde::Serialize;
use serde_json::value::RawValue;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::store::{HeldEntry, HeldWork, Holder, StoreError};
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
        outlet.write(list.end()).await
    }))
}
