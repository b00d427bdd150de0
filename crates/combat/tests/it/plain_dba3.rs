//! A slow and plain second opinion on DBA 3.0 combat.
//!
//! Every rule is an if-branch or match arm with the rule's id beside it; nothing is shared with the engine, nothing
//! is read from data files. Where the rules are ambiguous and no ruling decides, a comment begins with “Reading”.

mod factors;
mod modifiers;
mod outcomes;
mod possible;
mod rows;
mod side;
mod types;

use super::plain_parts::{Margin, NO_PURSUIT, Score};
use super::written::{Answer, Fate, Mode, WrittenCase};
use side::Side;

/// Every type of DBA 3.0 (TYPE-01 to TYPE-16).
pub(super) const TYPES: &[&str] = &[
    "El", "3Kn", "4Kn", "6Kn", "HCh", "SCh", "Cm", "Cv", "6Cv", "LCh", "LH", "LCm", "4Sp", "8Sp", "4Pk", "3Pk", "4Bd",
    "3Bd", "6Bd", "CP", "Lit", "CWg", "4Ax", "3Ax", "4Wb", "3Wb", "4Bw", "3Bw", "8Bw", "4Lb", "3Lb", "8Lb", "4Cb",
    "3Cb", "8Cb", "Ps", "7Hd", "5Hd", "Art", "WWg", "Civ", "Mtd-4Bd", "Mtd-3Bd", "Mtd-4Ax", "Mtd-3Ax", "Mtd-4Wb",
    "Mtd-3Wb", "Mtd-4Bw", "Mtd-3Bw", "Mtd-4Lb", "Mtd-3Lb", "Mtd-4Cb", "Mtd-3Cb", "Mtd-4Sp", "Mtd-4Pk", "Mtd-3Pk",
];

/// Resolves one case; the fault where it is not possible. Its words must be known and its numbers in range.
pub(super) fn resolve(case: &WrittenCase) -> Answer {
    if let Some(fault) = possible::fault(case) {
        return Err(fault);
    }
    let mode = case.mode;
    let (a, b) = (Side::read(case, "a", mode), Side::read(case, "b", mode));

    // RECOIL-05: an element that is only on its enemy's flank or rear does not roll.
    if a.against_flank {
        return Ok([flank_attacker(&a, &b, mode), bystander(&b, &a, mode)]);
    }
    if b.against_flank {
        return Ok([bystander(&a, &b, mode), flank_attacker(&b, &a, mode)]);
    }

    let (score_a, score_b) = (score(&a, &b, mode), score(&b, &a, mode));
    // OUT-01
    let row_a = rows::outcome(&a, &b, Margin::of(score_a.total, score_b.total), mode);
    let row_b = rows::outcome(&b, &a, Margin::of(score_b.total, score_a.total), mode);
    let last_a = outcomes::becomes(&a, row_a.0);
    let last_b = outcomes::becomes(&b, row_b.0);
    let pursuit_a = outcomes::pursuit(&a, row_a.0, &b, row_b.0, mode);
    let pursuit_b = outcomes::pursuit(&b, row_b.0, &a, row_a.0, mode);
    Ok([score_a.fate(row_a, last_a, pursuit_a), score_b.fate(row_b, last_b, pursuit_b)])
}

/// TACT-01: die, combat factor, support factors and tactical factors.
fn score(own: &Side, enemy: &Side, mode: Mode) -> Score {
    Score::new(own.roll, factors::factor(own, enemy, mode), modifiers::modifiers(own, enemy, mode))
}

/// An element that is only on its enemy's flank or rear: no total, no modifiers, no pursuit; it recoils if the friend
/// in front was beaten.
fn flank_attacker(own: &Side, enemy: &Side, mode: Mode) -> Fate {
    let score = Score::new(own.roll, factors::factor(own, enemy, mode), Vec::new());
    let row = outcomes::flank_attacker(own);
    let fate = score.fate(row, outcomes::becomes(own, row.0), NO_PURSUIT);
    Fate { total: None, ..fate }
}

/// The element whose flank or rear is attacked: its total is that of its fight to the front, which this case does not
/// contain.
fn bystander(own: &Side, enemy: &Side, mode: Mode) -> Fate {
    score(own, enemy, mode).fate(("none", None), "none", NO_PURSUIT)
}
