//! Faults of a case, as codes and typed values. The crate `words` makes the sentences.

use std::convert::Infallible;
use std::fmt;

use musterfield_problems::{Fault, Problem, Severity};
use musterfield_rules::Ruleset;
use musterfield_rules::combat::{Feature, FighterRules, Held};
use musterfield_rules::troop::Troop;

/// A case that cannot be read, or that cannot happen under its ruleset. The place is the field, such as `b.type`; none
/// where the problem is the case as a whole.
pub type CaseError = Problem<CaseFault>;

/// The code of a fault of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaseErrorCode {
    /// The text is not JSON, or not an object.
    BadJson,
    /// A value of the wrong type or out of range.
    BadValue,
    /// A required field is missing.
    MissingField,
    /// An unknown field.
    UnknownField,
    /// An unknown type.
    UnknownType,
    /// A type that this ruleset leaves out.
    NotInRuleset,
    /// An unknown ruleset, or one without combat in this program.
    UnknownRuleset,
    /// An unknown mode.
    UnknownMode,
    /// A type that is never Fast.
    FastNotAllowed,
    /// A type that never leads.
    GeneralNotAllowed,
    /// A type that does not shoot.
    CannotShoot,
    /// A type that does not bespell.
    CannotBespell,
    /// Something that cannot happen.
    NotPossible,
}

impl CaseErrorCode {
    /// The code in results.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BadJson => "bad-json",
            Self::BadValue => "bad-value",
            Self::MissingField => "missing-field",
            Self::UnknownField => "unknown-field",
            Self::UnknownType => "unknown-type",
            Self::NotInRuleset => "not-in-ruleset",
            Self::UnknownRuleset => "unknown-ruleset",
            Self::UnknownMode => "unknown-mode",
            Self::FastNotAllowed => "fast-not-allowed",
            Self::GeneralNotAllowed => "general-not-allowed",
            Self::CannotShoot => "cannot-shoot",
            Self::CannotBespell => "cannot-bespell",
            Self::NotPossible => "not-possible",
        }
    }
}

impl fmt::Display for CaseErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A type, or a feature that nobody holds, with its names in the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedFighter {
    /// Its code: `Kn`, `Stronghold`.
    pub code: Box<str>,
    /// Its plural name: `Knights`.
    pub plural: Box<str>,
}

impl From<&Troop> for NamedFighter {
    fn from(troop: &Troop) -> Self {
        Self { code: troop.code.clone(), plural: troop.plural.clone() }
    }
}

impl From<&FighterRules> for NamedFighter {
    fn from(fighter: &FighterRules) -> Self {
        Self { code: fighter.code.clone(), plural: fighter.plural.clone() }
    }
}

/// A feature that can be held, with its name in the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedHeld {
    /// The feature.
    pub held: Held,
    /// Its name: `Stronghold`.
    pub name: Box<str>,
}

impl From<&Feature> for NamedHeld {
    fn from(feature: &Feature) -> Self {
        Self { held: feature.held, name: feature.name.clone() }
    }
}

/// A ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedRuleset {
    /// Its id.
    pub id: Box<str>,
    /// Its name among players.
    pub name: Box<str>,
}

impl From<&Ruleset> for NamedRuleset {
    fn from(ruleset: &Ruleset) -> Self {
        Self { id: ruleset.id.clone(), name: ruleset.name.clone() }
    }
}

