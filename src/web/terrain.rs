//! Battlefields: create, edit, show, save, print.
//!
//! | address | handler |
//! |---|---|
//! | `/terrain`, `/terrain/{id}/history`, `restore`, `copy`, `key`, `delete` | [`works`](super::works) |
//! | `/terrain/new`, `POST /terrain` | [`new`] |
//! | `/terrain/open` | [`open`] |
//! | `/terrain/tables`, `/terrain/tables.pdf`, `.ndjson` | [`tables`] |
//! | `/terrain/setup` | [`setup`] |
//! | `/terrain/{id}`, `/terrain/{id}/v/{hash}` | [`show`] |
//! | `/terrain/{id}/edit` | [`edit`], its form [`save`] |
//! | `/terrain/new.svg`, `/terrain/{id}.svg`, `.png`, `.pdf`, `.json` | [`sheets`] |
//!
//! A table need not be saved: its address describes it completely (`address`).

mod action;
mod address;
mod choices;
mod edges;
pub mod edit;
mod editor;
mod fields;
pub mod layout_cache;
pub mod new;
pub mod open;
mod record;
mod revision;
mod rule_link;
pub mod save;
pub mod setup;
pub mod sheets;
pub mod show;
mod study;
mod table;
pub mod tables;
pub mod trial;
mod words;

use musterfield_army::Draft;
use musterfield_rules::Book;

use address::TableAddress;

use super::link;

/// The address at which the home table of an army is laid out; `None` if its rules have no battlefields.
pub(crate) fn home_table(book: &'static Book, draft: &Draft) -> Option<String> {
    let rules = book.terrain(&draft.ruleset.id)?;
    let home = draft.home_terrain.as_deref().and_then(|home| rules.home_terrain(home));
    let address = TableAddress {
        ruleset: rules.ruleset.to_string(),
        home: home.map(|home| home.id.to_string()).unwrap_or_default(),
        name: draft.name.clone(),
        ..TableAddress::default()
    };
    Some(link::new_table().asking(&address.query()).at("table"))
}
