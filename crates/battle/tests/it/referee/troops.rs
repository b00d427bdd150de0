//! The troop types as the inventories of rules have them: class, factors, moves, ranges.

use super::game::{Book, PACES};
use super::reading::Element;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Aerial,
    Mounted,
    Foot,
}

/// How a type moves: in good going, and in rough or bad; faster ones if it is Fast.
#[derive(Clone, Copy, Debug)]
struct Pace {
    good: f64,
    poor: Option<f64>,
    fast_good: f64,
    fast_poor: Option<f64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Troop {
    pub(super) class: Class,
    /// The code of the parent type, which outcomes and supports name (TYPE-12, TYPE-13).
    pub(super) family: &'static str,
    pub(super) double: bool,
    /// Factors against Foot, and against Mounted and Aerials (CF-03 to CF-30).
    pub(super) factors: (i32, i32),
    /// The range of its shots (SHOOT-02, SHOOT-03).
    pub(super) range: Option<f64>,
    /// Whether it is Fast by its figures.
    swift: bool,
    pace: Pace,
}

const fn pace(good: f64, poor: f64, fast_good: f64, fast_poor: f64) -> Pace {
    Pace { good, poor: Some(poor), fast_good, fast_poor: Some(fast_poor) }
}

const AERIAL: Pace = pace(10.0, 10.0, 10.0, 10.0);
const HERO: Pace = pace(5.0, 2.0, 5.0, 2.0);
const HORSE: Pace = pace(4.0, 1.0, 5.0, 1.0);
const KNIGHT: Pace = pace(3.0, 1.0, 4.0, 1.0);
const FOOT: Pace = pace(2.0, 1.0, 3.0, 3.0);
const NIMBLE: Pace = pace(2.0, 2.0, 3.0, 3.0);
const PSILOI: Pace = pace(3.0, 3.0, 3.0, 3.0);
const WHEELED: Pace = Pace { good: 2.0, poor: None, fast_good: 3.0, fast_poor: None };

/// The data of a type of D3H2 by its code (MOVE-06 to MOVE-22).
pub(super) fn d3h2(code: &str) -> Troop {
    use Class::{Aerial, Foot, Mounted};
    let (class, family, factors, pace) = match code {
        "Gd" => (Aerial, "Gd", (6, 6), AERIAL),
        "Dg" => (Aerial, "Dg", (6, 6), AERIAL),
        "Ab" => (Aerial, "Ab", (5, 3), pace(5.0, 5.0, 5.0, 5.0)),
        "Fl" => (Aerial, "Fl", (2, 2), AERIAL),
        "AHr" => (Aerial, "Hr", (5, 5), AERIAL),
        "Hr" => (Mounted, "Hr", (5, 5), HERO),
        "Pl" => (Mounted, "Pl", (6, 6), HERO),
        "Kn" | "4Kn" | "6Kn" => (Mounted, "Kn", (3, 4), KNIGHT),
        "Cv" | "6Cv" => (Mounted, "Cv", (3, 3), HORSE),
        "LH" => (Mounted, "LH", (2, 2), HORSE),
        "SCh" => (Mounted, "SCh", (3, 3), HORSE),
        "Cm" => (Mounted, "Cm", (3, 3), KNIGHT),
        "Bh" => (Mounted, "Bh", (5, 4), KNIGHT),
        "Bs" => (Mounted, "Bs", (3, 4), pace(4.0, 4.0, 5.0, 5.0)),
        "Sp" | "8Sp" => (Foot, "Sp", (4, 4), FOOT),
        "Pk" => (Foot, "Pk", (3, 4), FOOT),
        "Bd" | "6Bd" => (Foot, "Bd", (5, 3), FOOT),
        "Ax" => (Foot, "Ax", (3, 3), NIMBLE),
        "Bw" | "8Bw" => (Foot, "Bw", (2, 4), FOOT),
        "Sh" => (Foot, "Sh", (3, 4), FOOT),
        "Ps" => (Foot, "Ps", (2, 2), PSILOI),
        "Lk" => (Foot, "Lk", (2, 2), PSILOI),
        "Wb" => (Foot, "Wb", (3, 2), NIMBLE),
        "Hd" | "IHd" => (Foot, "Hd", (3, 2), FOOT),
        "Art" => (Foot, "Art", (4, 4), WHEELED),
        "WWg" => (Foot, "WWg", (3, 4), WHEELED),
        "CP" => (Foot, "CP", (5, 3), WHEELED),
        "Sk" => (Foot, "Sk", (5, 3), FOOT),
        "Mg" => (Foot, "Mg", (4, 4), HERO),
        "Cl" => (Foot, "Cl", (4, 4), FOOT),
        _ => panic!("no such type: {code}"),
    };
    let range = match family {
        "Art" => Some(5.0),
        "Bw" | "Sh" | "WWg" => Some(3.0),
        _ => None,
    };
    let double = matches!(code, "6Kn" | "6Cv" | "8Sp" | "6Bd" | "8Bw");
    Troop { class, family, double, factors, range, swift: false, pace }
}

/// The data of a type of DBA 3.0 by its code (TYPE, MOVE-01 to MOVE-14, CF).
pub(super) fn dba3(code: &str) -> Troop {
    use Class::{Foot, Mounted};
    let name = code.trim_start_matches(|c: char| c.is_ascii_digit());
    let swift = matches!(code, "Ps" | "Civ") || code.starts_with(['3', '5', '6']);
    let both = |good, poor| pace(good, poor, good, poor);
    let (heavy, medium) = if swift { (both(3.0, 3.0), both(3.0, 3.0)) } else { (both(2.0, 1.0), both(2.0, 2.0)) };
    let (class, family, factors, pace) = match name {
        "El" => (Mounted, "Bh", (5, 4), both(3.0, 1.0)),
        "Kn" | "HCh" => (Mounted, "Kn", (3, 4), both(3.0, 1.0)),
        "SCh" => (Mounted, "SCh", (3, 4), both(4.0, 1.0)),
        "Cm" => (Mounted, "Cm", (3, 3), both(3.0, 1.0)),
        "Cv" | "LCh" => (Mounted, "Cv", (3, 3), both(4.0, 1.0)),
        "LH" | "LCm" => (Mounted, "LH", (2, 2), both(4.0, 1.0)),
        "Sp" => (Foot, "Sp", (4, 4), both(2.0, 1.0)),
        "Pk" => (Foot, "Pk", (3, 4), heavy),
        "Bd" => (Foot, "Bd", (5, 3), heavy),
        "CP" | "Lit" | "CWg" => (Foot, "CP", (5, 3), both(2.0, 1.0)),
        "Ax" => (Foot, "Ax", (3, 3), medium),
        "Wb" => (Foot, "Wb", (3, 2), medium),
        "Bw" | "Lb" | "Cb" => (Foot, "Bw", (2, 4), heavy),
        "Ps" => (Foot, "Ps", (2, 2), both(3.0, 3.0)),
        "Hd" => (Foot, "Hd", (3, 2), heavy),
        "Art" => (Foot, "Art", (4, 4), both(2.0, 1.0)),
        "WWg" => (Foot, "WWg", (3, 4), both(2.0, 1.0)),
        "Civ" => (Foot, "Civ", (2, 0), both(2.0, 1.0)),
        _ => panic!("no such type: {code}"),
    };
    let range = match family {
        "Art" => Some(5.0),
        "Bw" | "WWg" => Some(3.0),
        _ => None,
    };
    let double = matches!(code, "6Kn" | "6Cv" | "6Bd" | "8Sp" | "8Bw" | "8Lb" | "8Cb");
    Troop { class, family, double, factors, range, swift: swift && class == Foot, pace }
}

/// The data of a type of HOTT 2.5 by its code (TYPE, MOVE-04 to MOVE-12, CF). By road it is the better of both columns.
pub(super) fn hott(code: &str) -> Troop {
    use Class::{Aerial, Foot, Mounted};
    let both = |good, poor| pace(good * PACES, poor * PACES, good * PACES, poor * PACES);
    let (class, family, factors, pace) = match code {
        "Gd" => (Aerial, "Gd", (6, 6), both(12.0, 12.0)),
        "Dg" => (Aerial, "Dg", (6, 6), both(12.0, 12.0)),
        "Ab" => (Aerial, "Ab", (5, 3), both(5.0, 5.0)),
        "Fl" => (Aerial, "Fl", (2, 2), both(12.0, 12.0)),
        "AHr" => (Aerial, "Hr", (5, 5), both(12.0, 12.0)),
        "Hr" => (Mounted, "Hr", (5, 5), both(5.0, 2.0)),
        "Pl" => (Mounted, "Pl", (6, 6), both(5.0, 2.0)),
        "Kn" => (Mounted, "Kn", (3, 4), both(3.0, 2.0)),
        "Rd" => (Mounted, "Cv", (3, 3), both(4.0, 2.0)),
        "Ra" => (Mounted, "Ra", (2, 2), both(5.0, 2.0)),
        "Bh" => (Mounted, "Bh", (4, 5), both(3.0, 2.0)),
        "Bs" => (Mounted, "Bs", (3, 4), both(4.0, 4.0)),
        "Bd" => (Foot, "Bd", (5, 3), both(2.0, 2.0)),
        "Sp" => (Foot, "Sp", (4, 4), both(2.0, 2.0)),
        "Pk" => (Foot, "Pk", (3, 4), both(2.0, 2.0)),
        "Sh" => (Foot, "Sh", (3, 4), both(2.0, 2.0)),
        "Wb" => (Foot, "Wb", (3, 3), both(3.0, 3.0)),
        "Skr" => (Foot, "Ps", (2, 2), both(3.0, 3.0)),
        "Sk" => (Foot, "Sk", (5, 3), both(3.0, 3.0)),
        "Art" => {
            let pace = Pace { good: 2.0 * PACES, poor: None, fast_good: 2.0 * PACES, fast_poor: None };
            (Foot, "Art", (4, 4), pace)
        }
        "Mg" => (Foot, "Mg", (4, 4), both(5.0, 2.0)),
        "Cl" => (Foot, "Cl", (4, 4), both(2.0, 2.0)),
        "Hd" => (Foot, "Hd", (2, 2), both(2.0, 2.0)),
        "Lk" => (Foot, "Lk", (2, 2), both(2.0, 2.0)),
        _ => panic!("no such type: {code}"),
    };
    let range = match family {
        "Art" => Some(5.0 * PACES),
        "Sh" => Some(2.0 * PACES),
        _ => None,
    };
    Troop { class, family, double: false, factors, range, swift: false, pace }
}

/// How far a type of HOTT 2.5 goes by road, where that is farther than over good going.
fn by_road(code: &str) -> f64 {
    match code {
        "Art" => 3.0 * PACES,
        _ => 4.0 * PACES,
    }
}

impl Element {
    pub(super) fn troop(&self) -> Troop {
        (self.game.troop)(&self.kind)
    }

