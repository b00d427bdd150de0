//! `/armies/…`

mod buttons;
mod convert;
mod create;
mod edit;
mod edit_link;
mod graded;
mod keep;
mod paste;
mod sheets;
mod show;
mod table;
mod verdict;
mod versus;
