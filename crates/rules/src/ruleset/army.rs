//! The conditions for a legal army, and its break point.

use crate::grade::{AirMobile, Casters, Morale, OpenCommands, Remark};
use crate::points::Points;
use crate::reference::RuleId;
use crate::troop::{Base, Cited, Move, TroopId};

/// The conditions for a legal army: the numbers of `army.toml`.
#[derive(Clone, Debug)]
pub struct ArmyRules {
    /// The budget of an army: AP to spend, or elements to pick.
    pub budget: Budget,
    /// The cap on costly elements, if there is one.
    pub half_cap: Option<HalfCap>,
    /// Allied elements, if their number is fixed.
    pub allies: Option<Allies>,
    /// The rule that there is exactly one general.
    pub general_rule: RuleId,
    /// The rule that an ally is never the general.
    pub ally_general_rule: Option<RuleId>,
    /// The rule that an army is always picked from a list, where it is.
    pub from_list: Option<RuleId>,
    /// The aggression factor, where the ruleset has one.
    pub aggression: Option<Aggression>,
    /// Camps, if an army must bring one.
    pub camp: Option<Camp>,
    /// Mounted infantry.
    pub mounted_infantry: Option<MountedInfantry>,
    /// The losses at which the army breaks, if the ruleset gives them.
    pub defeat: Option<Defeat>,
    /// Additional rules for armies of graded elements.
    pub graded: GradeRules,
}

/// Additional rules for armies of graded elements; empty in other rulesets.
#[derive(Clone, Debug, Default)]
pub struct GradeRules {
    /// The cost of losing an element; the first row that matches counts.
    pub morale: Vec<Morale>,
    /// Remarks about some elements.
    pub remarks: Vec<Remark>,
    /// Elements that work magic.
    pub casters: Option<Casters>,
    /// Elements that fly to battle.
    pub air_mobile: Option<AirMobile>,
    /// AP spent on things other than elements.
    pub other_costs: Option<Cited<Box<str>>>,
    /// Commands into which the owner divides the army freely.
    pub commands: Option<OpenCommands>,
}

/// The unit in which the size of an army is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeUnit {
    /// Army points, which elements cost.
    Points,
    /// Elements.
    Elements,
}

impl SizeUnit {
    /// The name of the unit for this number: `AP`, `element`, `elements`.
    #[must_use]
    pub fn unit(self, number: Points) -> &'static str {
        match self {
            Self::Points => "AP",
            Self::Elements if number == Points::ONE => "element",
            Self::Elements => "elements",
        }
    }

    /// A number with its unit: `12 AP`, `1 element`.
    #[must_use]
    pub fn of(self, number: Points) -> String {
        format!("{number} {}", self.unit(number))
    }
}

/// The budget of an army. Where elements are counted, each costs one.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The unit.
    pub counts: SizeUnit,
    /// The usual size.
    pub usual: Points,
    /// The smallest size that is accepted.
    pub least: Points,
    /// The largest size that is accepted.
    pub most: Points,
    /// The step of which every number of AP is a multiple.
    pub step: Points,
    /// The unspent amount from which a warning is given.
    pub unspent_from: Points,
    /// The sizes that armies can have, where players cannot agree on others: the usual one first.
    pub sizes: Vec<ArmySize>,
    /// The rule that makes it a maximum.
    pub rule: RuleId,
    /// The rule about exact totals.
    pub step_rule: RuleId,
}

/// A size that armies of elements can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmySize {
    /// The name of such an army among players: `Big Battle army`.
    pub name: Box<str>,
    /// The number of elements.
    pub elements: i64,
    /// The number of times each entry of the army list is taken when there is no allied contingent.
    pub times: i64,
    /// The commands into which it is divided, if any.
    pub commands: Option<Commands>,
    /// The rule.
    pub rule: RuleId,
}

impl ArmySize {
    /// The number of times each entry of the army's own list is taken when there are this many allied contingents
    /// (DBA3-BB-01, BB-08, BB-09: each takes the place of one).
    #[must_use]
    pub fn times_beside(&self, contingents: i64) -> i64 {
        (self.times - contingents).max(1)
    }
}

/// The commands of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    /// The number of commands.
    pub count: u8,
    /// The least number of elements in each.
    pub least: i64,
    /// The rule of the commands and their generals.
    pub rule: RuleId,
    /// The rule that the commander-in-chief must be of a type that the list lets lead.
    pub cinc_rule: RuleId,
    /// Types that the other generals never are, and the rule.
    pub never_lead: (Vec<TroopId>, RuleId),
    /// Types that the other generals may be only where the commander-in-chief could be, and the rule.
    pub lead_as_cinc: (Vec<TroopId>, RuleId),
    /// The number of elements in an allied contingent.
    pub contingent: i64,
    /// The greatest number of allied contingents.
    pub contingents: i64,
    /// The rule of allied contingents.
    pub contingent_rule: RuleId,
    /// The rule that allied elements form commands of their own.
    pub allied_rule: RuleId,
    /// The rule of allied generals.
    pub ally_general_rule: RuleId,
    /// The losses that demoralise a command.
    pub demoralised: Share,
    /// The losses that rout it.
    pub routed: Share,
    /// Types whose loss does not count for the army, and the rule.
    pub uncounted: (Vec<TroopId>, RuleId),
    /// The number of demoralised or routed commands with which the army is beaten, if it has lost more than the enemy.
    pub broken: Cited<u8>,
    /// The rule by which the army's own commands get the highest, the next or the lowest of their side's dice.
    pub dice_rule: RuleId,
    /// The rule by which an allied command has its own die.
    pub allied_die_rule: RuleId,
}

