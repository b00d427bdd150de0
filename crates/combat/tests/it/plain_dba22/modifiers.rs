//! Support factors (SUPP) and tactical factors (TACT) of DBA 2.2.

use super::super::written::Mode;
use super::side::Side;

/// Every modifier that applies to an element against its enemy, one entry per rule.
pub(super) fn modifiers(own: &Side, enemy: &Side, mode: Mode) -> Vec<(&'static str, i64)> {
    let mut list = Vec::new();
    let is_shot_at = mode == Mode::Shooting && enemy.shoots;
    if mode == Mode::Close {
        // Reading: in close combat only.
        rear_support(own, enemy, &mut list);
        close_combat(own, enemy, &mut list);
    }
    if mode == Mode::Close || is_shot_at {
        // TACT-01: mounted cannot hold it
        if own.holds_bua() {
            list.push(("DBA22-TACT-01", 3));
        }
        // TACT-02: no mounted
        if own.holds_camp() && !own.is_mounted() {
            list.push(("DBA22-TACT-02", 2));
        }
        // TACT-03
        if own.general {
            list.push(("DBA22-TACT-03", 1));
        }
    }
    // TACT-07
    if is_shot_at && enemy.aids > 0 {
        list.push(("DBA22-TACT-07", -enemy.aids));
    }
    list
}

/// Second ranks, and Psiloi behind.
fn rear_support(own: &Side, enemy: &Side, list: &mut Vec<(&'static str, i64)>) {
    // SUPP-01: not in Bad Going. Reading: this includes Psiloi, since a case gives support in good going only.
    if own.in_bad_going() {
        return;
    }
    // Reading: one element holds a BUA or Camp, with no element directly behind it. Assaulters keep their second
    // rank: the rules say nothing against it.
    if own.holds() {
        return;
    }
    let Some(friend) = own.rear_support.as_deref() else {
        return;
    };
    let second_rank = friend == own.code;
    let against_most = !enemy.is(&["Cv", "LH", "SCh", "Bw", "Ps"]);
    if own.is(&["Pk"]) && second_rank && against_most {
        list.push(("DBA22-SUPP-01", 3));
    }
    if own.is(&["Wb"]) && second_rank && against_most {
        list.push(("DBA22-SUPP-02", 1));
    }
    if own.is(&["Sp"]) && second_rank && enemy.is(&["Kn", "Sp"]) {
        list.push(("DBA22-SUPP-03", 1));
    }
    if own.is(&["Sp", "Bd", "Aux"]) && friend == "Ps" {
        // Reading: +1 in total, also against Warband in a BUA.
        if enemy.is_mounted() {
            list.push(("DBA22-SUPP-04", 1));
        } else if enemy.is(&["Wb"]) {
            list.push(("DBA22-SUPP-05", 1));
        } else if enemy.holds_bua() {
            list.push(("DBA22-SUPP-06", 1));
        }
    }
}

/// Modifiers in close combat only.
fn close_combat(own: &Side, enemy: &Side, list: &mut Vec<(&'static str, i64)>) {
    // TACT-04, TACT-05: at most one
    if own.uphill {
        list.push(("DBA22-TACT-04", 1));
    } else if own.bank {
        list.push(("DBA22-TACT-05", 1));
    }
    // TACT-06. Reading: an element that holds a BUA or Camp has no flank or rear; other assaulters do not affect its
    // score.
    if !own.holds() {
        let contacts = [own.left.as_deref(), own.right.as_deref(), own.rear.then_some("flank")];
        let enemies = contacts.iter().filter(|contact| matches!(contact, Some("flank" | "overlap"))).count();
        if enemies > 0 {
            list.push(("DBA22-TACT-06", -i64::try_from(enemies).unwrap()));
        }
    }
    // TACT-08, TACT-09: a single -2, whichever applies
    if own.in_bad_going() && !own.is(&["Aux", "Bw", "Wb", "Ps"]) {
        list.push(("DBA22-TACT-08", -2));
    } else if own.is_mounted() && enemy.in_bad_going() {
        list.push(("DBA22-TACT-09", -2));
    }
    // TACT-10
    if own.is_mounted() && !own.is(&["El"]) && enemy.holds_bua() {
        list.push(("DBA22-TACT-10", -2));
    }
}
