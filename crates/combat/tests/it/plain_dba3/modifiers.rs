//! Support factors (SUPP), tactical factors (TACT) and those of Big Battles (BB-11, BB-42) of DBA 3.0.

use super::super::plain_parts::Going;
use super::super::written::Mode;
use super::side::Side;
use super::types;

/// Every modifier that applies to an element against its enemy, one entry per rule.
pub(super) fn modifiers(own: &Side, enemy: &Side, mode: Mode) -> Vec<(&'static str, i64)> {
    let mut list = Vec::new();
    let is_shot_at = mode == Mode::Shooting && enemy.shoots;
    if mode == Mode::Close {
        if !own.holds() && !enemy.holds() {
            // SUPP-02, SUPP-10, CITY-17
            rear_support(own, enemy, &mut list);
            side_support(own, enemy, &mut list);
        }
        close_combat(own, enemy, &mut list);
    }
    if mode == Mode::Close || is_shot_at {
        close_combat_or_shot_at(own, &mut list);
    }
    // TACT-12
    if is_shot_at && enemy.aids > 0 {
        list.push(("DBA3-TACT-12", -enemy.aids));
    }
    list
}

/// Rear support and double elements.
fn rear_support(own: &Side, enemy: &Side, list: &mut Vec<(&'static str, i64)>) {
    // SUPP-01, SUPP-07: entirely in Good Going.
    if own.own_going() != Going::Good {
        return;
    }
    if own.rear_support.as_deref() == Some(own.family.as_str()) {
        let foot_but_psiloi = enemy.is_foot() && !enemy.is(&["Ps"]);
        if own.is(&["Wb"]) && foot_but_psiloi {
            list.push(("DBA3-SUPP-03", 1));
        }
        if own.is(&["Pk"]) && foot_but_psiloi {
            list.push(("DBA3-SUPP-04", 3));
        }
        if own.is(&["Pk"]) && enemy.is(&["Kn", "El", "SCh"]) {
            list.push(("DBA3-SUPP-05", 1));
        }
        if own.is(&["LH"]) {
            list.push(("DBA3-SUPP-06", 1));
        }
    }
    if types::is_double(&own.code) && enemy.is_foot() {
        list.push(("DBA3-SUPP-07", 1));
    }
}

/// Side support.
fn side_support(own: &Side, enemy: &Side, list: &mut Vec<(&'static str, i64)>) {
    // SUPP-09; SUPP-14: wherever the friend stands.
    if !enemy.is_foot() || own.own_going() != Going::Good {
        return;
    }
    let Some(friend) = &own.side_support else {
        return;
    };
    let by_spears = types::family(friend) == "Sp";
    // SUPP-15: not 3Bd and 6Bd, but CP, Lit and CWg.
    let by_solid_blades = ["Bd", "CP"].contains(&types::family(friend)) && !types::is_fast_foot(friend);
    // SUPP-15: 3Bw receive none. Reading: Mtd-4Sp fights as 4Sp (TYPE-08) and is supported as such.
    if !own.is_solid_foot() {
        return;
    }
    if own.is(&["Sp"]) && (by_spears || by_solid_blades) {
        list.push(("DBA3-SUPP-11", 1));
    }
    if own.is(&["Bw"]) && by_solid_blades {
        // TYPE-16: also Lb and Cb
        list.push((if own.mounted_infantry { "DBA3-SUPP-13" } else { "DBA3-SUPP-12" }, 1));
    }
}

/// Modifiers both in close combat and when shot at.
fn close_combat_or_shot_at(own: &Side, list: &mut Vec<(&'static str, i64)>) {
    let civilians = own.is(&["Civ"]);
    // TACT-02; CITY-26: not for sacking troops.
    if own.holds_a(&["city", "fort"]) && own.is_foot() && !civilians && !own.sacking {
        list.push(("DBA3-TACT-02", 4));
    }
    // TACT-03: no Mounted.
    if own.holds_a(&["camp"]) && own.is_foot() {
        list.push(("DBA3-TACT-03", 2));
    }
    // TACT-04. Reading: not while they sack another City.
    if own.holds_a(&["city"]) && civilians && !own.sacking {
        list.push(("DBA3-TACT-04", 2));
    }
    // TACT-05
    if own.general {
        list.push(("DBA3-TACT-05", 1));
    }
    // BB-11
    if own.cinc {
        list.push(("DBA3-BB-11", 1));
    }
}

/// Modifiers in close combat only.
fn close_combat(own: &Side, enemy: &Side, list: &mut Vec<(&'static str, i64)>) {
    high_ground(own, list);
    contacts(own, enemy, list);
    // TACT-13, CITY-19. Reading: sacking troops are assaulted like any defenders of the City.
    if own.holds() && own.assaulters > 0 {
        list.push(("DBA3-TACT-13", -own.assaulters));
    }
    // TACT-14: there is no exception for Mounted Infantry; TACT-15: nothing in Rough Going.
    let excepted = own.is(&["Ps", "Ax", "Wb", "Bw"]) && !own.mounted_infantry;
    if own.own_going() == Going::Bad && !excepted {
        list.push(("DBA3-TACT-14", -2));
    }
    // BB-42
    if own.demoralised && !own.holds() {
        list.push(("DBA3-BB-42", -2));
    }
}

/// Uphill, or on land against an enemy in a river.
fn high_ground(own: &Side, list: &mut Vec<(&'static str, i64)>) {
    // FEAT-37: the hill of a City or Fort adds nothing to its defence; CITY-15: its river does.
    if own.holds_a(&["city", "fort"]) {
        if own.bank {
            list.push(("DBA3-CITY-15", 1));
        }
        return;
    }
    // Reading: both are in one line of the crib, “either … or”, so both together are +1, by TACT-06.
    if own.uphill {
        list.push(("DBA3-TACT-06", 1));
    } else if own.bank {
        list.push(("DBA3-TACT-07", 1));
    }
}

/// Overlaps, battlefield edges, flanks and rear.
fn contacts(own: &Side, enemy: &Side, list: &mut Vec<(&'static str, i64)>) {
    // An element in a City, Fort or Camp has no flank and no rear, and no overlap counts (CITY-16).
    if own.holds() {
        return;
    }
    let (mut overlaps, mut flanks, mut edges) = (0, 0, 0);
    for corner in [own.left.as_deref(), own.right.as_deref()] {
        match corner {
            Some("flank") => flanks += 1,                                   // TACT-10
            Some("overlap") if counts_overlap(own, enemy) => overlaps += 1, // TACT-08
            Some("edge") if counts_edge(own, enemy) => edges += 1,          // TACT-16
            Some("beside") if !enemy.holds() => overlaps += 1, // TACT-08, also against Ps and SCh (TACT-09); CITY-16
            _ => {}
        }
    }
    if overlaps > 0 {
        list.push(("DBA3-TACT-08", -overlaps));
    }
    if flanks > 0 {
        list.push(("DBA3-TACT-10", -flanks));
    }
    if own.rear {
        list.push(("DBA3-TACT-11", -1));
    }
    // Reading: a separate entry, by the rule of the edge.
    if edges > 0 {
        list.push(("DBA3-TACT-16", -edges));
    }
}

/// Whether an overlap counts against an element.
fn counts_overlap(own: &Side, enemy: &Side) -> bool {
    if enemy.holds() {
        return false; // CITY-16
    }
    !own.is(&["Ps", "SCh"]) // TACT-09
}

/// Whether the battlefield edge counts as an overlap.
fn counts_edge(own: &Side, enemy: &Side) -> bool {
    if enemy.holds() {
        return false; // TACT-19
    }
    if own.own_going() != Going::Good {
        return false; // TACT-16
    }
    if own.is(&["LH", "Cv"]) {
        return false; // TACT-17; 6Cv are Cv
    }
    // Reading: it counts as an overlap, and overlaps do not affect Ps and SCh (TACT-09).
    !own.is(&["Ps", "SCh"])
}
