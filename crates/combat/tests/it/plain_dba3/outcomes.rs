//! Consequences of the outcomes of DBA 3.0: recoil of elements on a flank, destruction, pursuit.

use super::super::plain_parts::{Going, NO_PURSUIT, Pursuit, Row};
use super::super::written::Mode;
use super::side::Side;

/// The outcome for an element that is only on its enemy's flank or rear.
pub(super) fn flank_attacker(own: &Side) -> Row {
    let beaten = ["recoil", "flee", "destroyed"];
    if own.front_result.as_deref().is_some_and(|result| beaten.contains(&result)) {
        return ("recoil", Some("DBA3-RECOIL-05"));
    }
    ("none", None)
}

/// The final outcome for an element, given its contacts in the case.
pub(super) fn becomes(own: &Side, outcome: &'static str) -> &'static str {
    // OUT-59, OUT-61
    if (outcome == "recoil" || outcome == "flee") && own.is_taken_in_flank_or_rear() {
        return "destroyed";
    }
    outcome
}

/// The distance an element pursues.
pub(super) fn pursuit(own: &Side, own_outcome: &str, enemy: &Side, enemy_outcome: &str, mode: Mode) -> Pursuit {
    // PURS-01: the opponent in close combat recoils, flees or is destroyed.
    if mode != Mode::Close || !["recoil", "flee", "destroyed"].contains(&enemy_outcome) {
        return NO_PURSUIT;
    }
    // Reading: an element that recoils, flees or is destroyed itself does not pursue.
    if own_outcome != "none" {
        return NO_PURSUIT;
    }
    // PURS-02
    if own.is(&["Art", "WWg", "CP"]) {
        return NO_PURSUIT;
    }
    // PURS-03
    if own.holds() {
        return NO_PURSUIT;
    }
    // PURS-05: its own place; the case does not give the place it would enter, or the edge (PURS-04).
    if own.own_going() == Going::Bad && !own.is_in_feature(&["marsh", "gully"]) {
        return NO_PURSUIT;
    }
    // CITY-21, CITY-22; CITY-23: a City is sacked and a Fort entered later, neither by pursuit.
    if enemy.holds() {
        if !enemy.holds_a(&["camp"]) || enemy_outcome != "destroyed" {
            return NO_PURSUIT;
        }
        return if own.is_foot() { (0.5, Some("DBA3-CITY-21")) } else { (1.0, Some("DBA3-CITY-22")) };
    }
    // PURS-06
    if own.is(&["Kn", "SCh", "El", "Hd"]) && own.code != "4Kn" {
        return (1.0, Some("DBA3-PURS-06"));
    }
    // PURS-07
    if own.is(&["Wb", "Pk", "Bd"]) && enemy.is_foot() && !enemy.is(&["Ps"]) {
        return (0.5, Some("DBA3-PURS-07"));
    }
    NO_PURSUIT
}
