//! The comparison of the totals of a combat.

use musterfield_rules::combat::Relation;

/// The comparison of the totals, from one side's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotalsCase {
    /// A relation of an outcome table.
    Totals(Relation),
    /// Both are equal, where it matters whether they are odd.
    Equal {
        /// Whether they are odd.
        odd: bool,
    },
    /// The side's own total is higher.
    Higher,
}
