//! Everything that is tested from outside: domain, store, pages, command line, browser.

mod lists;
#[macro_use]
mod store;
mod web;
