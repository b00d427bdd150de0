//! `/armies/…`

mod buttons;
mod convert;
mod create;
mod edit;
mod graded;
mod keep;
mod paste;
mod sheets;
mod show;
mod table;
mod versus;
