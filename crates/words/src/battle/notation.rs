//! Orders that cannot be read.

use musterfield_battle::notation::{Expected, MOST_LEGS, ParseOrderError, Trouble, VERBS};
use musterfield_geometry::point::FARTHEST;

/// The reason a text is not an order, with its column.
#[must_use]
pub fn unread(error: &ParseOrderError) -> String {
    format!("column {}: {}", error.column, trouble(&error.trouble))
}

/// The reason a text is not an order.
#[must_use]
pub fn trouble(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Expected(expected, Some(found)) => format!("expected {}, found “{found}”", self::expected(*expected)),
        Trouble::Expected(expected, None) => format!("expected {}, and the order ends", self::expected(*expected)),
        Trouble::NoElement(name) => format!("there is no element {name} in this battle"),
        Trouble::Twice(name) => format!("{name} is named twice; name each element once"),
        Trouble::TooManyLegs => format!("a move has at most {MOST_LEGS} legs; give the rest as another move"),
    }
}

/// The part of an order that was expected.
pub(super) fn expected(expected: Expected) -> String {
    let words = match expected {
        Expected::Order => return format!("an order ({})", VERBS.join(", ")),
        Expected::Element => "an element, as a3",
        Expected::Command => "the number of a command",
        Expected::Foe => "an element or a feature, as b3 or camp",
        Expected::Feature => "a feature, as camp or stronghold",
        Expected::Edge => "an edge: north, east, south or west",
        Expected::Leg => "ahead, back, wheel, slide, to or road",
        Expected::Hand => "left or right",
        Expected::Coordinate => {
            return format!("a number from -{FARTHEST} to {FARTHEST} in BW with at most three decimals, as 5.25");
        }
        Expected::Length => return format!("a length from 0 to {FARTHEST} BW with at most three decimals, as 1.5"),
        Expected::Angle => "an angle from 0 to 360 degrees with at most one decimal, as 22.5",
        Expected::Direction => {
            "a direction: north, east, south, west, or degrees from 0 to 360 with at most one decimal"
        }
        Expected::Die => "what a die shows, 1 to 6",
        Expected::Word(word) => return format!("“{word}”"),
        Expected::End => "the end of the order",
    };
    words.to_owned()
}
