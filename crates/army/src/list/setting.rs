//! When and where the armies of a list lived, or their story is set: what lists are found by.

/// Defines an enum of values that files name by an id.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $value:ident = $id:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $value,)+
        }

        impl $name {
            /// All of them, in the order in which pages offer them.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Its id in files and addresses.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$value => $id,)+
                }
            }

            /// The one with this id.
            #[must_use]
            pub fn of(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.id() == id)
            }
        }
    };
}

named! {
    /// An age of the world.
    Age {
        /// Before all history.
        Myth = "myth",
        /// Until 550 BC.
        BronzeAndIron = "bronze-and-iron",
        /// From 550 to 30 BC.
        Classical = "classical",
        /// From 30 BC to AD 550.
        Imperial = "imperial",
        /// From 550 to 1050.
        EarlyMiddleAges = "early-middle-ages",
        /// From 1050 to 1300.
        HighMiddleAges = "high-middle-ages",
        /// From 1300 to 1520.
        LateMiddleAges = "late-middle-ages",
        /// After 1520.
        Later = "later",
    }
}

impl Age {
    /// Its first and last year, negative before Christ; none where an age has no beginning or end.
    #[must_use]
    pub fn years(self) -> (Option<i32>, Option<i32>) {
        match self {
            Self::Myth => (None, None),
            Self::BronzeAndIron => (None, Some(-550)),
            Self::Classical => (Some(-550), Some(-30)),
            Self::Imperial => (Some(-30), Some(550)),
            Self::EarlyMiddleAges => (Some(550), Some(1050)),
            Self::HighMiddleAges => (Some(1050), Some(1300)),
            Self::LateMiddleAges => (Some(1300), Some(1520)),
            Self::Later => (Some(1520), None),
        }
    }
}

named! {
    /// A part of the world.
    Place {
        /// Britain and Ireland.
        BritishIsles = "british-isles",
        /// Scandinavia, Finland, the Baltic.
        NorthernEurope = "northern-europe",
        /// France, Germany, the Low Countries, the Alps.
        WesternEurope = "western-europe",
        /// Iberia, Italy, Greece, the Balkans.
        SouthernEurope = "southern-europe",
        /// From Bohemia and the Carpathians to the Volga.
        EasternEurope = "eastern-europe",
        /// From Anatolia and Arabia to Iran.
        NearEast = "near-east",
        /// Egypt and the Maghreb.
        NorthAfrica = "north-africa",
        /// Africa south of the Sahara.
        SubSaharanAfrica = "sub-saharan-africa",
        /// The steppe from the Volga to Manchuria.
        CentralAsia = "central-asia",
        /// India and its neighbours.
        SouthAsia = "south-asia",
        /// From Burma to the islands.
        SouthEastAsia = "south-east-asia",
        /// China, Korea, Japan.
        EastAsia = "east-asia",
        /// Both Americas.
        Americas = "americas",
        /// Heavens, underworlds, and countries on no map.
        OtherWorlds = "other-worlds",
    }
}
