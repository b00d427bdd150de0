//! One game's rules as one value.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::battle::BattleRules;
use super::combat::Combat;
use super::grade::{Grade, Label, Morale};
use super::play::Play;
use super::reference::RuleId;
use super::spelling::Spellings;
use super::terrain::TerrainRules;
use super::troop::{Base, Cited, ClassId, FamilyId, GeneralRule, Troop, TroopId};
use crate::points::Points;

mod army;

pub use army::{
    Aggression, Allies, ArmyRules, ArmySize, BreakPoint, Budget, Camp, Commands, Defeat, GradeRules, HalfCap, Loss,
    MountedInfantry, Share, SizeUnit,
};

/// Everything that a game says about armies. Read-only after loading.
#[derive(Clone)]
pub struct Ruleset {
    /// Its name in files and addresses: `d3h2`.
    pub id: Box<str>,
    /// The prefix of its rule ids: `D3H2`.
    pub rule_prefix: Box<str>,
    /// Its name among players: `D3H2`.
    pub name: Box<str>,
    /// Its full title.
    pub title: Box<str>,
    /// The version of this data; part of every permanent address.
    pub version: Box<str>,
    /// What changed with the versions of this data, the latest first.
    pub changes: Vec<Change>,
    /// One sentence to help a person choose.
    pub summary: Box<str>,
    /// The unit of moves and ranges: `BW`.
    pub unit: Box<str>,
    /// The length of the unit on bases of the usual scale, in thousandths of a millimetre, if the rules give it; and
    /// the rule of the unit.
    pub unit_length: Cited<Option<u32>>,
    pub(super) classes: Vec<Class>,
    pub(super) families: Vec<Family>,
    /// The grades in which types are sold; empty if types have no grades.
    pub grades: Vec<Grade>,
    /// Collective names of elements of several types.
    pub labels: Vec<Label>,
    pub(super) troops: Vec<Troop>,
    pub(super) spellings: Spellings,
    /// The conditions for a legal army.
    pub army: ArmyRules,
    /// Figure scales with their base sizes, the usual one first.
    pub scales: Vec<Scale>,
    /// The home terrains an army may name.
    pub home_terrains: Vec<HomeTerrain>,
    /// The rule that lets an army name one of them; `None` if the ruleset has no home terrains.
    pub home_terrain_rule: Option<RuleId>,
    /// The rules for laying out battlefields, if the ruleset has any.
    pub terrain: Option<Arc<TerrainRules>>,
    /// Types that a related ruleset has and this one leaves out, with the rule that says so.
    pub(super) left_out: Option<(Spellings, RuleId)>,
    /// The rule by which this ruleset has no mounted infantry although the one it extends has.
    pub no_mounted_infantry: Option<RuleId>,
    /// The rules of combat, if the ruleset has any.
    pub combat: Option<Combat>,
    /// The course of a game, if the ruleset describes it.
    pub play: Option<Play>,
    /// The numbers and lists for battles, where battles can be played.
    pub battle: Option<BattleRules>,
    /// The reason why no battles are played with it, where that needs one.
    pub no_battle: Option<Box<str>>,
    /// The ruleset whose rules it borrows where its own are silent.
    pub borrows: Option<Borrowing>,
}

/// The ruleset from which another borrows rules, because its own leave something out that battles need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Borrowing {
    /// The id of that ruleset: `d3h2-traditional`.
    pub from: Box<str>,
    /// Its name among players.
    pub name: Box<str>,
    /// A sentence that says so.
    pub says: Box<str>,
    /// Rules that battles follow too, although nothing else in the data stands for them.
    pub also: Vec<RuleId>,
}

/// A borrowed rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Borrowed<'r> {
    /// The name of what it stands for; none if it stands for nothing in particular.
    pub what: Option<&'static str>,
    /// The rule.
    pub rule: &'r RuleId,
}

/// Something that a version of a ruleset's data judges or says otherwise than the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The version that brought it: `1.1.0`.
    pub version: Box<str>,
    /// The day of that version: `2026-11-25`.
    pub date: Box<str>,
    /// What is so now.
    pub text: Box<str>,
    /// The reason for it.
    pub why: Box<str>,
    /// The rule concerned.
    pub rule: RuleId,
}

/// A class of troops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name in the data: `foot`.
    pub id: Box<str>,
    /// Its name as printed: `Aerial`.
    pub name: Box<str>,
    /// Its plural in sentences: `Aerials`.
    pub plural: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

/// Types that rules name together, such as all Blades whatever their number of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its code in rules and among players: `Bd`.
    pub code: Box<str>,
    /// Its name for one element in a sentence.
    pub singular: Box<str>,
    /// Its name for several elements in a sentence.
    pub plural: Box<str>,
    /// The family that it belongs to in turn.
    pub of: Option<FamilyId>,
    /// The rule.
    pub rule: RuleId,
}

/// The name of mounted infantry in lists of types.
pub const RIDERS: &str = "mounted infantry";

