//! The behaviour of the store, on both databases.

#[macro_use]
pub(crate) mod harness;

mod accounts;
mod addresses;
mod allowances;
mod backups;
mod battle_sides;
pub(crate) mod battles;
mod documents;
mod events;
mod full_disk;
mod growth;
mod history;
mod holders;
mod ids;
mod kinds;
mod migrations;
mod outages;
mod races;
mod ready;
mod sign_in;
mod space;
mod sweep;
pub(crate) mod traffic;
mod works;
