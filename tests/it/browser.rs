//! The site as visitors use it: a real Chromium, with and without script, by mouse, by keyboard, on a phone.
//!
//! `tests/run browser` runs these tests, after it has installed what they need: Chromium, its driver, and the
//! accessibility rules of `tests/browser`. `cargo test --test pictures` takes pictures of the pages.

mod chromium;
mod event_pages;
mod harness;
mod http;
mod pages;

mod battle;
mod deploy;
mod event_story;
mod every_page;
mod family;
mod grip;
mod keyboard;
mod lesson;
mod map;
mod muster;
mod odds;
mod phone;
mod slow;
mod steps;
mod story;
mod table;
mod tabs;
mod terrain;
mod versus;
