//! What makes an army legal, and when it breaks.

use crate::rules::grade::{AirMobile, Casters, Morale, OpenCommands, Remark};
use crate::rules::points::Points;
use crate::rules::reference::RuleId;
use crate::rules::troop::{Base, Cited, Move, TroopId};

/// What makes an army legal: the numbers of `army.toml`.
#[derive(Clone, Debug)]
pub struct ArmyRules {
    /// How much an army has: AP to spend, or elements to pick.
    pub budget: Budget,
    /// The cap on costly elements, if there is one.
    pub half_cap: Option<HalfCap>,
    /// Allied elements, if their number is fixed.
    pub allies: Option<Allies>,
    /// Exactly one general: the rule.
    pub general_rule: RuleId,
    /// An ally is never the general: the rule.
    pub ally_general_rule: Option<RuleId>,
    /// Set where an army is always picked from a list: the rule.
    pub from_list: Option<RuleId>,
    /// The aggression factor, where the ruleset knows one.
    pub aggression: Option<Aggression>,
    /// Camps, if an army must bring one.
    pub camp: Option<Camp>,
    /// Foot that rides.
    pub mounted_infantry: Option<MountedInfantry>,
    /// When the army breaks, where the ruleset says.
    pub defeat: Option<Defeat>,
    /// What armies of graded elements have besides.
    pub graded: GradeRules,
}

/// What armies of graded elements have besides; nothing of it in other rulesets.
#[derive(Clone, Debug, Default)]
pub struct GradeRules {
    /// What the loss of an element costs; the first row that it fits counts.
    pub morale: Vec<Morale>,
    /// What is worth knowing of some elements.
    pub remarks: Vec<Remark>,
    /// Who works magic.
    pub casters: Option<Casters>,
    /// Elements that fly to battle.
    pub air_mobile: Option<AirMobile>,
    /// AP spent on other things than elements.
    pub other_costs: Option<Cited<Box<str>>>,
    /// Commands as the owner likes.
    pub commands: Option<OpenCommands>,
}

/// What the size of an army is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Army points, which elements cost.
    Points,
    /// Elements.
    Elements,
}

impl Counts {
    /// What so many of them are called: `AP`, `element`, `elements`.
    #[must_use]
    pub fn unit(self, number: Points) -> &'static str {
        match self {
            Self::Points => "AP",
            Self::Elements if number == Points::ONE => "element",
            Self::Elements => "elements",
        }
    }

    /// A number of them: `12 AP`, `1 element`.
    #[must_use]
    pub fn of(self, number: Points) -> String {
        format!("{number} {}", self.unit(number))
    }
}

/// How much an army has. Where elements are counted, each costs one.
#[derive(Clone, Debug)]
pub struct Budget {
    /// What is counted.
    pub counts: Counts,
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
    /// The sizes that armies can have, where they cannot be agreed on: the usual first.
    pub sizes: Vec<Size>,
    /// The rule that makes it a maximum.
    pub rule: RuleId,
    /// The rule about exact totals.
    pub step_rule: RuleId,
}

/// A size that armies of elements can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// What players call an army of it: `Big Battle army`.
    pub name: Box<str>,
    /// How many elements.
    pub elements: i64,
    /// How many times each entry of the army list is taken, with no allied contingent.
    pub times: i64,
    /// The commands into which it is divided, if it is.
    pub commands: Option<Commands>,
    /// The rule.
    pub rule: RuleId,
}

impl Size {
    /// How many times each entry of the army's own list is taken beside so many allied contingents (DBA3-BB-01, BB-08,
    /// BB-09: each takes the place of one).
    #[must_use]
    pub fn times_beside(&self, contingents: i64) -> i64 {
        (self.times - contingents).max(1)
    }
}

/// The commands of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    /// How many.
    pub count: u8,
    /// Elements in each, at least.
    pub least: i64,
    /// The rule of the commands with their generals.
    pub rule: RuleId,
    /// The rule that the commander-in-chief is one whom the list lets lead.
    pub cinc_rule: RuleId,
    /// Types that the other generals never are, and by which rule.
    pub never_lead: (Vec<TroopId>, RuleId),
    /// Types that the other generals are only where the commander-in-chief could be, and by which rule.
    pub lead_as_cinc: (Vec<TroopId>, RuleId),
    /// Elements in an allied contingent.
    pub contingent: i64,
    /// Allied contingents at most.
    pub contingents: i64,
    /// The rule of allied contingents.
    pub contingent_rule: RuleId,
    /// The rule that allied elements stand in commands of their own.
    pub allied_rule: RuleId,
    /// The rule of allied generals.
    pub ally_general_rule: RuleId,
    /// The losses that demoralise a command.
    pub demoralised: Share,
    /// The losses that rout it.
    pub routed: Share,
    /// The rule by which own commands get the highest, the next or the lowest of their side's dice.
    pub dice_rule: RuleId,
    /// The rule by which an allied command has a die of its own.
    pub allied_die_rule: RuleId,
}

/// A share of the elements of a command that is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// So many parts.
    pub part: i64,
    /// Of so many.
    pub of: i64,
    /// Types that do not count when they are lost.
    pub except: Vec<TroopId>,
    /// The rule.
    pub rule: RuleId,
}

impl Share {
    /// The share of so many elements, rounded up: half of nine is reached with the fifth.
    #[must_use]
    pub fn of_elements(&self, elements: i64) -> i64 {
        let parts = elements.saturating_mul(self.part);
        parts.saturating_add(self.of - 1).checked_div(self.of).unwrap_or(parts)
    }
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
    /// AP or elements at most.
    pub most: Points,
    /// Whether it is this number or none.
    pub exact: bool,
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
    /// Its moves; a going that is not given is that of its foot type.
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
    /// How much it must have lost.
    pub lost: Loss,
    /// Counted extra for a lost general.
    pub general_extra: Points,
    /// Counted for a sacked camp.
    pub camp: Points,
    /// Counted for a fallen Stronghold or City.
    pub stronghold: Points,
    /// The rule.
    pub rule: RuleId,
}

/// How much an army must have lost to break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// So much for armies of these sizes, `(size, lost)`; of others the same share as of the first.
    At(Vec<(Points, Points)>),
    /// A share of its elements.
    OfElements(i64, i64),
}

/// The loss at which one army breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakPoint {
    /// How much.
    pub lost: Points,
    /// Of what.
    pub counts: Counts,
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
                BreakPoint { lost: Points::ONE * lost, counts: Counts::Elements, printed: true }
            }
            Loss::At(sizes) => {
                let counts = budget.counts;
                match sizes.iter().find(|(known, _)| *known == size) {
                    Some((_, lost)) => BreakPoint { lost: *lost, counts, printed: true },
                    None => {
                        // A small whole number in every ruleset, which the loader sees to.
                        let first = sizes.first();
                        let times = first.and_then(|(at, lost)| i64::try_from(at.steps(*lost)).ok()).unwrap_or(1);
                        BreakPoint { lost: size.share(1, times.max(1)), counts, printed: false }
                    }
                }
            }
        }
    }
}
