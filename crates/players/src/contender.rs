//! The players that can take part in a ladder.

use std::fmt;

use musterfield_battle::player::{Captain, Plain, Whim, Worth};

/// A computer player that can take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contender {
    /// Gives any legal order.
    Random,
    /// Looks one bound ahead by fixed odds; other ratings are told from its.
    Plain,
}

impl Contender {
    /// All of them, the weakest first.
    pub const ALL: [Self; 2] = [Self::Random, Self::Plain];

    /// The name in commands and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Plain => "plain",
        }
    }

    /// The player of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|contender| contender.name() == name)
    }

    /// A captain for one side of one battle. The same seed and stream give the same decisions.
    #[must_use]
    pub fn captain<'w>(self, worth: &'w Worth, seed: u64, stream: u64) -> Box<dyn Captain + 'w> {
        match self {
            Self::Random => Box::new(Whim::new(seed, stream)),
            Self::Plain => Box::new(Plain::new(worth, seed, stream)),
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
