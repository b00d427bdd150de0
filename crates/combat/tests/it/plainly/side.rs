//! The contents of a case: the situation as a whole, and each of its two sides with all defaults filled in.

use super::super::written::{Mode, WrittenCase};
use super::types::{self, Class};

/// The circumstances that apply to both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// The way they meet.
    pub(super) mode: Mode,
    /// The traditional tables are in use.
    pub(super) traditional: bool,
    /// `options.knights_equal` is `foot_only` (OUT-14 as in DBA 3.0).
    pub(super) knights_foot_only: bool,
}

impl Situation {
    /// Reads ruleset, mode and options of a case.
    pub(super) fn read(case: &WrittenCase) -> Situation {
        Situation {
            mode: case.mode,
            traditional: case.ruleset == "d3h2-traditional",
            knights_foot_only: case.knights_equal == Some("foot_only"),
        }
    }
}

/// Going, from easy to hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Going {
    /// Wholly in good going (FEAT-23).
    Good,
    /// At least partly in rough going.
    Rough,
    /// At least partly in bad going (FEAT-22).
    Bad,
}

/// One side of a case with every default filled in.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The troop type code as given.
    pub(super) code: String,
    /// The type it belongs to in the tables, see `types::family`.
    pub(super) family: String,
    pub(super) class: Class,
    pub(super) mounted_infantry: bool,
    pub(super) roll: i64,
    /// Fast, also where the type always is.
    pub(super) fast: bool,
    pub(super) general: bool,
    /// The going of the ground under it, before exceptions for its type.
    pub(super) ground: Going,
    /// The feature it stands in; none while it is in a Stronghold or Camp.
    pub(super) feature: Option<String>,
    /// `stronghold` or `camp` if it occupies one.
    pub(super) inside: Option<String>,
    pub(super) rear_support: bool,
    /// The friend beside it: its code, and whether it is Fast.
    pub(super) side_support: Option<(String, bool)>,
    /// `overlap` or `flank`.
    pub(super) left: Option<String>,
    /// `overlap` or `flank`.
    pub(super) right: Option<String>,
    pub(super) rear: bool,
    pub(super) uphill: bool,
    pub(super) bank: bool,
    pub(super) assaulters: i64,
    pub(super) two_edges: bool,
    pub(super) facing_river: bool,
    pub(super) protected: bool,
    pub(super) near_own_stronghold: bool,
    pub(super) aids: i64,
    /// It shoots (only in mode shooting).
    pub(super) shoots: bool,
    pub(super) rear_shot: bool,
    /// It is only on its enemy's flank or rear (only in close combat).
    pub(super) against_flank: bool,
    pub(super) front_result: Option<String>,
    /// It is side a: the shooter, or the main bespeller.
    pub(super) is_a: bool,
}

impl Side {
    /// Reads side `name` (`a` or `b`) of a case that has passed `possible::fault`.
    pub(super) fn read(case: &WrittenCase, name: &str, situation: &Situation) -> Side {
        let side = case.side(name);
        let code = side.code.clone();
        let class = types::class(&code).unwrap_or(Class::Foot);
        let is_a = name == "a";
        let mut inside = side.inside.clone();
        let mut feature = side.feature.clone();
        let mut ground = ground(side.going.as_deref(), feature.as_deref());
        if class == Class::Feature {
            // BUA-02, CAMP-01: a Stronghold or Camp stands in good going.
            inside = None;
        }
        if inside.is_some() || class == Class::Feature {
            // INTERFACES: `in` overrides going and feature.
            feature = None;
            ground = Going::Good;
        }
        let side_support = side.side_support.as_ref().map(|friend| {
            let fast = friend.fast.unwrap_or(false) || types::is_always_fast(&friend.code);
            (friend.code.clone(), fast)
        });
        Side {
            family: types::family(&code).to_owned(),
            class,
            mounted_infantry: code.starts_with("Mtd-"),
            roll: side.roll,
            fast: side.fast.unwrap_or(false) || types::is_always_fast(&code), // FAST-05
            general: side.general.unwrap_or(false),
            ground,
            feature,
            inside,
            rear_support: side.has_usual_friend_behind(),
            side_support,
            left: side.left.clone(),
            right: side.right.clone(),
            rear: side.rear.unwrap_or(false),
            uphill: side.uphill.unwrap_or(false),
            bank: side.bank.unwrap_or(false),
            assaulters: side.assaulters.unwrap_or(0),
            two_edges: side.two_edges.unwrap_or(false),
            facing_river: side.facing_river.unwrap_or(false),
            protected: side.protected.unwrap_or(false),
            near_own_stronghold: side.near_own_stronghold.unwrap_or(false),
            aids: side.aids.unwrap_or(0),
            shoots: situation.mode == Mode::Shooting && side.shoots.unwrap_or(is_a),
            rear_shot: side.rear_shot.unwrap_or(false),
            against_flank: situation.mode == Mode::Close && side.against_flank.unwrap_or(false),
            front_result: side.front_result.clone(),
            is_a,
            code,
        }
    }

