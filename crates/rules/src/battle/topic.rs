//! Parts of the game that not every game has: a ruleset that has one must say all about it, and one that has none of it
//! says nothing.

use crate::terrain::kind::names;

names! {
    /// A part of the game that a ruleset may lack. It is played where a ruleset has troops, features or results that
    /// bring it up, or says anything about it.
    Topic {
        /// Elements that fly.
        Aerials = "flying elements",
        /// Elements that start off the table and are summoned.
        Summoning = "summoning",
        /// Destroyed elements that are replaced.
        Replacing = "replacing elements",
        /// Spells.
        Spells = "spells",
        /// Elements that are ensorcelled, and freed.
        Ensorcelment = "ensorcelment",
        /// Camps.
        Camps = "camps",
        /// Elements that land from the sea.
        Landings = "landings",
        /// Mounted elements that dismount.
        Dismounting = "dismounting",
        /// Armies that are divided into commands.
        Commands = "commands",
        /// Cities and Forts, and Civilians.
        Cities = "Cities",
        /// Strongholds that are placed in the set-up.
        PlacedWalls = "placing Strongholds",
        /// Elements that hold features.
        Garrisons = "garrisons",
        /// Second and later moves of a bound off the roads.
        FurtherMoves = "further moves",
        /// Moves of some elements that cost more than those of others.
        DearMoves = "dear moves",
        /// Elements that the general commands from afar.
        FarCommand = "command from afar",
        /// Elements that assault Strongholds only by the gate.
        Gates = "gates",
        /// Elements that never assault.
        NoAssault = "elements that never assault",
        /// Ploughed land that can be rough going.
        RoughPlough = "rough plough",
        /// Elements that flee off the battlefield as the result of a combat.
        Banishment = "flight off the battlefield",
    }
}

/// A set of parts of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topics(u32);

impl Topics {
    /// The set with one more part, if it is so.
    #[must_use]
    #[expect(clippy::as_conversions, reason = "a topic is a small number")]
    pub const fn and(self, topic: Topic, is_so: bool) -> Self {
        if is_so { Self(self.0 | 1 << topic as u32) } else { self }
    }

    /// Whether the set has a part.
    #[must_use]
    #[expect(clippy::as_conversions, reason = "a topic is a small number")]
    #[inline]
    pub const fn has(self, topic: Topic) -> bool {
        self.0 >> topic as u32 & 1 == 1
    }

    /// Whether it has one of these parts at least; always if there are none, because what belongs to no part of the
    /// game in particular belongs to all of it.
    #[must_use]
    pub fn has_any(self, topics: &[Topic]) -> bool {
        topics.is_empty() || topics.iter().any(|topic| self.has(*topic))
    }
}