    pub(super) fn family(&self) -> &'static str {
        self.troop().family
    }

    pub(super) fn is(&self, families: &[&str]) -> bool {
        families.contains(&self.family())
    }

    pub(super) fn class(&self) -> Class {
        self.troop().class
    }

    pub(super) fn is_aerial(&self) -> bool {
        self.class() == Class::Aerial
    }

    pub(super) fn is_foot(&self) -> bool {
        self.class() == Class::Foot
    }

    pub(super) fn is_mounted(&self) -> bool {
        self.class() == Class::Mounted
    }

    /// Psiloi, whatever they are called (TYPE-08).
    pub(super) fn is_psiloi(&self) -> bool {
        self.is(self.game.psiloi)
    }

    /// Fast, as Psiloi always are (FAST-05).
    pub(super) fn is_fast(&self) -> bool {
        match self.game.book {
            Book::D3h2 | Book::Traditional => self.fast || self.is_psiloi(),
            // Figures tell, and those of the Foot on which mounted infantry fights (DBA3-TYPE-10).
            Book::Dba3 => self.troop().swift,
            Book::Hott => false,
        }
    }

    /// Artillery and other vehicles, which do not enter poor going (MOVE-16, MOVE-17).
    pub(super) fn is_wheeled(&self) -> bool {
        self.is(self.game.wheeled)
    }

