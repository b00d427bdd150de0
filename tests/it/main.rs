//! Everything that is tested from outside: domain, store, pages, command line, browser.

mod formats;
mod lists;
mod tidy;
