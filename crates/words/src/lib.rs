//! English sentences about the findings of the game crates: problems of armies, battlefields, event entries and combat
//! cases, and the reasons for the result of a combat.
//!
//! Those crates know codes and typed values but make no sentences. Everything that a player reads about them is made
//! here, in one place, so that another language only needs a second crate like this one. The documents that contain
//! such sentences (the verdicts) are made here too.

pub mod army;
pub mod battle;
pub mod combat;
pub mod commands;
pub mod events;
pub mod number;
pub mod players;
pub mod series;
pub mod terrain;
