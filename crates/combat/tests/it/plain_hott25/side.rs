//! One side of a HOTT 2.5 case with all defaults filled in.

use super::super::plain_parts::{Class, Going};
use super::super::written::{Mode, WrittenCase};

/// One side of a case.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) code: String,
    pub(super) class: Class,
    pub(super) roll: i64,
    pub(super) general: bool,
    /// It moved into front contact with the other in this turn.
    pub(super) charged: bool,
    /// A Lurker in water (TYPE-05).
    pub(super) water: bool,
    /// Good or Bad: there is no other going.
    going: Going,
    feature: Option<String>,
    /// The type of its second rank.
    pub(super) rear_support: Option<String>,
    /// `overlap` or `flank`.
    pub(super) left: Option<String>,
    /// `overlap` or `flank`.
    pub(super) right: Option<String>,
    pub(super) rear: bool,
    pub(super) uphill: bool,
    pub(super) bank: bool,
    /// A river lies between it and the bespeller.
    pub(super) facing_river: bool,
    /// A Paladin or Cleric protects it.
    pub(super) protected: bool,
    pub(super) near_own_stronghold: bool,
    pub(super) aids: i64,
    /// It shoots (in shooting only).
    pub(super) shoots: bool,
    /// It is only in contact with its enemy's flank or rear (in close combat only).
    pub(super) against_flank: bool,
    /// It is side a: the shooter or bespeller.
    pub(super) is_a: bool,
}

impl Side {
    /// Reads side `name` (`a` or `b`).
    pub(super) fn read(case: &WrittenCase, name: &str, mode: Mode) -> Side {
        let side = case.side(name);
        let code = side.code.clone();
        let is_a = name == "a";
        let feature = side.feature.clone();
        let rear_support = if side.has_usual_friend_behind() { Some(code.clone()) } else { side.friend_behind() };
        Side {
            class: class(&code),
            roll: side.roll,
            general: side.general.unwrap_or(false),
            charged: side.charged.unwrap_or(false),
            water: side.water.unwrap_or(false),
            going: going(side.going.as_deref(), feature.as_deref()),
            feature,
            rear_support,
            left: side.left.clone(),
            right: side.right.clone(),
            rear: side.rear.unwrap_or(false),
            uphill: side.uphill.unwrap_or(false),
            bank: side.bank.unwrap_or(false),
            facing_river: side.facing_river.unwrap_or(false),
            protected: side.protected.unwrap_or(false),
            near_own_stronghold: side.near_own_stronghold.unwrap_or(false),
            aids: side.aids.unwrap_or(0),
            shoots: mode == Mode::Shooting && side.shoots.unwrap_or(is_a),
            against_flank: mode == Mode::Close && side.against_flank.unwrap_or(false),
            is_a,
            code,
        }
    }

    /// Whether it is one of these types; an Aerial Hero is also a Hero.
    pub(super) fn is(&self, codes: &[&str]) -> bool {
        codes.contains(&self.code.as_str()) || (self.code == "AHr" && codes.contains(&"Hr"))
    }

    pub(super) fn is_aerial(&self) -> bool {
        self.class == Class::Aerial
    }

    pub(super) fn is_mounted(&self) -> bool {
        self.class == Class::Mounted
    }

    pub(super) fn is_stronghold(&self) -> bool {
        self.code == "Stronghold"
    }

    /// Whether it is in Bad Going: no aerial is (TACT-06), and a Stronghold stands on good ground.
    pub(super) fn in_bad_going(&self) -> bool {
        self.going == Going::Bad && !self.is_aerial() && !self.is_stronghold()
    }

    /// Whether it is in woods. Reading: aerials are where the case says; a Stronghold is in no feature.
    pub(super) fn in_woods(&self) -> bool {
        self.feature.as_deref() == Some("woods") && !self.is_stronghold()
    }
}

fn class(code: &str) -> Class {
    if ["Gd", "Dg", "Ab", "Fl", "AHr"].contains(&code) {
        Class::Aerial // TYPE-01
    } else if ["Hr", "Pl", "Kn", "Rd", "Ra", "Bh", "Bs"].contains(&code) {
        Class::Mounted // TYPE-02
    } else {
        Class::Foot // TYPE-03, the Stronghold included
    }
}

/// The going of the ground from the given going and feature. No rule says which features are Bad Going.
fn going(going: Option<&str>, feature: Option<&str>) -> Going {
    match feature {
        // Reading: the bad and the rough going of other rulesets.
        Some("woods" | "marsh" | "difficult_hill" | "dunes" | "oasis" | "gully") => Going::Bad,
        Some("rough" | "rocky" | "scrub" | "boggy" | "hamlet" | "enclosures") => Going::Bad,
        Some("river") => Going::Good,
        // Gentle Hill, Plough and Road: as given.
        _ => match going {
            // Reading: the rules only know Good and Bad Going, and Rough is Bad.
            Some("bad" | "rough") => Going::Bad,
            _ => Going::Good,
        },
    }
}
