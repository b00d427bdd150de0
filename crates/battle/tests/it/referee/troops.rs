//! The troop types as the inventory of rules has them: class, factors, moves, ranges.

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

/// The data of a type by its code (MOVE-06 to MOVE-22).
pub(super) fn troop(code: &str) -> Troop {
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
    Troop { class, family, double, factors, range, pace }
}

impl Element {
    pub(super) fn troop(&self) -> Troop {
        troop(&self.kind)
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
        self.is(&["Ps", "Lk"])
    }

    /// Fast, as Psiloi always are (FAST-05).
    pub(super) fn is_fast(&self) -> bool {
        self.fast || self.is_psiloi()
    }

    /// Artillery, Command Posts and War Wagons, which enter neither rough nor bad going (MOVE-16, MOVE-17).
    pub(super) fn is_wheeled(&self) -> bool {
        self.is(&["Art", "WWg", "CP"])
    }

    /// The move in good going, or in rough or bad (MOVE-06 to MOVE-22); mounted infantry rides (MOVE-15, FAST-13).
    pub(super) fn reach(&self, good: bool) -> Option<f64> {
        let pace = self.troop().pace;
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
}