/// Whether this is the plural name of a class, family or type, or of mounted infantry.
pub(super) fn is_called(classes: &[Class], families: &[Family], troops: &[Troop], rides: bool, name: &str) -> bool {
    classes.iter().any(|class| &*class.plural == name)
        || families.iter().any(|family| &*family.plural == name)
        || troops.iter().any(|troop| &*troop.plural == name)
        || (rides && name == RIDERS)
}

/// A figure scale: the frontage of every base and the depth of each class of base, in millimetres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Its name in addresses: `small`.
    pub id: Box<str>,
    /// The name by which other rulesets know it: `small` for the scale `15`.
    pub also: Option<Box<str>>,
    /// The name as printed.
    pub name: Box<str>,
    /// Frontage in mm.
    pub frontage: u16,
    /// The rule about the frontage.
    pub rule: RuleId,
    /// Depths by class.
    pub depths: Vec<Depth>,
}

impl Scale {
    /// All its names: its id first, then the one by which other rulesets know it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.id).chain(self.also.as_deref())
    }
}

/// The depth of one class of bases, in millimetres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// `large`, `medium` or `small`.
    pub class: Box<str>,
    /// The least depth allowed.
    pub least: u16,
    /// The greatest depth allowed.
    pub most: u16,
    /// The usual depth.
    pub usual: u16,
    /// The rule.
    pub rule: RuleId,
}

impl Scale {
    /// The depths of a base of this class; none for a class that the scale lacks, which the loader refuses.
    #[must_use]
    pub fn depth(&self, class: &str) -> Option<&Depth> {
        self.depths.iter().find(|depth| &*depth.class == class)
    }
}

