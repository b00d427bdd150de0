//! Battlefields.

mod generated;
