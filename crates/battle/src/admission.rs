//! The door to a battle: armies and battlefields come in as legal ones, and every relaxation is named.

use std::ops::Deref;

use musterfield_army::{Draft, LegalArmy};
use musterfield_terrain::{Layout, LegalLayout};

/// An army or a battlefield that may enter a battle, either legal or explicitly allowed to be illegal.
#[derive(Clone, Debug)]
pub struct Admitted<T> {
    admitted: T,
    is_legal: bool,
}

impl<T> Admitted<T> {
    /// Admits a value that may be illegal, because the players have agreed to play with it all the same.
    #[must_use]
    pub fn allowing_illegal(whatever: T) -> Self {
        Self { admitted: whatever, is_legal: false }
    }

    /// Whether the value was admitted as legal.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.is_legal
    }
}

impl From<LegalArmy> for Admitted<Draft> {
    fn from(army: LegalArmy) -> Self {
        Self { admitted: army.into_draft(), is_legal: true }
    }
}

impl From<LegalLayout> for Admitted<Layout> {
    fn from(layout: LegalLayout) -> Self {
        Self { admitted: layout.into_layout(), is_legal: true }
    }
}

impl<T> Deref for Admitted<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.admitted
    }
}

/// Whether armies of different sizes may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmySizes {
    /// Both armies must be of the same size in AP.
    Equal,
    /// The armies may be of different sizes.
    MayDiffer,
}
