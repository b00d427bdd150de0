//! The problems of a draft, as data.

use std::fmt;

use musterfield_rules::{Points, RuleId};

use super::edit::Edit;

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The army is not legal.
    Error,
    /// Legal, but worth a look.
    Warning,
}

impl Severity {
    /// The word in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal $severity:ident,)*) => {
        /// The code of a problem: stable, because other programs rely on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code in documents.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Whether it makes an army illegal.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    /// More AP spent than agreed.
    OverBudget = "over-budget" Error,
    /// Too many AP on costly elements.
    HighCostCap = "high-cost-cap" Error,
    /// Too many AP on allies.
    AllyCap = "ally-cap" Error,
    /// Allies of no named army.
    AllyUnnamed = "ally-unnamed" Warning,
    /// The list does not offer this ally, or the ally not this element.
    AllyNotAllowed = "ally-not-allowed" Error,
    /// No element leads.
    NoGeneral = "no-general" Error,
    /// More than one element leads.
    SeveralGenerals = "several-generals" Error,
    /// This element cannot lead.
    GeneralNotAllowed = "general-not-allowed" Error,
    /// This element rarely leads.
    GeneralUnusual = "general-unusual" Warning,
    /// This element cannot be Fast.
    FastNotAllowed = "fast-not-allowed" Error,
    /// No troop type has this name.
    UnknownType = "unknown-type" Error,
    /// A troop type of a related ruleset.
    NotInRuleset = "not-in-ruleset" Error,
    /// A troop type that the army list lacks.
    NotInList = "not-in-list" Error,
    /// Fewer elements than the army list requires.
    ListMinimum = "list-minimum" Error,
    /// More than the army list allows.
    ListMaximum = "list-maximum" Error,
    /// Several types where the army list requires one.
    EitherOr = "either-or" Error,
    /// No army list where an army is always picked from one.
    ListUnset = "list-unset" Error,
    /// The player's own list cannot be read.
    ListUnreadable = "list-unreadable" Error,
    /// The named army list is not known.
    ListUnknown = "list-unknown" Warning,
    /// More or fewer elements than an army of this size has.
    ArmySize = "army-size" Error,
    /// No home terrain has this name.
    HomeTerrainUnknown = "home-terrain-unknown" Error,
    /// A home terrain that the army list lacks.
    HomeTerrainNotInList = "home-terrain-not-in-list" Error,
    /// No home terrain yet.
    HomeTerrainUnset = "home-terrain-unset" Warning,
    /// An aggression factor that does not exist.
    AggressionRange = "aggression-range" Error,
    /// Another aggression factor than the army list's.
    AggressionNotInList = "aggression-not-in-list" Warning,
    /// A command element without the commander.
    CommandPostNotGeneral = "command-post-not-general" Warning,
    /// AP left over.
    PointsUnspent = "points-unspent" Warning,
    /// No camp where one is needed.
    CampMissing = "camp-missing" Error,
    /// An invalid number of elements.
    BadCount = "bad-count" Error,
    /// An invalid number of AP.
    BadPoints = "bad-points" Error,
    /// Marked for the water without being able to be.
    WaterNotAllowed = "water-not-allowed" Error,
    /// Marked as a siege tower without being able to be.
    SiegeTowerNotAllowed = "siege-tower-not-allowed" Error,
    /// Marked as riding without being able to.
    MountedNotAllowed = "mounted-not-allowed" Error,
    /// Marked as dismounted without being able to be.
    DismountNotAllowed = "dismount-not-allowed" Error,
    /// Elements of no command, in an army of several.
    CommandUnset = "command-unset" Error,
    /// A command that does not exist.
    CommandUnknown = "command-unknown" Error,
    /// Too few elements in a command, or a number that differs from that of a contingent.
    CommandSize = "command-size" Error,
    /// Allied and own elements in one command.
    CommandMixed = "command-mixed" Error,
    /// Needs permission from the list or the opponent.
    NeedsPermission = "needs-permission" Warning,
    /// No price is printed.
    NoPrice = "no-price" Error,
    /// A type that does not exist in this grade.
    GradeNotAvailable = "grade-not-available" Error,
    /// A price given by the player, where none is printed.
    PriceTyped = "price-typed" Warning,
    /// A price given by the player, where one is printed.
    PriceNotUsed = "price-not-used" Warning,
    /// A price is printed for a type that is not described.
    GradeUndescribed = "grade-undescribed" Warning,
    /// Advice of the rules about an element.
    Remark = "remark" Warning,
    /// Marked as regular where no element can be.
    RegularNotAllowed = "regular-not-allowed" Error,
    /// Marked as air-mobile without being able to be.
    AirMobileNotAllowed = "air-mobile-not-allowed" Error,
    /// Magicians and Clerics in one army.
    MagiciansAndClerics = "magicians-and-clerics" Warning,
    /// Several Magicians in one command.
    TwoMagicians = "two-magicians" Warning,
    /// Mindless troops without a caster.
    MindlessWithoutCaster = "mindless-without-caster" Warning,
    /// A line of pasted text that could not be read.
    LineUnread = "line-unread" Error,
    /// A printed total that is not the sum.
    PrintedTotalDiffers = "printed-total-differs" Warning,
    /// Numbers in pasted text that may be amounts or AP.
    NumberUnclear = "number-unclear" Warning,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A change that solves a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// A description of the change for its button: "Make it not Fast".
    pub label: String,
    /// The edits.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Creates a fix of one edit.
    #[must_use]
    pub fn new(label: impl Into<String>, edit: Edit) -> Self {
        Self { label: label.into(), edits: vec![edit] }
    }

