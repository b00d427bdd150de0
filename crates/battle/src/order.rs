//! The orders a player may give.

use musterfield_geometry::{Base, Facing, Point};
use musterfield_rules::battle::Topic;
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::Edge;

use super::element::{Id, Members};

/// The position of an element: its front left corner and its facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pose {
    /// The front left corner.
    pub at: Point,
    /// The facing.
    pub facing: Facing,
}

impl Pose {
    /// The pose of a base.
    #[must_use]
    pub fn of(base: &Base) -> Self {
        Self { at: base.front_left(), facing: base.facing() }
    }
}

/// An order of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The invader takes a base edge.
    Edge(Edge),
    /// The dice of a divided army are allotted: the numbers of its own commands, that of the one that always gets the
    /// highest die first (DBA3-BB-27).
    Allot(Vec<u8>),
    /// A camp is placed: its front left corner and facing, the length of its front, and its depth in thousandths of a
    /// BW.
    Camp(Pose, i64, i64),
    /// The Stronghold serves as the camp.
    CampInStronghold,
    /// An element is set up, or moved to another place during the set-up.
    Place(Id, Pose),
    /// An element is set up as a garrison.
    Garrison(Id, Held),
    /// An element that was set up is taken off the table again.
    TakeBack(Id),
    /// Elements are held back to land from the sea; all that land are named (D3H2-DEPL-18).
    Reserve(Members),
    /// The elements that were held back land.
    Land(Vec<(Id, Pose)>),
    /// Elements are summoned: one God, the Dragons of one contingent, or a Lurker. Or destroyed Hordes are replaced.
    Summon(Vec<(Id, Pose)>),
    /// An ensorcelled element is freed; the pose says where it comes back if that is not the place of its marker.
    Free(Id, Option<Pose>),
    /// Elements of a demoralised command are held in place; a single one may turn to a direction first (DBA3-BB-39).
    Hold(Members, Option<Facing>),
    /// A tactical move.
    Move(Move),
    /// A mounted element dismounts.
    Dismount(Id),
    /// An element or a column passes through a City of its side, from the gate before it to the far one (DBA3-CITY-08).
    Pass(Members),
    /// The Civilians of a City that has surrendered rise for their side (DBA3-CITY-33).
    Revolt,
    /// Elements conform to enemies that have come into contact with them and cannot conform themselves (DBA3-CONT-25).
    Conform,
    /// An Aerial that stands before an enemy begins to fight it (D3H2-CONT-16).
    Engage(Id),
    /// A Mage bespells an enemy, and others may aid it.
    Bespell {
        /// The Mage that casts the spell.
        mage: Id,
        /// The Mages that aid it.
        aids: Members,
        /// The element that is bespelled.
        target: Id,
    },
    /// An element shoots, and others may aid it.
    Shoot {
        /// The element that shoots.
        shooter: Id,
        /// The elements that aid it.
        aids: Members,
        /// The element shot at, which may be the holder of a feature.
        target: Id,
    },
    /// An element fights the enemy before its front in close combat.
    Fight(Id, Foe),
    /// The commander-in-chief adds to the score of his element (DBA3-BB-11).
    Add,
    /// The losing element recoils by this distance, in thousandths of a BW.
    Recoil(i64, Friends),
    /// A freed element comes back here.
    Return(Pose),
    /// The player ends this part of the bound.
    End,
}

/// The greatest distance from the table's origin that an order may contain, in thousandths of a BW. It keeps
/// calculations far within the range of the integers.
const FARTHEST: i64 = 100_000;

const fn near(length: i64) -> bool {
    length.unsigned_abs() <= FARTHEST.unsigned_abs()
}

impl Pose {
    const fn is_on_earth(&self) -> bool {
        near(self.at.x) && near(self.at.y)
    }
}

impl Move {
    /// Whether every place and length in the order is small enough to be on a table.
    pub(super) fn is_on_earth(&self) -> bool {
        self.legs.iter().all(|leg| match leg {
            Leg::Ahead(by) | Leg::Back(by) | Leg::Slide(by) | Leg::Road(by) => near(*by),
            Leg::Go(at) => at.is_on_earth(),
            Leg::Wheel { .. } => true,
        })
    }
}

impl Order {
    /// The parts of the game, of those that not every game has, one of which has such orders; none if every game has
    /// them.
    #[must_use]
    pub const fn topics(&self) -> &'static [Topic] {
        match self {
            Self::Allot(_) | Self::Hold(..) | Self::Add => &[Topic::Commands],
            Self::Camp(..) => &[Topic::Camps, Topic::PlacedWalls],
            Self::Reserve(_) | Self::Land(_) => &[Topic::Landings],
            Self::Summon(_) => &[Topic::Summoning, Topic::Replacing],
            Self::Free(..) | Self::Return(_) => &[Topic::Ensorcelment],
            Self::Dismount(_) => &[Topic::Dismounting],
            Self::Pass(_) | Self::Revolt => &[Topic::Cities],
            Self::Engage(_) => &[Topic::Aerials],
            Self::Bespell { .. } => &[Topic::Spells],
            _ => &[],
        }
    }

    /// Whether every place and length in the move is small enough to be on a table.
    #[must_use]
    pub fn is_on_earth(&self) -> bool {
        let pose = Pose::is_on_earth;
        match self {
            Self::Camp(at, length, width) => pose(at) && near(*length) && near(*width),
            Self::Place(_, at) | Self::Return(at) => pose(at),
            Self::Summon(who) | Self::Land(who) => who.iter().all(|(_, at)| pose(at)),
            Self::Free(_, at) => at.iter().all(pose),
            Self::Move(of) => of.is_on_earth(),
            Self::Recoil(by, _) => near(*by),
            _ => true,
        }
    }
}

/// The effect of a recoil on friends whom the recoiling element may pass, where its owner can choose (DBA3-RECOIL-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Friends {
    /// The element passes through them.
    #[default]
    Passed,
    /// The element pushes them back, as it does with those whom it may not pass.
    Pushed,
}

/// The opponent in a fight: an element, or a feature and its holder if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Foe {
    /// An element.
    Element(Id),
    /// A feature of the enemy, held or empty.
    Feature(Held),
}

impl Foe {
    /// The element, if it is one.
    #[must_use]
    pub fn element(self) -> Option<Id> {
        match self {
            Self::Element(id) => Some(id),
            Self::Feature(_) => None,
        }
    }
}

/// A tactical move of an element or a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The elements that move.
    pub who: Members,
    /// The legs of the move, in order.
    pub legs: Vec<Leg>,
}

/// A part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leg {
    /// Straight ahead, in thousandths of a BW.
    Ahead(i64),
    /// Straight back, facing as before, in thousandths of a BW.
    Back(i64),
    /// A forward wheel about the left or right front corner.
    Wheel {
        /// Whether it goes to the left, about the left front corner.
        left: bool,
        /// The angle, in tenths of a degree.
        by: u16,
    },
    /// Sideways in order to line up, in thousandths of a BW: to the right, or to the left if negative.
    Slide(i64),
    /// A single element goes straight to a place without turning, and faces as it likes there.
    Go(Pose),
    /// Forward along the road on which it stands, in thousandths of a BW.
    Road(i64),
}
