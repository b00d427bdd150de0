//! The rules as data: the contents of the files, and the mistakes that the loader refuses.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot continue must fail")]

mod combat_loading;
mod data;
mod features;
mod loading;
mod play_loading;
mod terrain;
mod terrain_loading;
