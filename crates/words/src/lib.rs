//! Sentences, in English, about what the crates of the game find: problems of armies, battlefields, entries and cases
//! of combat.
//!
//! Those crates know codes and typed values and make no sentence. Everything that a player reads about them is made
//! here, in one place, so that another language needs a second crate like this one and no other change. The documents
//! that contain such sentences (the verdicts) are made here too.

pub mod army;
pub mod combat;
pub mod events;
pub mod number;
pub mod terrain;