    /// Types on camels, to whom Dunes and Oases are good going (FEAT-19).
    pub(super) fn is_on_camels(&self) -> bool {
        self.is(&["Cm"]) || self.kind == "LCm"
    }

    /// Beasts, to whom D3H2 has no poor going (FEAT-20).
    pub(super) fn is_at_home_anywhere(&self) -> bool {
        self.is(&["Bs"]) && self.game.is_d3h2()
    }

    /// Sub-types of Bows by whom Knights die at equal scores (DBA3-OUT-07).
    pub(super) fn has_longbows(&self) -> bool {
        self.kind.ends_with("Lb") || self.kind.ends_with("Cb")
    }

    /// The move in good going, or in rough or bad (MOVE-06 to MOVE-22); mounted infantry rides (MOVE-15, FAST-13).
    pub(super) fn reach(&self, good: bool) -> Option<f64> {
        let pace = self.troop().pace;
        if self.mounted && self.game.is_dba3() {
            return if good { Some(3.0) } else { pace.poor };
        }
        match (self.mounted, self.fast, good) {
            (true, true, true) => Some(4.0),
            (true, false, true) => Some(3.0),
            (true, _, false) => Some(1.0),
            (false, true, true) => Some(pace.fast_good),
            (false, false, true) => Some(pace.good),
            (false, true, false) => pace.fast_poor,
            (false, false, false) => pace.poor,
        }
    }

    /// The move along a road.
    pub(super) fn reach_by_road(&self) -> Option<f64> {
        let good = self.reach(true);
        if self.game.is_hott() && !self.is_aerial() { good.map(|good| good.max(by_road(&self.kind))) } else { good }
    }
}
