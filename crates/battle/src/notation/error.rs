//! The reasons a text cannot be read as an order.

use std::fmt;

use super::verbs::VERBS;
use crate::element::Name;

/// The reason a text is not an order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {trouble}")]
pub struct ParseOrderError {
    /// The column, in characters from 1; one beyond the last character if something is missing.
    pub column: usize,
    /// The problem at that place.
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
                write!(f, "a move has at most {} legs; give the rest as another move", crate::moving::MOST_LEGS)
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
    /// The number that a die shows.
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
            Self::Order => write!(f, "an order ({})", VERBS.join(", ")),
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

/// Replaces a character that cannot be shown within one line.
pub(crate) fn visible(c: char) -> char {
    if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }
}
