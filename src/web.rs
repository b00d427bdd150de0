//! The pages and the API: what a visitor's browser talks to.
//!
//! Cut by area of the site; each area has its forms, pages and handlers together. Pages work without script; script asks
//! for the same pages and swaps one part. Nothing here decides a rule.
//!
//! Reading order: [`routes`] is the site map, [`app`] puts it behind its middleware, [`state`] is what handlers share,
//! [`error`] is how everything fails.

pub mod accounts;
pub mod admin;
pub mod api;
pub mod app;
pub mod armies;
pub mod assets;
pub mod client;
pub mod codes;
pub mod compress;
pub mod connections;
pub mod constant;
pub mod crib;
pub mod download;
pub mod error;
pub mod events;
pub mod fields;
mod gate;
pub mod home;
pub mod intake;
pub mod kept;
pub mod lists;
pub mod log;
pub mod markdown;
mod meter;
pub mod metrics;
pub mod odds;
pub mod page;
pub mod pdf;
pub mod public_url;
pub mod routes;
pub mod rules;
pub mod scheduler;
pub mod security;
mod seed;
pub mod server;
pub mod sheet;
pub mod state;
pub mod stream;
pub mod terrain;
mod typed;
pub mod visitor;
mod wire;
