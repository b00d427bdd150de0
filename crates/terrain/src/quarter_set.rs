//! A set of quarters of the table.

use super::layout::Quarter;

/// A set of quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct QuarterSet([bool; 4]);

impl QuarterSet {
    /// The quarters for which something holds.
    #[must_use]
    pub fn from_fn(holds: impl FnMut(Quarter) -> bool) -> Self {
        Self(Quarter::ALL.map(holds))
    }

    /// The quarters in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Quarter> + Clone {
        Quarter::ALL.into_iter().zip(self.0).filter_map(|(quarter, is)| is.then_some(quarter))
    }

    /// The number of quarters.
    #[must_use]
    pub fn count(self) -> usize {
        self.iter().count()
    }

    /// Whether a quarter is one of them.
    #[must_use]
    pub fn has(self, quarter: Quarter) -> bool {
        self.iter().any(|one| one == quarter)
    }

    /// Whether all of these are among the others.
    #[must_use]
    pub fn within(self, others: Self) -> bool {
        self.iter().all(|quarter| others.has(quarter))
    }

    /// The only quarter, if there is exactly one.
    #[must_use]
    pub fn only(self) -> Option<Quarter> {
        let mut all = self.iter();
        all.next().filter(|_| all.next().is_none())
    }

    /// These quarters without one.
    #[must_use]
    pub fn without(self, quarter: Quarter) -> Self {
        Self::from_fn(|one| one != quarter && self.has(one))
    }
}
