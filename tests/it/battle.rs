//! Battles: orders as text, records, replays, and whole ones between computer players.

mod any;
mod games;
mod notation;
mod offers;
mod ready;
mod record;
mod wild;

use musterfield::army::catalogue;
use musterfield::battle::record::{Record, Unreadable};
use musterfield::rules::book;

/// A record from `tests/data/battles`.
fn example(name: &str) -> String {
    let path = format!("{}/tests/data/battles/{name}.battle", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn read(text: &str) -> Result<Record, Unreadable> {
    let book = book().unwrap_or_else(|errors| panic!("{errors}"));
    let catalogue = catalogue::catalogue(book).unwrap_or_else(|errors| panic!("{errors:#?}"));
    Record::read(text, book, catalogue)
}
