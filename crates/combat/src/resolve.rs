//! The verdict: totals, the outcome for either side, and pursuit.

use musterfield_rules::RuleId;
use musterfield_rules::combat::{
    Fact, FlankAttacker, Modifier, OtherFactors, Outcome, Per, PursuitDistance, Relation, Row, SideFacts,
};
use musterfield_rules::troop::Factor;

use super::case::{Case, Combatant, FlankContact, Mode};

/// A modifier that a rule adds to a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppliedModifier<'r> {
    /// The rule.
    pub rule: &'r RuleId,
    /// The sum of everything that it adds.
    pub value: i8,
}

/// The strength of a side before the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strength<'r> {
    /// Its combat factor.
    pub factor: i8,
    /// The rule of the factor.
    pub factor_rule: &'r RuleId,
    /// The modifiers, one entry per rule.
    pub modifiers: Vec<AppliedModifier<'r>>,
    /// Factor and modifiers together; none for a side without a total.
    pub sum: Option<i8>,
    /// Modifiers added once both totals are known, if its own is not the higher.
    pub grading: Vec<AppliedModifier<'r>>,
}

impl<'r> Strength<'r> {
    /// The sum of the grading.
    fn graded(&self) -> i8 {
        self.grading.iter().map(|added| added.value).sum()
    }

    /// Returns the strength with the grading included.
    fn with_grading(mut self) -> Self {
        self.sum = self.sum.map(|sum| sum + self.graded());
        for added in std::mem::take(&mut self.grading) {
            add(&mut self.modifiers, added);
        }
        self
    }
}

/// Two totals after the grading, which counts for a side whose total is not the higher (DBMF-GRADF-01).
pub(super) fn graded([first, second]: [&Strength<'_>; 2], [a, b]: [i8; 2]) -> [i8; 2] {
    [if a <= b { a + first.graded() } else { a }, if b <= a { b + second.graded() } else { b }]
}

/// Adds a modifier, keeping one entry per rule.
fn add<'r>(list: &mut Vec<AppliedModifier<'r>>, more: AppliedModifier<'r>) {
    match list.iter_mut().find(|added| added.rule == more.rule) {
        Some(added) => added.value += more.value,
        None => list.push(more),
    }
}

/// The result for a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideResult<'r> {
    /// The outcome of the table.
    pub outcome: Option<Outcome>,
    /// The rule; none where a higher total has no result.
    pub rule: Option<&'r RuleId>,
    /// The fate of the element, given its contacts in the case.
    pub final_outcome: Option<Outcome>,
    /// The rule by which that differs from the outcome.
    pub final_rule: Option<&'r RuleId>,
    /// The distance that it must pursue if nothing stops it.
    pub pursues: PursuitDistance,
    /// The rule of the pursuit.
    pub pursuit_rule: Option<&'r RuleId>,
}

impl SideResult<'_> {
    /// The outcome of the table; none for a higher total.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome.unwrap_or(Outcome::None)
    }

    /// The fate of the element.
    #[must_use]
    pub fn final_outcome(&self) -> Outcome {
        self.final_outcome.unwrap_or_else(|| self.outcome())
    }
}

/// One side of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideVerdict<'r> {
    /// The strength before the dice.
    pub strength: Strength<'r>,
    /// Die, factor and modifiers together; none for a side that does not roll.
    pub total: Option<i8>,
    /// The result.
    pub result: SideResult<'r>,
}

/// The result of a combat for two dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'r> {
    /// The first side.
    pub a: SideVerdict<'r>,
    /// The second side.
    pub b: SideVerdict<'r>,
}

/// A case prepared for the dice: everything that does not depend on them is computed once.
pub(super) struct PreparedCase<'c, 'r> {
    pub(super) case: &'c Case<'r>,
    /// The facts about each side that the tables need to know.
    pub(super) seen: [SideFacts; 2],
}

/// The reason a combat factor is chosen: the kind of enemy, or the situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Against Foot.
    Foot,
    /// Against all others.
    Others,
    /// Against Foot, since the fight is for a feature.
    Feature,
    /// Against Foot that shoots or bespells.
    ShotByFoot,
    /// Against an enemy that counts as Foot here.
    AsFoot,
}

/// The comparison of two totals as seen by the first side: below, equal or above, and by what ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TotalsComparison {
    /// The first is lower.
    Below(Relation),
    /// Both are equal; whether they are odd.
    Equal { odd: bool },
    /// The second is lower.
    Above(Relation),
}

/// A total is doubled by one that is at least this many times as high; no rounding (D3H2-OUT-02, DBA3-OUT-01,
/// DBA22-OUT-01, HOTT25-OUT-01). The same in every ruleset.
pub const DOUBLED: i16 = 2;

