//! A slow and plain second opinion on HOTT 2.5 combat.
//!
//! Every rule is an if-branch or match arm with the rule's id beside it; nothing is shared with the engine, nothing
//! is read from data files. Where the rules are ambiguous and no ruling decides, a comment begins with “Reading”.

mod modifiers;
mod outcomes;
mod possible;
mod side;

use super::plain_parts::{Class, Margin, NO_PURSUIT, Pursuit, Score};
use super::written::{Answer, Mode, WrittenCase};
use side::Side;

/// Every type of HOTT 2.5 (TYPE-01, TYPE-02, TYPE-03).
pub(super) const TYPES: &[&str] = &[
    "Gd",
    "Dg",
    "AHr",
    "Fl",
    "Ab",
    "Hr",
    "Pl",
    "Kn",
    "Rd",
    "Ra",
    "Bs",
    "Bh",
    "Bd",
    "Sp",
    "Pk",
    "Sh",
    "Wb",
    "Skr",
    "Sk",
    "Art",
    "Mg",
    "Cl",
    "Hd",
    "Lk",
    "Stronghold",
];

/// Resolves one case; the fault where it is not possible. Its words must be known and its numbers in range.
pub(super) fn resolve(case: &WrittenCase) -> Answer {
    if let Some(fault) = possible::fault(case) {
        return Err(fault);
    }
    let mode = case.mode;
    let (a, b) = (Side::read(case, "a", mode), Side::read(case, "b", mode));
    let (score_a, score_b) = (score(&a, &b, mode), score(&b, &a, mode));
    // OUT-01
    let row_a = outcomes::outcome(&a, &b, Margin::of(score_a.total, score_b.total), &score_a, mode);
    let row_b = outcomes::outcome(&b, &a, Margin::of(score_b.total, score_a.total), &score_b, mode);
    // The rules say nothing about elements that recoil or flee with an enemy on their flank.
    let pursuit_a = pursuit(&a, row_a.0, &b, row_b.0, mode);
    let pursuit_b = pursuit(&b, row_b.0, &a, row_a.0, mode);
    Ok([score_a.fate(row_a, row_a.0, pursuit_a), score_b.fate(row_b, row_b.0, pursuit_b)])
}

/// Pursuit as in D3H2 (D3H2-PURS-01, 04, 05, 07), where the rules are silent. Skirmishers are its Psiloi.
fn pursuit(own: &Side, own_outcome: &str, enemy: &Side, enemy_outcome: &str, mode: Mode) -> Pursuit {
    let is_beaten = ["recoil", "flee", "banished", "destroyed"].contains(&enemy_outcome);
    if mode != Mode::Close || own_outcome != "none" || !is_beaten {
        return NO_PURSUIT;
    }
    // Into walls nobody pursues: they are taken, and with them the battle is won.
    if enemy.code == "Stronghold" {
        return NO_PURSUIT;
    }
    let is_loose = ["Skr", "Lk"].contains(&enemy.code.as_str());
    match own.code.as_str() {
        "Kn" if !is_loose => (1.0, Some("D3H2-PURS-04")),
        "Bh" | "Bs" | "Hd" => (1.0, Some("D3H2-PURS-04")),
        "Pk" | "Bd" | "Wb" if enemy.class == Class::Foot && !is_loose => (0.5, Some("D3H2-PURS-05")),
        _ => NO_PURSUIT,
    }
}

/// CF-01: die, troop bonus and tactical factors; MAGIC-03: for spells too.
fn score(own: &Side, enemy: &Side, mode: Mode) -> Score {
    Score::new(own.roll, bonus(own, enemy), modifiers::modifiers(own, enemy, mode))
}

/// The troop bonus of an element against its enemy, and its rule.
fn bonus(own: &Side, enemy: &Side) -> (i64, &'static str) {
    let (against_foot, against_others, rule) = match own.code.as_str() {
        "Gd" | "Pl" | "Dg" | "Stronghold" => (6, 6, "HOTT25-CF-02"),
        "Hr" | "AHr" => (5, 5, "HOTT25-CF-03"),
        "Bd" | "Ab" | "Sk" => (5, 3, "HOTT25-CF-04"),
        "Bh" => (4, 5, "HOTT25-CF-05"),
        "Sp" | "Mg" | "Cl" | "Art" => (4, 4, "HOTT25-CF-06"),
        "Kn" | "Bs" | "Pk" | "Sh" => (3, 4, "HOTT25-CF-07"),
        "Rd" | "Wb" => (3, 3, "HOTT25-CF-08"),
        "Fl" | "Hd" | "Ra" | "Skr" | "Lk" => (2, 2, "HOTT25-CF-09"),
        other => panic!("{other} has no bonus"),
    };
    (if enemy.class == Class::Foot { against_foot } else { against_others }, rule)
}
