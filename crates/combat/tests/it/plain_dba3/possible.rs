//! Cases that DBA 3.0 does not allow, and the field at fault. The first fault found is the answer.

use super::super::plain_parts::fault as at;
use super::super::written::{Fault, Mode, WrittenCase};
use super::TYPES;
use super::side::Side;
use super::types;

/// The first fault of a case.
pub(super) fn fault(case: &WrittenCase) -> Option<Fault> {
    let mode = case.mode;
    for name in ["a", "b"] {
        let code = &case.side(name).code;
        // An empty City or Camp is held by its Civilians, so `Camp` is not a type here.
        if !TYPES.contains(&code.as_str()) {
            return at("unknown-type", name, "type");
        }
    }
    if mode == Mode::Bespelling {
        return at("cannot-bespell", "a", "type"); // no spells in this ruleset
    }
    if let Some(name) = ["a", "b"].into_iter().find(|name| case.side(name).water.unwrap_or(false)) {
        return at("not-possible", name, "water"); // there are no Lurkers
    }
    let (a, b) = (Side::read(case, "a", mode), Side::read(case, "b", mode));
    for (name, side) in [("a", &a), ("b", &b)] {
        let found = quality_fault(name, side, mode).or_else(|| place_fault(name, side));
        if found.is_some() {
            return found;
        }
    }
    if a.holds() && b.holds() {
        return at("not-possible", "b", "in");
    }
    if mode == Mode::Close { close_fault(&a, &b) } else { shooting_fault(&a, &b) }
}

/// Properties that an element cannot have.
fn quality_fault(name: &str, side: &Side, mode: Mode) -> Option<Fault> {
    // Reading: Civilians are not an element of the army (LIST-01), so they are never the general's (LIST-02).
    if side.general && side.is(&["Civ"]) {
        return at("general-not-allowed", name, "general");
    }
    if side.cinc && !side.general {
        return at("not-possible", name, "cinc"); // BB-11
    }
    if side.sacking && side.inside.as_deref() != Some("city") {
        return at("not-possible", name, "sacking"); // CITY-23: only a City can be sacked
    }
    if side.sacking && mode == Mode::Shooting {
        return at("not-possible", name, "sacking"); // CITY-27, CITY-28
    }
    None
}

/// Places where an element cannot be.
fn place_fault(name: &str, side: &Side) -> Option<Fault> {
    if let Some(place) = &side.inside
        && !types::may_be_in(&side.code, place, side.sacking)
    {
        return at("not-possible", name, "in");
    }
    if side.is_in_feature(&["waterway"]) {
        return at("not-possible", name, "feature"); // FEAT-46
    }
    None
}

/// The reason a case of close combat is impossible.
fn close_fault(a: &Side, b: &Side) -> Option<Fault> {
    if b.holds() && types::cannot_assault(&a.code) {
        return at("not-possible", "a", "type"); // CONT-01, CONT-03
    }
    if a.holds() && types::cannot_assault(&b.code) {
        return at("not-possible", "b", "type"); // CONT-01, CONT-03
    }
    // A City, Fort or Camp has no flank, and no element inside one is on another's; two elements cannot each be only
    // on the other's flank.
    if a.against_flank && (a.holds() || b.holds() || b.against_flank) {
        return at("not-possible", "a", "against_flank");
    }
    if b.against_flank && (a.holds() || b.holds()) {
        return at("not-possible", "b", "against_flank");
    }
    None
}

/// The reason a case of shooting is impossible.
fn shooting_fault(a: &Side, b: &Side) -> Option<Fault> {
    if !types::can_shoot(&a.code) {
        return at("cannot-shoot", "a", "type"); // SHOOT-01, SHOOT-02
    }
    if !a.shoots {
        return at("not-possible", "a", "shoots"); // the mode says that a shoots
    }
    if b.shoots && !types::can_shoot(&b.code) {
        return at("cannot-shoot", "b", "shoots"); // SHOOT-01, SHOOT-02
    }
    if a.is_in_feature(&["marsh", "river"]) {
        return at("not-possible", "a", "feature"); // SHOOT-29
    }
    if b.shoots && b.is_in_feature(&["marsh", "river"]) {
        return at("not-possible", "b", "feature"); // SHOOT-29
    }
    // Reading: SHOOT-30 is about elements entirely in a Gully; an element that is in one according to the case is so
    // at least partly.
    None
}
