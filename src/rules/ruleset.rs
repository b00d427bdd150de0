//! One game's rules as one value.

use std::fmt;

use super::battle::BattleRules;
use super::combat::Combat;
use super::grade::{Grade, Label, Morale};
use super::play::Play;
use super::points::Points;
use super::reference::RuleId;
use super::spelling::Spellings;
use super::troop::{Cited, ClassId, FamilyId, GeneralRule, Troop, TroopId};

mod army;

pub use army::{
    Aggression, Allies, ArmyRules, BreakPoint, Budget, Camp, Commands, Counts, Defeat, GradeRules, HalfCap, Loss,
    MountedInfantry, Share, Size,
};

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
    /// How long the unit is on bases of the usual scale, in thousandths of a millimetre, where the rules say; and the rule of the unit.
    pub unit_length: Cited<Option<u32>>,
    pub(super) classes: Vec<Class>,
    pub(super) families: Vec<Family>,
    /// The grades in which types are sold; none if each type is what it is.
    pub grades: Vec<Grade>,
    /// Names of elements of several types.
    pub labels: Vec<Label>,
    pub(super) troops: Vec<Troop>,
    pub(super) spellings: Spellings,
    /// What makes an army legal.
    pub army: ArmyRules,
    /// Figure scales with their base sizes, the usual first.
    pub scales: Vec<Scale>,
    /// The home terrains an army may name.
    pub home_terrains: Vec<HomeTerrain>,
    /// The rule that lets an army name one of them; none where the ruleset knows no home terrain.
    pub home_terrain_rule: Option<RuleId>,
    /// Types that a relative has and this ruleset leaves out, with the rule that says so.
    pub(super) left_out: Option<(Spellings, RuleId)>,
    /// The rule by which this ruleset has no mounted infantry although the one it extends has.
    pub no_mounted_infantry: Option<RuleId>,
    /// How elements fight, where the ruleset says.
    pub combat: Option<Combat>,
    /// How a game is played, where the ruleset says.
    pub play: Option<Play>,
    /// What battles are played by, where they can be.
    pub battle: Option<BattleRules>,
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

/// Types that rules name together, such as all Blades whatever their figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// As rules and players write it: `Bd`.
    pub code: Box<str>,
    /// Its name for one element in a sentence.
    pub singular: Box<str>,
    /// Its name for several in a sentence.
    pub plural: Box<str>,
    /// The family that it belongs to itself.
    pub of: Option<FamilyId>,
    /// The rule.
    pub rule: RuleId,
}

/// What mounted infantry is called beside types.
pub(super) const RIDERS: &str = "foot that rides";

/// Whether several of somebody are called so.
pub(super) fn is_called(classes: &[Class], families: &[Family], troops: &[Troop], rides: bool, name: &str) -> bool {
    classes.iter().any(|class| &*class.plural == name)
        || families.iter().any(|family| &*family.plural == name)
        || troops.iter().any(|troop| &*troop.plural == name)
        || (rides && name == RIDERS)
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

    /// The family with this id.
    ///
    /// # Panics
    /// When the id comes from another ruleset, which is a mistake of the program.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a FamilyId is only made for an entry of this table")]
    pub fn family(&self, id: FamilyId) -> &Family {
        &self.families[id.index()]
    }

    /// The type in another grade, if there is one with this letter.
    #[must_use]
    pub fn regraded(&self, id: TroopId, letter: &str) -> Option<TroopId> {
        let at = self.grades.iter().position(|grade| grade.letter.eq_ignore_ascii_case(letter))?;
        let graded = self.troop(id).graded.as_ref()?;
        let first = usize::from(id.0).checked_sub(graded.grade.index())?;
        u8::try_from(first + at).ok().map(TroopId)
    }

    /// The code of a type without its grade, as files have it.
    #[must_use]
    pub fn plain_code(&self, id: TroopId) -> &str {
        let troop = self.troop(id);
        troop.graded.as_ref().map_or(&troop.code, |graded| &self.family(graded.family).code)
    }

    /// The letter of the grade of a type, if it has one.
    #[must_use]
    pub fn letter(&self, id: TroopId) -> Option<&str> {
        let graded = self.troop(id).graded.as_ref()?;
        self.grades.get(graded.grade.index()).map(|grade| &*grade.letter)
    }

    /// The labels that a type carries: aerial, supernatural.
    pub fn labels_of(&self, id: TroopId) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(move |label| label.of.has(id.into(), false))
    }

    /// What the loss of an element costs its command, with the rule (DBMF-ME-05); none where the ruleset does not say.
    #[must_use]
    pub fn morale(&self, id: TroopId, regular: bool, general: bool) -> Option<(Points, &RuleId)> {
        let fits = |row: &&Morale| {
            (general || !row.general)
                && row.regular.is_none_or(|wanted| wanted == regular)
                && row.of.has(id.into(), false)
        };
        self.army.graded.morale.iter().find(fits).map(|row| (row.is, &row.rule))
    }

    /// The number of commands that armies of this size are or may be divided into, if they are.
    #[must_use]
    pub fn command_count(&self, size: Points) -> Option<u8> {
        let open = self.army.graded.commands.as_ref().map(|commands| commands.most);
        self.commands(size).map(|commands| commands.count).or(open)
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

    /// The family of which several are called so.
    #[must_use]
    pub fn family_called(&self, name: &str) -> Option<&Family> {
        self.families.iter().find(|family| &*family.plural == name)
    }

    /// Whether several of somebody here are called so: a type, a family, a class, or foot that rides.
    #[must_use]
    pub fn has_called(&self, name: &str) -> bool {
        let rides = self.army.mounted_infantry.is_some();
        is_called(&self.classes, &self.families, &self.troops, rides, name)
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

    /// A move or range in hundredths of a base width of the usual scale, to the nearest; none where the rules do not say how
    /// long the unit is.
    #[must_use]
    pub fn in_base_widths(&self, distance: u16) -> Option<u32> {
        let width = self.scales.first().map_or(1, |scale| u32::from(scale.frontage)).max(1) * 10;
        self.unit_length.is.map(|length| (u32::from(distance).saturating_mul(length) + width / 2) / width)
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

    /// The aggression factors that there are: 0 alone where the ruleset knows none.
    #[must_use]
    pub fn aggressions(&self) -> std::ops::RangeInclusive<i64> {
        self.army.aggression.as_ref().map_or(0..=0, |range| range.least..=range.most)
    }

    /// What armies are counted in.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.army.budget.counts
    }

    /// The loss at which an army of this size and so many elements breaks, where the ruleset says.
    #[must_use]
    pub fn break_point(&self, size: Points, elements: i64) -> Option<BreakPoint> {
        self.army.defeat.as_ref().map(|defeat| defeat.break_point(&self.army.budget, size, elements))
    }

    /// The size of armies of so many elements, where sizes are fixed.
    #[must_use]
    pub fn size(&self, size: Points) -> Option<&Size> {
        self.army.budget.sizes.iter().find(|known| Points::ONE * known.elements == size)
    }

    /// The commands of armies of this size, if they are divided.
    #[must_use]
    pub fn commands(&self, size: Points) -> Option<&Commands> {
        self.size(size)?.commands.as_ref()
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
