//! Battlefields from outside: layout files, the check and the layouts that show what it finds, the procedure.

mod bad_files;
mod build;
mod camp;
mod carrier;
mod check;
mod edits;
mod examples;
mod generated;
mod homes;
mod map;
mod moves;
mod names;
mod origin;
mod round_trips;
mod setup;
mod slow;
mod symmetry;
mod worst;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use musterfield::rules::{Book, book};
use musterfield::terrain::check as check_layout;
use musterfield::terrain::file::from_json;
use musterfield::terrain::{Layout, Problem};

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

/// Everything that is wrong with a text that should be a layout.
fn problems_of(text: &str) -> Vec<Problem> {
    match from_json(text, the_book()) {
        Ok(layout) => check_layout(&layout).problems,
        Err(error) => error.problems().to_vec(),
    }
}

fn codes(problems: &[Problem]) -> BTreeSet<&'static str> {
    problems.iter().map(|problem| problem.code.as_str()).collect()
}

fn codes_of(layout: &Layout) -> BTreeSet<&'static str> {
    codes(&check_layout(layout).problems)
}
