//! A combat in few numbers: enough to count its odds again, elsewhere, with other modifiers.

use musterfield_rules::combat::{Outcome, Relation};

use super::case::Case;
use super::resolve::{PreparedCase, TotalsComparison, graded};

/// A combat before the dice, and what comes of each way in which the totals can compare.
///
/// The odds page of a case knows more. This is what a page takes along that has to answer without asking anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// What each side adds to its die.
    pub sums: [i8; 2],
    /// What is added to the total of a side that is not the higher (DBMF-GRADF-01).
    pub grading: [i8; 2],
    /// What happens to both sides, for each of [`Duel::COMPARISONS`].
    pub fates: [[Outcome; 2]; 6],
}

impl Duel {
    /// The ways in which the totals compare, in this order: the first is less, is half or less, both are equal and even,
    /// equal and odd, the second is less, is half or less.
    pub const COMPARISONS: usize = 6;

    /// A combat in few numbers.
    #[must_use]
    pub fn of(case: &Case<'_>) -> Self {
        let ready = PreparedCase::new(case);
        let strengths = ready.strengths();
        let comparisons: [TotalsComparison; Self::COMPARISONS] = [
            TotalsComparison::Below(Relation::Less),
            TotalsComparison::Below(Relation::Doubled),
            TotalsComparison::Equal { odd: false },
            TotalsComparison::Equal { odd: true },
            TotalsComparison::Above(Relation::Less),
            TotalsComparison::Above(Relation::Doubled),
        ];
        Self {
            sums: strengths.each_ref().map(|strength| strength.sum.unwrap_or(0)),
            // With totals of nothing and nothing, neither is the higher.
            grading: graded(strengths.each_ref(), [0, 0]),
            fates: comparisons.map(|comparison| ready.results_for(comparison).map(|result| result.final_outcome())),
        }
    }

    /// The same combat with its sides the other way round.
    #[must_use]
    pub fn swapped(self) -> Self {
        let ([a, b], [grade_a, grade_b]) = (self.sums, self.grading);
        let [less, half, even, odd, more, double] = self.fates.map(|[a, b]| [b, a]);
        Self { sums: [b, a], grading: [grade_b, grade_a], fates: [more, double, even, odd, less, half] }
    }

    /// What happens to both with these dice and these further modifiers.
    #[must_use]
    pub fn fate(&self, dice: [i8; 2], more: [i8; 2]) -> [Outcome; 2] {
        let ([sum_a, sum_b], [die_a, die_b], [more_a, more_b]) = (self.sums, dice, more);
        let [a, b] = [(sum_a, die_a, more_a), (sum_b, die_b, more_b)]
            .map(|(sum, die, more)| sum.saturating_add(die).saturating_add(more));
        let [grade_a, grade_b] = self.grading;
        let graded = |own: i8, other: i8, grade: i8| if own <= other { own.saturating_add(grade) } else { own };
        let [less, half, even, odd, more, double] = self.fates;
        match TotalsComparison::of(graded(a, b, grade_a), graded(b, a, grade_b)) {
            TotalsComparison::Below(Relation::Doubled) => half,
            TotalsComparison::Below(_) => less,
            TotalsComparison::Equal { odd: false } => even,
            TotalsComparison::Equal { odd: true } => odd,
            TotalsComparison::Above(Relation::Doubled) => double,
            TotalsComparison::Above(_) => more,
        }
    }
}