/// A lost share of the elements of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The numerator.
    pub part: i64,
    /// The denominator.
    pub of: i64,
    /// Types that do not count when they are lost.
    pub except: Vec<TroopId>,
    /// The rule.
    pub rule: RuleId,
}

impl Share {
    /// The share of this many elements, rounded up: half of nine is reached with the fifth.
    #[must_use]
    pub fn of_elements(&self, elements: i64) -> i64 {
        let parts = elements.saturating_mul(self.part);
        parts.saturating_add(self.of - 1).checked_div(self.of).unwrap_or(parts)
    }
}

/// A cap on elements of certain costs, as a share of the AP.
#[derive(Clone, Debug)]
pub struct HalfCap {
    /// The costs that count.
    pub costs: Vec<Points>,
    /// The share, as numerator and denominator.
    pub share: (i64, i64),
    /// The rule.
    pub rule: RuleId,
}

/// Allied elements.
#[derive(Clone, Debug)]
pub struct Allies {
    /// The greatest number of AP or elements.
    pub most: Points,
    /// Whether only this number or none is allowed.
    pub exact: bool,
    /// The rule about the number.
    pub rule: RuleId,
    /// The rule that they come from one named army.
    pub named_rule: RuleId,
}

/// The aggression factor.
#[derive(Clone, Debug)]
pub struct Aggression {
    /// The smallest.
    pub least: i64,
    /// The greatest.
    pub most: i64,
    /// The value when none is chosen.
    pub usual: i64,
    /// The rule.
    pub rule: RuleId,
}

/// Camps.
#[derive(Clone, Debug)]
pub struct Camp {
    /// The type that makes a camp unnecessary, and the number of elements from which it does.
    pub exempt: Option<(TroopId, i64)>,
    /// The rule.
    pub rule: RuleId,
}

/// Mounted infantry: foot that rides to battle.
#[derive(Clone, Debug)]
pub struct MountedInfantry {
    /// The prefix of the code: `Mtd`.
    pub prefix: Box<str>,
    /// Its moves; a going without a move here has that of the foot type.
    pub movement: Cited<Move>,
    /// Its moves if Fast.
    pub fast_movement: Cited<Move>,
    /// Its base.
    pub base: Base,
    /// The rule that requires permission.
    pub rule: RuleId,
}

/// The losses at which an army breaks.
#[derive(Clone, Debug)]
pub struct Defeat {
    /// The loss at which it breaks.
    pub lost: Loss,
    /// The extra loss counted for a lost general.
    pub general_extra: Points,
    /// The loss counted for a sacked camp.
    pub camp: Points,
    /// The loss counted for a fallen Stronghold or City.
    pub stronghold: Points,
    /// Whether an army that has lost more than the enemy loses with its general (HOTT25-WIN-02).
    pub general_decides: bool,
    /// Whether an army loses with its Stronghold, whatever else is lost (HOTT25-WIN-01).
    pub stronghold_decides: bool,
    /// Types whose loss does not count (DBA3-WIN-03).
    pub uncounted: Vec<TroopId>,
    /// Types of which the first one that is lost counts this much more (DBA3-WIN-02).
    pub first_of: (Vec<TroopId>, Points),
    /// The rule.
    pub rule: RuleId,
}

/// The loss at which an army breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The loss for armies of these sizes, `(size, lost)`; for others, the same share as for the first.
    At(Vec<(Points, Points)>),
    /// A share of its elements.
    OfElements(i64, i64),
}

/// The loss at which one army breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakPoint {
    /// The amount.
    pub lost: Points,
    /// The unit.
    pub counts: SizeUnit,
    /// Whether the rules themselves give the number for an army of this size; for others it is a proposal.
    pub printed: bool,
}

impl Defeat {
    /// The loss at which an army of this size breaks (D3H2-WIN-01: 12 of 24 AP, the same share of others).
    #[must_use]
    pub fn break_point(&self, budget: &Budget, size: Points, elements: i64) -> BreakPoint {
        match &self.lost {
            Loss::OfElements(part, of) => {
                let share = Points::ONE * elements.saturating_mul(*part);
                let lost = i64::try_from(share.steps(Points::ONE)).unwrap_or(i64::MAX);
                // Half of nine elements is reached with the fifth.
                let lost = lost.saturating_add(of - 1).checked_div(*of).unwrap_or(lost);
                BreakPoint { lost: Points::ONE * lost, counts: SizeUnit::Elements, printed: true }
            }
            Loss::At(sizes) => {
                let counts = budget.counts;
                match sizes.iter().find(|(known, _)| *known == size) {
                    Some((_, lost)) => BreakPoint { lost: *lost, counts, printed: true },
                    None => {
                        // A small whole number in every ruleset, which the loader ensures.
                        let first = sizes.first();
                        let times = first.and_then(|(at, lost)| i64::try_from(at.steps(*lost)).ok()).unwrap_or(1);
                        BreakPoint { lost: size.fraction(1, times.max(1)), counts, printed: false }
                    }
                }
            }
        }
    }
}