impl TotalsComparison {
    /// Compares two totals.
    pub(super) fn of(a: i8, b: i8) -> Self {
        let less = |lower: i8, higher: i8| {
            if i16::from(lower) * DOUBLED <= i16::from(higher) { Relation::Doubled } else { Relation::Less }
        };
        match a.cmp(&b) {
            std::cmp::Ordering::Less => Self::Below(less(a, b)),
            std::cmp::Ordering::Equal => Self::Equal { odd: a % 2 != 0 },
            std::cmp::Ordering::Greater => Self::Above(less(b, a)),
        }
    }
}

impl<'c, 'r> PreparedCase<'c, 'r> {
    pub(super) fn new(case: &'c Case<'r>) -> Self {
        Self { case, seen: case.side_facts() }
    }

    /// The strengths of both sides.
    pub(super) fn strengths(&self) -> [Strength<'r>; 2] {
        let [seen_a, seen_b] = &self.seen;
        let (a, b) = (&self.case.a, &self.case.b);
        [self.strength([a, b], seen_a, seen_b), self.strength([b, a], seen_b, seen_a)]
    }

    fn strength(&self, [own, foe]: [&Combatant; 2], seen: &SideFacts, enemy: &SideFacts) -> Strength<'r> {
        let (factor, factor_rule) = self.factor(seen, enemy);
        if self.is_at_flank_alone(own) {
            return Strength { factor, factor_rule, modifiers: Vec::new(), sum: None, grading: Vec::new() };
        }
        let mut modifiers: Vec<AppliedModifier<'r>> = Vec::new();
        let mut sum = factor;
        for (row, value) in self.added([own, foe], seen, enemy) {
            sum += value;
            add(&mut modifiers, AppliedModifier { rule: &row.rule, value });
        }
        if let Some(others) = self.other_factors(own) {
            sum += own.other_factors;
            add(&mut modifiers, AppliedModifier { rule: &others.rule, value: own.other_factors });
        }
        let mut grading = Vec::new();
        for row in self.grading(seen, enemy) {
            add(&mut grading, AppliedModifier { rule: &row.rule, value: row.effect.value });
        }
        Strength { factor, factor_rule, modifiers, sum: Some(sum), grading }
    }

    /// The factors that the player adds to a side's total, if any.
    pub(super) fn other_factors(&self, own: &Combatant) -> Option<&'r OtherFactors> {
        self.case.combat.other_factors.as_ref().filter(|_| own.other_factors != 0)
    }

    /// The rows that change a total that is not the higher.
    pub(super) fn grading<'s>(
        &self,
        seen: &'s SideFacts,
        enemy: &'s SideFacts,
    ) -> impl Iterator<Item = &'r Row<Modifier>> + use<'s, 'r> {
        self.case.combat.grading.iter().filter(|row| row.holds(seen, enemy))
    }

    /// The rows that add to a side's total, each with its value.
    pub(super) fn added<'s>(
        &self,
        [own, foe]: [&'s Combatant; 2],
        seen: &'s SideFacts,
        enemy: &'s SideFacts,
    ) -> impl Iterator<Item = (&'r Row<Modifier>, i8)> + use<'s, 'r> {
        let rows = self.case.combat.modifiers_for(seen).filter(|row| row.holds(seen, enemy));
        rows.map(move |row| (row, counted(&row.effect, [own, foe], seen))).filter(|(_, value)| *value != 0)
    }

    fn factor(&self, seen: &SideFacts, enemy: &SideFacts) -> (i8, &'r RuleId) {
        let (value, rule, _) = self.factor_in_column(seen, enemy);
        (value, rule)
    }

    /// The factor against this opponent, its rule, and its column (D3H2-CF-02, D3H2-CC-11).
    pub(super) fn factor_in_column(&self, seen: &SideFacts, enemy: &SideFacts) -> (i8, &'r RuleId, Column) {
        let combat = self.case.combat;
        let rules = combat.fighter(seen.fighter);
        let other = combat.factors.iter().find(|row| row.holds(seen, enemy));
        let (factor, rule): (&Factor, &'r RuleId) =
            other.map_or((&rules.factor, &rules.factor_rule), |row| (&row.effect, &row.rule));
        let is_foot = combat.is_foot_column(combat.fighter(enemy.fighter).class);
        let is_as_foot = !is_foot && combat.as_foot.iter().any(|row| row.holds(seen, enemy));
        let for_feature = match self.case.mode {
            _ if combat.feature_column_rule.is_none() => false,
            Mode::Close => seen.facts.has(Fact::AboutFeature),
            Mode::Shooting if combat.column_of_both_who_shoot => seen.facts.has(Fact::AboutFeature),
            Mode::Shooting => seen.facts.has(Fact::EnemyHoldsFeature),
            Mode::Bespelling => false,
        };
        let is_hit = seen.facts.has(Fact::ShotAt) || seen.facts.has(Fact::Bespelled);
        let (value, column) = match factor.shot_foot {
            Some(shot) if is_foot && is_hit => (shot, Column::ShotByFoot),
            _ if for_feature => (factor.foot, Column::Feature),
            _ if is_foot => (factor.foot, Column::Foot),
            _ if is_as_foot => (factor.foot, Column::AsFoot),
            _ => (factor.mounted, Column::Others),
        };
        (value, rule, column)
    }

    /// Whether a side is in contact only with the other's flank or rear, and so has no total (D3H2-CC-16).
    pub(super) fn is_at_flank_alone(&self, side: &Combatant) -> bool {
        self.case.mode == Mode::Close && side.against_flank
    }

    /// The results of both sides for this comparison of totals.
    pub(super) fn results_for(&self, standing: TotalsComparison) -> [SideResult<'r>; 2] {
        let [seen_a, seen_b] = &self.seen;
        let with = |seen: &SideFacts, odd| SideFacts { facts: seen.facts.and(Fact::OddTotals, odd), ..*seen };
        let [mut a, mut b] = match standing {
            TotalsComparison::Below(relation) => [self.consult(relation, seen_a, seen_b), self.prevail(seen_b, seen_a)],
            TotalsComparison::Above(relation) => [self.prevail(seen_a, seen_b), self.consult(relation, seen_b, seen_a)],
            TotalsComparison::Equal { odd } => {
                let (seen_a, seen_b) = (with(seen_a, odd), with(seen_b, odd));
                [self.consult(Relation::Equal, &seen_a, &seen_b), self.consult(Relation::Equal, &seen_b, &seen_a)]
            }
        };
        if self.case.mode == Mode::Close {
            self.pursue(seen_a, seen_b, &mut a, &b);
            self.pursue(seen_b, seen_a, &mut b, &a);
        }
        [a, b]
    }

    /// Looks up a row, and derives what happens to the element.
    fn consult(&self, relation: Relation, own: &SideFacts, enemy: &SideFacts) -> SideResult<'r> {
        self.row(relation, own, enemy)
            .map_or_else(SideResult::default, |row| self.come_to(row.effect, &row.rule, own, enemy))
    }

    /// The result of a side with the higher total: none, unless a row gives one.
    fn prevail(&self, own: &SideFacts, enemy: &SideFacts) -> SideResult<'r> {
        self.higher(own, enemy).map_or_else(SideResult::default, |row| self.come_to(row.effect, &row.rule, own, enemy))
    }

    /// The row for a side with the higher total.
    pub(super) fn higher(&self, own: &SideFacts, enemy: &SideFacts) -> Option<&'r Row<Outcome>> {
        self.case.combat.higher.iter().find(|row| row.holds(own, enemy))
    }

    /// The row of a table that applies to a side.
    pub(super) fn row(&self, relation: Relation, own: &SideFacts, enemy: &SideFacts) -> Option<&'r Row<Outcome>> {
        self.case.combat.row(relation, own, enemy)
    }

    /// The final outcome: `None` where it is disregarded, otherwise the result of an outcome with the given contacts.
    pub(super) fn come_to(
        &self,
        outcome: Outcome,
        rule: &'r RuleId,
        own: &SideFacts,
        enemy: &SideFacts,
    ) -> SideResult<'r> {
        if outcome != Outcome::None
            && let Some(disregard) = self.case.combat.disregards.iter().find(|row| row.holds(own, enemy))
        {
            return SideResult { outcome: Some(Outcome::None), rule: Some(&disregard.rule), ..SideResult::default() };
        }
        let holds = |row: &&Row<Vec<Outcome>>| row.effect.contains(&outcome) && row.holds(own, enemy);
        let instead = self.case.combat.destroyed_instead.iter().find(holds);
        SideResult {
            outcome: Some(outcome),
            rule: Some(rule),
            final_outcome: instead.map(|_| Outcome::Destroyed),
            final_rule: instead.map(|row| &row.rule),
            ..SideResult::default()
        }
    }

    /// A side that held its ground pursues a beaten opponent (D3H2-PURS-01, D3H2-PURS-07).
    fn pursue(&self, own: &SideFacts, enemy: &SideFacts, result: &mut SideResult<'r>, beaten: &SideResult<'r>) {
        let is_beaten = match beaten.outcome() {
            Outcome::Recoil | Outcome::Flee | Outcome::Banished | Outcome::Destroyed | Outcome::Captured => true,
            Outcome::None | Outcome::Ensorcelled | Outcome::Surrender => false,
            Outcome::Spent | Outcome::Dbmm => false,
        };
        if result.outcome() != Outcome::None || !is_beaten {
            return;
        }
        if let Some(row) = self.case.combat.pursuit.iter().find(|row| row.holds(own, enemy))
            && !row.effect.is_none()
        {
            result.pursues = row.effect;
            result.pursuit_rule = Some(&row.rule);
        }
    }

    /// The results of both sides where one is only at the other's flank or rear (D3H2-OUT-05); none if neither is.
    pub(super) fn at_flank(&self) -> Option<[SideResult<'r>; 2]> {
        let [seen_a, seen_b] = &self.seen;
        let falls_back = |own: &Combatant, seen: &SideFacts, enemy: &SideFacts| {
            let rules = self.case.combat.flank_attacker.as_ref();
            let falls_back =
                |rules: &&FlankAttacker| own.front_result.is_some_and(|after| rules.after.contains(&after));
            rules
                .filter(falls_back)
                .map_or_else(SideResult::default, |rules| self.come_to(rules.becomes, &rules.rule, seen, enemy))
        };
        let (a, b) = (&self.case.a, &self.case.b);
        if self.is_at_flank_alone(a) {
            Some([falls_back(a, seen_a, seen_b), SideResult::default()])
        } else if self.is_at_flank_alone(b) {
            Some([SideResult::default(), falls_back(b, seen_b, seen_a)])
        } else {
            None
        }
    }
}

