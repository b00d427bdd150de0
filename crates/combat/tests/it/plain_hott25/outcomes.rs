//! Outcomes of HOTT 2.5 (OUT, MAGIC-04).

use super::super::plain_parts::{Margin, Row, Score};
use super::super::written::Mode;
use super::side::Side;

/// An outcome and its rule.
type Word = (&'static str, &'static str);

/// The outcome of an element against its enemy.
pub(super) fn outcome(own: &Side, enemy: &Side, margin: Margin, score: &Score, mode: Mode) -> Row {
    let (word, rule) = match margin {
        Margin::More => return ("none", None),
        Margin::Equal => equal(own, enemy, score.total % 2 != 0, mode),
        Margin::Less => more_than_half(own, enemy, mode),
        Margin::Doubled => half_or_less(own, enemy, mode),
    };
    // MAGIC-04: only Magicians and Gods harm those that bespell them
    if word != "none" && mode == Mode::Bespelling && own.is_a && !enemy.is(&["Mg", "Gd"]) {
        return ("none", Some("HOTT25-MAGIC-04"));
    }
    // Reading: an element that shoots without being shot at suffers nothing; the rule for this is taken from a
    // related ruleset.
    if word != "none" && mode == Mode::Shooting && !enemy.shoots {
        return ("none", Some("D3H2-OUT-03"));
    }
    (word, Some(rule))
}

/// Equal totals.
fn equal(own: &Side, enemy: &Side, odd: bool, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    if close && odd && own.is(&["Hr"]) && enemy.is(&["Hr"]) {
        return ("destroyed", "HOTT25-OUT-02");
    }
    if close && odd && ((own.is(&["Pl"]) && enemy.is(&["Mg"])) || (own.is(&["Mg"]) && enemy.is(&["Pl"]))) {
        return ("destroyed", "HOTT25-OUT-03");
    }
    ("none", "HOTT25-OUT-04")
}

/// Whether a Stronghold is captured.
fn stronghold(enemy: &Side, mode: Mode) -> Word {
    if mode == Mode::Close && !enemy.is_aerial() { ("captured", "HOTT25-OUT-27") } else { ("none", "HOTT25-OUT-27") }
}

/// More than half the winner's total.
fn more_than_half(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    let in_bad = own.in_bad_going();
    let in_good = !in_bad;
    match own.code.as_str() {
        "Gd" => {
            if enemy.is(&["Gd", "Mg", "Cl"]) {
                ("banished", "HOTT25-OUT-05")
            } else {
                ("none", "HOTT25-OUT-05")
            }
        }
        "Hr" | "AHr" => {
            if enemy.is(&["Hr", "Pl", "Art"]) {
                ("destroyed", "HOTT25-OUT-06")
            } else if enemy.is(&["Mg"]) {
                ("ensorcelled", "HOTT25-OUT-07")
            } else if enemy.is_stronghold() {
                ("flee", "HOTT25-OUT-08")
            } else {
                ("recoil", "HOTT25-OUT-09")
            }
        }
        "Dg" => {
            if enemy.is(&["Hr", "Pl"]) {
                ("destroyed", "HOTT25-OUT-10")
            } else {
                ("banished", "HOTT25-OUT-10")
            }
        }
        "Fl" | "Ab" => {
            if enemy.is(&["Mg"]) {
                ("flee", "HOTT25-OUT-11")
            } else {
                ("recoil", "HOTT25-OUT-11")
            }
        }
        "Kn" => {
            // OUT-13. Reading: in close combat only, since an element in contact is neither shot at nor bespelled.
            let charged = close && own.charged;
            if in_bad {
                ("destroyed", "HOTT25-OUT-12")
            } else if charged && enemy.is(&["Sh", "Art", "Mg"]) {
                ("destroyed", "HOTT25-OUT-13")
            } else if enemy.is(&["Bh"]) {
                ("destroyed", "HOTT25-OUT-14")
            } else {
                ("recoil", "HOTT25-OUT-14")
            }
        }
        "Rd" | "Ra" => {
            if in_bad {
                ("destroyed", "HOTT25-OUT-15")
            } else {
                ("recoil", "HOTT25-OUT-15")
            }
        }
        "Bh" => {
            if enemy.is(&["Mg", "Dg", "Art"]) {
                ("flee", "HOTT25-OUT-16")
            } else {
                ("recoil", "HOTT25-OUT-16")
            }
        }
        "Bd" => {
            if enemy.is(&["Wb"]) {
                ("destroyed", "HOTT25-OUT-17")
            } else {
                ("recoil", "HOTT25-OUT-17")
            }
        }
        "Sh" | "Bs" => {
            if close && enemy.is_mounted() {
                ("destroyed", "HOTT25-OUT-18")
            } else {
                ("recoil", "HOTT25-OUT-18")
            }
        }
        "Wb" => {
            if enemy.is(&["Bh"]) || (in_good && enemy.is(&["Kn"])) {
                ("destroyed", "HOTT25-OUT-19")
            } else {
                ("recoil", "HOTT25-OUT-19")
            }
        }
        "Sk" => ("flee", "HOTT25-OUT-20"),
        "Lk" => ("banished", "HOTT25-OUT-21"),
        "Mg" => {
            if enemy.is(&["Hr", "Pl", "Dg", "Gd"]) {
                ("destroyed", "HOTT25-OUT-22")
            } else if enemy.is(&["Mg"]) {
                ("ensorcelled", "HOTT25-OUT-23")
            } else {
                ("recoil", "HOTT25-OUT-23")
            }
        }
        "Art" | "Pl" => {
            if close {
                ("destroyed", "HOTT25-OUT-24")
            } else {
                ("none", "HOTT25-OUT-24")
            }
        }
        "Skr" => {
            if in_good && enemy.is(&["Kn"]) {
                ("destroyed", "HOTT25-OUT-25")
            } else {
                ("recoil", "HOTT25-OUT-25")
            }
        }
        "Sp" | "Pk" | "Hd" | "Cl" => {
            if enemy.is(&["Wb"]) || (in_good && enemy.is(&["Kn"])) {
                ("destroyed", "HOTT25-OUT-26")
            } else {
                ("recoil", "HOTT25-OUT-26")
            }
        }
        "Stronghold" => stronghold(enemy, mode),
        other => panic!("{other} has no row"),
    }
}

/// Half the winner's total or less.
fn half_or_less(own: &Side, enemy: &Side, mode: Mode) -> Word {
    let close = mode == Mode::Close;
    let in_bad = own.in_bad_going();
    let in_good = !in_bad;
    let mounted_or_aerial = enemy.is_mounted() || enemy.is_aerial();
    match own.code.as_str() {
        "Skr" => {
            if enemy.is(&["Skr"]) || (in_good && mounted_or_aerial) {
                ("destroyed", "HOTT25-OUT-28")
            } else {
                ("flee", "HOTT25-OUT-28")
            }
        }
        "Ra" => {
            if in_bad || (close && (enemy.is(&["Sh"]) || mounted_or_aerial)) {
                ("destroyed", "HOTT25-OUT-29")
            } else {
                ("flee", "HOTT25-OUT-29")
            }
        }
        "Fl" => {
            if enemy.is(&["Hr", "Mg", "Sh"]) || enemy.is_aerial() {
                ("destroyed", "HOTT25-OUT-30")
            } else {
                ("flee", "HOTT25-OUT-30")
            }
        }
        // OUT-31: it can only be captured, under the condition of OUT-27. Reading: by that rule.
        "Stronghold" => stronghold(enemy, mode),
        _ => ("destroyed", "HOTT25-OUT-31"),
    }
}
