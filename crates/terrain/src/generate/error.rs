//! The reasons no battlefield can be generated.

use std::fmt;

use musterfield_rules::terrain::{Bua, Kind};

/// The reason no table of this home terrain can have the wanted features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The rules have no table of this size.
    Board,
    /// There is no chart.
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