    /// A short name for exactly these edits: equal edits have equal names, and different ones practically never do.
    #[must_use]
    pub fn digest(&self) -> String {
        // FNV-1a: small, fixed for ever, and no secret depends on it.
        let hash = format!("{:?}", self.edits)
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }

    /// Whether its edits can make no army worse, so that it need not be tried first.
    #[must_use]
    pub fn is_harmless(&self) -> bool {
        self.edits.iter().all(|edit| matches!(edit, Edit::HomeTerrain(_) | Edit::Aggression(_) | Edit::Camp(true)))
    }
}

/// One problem, its place, and its fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The code.
    pub code: Code,
    /// The rule, where one applies.
    pub rule: Option<RuleId>,
    /// The line it is about, from 0; none for the army as a whole.
    pub line: Option<usize>,
    /// A plain sentence.
    pub message: String,
    /// What to do, in words; present even where no fix can be offered.
    pub advice: String,
    /// The fixes, the best first.
    pub fixes: Vec<Fix>,
    /// A fix for when no other is possible.
    pub last_resort: Option<Fix>,
    /// AP beyond a limit, where that is the problem: no fix may increase them.
    pub excess: Points,
}

impl Problem {
    /// Creates a problem of the army as a whole, without advice yet.
    #[must_use]
    pub fn new(code: Code, rule: Option<&RuleId>, message: impl Into<String>) -> Self {
        Self {
            code,
            rule: rule.cloned(),
            line: None,
            message: message.into(),
            advice: String::new(),
            fixes: Vec::new(),
            last_resort: None,
            excess: Points::ZERO,
        }
    }

    /// Returns the problem with its line.
    #[must_use]
    pub fn at(self, element: usize) -> Self {
        Self { line: Some(element), ..self }
    }

    /// Returns the problem with its advice.
    #[must_use]
    pub fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: advice.into(), ..self }
    }

    /// Returns the problem with one more fix.
    #[must_use]
    pub fn offer(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Whether it makes the army illegal.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }

    /// What to do in one sentence: the best fix, or the advice where there are so many fixes that none is best.
    #[must_use]
    pub fn remedy(&self) -> &str {
        const CHOICE: usize = 4;
        match self.fixes.as_slice() {
            [best, ..] if self.fixes.len() < CHOICE => &best.label,
            _ => &self.advice,
        }
    }
}
