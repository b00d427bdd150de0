//! The players that can take part in a ladder.

use std::fmt;

use musterfield_battle::player::{Plain, Whim};

use super::captain::{Budget, Stop, Thinker};
use super::levels::{Level, Style};
use super::lore::Lore;
use super::strong::{Mind, Searcher};
use super::weights::Policies;

/// A computer player that can take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contender {
    /// Gives any legal order.
    Random,
    /// Looks one bound ahead by fixed odds; other ratings are told from its.
    Plain,
    /// Compares single orders by simulation, and plans nothing.
    Searcher,
    /// A player of one of the levels.
    Level(Level),
    /// One of the other programs that take part in a ladder, by its number from 0.
    Program(u8),
}

impl Contender {
    /// The largest number of other programs in one ladder.
    pub const MOST_PROGRAMS: u8 = 4;

    /// The number of simulated bounds for each order of the searching player.
    const BOUNDS_FOR_AN_ORDER: u32 = 300;

    /// All that are built in, the levels from the weakest on.
    pub fn built_in() -> impl Iterator<Item = Self> {
        [Self::Random, Self::Plain, Self::Searcher].into_iter().chain(Level::ALL.map(Self::Level))
    }

    /// The name in commands and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Plain => "plain",
            Self::Searcher => "searcher",
            Self::Level(level) => level.name(),
            Self::Program(0) => "program-1",
            Self::Program(1) => "program-2",
            Self::Program(2) => "program-3",
            Self::Program(_) => "program-4",
        }
    }

    /// The player of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::built_in().find(|contender| contender.name() == name)
    }

    /// A captain for one side of one battle; `None` for another program, which its ladder starts. The same seed and stream
    /// give the same decisions.
    #[must_use]
    pub fn captain<'w>(
        self,
        lore: &'w Lore,
        policies: &Policies,
        seed: u64,
        stream: u64,
    ) -> Option<Box<dyn Thinker + 'w>> {
        Some(match self {
            Self::Program(_) => return None,
            Self::Random => Box::new(Whim::new(seed, stream)),
            Self::Plain => Box::new(Plain::new(lore.worth(), seed, stream)),
            Self::Searcher => {
                let budget = Budget { bound: Self::BOUNDS_FOR_AN_ORDER, set_up: 0 };
                Box::new(Searcher::new(lore, Mind::new(budget, policies.quick.weights), seed, stream))
            }
            Self::Level(level) => level.captain(Style::Usual, lore, policies, (seed, stream), Stop::default()),
        })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
