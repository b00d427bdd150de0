//! Every behaviour of the store, on both databases.

#[macro_use]
pub(crate) mod harness;

mod addresses;
mod armies;
mod history;
mod holders;
mod ids;
mod migrations;
mod outages;
mod races;
