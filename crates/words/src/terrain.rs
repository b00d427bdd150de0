//! Sentences about battlefields.
//!
//! There is one module for each enum of faults in [`musterfield_terrain::problem`]; `terms` holds the parts they share,
//! and `verdict` the document. `generate`, `request` and `edit` are about battlefields that cannot be generated or
//! changed, and `edges` is about the choice of base edges.

mod choice;
mod course;
pub mod edges;
pub mod edit;
mod format;
pub mod generate;
mod place;
mod record;
pub mod request;
mod shape;
mod size;
mod stronghold;
mod terms;
pub mod verdict;
mod water;

pub(crate) use shape::board;

use musterfield_terrain::file::Unreadable;
use musterfield_terrain::{Fault, Problem};

/// The sentence about a problem and how to correct it. Problems of a layout become whole sentences; those of a file
/// become clauses without a capital letter or full stop.
#[must_use]
pub fn message(problem: &Problem) -> String {
    match &problem.fault {
        Fault::Choice(fault) => choice::sentence(fault),
        Fault::Shape(fault) => shape::sentence(fault),
        Fault::Size(fault) => size::sentence(fault),
        Fault::Place(fault) => place::sentence(fault),
        Fault::Course(fault) => course::sentence(fault),
        Fault::Water(fault) => water::sentence(fault),
        Fault::Stronghold(fault) => stronghold::sentence(fault),
        Fault::Record(fault) => record::sentence(fault),
        Fault::Format(fault) => format::clause(fault),
        Fault::RecordLine { line, fault } => format!("line {line} of the record: {}", format::clause(fault)),
    }
}

/// All problems of a file, in one line.
#[must_use]
pub fn unreadable(error: &Unreadable) -> String {
    let told = |problem: &Problem| match &problem.place {
        Some(feature) => format!("feature {feature}: {}", message(problem)),
        None => message(problem),
    };
    error.problems().iter().map(told).collect::<Vec<_>>().join("; ")
}
