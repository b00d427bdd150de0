//! The outcome for an element by the entries of DBMF; where there is none, the DBMM book decides.

use super::super::plain_parts::{Margin, Row};
use super::super::written::Mode;
use super::side::Side;

/// An outcome and its rule.
type Word = (&'static str, &'static str);

/// The outcome where DBMF has no entry.
const DBMM: Word = ("dbmm", "DBMF-OUT-42");

/// The outcome of an element against its enemy.
pub(super) fn outcome(own: &Side, enemy: &Side, margin: Margin, mode: Mode) -> Row {
    let close = mode == Mode::Close;
    // OUT-40: whatever the result.
    if own.kind == "Air" && own.grade == 'X' && close {
        return ("destroyed", Some("DBMF-OUT-40"));
    }
    // Reading: the DBMM book decides about an element that shoots without being shot at.
    let is_safe = own.shoots && !enemy.shoots;
    let (word, rule) = match margin {
        Margin::More => return ("none", None),
        Margin::Equal => DBMM,
        Margin::Less if is_safe => DBMM,
        Margin::Less => beaten(own, enemy, mode),
        Margin::Doubled if is_safe => DBMM,
        Margin::Doubled => doubled(own, enemy, mode),
    };
    // OUT-01
    if word != "none" && mode == Mode::Bespelling && own.is_a && !enemy.is(&["Mg", "Cl", "Av"]) {
        return ("none", Some("DBMF-OUT-01"));
    }
    (word, Some(rule))
}

/// Whether an enemy counts as Artillery against its targets, and by which rule, in place of the entry's.
fn artillery(enemy: &Side, mode: Mode) -> Option<Option<&'static str>> {
    match (enemy.kind.as_str(), enemy.grade) {
        ("Art", _) => Some(None),
        // OUT-33, GRADE-47, GRADE-48
        ("El" | "Gi", 'X') if enemy.shoots => Some(Some("DBMF-OUT-33")),
        // GRADE-49
        ("Air", 'X') if mode == Mode::Close => Some(Some("DBMF-GRADE-49")),
        _ => None,
    }
}

/// More than half the enemy's total.
fn beaten(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    let dragon = enemy.kind == "Dr";
    let magician = enemy.kind == "Mg";
    // GRADE-48: when shooting they are Artillery.
    let giant = enemy.kind == "Gi" && !enemy.shoots;
    // OUT-34 and the going of that enemy
    let at_home = own.enemy_bound && enemy.in_good_going();
    let superior_cleric = enemy.kind == "Cl" && enemy.grade == 'S';
    let word = match own.kind.as_str() {
        "Av" if enemy.is(&["Cl", "Mg"]) => Some(("banished", "DBMF-OUT-03")),
        // Reading: to fight an opponent is to be in close combat with it, as in GRADF-01.
        "Av" if !(close && (enemy.is_supernatural() || enemy.is_heroic())) => Some(("none", "DBMF-OUT-04")),
        "Dr" if enemy.is_heroic() => Some(("destroyed", "DBMF-OUT-05")),
        "Dr" if close => Some(("flee", "DBMF-OUT-06")),
        "Air" if dragon || enemy.kind == "Av" => Some(("destroyed", "DBMF-OUT-07")),
        "Air" => artillery(enemy, mode).map(|rule| ("destroyed", rule.unwrap_or("DBMF-OUT-07"))),
        "Fl" if enemy.is(&["LH", "Mg"]) => Some(("flee", "DBMF-OUT-08")),
        "Fl" if enemy.kind == "Bw" && enemy.shoots => Some(("flee", "DBMF-OUT-08")),
        // OUT-10 is not a settled rule.
        "El" if magician => Some(("destroyed", "DBMF-OUT-09")),
        "Kn" if dragon || magician => Some(("destroyed", "DBMF-OUT-11")),
        "Cv" if dragon || magician => Some(("flee", "DBMF-OUT-12")),
        "Cv" if giant && own.enemy_bound => Some(("flee", "DBMF-OUT-13")),
        "LH" if dragon || magician => Some(("flee", "DBMF-OUT-14")),
        "Cm" if dragon => Some(("flee", "DBMF-OUT-15")),
        "Cl" if enemy.kind == "Exp" && at_home => Some(("destroyed", "DBMF-OUT-16")),
        "Sp" | "Pk" if dragon || magician => Some(("destroyed", "DBMF-OUT-17")),
        "Sp" | "Pk" if superior_cleric && at_home => Some(("destroyed", "DBMF-OUT-18")),
        "Bd" if dragon || magician => Some(("destroyed", "DBMF-OUT-19")),
        "Bd" if superior_cleric && at_home => Some(("destroyed", "DBMF-OUT-20")),
        "Wb" if dragon || magician => Some(("destroyed", "DBMF-OUT-21")),
        "Wb" if superior_cleric && at_home => Some(("destroyed", "DBMF-OUT-22")),
        "Bw" | "Sh" if magician => Some(("destroyed", "DBMF-OUT-23")),
        "Ax" if superior_cleric && at_home => Some(("destroyed", "DBMF-OUT-24")),
        "Ax" if enemy.is(&["Av", "Mg", "Dr"]) && own.in_good_going() => Some(("flee", "DBMF-OUT-25")),
        "Ps" if at_home && (superior_cleric || (enemy.kind == "Cl" && enemy.grade == 'O')) => {
            Some(("destroyed", "DBMF-OUT-26"))
        }
        "Ps" if at_home && enemy.kind == "Fl" && enemy.grade == 'S' => Some(("destroyed", "DBMF-OUT-26")),
        "Art" if magician => Some(("destroyed", "DBMF-OUT-27")),
        "WWg" if dragon || giant || magician => Some(("destroyed", "DBMF-OUT-28")),
        "Hd" if dragon || magician => Some(("destroyed", "DBMF-OUT-29")),
        "Hd" if superior_cleric && enemy.in_good_going() => Some(("destroyed", "DBMF-OUT-30")),
        "Mg" if enemy.is_heroic() => Some(("destroyed", "DBMF-OUT-31")),
        "Gi" if magician => Some(("destroyed", "DBMF-OUT-32")),
        "Gi" => artillery(enemy, mode).map(|rule| ("destroyed", rule.unwrap_or("DBMF-OUT-32"))),
        _ => None,
    };
    word.unwrap_or(DBMM)
}

/// Half the enemy's total or less.
fn doubled(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    // In close combat (X) Airboats are Artillery instead (GRADE-49), and they meet no enemy otherwise.
    let airboat = enemy.kind == "Air" && enemy.grade != 'X';
    match own.kind.as_str() {
        "Dr" => {
            let is_excepted = close && (enemy.is(&["Mg", "Cl"]) || enemy.is_supernatural());
            // OUT-35, ruling: destroyed where an exception applies.
            if is_excepted || enemy.is_heroic() { ("destroyed", "DBMF-OUT-35") } else { ("spent", "DBMF-OUT-35") }
        }
        "Cv" if airboat => ("flee", "DBMF-OUT-36"),
        "LH" if airboat => ("spent", "DBMF-OUT-37"),
        "Ps" if airboat => ("flee", "DBMF-OUT-38"),
        // OUT-39, ruling: no element fares better doubled than beaten.
        _ => match beaten(own, enemy, mode) {
            ("destroyed" | "banished", _) => ("destroyed", "DBMF-OUT-39"),
            _ => ("dbmm", "DBMF-OUT-39"),
        },
    }
}
