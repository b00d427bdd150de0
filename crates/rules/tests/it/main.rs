//! The rules as data: what the files say, and what the loader refuses.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot continue must fail")]

mod combat_loading;
mod data;
mod features;
mod loading;
mod play_loading;
mod terrain;
mod terrain_loading;
