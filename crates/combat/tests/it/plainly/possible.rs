//! Cases that the rules do not allow, and the field at fault. The first fault found is the answer.

use super::super::written::{Fault, Mode, WrittenCase};
use super::side::{Side, Situation};
use super::types::{self, Class};

/// The first fault of a case: error code and dotted field.
pub(super) fn fault(case: &WrittenCase, situation: &Situation) -> Option<Fault> {
    for name in ["a", "b"] {
        if let Some((code, field)) = type_fault(case, name, situation) {
            return Some((code, format!("{name}.{field}")));
        }
    }
    let a = Side::read(case, "a", situation);
    let b = Side::read(case, "b", situation);
    for (name, side) in [("a", &a), ("b", &b)] {
        if let Some((code, field)) = own_fault(case, name, side) {
            return Some((code, format!("{name}.{field}")));
        }
    }
    for (name, side) in [("a", &a), ("b", &b)] {
        if let Some(field) = place_fault(case, name, side) {
            return Some(("not-possible", format!("{name}.{field}")));
        }
    }
    // INTERFACES: both sides holding a feature.
    if a.holds_feature() && b.holds_feature() {
        let field = if b.class == Class::Feature { "a.in" } else { "b.in" };
        return Some(("not-possible", field.to_owned()));
    }
    let (code, field) = if situation.mode == Mode::Close {
        ("not-possible", close_fault(&a, &b)?)
    } else if situation.mode == Mode::Shooting {
        shooting_fault(&a, &b)?
    } else {
        bespelling_fault(&a, &b)?
    };
    Some((code, field.to_owned()))
}

/// A type that does not exist, or not in this ruleset, or not on this side.
fn type_fault(case: &WrittenCase, name: &str, situation: &Situation) -> Option<(&'static str, &'static str)> {
    let code = case.side(name).code.as_str();
    let Some(class) = types::class(code) else {
        return Some(("unknown-type", "type"));
    };
    if situation.traditional && !types::is_traditional(code) {
        return Some(("not-in-ruleset", "type")); // TRAD-02, TRAD-03, TRAD-45
    }
    if class == Class::Feature && name == "a" {
        return Some(("not-possible", "type")); // INTERFACES: an empty feature only as b
    }
    None
}

/// A property that its type cannot have in any mode.
fn own_fault(case: &WrittenCase, name: &str, side: &Side) -> Option<(&'static str, &'static str)> {
    if case.side(name).fast == Some(true) && !types::may_be_fast(&side.code) {
        return Some(("fast-not-allowed", "fast")); // FAST-03
    }
    if side.general && !types::may_be_general(&side.code) {
        return Some(("general-not-allowed", "general")); // LIST-08
    }
    None
}

/// A place where the element cannot be in any mode.
fn place_fault(case: &WrittenCase, name: &str, side: &Side) -> Option<&'static str> {
    if case.side(name).inside.is_some() && !types::may_garrison(&side.code) {
        return Some("in"); // BUA-07, CAMP-04; and an empty feature is in no other
    }
    if side.class == Class::Aerial && side.is_in_feature(&["woods", "hamlet", "waterway"]) {
        return Some("feature"); // MOVE-08, FEAT-10
    }
    if side.is_ground() && side.is_in_feature(&["waterway"]) && !side.code.ends_with("Lk") {
        return Some("feature"); // FEAT-10; Water Lurkers may (TYPE-09)
    }
    None
}

/// The reason a case of close combat is impossible.
fn close_fault(a: &Side, b: &Side) -> Option<&'static str> {
    if b.holds_feature() && cannot_assault(a, b) {
        return Some("a.type");
    }
    if a.holds_feature() && cannot_assault(b, a) {
        return Some("b.type");
    }
    // A Stronghold or Camp has no flank and attacks none.
    if a.against_flank && (a.holds_feature() || b.holds_feature()) {
        return Some("a.against_flank");
    }
    if b.against_flank && (a.holds_feature() || b.holds_feature()) {
        return Some("b.against_flank");
    }
    // They cannot each be only on the other's flank.
    if a.against_flank && b.against_flank {
        return Some("b.against_flank");
    }
    None
}

/// Whether an element may not move into contact with the feature that the other holds.
fn cannot_assault(assaulter: &Side, holder: &Side) -> bool {
    if assaulter.is(&["SCh"]) {
        return true; // CONT-09
    }
    if assaulter.is(&["Art", "CP"]) {
        return true; // MOVE-18
    }
    if assaulter.is(&["WWg"]) {
        return !holder.holds_stronghold(); // MOVE-18: as a siege tower against a Stronghold only
    }
    false
}

/// The reason a case of shooting is impossible.
fn shooting_fault(a: &Side, b: &Side) -> Option<(&'static str, &'static str)> {
    if !types::can_shoot(&a.code) {
        return Some(("cannot-shoot", "a.type")); // SHOOT-01
    }
    if !a.shoots {
        return Some(("not-possible", "a.shoots")); // the mode says that a shoots
    }
    if b.shoots && !types::can_shoot(&b.code) {
        return Some(("cannot-shoot", "b.shoots")); // SHOOT-01
    }
    if a.is_in_feature(&["marsh", "river"]) {
        return Some(("not-possible", "a.feature")); // SHOOT-15
    }
    if b.shoots && b.is_in_feature(&["marsh", "river"]) {
        return Some(("not-possible", "b.feature")); // SHOOT-15
    }
    None
}

/// The reason a case of bespelling is impossible.
fn bespelling_fault(a: &Side, b: &Side) -> Option<(&'static str, &'static str)> {
    if !a.is(&["Mg"]) {
        return Some(("cannot-bespell", "a.type")); // MAGIC-01
    }
    if b.class == Class::Feature {
        return Some(("not-possible", "b.type")); // MAGIC-07
    }
    None
}
