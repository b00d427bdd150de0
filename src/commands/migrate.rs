//! `migrate`: bring the database up to date.

use std::process::ExitCode;

use musterfield::store::{Compaction, DatabaseUrl, Store};

use super::{Failure, Outcome, chain, print};

/// Opens the database.
pub(crate) fn open(url: &str, pool: u32) -> Result<Store, Failure> {
    let url = DatabaseUrl::parse(url).map_err(|error| Failure::new(format!("--database: {error}")))?;
    Store::open(&url, pool).map_err(|error| Failure::new(format!("{url}: {}", chain(&error))))
}

pub(crate) fn run(url: &str) -> Outcome {
    let store = open(url, 1)?;
    let done = store.migrate().map_err(|error| Failure::new(chain(&error)))?;
    if done.is_empty() {
        print("The database is up to date.\n")?;
    }
    for step in done {
        print(&format!("{step}\n"))?;
    }
    match store.make_compactable(u64::MAX).map_err(|error| Failure::new(chain(&error)))? {
        Compaction::Done => print("The database file was rewritten and can shrink from now on.\n")?,
        Compaction::NoRoom(bytes) => {
            print(&format!(
                "The database file cannot shrink yet: rewriting it needs {} MiB of free space.\n",
                bytes >> 20
            ))?;
        }
        Compaction::Able | Compaction::TooLarge(_) => {}
    }
    Ok(ExitCode::SUCCESS)
}
