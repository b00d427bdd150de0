//! The ways two elements can meet, and the details that a case gives of each.

use musterfield_rules::combat::{Fighter, Held, Outcome, Place};
use musterfield_rules::terrain::Going;

/// The way two elements meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// In close combat.
    #[default]
    Close,
    /// The first side shoots at the second, which may shoot back.
    Shooting,
    /// The first side bespells the second, as the main bespeller.
    Bespelling,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Close, Self::Shooting, Self::Bespelling];

    /// The word in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Shooting => "shooting",
            Self::Bespelling => "bespelling",
        }
    }
}

/// An enemy at one flank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlankContact {
    /// The enemy overlaps.
    Overlap,
    /// The enemy's front edge is in contact with the flank.
    Flank,
    /// There is no enemy, but the edge of the battlefield is near.
    Edge,
    /// An enemy's flank lies against it. Where the rules do not count this apart, it is an overlap.
    Beside,
}

impl FlankContact {
    /// All kinds of contact.
    pub const ALL: [Self; 4] = [Self::Overlap, Self::Flank, Self::Edge, Self::Beside];

    /// The word in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Flank => "flank",
            Self::Edge => "edge",
            Self::Beside => "beside",
        }
    }
}

/// The limit on what a player adds or subtracts for rules that are not in this program, so that no total can overflow.
pub const MOST_OTHER_FACTORS: i8 = 9;

/// One side of a combat. Fields that do not matter in its mode are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combatant {
    /// The fighter.
    pub fighter: Fighter,
    /// Whether it is Fast; for types that always are, this may be left out.
    pub fast: bool,
    /// Whether it is mounted infantry.
    pub mounted_infantry: bool,
    /// Whether it is the general's element.
    pub general: bool,
    /// The going in which it stands, at least partly.
    pub going: Going,
    /// The feature in which it stands.
    pub place: Option<Place>,
    /// The feature that it holds, if any.
    pub held: Option<Held>,
    /// Whether a friend that the rules accept is lined up behind it.
    pub rear_support: bool,
    /// The friend behind it, where it matters which one it is, and whether that friend is Fast.
    pub behind: Option<(Fighter, bool)>,
    /// The best friend in side contact, and whether it is Fast.
    pub side_support: Option<(Fighter, bool)>,
    /// The enemy at its left flank.
    pub left: Option<FlankContact>,
    /// The enemy at its right flank.
    pub right: Option<FlankContact>,
    /// Whether an enemy is in full front-edge contact with its rear.
    pub rear: bool,
    /// Whether it stands uphill of its opponent.
    pub uphill: bool,
    /// Whether it defends the bank of a river that is not paltry.
    pub bank: bool,
    /// The number of other enemies that still assault the same feature.
    pub assaulters: u8,
    /// Whether one of those other enemies does not fly.
    pub ground_assault: bool,
    /// Whether enemy front edges touch two of its edges or more.
    pub two_edges: bool,
    /// Whether a river lies across the shortest line from the bespeller.
    pub facing_river: bool,
    /// Whether an element that protects from spells is near that line.
    pub protected: bool,
    /// Whether it is near its own Stronghold.
    pub near_own_stronghold: bool,
    /// The number of second and third elements that aid it.
    pub aids: u8,
    /// Whether it shoots.
    pub shoots: bool,
    /// Whether it is shot at least partly on its rear edge.
    pub rear_shot: bool,
    /// Whether it is in contact only with the opponent's flank or rear.
    pub against_flank: bool,
    /// The outcome for the friend that fights the front of that enemy.
    pub front_result: Option<Outcome>,
    /// Whether it moved into contact with its opponent in this bound.
    pub charged: bool,
    /// Whether it is a water element.
    pub water: bool,
    /// Whether it is sacking the City in which it is.
    pub sacking: bool,
    /// Whether its command is demoralised.
    pub demoralised: bool,
    /// Whether it carries the commander-in-chief, who uses the one chance to add to the score.
    pub cinc: bool,
    /// Whether it is a naval element whose troops have landed.
    pub ashore: bool,
    /// The sum of the factors that the player adds for rules that are not in this program.
    pub other_factors: i8,
}

impl Combatant {
    /// Creates a side in the open with nothing beside it.
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
            ground_assault: false,
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

    /// The number of its flanks with this kind of contact.
    pub(crate) fn flanks(&self, contact: FlankContact) -> i8 {
        i8::from(self.left == Some(contact)) + i8::from(self.right == Some(contact))
    }
}

/// The side whose bound it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoundOwner {
    /// The bound of the first side.
    #[default]
    First,
    /// The bound of the second side.
    Second,
}

impl BoundOwner {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The word in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::First => "a",
            Self::Second => "b",
        }
    }
}
