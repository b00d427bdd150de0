//! `/terrain/…`

mod edit;
mod keep;
mod new;
mod open;
mod setup;
mod sheets;
mod show;
mod tables;
