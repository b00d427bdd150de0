//! `/armies/…`

mod buttons;
mod create;
mod edit;
mod keep;
mod paste;
mod sheets;
mod show;
mod versus;
