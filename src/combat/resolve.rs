//! The verdict: totals, what becomes of either side, and who pursues.

use super::case::{Case, Contact, Mode, Side};
use crate::rules::RuleId;
use crate::rules::combat::{Fact, FlankAttacker, Modifier, OtherFactors, Outcome, Per, Relation, Row, Seen};
use crate::rules::troop::Factor;

/// What a rule adds to a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added<'r> {
    /// The rule.
    pub rule: &'r RuleId,
    /// All that it adds, counted together.
    pub value: i8,
}

/// How strong a side is before the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strength<'r> {
    /// Its combat factor.
    pub factor: i8,
    /// The rule of the factor.
    pub factor_rule: &'r RuleId,
    /// What is added, one entry a rule.
    pub modifiers: Vec<Added<'r>>,
    /// Factor and modifiers together; none for one that has no total.
    pub sum: Option<i8>,
    /// What is added once both totals are known, if its own is not the higher.
    pub grading: Vec<Added<'r>>,
}

impl<'r> Strength<'r> {
    /// What the grading comes to.
    fn graded(&self) -> i8 {
        self.grading.iter().map(|added| added.value).sum()
    }

    /// The same when the grading counts.
    fn with_grading(mut self) -> Self {
        self.sum = self.sum.map(|sum| sum + self.graded());
        for added in std::mem::take(&mut self.grading) {
            add(&mut self.modifiers, added);
        }
        self
    }
}

/// Two totals after the grading, which counts for a side that has not the higher one (DBMF-GRADF-01).
pub(super) fn graded([first, second]: [&Strength<'_>; 2], [a, b]: [i8; 2]) -> [i8; 2] {
    [if a <= b { a + first.graded() } else { a }, if b <= a { b + second.graded() } else { b }]
}

/// One entry a rule.
fn add<'r>(list: &mut Vec<Added<'r>>, more: Added<'r>) {
    match list.iter_mut().find(|added| added.rule == more.rule) {
        Some(added) => added.value += more.value,
        None => list.push(more),
    }
}

/// What befalls a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Befallen<'r> {
    /// The word of the outcome table.
    pub outcome: Option<Outcome>,
    /// The rule; none where a higher total has no result.
    pub rule: Option<&'r RuleId>,
    /// What becomes of the element by the contacts that the case gives.
    pub last: Option<Outcome>,
    /// The rule by which that differs from the outcome.
    pub last_rule: Option<&'r RuleId>,
    /// Half BW that it must pursue, if nothing stops it.
    pub pursues: u8,
    /// The rule of the pursuit.
    pub pursuit_rule: Option<&'r RuleId>,
}

impl Befallen<'_> {
    /// The word of the outcome table; none for a higher total.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome.unwrap_or(Outcome::None)
    }

    /// What becomes of the element.
    #[must_use]
    pub fn last(&self) -> Outcome {
        self.last.unwrap_or_else(|| self.outcome())
    }
}

/// One side of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate<'r> {
    /// How strong it was.
    pub strength: Strength<'r>,
    /// Die, factor and modifiers together; none for one that does not roll.
    pub total: Option<i8>,
    /// What befalls it.
    pub befallen: Befallen<'r>,
}

/// What happens in a combat, by two dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'r> {
    /// The first side.
    pub a: Fate<'r>,
    /// The second side.
    pub b: Fate<'r>,
}

/// A case made ready for the dice: everything that does not depend on them is found once.
pub(super) struct Ready<'c, 'r> {
    pub(super) case: &'c Case<'r>,
    /// What the tables are asked about each side.
    pub(super) seen: [Seen; 2],
}

/// By what the enemy is, or what happens, a combat factor is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Against Foot.
    Foot,
    /// Against all others.
    Others,
    /// Against Foot, since a feature is fought for.
    Feature,
    /// Against Foot that shoots or bespells.
    ShotByFoot,
    /// Against one that counts as Foot here.
    AsFoot,
}

/// How two totals stand, as the first side sees it: below, equal or above, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The first has less.
    Below(Relation),
    /// Both have the same; whether that is odd.
    Equal { odd: bool },
    /// The second has less.
    Above(Relation),
}

