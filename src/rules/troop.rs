//! One troop type: what a single base of it costs, how it moves, shoots and fights.

use super::grade::Graded;
use super::points::Points;
use super::reference::RuleId;

/// A troop type of one ruleset: an index into its table, meaningless in another ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TroopId(pub(super) u8);

/// A class of troops (Aerial, Mounted, Foot): an index into the ruleset's classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub(super) u8);

/// A family of troop types: an index into the ruleset's families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FamilyId(pub(super) u8);

impl FamilyId {
    /// The position of the family in its ruleset.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a type is a kind of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kin {
    /// Another type.
    Troop(TroopId),
    /// A family, which is no type itself.
    Family(FamilyId),
}

impl ClassId {
    /// The position of the class in its ruleset.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Whether elements of a type may be Fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FastRule {
    /// Never.
    No,
    /// As the owner likes.
    May,
    /// As the owner likes, and a builder offers it Fast first.
    Usual,
    /// Always; it cannot be otherwise.
    Always,
}

impl FastRule {
    /// Whether an element that asks for `fast` gets it.
    #[must_use]
    pub fn allows(self, fast: bool) -> bool {
        !fast || self != Self::No
    }

    /// Whether an element that asks for `fast` is Fast on the table.
    #[must_use]
    pub fn applies(self, fast: bool) -> bool {
        match self {
            Self::No => false,
            Self::May | Self::Usual => fast,
            Self::Always => true,
        }
    }

    /// Whether the owner has a choice.
    #[must_use]
    pub fn is_choice(self) -> bool {
        matches!(self, Self::May | Self::Usual)
    }
}

/// Whether an element of a type may be the general.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GeneralRule {
    /// Without remark.
    May,
    /// Allowed, with a warning that gives the reason.
    Unusual {
        /// Follows the name of the type in a sentence.
        because: Box<str>,
        /// The rule.
        rule: RuleId,
    },
    /// Never.
    Never {
        /// Follows the name of the type in a sentence.
        because: Box<str>,
        /// The rule.
        rule: RuleId,
    },
}

/// Combat factors by what the enemy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Against Foot, Strongholds and Camps.
    pub foot: i8,
    /// Against Mounted and Aerials.
    pub mounted: i8,
    /// Against Foot when shot at or bespelled, where it differs.
    pub shot_foot: Option<i8>,
}

/// Tactical move distances in the ruleset's unit (BW in D3H2). A going that is closed to the type has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// In good going or by road.
    pub good: Option<u16>,
    /// In rough going.
    pub rough: Option<u16>,
    /// In bad going.
    pub bad: Option<u16>,
    /// Crossing a river.
    pub river: Option<u16>,
    /// By road, where that is not as in good going.
    pub road: Option<u16>,
}

impl Move {
    /// `200/160/80`, a dash for going that is closed; one number where all going is alike, two where nobody has a move of
    /// rough going.
    #[must_use]
    pub fn told(self, has_rough: bool) -> String {
        let goings = if has_rough { vec![self.good, self.rough, self.bad] } else { vec![self.good, self.bad] };
        let told =
            goings.into_iter().map(|distance| distance.map_or_else(|| "–".to_owned(), |distance| distance.to_string()));
        let mut told: Vec<String> = told.collect();
        if told.windows(2).all(|pair| matches!(pair, [one, other] if one == other)) {
            told.truncate(1);
        }
        told.join("/")
    }
}

/// The base a type stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Name of its depth class, which each figure scale has: `large`, `medium`, `small`.
    pub depth: Box<str>,
    /// How many figures or models, in words.
    pub figures: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

/// The base of other figures that count as the same type, and who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideBase {
    /// Who: `chariots`.
    pub name: Box<str>,
    /// Their base.
    pub base: Base,
}

/// Whether an element starts off the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summoned {
    /// As the owner likes, at deployment.
    May,
    /// Always.
    Always,
}

