//! Everything that is tested from outside: domain, store, pages, command line, browser.

mod browser;
mod lists;
