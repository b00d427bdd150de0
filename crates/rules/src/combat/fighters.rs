//! Sets of fighters and of features, quick to query.

use crate::id::TroopId;
use crate::terrain::{Bua, Kind};

/// The greatest number of fighters in a ruleset with Fast elements.
pub const MOST_FIGHTERS: usize = 128;

/// The greatest number of fighters in a ruleset without Fast elements.
pub const MOST_PLAIN_FIGHTERS: usize = 256;

/// A fighter: a troop type, or a feature that nobody holds. An index into the fighters of [`Combat`](super::Combat),
/// meaningless in another ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fighter(pub(crate) u8);

impl Fighter {
    /// The position among the fighters.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<TroopId> for Fighter {
    fn from(id: TroopId) -> Self {
        Self(id.0)
    }
}

/// A set of fighters, in which Fast and solid ones are distinct.
///
/// A set has 256 places. The place of a Fast fighter is 128 after its own; in a ruleset without Fast elements, those
/// places belong to the 129th fighter and the following ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FighterSet {
    low: u128,
    high: u128,
}

impl FighterSet {
    /// Whether a fighter, Fast or solid, is in the set.
    #[must_use]
    #[inline]
    pub fn has(self, fighter: Fighter, fast: bool) -> bool {
        let set = if fast || fighter.0 >= 128 { self.high } else { self.low };
        set >> (fighter.0 & 127) & 1 == 1
    }

    /// The set of one fighter.
    #[must_use]
    #[inline]
    pub fn one(fighter: Fighter, fast: bool) -> Self {
        let bit = 1u128 << (fighter.0 & 127);
        if fast || fighter.0 >= 128 { Self { low: 0, high: bit } } else { Self { low: bit, high: 0 } }
    }

    /// The Fast members of the set, or the solid ones.
    pub(crate) fn only(self, fast: bool) -> Self {
        if fast { Self { low: 0, ..self } } else { Self { high: 0, ..self } }
    }

    /// The union of both sets.
    #[must_use]
    #[inline]
    pub fn with(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    /// The first set without the members of the other.
    #[must_use]
    #[inline]
    pub fn without(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// The intersection of both sets.
    #[must_use]
    #[inline]
    pub fn common(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }
}

/// A set of kinds of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaceSet {
    kinds: u32,
    buas: u8,
}

/// A feature in which an element stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A feature of this kind.
    Kind(Kind),
    /// A built-up area of this kind.
    Bua(Bua),
}

impl PlaceSet {
    /// The set of these places.
    pub(crate) fn of(places: impl Iterator<Item = Place>) -> Self {
        places.fold(Self::default(), Self::with)
    }

    #[expect(clippy::as_conversions, reason = "a kind is a small number")]
    pub(crate) const fn with(self, place: Place) -> Self {
        match place {
            // This stands for all BUAs.
            Place::Kind(Kind::Bua) => Self { buas: u8::MAX, ..self },
            Place::Kind(kind) => Self { kinds: self.kinds | 1 << kind as u32, ..self },
            Place::Bua(bua) => Self { buas: self.buas | 1 << bua as u8, ..self },
        }
    }

    /// Whether a feature is in the set.
    #[must_use]
    #[expect(clippy::as_conversions, reason = "a kind is a small number")]
    #[inline]
    pub const fn has(self, place: Place) -> bool {
        match place {
            Place::Kind(kind) => self.kinds & 1 << kind as u32 != 0,
            Place::Bua(bua) => self.buas & 1 << bua as u8 != 0,
        }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.kinds == 0 && self.buas == 0
    }
}
