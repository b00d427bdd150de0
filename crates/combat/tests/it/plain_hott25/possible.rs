//! Cases that HOTT 2.5 does not allow, and the field at fault. The first fault found is the answer.

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
    let (a, b) = (Side::read(case, "a", mode), Side::read(case, "b", mode));
    for (name, side) in [("a", &a), ("b", &b)] {
        if let Some(found) = side_fault(case, name, side) {
            return Some(found);
        }
    }
    match mode {
        // Reading: no type is barred from assaulting the Stronghold.
        Mode::Close => None,
        Mode::Shooting => shooting_fault(&a, &b),
        // MAGIC-03. Reading: a Stronghold may be bespelled, without effect (OUT-27).
        Mode::Bespelling if !a.is(&["Mg"]) => at("cannot-bespell", "a", "type"),
        Mode::Bespelling => None,
    }
}

/// Properties that an element cannot have, and places where it cannot be.
fn side_fault(case: &WrittenCase, name: &str, side: &Side) -> Option<Fault> {
    if side.is_stronghold() && side.is_a {
        return at("not-possible", name, "type");
    }
    // A Stronghold is taken or not; no element is inside anything.
    if case.side(name).inside.is_some() {
        return at("not-possible", name, "in");
    }
    let written = case.side(name);
    if written.sacking.unwrap_or(false) {
        return at("not-possible", name, "sacking"); // there are no Cities
    }
    if written.cinc.unwrap_or(false) && !side.general {
        return at("not-possible", name, "cinc");
    }
    if side.water && !side.is(&["Lk"]) {
        return at("not-possible", name, "water"); // TYPE-05
    }
    // LIST-08, and a Stronghold is not an element
    if side.general && ["Bs", "Dg", "Gd", "Lk", "Pl", "Sk", "Stronghold"].contains(&side.code.as_str()) {
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
    let shooters = ["Sh", "Art"]; // SHOOT-06
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
