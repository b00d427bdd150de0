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
        /// A steep hill of crags (DBMF).
        CraggyHill = "craggy_hill",
        /// A hill under trees (DBMF).
        WoodedHill = "wooded_hill",
        /// A gentle hill.
        GentleHill = "gentle_hill",
        /// A gentle hill with stones (DBMF).
        RockyHill = "rocky_hill",
        /// A gentle hill with bushes (DBMF).
        ScrubbyHill = "scrubby_hill",
        /// An orchard or olive grove (DBMF).
        Orchard = "orchard",
        /// Vineyards (DBMF).
        Vineyard = "vineyard",
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
        /// A lake, with ground all round it (DBMF).
        Lake = "lake",
        /// A river.
        River = "river",
        /// A road.
        Road = "road",
        /// A paved road (DBMF).
        PavedRoad = "paved_road",
        /// A wall along a frontier (DBMF).
        FrontierWall = "frontier_wall",
        /// A hedge or wall along a boundary (DBMF).
        Boundary = "boundary",
        /// Sea, a lake or a large river along an edge.
        Waterway = "waterway",
        /// The sea (DBMF).
        Sea = "sea",
        /// A sea that may freeze in winter (DBMF).
        FreezingSea = "freezing_sea",
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
        /// A built-up area of which the rules say no more (DBMF).
        Settlement = "settlement",
        /// A built-up area for which the army list permits permanent fortifications (DBMF).
        Fortifiable = "fortifiable",
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
    /// The kind as which it is drawn and placed: a paved road is a road, a sea a waterway, and hills are gentle or
    /// difficult. For most kinds this is the kind itself.
    #[must_use]
    pub const fn like(self) -> Self {
        match self {
            Self::CraggyHill | Self::WoodedHill => Self::DifficultHill,
            Self::RockyHill | Self::ScrubbyHill => Self::GentleHill,
            Self::PavedRoad => Self::Road,
            Self::Sea | Self::FreezingSea => Self::Waterway,
            other => other,
        }
    }

    /// Whether it lies along a line, with a width: rivers, roads, walls and hedges.
    #[must_use]
    pub const fn is_course(self) -> bool {
        matches!(self.like(), Self::River | Self::Road | Self::FrontierWall | Self::Boundary)
    }

    /// Whether it is water along an edge of the table.
    #[must_use]
    pub const fn is_waterway(self) -> bool {
        matches!(self.like(), Self::Waterway)
    }

    /// Whether it lies along a line or an edge; such features are placed by other rules than areas.
    #[must_use]
    pub const fn is_linear(self) -> bool {
        self.is_course() || self.is_waterway()
    }

    /// Whether it is a road, paved or not.
    #[must_use]
    pub const fn is_road(self) -> bool {
        matches!(self.like(), Self::Road)
    }

    /// Whether it is a hill, which has a crest.
    #[must_use]
    pub const fn is_hill(self) -> bool {
        matches!(self.like(), Self::DifficultHill | Self::GentleHill)
    }
}
