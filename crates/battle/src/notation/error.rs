//! The reasons a text cannot be read as an order.

use crate::element::Name;

/// The reason a text is not an order.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The number of a command.
    Command,
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

/// Replaces a character that cannot be shown within one line.
pub(crate) fn visible(c: char) -> char {
    if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }
}