    /// Whether it is one of the types named (families, see `types::family`).
    pub(super) fn is(&self, families: &[&str]) -> bool {
        families.contains(&self.family.as_str())
    }

    /// TYPE-05: Mounted and Foot are ground troops. (A feature is never in contact with another.)
    pub(super) fn is_ground(&self) -> bool {
        self.class == Class::Mounted || self.class == Class::Foot
    }

    /// Whether it is an empty Stronghold or Camp, or an element that occupies one.
    pub(super) fn holds_feature(&self) -> bool {
        self.class == Class::Feature || self.inside.is_some()
    }

    /// Whether it is an empty Stronghold, or an element that occupies one.
    pub(super) fn holds_stronghold(&self) -> bool {
        self.code == "Stronghold" || self.inside.as_deref() == Some("stronghold")
    }

    /// Puts it on plain ground.
    pub(super) fn stand_in_good_going(&mut self) {
        self.ground = Going::Good;
        self.feature = None;
    }

    /// The going that it counts as being in itself.
    pub(super) fn own_going(&self) -> Going {
        if self.is(&["Bs"]) {
            return Going::Good; // FEAT-20
        }
        if self.is(&["Cm"]) && self.is_in_feature(&["dunes", "oasis"]) {
            return Going::Good; // FEAT-19, TACT-21
        }
        self.ground
    }

    /// Whether it stands in one of these features.
    pub(super) fn is_in_feature(&self, kinds: &[&str]) -> bool {
        self.feature.as_deref().is_some_and(|feature| kinds.contains(&feature))
    }

    /// Whether the ground under this element counts as good going for its enemy (OUT-40, OUT-53).
    pub(super) fn stands_in_going_good_for(&self, enemy: &Side) -> bool {
        if enemy.class == Class::Aerial {
            return !self.is_in_feature(&["woods", "hamlet"]); // OUT-53
        }
        if self.is_in_feature(&["waterway"]) {
            return false; // FEAT-10: good for Water Lurkers only
        }
        if enemy.is(&["Bs"]) {
            return true; // FEAT-20
        }
        if enemy.is(&["Cm"]) && self.is_in_feature(&["dunes", "oasis"]) {
            return true; // FEAT-19
        }
        self.ground == Going::Good
    }

    /// Whether an enemy front edge touches its flank or rear. A Stronghold or Camp has no flank.
    pub(super) fn is_taken_in_flank_or_rear(&self) -> bool {
        if self.holds_feature() {
            return false;
        }
        self.left.as_deref() == Some("flank") || self.right.as_deref() == Some("flank") || self.rear
    }
}

/// The going of the ground from the given going and feature.
fn ground(going: Option<&str>, feature: Option<&str>) -> Going {
    let given = if going == Some("bad") {
        Going::Bad
    } else if going == Some("rough") {
        Going::Rough
    } else {
        Going::Good
    };
    let Some(feature) = feature else {
        return given;
    };
    if ["difficult_hill", "woods", "marsh", "dunes", "oasis", "gully"].contains(&feature) {
        Going::Bad // FEAT-15
    } else if ["enclosures", "scrub", "boggy", "rocky", "hamlet"].contains(&feature) {
        Going::Rough // FEAT-16
    } else if ["river", "waterway"].contains(&feature) {
        Going::Good // FEAT-12; TYPE-09 for the Lurkers in a Waterway
    } else {
        given // plough, road, gentle_hill
    }
}
