//! Features that elements hold.

use crate::terrain::kind::names;

names! {
    /// A feature that an element holds.
    Held {
        /// A Stronghold.
        Stronghold = "stronghold",
        /// A City.
        City = "city",
        /// A Fort.
        Fort = "fort",
        /// A built-up area, in rulesets with only one kind.
        Bua = "bua",
        /// A Camp.
        Camp = "camp",
        /// A fortification, permanent or not.
        Fortification = "fortification",
    }
}

impl Held {
    /// Whether it has walls; a Camp has none that count.
    #[must_use]
    #[inline]
    pub const fn has_walls(self) -> bool {
        !matches!(self, Self::Camp)
    }
}
