//! The troop types of DBA 3.0: class, the type that each counts as, and what each may be or do.

use super::super::plain_parts::Class;

/// The code without the mark of a rider and without its number of figures: `Bw` of `Mtd-4Bw`.
fn bare(code: &str) -> &str {
    code.strip_prefix("Mtd-").unwrap_or(code).trim_start_matches(|c: char| c.is_ascii_digit())
}

/// The type that a code counts as in the tables.
pub(super) fn family(code: &str) -> &str {
    match bare(code) {
        "HCh" => "Kn",                // TYPE-02
        "LCh" => "Cv",                // TYPE-03
        "LCm" => "LH",                // TYPE-04
        "CP" | "Lit" | "CWg" => "CP", // TYPE-06, TYPE-07: rows of their own
        "Lb" | "Cb" => "Bw",          // TYPE-16
        other => other,               // TYPE-08: Mtd-X fights as X
    }
}

/// TYPE-01, TYPE-05, TYPE-08.
pub(super) fn class(code: &str) -> Class {
    if ["El", "Kn", "SCh", "Cm", "Cv", "LH"].contains(&family(code)) { Class::Mounted } else { Class::Foot }
}

/// Whether an element of foot fights as Fast.
pub(super) fn is_fast_foot(code: &str) -> bool {
    if class(code) == Class::Mounted {
        return false;
    }
    if code == "Ps" {
        return true; // TYPE-09
    }
    if code == "Civ" {
        return true; // TYPE-12
    }
    let code = code.strip_prefix("Mtd-").unwrap_or(code);
    // TYPE-10; TYPE-11: all other foot is Solid.
    code.starts_with('3') || code.starts_with('5') || code.starts_with('6')
}

/// TYPE-14.
pub(super) fn is_double(code: &str) -> bool {
    ["6Kn", "6Cv", "6Bd", "8Sp", "8Bw", "8Lb", "8Cb"].contains(&code)
}

/// TYPE-16: Longbows and Crossbows, Fast or Solid, single or double, riding or not.
pub(super) fn is_longbow_or_crossbow(code: &str) -> bool {
    ["Lb", "Cb"].contains(&bare(code))
}

/// SHOOT-01, SHOOT-02, TYPE-08.
pub(super) fn can_shoot(code: &str) -> bool {
    ["Bw", "Art", "WWg"].contains(&family(code))
}

/// Whether an element of this type may be in a City, Fort or Camp.
pub(super) fn may_be_in(code: &str, place: &str, sacking: bool) -> bool {
    let family = family(code);
    if place == "city" && sacking {
        // Sacking troops are not a garrison (CITY-04), so Mounted may sack as well as foot. CITY-24: neither El nor
        // mobile towers.
        if ["El", "WWg"].contains(&family) {
            return false;
        }
        return !cannot_assault(code); // a type that cannot enter cannot sack (CITY-23)
    }
    match place {
        "city" => class(code) == Class::Foot && family != "WWg", // CITY-01, CITY-07
        "fort" => class(code) == Class::Foot && family != "WWg" && family != "Civ", // CITY-02, CITY-07
        "camp" => family != "El" && family != "SCh",             // DEPL-12, DEPL-13
        _ => false,
    }
}

/// Whether an element of this type may never put its front edge against a City, Fort or Camp.
pub(super) fn cannot_assault(code: &str) -> bool {
    match family(code) {
        "SCh" => true,        // CONT-03
        "Art" | "CP" => true, // CONT-01
        _ => false,           // CONT-04; CONT-02: El at a gate; CONT-01, TYPE-17: WWg that assault are mobile towers
    }
}
