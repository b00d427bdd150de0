//! Combat factors of DBA 3.0 (CF-01 to CF-24).

use super::super::written::Mode;
use super::side::Side;

/// The combat factor of an element against its enemy, and its rule.
pub(super) fn factor(own: &Side, enemy: &Side, mode: Mode) -> (i64, &'static str) {
    let (against_foot, against_mounted, rule) = row(own, mode);
    // CF-24: in both directions, in close combat and in shooting. Reading: an element in a City, Fort or Camp
    // therefore shoots at Mounted outside with the factor against foot.
    if own.holds() || enemy.holds() || enemy.is_foot() { (against_foot, rule) } else { (against_mounted, rule) }
}

/// The row of the table: against foot, against Mounted, and the rule.
fn row(own: &Side, mode: Mode) -> (i64, i64, &'static str) {
    if own.mounted_infantry && own.is(&["Bw"]) {
        return (2, 4, "DBA3-CF-18"); // any other Mtd-X: the row of X
    }
    match own.code.as_str() {
        "HCh" => return (3, 4, "DBA3-CF-08"),
        "LCh" => return (3, 3, "DBA3-CF-13"),
        "LCm" => return (2, 2, "DBA3-CF-21"),
        _ => {}
    }
    match own.family.as_str() {
        "El" => (5, 4, "DBA3-CF-01"),
        // also CP, Lit and CWg (TYPE-07)
        "Bd" | "CP" if mode == Mode::Close => (5, 3, "DBA3-CF-02"),
        "Bd" | "CP" => (4, 4, "DBA3-CF-03"),
        "Sp" => (4, 4, "DBA3-CF-04"),
        "Art" if own.holds_a(&["city", "fort"]) => (2, 2, "DBA3-CF-22"), // TYPE-15
        "Art" => (4, 4, "DBA3-CF-05"),
        "Pk" => (3, 4, "DBA3-CF-06"),
        "Kn" => (3, 4, "DBA3-CF-07"),
        "SCh" => (3, 4, "DBA3-CF-09"),
        "WWg" => (3, 4, "DBA3-CF-10"),
        "Ax" => (3, 3, "DBA3-CF-11"),
        "Cv" => (3, 3, "DBA3-CF-12"),
        "Cm" => (3, 3, "DBA3-CF-14"),
        "Wb" => (3, 2, "DBA3-CF-15"),
        "Hd" => (3, 2, "DBA3-CF-16"),
        "Bw" => (2, 4, "DBA3-CF-17"),
        "Ps" => (2, 2, "DBA3-CF-19"),
        "LH" => (2, 2, "DBA3-CF-20"),
        "Civ" => (2, 0, "DBA3-CF-23"),
        other => panic!("{other} has no factor"),
    }
}
