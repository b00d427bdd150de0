//! A slow and plain second opinion on DBMF combat, as far as the DBMF rules go without the DBMM book.
//!
//! Every rule is an if-branch or match arm with the rule's id beside it; nothing is shared with the engine, nothing
//! is read from data files. Where the rules are ambiguous and no ruling decides, a comment begins with “Reading”.

mod factors;
mod outcomes;
mod possible;
mod side;
mod types;

use super::plain_parts::{Margin, NO_PURSUIT, Score};
use super::written::{Answer, Mode, WrittenCase};
use side::Side;
pub(super) use types::TYPES;

/// Resolves one case; the fault where it is not possible. Its words must be known and its numbers in range.
pub(super) fn resolve(case: &WrittenCase) -> Answer {
    if let Some(fault) = possible::fault(case) {
        return Err(fault);
    }
    let mode = case.mode;
    let (a, b) = (Side::read(case, "a", mode), Side::read(case, "b", mode));
    let mut score_a = score(&a, &b, mode);
    let mut score_b = score(&b, &a, mode);
    // GRADF-01: each by the totals before grading.
    let (first, second) = (score_a.total, score_b.total);
    if first <= second && factors::is_graded(&a, &b, mode) {
        grade(&mut score_a);
    }
    if second <= first && factors::is_graded(&b, &a, mode) {
        grade(&mut score_b);
    }
    let row_a = outcomes::outcome(&a, &b, Margin::of(score_a.total, score_b.total), mode);
    let row_b = outcomes::outcome(&b, &a, Margin::of(score_b.total, score_a.total), mode);
    Ok([score_a.fate(row_a, row_a.0, NO_PURSUIT), score_b.fate(row_b, row_b.0, NO_PURSUIT)])
}

fn score(own: &Side, enemy: &Side, mode: Mode) -> Score {
    Score::new(own.roll, factors::factor(own, enemy, mode), factors::modifiers(own, enemy, mode))
}

/// GRADF-01
fn grade(score: &mut Score) {
    score.modifiers.push(("DBMF-GRADF-01", -1));
    score.total -= 1;
}
