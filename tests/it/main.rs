//! Everything that is tested from outside: rules, armies, store, pages, command line, browser.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot continue fails")]

mod browser;
mod commands;
mod formats;
mod parsers;
#[cfg(feature = "pdf")]
mod printed;
#[macro_use]
mod store;
mod made;
mod rush;
mod small_disk;
mod tidy;
mod web;
