//! Names of features: kinds, kinds of BUA, going.

/// An unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such name")]
pub struct ParseKindError;

/// An enum of plain names, with their words in files.
macro_rules! names {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word in files.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::terrain::kind::ParseKindError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::terrain::kind::ParseKindError),
                }
            }
        }
    };
}

pub(crate) use names;

names! {
    /// A kind of feature.
    Kind {
        /// A built-up area; [`Bua`] says which kind.
        Bua = "bua",
        /// Ploughed fields.
        Plough = "plough",
        /// Fields between walls and hedges.
        Enclosures = "enclosures",
        /// Bushes.
        Scrub = "scrub",
        /// Soft ground.
        Boggy = "boggy",
        /// Stones.
        Rocky = "rocky",
        /// Rough ground of any kind (DBA 2.2).
        Rough = "rough",
        /// A steep or wooded hill.
        DifficultHill = "difficult_hill",
        /// A gentle hill.
        GentleHill = "gentle_hill",
        /// Woods.
        Woods = "woods",
        /// A marsh.
        Marsh = "marsh",
        /// Sand dunes.
        Dunes = "dunes",
        /// An oasis.
        Oasis = "oasis",
        /// A gully.
        Gully = "gully",
        /// A river.
        River = "river",
        /// A road.
        Road = "road",
        /// Sea, a lake or a large river along an edge.
        Waterway = "waterway",
    }
}

names! {
    /// A kind of BUA.
    Bua {
        /// A stronghold.
        Stronghold = "stronghold",
        /// A hamlet.
        Hamlet = "hamlet",
        /// A city (DBA).
        City = "city",
        /// A fort (DBA).
        Fort = "fort",
        /// An edifice (DBA).
        Edifice = "edifice",
    }
}

names! {
    /// The going: the ease with which troops move in a feature.
    Going {
        /// Good going.
        Good = "good",
        /// Rough going.
        Rough = "rough",
        /// Bad going.
        Bad = "bad",
        /// Water: closed to ground troops.
        Water = "water",
    }
}

impl Kind {
    /// Whether it is a river, road or waterway; these are placed by other rules than areas.
    #[must_use]
    pub const fn is_linear(self) -> bool {
        matches!(self, Self::River | Self::Road | Self::Waterway)
    }

    /// Whether it is a hill, which has a crest.
    #[must_use]
    pub const fn is_hill(self) -> bool {
        matches!(self, Self::DifficultHill | Self::GentleHill)
    }
}
