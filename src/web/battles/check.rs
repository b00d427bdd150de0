//! Whether a stored battle is still played as it was: for the check of all of them after a new version.

use musterfield_army::Catalogue;
use musterfield_rules::Book;

use super::sitting::Sitting;
use crate::store::BattleOrder;

/// The result of playing a stored battle again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Every order is played as it was.
    Same,
    /// An order is played differently.
    Differs {
        /// Its number.
        order: usize,
        /// The difference, in a sentence.
        why: String,
    },
    /// The present rules cannot begin the battle, for this reason.
    Unplayable(String),
}

/// Plays a stored battle again: the head of its record, and its lines.
#[must_use]
pub fn check_stored(book: &'static Book, catalogue: &'static Catalogue, head: &str, lines: &[BattleOrder]) -> Checked {
    match Sitting::replayed(book, catalogue, head, lines) {
        Err(why) => Checked::Unplayable(why),
        Ok(sitting) => match sitting.differs() {
            None => Checked::Same,
            Some((order, why)) => Checked::Differs { order, why: why.to_owned() },
        },
    }
}
