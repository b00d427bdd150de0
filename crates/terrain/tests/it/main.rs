//! Battlefields from outside: layout files, the check with example layouts, the procedure.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot continue fails")]

mod bad_files;
mod check;
mod codes;
mod edits;
mod examples;
mod generated;
mod homes;
mod moves;
mod origin;
mod round_trips;
mod setup;
mod slow;
mod symmetry;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use musterfield_rules::{Book, book};
use musterfield_terrain::check as check_layout;
use musterfield_terrain::file::from_json;
use musterfield_terrain::{Layout, Problem};
use musterfield_words::terrain::message;

fn the_book() -> &'static Book {
    book().unwrap_or_else(|errors| panic!("{errors}"))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/layouts")
}

/// The layout files by name, without their ending.
fn files() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().strip_suffix(".layout.json").unwrap().to_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// All problems of a text that should be a layout.
fn problems_of(text: &str) -> Vec<Problem> {
    match from_json(text, the_book()) {
        Ok(layout) => check_layout(&layout).problems,
        Err(error) => error.problems().to_vec(),
    }
}

fn codes(problems: &[Problem]) -> BTreeSet<&'static str> {
    problems.iter().map(|problem| problem.code().as_str()).collect()
}

fn codes_of(layout: &Layout) -> BTreeSet<&'static str> {
    codes(&check_layout(layout).problems)
}
