//! The check of a battlefield: everything that is wrong with a layout at once, one small function a rule.
//!
//! It knows nothing of how a layout came about; the same is asked of a generated table and of one drawn by hand.
//!
//! | rules | checked by |
//! |---|---|
//! | numbers of features, maxima, what a home terrain has and needs (D3H2-TERR-01 to 21) | `choice` |
//! | a given table: only where things lie is looked at (D3H2-TERR-22) | [`check`] |
//! | size of the table (D3H2-TERR-24), outlines (D3H2-FEAT-08), what is on the table at all | `shape` |
//! | order, dice, what was discarded (D3H2-FEAT-01, 02) | `record` |
//! | quarters and gaps (D3H2-FEAT-03, 05), quarters with features (DBA22-TERR-17, 18) | `place` |
//! | length and width (D3H2-FEAT-06, 07, D3H2-BUA-04) | `size` |
//! | rivers and roads (D3H2-FEAT-04, 11, 13) | `course` |
//! | waterways and beaches (D3H2-FEAT-09, 10) | `water` |
//! | where a Stronghold stands, its gate and edge (D3H2-BUA-02 to 04) | `bua` |
//!
//! `piece` is what they share, `quarters` says in which quarters something lies.
//!
//! Every yes or no is decided in whole numbers. Where a rule names a length, 0.01 BW more or less is forgiven
//! ([`TOLERANCE`]), always for the good of the layout.

use super::layout::Layout;
use super::problem::{Problem, Severity};

mod bua;
mod choice;
mod course;
mod piece;
mod place;
mod quarters;
mod record;
mod shape;
mod size;
mod water;

use piece::Context;
pub use quarters::Quarters;

/// What is forgiven wherever a rule names a length, in thousandths of a BW.
pub const TOLERANCE: i64 = 10;

/// What the check says of a layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every problem: those of the layout as a whole first, then by feature; errors before notes.
    pub problems: Vec<Problem>,
    /// What was counted and measured.
    pub figures: Figures,
}

impl Report {
    /// Whether the layout is legal: no problem is more than a note.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        !self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The problems of one feature.
    pub fn of_feature(&self, id: &str) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(move |problem| problem.feature.as_deref() == Some(id))
    }

    /// The problems of the layout as a whole.
    pub fn of_layout(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|problem| problem.feature.is_none())
    }
}

/// What was counted and measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Compulsory features that were chosen.
    pub compulsory: usize,
    /// Optional features that were chosen.
    pub optional: usize,
    /// Features that were chosen and discarded.
    pub discarded: usize,
    /// The features in their order.
    pub features: Vec<Measured>,
}

/// What was measured of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Length and width of an area feature, in BW; none for others and for outlines that are none.
    pub size: Option<(f64, f64)>,
    /// The quarters into which it reaches.
    pub quarters: Quarters,
}

/// One rule: looks at the layout and adds what is wrong.
type Check = fn(&Context<'_>, &mut Vec<Problem>);

/// What holds for every layout.
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

/// What holds unless an organiser gives the table (D3H2-TERR-22).
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

/// Checks a layout: every problem at once, and its figures.
///
/// Of a feature whose outline is none (it crosses itself, it has no area) that is told, and whether all of it lies in
/// another quarter than its own; nothing else about where it lies is looked at. It counts as chosen.
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
    let place = |problem: &Problem| match &problem.feature {
        None => 0,
        Some(id) => layout.features.iter().position(|feature| feature.id == *id).map_or(usize::MAX, |at| at + 1),
    };
    // Stable: among equals the order of the checks stays.
    problems.sort_by_key(|problem| (place(problem), problem.severity));
    Report { problems, figures: context.figures() }
}