/// The value of a modifier for a side. Behind walls there are no enemies at the flanks.
fn counted(modifier: &Modifier, [own, foe]: [&Combatant; 2], seen: &SideFacts) -> i8 {
    let is_walled = seen.facts.has(Fact::HoldsFeature);
    let count = match modifier.per {
        None => 1,
        Some(Per::Aiding) => i8::try_from(foe.aids).unwrap_or(i8::MAX),
        Some(Per::Assaulter) => i8::try_from(own.assaulters).unwrap_or(i8::MAX),
        Some(Per::Flank | Per::Overlap | Per::Edge) if is_walled => 0,
        Some(Per::Flank) => own.flanks(FlankContact::Flank),
        Some(Per::Overlap) => own.flanks(FlankContact::Overlap),
        Some(Per::Edge) => own.flanks(FlankContact::Edge),
    };
    modifier.value * count
}

/// The verdict for these dice, each 1 to 6.
#[must_use]
pub fn resolve<'r>(case: &Case<'r>, [a, b]: [u8; 2]) -> Verdict<'r> {
    let ready = PreparedCase::new(case);
    let [mut strength_a, mut strength_b] = ready.strengths();
    let total = |strength: &Strength<'_>, roll: u8| Some(strength.sum? + i8::try_from(roll).unwrap_or(0));
    let rolled = (total(&strength_a, a), total(&strength_b, b));
    let mut totals = rolled;
    if let (Some(a), Some(b)) = rolled {
        let [graded_a, graded_b] = graded([&strength_a, &strength_b], [a, b]);
        totals = (Some(graded_a), Some(graded_b));
        // A side with the grading has it among its modifiers.
        strength_a = if a <= b { strength_a.with_grading() } else { strength_a };
        strength_b = if b <= a { strength_b.with_grading() } else { strength_b };
    }
    let [result_a, result_b] = match (ready.at_flank(), totals) {
        (Some(result), _) => result,
        (None, (Some(a), Some(b))) => ready.results_for(TotalsComparison::of(a, b)),
        (None, _) => <[SideResult<'_>; 2]>::default(),
    };
    Verdict {
        a: SideVerdict { strength: strength_a, total: totals.0, result: result_a },
        b: SideVerdict { strength: strength_b, total: totals.1, result: result_b },
    }
}

/// The distance that the first side pursues the second if the second is beaten and the first is not, and
/// the rule; `None` if it does not.
#[must_use]
pub fn pursuit<'r>(case: &Case<'r>) -> Option<(PursuitDistance, &'r RuleId)> {
    let [own, enemy] = case.side_facts();
    let row = case.combat.pursuit.iter().find(|row| row.holds(&own, &enemy))?;
    (!row.effect.is_none()).then_some((row.effect, &row.rule))
}

/// The results of the first side when its total is equal to the other's and odd, equal and even, less, and half or
/// less: by the tables alone, whether or not dice can bring this about.
#[must_use]
pub fn possible_results<'r>(case: &Case<'r>) -> [SideResult<'r>; 4] {
    let ready = PreparedCase::new(case);
    let [own, enemy] = &ready.seen;
    let odd = |seen: &SideFacts| SideFacts { facts: seen.facts.and(Fact::OddTotals, true), ..*seen };
    [
        ready.consult(Relation::Equal, &odd(own), &odd(enemy)),
        ready.consult(Relation::Equal, own, enemy),
        ready.consult(Relation::Less, own, enemy),
        ready.consult(Relation::Doubled, own, enemy),
    ]
}
