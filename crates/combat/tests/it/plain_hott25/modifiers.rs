//! Second ranks (SUPP) and tactical factors (TACT) of HOTT 2.5.

use super::super::written::Mode;
use super::side::Side;

/// Every modifier that applies to an element against its enemy, one entry per rule.
pub(super) fn modifiers(own: &Side, enemy: &Side, mode: Mode) -> Vec<(&'static str, i64)> {
    let mut list = Vec::new();
    match mode {
        Mode::Close => {
            second_rank(own, enemy, &mut list);
            close_combat(own, enemy, &mut list);
        }
        Mode::Shooting if enemy.shoots => shot_at(own, enemy, &mut list),
        Mode::Shooting => {}
        Mode::Bespelling if own.is_a => bespelling(enemy, &mut list),
        Mode::Bespelling => bespelled(own, enemy, &mut list),
    }
    list
}

/// Second ranks; SUPP-06: only in close combat.
fn second_rank(own: &Side, enemy: &Side, list: &mut Vec<(&'static str, i64)>) {
    // SUPP-04
    if own.in_bad_going() {
        return;
    }
    // SUPP-05
    if enemy.is_stronghold() {
        return;
    }
    if own.rear_support.as_deref() != Some(own.code.as_str()) {
        return;
    }
    match own.code.as_str() {
        "Sp" => list.push(("HOTT25-SUPP-01", 1)),
        "Pk" => list.push(("HOTT25-SUPP-02", 3)),
        "Wb" => list.push(("HOTT25-SUPP-03", 1)),
        _ => {}
    }
}

/// Modifiers in close combat.
fn close_combat(own: &Side, enemy: &Side, list: &mut Vec<(&'static str, i64)>) {
    // TACT-12. Reading: also for a Stronghold.
    if enemy.water {
        list.push(("HOTT25-TACT-12", -2));
    }
    // Reading: a Stronghold is not an element, and has no hill, flank or rear. Other assaulters do not affect its
    // score.
    if own.is_stronghold() {
        return;
    }
    // TACT-01
    if own.general {
        list.push(("HOTT25-TACT-01", 1));
    }
    // TACT-03. Reading: the rules make no exception for aerials that defend, only for those that attack.
    if (own.uphill || own.bank) && !enemy.is_aerial() {
        list.push(("HOTT25-TACT-03", 1));
    }
    // TACT-04
    let contacts = [own.left.as_deref(), own.right.as_deref(), own.rear.then_some("flank")];
    let sides = contacts.iter().filter(|contact| matches!(contact, Some("flank" | "overlap"))).count();
    if sides > 0 {
        list.push(("HOTT25-TACT-04", -i64::try_from(sides).unwrap()));
    }
    // TACT-06, TACT-07: one -2 at most, and none for Beasts
    if own.in_bad_going() && !own.is(&["Sh", "Wb", "Skr", "Bs", "Lk"]) {
        list.push(("HOTT25-TACT-06", -2));
    } else if (own.is_mounted() || own.is_aerial()) && !own.is(&["Bs"]) && enemy.in_bad_going() {
        list.push(("HOTT25-TACT-07", -2));
    }
}

/// Modifiers for an element that is shot at.
fn shot_at(own: &Side, shooter: &Side, list: &mut Vec<(&'static str, i64)>) {
    // TACT-01. Reading: an element that shoots back is shot at nevertheless.
    if own.general {
        list.push(("HOTT25-TACT-01", 1));
    }
    // TACT-02
    if own.in_woods() {
        list.push(("HOTT25-TACT-02", 2));
    }
    // TACT-05
    if shooter.aids > 0 {
        list.push(("HOTT25-TACT-05", -shooter.aids));
    }
}

/// Modifiers for the Magician that bespells; TACT-01: being the general does not count.
fn bespelling(target: &Side, list: &mut Vec<(&'static str, i64)>) {
    // TACT-11
    if target.is(&["Mg"]) && target.near_own_stronghold {
        list.push(("HOTT25-TACT-11", -2));
    }
}

/// Modifiers for an element that is bespelled.
fn bespelled(own: &Side, magician: &Side, list: &mut Vec<(&'static str, i64)>) {
    // TACT-01
    if own.general {
        list.push(("HOTT25-TACT-01", 1));
    }
    // TACT-08, TACT-09, TACT-10: one +2 in total. Reading: by the first that applies; Paladins and Clerics protect
    // themselves.
    if own.in_woods() {
        list.push(("HOTT25-TACT-08", 2));
    } else if own.facing_river {
        list.push(("HOTT25-TACT-09", 2));
    } else if own.protected || own.is(&["Cl", "Pl"]) {
        list.push(("HOTT25-TACT-10", 2));
    }
    // TACT-05
    if magician.aids > 0 {
        list.push(("HOTT25-TACT-05", -magician.aids));
    }
}
