//! How two elements meet, and what is told of each of them.

use crate::rules::combat::{Fighter, Held, Outcome, Place};
use crate::rules::terrain::Going;

/// How two elements meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// In close combat.
    #[default]
    Close,
    /// The first shoots at the second, which may shoot back.
    Shooting,
    /// The first bespells the second, as the main bespeller.
    Bespelling,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Close, Self::Shooting, Self::Bespelling];

    /// As it stands in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Shooting => "shooting",
            Self::Bespelling => "bespelling",
        }
    }
}

/// An enemy at one flank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contact {
    /// It overlaps.
    Overlap,
    /// Its front edge is in contact with the flank.
    Flank,
    /// None, but the edge of the battlefield is near.
    Edge,
}

impl Contact {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Overlap, Self::Flank, Self::Edge];

    /// As it stands in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Flank => "flank",
            Self::Edge => "edge",
        }
    }
}

/// Readings of rules that can be read in two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KnightsEqual {
    /// Solid Knights recoil on equal from everybody who is not Fast, and from shooting (D3H2-OUT-14).
    #[default]
    Literal,
    /// Only in close combat from Foot that is not Fast, as in DBA 3.0.
    FootOnly,
}

/// The most that a player adds or takes off for rules that are not here: no total can then be too great to be reckoned.
pub const MOST_OTHER_FACTORS: i8 = 9;

/// One side of a combat. What does not matter in its mode is not looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Who fights.
    pub fighter: Fighter,
    /// Whether it is Fast; those that always are need not say so.
    pub fast: bool,
    /// Whether it is mounted infantry.
    pub mounted_infantry: bool,
    /// Whether it is the general's element.
    pub general: bool,
    /// The going in which it stands, partly counting.
    pub going: Going,
    /// The feature in which it stands.
    pub place: Option<Place>,
    /// The feature that it holds.
    pub held: Option<Held>,
    /// Whether a friend that the rules accept is lined up behind it.
    pub rear_support: bool,
    /// That friend where it matters who it is, and whether it is Fast.
    pub behind: Option<(Fighter, bool)>,
    /// The best friend in side contact, and whether it is Fast.
    pub side_support: Option<(Fighter, bool)>,
    /// An enemy at its left flank.
    pub left: Option<Contact>,
    /// An enemy at its right flank.
    pub right: Option<Contact>,
    /// An enemy in full front-edge contact with its rear.
    pub rear: bool,
    /// Whether it stands uphill of the other.
    pub uphill: bool,
    /// Whether it defends the bank of a river that is not paltry.
    pub bank: bool,
    /// Other enemies that still assault the same feature.
    pub assaulters: u8,
    /// Whether enemy front edges touch two of its edges or more.
    pub two_edges: bool,
    /// Whether a river lies across the shortest line from the bespeller.
    pub facing_river: bool,
    /// Whether a Paladin or Cleric is near that line.
    pub protected: bool,
    /// Whether it is near its own Stronghold.
    pub near_own_stronghold: bool,
    /// Second and third elements that aid it.
    pub aids: u8,
    /// Whether it shoots.
    pub shoots: bool,
    /// Whether it is shot at least partly on its rear edge.
    pub rear_shot: bool,
    /// Whether it is in contact with the other's flank or rear alone.
    pub against_flank: bool,
    /// What befell the friend who fights that enemy's front.
    pub front_result: Option<Outcome>,
    /// Whether it moved into contact with the other in this bound.
    pub charged: bool,
    /// Whether it is one for the water.
    pub water: bool,
    /// Whether it sacks the City in which it is.
    pub sacking: bool,
    /// Whether its command is demoralised.
    pub demoralised: bool,
    /// Whether it carries the commander-in-chief, who uses his one chance to add to his score.
    pub cinc: bool,
    /// Whether it is a naval element whose troops have gone ashore.
    pub ashore: bool,
    /// What the player adds for rules that are not here.
    pub other_factors: i8,
}

impl Side {
    /// One that stands in the open and has nobody beside it.
    #[must_use]
    pub fn new(fighter: Fighter) -> Self {
        Self {
            fighter,
            fast: false,
            mounted_infantry: false,
            general: false,
            going: Going::Good,
            place: None,
            held: None,
            rear_support: false,
            behind: None,
            side_support: None,
            left: None,
            right: None,
            rear: false,
            uphill: false,
            bank: false,
            assaulters: 0,
            two_edges: false,
            facing_river: false,
            protected: false,
            near_own_stronghold: false,
            aids: 0,
            shoots: false,
            rear_shot: false,
            against_flank: false,
            front_result: None,
            charged: false,
            water: false,
            sacking: false,
            demoralised: false,
            cinc: false,
            ashore: false,
            other_factors: 0,
        }
    }

    /// How many of its flanks an enemy is at in this way.
    pub(in crate::combat) fn flanks(&self, contact: Contact) -> i8 {
        i8::from(self.left == Some(contact)) + i8::from(self.right == Some(contact))
    }
}

/// Whose bound it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// That of the first side.
    #[default]
    First,
    /// That of the second side.
    Second,
}

impl Bound {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// As it stands in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "a",
            Self::Second => "b",
        }
    }
}
