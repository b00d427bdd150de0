//! Orders as text that a person can read and type, one order a line.
//!
//! ```text
//! edge north                  allot 2 1 3
//! camp 6,0 north 2x1          camp in stronghold
//! place a3 5.25,3 north       garrison a2 camp          take back a3
//! reserve a3 a4                land a3 3,4 east, a4 3,5 east
//! summon a9 5,2 north         free a1                   dismount a3
//! move a4: wheel left 30, ahead 1.5, slide right 0.2
//! bespell a7 at b2 with a8    shoot a4 at b3            fight a1 camp
//! hold a3 a4                   hold a5 south              add
//! recoil 0.75                 return 5,2 north          end
//! ```
//!
//! Lengths are base widths with up to three decimals; places are front left corners; directions are `north`, `east`,
//! `south`, `west` or degrees clockwise from north with up to one decimal. The reader is lenient about spaces,
//! capitals, commas and full stops. Orders are always written in one form, and reading that form gives the same order.
//!
//! The module knows nothing of what the rules allow: an order that can be read may still be refused.

mod bounds;
mod error;
mod number;
mod read;
#[cfg(test)]
mod tests;
mod token;
mod verbs;
mod write;

pub use super::moving::MOST_LEGS;
pub(super) use error::visible;
pub use error::{Expected, ParseOrderError, Trouble};
pub(super) use read::WithDice;
pub use verbs::VERBS;

use std::fmt;

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

/// Reads an order and, after a colon, the faces of its dice with the column of the first; `None` if there is no colon.
pub(super) fn with_dice(battle: &Battle, text: &str) -> Result<WithDice, ParseOrderError> {
    read::with_dice(text, &|name| battle.id(name))
}

/// The pose of an element, in the words of the notation.
pub(super) struct Place(pub(super) Pose);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::pose(self.0, f)
    }
}
