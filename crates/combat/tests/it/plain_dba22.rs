//! A slow and plain second opinion on DBA 2.2 combat.
//!
//! Every rule is an if-branch or match arm with the rule's id beside it; nothing is shared with the engine, nothing
//! is read from data files. Where the rules are ambiguous and no ruling decides, a comment begins with “Reading”.

mod modifiers;
mod outcomes;
mod possible;
mod side;

use super::plain_parts::{Margin, Score};
use super::written::{Answer, Mode, WrittenCase};
use side::Side;

/// Every type of DBA 2.2 (TYPE-01, TYPE-02).
pub(super) const TYPES: &[&str] =
    &["Art", "Aux", "Bd", "Bw", "Cm", "Cv", "El", "Hd", "Kn", "LH", "Pk", "Ps", "SCh", "Sp", "WWg", "Wb", "CF"];

/// Resolves one case; the fault where it is not possible. Its words must be known and its numbers in range.
pub(super) fn resolve(case: &WrittenCase) -> Answer {
    if let Some(fault) = possible::fault(case) {
        return Err(fault);
    }
    let mode = case.mode;
    let (a, b) = (Side::read(case, "a", mode), Side::read(case, "b", mode));
    let (score_a, score_b) = (score(&a, &b, mode), score(&b, &a, mode));
    // OUT-01
    let row_a = outcomes::outcome(&a, &b, Margin::of(score_a.total, score_b.total), mode);
    let row_b = outcomes::outcome(&b, &a, Margin::of(score_b.total, score_a.total), mode);
    let pursuit_a = outcomes::pursuit(&a, row_a.0, row_b.0, mode);
    let pursuit_b = outcomes::pursuit(&b, row_b.0, row_a.0, mode);
    // The rules say nothing about elements that recoil or flee with an enemy on their flank.
    Ok([score_a.fate(row_a, row_a.0, pursuit_a), score_b.fate(row_b, row_b.0, pursuit_b)])
}

/// Die, combat factor, and everything that supports or modifies it.
fn score(own: &Side, enemy: &Side, mode: Mode) -> Score {
    Score::new(own.roll, factor(own, enemy, mode), modifiers::modifiers(own, enemy, mode))
}

/// The combat factor of an element against its enemy, and its rule.
fn factor(own: &Side, enemy: &Side, mode: Mode) -> (i64, &'static str) {
    let (against_foot, against_mounted, rule) = match own.code.as_str() {
        // OUT-05: Art (Sh) wherever shooting is resolved, TYPE-03
        "Art" if mode == Mode::Shooting => (4, 4, "DBA22-CF-01"),
        "Art" => (2, 2, "DBA22-CF-02"),
        "Aux" => (3, 2, "DBA22-CF-03"),
        "Bd" => (5, 3, "DBA22-CF-04"),
        "Bw" => (2, 4, "DBA22-CF-05"),
        "Cm" => (2, 4, "DBA22-CF-06"),
        "Cv" => (3, 3, "DBA22-CF-07"),
        "El" => (4, 5, "DBA22-CF-08"),
        "Hd" => (3, 2, "DBA22-CF-09"),
        "Kn" => (3, 4, "DBA22-CF-10"),
        "LH" => (2, 2, "DBA22-CF-11"),
        "Pk" => (3, 4, "DBA22-CF-12"),
        "Ps" => (2, 2, "DBA22-CF-13"),
        "SCh" => (4, 4, "DBA22-CF-14"),
        "Sp" => (4, 4, "DBA22-CF-15"),
        "WWg" => (3, 4, "DBA22-CF-16"),
        "Wb" => (3, 2, "DBA22-CF-17"),
        "CF" => (1, 1, "DBA22-CF-18"),
        other => panic!("{other} has no factor"),
    };
    (if enemy.is_mounted() { against_mounted } else { against_foot }, rule)
}