impl Standing {
    /// Of two totals (D3H2-OUT-02).
    pub(super) fn of(a: i8, b: i8) -> Self {
        let less = |lower: i8, higher: i8| {
            if i16::from(lower) * 2 <= i16::from(higher) { Relation::Doubled } else { Relation::Less }
        };
        match a.cmp(&b) {
            std::cmp::Ordering::Less => Self::Below(less(a, b)),
            std::cmp::Ordering::Equal => Self::Equal { odd: a % 2 != 0 },
            std::cmp::Ordering::Greater => Self::Above(less(b, a)),
        }
    }
}

impl<'c, 'r> Ready<'c, 'r> {
    pub(super) fn new(case: &'c Case<'r>) -> Self {
        Self { case, seen: case.seen() }
    }

    /// How strong both sides are.
    pub(super) fn strengths(&self) -> [Strength<'r>; 2] {
        let [seen_a, seen_b] = &self.seen;
        let (a, b) = (&self.case.a, &self.case.b);
        [self.strength([a, b], seen_a, seen_b), self.strength([b, a], seen_b, seen_a)]
    }

    fn strength(&self, [own, foe]: [&Side; 2], seen: &Seen, enemy: &Seen) -> Strength<'r> {
        let (factor, factor_rule) = self.factor(seen, enemy);
        if self.is_at_flank_alone(own) {
            return Strength { factor, factor_rule, modifiers: Vec::new(), sum: None, grading: Vec::new() };
        }
        let mut modifiers: Vec<Added<'r>> = Vec::new();
        let mut sum = factor;
        for (row, value) in self.added([own, foe], seen, enemy) {
            sum += value;
            add(&mut modifiers, Added { rule: &row.rule, value });
        }
        if let Some(others) = self.other_factors(own) {
            sum += own.other_factors;
            add(&mut modifiers, Added { rule: &others.rule, value: own.other_factors });
        }
        let mut grading = Vec::new();
        for row in self.grading(seen, enemy) {
            add(&mut grading, Added { rule: &row.rule, value: row.then.value });
        }
        Strength { factor, factor_rule, modifiers, sum: Some(sum), grading }
    }

    /// What the player adds himself to a side's total, if he does.
    pub(super) fn other_factors(&self, own: &Side) -> Option<&'r OtherFactors> {
        self.case.combat.other_factors.as_ref().filter(|_| own.other_factors != 0)
    }

    /// The rows that change a total that is not the higher.
    pub(super) fn grading<'s>(
        &self,
        seen: &'s Seen,
        enemy: &'s Seen,
    ) -> impl Iterator<Item = &'r Row<Modifier>> + use<'s, 'r> {
        self.case.combat.grading.iter().filter(|row| row.holds(seen, enemy))
    }

    /// The rows that add something to a side's total, and what each comes to.
    pub(super) fn added<'s>(
        &self,
        [own, foe]: [&'s Side; 2],
        seen: &'s Seen,
        enemy: &'s Seen,
    ) -> impl Iterator<Item = (&'r Row<Modifier>, i8)> + use<'s, 'r> {
        let rows = self.case.combat.modifiers_for(seen).filter(|row| row.holds(seen, enemy));
        rows.map(move |row| (row, counted(&row.then, [own, foe], seen))).filter(|(_, value)| *value != 0)
    }

    fn factor(&self, seen: &Seen, enemy: &Seen) -> (i8, &'r RuleId) {
        let (value, rule, _) = self.factor_in_column(seen, enemy);
        (value, rule)
    }

    /// The factor against this opponent, its rule, and the column that it stands in (D3H2-CF-02, D3H2-CC-11).
    pub(super) fn factor_in_column(&self, seen: &Seen, enemy: &Seen) -> (i8, &'r RuleId, Column) {
        let combat = self.case.combat;
        let rules = combat.fighter(seen.fighter);
        let other = combat.factors.iter().find(|row| row.holds(seen, enemy));
        let (factor, rule): (&Factor, &'r RuleId) =
            other.map_or((&rules.factor, &rules.factor_rule), |row| (&row.then, &row.rule));
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

    /// Whether a side is in contact with the other's flank or rear alone, and so has no total (D3H2-CC-16).
    pub(super) fn is_at_flank_alone(&self, side: &Side) -> bool {
        self.case.mode == Mode::Close && side.against_flank
    }

    /// What befalls both sides when their totals stand so.
    pub(super) fn befallen(&self, standing: Standing) -> [Befallen<'r>; 2] {
        let [seen_a, seen_b] = &self.seen;
        let with = |seen: &Seen, odd| Seen { facts: seen.facts.and(Fact::OddTotals, odd), ..*seen };
        let [mut a, mut b] = match standing {
            Standing::Below(relation) => [self.consult(relation, seen_a, seen_b), self.prevail(seen_b, seen_a)],
            Standing::Above(relation) => [self.prevail(seen_a, seen_b), self.consult(relation, seen_b, seen_a)],
            Standing::Equal { odd } => {
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

    /// Looks up a row, and what becomes of the element by it.
    fn consult(&self, relation: Relation, own: &Seen, enemy: &Seen) -> Befallen<'r> {
        self.row(relation, own, enemy)
            .map_or_else(Befallen::default, |row| self.come_to(row.then, &row.rule, own, enemy))
    }

    /// What becomes of a side with the higher total: nothing, but where a row says so.
    fn prevail(&self, own: &Seen, enemy: &Seen) -> Befallen<'r> {
        self.higher(own, enemy).map_or_else(Befallen::default, |row| self.come_to(row.then, &row.rule, own, enemy))
    }

    /// The row that says what becomes of a side with the higher total.
    pub(super) fn higher(&self, own: &Seen, enemy: &Seen) -> Option<&'r Row<Outcome>> {
        self.case.combat.higher.iter().find(|row| row.holds(own, enemy))
    }

    /// The row of a table that a side consults.
    pub(super) fn row(&self, relation: Relation, own: &Seen, enemy: &Seen) -> Option<&'r Row<Outcome>> {
        self.case.combat.row(relation, own, enemy)
    }

    /// An outcome: nothing where it is disregarded, else what it comes to by the contacts there are.
    pub(super) fn come_to(&self, outcome: Outcome, rule: &'r RuleId, own: &Seen, enemy: &Seen) -> Befallen<'r> {
        if outcome != Outcome::None
            && let Some(disregard) = self.case.combat.disregards.iter().find(|row| row.holds(own, enemy))
        {
            return Befallen { outcome: Some(Outcome::None), rule: Some(&disregard.rule), ..Befallen::default() };
        }
        let holds = |row: &&Row<Vec<Outcome>>| row.then.contains(&outcome) && row.holds(own, enemy);
        let instead = self.case.combat.destroyed_instead.iter().find(holds);
        Befallen {
            outcome: Some(outcome),
            rule: Some(rule),
            last: instead.map(|_| Outcome::Destroyed),
            last_rule: instead.map(|row| &row.rule),
            ..Befallen::default()
        }
    }

    /// Who held its ground goes after a beaten opponent (D3H2-PURS-01, D3H2-PURS-07).
    fn pursue(&self, own: &Seen, enemy: &Seen, befallen: &mut Befallen<'r>, beaten: &Befallen<'r>) {
        let is_beaten = match beaten.outcome() {
            Outcome::Recoil | Outcome::Flee | Outcome::Destroyed | Outcome::Captured => true,
            Outcome::None | Outcome::Ensorcelled | Outcome::Banished | Outcome::Surrender => false,
            Outcome::Spent | Outcome::Dbmm => false,
        };
        if befallen.outcome() != Outcome::None || !is_beaten {
            return;
        }
        if let Some(row) = self.case.combat.pursuit.iter().find(|row| row.holds(own, enemy))
            && row.then > 0
        {
            befallen.pursues = row.then;
            befallen.pursuit_rule = Some(&row.rule);
        }
    }

    /// What befalls both where one is at the other's flank or rear alone (D3H2-OUT-05); none if neither is.
    pub(super) fn at_flank(&self) -> Option<[Befallen<'r>; 2]> {
        let [seen_a, seen_b] = &self.seen;
        let falls_back = |own: &Side, seen: &Seen, enemy: &Seen| {
            let rules = self.case.combat.flank_attacker.as_ref();
            let falls_back =
                |rules: &&FlankAttacker| own.front_result.is_some_and(|after| rules.after.contains(&after));
            rules
                .filter(falls_back)
                .map_or_else(Befallen::default, |rules| self.come_to(rules.is, &rules.rule, seen, enemy))
        };
        let (a, b) = (&self.case.a, &self.case.b);
        if self.is_at_flank_alone(a) {
            Some([falls_back(a, seen_a, seen_b), Befallen::default()])
        } else if self.is_at_flank_alone(b) {
            Some([Befallen::default(), falls_back(b, seen_b, seen_a)])
        } else {
            None
        }
    }
}

/// What a modifier comes to for a side. Behind walls nobody is at the flanks.
fn counted(modifier: &Modifier, [own, foe]: [&Side; 2], seen: &Seen) -> i8 {
    let is_walled = seen.facts.has(Fact::HoldsFeature);
    let count = match modifier.per {
        None => 1,
        Some(Per::Aiding) => i8::try_from(foe.aids).unwrap_or(i8::MAX),
        Some(Per::Assaulter) => i8::try_from(own.assaulters).unwrap_or(i8::MAX),
        Some(Per::Flank | Per::Overlap | Per::Edge) if is_walled => 0,
        Some(Per::Flank) => own.flanks(Contact::Flank),
        Some(Per::Overlap) => own.flanks(Contact::Overlap),
        Some(Per::Edge) => own.flanks(Contact::Edge),
    };
    modifier.value * count
}

/// What happens when these dice are rolled, each 1 to 6.
#[must_use]
pub fn resolve<'r>(case: &Case<'r>, [a, b]: [u8; 2]) -> Verdict<'r> {
    let ready = Ready::new(case);
    let [mut strength_a, mut strength_b] = ready.strengths();
    let total = |strength: &Strength<'_>, roll: u8| Some(strength.sum? + i8::try_from(roll).unwrap_or(0));
    let rolled = (total(&strength_a, a), total(&strength_b, b));
    let mut totals = rolled;
    if let (Some(a), Some(b)) = rolled {
        let [graded_a, graded_b] = graded([&strength_a, &strength_b], [a, b]);
        totals = (Some(graded_a), Some(graded_b));
        // Who is graded has it among what was added.
        strength_a = if a <= b { strength_a.with_grading() } else { strength_a };
        strength_b = if b <= a { strength_b.with_grading() } else { strength_b };
    }
    let [befallen_a, befallen_b] = match (ready.at_flank(), totals) {
        (Some(befallen), _) => befallen,
        (None, (Some(a), Some(b))) => ready.befallen(Standing::of(a, b)),
        (None, _) => <[Befallen<'_>; 2]>::default(),
    };
    Verdict {
        a: Fate { strength: strength_a, total: totals.0, befallen: befallen_a },
        b: Fate { strength: strength_b, total: totals.1, befallen: befallen_b },
    }
}

/// How far the first side goes after the second if that is beaten and it is not itself, in halves of a BW, and the rule;
/// none if it does not.
#[must_use]
pub fn pursuit<'r>(case: &Case<'r>) -> Option<(u8, &'r RuleId)> {
    let [own, enemy] = case.seen();
    let row = case.combat.pursuit.iter().find(|row| row.holds(&own, &enemy))?;
    (row.then > 0).then_some((row.then, &row.rule))
}

/// What befalls the first side when its total is equal to the other's and odd, equal and even, less, and half or less:
/// by the tables alone, whatever dice can bring about.
#[must_use]
pub fn lots<'r>(case: &Case<'r>) -> [Befallen<'r>; 4] {
    let ready = Ready::new(case);
    let [own, enemy] = &ready.seen;
    let odd = |seen: &Seen| Seen { facts: seen.facts.and(Fact::OddTotals, true), ..*seen };
    [
        ready.consult(Relation::Equal, &odd(own), &odd(enemy)),
        ready.consult(Relation::Equal, own, enemy),
        ready.consult(Relation::Less, own, enemy),
        ready.consult(Relation::Doubled, own, enemy),
    ]
}
