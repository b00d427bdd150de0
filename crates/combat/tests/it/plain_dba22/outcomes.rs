//! Outcomes (OUT) and pursuit (PURS) of DBA 2.2.

use super::super::plain_parts::{Margin, NO_PURSUIT, Pursuit, Row};
use super::super::written::Mode;
use super::side::Side;

/// An outcome and its rule.
type Word = (&'static str, &'static str);

/// The outcome of an element against its enemy.
pub(super) fn outcome(own: &Side, enemy: &Side, margin: Margin, mode: Mode) -> Row {
    let (word, rule) = match margin {
        Margin::More => return ("none", None),
        Margin::Equal if own.is(&["SCh"]) => ("destroyed", "DBA22-OUT-02"),
        Margin::Equal => ("none", "DBA22-OUT-02"),
        Margin::Less => beaten(own, enemy, mode),
        Margin::Doubled => doubled(own, enemy, mode),
    };
    // Reading: an element that shoots without being shot at suffers nothing; the rule for this is taken from a
    // related ruleset.
    if word != "none" && mode == Mode::Shooting && !enemy.shoots {
        return ("none", Some("DBA3-OUT-02"));
    }
    (word, Some(rule))
}

/// OUT-23: Warband that are not themselves in a BUA or Camp.
fn is_free_warband(enemy: &Side) -> bool {
    enemy.is(&["Wb"]) && !enemy.holds()
}

/// More than half the opponent's total. The going is the loser's (OUT-03, OUT-04).
fn beaten(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    let in_bad = own.in_bad_going();
    let in_good = !in_bad;
    let shot = mode == Mode::Shooting && enemy.shoots;
    let by_shooting_artillery = shot && enemy.is(&["Art"]);
    match own.code.as_str() {
        "Art" if !close => ("recoil", "DBA22-OUT-05"),
        "Art" => ("destroyed", "DBA22-OUT-06"),
        "Aux" => {
            if enemy.is(&["Kn"]) && in_good {
                ("destroyed", "DBA22-OUT-07")
            } else {
                ("recoil", "DBA22-OUT-07")
            }
        }
        "Bd" => {
            if (enemy.is(&["Kn", "SCh"]) && in_good) || is_free_warband(enemy) {
                ("destroyed", "DBA22-OUT-08")
            } else {
                ("recoil", "DBA22-OUT-08")
            }
        }
        "Bw" => {
            if enemy.is_mounted() {
                ("destroyed", "DBA22-OUT-09")
            } else {
                ("recoil", "DBA22-OUT-09")
            }
        }
        "Cm" => {
            if enemy.is(&["SCh"]) || in_bad {
                ("flee", "DBA22-OUT-10")
            } else {
                ("recoil", "DBA22-OUT-10")
            }
        }
        "Cv" => {
            if enemy.is(&["SCh"]) || in_bad {
                ("flee", "DBA22-OUT-11")
            } else {
                ("recoil", "DBA22-OUT-11")
            }
        }
        "El" => {
            if enemy.is(&["Ps", "Aux", "LH"]) || by_shooting_artillery {
                ("destroyed", "DBA22-OUT-12")
            } else {
                ("recoil", "DBA22-OUT-12")
            }
        }
        "Hd" => {
            let ridden_down = enemy.is(&["El", "Kn", "SCh"]) && in_good;
            if own.holds() || ridden_down || is_free_warband(enemy) || shot {
                ("destroyed", "DBA22-OUT-13")
            } else {
                ("none", "DBA22-OUT-13")
            }
        }
        "Kn" => {
            let on_bows_contacted = close && enemy.is(&["Bw"]) && own.charged;
            if enemy.is(&["El", "SCh", "LH"]) || on_bows_contacted || in_bad {
                ("destroyed", "DBA22-OUT-14")
            } else {
                ("recoil", "DBA22-OUT-14")
            }
        }
        "LH" => {
            if enemy.is(&["SCh"]) || by_shooting_artillery || in_bad {
                ("flee", "DBA22-OUT-15")
            } else {
                ("recoil", "DBA22-OUT-15")
            }
        }
        "Pk" => {
            if (enemy.is(&["El", "Kn", "LH", "SCh"]) && in_good) || is_free_warband(enemy) {
                ("destroyed", "DBA22-OUT-16")
            } else {
                ("recoil", "DBA22-OUT-16")
            }
        }
        "Ps" => {
            if enemy.is(&["Kn", "Cv", "Cm"]) && in_good {
                ("destroyed", "DBA22-OUT-17")
            } else {
                ("recoil", "DBA22-OUT-17")
            }
        }
        "SCh" => ("destroyed", "DBA22-OUT-18"),
        "Sp" => {
            if (enemy.is(&["El", "Kn", "LH", "SCh"]) && in_good) || is_free_warband(enemy) {
                ("destroyed", "DBA22-OUT-19")
            } else {
                ("recoil", "DBA22-OUT-19")
            }
        }
        "WWg" => {
            if by_shooting_artillery || enemy.is(&["El"]) || own.holds() {
                ("destroyed", "DBA22-OUT-20")
            } else {
                ("none", "DBA22-OUT-20")
            }
        }
        "Wb" => {
            if enemy.is(&["El", "Kn", "SCh"]) && in_good {
                ("destroyed", "DBA22-OUT-21")
            } else {
                ("recoil", "DBA22-OUT-21")
            }
        }
        "CF" => {
            if by_shooting_artillery {
                ("surrender", "DBA22-OUT-22")
            } else if close {
                ("destroyed", "DBA22-OUT-22")
            } else {
                ("none", "DBA22-OUT-22")
            }
        }
        other => panic!("{other} has no row"),
    }
}

