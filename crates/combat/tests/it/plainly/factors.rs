//! Combat factors (CF-01 to CF-33, TRAD-04 to TRAD-25).

use super::super::written::Mode;
use super::is_assault;
use super::side::{Side, Situation};
use super::types::Class;

/// The combat factor of an element against its enemy, and its rule.
pub(super) fn factor(own: &Side, enemy: &Side, situation: &Situation) -> (i64, &'static str) {
    // BUA-09: garrison Artillery has 2/2 when shooting, shot at or in close combat.
    if own.is(&["Art"]) && own.holds_stronghold() && situation.mode != Mode::Bespelling {
        return (2, "D3H2-BUA-09");
    }
    let (against_foot, against_others, main_rule, traditional_rule) = row(own, situation);
    let factor = if uses_foot_column(own, enemy, situation) { against_foot } else { against_others };
    (factor, if situation.traditional { traditional_rule } else { main_rule })
}

/// Whether the column against Foot is used.
fn uses_foot_column(own: &Side, enemy: &Side, situation: &Situation) -> bool {
    if is_assault(own, enemy, situation) {
        return true; // CC-11: both sides in a fight for a Stronghold or Camp
    }
    if enemy.holds_feature() {
        return true; // CF-02; settled: shooting at or out of a feature, against its occupant
    }
    enemy.class == Class::Foot // CF-02
}

/// The row of the factor tables: against Foot, against Mounted and Aerials, and the row's two ids.
fn row(own: &Side, situation: &Situation) -> (i64, i64, &'static str, &'static str) {
    // CF-08, CF-13, TRAD-08: one less against Foot when shot at or bespelled.
    let blades_against_foot = if situation.mode == Mode::Close { 5 } else { 4 };
    if own.is(&["Ab"]) {
        (5, 3, "D3H2-CF-03", "D3H2-TRAD-04")
    } else if own.is(&["Art"]) {
        (4, 4, "D3H2-CF-04", "D3H2-TRAD-05")
    } else if own.is(&["Ax"]) {
        (3, 3, "D3H2-CF-05", "D3H2-CF-05")
    } else if own.is(&["Bs"]) {
        (3, 4, "D3H2-CF-06", "D3H2-TRAD-06")
    } else if own.is(&["Bh"]) {
        (5, 4, "D3H2-CF-07", "D3H2-TRAD-07")
    } else if own.is(&["Bd"]) {
        (blades_against_foot, 3, "D3H2-CF-08", "D3H2-TRAD-08")
    } else if own.is(&["Bw"]) {
        (2, 4, "D3H2-CF-09", "D3H2-CF-09")
    } else if own.is(&["Cm"]) {
        (3, 3, "D3H2-CF-10", "D3H2-CF-10")
    } else if own.is(&["Cv"]) {
        (3, 3, "D3H2-CF-11", "D3H2-TRAD-09")
    } else if own.is(&["Cl"]) {
        (4, 4, "D3H2-CF-12", "D3H2-TRAD-10")
    } else if own.is(&["CP"]) {
        (blades_against_foot, 3, "D3H2-CF-13", "D3H2-CF-13")
    } else if own.is(&["Dg"]) {
        (6, 6, "D3H2-CF-14", "D3H2-TRAD-11")
    } else if own.is(&["Fl"]) {
        (2, 2, "D3H2-CF-15", "D3H2-TRAD-12")
    } else if own.is(&["Gd"]) {
        (6, 6, "D3H2-CF-16", "D3H2-TRAD-13")
    } else if own.is(&["Hr"]) {
        (5, 5, "D3H2-CF-17", "D3H2-TRAD-14")
    } else if own.is(&["Hd"]) {
        (3, 2, "D3H2-CF-18", "D3H2-TRAD-15")
    } else if own.is(&["Kn"]) {
        (3, 4, "D3H2-CF-19", "D3H2-TRAD-16")
    } else if own.is(&["LH"]) {
        (2, 2, "D3H2-CF-20", "D3H2-CF-20")
    } else if own.is(&["Mg"]) {
        (4, 4, "D3H2-CF-21", "D3H2-TRAD-17")
    } else if own.is(&["Pl"]) {
        (6, 6, "D3H2-CF-22", "D3H2-TRAD-18")
    } else if own.is(&["Pk"]) {
        (3, 4, "D3H2-CF-23", "D3H2-CF-23")
    } else if own.is(&["Ps"]) {
        (2, 2, "D3H2-CF-24", "D3H2-TRAD-19")
    } else if own.is(&["SCh"]) {
        (3, 3, "D3H2-CF-25", "D3H2-CF-25")
    } else if own.is(&["Sh"]) {
        (3, 4, "D3H2-CF-26", "D3H2-TRAD-20")
    } else if own.is(&["Sk"]) {
        (5, 3, "D3H2-CF-27", "D3H2-TRAD-21")
    } else if own.is(&["Sp"]) {
        (4, 4, "D3H2-CF-28", "D3H2-TRAD-22")
    } else if own.is(&["Wb"]) {
        (3, 2, "D3H2-CF-29", "D3H2-TRAD-24")
    } else if own.is(&["WWg"]) {
        (3, 4, "D3H2-CF-30", "D3H2-CF-30")
    } else if own.is(&["Camp"]) {
        (2, 2, "D3H2-CF-31", "D3H2-TRAD-25")
    } else {
        (4, 4, "D3H2-CF-32", "D3H2-TRAD-23") // the empty Stronghold
    }
}
