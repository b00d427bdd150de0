//! One side of a DBA 3.0 case with all defaults filled in.

use super::super::plain_parts::{Class, Going};
use super::super::written::{Mode, WrittenCase};
use super::types;

/// One side of a case.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) code: String,
    /// The type it counts as, see `types::family`.
    pub(super) family: String,
    pub(super) class: Class,
    pub(super) mounted_infantry: bool,
    pub(super) roll: i64,
    pub(super) general: bool,
    pub(super) cinc: bool,
    pub(super) demoralised: bool,
    pub(super) sacking: bool,
    /// The going of the ground under it, before camels' exceptions apply.
    pub(super) ground: Going,
    pub(super) feature: Option<String>,
    /// `city`, `fort` or `camp`.
    pub(super) inside: Option<String>,
    /// The type behind it that supports it.
    pub(super) rear_support: Option<String>,
    /// The code of the friend beside it.
    pub(super) side_support: Option<String>,
    /// `overlap`, `flank`, `edge` or `beside`.
    pub(super) left: Option<String>,
    /// `overlap`, `flank`, `edge` or `beside`.
    pub(super) right: Option<String>,
    pub(super) rear: bool,
    pub(super) uphill: bool,
    pub(super) bank: bool,
    pub(super) assaulters: i64,
    pub(super) two_edges: bool,
    pub(super) aids: i64,
    /// It shoots (in shooting only).
    pub(super) shoots: bool,
    pub(super) rear_shot: bool,
    /// It is only in contact with its enemy's flank or rear (in close combat only).
    pub(super) against_flank: bool,
    pub(super) front_result: Option<String>,
}

impl Side {
    /// Reads side `name` (`a` or `b`).
    pub(super) fn read(case: &WrittenCase, name: &str, mode: Mode) -> Side {
        let side = case.side(name);
        let code = side.code.clone();
        let family = types::family(&code).to_owned();
        let inside = side.inside.clone();
        let mut feature = side.feature.clone();
        let mut ground = ground(side.going.as_deref(), feature.as_deref());
        if inside.is_some() {
            // An element in a City, Fort or Camp is in good going and in no other feature.
            feature = None;
            ground = Going::Good;
        }
        // `true`: a friend of its own type.
        let rear_support = if side.has_usual_friend_behind() {
            Some(family.clone())
        } else {
            side.friend_behind().map(|code| types::family(&code).to_owned())
        };
        Side {
            class: types::class(&code),
            mounted_infantry: code.starts_with("Mtd-"),
            roll: side.roll,
            general: side.general.unwrap_or(false),
            cinc: side.cinc.unwrap_or(false),
            demoralised: side.demoralised.unwrap_or(false),
            sacking: side.sacking.unwrap_or(false),
            ground,
            feature,
            inside,
            rear_support,
            side_support: side.side_support.as_ref().map(|friend| friend.code.clone()),
            left: side.left.clone(),
            right: side.right.clone(),
            rear: side.rear.unwrap_or(false),
            uphill: side.uphill.unwrap_or(false),
            bank: side.bank.unwrap_or(false),
            assaulters: side.assaulters.unwrap_or(0),
            two_edges: side.two_edges.unwrap_or(false),
            aids: side.aids.unwrap_or(0),
            shoots: mode == Mode::Shooting && side.shoots.unwrap_or(name == "a"),
            rear_shot: side.rear_shot.unwrap_or(false),
            against_flank: mode == Mode::Close && side.against_flank.unwrap_or(false),
            front_result: side.front_result.clone(),
            family,
            code,
        }
    }

    /// Whether it counts as one of these types.
    pub(super) fn is(&self, families: &[&str]) -> bool {
        families.contains(&self.family.as_str())
    }

    pub(super) fn is_mounted(&self) -> bool {
        self.class == Class::Mounted
    }

    pub(super) fn is_foot(&self) -> bool {
        self.class == Class::Foot
    }

    pub(super) fn is_fast_foot(&self) -> bool {
        types::is_fast_foot(&self.code)
    }

    pub(super) fn is_solid_foot(&self) -> bool {
        self.is_foot() && !self.is_fast_foot()
    }

    /// Whether it is in a City, Fort or Camp, to defend it or to sack it.
    pub(super) fn holds(&self) -> bool {
        self.inside.is_some()
    }

    pub(super) fn holds_a(&self, places: &[&str]) -> bool {
        self.inside.as_deref().is_some_and(|place| places.contains(&place))
    }

    pub(super) fn is_in_feature(&self, kinds: &[&str]) -> bool {
        self.feature.as_deref().is_some_and(|feature| kinds.contains(&feature))
    }

    /// The going that it counts as being in.
    pub(super) fn own_going(&self) -> Going {
        if (self.is(&["Cm"]) || self.code == "LCm") && self.is_in_feature(&["dunes", "oasis"]) {
            return Going::Good; // FEAT-43
        }
        self.ground
    }

    /// Whether the going it stands in counts as good for this enemy (OUT-36, OUT-55).
    pub(super) fn stands_in_going_good_for(&self, enemy: &Side) -> bool {
        if (enemy.is(&["Cm"]) || enemy.code == "LCm") && self.is_in_feature(&["dunes", "oasis"]) {
            return true; // FEAT-43
        }
        self.ground == Going::Good
    }

    /// Whether an enemy front edge touches its flank or rear. An element in a City, Fort or Camp has neither.
    pub(super) fn is_taken_in_flank_or_rear(&self) -> bool {
        let flank = Some("flank");
        !self.holds() && (self.left.as_deref() == flank || self.right.as_deref() == flank || self.rear)
    }
}

/// The going of the ground from the given going and feature.
fn ground(going: Option<&str>, feature: Option<&str>) -> Going {
    match feature {
        Some("rocky" | "scrub" | "boggy" | "enclosures" | "hamlet") => Going::Rough, // FEAT-40
        Some("woods" | "marsh" | "difficult_hill" | "dunes" | "oasis" | "gully" | "edifice") => Going::Bad, // FEAT-41
        Some("river") => Going::Good,                                                // FEAT-14, FEAT-42
        // Plough may be mud (FEAT-39), a Road has the going under it (FEAT-16), and a Gentle Hill that of the ground
        // on it: as given.
        _ => match going {
            Some("bad") => Going::Bad,
            Some("rough") => Going::Rough,
            _ => Going::Good,
        },
    }
}
