//! The procedure by which the rules lay out a battlefield, with dice from a seed.
//!
//! First the defender chooses the features and their sizes (`choose`), or dice choose them by a chart. Then each
//! feature is placed in order: waterway, compulsory, others. A die gives its quarter, or determines who chooses it; the
//! feature is put somewhere in it that obeys the rules (`place` and its parts), and if there is no such place it is
//! discarded. The same settings give the same layout on every machine.
//!
//! Knows nothing of the check.

mod areas;
mod by_hand;
mod choose;
mod lane;
mod place;
pub mod request;
mod rivers;
mod roads;
mod strongholds;
mod water;

use std::fmt;

pub use by_hand::{locks, piece, still_open};
pub use choose::{STEP, sizes, within};
pub use rivers::find_crossings;

use super::layout::{Board, Feature, Layout, Quarter, RecordEntry};
use musterfield_dice::Dice;
use musterfield_rules::TerrainRules;
use musterfield_rules::terrain::{Bua, HomeTerrainRules, Kind};

/// The number of times the whole table is laid out again when it has features in too few quarters (DBA22-TERR-17, 18).
const TABLES_TRIED: u64 = 400;

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
    /// The method for choosing the optional features.
    pub method: Method,
    /// The defender's preference.
    pub preference: Preference,
    /// The number of optional features; the seed decides if not set.
    pub optional: Option<u8>,
    /// Features that are not left to the seed.
    pub wishes: Vec<Wish>,
}

impl Settings {
    /// Settings that leave everything to the seed, on a board of the usual size.
    #[must_use]
    pub fn new(rules: &'static TerrainRules, home: &'static HomeTerrainRules, board: Board, seed: u64) -> Self {
        let (method, preference) = (Method::Choice, Preference::None);
        Self { rules, home, board, seed, method, preference, optional: None, wishes: Vec::new() }
    }
}

/// The method for choosing the optional features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The defender chooses them.
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

/// The reason no table of this home terrain can have the wanted features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The rules have no table of this size.
    Board,
    /// The rules have no chart.
    NoChart,
    /// The home terrain has no such feature, or has it only as an optional one.
    NotAllowed(Kind, bool),
    /// The rules have no such BUA.
    NoBua(Bua),
    /// More features of a kind than allowed.
    TooMany(Kind, u8),
    /// Two kinds that exclude each other.
    EitherOr(Kind, Kind),
    /// Compulsory features that cannot be combined.
    Compulsory,
    /// More or fewer optional features than allowed.
    Optional(u8, u8),
    /// A feature cannot be so large or small.
    Size(Kind),
    /// The table has no place for a feature that it needs.
    Needs,
    /// Features in too few quarters, however often the dice are rolled.
    Coverage,
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board => f.write_str("The rules have no table of this size."),
            Self::NoChart => f.write_str("These rules have no chart; let the defender choose."),
            Self::NotAllowed(kind, true) => write!(f, "“{kind}” is not a compulsory feature of this home terrain."),
            Self::NotAllowed(kind, false) => write!(f, "“{kind}” is not an optional feature of this home terrain."),
            Self::NoBua(bua) => write!(f, "The rules have no “{bua}”."),
            Self::TooMany(kind, most) => write!(f, "There can be at most {most} of “{kind}”."),
            Self::EitherOr(one, other) => write!(f, "There can be “{one}” or “{other}”, not both."),
            Self::Compulsory => f.write_str("These compulsory features cannot be used together."),
            Self::Optional(least, most) => write!(f, "There must be {least} to {most} optional features."),
            Self::Size(kind) => write!(f, "“{kind}” cannot have this size."),
            Self::Needs => {
                f.write_str("The table needs a river, a waterway, or bad or rough going; choose one of them.")
            }
            Self::Coverage => f.write_str("With these choices too few quarters have features; choose more."),
        }
    }
}

impl std::error::Error for GenerateError {}

/// Lays out a battlefield.
///
/// # Errors
/// When the wanted features are impossible; never if there are none.
pub fn generate(settings: &Settings) -> Result<Layout, GenerateError> {
    for attempt in 0..TABLES_TRIED {
        let mut dice = Dice::new(settings.seed, attempt);
        let chosen = choose::choose(settings, &mut dice)?;
        let table = place::place(settings, &chosen, dice);
        if table.covers() {
            return Ok(Layout {
                rules: settings.rules,
                name: String::new(),
                home: settings.home,
                board: settings.board,
                seed: Some(settings.seed),
                fixed: false,
                features: table.features,
                record: Some(table.record),
            });
        }
    }
    Err(GenerateError::Coverage)
}
