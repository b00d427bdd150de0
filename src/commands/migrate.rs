//! `migrate`: bring the database up to date.

use std::process::ExitCode;

use musterfield::store::{DatabaseUrl, Store};

use super::serve::chain;
use super::{Failure, Outcome, print};

/// Opens the database.
pub(crate) fn open(url: &str, pool: u32) -> Result<Store, Failure> {
    let url = DatabaseUrl::parse(url).map_err(|error| Failure::new(format!("--database: {error}")))?;
    Store::open(&url, pool).map_err(|error| Failure::new(format!("{url}: {}", chain(&error))))
}

pub(crate) fn run(url: &str) -> Outcome {
    let done = open(url, 1)?.migrate().map_err(|error| Failure::new(chain(&error)))?;
    if done.is_empty() {
        print("The database is up to date.\n")?;
    }
    for step in done {
        print(&format!("{step}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