/// Half the opponent's total or less.
fn doubled(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    let in_bad = own.in_bad_going();
    let in_good = !in_bad;
    match own.code.as_str() {
        "Cv" => {
            if (enemy.is(&["Pk", "Sp", "Hd"]) && in_good) || (close && enemy.is(&["Art"])) {
                ("flee", "DBA22-OUT-24")
            } else {
                ("destroyed", "DBA22-OUT-24")
            }
        }
        "LH" => {
            let by_shooting_artillery = mode == Mode::Shooting && enemy.shoots && enemy.is(&["Art"]);
            if enemy.is_mounted() || by_shooting_artillery || enemy.is(&["Bw", "Ps"]) || in_bad {
                ("destroyed", "DBA22-OUT-25")
            } else {
                ("flee", "DBA22-OUT-25")
            }
        }
        "Ps" => {
            if (enemy.is(&["Kn", "Cv", "Cm", "LH"]) && in_good) || enemy.is(&["Bw", "Aux", "Ps"]) {
                ("destroyed", "DBA22-OUT-26")
            } else {
                ("flee", "DBA22-OUT-26")
            }
        }
        "Art" if !close => ("destroyed", "DBA22-OUT-27"),
        // OUT-28: destroyed when merely beaten, so when doubled too
        "Art" | "SCh" | "CF" => ("destroyed", "DBA22-OUT-28"),
        // Reading: “the rest recoil as printed”, also Hd and WWg in a BUA or Camp, and Kn and Cm in Bad Going.
        _ if close && enemy.is(&["Art"]) => ("recoil", "DBA22-OUT-28"),
        _ => ("destroyed", "DBA22-OUT-28"),
    }
}

/// The distance an element pursues: its base depth or width, whichever is less. Bases of the usual scale are 40 mm wide and
/// 40, 30 or 20 mm deep.
pub(super) fn pursuit(own: &Side, own_outcome: &str, enemy_outcome: &str, mode: Mode) -> Pursuit {
    // PURS-01: the opponent in close combat recoils, flees or is destroyed. Reading: only a winner that held its
    // ground pursues.
    if mode != Mode::Close || own_outcome != "none" || !["recoil", "flee", "destroyed"].contains(&enemy_outcome) {
        return NO_PURSUIT;
    }
    // Reading: the rules make no exception for garrisons, so they pursue, and so do assaulters into what they took.
    match own.code.as_str() {
        "SCh" => (1.0, Some("DBA22-PURS-01")),
        "Kn" | "Hd" => (0.75, Some("DBA22-PURS-01")),
        "Wb" => (0.5, Some("DBA22-PURS-01")),
        _ => NO_PURSUIT,
    }
}
