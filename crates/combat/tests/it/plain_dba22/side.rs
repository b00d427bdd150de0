//! One side of a DBA 2.2 case with all defaults filled in.

use super::super::plain_parts::{Class, Going};
use super::super::written::{Mode, WrittenCase};

/// One side of a case.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) code: String,
    pub(super) class: Class,
    pub(super) roll: i64,
    pub(super) general: bool,
    /// It moved into contact with the other's front edge in this bound.
    pub(super) charged: bool,
    /// Good or Bad: there is no other going.
    pub(super) going: Going,
    /// `bua` or `camp`.
    pub(super) inside: Option<String>,
    /// The type directly behind it that supports it.
    pub(super) rear_support: Option<String>,
    /// `overlap` or `flank`.
    pub(super) left: Option<String>,
    /// `overlap` or `flank`.
    pub(super) right: Option<String>,
    pub(super) rear: bool,
    pub(super) uphill: bool,
    pub(super) bank: bool,
    pub(super) aids: i64,
    /// It shoots (in shooting only).
    pub(super) shoots: bool,
    /// It is only in contact with its enemy's flank or rear (in close combat only).
    pub(super) against_flank: bool,
}

impl Side {
    /// Reads side `name` (`a` or `b`).
    pub(super) fn read(case: &WrittenCase, name: &str, mode: Mode) -> Side {
        let side = case.side(name);
        let code = side.code.clone();
        let inside = side.inside.clone();
        // An element in a BUA or Camp is in good going and in no other feature.
        let going = if inside.is_some() { Going::Good } else { going(side.going.as_deref(), side.feature.as_deref()) };
        let rear_support = if side.has_usual_friend_behind() {
            // `true`: a friend of its own type, or of the only type that may support it (SUPP-04).
            Some(if ["Bd", "Aux"].contains(&code.as_str()) { "Ps".to_owned() } else { code.clone() })
        } else {
            side.friend_behind()
        };
        Side {
            class: class(&code),
            roll: side.roll,
            general: side.general.unwrap_or(false),
            charged: side.charged.unwrap_or(false),
            going,
            inside,
            rear_support,
            left: side.left.clone(),
            right: side.right.clone(),
            rear: side.rear.unwrap_or(false),
            uphill: side.uphill.unwrap_or(false),
            bank: side.bank.unwrap_or(false),
            aids: side.aids.unwrap_or(0),
            shoots: mode == Mode::Shooting && side.shoots.unwrap_or(name == "a"),
            against_flank: mode == Mode::Close && side.against_flank.unwrap_or(false),
            code,
        }
    }

    /// Whether it is one of these types.
    pub(super) fn is(&self, codes: &[&str]) -> bool {
        codes.contains(&self.code.as_str())
    }

    pub(super) fn is_mounted(&self) -> bool {
        self.class == Class::Mounted
    }

    pub(super) fn in_bad_going(&self) -> bool {
        self.going == Going::Bad
    }

    pub(super) fn holds_bua(&self) -> bool {
        self.inside.as_deref() == Some("bua")
    }

    pub(super) fn holds_camp(&self) -> bool {
        self.inside.as_deref() == Some("camp")
    }

    /// Whether it is in a BUA or Camp.
    pub(super) fn holds(&self) -> bool {
        self.inside.is_some()
    }
}

fn class(code: &str) -> Class {
    if ["Cm", "Cv", "El", "Kn", "LH", "SCh"].contains(&code) {
        Class::Mounted // TYPE-01
    } else {
        Class::Foot // TYPE-02
    }
}

/// The going of the ground from the given going and feature.
fn going(going: Option<&str>, feature: Option<&str>) -> Going {
    match feature {
        // TERR-18; Steep Hills are `difficult_hill`
        Some("difficult_hill" | "woods" | "marsh" | "rough" | "dunes" | "oasis") => Going::Bad,
        Some("river") => Going::Good, // TERR-18 names Rivers beside Bad Going
        // Gentle Hill and Road: as given. Reading: the same holds for features that DBA 2.2 does not have.
        _ => match going {
            // Reading: the rules only know Good and Bad Going, and Rough is Bad (TERR-18).
            Some("bad" | "rough") => Going::Bad,
            _ => Going::Good,
        },
    }
}
