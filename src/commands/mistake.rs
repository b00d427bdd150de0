//! Mistakes in army lists and ready armies, as the program prints them.

use musterfield_lists::{CollectionError, CollectionFault};
use musterfield_words::army::{self, file, list};

/// A mistake behind its file and line.
pub(super) fn with_place(error: &CollectionError) -> String {
    format!("{}:{}: {}", error.file, error.line, message(&error.fault))
}

/// The sentence about a mistake.
pub(super) fn message(fault: &CollectionFault) -> String {
    match fault {
        CollectionFault::List(fault) => list::clause(fault),
        CollectionFault::NoLegalArmy => "no legal army of the usual size can be picked from it".to_owned(),
        CollectionFault::Unreadable(error) => file::message(error),
        CollectionFault::Problem { fault, ruleset } => army::message(fault, ruleset),
    }
}
