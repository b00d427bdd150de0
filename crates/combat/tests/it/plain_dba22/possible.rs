//! Cases that DBA 2.2 does not allow, and the field at fault. The first fault found is the answer.

use super::super::plain_parts::fault as at;
use super::super::written::{Fault, Mode, WrittenCase};
use super::TYPES;
use super::side::Side;

/// The first fault of a case.
pub(super) fn fault(case: &WrittenCase) -> Option<Fault> {
    let mode = case.mode;
    for name in ["a", "b"] {
        let code = &case.side(name).code;
        if !TYPES.contains(&code.as_str()) {
            return at("unknown-type", name, "type");
        }
    }
    if mode == Mode::Bespelling {
        return at("cannot-bespell", "a", "type"); // no spells in this ruleset
    }
    for name in ["a", "b"] {
        let side = case.side(name);
        if side.water.unwrap_or(false) {
            return at("not-possible", name, "water"); // there are no Lurkers
        }
        if side.sacking.unwrap_or(false) {
            return at("not-possible", name, "sacking"); // there are no Cities
        }
        if side.cinc.unwrap_or(false) && !side.general.unwrap_or(false) {
            return at("not-possible", name, "cinc");
        }
        // The rules say nothing about water: no element can be in it, as in DBA 3.0.
        if side.inside.is_none() && side.feature.as_deref() == Some("waterway") {
            return at("not-possible", name, "feature");
        }
    }
    let (a, b) = (Side::read(case, "a", mode), Side::read(case, "b", mode));
    for (name, side) in [("a", &a), ("b", &b)] {
        if let Some(found) = side_fault(name, side) {
            return Some(found);
        }
    }
    if a.holds() && b.holds() {
        return at("not-possible", "b", "in");
    }
    // Reading: no type is barred from assaulting a BUA or Camp.
    if mode == Mode::Shooting { shooting_fault(&a, &b) } else { None }
}

/// Properties that an element cannot have, and places where it cannot be.
fn side_fault(name: &str, side: &Side) -> Option<Fault> {
    match side.inside.as_deref() {
        None if side.is(&["CF"]) => return at("not-possible", name, "type"), // TYPE-05
        None | Some("camp") => {}
        Some("bua") if !side.is_mounted() => {} // TACT-01: foot or denizens
        Some(_) => return at("not-possible", name, "in"),
    }
    // Reading: camp followers and denizens are not troops of the army, so they are never the general's element.
    if side.general && side.is(&["CF"]) {
        return at("general-not-allowed", name, "general");
    }
    // The rules say nothing about elements that are only on a flank.
    if side.against_flank {
        return at("not-possible", name, "against_flank");
    }
    None
}

/// The reason a case of shooting is impossible.
fn shooting_fault(a: &Side, b: &Side) -> Option<Fault> {
    let shooters = ["Art", "Bw", "WWg"]; // SHOOT-01, SHOOT-02, SHOOT-03
    if !a.is(&shooters) {
        return at("cannot-shoot", "a", "type");
    }
    if !a.shoots {
        return at("not-possible", "a", "shoots"); // the mode says that a shoots
    }
    if b.shoots && !b.is(&shooters) {
        return at("cannot-shoot", "b", "shoots");
    }
    None
}
