//! Battlefields.

mod generated;
mod setup;
