//! The rules as data: what the files say, and what the loader refuses.

mod combat_loading;
mod compare;
mod data;
mod features;
pub(crate) mod graded;
mod loading;
mod play_loading;
mod terrain;
mod terrain_loading;
