//! Sheets: rosters, crib sheets, comparisons of rulesets, maps, and layouts that travel in files.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot continue fails")]

mod battle_map;
mod camp;
mod carrier;
mod compare;
mod crib;
mod map;
mod names;
mod prices;
mod rosters;
mod rosters_of_elements;
mod round_trips;
mod worst;
mod worth;
