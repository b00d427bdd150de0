//! The codes of problems.

use std::fmt;

use musterfield_problems::Severity;

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
    /// An entry of the player's own list is probably not what was meant.
    ListDoubtful = "list-doubtful" Warning,
    /// No army of the usual size can be made of the player's own list.
    ListSize = "list-size" Warning,
    /// No entry of the player's own list can be the general.
    ListLeaderless = "list-leaderless" Warning,
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
    /// A line of pasted text that may mean something else.
    LineDoubtful = "line-doubtful" Warning,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
