//! Players, elements and sets of elements.

use std::fmt;
use std::str::FromStr;

/// The largest number of elements that both armies together can have.
pub const MOST: usize = 128;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The first player.
    A,
    /// The second player.
    B,
}

impl Player {
    /// Both players, in order.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// The player's index, 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }

    /// The player's letter in records: `a` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'a',
            Self::B => 'b',
        }
    }

    /// The player's item of a pair.
    #[must_use]
    pub fn of<T>(self, [a, b]: &[T; 2]) -> &T {
        match self {
            Self::A => a,
            Self::B => b,
        }
    }

    /// The player's item of a pair, mutably.
    #[must_use]
    pub fn of_mut<T>(self, [a, b]: &mut [T; 2]) -> &mut T {
        match self {
            Self::A => a,
            Self::B => b,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// An element of one battle: its index among the elements of both armies. It means nothing in another battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub(super) u8);

impl Id {
    /// The index of the element.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// An element as players name it: its owner and its number in the army, from 1, as in `b7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// The owner of the element.
    pub player: Player,
    /// Its number in the army, from 1.
    pub number: u8,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.player, self.number)
    }
}

/// The text is not the name of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an element is named by its side and number, as in a3")]
pub struct ParseNameError;

impl FromStr for Name {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut letters = text.chars();
        let player = match letters.next() {
            Some('a' | 'A') => Player::A,
            Some('b' | 'B') => Player::B,
            _ => return Err(ParseNameError),
        };
        let number = letters.as_str();
        let is_plain = !number.starts_with('0') && number.bytes().all(|digit| digit.is_ascii_digit());
        let number = number.parse().ok().filter(|_| is_plain).ok_or(ParseNameError)?;
        Ok(Self { player, number })
    }
}

/// A set of elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Members(u128);

impl Members {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// A set of one element.
    #[must_use]
    pub const fn one(id: Id) -> Self {
        Self(1 << (id.0 & 127))
    }

    /// The elements whose entry in a list over all elements is true.
    pub(super) fn which(of_each: impl DoubleEndedIterator<Item = bool>) -> Self {
        Self(of_each.rev().fold(0, |bits, is_so| bits << 1 | u128::from(is_so)))
    }

    /// Whether the set contains an element.
    #[must_use]
    pub const fn has(self, id: Id) -> bool {
        self.0 >> (id.0 & 127) & 1 == 1
    }

    /// The set with one more element.
    #[must_use]
    pub const fn with(self, id: Id) -> Self {
        Self(self.0 | Self::one(id).0)
    }

    /// The union of two sets.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The set without one element.
    #[must_use]
    pub const fn without(self, id: Id) -> Self {
        Self(self.0 & !Self::one(id).0)
    }

    /// The intersection of two sets.
    #[must_use]
    pub const fn common(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// The elements of the first set that are not in the second.
    #[must_use]
    pub const fn minus(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The number of elements.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every element is also in the other set.
    #[must_use]
    pub const fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// The first element, by index.
    #[must_use]
    pub fn first(self) -> Option<Id> {
        if self.0 == 0 { None } else { u8::try_from(self.0.trailing_zeros()).ok().map(Id) }
    }
}

impl IntoIterator for Members {
    type Item = Id;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

impl FromIterator<Id> for Members {
    fn from_iter<I: IntoIterator<Item = Id>>(ids: I) -> Self {
        ids.into_iter().fold(Self::NONE, Self::with)
    }
}

/// An iterator over the elements of a set, by index.
#[derive(Clone, Debug)]
pub struct Iter(Members);

impl Iterator for Iter {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        let first = self.0.first()?;
        self.0 = self.0.without(first);
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["a1", "b12", "a128"] {
            assert_eq!(name.parse::<Name>().unwrap().to_string(), name);
        }
        assert_eq!("B7".parse::<Name>().unwrap().to_string(), "b7");
        for rubbish in ["", "a", "c1", "a0", "a01", "a-1", "a+1", "a1x", "1", "a999"] {
            assert!(rubbish.parse::<Name>().is_err(), "{rubbish}");
        }
    }

    #[test]
    fn a_set_holds_whom_it_was_given() {
        let set: Members = [Id(3), Id(127), Id(0)].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Id(0), Id(3), Id(127)]);
        assert!(set.has(Id(127)) && !set.has(Id(1)) && set.count() == 3);
        assert!(set.without(Id(3)).within(set) && !set.within(set.without(Id(3))));
        assert_eq!(Members::NONE.first(), None);
    }
}
