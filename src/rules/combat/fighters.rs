//! Who fights and where: sets of fighters and of features, quick to ask.

use crate::rules::terrain::{Bua, Kind};
use crate::rules::troop::TroopId;

/// Most fighters of a ruleset in which elements can be Fast.
pub const MOST_FIGHTERS: usize = 128;

/// Most fighters of a ruleset in which none can.
pub const MOST_PLAIN_FIGHTERS: usize = 256;

/// Who fights: a troop type, or a feature that nobody holds. An index into the fighters of [`Combat`](super::Combat),
/// meaningless in another ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fighter(pub(in crate::rules) u8);

impl Fighter {
    /// Its place among the fighters.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<TroopId> for Fighter {
    fn from(id: TroopId) -> Self {
        Self(id.0)
    }
}

/// Some fighters, those that are Fast and those that are not apart.
///
/// A set has 256 places. A fighter that is Fast has the place 128 behind its own; where nobody is Fast, those places are
/// those of the 129th fighter and the following.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fighters {
    low: u128,
    high: u128,
}

impl Fighters {
    /// Whether a fighter that is or is not Fast is among them.
    #[must_use]
    pub fn has(self, fighter: Fighter, fast: bool) -> bool {
        let set = if fast || fighter.0 >= 128 { self.high } else { self.low };
        set >> (fighter.0 & 127) & 1 == 1
    }

    /// One fighter.
    #[must_use]
    pub fn one(fighter: Fighter, fast: bool) -> Self {
        let bit = 1u128 << (fighter.0 & 127);
        if fast || fighter.0 >= 128 { Self { low: 0, high: bit } } else { Self { low: bit, high: 0 } }
    }

    /// Those of them that are Fast, or those that are not.
    pub(in crate::rules) fn only(self, fast: bool) -> Self {
        if fast { Self { low: 0, ..self } } else { Self { high: 0, ..self } }
    }

    /// Both together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    /// The first without the others.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// Those that are in both.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    /// Whether nobody is in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }
}

/// Some kinds of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    kinds: u32,
    buas: u8,
}

/// A feature in which an element stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Of this kind.
    Kind(Kind),
    /// A built-up area of this kind.
    Bua(Bua),
}

impl Places {
    /// Several of them.
    pub(in crate::rules) fn of(places: impl Iterator<Item = Place>) -> Self {
        places.fold(Self::default(), Self::with)
    }

    #[expect(clippy::as_conversions, reason = "a kind is a small number")]
    pub(in crate::rules) const fn with(self, place: Place) -> Self {
        match place {
            // All BUAs are meant.
            Place::Kind(Kind::Bua) => Self { buas: u8::MAX, ..self },
            Place::Kind(kind) => Self { kinds: self.kinds | 1 << kind as u32, ..self },
            Place::Bua(bua) => Self { buas: self.buas | 1 << bua as u8, ..self },
        }
    }

    /// Whether a feature is among them.
    #[must_use]
    #[expect(clippy::as_conversions, reason = "a kind is a small number")]
    pub const fn has(self, place: Place) -> bool {
        match place {
            Place::Kind(kind) => self.kinds & 1 << kind as u32 != 0,
            Place::Bua(bua) => self.buas & 1 << bua as u8 != 0,
        }
    }

    pub(in crate::rules) const fn is_empty(self) -> bool {
        self.kinds == 0 && self.buas == 0
    }
}
