//! Battlefields.

mod edits;
mod generated;
