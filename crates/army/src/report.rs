//! The findings of the check of a draft.

use super::problem::Problem;
use super::totals::ArmyTotals;

/// The result of checking a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Every problem: those of the army as a whole first, then by line; errors before warnings.
    pub problems: Vec<Problem>,
    /// The totals.
    pub totals: ArmyTotals,
}

impl Report {
    /// Whether the army is legal.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        !self.problems.iter().any(Problem::is_error)
    }

    /// The problems of one line.
    pub fn of_line(&self, line: usize) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(move |problem| problem.place == Some(line))
    }

    /// The problems of the army as a whole.
    pub fn of_army(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|problem| problem.place.is_none())
    }
}
