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
//! | `/terrain/new.svg`, `/terrain/{id}.svg`, `.png`, `.pdf`, `.json` | [`sheets`] |
//!
//! A table needs not be kept: [`address`] says it whole.

mod address;
mod choices;
mod cited;
mod edges;
pub mod new;
pub mod open;
mod record;
pub mod setup;
pub mod sheets;
pub mod show;
mod state;
mod table;
pub mod tables;
mod words;