/// What elements of a type may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garrison {
    /// A feature with walls: a Stronghold, a City.
    pub walls: bool,
    /// A Camp.
    pub camp: bool,
    /// A City of the enemy, to sack it.
    pub sacks: bool,
}

impl Garrison {
    /// Whether they may hold anything.
    #[must_use]
    pub const fn any(self) -> bool {
        self.walls || self.camp
    }
}

/// A value with the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited<T> {
    /// The value.
    pub is: T,
    /// The rule.
    pub rule: RuleId,
}

/// Everything a ruleset fixes about one troop type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troop {
    /// How it is written: `Bd`.
    pub code: Box<str>,
    /// The drawing that it is shown by, named after a type: its own, unless another is much the same.
    pub icon: Box<str>,
    /// Its name as printed, for tables: `Blades`, `Hero`.
    pub name: Box<str>,
    /// Its name for one element in a sentence: `Blade`.
    pub singular: Box<str>,
    /// Its name for several in a sentence: `Heroes`.
    pub plural: Box<str>,
    /// Its class.
    pub class: Cited<ClassId>,
    /// AP an element, where the ruleset sells it at all.
    pub cost: Option<Cited<Points>>,
    /// Whether it counts toward the cap on costly elements.
    pub costly: bool,
    /// Whether it may be Fast.
    pub fast: Cited<FastRule>,
    /// The type that is meant where elements of this one are said to be Fast, by their name alone.
    pub fast_as: Option<TroopId>,
    /// Combat factors.
    pub factor: Cited<Factor>,
    /// Moves of an element that is not Fast (of any element, where the type always or never is).
    pub movement: Cited<Move>,
    /// Moves of a Fast element.
    pub fast_movement: Option<Cited<Move>>,
    /// Greatest shooting range in the ruleset's unit.
    pub range: Option<Cited<u16>>,
    /// Greatest distance of a spell in the ruleset's unit.
    pub spell: Option<Cited<u16>>,
    /// Its base.
    pub base: Base,
    /// The other base that some figures of the type stand on.
    pub wide_base: Option<WideBase>,
    /// What it counts as, but for what its own entry says.
    pub kind_of: Option<Cited<Kin>>,
    /// Whether it may be the general.
    pub general: GeneralRule,
    /// Set where the type exists for a general's element only: the rule that warns.
    pub only_general: Option<RuleId>,
    /// Set where it starts, or may start, off the table.
    pub summoned: Option<Cited<Summoned>>,
    /// Set where an element may be one for the water.
    pub water: Option<RuleId>,
    /// Set where an element may be a siege tower.
    pub siege_tower: Option<RuleId>,
    /// Set where it may ride as mounted infantry.
    pub rides: Option<RuleId>,
    /// What it may hold.
    pub garrison: Garrison,
    /// Set where it is a type in one of several grades.
    pub graded: Option<Graded>,
    /// Set where it may be air-mobile.
    pub air_mobile: Option<RuleId>,
    /// Set where no army has elements of it: the rule that says where they belong.
    pub no_army: Option<RuleId>,
}

impl Troop {
    /// Its name for so many elements in a sentence.
    #[must_use]
    pub fn called(&self, count: i64) -> &str {
        if count == 1 { &self.singular } else { &self.plural }
    }

    /// The move of an element that is or is not Fast.
    #[must_use]
    pub fn moves(&self, fast: bool) -> Move {
        match &self.fast_movement {
            Some(quick) if fast => quick.is,
            _ => self.movement.is,
        }
    }

    /// AP an element, an irregular one if there is a choice; nothing where the ruleset prints no price.
    #[must_use]
    pub fn price(&self) -> Points {
        self.cost.as_ref().map_or(Points::ZERO, |cost| cost.is)
    }

    /// AP an element that is or is not regular; none where the ruleset prints no price.
    #[must_use]
    pub fn printed_price(&self, regular: bool) -> Option<Points> {
        match &self.graded {
            Some(graded) => graded.price(regular),
            None => self.cost.as_ref().map(|cost| cost.is),
        }
    }
}
