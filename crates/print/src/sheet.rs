//! The kinds of printed sheets, and the papers they are printed on.

/// The largest data document that is accepted, in bytes. A sheet of 200 rows with long notes needs a tenth of it.
pub const DATA_LIMIT: usize = 1 << 20;

/// The largest document of maps that is accepted, in bytes: each table comes with its map and its templates as
/// drawings.
pub const MAPS_LIMIT: usize = 24 << 20;

/// The largest document of several rosters or crib sheets that is accepted, in bytes; their QR codes may have the
/// same size again.
pub const MANY_LIMIT: usize = 8 << 20;

/// A kind of printed sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sheet {
    /// The roster of one army (`musterfield-roster/1`).
    Roster,
    /// Base labels at true size, to cut out (`musterfield-labels/1`).
    Labels,
    /// Maps of tables with lists of their features and templates of these (`musterfield-map/1`).
    Maps,
    /// A crib sheet in two columns (`musterfield-crib/1`).
    Crib,
    /// All rosters of an event (`musterfield-rosters/1`).
    Rosters,
    /// All crib sheets of an event (`musterfield-cribs/1`).
    Cribs,
    /// The receipt that a player keeps for an entry (`musterfield-receipt/1`).
    Receipt,
    /// The pairings with their tables, for the wall (`musterfield-pairings/1`).
    Pairings,
    /// The standings, for the wall (`musterfield-standings/1`).
    Standings,
}

impl Sheet {
    /// The longest document of this format that is accepted, in bytes.
    #[must_use]
    pub const fn limit(self) -> usize {
        match self {
            Self::Maps => MAPS_LIMIT,
            Self::Rosters | Self::Cribs => MANY_LIMIT,
            Self::Roster | Self::Labels | Self::Crib | Self::Receipt | Self::Pairings | Self::Standings => DATA_LIMIT,
        }
    }
}

/// The paper size, always upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

/// How a sheet is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PrintSettings {
    /// The paper.
    pub paper: Paper,
    /// Whether it has outlines and thin lines instead of tints, black areas and colours.
    pub saves_ink: bool,
}

impl From<Paper> for PrintSettings {
    /// The usual print on this paper.
    fn from(paper: Paper) -> Self {
        Self { paper, saves_ink: false }
    }
}
