//! One troop type: what a single base of it costs, how it moves, shoots and fights.

pub use super::id::{ClassId, FamilyId, TroopId};
pub use super::reference::Cited;

use super::id::GradeId;
use super::reference::RuleId;
use crate::points::Points;

/// The type or family that a type counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supertype {
    /// Another type.
    Troop(TroopId),
    /// A family, which is not a type itself.
    Family(FamilyId),
}

/// Whether elements of a type may be Fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FastRule {
    /// Never.
    No,
    /// The owner's choice.
    May,
    /// The owner's choice, with Fast as the first offer of a builder.
    Usual,
    /// Always; it cannot be otherwise.
    Always,
}

impl FastRule {
    /// Whether an element marked as `fast` is allowed.
    #[must_use]
    pub fn allows(self, fast: bool) -> bool {
        !fast || self != Self::No
    }

    /// Whether an element marked as `fast` is Fast on the table.
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
    /// Without restriction.
    May,
    /// Allowed, with a warning that gives the reason.
    Unusual {
        /// The reason, which follows the name of the type in a sentence.
        because: Box<str>,
        /// The rule.
        rule: RuleId,
    },
    /// Never.
    Never {
        /// The reason, which follows the name of the type in a sentence.
        because: Box<str>,
        /// The rule.
        rule: RuleId,
    },
}

/// Combat factors by the class of the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Against Foot, Strongholds and Camps.
    pub foot: i8,
    /// Against Mounted and Aerials.
    pub mounted: i8,
    /// Against Foot when shot at or bespelled, where it differs.
    pub shot_foot: Option<i8>,
}

/// Tactical move distances in the ruleset's unit (BW in D3H2); none for going that is closed to the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// In good going or along a road.
    pub good: Option<u16>,
    /// In rough going.
    pub rough: Option<u16>,
    /// In bad going.
    pub bad: Option<u16>,
    /// Crossing a river.
    pub river: Option<u16>,
    /// By road, where that differs from good going.
    pub road: Option<u16>,
}

impl Move {
    /// `200/160/80`, with a dash for closed going; one number where the move is the same in all going, two where the
    /// ruleset has no moves for rough going.
    #[must_use]
    pub fn in_words(self, has_rough: bool) -> String {
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

/// The base of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The name of its depth class, which each figure scale has: `large`, `medium`, `small`.
    pub depth: Box<str>,
    /// The number of figures or models, in words.
    pub figures: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

/// The base of other figures that count as the same type, and the name of those figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideBase {
    /// The figures: `chariots`.
    pub name: Box<str>,
    /// Their base.
    pub base: Base,
}

/// Whether an element starts off the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summoned {
    /// The owner's choice, made at deployment.
    May,
    /// Always.
    Always,
}

/// The features that elements of a type may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garrison {
    /// A feature with walls: a Stronghold, a City.
    pub walls: bool,
    /// A Camp.
    pub camp: bool,
    /// An enemy City, to sack it.
    pub sacks: bool,
}

impl Garrison {
    /// Whether they may hold any feature.
    #[must_use]
    pub const fn any(self) -> bool {
        self.walls || self.camp
    }
}

/// The further properties of a type in one grade: each troop type of a ruleset with grades is such a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The grade.
    pub grade: GradeId,
    /// The type itself; its code and name have no grade.
    pub family: FamilyId,
    /// The price of a regular element in AP, if the rules print one.
    pub regular: Option<Points>,
    /// The price of an irregular element in AP, if the rules print one.
    pub irregular: Option<Points>,
    /// Whether the rules describe the type in this grade.
    pub described: bool,
    /// The rule of the prices.
    pub price_rule: RuleId,
    /// The rule of the description.
    pub described_rule: RuleId,
}

impl Graded {
    /// The price of a regular or irregular element in AP, if the rules print one.
    #[must_use]
    pub fn price(&self, regular: bool) -> Option<Points> {
        if regular { self.regular } else { self.irregular }
    }

    /// Whether such elements exist: the rules describe them, or print a price.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.described || self.regular.is_some() || self.irregular.is_some()
    }
}

/// Everything that a ruleset says about one troop type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troop {
    /// Its code: `Bd`.
    pub code: Box<str>,
    /// The drawing that represents it, named after a type: its own, unless another is much the same.
    pub icon: Box<str>,
    /// Its name as printed, for tables: `Blades`, `Hero`.
    pub name: Box<str>,
    /// Its name for one element in a sentence: `Blade`.
    pub singular: Box<str>,
    /// Its name for several in a sentence: `Heroes`.
    pub plural: Box<str>,
    /// Its class.
    pub class: Cited<ClassId>,
    /// The price of an element in AP, where the ruleset sells any.
    pub cost: Option<Cited<Points>>,
    /// Whether it counts toward the cap on costly elements.
    pub costly: bool,
    /// Whether it may be Fast.
    pub fast: Cited<FastRule>,
    /// The type that is meant when elements of this one are called Fast by name alone.
    pub fast_as: Option<TroopId>,
    /// Combat factors.
    pub factor: Cited<Factor>,
    /// Moves of a solid element (of any element, where the type is always or never Fast).
    pub movement: Cited<Move>,
    /// Moves of a Fast element.
    pub fast_movement: Option<Cited<Move>>,
    /// The greatest shooting range in the ruleset's unit.
    pub range: Option<Cited<u16>>,
    /// The greatest distance of a spell in the ruleset's unit.
    pub spell: Option<Cited<u16>>,
    /// Its base.
    pub base: Base,
    /// The other base that some figures of the type use.
    pub wide_base: Option<WideBase>,
    /// The type or family that it counts as, except where its own entry differs.
    pub kind_of: Option<Cited<Supertype>>,
    /// Whether it may be the general.
    pub general: GeneralRule,
    /// The rule for a warning, where the type only exists as a general's element.
    pub only_general: Option<RuleId>,
    /// Whether it starts, or may start, off the table, if so.
    pub summoned: Option<Cited<Summoned>>,
    /// The rule by which an element may be a water element, if it may.
    pub water: Option<RuleId>,
    /// The rule by which an element may be a siege tower, if it may.
    pub siege_tower: Option<RuleId>,
    /// The rule by which it may be mounted infantry, if it may.
    pub rides: Option<RuleId>,
    /// The features that it may hold.
    pub garrison: Garrison,
    /// Its grade and what follows from it, in rulesets with grades.
    pub graded: Option<Graded>,
    /// The rule by which it may be air-mobile, if it may.
    pub air_mobile: Option<RuleId>,
    /// The rule that says where elements of this type belong, where no army has any.
    pub no_army: Option<RuleId>,
}

impl Troop {
    /// Its name for this number of elements in a sentence.
    #[must_use]
    pub fn name_for(&self, count: i64) -> &str {
        if count == 1 { &self.singular } else { &self.plural }
    }

    /// The move of a Fast or solid element.
    #[must_use]
    pub fn moves(&self, fast: bool) -> Move {
        match &self.fast_movement {
            Some(quick) if fast => quick.value,
            _ => self.movement.value,
        }
    }

    /// The price of an element in AP, of an irregular one if there is a choice; zero where the ruleset prints no
    /// price.
    #[must_use]
    pub fn price(&self) -> Points {
        self.cost.as_ref().map_or(Points::ZERO, |cost| cost.value)
    }

    /// The price of a regular or irregular element in AP; none where the ruleset prints no price.
    #[must_use]
    pub fn printed_price(&self, regular: bool) -> Option<Points> {
        match &self.graded {
            Some(graded) => graded.price(regular),
            None => self.cost.as_ref().map(|cost| cost.value),
        }
    }
}
