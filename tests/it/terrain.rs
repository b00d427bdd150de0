//! Battlefields.

mod carrier;
mod map;
