//! Every behaviour of the store, on both databases.

#[macro_use]
pub(crate) mod harness;

mod accounts;
mod addresses;
mod backups;
mod events;
mod full_disk;
mod history;
mod holders;
mod ids;
mod kinds;
mod migrations;
mod outages;
mod races;
mod ready;
mod works;
