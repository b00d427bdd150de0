//! The facts that may hold for one side in a combat.

use super::reading::MOST_VALUES;
use super::{Reading, Readings};

macro_rules! facts {
    ($($(#[$what:meta])* $name:ident = $words:literal,)*) => {
        /// A fact that does or does not hold for one side in a combat. Its words are those of the data.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Fact { $($(#[$what])* $name,)* }

        impl Fact {
            /// All facts.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its words in the data.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self { $(Self::$name => $words,)* }
            }
        }
    };
}

facts! {
    /// It fights in close combat.
    Close = "in close combat",
    /// It shoots.
    Shooting = "shooting",
    /// It is shot at.
    ShotAt = "shot at",
    /// It bespells, as the main bespeller.
    Bespelling = "bespelling",
    /// It is bespelled.
    Bespelled = "bespelled",
    /// It stands wholly in going that is good, or that it counts as good.
    GoodGoing = "in good going",
    /// It stands in bad going.
    BadGoing = "in bad going",
    /// The opponent stands in bad going.
    EnemyBadGoing = "the enemy in bad going",
    /// The opponent stands in going that is good, or that the opponent counts as good.
    EnemyGoodGoing = "the enemy in good going",
    /// The going in which it stands counts as good for its opponent.
    GoodForEnemy = "in going good for the enemy",
    /// It is the general's element.
    General = "the general",
    /// It is an element that holds a Stronghold or Camp.
    Garrison = "a garrison",
    /// It holds a feature, or is one.
    HoldsFeature = "holds a feature",
    /// It holds a feature, or is one, and is fought or shot at there, or shoots from it.
    BehindWalls = "behind its walls",
    /// It holds a feature with walls, or is one. The data name the features: `holds a City or Fort`.
    HoldsWalls = "holds walls",
    /// It holds a Camp, or is one.
    HoldsCamp = "holds a Camp",
    /// The opponent holds a feature, or is one.
    EnemyHoldsFeature = "the enemy holds a feature",
    /// The opponent holds a feature with walls, or is one.
    EnemyHoldsWalls = "the enemy holds walls",
    /// The opponent holds a Camp, or is one.
    EnemyHoldsCamp = "the enemy holds a Camp",
    /// One of the two holds a feature.
    AboutFeature = "about a feature",
    /// One of the two holds a feature with walls.
    AboutWalls = "about walls",
    /// A friend gives it rear support.
    RearSupport = "supported from behind",
    /// It stands uphill of its opponent.
    Uphill = "uphill",
    /// It defends the bank of a river.
    OnBank = "on the bank",
    /// An enemy that does not fly stands against its walls, whether or not it is the opponent.
    GroundAssault = "an enemy on the ground at its walls",
    /// It was shot at least partly on its rear edge.
    ShotInRear = "shot in the rear",
    /// An enemy's front edge is on its flank or rear.
    FlankOrRear = "flank or rear in contact",
    /// An enemy is in full front-edge contact with its rear or, by the rules of some games, with a part of it.
    Rear = "rear in contact",
    /// Enemy front edges touch two of its edges or more.
    TwoEdges = "two edges in contact",
    /// A river lies across the shortest line to it.
    BehindRiver = "a river before it",
    /// One of the ruleset's protectors is near the line of the spell.
    Protected = "a protector near the line",
    /// Something about the element, or about its place, shields it from magic.
    Shielded = "shielded from magic",
    /// The opponent is near its own Stronghold.
    EnemyNearStronghold = "the enemy near its own Stronghold",
    /// It moved into contact with the opponent in this bound.
    Charged = "moved into contact",
    /// The opponent is a water element.
    EnemyInWater = "the enemy of the water",
    /// It is in a City that it sacks.
    Sacking = "sacking",
    /// Its command is demoralised.
    Demoralised = "of a demoralised command",
    /// It carries the commander-in-chief, who uses the one chance of the game.
    UsesChance = "uses the chance of the C-in-C",
    /// It is mounted infantry.
    MountedInfantry = "mounted infantry",
    /// It is a naval element whose troops have landed.
    Ashore = "ashore",
    /// It is the opponent's bound.
    EnemyBound = "in the enemy's bound",
    /// Both totals are odd.
    OddTotals = "the totals odd",
}

/// A set of facts, and of values of readings that are not the usual ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactSet(u64);

/// The place of the first value of a reading in a set of facts; those of facts come before it.
const FIRST_READING: u32 = u64::BITS - MOST_VALUES;

#[expect(clippy::as_conversions, reason = "both are far below the range of their types")]
const _: () = assert!(Fact::ALL.len() <= FIRST_READING as usize, "facts and readings share the bits of a set");

impl FactSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The set of one fact.
    #[must_use]
    #[expect(clippy::as_conversions, reason = "a fact is a small number")]
    #[inline]
    pub const fn of(fact: Fact) -> Self {
        Self(1 << fact as u64)
    }

    /// Returns the set with a fact added, if it holds.
    #[must_use]
    #[inline]
    pub const fn and(self, fact: Fact, is_so: bool) -> Self {
        if is_so { Self(self.0 | Self::of(fact).0) } else { self }
    }

    /// The union of both sets.
    #[must_use]
    #[inline]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a fact is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, fact: Fact) -> bool {
        self.0 & Self::of(fact).0 != 0
    }

    /// Whether all of the other facts are in the set.
    #[must_use]
    #[inline]
    pub const fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether any of the other facts is in the set.
    #[must_use]
    #[inline]
    pub const fn has_any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// The facts of the set, one by one, without the readings.
    pub fn each(self) -> impl Iterator<Item = Fact> {
        Fact::ALL.iter().copied().filter(move |fact| self.has(*fact))
    }

    /// The number of facts and readings in the set.
    pub(crate) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The facts and readings of the set without those of another.
    pub(crate) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The facts and readings that both sets have.
    pub(crate) const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The facts and readings of the set, each as a set of its own.
    pub(crate) fn singles(self) -> impl Iterator<Item = Self> {
        (0..u64::BITS).map(|bit| Self(1 << bit)).filter(move |single| self.has_all(*single))
    }
}

impl From<Fact> for FactSet {
    fn from(fact: Fact) -> Self {
        Self::of(fact)
    }
}

/// The readings that players have chosen.
impl From<Readings> for FactSet {
    fn from(readings: Readings) -> Self {
        Self(u64::from(readings.bits()) << FIRST_READING)
    }
}

/// All values of a reading but the usual one.
impl From<&Reading> for FactSet {
    fn from(reading: &Reading) -> Self {
        reading.unusual().into()
    }
}
