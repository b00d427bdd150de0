//! Sheets for the table: everything that is printed, downloaded or read beside the game.
//!
//! | part | what |
//! |---|---|
//! | [`roster`] | one view of an army, and the formats made from it; base labels; QR codes |
//! | [`crib`] | the rules of a game on two sides of paper, or those that an army or a matchup needs |
//! | [`compare`] | rulesets compared |
//! | [`map`] | a battlefield as a drawing |
//! | [`map_sheet`] | maps, tables and cutting lists of battlefields, for the printer |
//! | [`carrier`] | layouts that travel inside drawings, pictures and PDF |
//!
//! Equal data gives equal bytes on every machine. This crate knows nothing of databases, of pages or of how a PDF is
//! typeset: the printer gets data.

pub mod carrier;
pub mod compare;
pub mod crib;
pub mod map;
pub mod map_sheet;
pub mod roster;
