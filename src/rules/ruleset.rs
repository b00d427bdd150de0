//! One game's rules as one value.

use std::fmt;

use super::combat::Combat;
use super::play::Play;
use super::points::Points;
use super::reference::RuleId;
use super::spelling::Spellings;
use super::troop::{Base, Cited, ClassId, GeneralRule, Move, Troop, TroopId};

/// Everything a game fixes about armies. Read-only after loading.
#[derive(Clone)]
pub struct Ruleset {
    /// How files and addresses name it: `d3h2`.
    pub id: Box<str>,
    /// What the ids of its rules begin with: `D3H2`.
    pub rule_prefix: Box<str>,
    /// What players call it: `D3H2`.
    pub name: Box<str>,
    /// Its full title.
    pub title: Box<str>,
    /// The version of this data; part of every permanent address.
    pub version: Box<str>,
    /// One sentence for a person who chooses.
    pub summary: Box<str>,
    /// The unit of moves and ranges: `BW`.
    pub unit: Box<str>,
    pub(super) classes: Vec<Class>,
    pub(super) troops: Vec<Troop>,
    pub(super) spellings: Spellings,
    /// What makes an army legal.
    pub army: ArmyRules,
    /// Figure scales with their base sizes, the usual first.
    pub scales: Vec<Scale>,
    /// The home terrains an army may name.
    pub home_terrains: Vec<HomeTerrain>,
    /// The rule that lets an army name one of them.
    pub home_terrain_rule: RuleId,
    /// Types that a relative has and this ruleset leaves out, with the rule that says so.
    pub(super) left_out: Option<(Spellings, RuleId)>,
    /// The rule by which this ruleset has no mounted infantry although the one it extends has.
    pub no_mounted_infantry: Option<RuleId>,
    /// How elements fight, where the ruleset says.
    pub combat: Option<Combat>,
    /// How a game is played, where the ruleset says.
    pub play: Option<Play>,
}

/// A class of troops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// As in the data: `foot`.
    pub id: Box<str>,
    /// As printed: `Aerial`.
    pub name: Box<str>,
    /// In sentences about several: `Aerials`.
    pub plural: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

/// What makes an army legal: the numbers of `army.toml`.
#[derive(Clone, Debug)]
pub struct ArmyRules {
    /// How many AP an army has.
    pub budget: Budget,
    /// The cap on costly elements, if there is one.
    pub half_cap: Option<HalfCap>,
    /// Allied elements, if their number is fixed.
    pub allies: Option<Allies>,
    /// Exactly one general: the rule.
    pub general_rule: RuleId,
    /// An ally is never the general: the rule.
    pub ally_general_rule: RuleId,
    /// The aggression factor.
    pub aggression: Aggression,
    /// Camps, if an army must bring one.
    pub camp: Option<Camp>,
    /// Foot that rides.
    pub mounted_infantry: Option<MountedInfantry>,
    /// When the army breaks.
    pub defeat: Defeat,
}

/// How many AP an army has.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The usual number.
    pub usual: Points,
    /// The least that is taken here.
    pub least: Points,
    /// The most that is taken here.
    pub most: Points,
    /// Every number of AP is a multiple of this.
    pub step: Points,
    /// A warning when so many are left over.
    pub unspent_from: Points,
    /// The rule that makes it a maximum.
    pub rule: RuleId,
    /// The rule about exact totals.
    pub step_rule: RuleId,
}

/// At most a share of the AP on elements of certain costs.
#[derive(Clone, Debug)]
pub struct HalfCap {
    /// The costs that count.
    pub costs: Vec<Points>,
    /// The share as a fraction.
    pub share: (i64, i64),
    /// The rule.
    pub rule: RuleId,
}

/// Allied elements.
#[derive(Clone, Debug)]
pub struct Allies {
    /// AP at most.
    pub most: Points,
    /// The rule about the number.
    pub rule: RuleId,
    /// The rule that they come from one named army.
    pub named_rule: RuleId,
}

/// The aggression factor.
#[derive(Clone, Debug)]
pub struct Aggression {
    /// Smallest.
    pub least: i64,
    /// Greatest.
    pub most: i64,
    /// Where none is chosen.
    pub usual: i64,
    /// The rule.
    pub rule: RuleId,
}

/// Camps.
#[derive(Clone, Debug)]
pub struct Camp {
    /// The type that makes a camp needless, and from how many elements on.
    pub exempt: Option<(TroopId, i64)>,
    /// The rule.
    pub rule: RuleId,
}

/// Foot that rides to battle.
#[derive(Clone, Debug)]
pub struct MountedInfantry {
    /// Written before the code: `Mtd`.
    pub prefix: Box<str>,
    /// Its moves.
    pub movement: Cited<Move>,
    /// Its moves if Fast.
    pub fast_movement: Cited<Move>,
    /// Its base.
    pub base: Base,
    /// The rule that asks for leave.
    pub rule: RuleId,
}

