//! The troop types: which codes exist, their class, the type that each belongs to, and what each may be.

/// The three classes (TYPE-01), and the empty Stronghold or Camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// TYPE-02.
    Aerial,
    /// TYPE-03.
    Mounted,
    /// TYPE-04.
    Foot,
    /// A Stronghold or Camp with no element in it.
    Feature,
}

/// The class of a code, or none for a code that D3H2 does not have.
pub(super) fn class(code: &str) -> Option<Class> {
    if let Some(foot) = code.strip_prefix("Mtd-") {
        // TYPE-15: Mounted Infantry is Foot, of the Foot type that it fights as.
        if class(foot) == Some(Class::Foot) && !foot.starts_with("Mtd-") {
            return Some(Class::Foot);
        }
        return None;
    }
    if ["Gd", "Dg", "Ab", "Fl", "AHr"].contains(&code) {
        return Some(Class::Aerial); // TYPE-02
    }
    if ["Hr", "Pl", "Kn", "4Kn", "6Kn", "Cv", "6Cv", "LH", "SCh", "Cm", "Bh", "Bs"].contains(&code) {
        return Some(Class::Mounted); // TYPE-03
    }
    if [
        "Sp", "8Sp", "Pk", "Bd", "6Bd", "Ax", "Bw", "8Bw", "Sh", "Ps", "Lk", "Wb", "Hd", "IHd", "Art", "WWg", "CP",
        "Sk", "Mg", "Cl",
    ]
    .contains(&code)
    {
        return Some(Class::Foot); // TYPE-04, TYPE-06
    }
    if ["Stronghold", "Camp"].contains(&code) {
        return Some(Class::Feature);
    }
    None
}

/// The type that a code belongs to in the tables: doubles and 4Kn to their parent, Lurkers to Psiloi, the Aerial Hero
/// to Hero, Inexhaustible Hordes to Hordes, Mounted Infantry to its Foot type.
pub(super) fn family(code: &str) -> &str {
    let code = code.strip_prefix("Mtd-").unwrap_or(code); // TYPE-15
    if code == "4Kn" || code == "6Kn" {
        "Kn" // TYPE-12, TYPE-13
    } else if code == "6Cv" {
        "Cv" // TYPE-13
    } else if code == "8Sp" {
        "Sp" // TYPE-13
    } else if code == "6Bd" {
        "Bd" // TYPE-13
    } else if code == "8Bw" {
        "Bw" // TYPE-13
    } else if code == "Lk" {
        "Ps" // TYPE-08
    } else if code == "AHr" {
        "Hr" // TYPE-07
    } else if code == "IHd" {
        "Hd" // COST-10
    } else {
        code
    }
}

/// Whether a code of D3H2 is played in the traditional mode too (TRAD-02, TRAD-03, TRAD-45).
pub(super) fn is_traditional(code: &str) -> bool {
    if code.starts_with("Mtd-") {
        return false; // TRAD-45
    }
    // TRAD-03: of the Psiloi only the Lurkers.
    if code == "Ps" {
        return false;
    }
    let barred = ["Ax", "Bw", "Cm", "CP", "LH", "Pk", "SCh", "WWg"];
    !barred.contains(&family(code))
}

/// Whether an element of this code may be bought Fast (FAST-03 to FAST-13).
pub(super) fn may_be_fast(code: &str) -> bool {
    let code = code.strip_prefix("Mtd-").unwrap_or(code); // FAST-13
    if ["Stronghold", "Camp"].contains(&code) {
        return false;
    }
    if ["Gd", "Dg", "Ab", "Fl", "AHr"].contains(&code) {
        return false; // FAST-03: Aerials
    }
    if ["Art", "Cm", "Hr", "Pl", "Cl", "Mg", "4Kn", "6Kn", "6Cv", "8Bw", "8Sp", "SCh"].contains(&code) {
        return false; // FAST-03, FAST-07, FAST-08
    }
    true // FAST-04, FAST-05, FAST-06
}

/// Whether an element of this code is always Fast (FAST-05).
pub(super) fn is_always_fast(code: &str) -> bool {
    family(code) == "Ps"
}

/// Whether an element of this code may be the general (LIST-08).
pub(super) fn may_be_general(code: &str) -> bool {
    !["Gd", "Dg", "Lk", "Mtd-Lk", "Stronghold", "Camp"].contains(&code)
}

/// Whether an element of this code can shoot (SHOOT-01).
pub(super) fn can_shoot(code: &str) -> bool {
    ["Sh", "Bw", "Art", "WWg"].contains(&family(code))
}

/// Whether an element of this code may hold a Stronghold or Camp (BUA-07, CAMP-04).
pub(super) fn may_garrison(code: &str) -> bool {
    if class(code) == Some(Class::Aerial) || class(code) == Some(Class::Feature) {
        return false;
    }
    !["Sk", "Bh", "SCh"].contains(&family(code))
}