/// A value that a field should have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// True or false.
    Flag,
    /// A whole number.
    Whole {
        /// The minimum.
        least: i8,
        /// The maximum.
        most: i8,
    },
    /// One of the given words.
    Word(Vec<&'static str>),
    /// One of the given words, or null.
    WordOrNull(Vec<&'static str>),
    /// The id of a ruleset.
    Ruleset,
    /// The code of a type.
    Troop,
    /// A kind of feature, or null.
    Feature,
    /// A feature in which elements can stand under this ruleset.
    FeatureToStandIn(NamedRuleset),
    /// An outcome, or null.
    Outcome,
    /// The score of a die.
    Die,
    /// An object.
    Object,
    /// True, false, or an object with a type.
    Supporter,
    /// An object with a type, or null.
    SideSupporter,
}

/// A fault of a case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CaseFault {
    /// The text is not JSON.
    NotJson {
        /// The column where that shows.
        column: usize,
        /// The reason in the words of the JSON parser.
        reason: String,
    },
    /// A line that is longer than any case.
    TooLong,
    /// JSON, but not an object.
    NotAnObject,
    /// The value is not one that the field can have.
    Expected(Expected),
    /// A side is missing.
    NoSide,
    /// A type is missing.
    NoTroop,
    /// A die is missing.
    NoDie,
    /// An unknown field.
    UnknownField,
    /// An unknown type.
    UnknownTroop {
        /// The beginning of what was written.
        found: String,
        /// The code of the type that is meant, as far as that can be guessed.
        nearest: Option<Box<str>>,
    },
    /// A type that the ruleset leaves out.
    LeftOut {
        /// The ruleset.
        ruleset: NamedRuleset,
        /// The beginning of what was written.
        found: String,
    },
    /// Mounted infantry of a type that never rides.
    NeverRides(NamedFighter),
    /// An unknown ruleset, or one without combat.
    UnknownRuleset {
        /// The text that was written.
        found: String,
        /// The rulesets with combat.
        known: Vec<Box<str>>,
    },
    /// A ruleset without combat.
    NoCombat(NamedRuleset),
    /// An unknown mode.
    UnknownMode,
    /// A type that is never Fast.
    NeverFast(NamedFighter),
    /// A feature as the general.
    NeverLeads(NamedFighter),
    /// A type that is never the general.
    BarredGeneral {
        /// Its code.
        code: Box<str>,
        /// Its name.
        name: Box<str>,
        /// The reason as the ruleset gives it, which follows the name.
        because: Box<str>,
    },
    /// A side that does not shoot; none for an empty feature.
    DoesNotShoot(Option<NamedFighter>),
    /// A side that does not bespell; none for an empty feature.
    DoesNotBespell(Option<NamedFighter>),
    /// The first side does not shoot, although it could.
    FirstSideShoots,
    /// An empty feature as the first side.
    FeatureFirst,
    /// Two sides that each hold a feature.
    BothHold,
    /// A row of the ruleset makes the case impossible; this is the row's reason.
    Impossible(Box<str>),
    /// An empty feature that holds another.
    FeatureHolds,
    /// A property of elements for a feature.
    NotAnElement(NamedFighter),
    /// A type that never sacks a City.
    NeverSacks(NamedFighter),
    /// A type that never holds any of these features.
    NeverHolds {
        /// The type.
        troop: NamedFighter,
        /// The features.
        features: Vec<NamedHeld>,
    },
    /// A player added factors, but the ruleset leaves none to the player.
    NoOtherFactors(NamedRuleset),
    /// Greater factors than a player may add.
    OtherFactors,
    /// A type that is never a water element.
    NotOfTheWater(NamedFighter),
    /// An element that sacks a City without being in one.
    SacksFromOutside,
    /// A commander-in-chief who is not a general.
    NotAGeneral,
    /// An element only at a flank or rear, in a ruleset that does not say what happens to it.
    AtFlankAlone(NamedRuleset),
    /// An element at the flank of something behind walls.
    NoFlanks,
    /// Two elements, each only at the other's flank.
    BothAtFlank,
    /// A feature that supports an element.
    OnlyElementsSupport,
}

impl Fault for CaseFault {
    type Code = CaseErrorCode;
    type Place = String;
    type Change = Infallible;
    type Remedy = Infallible;

    fn code(&self) -> CaseErrorCode {
        match self {
            Self::NotJson { .. } | Self::TooLong | Self::NotAnObject => CaseErrorCode::BadJson,
            Self::Expected(_) => CaseErrorCode::BadValue,
            Self::NoSide | Self::NoTroop | Self::NoDie => CaseErrorCode::MissingField,
            Self::UnknownField => CaseErrorCode::UnknownField,
            Self::UnknownTroop { .. } => CaseErrorCode::UnknownType,
            Self::LeftOut { .. } | Self::NeverRides(_) => CaseErrorCode::NotInRuleset,
            Self::UnknownRuleset { .. } | Self::NoCombat(_) => CaseErrorCode::UnknownRuleset,
            Self::UnknownMode => CaseErrorCode::UnknownMode,
            Self::NeverFast(_) => CaseErrorCode::FastNotAllowed,
            Self::NeverLeads(_) | Self::BarredGeneral { .. } => CaseErrorCode::GeneralNotAllowed,
            Self::DoesNotShoot(_) => CaseErrorCode::CannotShoot,
            Self::DoesNotBespell(_) => CaseErrorCode::CannotBespell,
            Self::FirstSideShoots
            | Self::FeatureFirst
            | Self::BothHold
            | Self::Impossible(_)
            | Self::FeatureHolds
            | Self::NotAnElement(_)
            | Self::NeverSacks(_)
            | Self::NeverHolds { .. }
            | Self::NoOtherFactors(_)
            | Self::OtherFactors
            | Self::NotOfTheWater(_)
            | Self::SacksFromOutside
            | Self::NotAGeneral
            | Self::AtFlankAlone(_)
            | Self::NoFlanks
            | Self::BothAtFlank
            | Self::OnlyElementsSupport => CaseErrorCode::NotPossible,
        }
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }
}

/// The problem of a field.
pub(crate) fn wrong(field: impl Into<String>, fault: CaseFault) -> Box<CaseError> {
    Box::new(Problem::new(fault, None).at(field.into()))
}

/// The problem of a case as a whole.
pub(crate) fn wrong_case(fault: CaseFault) -> Box<CaseError> {
    Box::new(Problem::new(fault, None))
}
