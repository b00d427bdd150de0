//! Cases that DBMF does not allow, and the field at fault. The first fault found is the answer.

use super::super::plain_parts::fault as at;
use super::super::written::{Fault, Mode, WrittenCase, WrittenSide};
use super::TYPES;
use super::side::Side;

/// The first fault of a case.
pub(super) fn fault(case: &WrittenCase) -> Option<Fault> {
    let mode = case.mode;
    for name in ["a", "b"] {
        let code = &case.side(name).code;
        let full = if code.contains('(') { code.clone() } else { format!("{code}(O)") };
        if !TYPES.contains(&full.as_str()) {
            return at("unknown-type", name, "type");
        }
    }
    let (a, b) = (Side::read(case, "a", mode), Side::read(case, "b", mode));
    for (name, side) in [("a", &a), ("b", &b)] {
        if let Some(found) = side_fault(case.side(name), name, side, mode) {
            return Some(found);
        }
    }
    if a.fortified && b.fortified {
        return at("not-possible", "b", "in");
    }
    match mode {
        Mode::Close => None,
        Mode::Shooting => shooting_fault(&a, &b),
        // SHOOT-03, GRADE-46
        Mode::Bespelling if a.kind != "Mg" || a.grade == 'X' => at("cannot-bespell", "a", "type"),
        Mode::Bespelling => None,
    }
}

/// Properties that an element cannot have, and places where it cannot be.
fn side_fault(written: &WrittenSide, name: &str, side: &Side, mode: Mode) -> Option<Fault> {
    // Terrain is left to the DBMM book: only the river is a known feature.
    if written.feature.as_ref().is_some_and(|feature| feature != "river") {
        return at("bad-value", name, "feature");
    }
    if written.inside.is_some() && !side.fortified {
        return at("bad-value", name, "in");
    }
    if written.sacking.unwrap_or(false) {
        return at("not-possible", name, "sacking");
    }
    if written.cinc.unwrap_or(false) && !written.general.unwrap_or(false) {
        return at("not-possible", name, "cinc");
    }
    if written.water.unwrap_or(false) {
        return at("not-possible", name, "water");
    }
    // CF-16
    if side.ashore && !side.is_naval() {
        return at("not-possible", name, "ashore");
    }
    if mode == Mode::Close && written.against_flank.unwrap_or(false) {
        return at("not-possible", name, "against_flank");
    }
    None
}

/// SHOOT-01
fn can_shoot(side: &Side) -> bool {
    match side.kind.as_str() {
        "Art" | "Bw" | "Sh" | "Gal" => true,
        "WWg" => side.grade == 'S' || side.grade == 'O',
        "Gi" | "El" => side.grade == 'X',
        "Air" => side.grade != 'X',
        "Shp" => ['S', 'O', 'X'].contains(&side.grade),
        "Bts" => ['S', 'X'].contains(&side.grade),
        _ => false,
    }
}

/// The reason a case of shooting is impossible.
fn shooting_fault(a: &Side, b: &Side) -> Option<Fault> {
    if !can_shoot(a) {
        return at("cannot-shoot", "a", "type");
    }
    if !a.shoots {
        return at("not-possible", "a", "shoots"); // the mode says that a shoots
    }
    if b.shoots && !can_shoot(b) {
        return at("cannot-shoot", "b", "shoots");
    }
    None
}
