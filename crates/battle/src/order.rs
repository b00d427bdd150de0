//! What a player may say, and why it is refused.

use std::fmt;

use musterfield_geometry::{Base, Facing, Point};
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::Edge;

use super::element::{Id, Members};
use super::rule::Rule;

/// Where somebody is to stand: his front left corner and where he faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pose {
    /// The front left corner.
    pub at: Point,
    /// Where it faces.
    pub facing: Facing,
}

impl Pose {
    /// Of a base.
    #[must_use]
    pub fn of(base: &Base) -> Self {
        Self { at: base.front_left(), facing: base.facing() }
    }
}

/// Something that a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The invader takes a base edge.
    Edge(Edge),
    /// A camp is placed: its front left corner, where it faces, its length and width.
    Camp(Pose, i64, i64),
    /// The Stronghold is the camp too.
    CampInStronghold,
    /// An element is set up, or taken back to be set up anew.
    Place(Id, Pose),
    /// An element is set up as a garrison.
    Garrison(Id, Held),
    /// An element that was set up is taken off again.
    TakeBack(Id),
    /// Elements are summoned: one God, or Dragons of one contingent, or a Lurker; or a destroyed Horde is replaced.
    Summon(Vec<(Id, Pose)>),
    /// An ensorcelled element is freed; where it comes back, if that is not where its marker lies.
    Free(Id, Option<Pose>),
    /// A tactical move.
    Move(Move),
    /// A mounted element dismounts.
    Dismount(Id),
    /// An Aerial that stands before an enemy begins to fight it (D3H2-CONT-16).
    Engage(Id),
    /// A Mage bespells, others aid.
    Bespell {
        /// Who.
        mage: Id,
        /// Who aids.
        aids: Members,
        /// Whom.
        target: Id,
    },
    /// An element shoots, others aid.
    Shoot {
        /// Who.
        shooter: Id,
        /// Who aids.
        aids: Members,
        /// Whom, or what feature's holder.
        target: Id,
    },
    /// Close combat of one with the enemy before its front.
    Fight(Id, Foe),
    /// How far the loser goes back.
    Recoil(i64),
    /// Where one who is freed comes back.
    Return(Pose),
    /// This part of the bound is over.
    End,
}

/// Farther than this from the table, in thousandths of a BW, nothing is: what is reckoned with such numbers stays far
/// below the range of the integers.
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
    /// Whether every place and length in it is one that could be on a table.
    pub(super) fn is_on_earth(&self) -> bool {
        self.legs.iter().all(|leg| match leg {
            Leg::Ahead(by) | Leg::Back(by) | Leg::Slide(by) | Leg::Road(by) => near(*by),
            Leg::Go(at) => at.is_on_earth(),
            Leg::Wheel { .. } => true,
        })
    }
}

impl Order {
    /// Whether every place and length in it is one that could be on a table.
    #[must_use]
    pub fn is_on_earth(&self) -> bool {
        let pose = Pose::is_on_earth;
        match self {
            Self::Camp(at, length, width) => pose(at) && near(*length) && near(*width),
            Self::Place(_, at) | Self::Return(at) => pose(at),
            Self::Summon(who) => who.iter().all(|(_, at)| pose(at)),
            Self::Free(_, at) => at.iter().all(pose),
            Self::Move(of) => of.is_on_earth(),
            Self::Recoil(by) => near(*by),
            _ => true,
        }
    }
}

/// Who is fought: an element, or a feature, whoever holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Foe {
    /// An element.
    Element(Id),
    /// A feature of the enemy.
    Feature(Held),
}

/// A tactical move of an element or a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moves.
    pub who: Members,
    /// How, one leg after another.
    pub legs: Vec<Leg>,
}

/// A part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leg {
    /// Straight ahead.
    Ahead(i64),
    /// Straight back, facing as before.
    Back(i64),
    /// A wheel about the left or right front corner, forward, by tenths of a degree.
    Wheel {
        /// To the left, about the left front corner.
        left: bool,
        /// By how much.
        by: u16,
    },
    /// Sideways to line up, to the right or, below 0, to the left.
    Slide(i64),
    /// A single element goes straight to a place without turning, and faces as it likes there.
    Go(Pose),
    /// Forward along the road on which it stands.
    Road(i64),
}

/// Why an order is refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule, where one forbids it.
    pub rule: Option<Rule>,
    /// One sentence for a player.
    pub why: String,
}

impl Refusal {
    /// A rule forbids it.
    pub(super) fn by(rule: &'static str, why: impl Into<String>) -> Self {
        Self { rule: Some(Rule::new(rule)), why: why.into() }
    }

    /// It makes no sense.
    pub(super) fn plain(why: impl Into<String>) -> Self {
        Self { rule: None, why: why.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for Refusal {}
