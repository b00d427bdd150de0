//! The check of a battlefield: finds all problems of a layout at once, with one small function for each rule.
//!
//! It knows nothing of how a layout came about; a generated table and one drawn by hand are checked alike.
//!
//! | rules | checked by |
//! |---|---|
//! | numbers of features, maxima, the features that a home terrain allows and needs (D3H2-TERR-01 to 21) | `choice` |
//! | a given table: only the places of features are checked (D3H2-TERR-22) | [`check`] |
//! | size of the table (D3H2-TERR-24), outlines (D3H2-FEAT-08), lying on the table at all | `shape` |
//! | order, dice, discarded features (D3H2-FEAT-01, 02) | `record` |
//! | quarters and gaps (D3H2-FEAT-03, 05), quarters with features (DBA22-TERR-17, 18) | `place` |
//! | length and width (D3H2-FEAT-06, 07, D3H2-BUA-04) | `size` |
//! | rivers and roads (D3H2-FEAT-04, 11, 13) | `course` |
//! | waterways and beaches (D3H2-FEAT-09, 10) | `water` |
//! | where a Stronghold stands, its gate and edge (D3H2-BUA-02 to 04) | `bua` |
//!
//! `context` is what they share, `quarters` finds the quarters in which something lies.
//!
//! Every decision is made in whole numbers. Where a rule names a length, a difference of 0.01 BW is tolerated
//! ([`TOLERANCE`]), always in favour of the layout.

use super::layout::Layout;
use super::problem::Problem;

mod bua;
mod choice;
mod context;
mod course;
mod measurements;
mod place;
mod quarters;
mod record;
mod shape;
mod size;
mod water;

use context::Context;
pub use measurements::{Measured, Measurements, TOLERANCE};

pub use super::quarter_set::QuarterSet;

/// The result of the check.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// All problems: those of the layout as a whole first, then by feature; errors before notes.
    pub problems: Vec<Problem>,
    /// Counts and measurements.
    pub figures: Measurements,
}

impl Report {
    /// Whether the layout is legal: it has no problem more severe than a note.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        !self.problems.iter().any(Problem::is_error)
    }

    /// The problems of one feature.
    pub fn of_feature(&self, id: &str) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(move |problem| problem.place.as_deref() == Some(id))
    }

    /// The problems of the layout as a whole.
    pub fn of_layout(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|problem| problem.place.is_none())
    }
}

/// One rule: checks the layout and adds problems.
type Check = fn(&Context<'_>, &mut Vec<Problem>);

/// The checks for every layout.
const GEOMETRY: &[Check] = &[
    shape::board_size,
    choice::known,
    shape::simple,
    shape::on_the_table,
    shape::curved,
    size::areas,
    size::courses,
    place::gaps,
    place::edge_gaps,
    place::area_quarters,
    place::flawed_quarters,
    place::linear_quarters,
    course::river_ends,
    course::river_edges,
    course::river_crosses,
    course::road_ends,
    course::roads_meet,
    course::road_in_water,
    course::fords,
    course::wading,
    course::gates,
    water::covers,
    water::depth,
    water::beach,
    water::edge,
    water::dry_features,
    bua::near_edges,
    bua::touches,
    bua::base_edge,
    bua::gate,
];

/// The checks for every layout that is not given by an organiser (D3H2-TERR-22).
const CHOICE: &[Check] = &[
    choice::compulsory,
    choice::optional,
    choice::allowed,
    choice::maxima,
    choice::either_or,
    choice::needs,
    place::coverage,
    record::order,
    record::dice,
    record::features,
    record::complete,
    record::reasons,
    record::sizes,
];

/// Checks a layout: finds all problems at once, with its measurements.
///
/// For a feature with an invalid outline (it crosses itself, or has no area), the check reports that, and whether all
/// of it lies in another quarter than its own; nothing else about its place is checked. It counts as chosen.
#[must_use]
pub fn check(layout: &Layout) -> Report {
    let context = Context::new(layout);
    let mut problems = Vec::new();
    for check in GEOMETRY {
        check(&context, &mut problems);
    }
    if !layout.fixed {
        for check in CHOICE {
            check(&context, &mut problems);
        }
    }
    let place = |problem: &Problem| match &problem.place {
        None => 0,
        Some(id) => layout.features.iter().position(|feature| feature.id == *id).map_or(usize::MAX, |at| at + 1),
    };
    // The sort is stable: among equals the order of the checks stays.
    problems.sort_by_key(|problem| (place(problem), problem.severity));
    Report { problems, figures: context.figures() }
}
