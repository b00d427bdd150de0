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
        /// A Camp; that of an army's own commands, if the army is divided.
        Camp = "camp",
        /// The camp of the second command of a divided army, if that is an allied one (DBA3-BB-18).
        SecondCamp = "camp2",
        /// That of the third command.
        ThirdCamp = "camp3",
        /// That of the fourth command.
        FourthCamp = "camp4",
        /// A fortification, permanent or not.
        Fortification = "fortification",
    }
}

impl Held {
    /// Whether it has walls; a Camp has none that count.
    #[must_use]
    #[inline]
    pub const fn has_walls(self) -> bool {
        !self.is_camp()
    }

    /// Whether it is a camp.
    #[must_use]
    #[inline]
    pub const fn is_camp(self) -> bool {
        matches!(self, Self::Camp | Self::SecondCamp | Self::ThirdCamp | Self::FourthCamp)
    }

    /// The camp of the command with this number, if it is an allied one.
    #[must_use]
    pub const fn camp_of_command(number: u8) -> Option<Self> {
        match number {
            2 => Some(Self::SecondCamp),
            3 => Some(Self::ThirdCamp),
            4 => Some(Self::FourthCamp),
            _ => None,
        }
    }

    /// The number of the allied command whose camp it is.
    #[must_use]
    pub const fn command(self) -> Option<u8> {
        match self {
            Self::SecondCamp => Some(2),
            Self::ThirdCamp => Some(3),
            Self::FourthCamp => Some(4),
            _ => None,
        }
    }

    /// The kind of feature that it is to the tables of combat, which know of one camp only.
    #[must_use]
    pub const fn kind(self) -> Self {
        if self.is_camp() { Self::Camp } else { self }
    }
}
