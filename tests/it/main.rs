//! Everything that is tested from outside: rules, armies, store, pages, command line, browser.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

mod army;
mod battle;
mod browser;
mod combat;
mod commands;
mod crib;
mod events;
mod formats;
mod parsers;
mod rules;
#[macro_use]
mod store;
mod rush;
mod small_disk;
mod terrain;
mod tidy;
mod web;
mod worked;
