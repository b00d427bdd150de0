//! The site as visitors use it: a real Chromium, with and without script, by mouse, by keyboard, on a phone.
//!
//! `tests/install` installs what is needed: Chromium, its driver, and the accessibility rules of `tests/browser`. Where
//! they are missing the tests print that and pass; `REQUIRE_BROWSER=1` makes that a failure.
//!
//! Screenshots of the main pages at three widths, light and dark:
//!
//! ```sh
//! MUSTERFIELD_PICTURES=target/pictures cargo test --test it pictures
//! ```
//!
//! `MUSTERFIELD_PICTURES_OF=graded` takes only those whose names begin with this word.

mod event_pages;
mod harness;
mod pages;

mod accessibility;
mod event_story;
mod grip;
mod keyboard;
mod map;
mod muster;
mod odds;
mod phone;
mod pictures;
mod slow;
mod story;
mod tabs;
mod terrain;
mod versus;
