//! The findings of the check of a draft.

use super::fault::Fault;
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

    /// Whether nothing is wrong with an army that is not legal except that it is not complete: every error asks for
    /// more elements, a general or a camp.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        let mut errors = self.problems.iter().filter(|problem| problem.is_error()).peekable();
        errors.peek().is_some() && errors.all(|problem| asks_for_more(&problem.fault))
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

/// Whether only something that is added can mend a fault.
fn asks_for_more(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::ElementsMissing { .. }
            | Fault::NoGeneral
            | Fault::NoCommandGeneral { .. }
            | Fault::CommandTooSmall { .. }
            | Fault::ContingentIncomplete { .. }
            | Fault::AlliesMissing { .. }
            | Fault::ListMinimum { .. }
            | Fault::HomeTerrainUnset { .. }
            | Fault::CampMissing
    )
}