/// A home terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeTerrain {
    /// Its name in files: `forest`.
    pub id: Box<str>,
    /// Its name as printed: `Forest`.
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
    /// Whether a rule is one of another ruleset, borrowed because this game's own rules are silent.
    #[must_use]
    pub fn is_borrowed(&self, rule: &RuleId) -> bool {
        rule.as_str().split('-').next() != Some(&*self.rule_prefix)
    }

    /// Every rule of another ruleset that battles follow, with what it stands for: the names of numbers, lists, clauses
    /// and policies, and the tables of combat. In the order of the data.
    #[must_use]
    pub fn borrowed(&self) -> Vec<Borrowed<'_>> {
        let numbers = self.battle.iter().flat_map(BattleRules::named_rules);
        let tables = self.combat.iter().flat_map(Combat::named_rules);
        let also = self.borrows.iter().flat_map(|borrows| &borrows.also).map(|rule| (None, rule));
        let named = numbers.chain(tables).map(|(what, rule)| (Some(what), rule));
        let all = named.chain(also).filter(|(_, rule)| self.is_borrowed(rule));
        all.map(|(what, rule)| Borrowed { what, rule }).collect()
    }

    /// The ids of the rules that it borrows, each once and in order.
    #[must_use]
    pub fn borrowed_ids(&self) -> BTreeSet<&str> {
        self.borrowed().iter().map(|borrowed| borrowed.rule.as_str()).collect()
    }

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
    /// When the id comes from another ruleset, which is a bug of the program.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a TroopId is only made for an entry of this table")]
    pub fn troop(&self, id: TroopId) -> &Troop {
        &self.troops[usize::from(id.0)]
    }

    /// The family with this id.
    ///
    /// # Panics
    /// When the id comes from another ruleset, which is a bug of the program.
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

    /// The code of a type without its grade, as written in files.
    #[must_use]
    pub fn plain_code(&self, id: TroopId) -> &str {
        let troop = self.troop(id);
        troop.graded.as_ref().map_or(&troop.code, |graded| &self.family(graded.family).code)
    }

    /// The letter of the grade of a type, if it has one.
    #[must_use]
    pub fn letter(&self, id: TroopId) -> Option<&str> {
        self.grade(id).map(|grade| &*grade.letter)
    }

    /// The grade of a type, if it has one.
    #[must_use]
    pub fn grade(&self, id: TroopId) -> Option<&Grade> {
        let graded = self.troop(id).graded.as_ref()?;
        self.grades.get(graded.grade.index())
    }

    /// The labels that a type carries: aerial, supernatural.
    pub fn labels_of(&self, id: TroopId) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(move |label| label.of.has(id.into(), false))
    }

    /// The cost of losing an element to its command, with the rule (DBMF-ME-05); `None` if the ruleset gives none.
    #[must_use]
    pub fn morale(&self, id: TroopId, regular: bool, general: bool) -> Option<(Points, &RuleId)> {
        let fits = |row: &&Morale| {
            (general || !row.general)
                && row.regular.is_none_or(|wanted| wanted == regular)
                && row.of.has(id.into(), false)
        };
        self.army.graded.morale.iter().find(fits).map(|row| (row.equivalents, &row.rule))
    }

    /// The number of commands into which armies of this size are or may be divided, if any.
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

    /// The plural name of a class.
    #[must_use]
    pub fn class_plural(&self, id: ClassId) -> &str {
        self.classes.get(id.index()).map_or("", |class| &class.plural)
    }

    /// The family with this plural name.
    #[must_use]
    pub fn family_called(&self, name: &str) -> Option<&Family> {
        self.families.iter().find(|family| &*family.plural == name)
    }

    /// Whether this ruleset has a type, a family, a class or mounted infantry with this plural name.
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

    /// The figure scale of this name.
    #[must_use]
    pub fn scale_called(&self, name: &str) -> Option<&Scale> {
        self.scales.iter().find(|scale| scale.names().any(|known| known == name))
    }

    /// The figure scale of this name, otherwise the usual one.
    #[must_use]
    pub fn scale(&self, name: Option<&str>) -> Option<&Scale> {
        name.and_then(|name| self.scale_called(name)).or_else(|| self.scales.first())
    }

    /// The usual depth of a base in thousandths of a BW, from the millimetres and frontage of a figure scale, by default
    /// the usual one (D3H2-BASE-02, D3H2-BASE-04 to D3H2-BASE-06); `None` if the scale has no such depth.
    #[must_use]
    pub fn base_depth(&self, base: &Base, scale: Option<&str>) -> Option<i64> {
        let scale = self.scale(scale)?;
        let depth = scale.depth(&base.depth)?;
        (i64::from(depth.usual) * musterfield_geometry::BW).checked_div(i64::from(scale.frontage))
    }

    /// A move or range in hundredths of a base width of the usual scale, rounded to the nearest; none where the rules
    /// do not give the length of the unit.
    #[must_use]
    pub fn in_base_widths(&self, distance: u16) -> Option<u32> {
        let width = self.scales.first().map_or(1, |scale| u32::from(scale.frontage)).max(1) * 10;
        self.unit_length.value.map(|length| (u32::from(distance).saturating_mul(length) + width / 2) / width)
    }

    /// A move or range in thousandths of a base width. On every figure scale it is as many base widths as on the usual
    /// one. Without a length of the unit, a unit is a base width.
    #[must_use]
    pub fn in_thousandths(&self, distance: u16) -> i64 {
        let width = self.scales.first().map_or(1, |scale| i64::from(scale.frontage)).max(1);
        match self.unit_length.value {
            Some(length) => (i64::from(distance) * i64::from(length) + width / 2) / width,
            None => i64::from(distance) * musterfield_geometry::BW,
        }
    }

    /// The ways a type may be written.
    #[must_use]
    pub fn spellings(&self) -> &Spellings {
        &self.spellings
    }

    /// The rule by which this ruleset leaves out a type of a related one, if `written` names such a type.
    #[must_use]
    pub fn left_out(&self, written: &str) -> Option<&RuleId> {
        let (spellings, rule) = self.left_out.as_ref()?;
        spellings.read(written).map(|_| rule)
    }

    /// The cap on costly elements for this budget; the whole budget where there is no cap.
    #[must_use]
    pub fn costly_cap(&self, budget: Points) -> Points {
        let share = self.army.half_cap.as_ref().map(|cap| cap.share);
        share.map_or(budget, |(part, of)| budget.fraction(part, of))
    }

    /// The possible aggression factors: only 0 where the ruleset has none.
    #[must_use]
    pub fn aggressions(&self) -> std::ops::RangeInclusive<i64> {
        self.army.aggression.as_ref().map_or(0..=0, |range| range.least..=range.most)
    }

    /// The unit in which armies are counted.
    #[must_use]
    pub fn counts(&self) -> SizeUnit {
        self.army.budget.counts
    }

    /// The unit in which losses of a battle are counted: elements where a part of these is lost with the battle, whatever
    /// they have cost (HOTT25-WIN-03).
    #[must_use]
    pub fn counts_losses(&self) -> SizeUnit {
        match self.army.defeat.as_ref().map(|defeat| &defeat.lost) {
            Some(Loss::OfElements(..)) => SizeUnit::Elements,
            Some(Loss::At(_)) | None => self.counts(),
        }
    }

    /// The loss at which an army of this size and number of elements breaks; `None` if the ruleset gives none.
    #[must_use]
    pub fn break_point(&self, size: Points, elements: i64) -> Option<BreakPoint> {
        self.army.defeat.as_ref().map(|defeat| defeat.break_point(&self.army.budget, size, elements))
    }

    /// The army size with this number of elements, where sizes are fixed.
    #[must_use]
    pub fn size(&self, size: Points) -> Option<&ArmySize> {
        self.army.budget.sizes.iter().find(|known| Points::ONE * known.elements == size)
    }

    /// The commands of armies of this size, if they are divided into commands.
    #[must_use]
    pub fn commands(&self, size: Points) -> Option<&Commands> {
        self.size(size)?.commands.as_ref()
    }

    /// The AP that allies may cost; the whole budget where there is no limit.
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
