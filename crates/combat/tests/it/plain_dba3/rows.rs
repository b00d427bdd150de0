//! The outcome rows of DBA 3.0 (OUT-02 to OUT-58).

use super::super::plain_parts::{Going, Margin, Row};
use super::super::written::Mode;
use super::side::Side;
use super::types;

/// An outcome and its rule.
type Word = (&'static str, &'static str);

/// The outcome for an element against the enemy that it fights or that shoots at it (OUT-03).
pub(super) fn outcome(own: &Side, enemy: &Side, margin: Margin, mode: Mode) -> Row {
    let (word, rule) = match margin {
        Margin::More => return ("none", None),
        Margin::Equal => equal(own, enemy, mode),
        Margin::Less => less(own, enemy, mode),
        Margin::Doubled => doubled(own, enemy, mode),
    };
    // OUT-02
    if word != "none" && mode == Mode::Shooting && !enemy.shoots {
        return ("none", Some("DBA3-OUT-02"));
    }
    (word, Some(rule))
}

/// Equal scores.
fn equal(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    let shot = mode == Mode::Shooting && enemy.shoots;
    // OUT-05
    if own.sacking {
        return ("none", "DBA3-OUT-05");
    }
    // OUT-04; it is only an assault in close combat
    if own.holds() || (close && enemy.holds()) {
        return ("none", "DBA3-OUT-04");
    }
    match own.family.as_str() {
        "SCh" => ("destroyed", "DBA3-OUT-06"),
        "Kn" | "Cm" => {
            if close && types::is_longbow_or_crossbow(&enemy.code) {
                ("destroyed", "DBA3-OUT-07")
            } else if close && enemy.is(&["Bd", "CP"]) {
                ("destroyed", "DBA3-OUT-08")
            } else if close && enemy.is_solid_foot() {
                ("recoil", "DBA3-OUT-09")
            } else if own.code == "3Kn" && enemy.code == "4Kn" {
                ("recoil", "DBA3-OUT-10")
            } else {
                ("none", "DBA3-OUT-11")
            }
        }
        "LH" | "Cv" | "El" => {
            if close && enemy.is_solid_foot() {
                ("recoil", "DBA3-OUT-12")
            } else {
                ("none", "DBA3-OUT-12")
            }
        }
        // also Civilians
        _ if own.is_fast_foot() => {
            if (close || shot) && enemy.is_solid_foot() {
                ("recoil", "DBA3-OUT-13")
            } else {
                ("none", "DBA3-OUT-13")
            }
        }
        "CP" => {
            if close && own.two_edges && enemy.is_foot() {
                ("destroyed", "DBA3-OUT-14")
            } else {
                ("none", "DBA3-OUT-14")
            }
        }
        _ => ("none", "DBA3-OUT-15"),
    }
}

/// Whether Civilians of a City are beaten by Artillery that shoots (CITY-29).
fn surrenders(own: &Side, enemy: &Side, mode: Mode) -> bool {
    own.is(&["Civ"]) && own.holds_a(&["city"]) && !own.sacking && is_shot_at_by_artillery(enemy, mode)
}

fn is_shot_at_by_artillery(enemy: &Side, mode: Mode) -> bool {
    mode == Mode::Shooting && enemy.shoots && enemy.is(&["Art"])
}

/// A lower score, but more than half.
fn less(own: &Side, enemy: &Side, mode: Mode) -> Word {
    if surrenders(own, enemy, mode) {
        return ("surrender", "DBA3-CITY-29");
    }
    // OUT-16: whether sacking or defending, also in shooting
    if own.holds() {
        return ("destroyed", "DBA3-OUT-16");
    }
    // OUT-17 with OUT-21. Reading: the gate is the only exception; El recoil from a Camp, whatever holds it.
    if mode == Mode::Close && enemy.holds() {
        if own.is(&["El"]) && enemy.holds_a(&["city", "fort"]) {
            return ("destroyed", "DBA3-OUT-21");
        }
        return ("recoil", "DBA3-OUT-17");
    }
    let (word, rule) = less_by_type(own, enemy, mode);
    // OUT-38, and TYPE-08 for Mounted Infantry of every kind
    if own.mounted_infantry && own.own_going() == Going::Bad && word != "destroyed" {
        return ("destroyed", "DBA3-OUT-38");
    }
    (word, rule)
}

