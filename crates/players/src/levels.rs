//! Levels of play: from one that a beginner can beat to the strongest. The weaker ones see less; none of them blunders at
//! random.

use std::fmt;

use musterfield_battle::Phase;

use super::captain::{Budget, Stop, Thinker};
use super::lore::Lore;
use super::quick::{Quick, Sight};
use super::strong::{Mind, Strong};
use super::weights::{Policies, Weights};

/// The strength of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Moves one element in each bound, to the nearest enemy, attacks whatever it can reach, shoots with one element at a
    /// time, summons nobody, and casts no spells.
    Recruit,
    /// Sees which types it beats, as though nobody were near, and casts spells with the PIPs that are left.
    Sergeant,
    /// Sees what exchanges bring as they stand on the table, and nothing after them.
    Captain,
    /// Plays a few plans of its bound on.
    Colonel,
    /// Plays many plans of its bound on, and many set-ups.
    General,
}

/// The risks that a computer player takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Style {
    /// Waits for good exchanges, and keeps out of reach.
    Careful,
    /// As it plays best.
    #[default]
    Usual,
    /// Attacks early.
    Bold,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 3] = [Self::Careful, Self::Usual, Self::Bold];

    /// The name in commands and forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Careful => "careful",
            Self::Usual => "usual",
            Self::Bold => "bold",
        }
    }

    /// The style of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }

    /// Weights in this style.
    #[must_use]
    pub fn weights(self, of: Weights) -> Weights {
        let values = match self {
            Self::Careful => Weights { bold: of.bold / 3, threat: of.threat * 3 / 2, least: of.least + 10, ..of },
            Self::Usual => of,
            Self::Bold => Weights { bold: of.bold * 2 + 20, threat: of.threat / 2, step: of.step * 2, ..of },
        };
        of.with_values(&values.values())
    }
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] = [Self::Recruit, Self::Sergeant, Self::Captain, Self::Colonel, Self::General];

    /// The name in commands and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recruit => "recruit",
            Self::Sergeant => "sergeant",
            Self::Captain => "captain",
            Self::Colonel => "colonel",
            Self::General => "general",
        }
    }

    /// The level of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Whether its decisions in a phase take time, as it plays plans or single orders on.
    #[must_use]
    pub const fn thinks_in(self, phase: Phase) -> bool {
        let budget = self.budget();
        match phase {
            Phase::Summoning | Phase::Moving => budget.bound > 0,
            Phase::Bespelling | Phase::Shooting | Phase::Fighting => budget.after_dice() > 0,
            Phase::Deployment => budget.set_up > 0,
            _ => false,
        }
    }

    /// The budget of a player of this level.
    #[must_use]
    pub const fn budget(self) -> Budget {
        match self {
            Self::Recruit | Self::Sergeant | Self::Captain => Budget { bound: 0, set_up: 0 },
            Self::Colonel => Budget { bound: 500, set_up: 0 },
            Self::General => Budget { bound: 10_000, set_up: 20_000 },
        }
    }

    /// A captain of this level for one side of one battle. The same seed and stream give the same decisions, unless it is
    /// stopped.
    #[must_use]
    pub fn captain<'w>(
        self,
        style: Style,
        lore: &'w Lore,
        policies: &Policies,
        (seed, stream): (u64, u64),
        stop: Stop,
    ) -> Box<dyn Thinker + 'w> {
        let weights = style.weights(policies.quick.weights);
        let quick = || Quick::new(lore, weights, seed, stream);
        match self {
            Self::Recruit => Box::new(quick().with_sight(Sight::Nothing)),
            Self::Sergeant => Box::new(quick().with_sight(Sight::Types)),
            Self::Captain => Box::new(quick()),
            Self::Colonel | Self::General => {
                Box::new(Strong::new(lore, Mind::new(self.budget(), weights), seed, stream).stopped_by(stop))
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
