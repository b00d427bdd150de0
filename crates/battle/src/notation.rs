//! Orders as text that a person can read and type, one order a line.
//!
//! ```text
//! edge north                                   take the north edge
//! camp 6,0 north 2x1          camp in stronghold
//! place a3 5.25,3 north       garrison a2 camp          take back a3
//! summon a9 5,2 north         free a1                   dismount a3
//! move a4: wheel left 30, ahead 1.5, slide right 0.2
//! bespell a7 at b2 with a8    shoot a4 at b3            fight a1 camp
//! recoil 0.75                 return 5,2 north          end
//! ```
//!
//! Lengths are base widths with up to three decimals; places are front left corners; directions are `north`, `east`,
//! `south`, `west` or degrees clockwise from north with up to one decimal. The reader is lenient about spaces,
//! capitals, commas and full stops. Orders are always written in one form, and reading that form gives the same order.
//!
//! The module knows nothing of what the rules allow: an order that can be read may still be refused.

mod bounds;
mod number;
mod read;
#[cfg(test)]
mod tests;
mod token;
mod write;

use std::fmt;

use super::element::{Id, Name};
use super::order::{Order, Pose};
use super::state::Battle;

/// An order to be written, together with the battle that knows the names of its elements.
///
/// Every order that [`Battle::play`] can carry out is read back as the same order. Orders that it always refuses may
/// have no written form: a move of no elements or without legs, lengths beyond any table, a negative step ahead.
#[derive(Clone, Copy, Debug)]
pub struct Written<'b> {
    /// The battle whose elements the order names.
    pub battle: &'b Battle,
    /// The order.
    pub order: &'b Order,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::order(self.order, &|id| self.battle.profile(id).name, f)
    }
}

impl Order {
    /// Reads an order about the elements of a battle. Whether it may be carried out now is not checked.
    ///
    /// # Errors
    /// The column, and what was expected there: for unknown words and elements, invalid numbers and numbers out of
    /// range, and missing or surplus words.
    pub fn parse(battle: &Battle, text: &str) -> Result<Self, ParseOrderError> {
        read::order(text, &|name| battle.id(name))
    }

    /// Whether the order has words that are read as the same order. Orders without them are always refused: see
    /// [`Written`].
    #[must_use]
    pub fn has_words(&self) -> bool {
        bounds::has_words(self)
    }
}

pub(super) use read::VERBS;

/// An order, and the column and faces of the dice that follow it, if there are any.
pub(super) type WithDice = (Order, Option<(usize, Vec<u8>)>);

/// Reads an order and, after a colon, the faces of its dice with the column of the first; `None` if there is no colon.
pub(super) fn with_dice(battle: &Battle, text: &str) -> Result<WithDice, ParseOrderError> {
    read::with_dice(text, &|name| battle.id(name))
}

/// Replaces a character that cannot be shown within one line.
pub(super) fn visible(c: char) -> char {
    if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }
}

/// A lookup from an element's name to its id.
type Called<'n> = &'n dyn Fn(Name) -> Option<Id>;

/// A lookup from an element's id to its name.
type Calls<'n> = &'n dyn Fn(Id) -> Name;

/// The reason a text is not an order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {trouble}")]
pub struct ParseOrderError {
    /// The column, in characters from 1; one beyond the last character if something is missing.
    pub column: usize,
    /// The problem in that column.
    pub trouble: Trouble,
}

/// A problem in the text of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Something else was expected than the text that stands there, which is `None` at the end of the line.
    Expected(Expected, Option<String>),
    /// The battle has no element of this name.
    NoElement(Name),
    /// An element is named twice in one order.
    Twice(Name),
    /// The move has more legs than are permitted.
    TooManyLegs,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected(expected, Some(found)) => write!(f, "expected {expected}, found “{found}”"),
            Self::Expected(expected, None) => write!(f, "expected {expected}, and the order ends"),
            Self::NoElement(name) => write!(f, "there is no element {name} in this battle"),
            Self::Twice(name) => write!(f, "{name} is named twice; name everybody once"),
            Self::TooManyLegs => {
                write!(f, "a move has at most {} legs; give the rest as another move", super::moving::MOST_LEGS)
            }
        }
    }
}

/// A part of an order that was expected at some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The verb with which an order begins.
    Order,
    /// The name of an element.
    Element,
    /// An element or a feature.
    Foe,
    /// A feature that can be held.
    Feature,
    /// An edge of the table.
    Edge,
    /// A part of a move.
    Leg,
    /// `left` or `right`.
    Hand,
    /// One of the two numbers of a place.
    Coordinate,
    /// A length.
    Length,
    /// An angle by which to wheel.
    Angle,
    /// A direction.
    Direction,
    /// A face of a die.
    Die,
    /// This word.
    Word(&'static str),
    /// The end of the order.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let farthest = musterfield_geometry::point::FARTHEST;
        match self {
            Self::Order => write!(f, "an order ({})", read::VERBS.join(", ")),
            Self::Element => f.write_str("an element, as a3"),
            Self::Foe => f.write_str("an element or a feature, as b3 or camp"),
            Self::Feature => f.write_str("a feature, as camp or stronghold"),
            Self::Edge => f.write_str("an edge: north, east, south or west"),
            Self::Leg => f.write_str("ahead, back, wheel, slide, to or road"),
            Self::Hand => f.write_str("left or right"),
            Self::Coordinate => {
                write!(f, "a number from -{farthest} to {farthest} in BW with at most three decimals, as 5.25")
            }
            Self::Length => write!(f, "a length from 0 to {farthest} BW with at most three decimals, as 1.5"),
            Self::Angle => f.write_str("an angle from 0 to 360 degrees with at most one decimal, as 22.5"),
            Self::Direction => {
                f.write_str("a direction: north, east, south, west, or degrees from 0 to 360 with at most one decimal")
            }
            Self::Die => f.write_str("what a die shows, 1 to 6"),
            Self::Word(word) => write!(f, "“{word}”"),
            Self::End => f.write_str("the end of the order"),
        }
    }
}

/// The pose of an element, in the words of the notation.
pub(super) struct Place(pub(super) Pose);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::pose(self.0, f)
    }
}