/// A lower score, but more than half: the row of the type.
fn less_by_type(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let shot = mode == Mode::Shooting && enemy.shoots;
    let shot_by_artillery = is_shot_at_by_artillery(enemy, mode);
    let in_good = own.own_going() == Going::Good;
    let in_bad = own.own_going() == Going::Bad;
    match own.family.as_str() {
        "SCh" => {
            if shot && !own.rear_shot {
                ("flee", "DBA3-OUT-18")
            } else {
                ("destroyed", "DBA3-OUT-18")
            }
        }
        "El" => {
            if shot_by_artillery {
                ("destroyed", "DBA3-OUT-19")
            } else if enemy.is(&["LH", "Ax", "Ps"]) {
                ("destroyed", "DBA3-OUT-20")
            } else if enemy.is(&["El"]) {
                ("flee", "DBA3-OUT-22")
            } else {
                ("recoil", "DBA3-OUT-23")
            }
        }
        "Kn" => {
            if enemy.is(&["SCh", "El", "Cm", "LH"]) {
                ("destroyed", "DBA3-OUT-24")
            } else {
                ("recoil", "DBA3-OUT-24")
            }
        }
        "Cm" => {
            if enemy.is(&["SCh"]) || in_bad {
                ("destroyed", "DBA3-OUT-25")
            } else if enemy.is(&["El"]) {
                ("flee", "DBA3-OUT-26")
            } else {
                ("recoil", "DBA3-OUT-26")
            }
        }
        "Cv" | "LH" => {
            if enemy.is(&["SCh"]) {
                ("flee", "DBA3-OUT-27")
            } else if in_bad {
                ("flee", "DBA3-OUT-28")
            } else if own.is(&["LH"]) && shot_by_artillery {
                ("flee", "DBA3-OUT-29")
            } else {
                ("recoil", "DBA3-OUT-30")
            }
        }
        "Sp" | "Pk" | "Bd" => {
            if enemy.is(&["Kn", "SCh"]) && in_good {
                ("destroyed", "DBA3-OUT-31")
            } else if enemy.is(&["Wb"]) {
                ("destroyed", "DBA3-OUT-32")
            } else {
                ("recoil", "DBA3-OUT-33")
            }
        }
        "Wb" => {
            if enemy.is(&["Kn", "SCh"]) && in_good {
                ("destroyed", "DBA3-OUT-34")
            } else {
                ("recoil", "DBA3-OUT-34")
            }
        }
        "Ax" => {
            if enemy.is(&["Kn"]) && in_good {
                ("destroyed", "DBA3-OUT-35")
            } else {
                ("recoil", "DBA3-OUT-35")
            }
        }
        "Ps" => {
            if enemy.is(&["Kn", "Cv", "Cm"]) && own.stands_in_going_good_for(enemy) {
                ("destroyed", "DBA3-OUT-36")
            } else {
                ("recoil", "DBA3-OUT-36")
            }
        }
        "Bw" => {
            if enemy.is_mounted() {
                ("destroyed", "DBA3-OUT-37")
            } else {
                ("recoil", "DBA3-OUT-39")
            }
        }
        "CP" => ("none", "DBA3-OUT-40"),
        "WWg" => {
            if enemy.is(&["El"]) || shot_by_artillery {
                ("destroyed", "DBA3-OUT-41")
            } else {
                ("none", "DBA3-OUT-41")
            }
        }
        "Hd" => {
            if enemy.is(&["El", "Kn"]) && in_good {
                ("destroyed", "DBA3-OUT-42")
            } else if enemy.is(&["Wb"]) {
                ("destroyed", "DBA3-OUT-43")
            } else if shot {
                ("recoil", "DBA3-OUT-44")
            } else {
                ("none", "DBA3-OUT-44")
            }
        }
        "Art" => ("destroyed", "DBA3-OUT-45"),
        "Civ" => ("destroyed", "DBA3-OUT-46"),
        other => panic!("{other} has no row"),
    }
}

/// Half the opponent's score or less. An assaulter uses its ordinary row (OUT-58).
fn doubled(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    let in_good = own.own_going() == Going::Good;
    let in_bad = own.own_going() == Going::Bad;
    if surrenders(own, enemy, mode) {
        return ("surrender", "DBA3-CITY-29");
    }
    if own.sacking {
        return ("destroyed", "DBA3-OUT-48");
    }
    if own.holds() {
        return ("destroyed", "DBA3-OUT-47");
    }
    match own.family.as_str() {
        "Cv" => {
            if enemy.is(&["Sp", "Pk", "Hd"]) && in_good {
                ("flee", "DBA3-OUT-49")
            } else if close && enemy.is(&["Art"]) {
                ("flee", "DBA3-OUT-50")
            } else {
                ("destroyed", "DBA3-OUT-51")
            }
        }
        "LH" => {
            let shot_by_artillery = is_shot_at_by_artillery(enemy, mode);
            if enemy.is_mounted() || enemy.is(&["Bw", "Ps"]) || shot_by_artillery || in_bad {
                ("destroyed", "DBA3-OUT-52")
            } else {
                ("flee", "DBA3-OUT-53")
            }
        }
        "Ps" => {
            if enemy.is(&["El", "SCh"]) {
                ("recoil", "DBA3-OUT-54")
            } else if enemy.is_mounted() && own.stands_in_going_good_for(enemy) {
                ("destroyed", "DBA3-OUT-55")
            } else if enemy.is(&["Ax", "Ps"]) || (close && enemy.is(&["Bw"])) {
                ("destroyed", "DBA3-OUT-56")
            } else {
                ("flee", "DBA3-OUT-57")
            }
        }
        _ => ("destroyed", "DBA3-OUT-58"),
    }
}
