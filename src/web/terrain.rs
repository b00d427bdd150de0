//! Battlefields: make, edit, look at, keep, print.
//!
//! | address | handler |
//! |---|---|
//! | `/terrain`, `/terrain/{id}/history`, `restore`, `copy`, `key`, `delete` | [`kept`](super::kept) |
//! | `/terrain/new`, `POST /terrain` | [`new`] |
//! | `/terrain/open` | [`open`] |
//! | `/terrain/tables`, `/terrain/tables.pdf`, `.ndjson` | [`tables`] |
//! | `/terrain/setup` | [`setup`] |
//! | `/terrain/{id}`, `/terrain/{id}/v/{hash}` | [`show`] |
//! | `/terrain/{id}/edit` | [`edit`], its form [`save`] |
//! | `/terrain/new.svg`, `/terrain/{id}.svg`, `.png`, `.pdf`, `.json` | [`sheets`] |
//!
//! A table needs not be kept: its address says it whole (`address`).

mod address;
mod choices;
mod cited;
mod edges;
pub mod edit;
mod editor;
mod fields;
pub mod new;
mod op;
pub mod open;
mod record;
pub mod save;
pub mod setup;
pub mod sheets;
pub mod show;
mod state;
pub mod studied;
mod table;
pub mod tables;
mod words;

use address::Address;

use crate::army::Draft;
use crate::rules::Book;

/// Where the home table of an army is laid out; none where its rules have no battlefields.
pub(crate) fn home_table(book: &'static Book, draft: &Draft) -> Option<String> {
    let rules = book.terrain(&draft.ruleset.id)?;
    let home = draft.home_terrain.as_deref().and_then(|home| rules.home(home));
    let address = Address {
        ruleset: rules.ruleset.to_string(),
        home: home.map(|home| home.id.to_string()).unwrap_or_default(),
        name: draft.name.clone(),
        ..Address::default()
    };
    Some(format!("/terrain/new?{}#table", address.query()))
}
