//! The size of a saved army, which is stored as the figure of its revisions.

use std::fmt::{self, Display};

use musterfield_army::Report;
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;

/// The points or elements that an army has spent, of those that it may spend: stored as `18/24`. Older revisions only have what was spent: `18`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::web) struct Strength {
    /// AP, or elements where the ruleset counts those.
    pub spent: Points,
    /// The limit in the same unit.
    pub budget: Option<Points>,
}

impl Strength {
    pub(in crate::web) fn of(report: &Report) -> Self {
        Self { spent: report.totals.spent, budget: Some(report.totals.budget) }
    }

    /// Reads the figure of a revision; `None` if it is not that of an army.
    pub(in crate::web) fn stored(figure: &str) -> Option<Self> {
        let (spent, budget) = match figure.split_once('/') {
            Some((spent, budget)) => (spent, Some(budget.parse().ok()?)),
            None => (figure, None),
        };
        Some(Self { spent: spent.parse().ok()?, budget })
    }

    /// In words: `24 AP`, `18 of 24 AP`, `12 elements`.
    pub(in crate::web) fn told(self, counts: SizeUnit) -> String {
        match self.budget {
            Some(budget) if budget != self.spent => format!("{} of {}", self.spent, counts.of(budget)),
            _ => counts.of(self.spent),
        }
    }
}

impl Display for Strength {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.spent)?;
        self.budget.map_or(Ok(()), |budget| write!(out, "/{budget}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strength_of_a_saved_army_is_told_with_its_limit_while_something_is_left() {
        let told = |figure: &str, counts| Strength::stored(figure).map(|strength| strength.told(counts));
        assert_eq!(told("18/24", SizeUnit::Points).as_deref(), Some("18 of 24 AP"));
        assert_eq!(told("24/24", SizeUnit::Points).as_deref(), Some("24 AP"));
        assert_eq!(told("23.5", SizeUnit::Points).as_deref(), Some("23.5 AP"));
        assert_eq!(told("11/12", SizeUnit::Elements).as_deref(), Some("11 of 12 elements"));
        for other in ["", "Forest", "18/", "/24", "18/Hills", "18/24/36"] {
            assert_eq!(told(other, SizeUnit::Points), None, "{other}");
        }
        assert_eq!(Strength::stored("18/24").unwrap().to_string(), "18/24");
        assert_eq!(Strength::stored("18").unwrap().to_string(), "18");
    }
}
