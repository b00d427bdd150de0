//! The rules as data: what the files say, and what the loader refuses.

mod data;
mod features;
mod loading;
mod terrain;
mod terrain_loading;
