//! Battles: orders as text, records, replays, and whole battles between computer players.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

mod any;
mod big;
mod chances;
mod dba3;
mod games;
mod hott;
mod meeting;
mod notation;
mod offers;
mod outlook;
mod position;
mod positions;
mod promised;
mod ready;
mod record;
mod referee;
mod review;
mod wild;

use musterfield_battle::record::{Record, Unreadable};
use musterfield_rules::book;

/// A record from `tests/data/battles`.
fn example(name: &str) -> String {
    let path = format!("{}/tests/data/battles/{name}.battle", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn read(text: &str) -> Result<Record, Unreadable> {
    let book = book().unwrap_or_else(|errors| panic!("{errors}"));
    let catalogue = musterfield_lists::catalogue(book).unwrap_or_else(|errors| panic!("{errors:#?}"));
    Record::read(text, book, catalogue)
}