/// When the army breaks.
#[derive(Clone, Debug)]
pub struct Defeat {
    /// AP lost, for an army of `at_budget`.
    pub lost: Points,
    /// See `lost`.
    pub at_budget: Points,
    /// AP counted extra for a lost general.
    pub general_extra: Points,
    /// AP counted for a sacked camp.
    pub camp: Points,
    /// AP counted for a fallen stronghold.
    pub stronghold: Points,
    /// The rule.
    pub rule: RuleId,
}

impl Defeat {
    /// The AP at which an army of this budget breaks (D3H2-WIN-01: 12 of 24, the same share of others).
    #[must_use]
    pub fn break_point(&self, budget: Points) -> Points {
        // `at_budget` over `lost` is a small whole number in every ruleset that counts AP.
        let times = i64::try_from(self.at_budget.steps(self.lost)).unwrap_or(1).max(1);
        budget.share(1, times)
    }

    /// Whether the rules themselves give the number for this budget; for others it is a proposal (D3H2-WIN-01).
    #[must_use]
    pub fn is_printed(&self, budget: Points) -> bool {
        budget == self.at_budget
    }
}

/// A figure scale: the frontage of every base and the depth of each class of base, in millimetres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// As in addresses: `small`.
    pub id: Box<str>,
    /// As printed.
    pub name: Box<str>,
    /// Frontage in mm.
    pub frontage: u16,
    /// The rule about the frontage.
    pub rule: RuleId,
    /// Depths by class.
    pub depths: Vec<Depth>,
}

/// The depth of one class of bases, in millimetres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// `large`, `medium` or `small`.
    pub class: Box<str>,
    /// Least allowed.
    pub least: u16,
    /// Most allowed.
    pub most: u16,
    /// The usual depth.
    pub usual: u16,
    /// The rule.
    pub rule: RuleId,
}

impl Scale {
    /// The depths of a base of this class; none for a class the scale lacks, which the loader refuses.
    #[must_use]
    pub fn depth(&self, class: &str) -> Option<&Depth> {
        self.depths.iter().find(|depth| &*depth.class == class)
    }
}

/// A home terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeTerrain {
    /// As in files: `forest`.
    pub id: Box<str>,
    /// As printed: `Forest`.
    pub name: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset({} {})", self.id, self.version)
    }
}

impl Ruleset {
    /// Every troop type, in the order of the data.
    pub fn troops(&self) -> impl Iterator<Item = (TroopId, &Troop)> {
        self.troops
            .iter()
            .enumerate()
            .filter_map(|(index, troop)| u8::try_from(index).ok().map(|id| (TroopId(id), troop)))
    }

    /// The troop type with this id.
    ///
    /// # Panics
    /// When the id comes from another ruleset, which is a mistake of the program.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a TroopId is only made for an entry of this table")]
    pub fn troop(&self, id: TroopId) -> &Troop {
        &self.troops[usize::from(id.0)]
    }

    /// The classes in the order in which armies are shown.
    #[must_use]
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The name of a class.
    #[must_use]
    pub fn class_name(&self, id: ClassId) -> &str {
        self.classes.get(id.index()).map_or("", |class| &class.name)
    }

    /// The name of several of a class.
    #[must_use]
    pub fn class_plural(&self, id: ClassId) -> &str {
        self.classes.get(id.index()).map_or("", |class| &class.plural)
    }

    /// The home terrain with this id or name.
    #[must_use]
    pub fn home_terrain(&self, name: &str) -> Option<&HomeTerrain> {
        self.home_terrains
            .iter()
            .find(|terrain| terrain.id.eq_ignore_ascii_case(name) || terrain.name.eq_ignore_ascii_case(name))
    }

    /// The figure scale with this id, else the usual one.
    #[must_use]
    pub fn scale(&self, id: Option<&str>) -> Option<&Scale> {
        id.and_then(|id| self.scales.iter().find(|scale| &*scale.id == id)).or_else(|| self.scales.first())
    }

    /// How a type may be written.
    #[must_use]
    pub fn spellings(&self) -> &Spellings {
        &self.spellings
    }

    /// The rule by which a type of a related ruleset is left out of this one, if `written` names such a type.
    #[must_use]
    pub fn left_out(&self, written: &str) -> Option<&RuleId> {
        let (spellings, rule) = self.left_out.as_ref()?;
        spellings.read(written).map(|_| rule)
    }

    /// The cap on costly elements for this budget; all of it where there is none.
    #[must_use]
    pub fn costly_cap(&self, budget: Points) -> Points {
        let share = self.army.half_cap.as_ref().map(|cap| cap.share);
        share.map_or(budget, |(part, of)| budget.share(part, of))
    }

    /// AP that allies may cost; all of them where there is no limit.
    #[must_use]
    pub fn allies_cap(&self, budget: Points) -> Points {
        self.army.allies.as_ref().map_or(budget, |allies| allies.most)
    }

    /// Whether a type may be the general at all.
    #[must_use]
    pub fn may_lead(&self, id: TroopId) -> bool {
        !matches!(self.troop(id).general, GeneralRule::Never { .. })
    }
}
