//! The settings of a battlefield to be generated: the rules, the seed, and the choices of the defender.

use musterfield_rules::TerrainRules;
use musterfield_rules::terrain::{Bua, HomeTerrainRules, Kind};

use crate::layout::{Board, Feature, Quarter, RecordEntry};

/// The settings for a battlefield. The same settings give the same layout, bit for bit.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules.
    pub rules: &'static TerrainRules,
    /// The home terrain.
    pub home: &'static HomeTerrainRules,
    /// The table.
    pub board: Board,
    /// The seed of all dice.
    pub seed: u64,
    /// The way in which the optional features are chosen.
    pub method: Method,
    /// The defender's preference.
    pub preference: Preference,
    /// The number of optional features; the seed decides if not set.
    pub optional: Option<u8>,
    /// The features from which the seed chooses, such as those whose codes an army list has; all that the home terrain
    /// has, if empty.
    pub only: Vec<(Kind, Option<Bua>)>,
    /// Features that are not left to the seed.
    pub wishes: Vec<Wish>,
}

impl Settings {
    /// Settings that leave everything to the seed, on a board of the usual size.
    #[must_use]
    pub fn new(rules: &'static TerrainRules, home: &'static HomeTerrainRules, board: Board, seed: u64) -> Self {
        let (method, preference) = (Method::Choice, Preference::None);
        let (only, wishes) = (Vec::new(), Vec::new());
        Self { rules, home, board, seed, method, preference, optional: None, only, wishes }
    }
}

/// The way in which the optional features are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the defender.
    Choice,
    /// Dice choose them, on the chart of the home terrain, where the rules have one.
    Chart,
}

/// The defender's preference. It influences the defender's choices, but no dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Preference {
    /// No preference.
    None,
    /// Few, small features towards the corners.
    Open,
    /// Many, large features towards the middle.
    Close,
    /// Features of medium size, spread over the quarters.
    Balanced,
    /// Rough and bad going on the near side.
    Cover,
}

impl Preference {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::None, Self::Open, Self::Close, Self::Balanced, Self::Cover];

    /// The word in addresses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "any",
            Self::Open => "open",
            Self::Close => "close",
            Self::Balanced => "balanced",
            Self::Cover => "cover",
        }
    }

    /// Parses the word in addresses.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preference| preference.as_str() == text)
    }
}

/// A feature that the defender wants, with the defender's decisions about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Its kind.
    pub kind: Kind,
    /// The kind of a BUA; the seed decides if not set.
    pub bua: Option<Bua>,
    /// Whether it is a compulsory feature.
    pub compulsory: bool,
    /// Length and width of an area feature, in thousandths of a BW.
    pub size: Option<(i64, i64)>,
    /// The quarter that the defender chooses on a 5.
    pub quarter: Option<Quarter>,
    /// Its place in the quarter.
    pub spot: QuarterSpot,
    /// The result if it was rolled already and stays as it is, placed or discarded.
    pub locked: Option<Box<Locked>>,
}

impl Wish {
    /// A feature of this kind with everything else left to the seed.
    #[must_use]
    pub fn new(kind: Kind, compulsory: bool) -> Self {
        Self { kind, bua: None, compulsory, size: None, quarter: None, spot: QuarterSpot::Anywhere, locked: None }
    }

    /// A feature that was rolled already and stays as it is.
    #[must_use]
    pub fn locked(choice: RecordEntry, feature: Option<Feature>) -> Self {
        let (kind, bua, compulsory) = (choice.kind, choice.bua, choice.compulsory);
        Self { bua, locked: Some(Box::new(Locked { choice, feature })), ..Self::new(kind, compulsory) }
    }
}

/// The roll for a feature, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locked {
    /// Its line of the record.
    pub choice: RecordEntry,
    /// The feature; `None` if it was discarded.
    pub feature: Option<Feature>,
}

/// The part of its quarter in which a feature is put, if there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuarterSpot {
    /// Anywhere.
    Anywhere,
    /// Towards the centre of the table.
    Inner,
    /// In the middle of the quarter.
    Middle,
    /// Towards the corner of the table.
    Outer,
    /// Towards the left or right edge.
    Side,
    /// Towards the near or far edge.
    End,
}

impl QuarterSpot {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Anywhere, Self::Inner, Self::Middle, Self::Outer, Self::Side, Self::End];

    /// The word in addresses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Anywhere => "any",
            Self::Inner => "inner",
            Self::Middle => "middle",
            Self::Outer => "outer",
            Self::Side => "side",
            Self::End => "end",
        }
    }

    /// Parses the word in addresses.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|spot| spot.as_str() == text)
    }
}
