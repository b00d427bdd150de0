//! Support factors (SUPP, TRAD-26, TRAD-27) and tactical factors (TACT, CC-10).

use super::super::written::Mode;
use super::side::{Going, Side, Situation};
use super::types::{self, Class};
use super::{is_assault, is_stronghold_assault};

/// Every modifier that applies to an element against its enemy, one entry per rule.
pub(super) fn modifiers(own: &Side, enemy: &Side, situation: &Situation) -> Vec<(&'static str, i64)> {
    let mut list = Vec::new();
    if situation.mode == Mode::Close {
        support(own, enemy, situation, &mut list);
        close_combat(own, enemy, situation, &mut list);
    } else if situation.mode == Mode::Shooting {
        if enemy.shoots {
            shot_at(own, enemy, &mut list);
        }
    } else if own.is_a {
        // TACT-04
        if enemy.is(&["Mg"]) && enemy.near_own_stronghold {
            list.push(("D3H2-TACT-04", -2));
        }
    } else {
        bespelled(own, enemy, &mut list);
    }
    list
}

/// Rear support, double elements and formation support in frontal close combat.
fn support(own: &Side, enemy: &Side, situation: &Situation, list: &mut Vec<(&'static str, i64)>) {
    // CC-10: none in a fight for a Stronghold or Camp; SUPP-06 says the same about double elements.
    if is_assault(own, enemy, situation) {
        return;
    }
    // SUPP-01, SUPP-06, SUPP-10: wholly in good going.
    if own.own_going() != Going::Good {
        return;
    }
    let against_foot = enemy.class == Class::Foot;
    let against_psiloi = enemy.is(&["Ps"]);
    if own.rear_support {
        if own.is(&["Pk"]) && against_foot && !against_psiloi {
            list.push(("D3H2-SUPP-02", 3));
        }
        if own.is(&["Pk"]) && enemy.is(&["Kn", "Bh", "SCh"]) {
            list.push(("D3H2-SUPP-04", 1));
        }
        if own.is(&["Wb"]) && situation.traditional && against_foot {
            list.push(("D3H2-TRAD-26", 1)); // also against Lurkers
        }
        if own.is(&["Wb"]) && !situation.traditional && against_foot && !against_psiloi {
            list.push(("D3H2-SUPP-03", 1));
        }
        if own.is(&["LH"]) {
            list.push(("D3H2-SUPP-05", 1));
        }
    }
    // SUPP-06; TRAD-26: not in the traditional mode.
    if is_double(own) && against_foot && !situation.traditional {
        list.push(("D3H2-SUPP-06", 1));
    }
    // SUPP-10, SUPP-11, SUPP-15
    if let Some((friend, friend_is_fast)) = &own.side_support
        && against_foot
        && !own.fast
        && !friend_is_fast
    {
        let friend = types::family(friend);
        if own.is(&["Sp"]) && (friend == "Sp" || friend == "Bd") {
            list.push((if situation.traditional { "D3H2-TRAD-27" } else { "D3H2-SUPP-12" }, 1));
        }
        if own.is(&["Sh", "Bw"]) && friend == "Bd" {
            list.push((if situation.traditional { "D3H2-TRAD-27" } else { "D3H2-SUPP-13" }, 1));
        }
    }
}

/// Whether it is a double element (TYPE-13).
fn is_double(own: &Side) -> bool {
    ["6Kn", "6Cv", "8Sp", "6Bd", "8Bw"].contains(&own.code.as_str())
}

/// Tactical factors of close combat (TACT-09 to TACT-21, CC-10).
fn close_combat(own: &Side, enemy: &Side, situation: &Situation, list: &mut Vec<(&'static str, i64)>) {
    // TACT-09, TACT-10, CC-14
    if own.inside.as_deref() == Some("stronghold") {
        list.push(("D3H2-TACT-09", 4));
    }
    if own.inside.as_deref() == Some("camp") {
        list.push(("D3H2-TACT-10", 2));
    }
    // CC-10: the other assaulters count against an element that holds the feature.
    if own.holds_feature() && own.assaulters > 0 {
        list.push(("D3H2-CC-10", -own.assaulters));
    }
    if own.class == Class::Feature {
        return; // not an element, so none of the factors below
    }
    // TACT-11
    if own.general {
        list.push(("D3H2-TACT-11", 1));
    }
    high_ground(own, enemy, situation, list);
    contacts(own, enemy, situation, list);
    bad_going(own, list);
}

/// Uphill, or on the bank of a river (TACT-12, TACT-13, TACT-20, BUA-12).
fn high_ground(own: &Side, enemy: &Side, situation: &Situation, list: &mut Vec<(&'static str, i64)>) {
    // TACT-13
    if own.class == Class::Aerial || enemy.class == Class::Aerial {
        return;
    }
    // TACT-20, BUA-13: no hill in a fight for a Stronghold.
    let uphill = own.uphill && !is_stronghold_assault(own, enemy, situation);
    // BUA-12: the bank counts there too. TACT-12: both together give +1.
    if uphill || own.bank {
        list.push(("D3H2-TACT-12", 1));
    }
}

/// Overlaps and contacts with flanks and rear (TACT-14, TACT-15, TACT-16).
fn contacts(own: &Side, enemy: &Side, situation: &Situation, list: &mut Vec<(&'static str, i64)>) {
    // An element in a Stronghold or Camp defends the whole perimeter and has no flank.
    if own.holds_feature() {
        return;
    }
    let mut flanks = 0;
    for contact in [own.left.as_deref(), own.right.as_deref()] {
        if contact == Some("flank") {
            flanks -= 1;
        }
        if contact == Some("overlap") {
            if own.is(&["Ps", "Sk"]) {
                // CC-04: these are not overlapped.
            } else if is_assault(own, enemy, situation) {
                // CC-10: overlaps do not count.
            } else {
                flanks -= 1;
            }
        }
    }
    if flanks < 0 {
        list.push(("D3H2-TACT-14", flanks));
    }
    if own.rear {
        list.push(("D3H2-TACT-15", -1));
    }
}

/// Bad going (TACT-18 to TACT-21).
fn bad_going(own: &Side, list: &mut Vec<(&'static str, i64)>) {
    if own.own_going() != Going::Bad {
        return; // FEAT-19, FEAT-20, TACT-20, TACT-21
    }
    if own.is(&["Ax", "Bw", "Wb", "Bs", "Sh", "Ps"]) {
        return; // TACT-18
    }
    list.push(("D3H2-TACT-18", -2)); // TACT-19
}

/// Tactical factors of an element that is shot at (TACT-05 to TACT-08).
fn shot_at(own: &Side, shooter: &Side, list: &mut Vec<(&'static str, i64)>) {
    if own.inside.as_deref() == Some("stronghold") {
        list.push(("D3H2-TACT-05", 4));
    }
    if own.inside.as_deref() == Some("camp") {
        list.push(("D3H2-TACT-06", 2));
    }
    if own.general {
        list.push(("D3H2-TACT-07", 1));
    }
    if shooter.aids > 0 {
        list.push(("D3H2-TACT-08", -shooter.aids));
    }
}

/// Tactical factors of an element that is bespelled (TACT-01 to TACT-03).
fn bespelled(own: &Side, mage: &Side, list: &mut Vec<(&'static str, i64)>) {
    // TACT-01: at most one +2; a Paladin or Cleric protects itself.
    if own.facing_river
        || own.protected
        || own.is(&["Pl", "Cl"])
        || own.is_in_feature(&["woods", "hamlet"])
        || own.holds_stronghold()
    {
        list.push(("D3H2-TACT-01", 2));
    }
    if own.general {
        list.push(("D3H2-TACT-02", 1));
    }
    if mage.aids > 0 {
        list.push(("D3H2-TACT-03", -mage.aids));
    }
}
