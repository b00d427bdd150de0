//! The reasons for the result of a combat, as data: each part of both strengths, and the rows that decide the outcome
//! for either side.
//!
//! Everything is derived from the tables themselves, so that a page, a crib sheet and the engine cannot disagree. No
//! sentence is made here: the crate for words tells a [`Reason`] and the terms of a row. Reading order:
//! [`TotalsCase`], [`SideExplanation`], then [`explain()`].

mod totals_case;

pub use totals_case::TotalsCase;

use musterfield_rules::RuleId;
use musterfield_rules::combat::{
    Combat, Fact, FactSet, Fighter, Modifier, OtherFactors, Outcome, PursuitDistance, Relation, Row, RowTerms,
};

use super::case::{Case, Mode};
use super::odds::Odds;
use super::resolve::{Column, PreparedCase, SideResult, Strength, TotalsComparison, graded};

/// The reason for a number that contributes to a total.
#[derive(Clone, Copy, Debug)]
pub enum Reason<'r> {
    /// The combat factor, with the column from which it comes.
    Factor(Column),
    /// Support, a tactical factor, or a grading.
    Modifier(&'r Row<Modifier>),
    /// Factors that the player adds.
    OtherFactors(&'r OtherFactors),
}

/// A number that contributes to a total, and its reason.
#[derive(Clone, Copy, Debug)]
pub struct Contribution<'r> {
    /// The reason.
    pub reason: Reason<'r>,
    /// The number.
    pub value: i8,
    /// The rule.
    pub rule: &'r RuleId,
}

/// The outcome for a side in one case of the totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleOutcome<'r> {
    /// The comparison of the totals.
    pub when: TotalsCase,
    /// The outcome.
    pub result: SideResult<'r>,
    /// The outcome of the table, and the rule, where the side disregards it.
    pub disregarded: Option<(Outcome, &'r RuleId)>,
    /// When the decisive row applies.
    pub terms: &'r RowTerms,
    /// The number of throws in which the totals compare like this.
    pub throws: u8,
}

/// Everything about one side of a combat before the dice.
#[derive(Clone, Debug)]
pub struct SideExplanation<'r> {
    /// Its combat factor.
    pub factor: Contribution<'r>,
    /// The modifiers, row by row.
    pub modifiers: Vec<Contribution<'r>>,
    /// Factor and modifiers together; none for a side without a total.
    pub sum: Option<i8>,
    /// Modifiers added once both totals are known, if its own is not the higher.
    pub grading: Vec<Contribution<'r>>,
    /// The outcomes at equal totals, beaten and doubled; empty where there are no totals to compare.
    pub outcomes: Vec<PossibleOutcome<'r>>,
    /// The distance it pursues a beaten opponent, and the rule, if it ever pursues.
    pub pursuit: Option<(PursuitDistance, &'r RuleId)>,
}

/// Explains both sides of a combat.
#[must_use]
pub fn explain<'r>(case: &Case<'r>, odds: &Odds<'r>) -> [SideExplanation<'r>; 2] {
    let ready = PreparedCase::new(case);
    [account(&ready, odds, 0), account(&ready, odds, 1)]
}

fn account<'r>(ready: &PreparedCase<'_, 'r>, odds: &Odds<'r>, side: usize) -> SideExplanation<'r> {
    let ([first, second], [seen_first, seen_second]) = (ready.case.sides(), &ready.seen);
    let [strength_first, strength_second] = &odds.strengths;
    let (own, foe, seen, enemy, strength, other) = if side == 0 {
        (first, second, seen_first, seen_second, strength_first, strength_second)
    } else {
        (second, first, seen_second, seen_first, strength_second, strength_first)
    };
    let (value, rule, column) = ready.factor_in_column(seen, enemy);
    let counted =
        |row: &'r Row<Modifier>, value| Contribution { reason: Reason::Modifier(row), value, rule: &row.rule };
    let (modifiers, grading) = match strength.sum {
        None => (Vec::new(), Vec::new()),
        Some(_) => {
            let by_player = ready.other_factors(own).map(|others| Contribution {
                reason: Reason::OtherFactors(others),
                value: own.other_factors,
                rule: &others.rule,
            });
            let added = ready.added([own, foe], seen, enemy).map(|(row, value)| counted(row, value));
            let grading = ready.grading(seen, enemy).map(|row| counted(row, row.effect.value));
            (added.chain(by_player).collect(), grading.collect())
        }
    };
    let lots = match (ready.at_flank(), strength.sum, other.sum) {
        (None, Some(_), Some(_)) => {
            let ways = |when| ways([strength, other], when);
            lots(ready, side).into_iter().map(|lot| PossibleOutcome { throws: ways(lot.when), ..lot }).collect()
        }
        _ => Vec::new(),
    };
    let pursuit = odds.squares.iter().flatten().find_map(|square| {
        let result = square.get(side)?;
        result.pursuit_rule.map(|rule| (result.pursues, rule))
    });
    let factor = Contribution { reason: Reason::Factor(column), value, rule };
    SideExplanation { factor, modifiers, sum: strength.sum, grading, outcomes: lots, pursuit }
}

/// The possible outcomes for a side, without the number of throws.
fn lots<'r>(ready: &PreparedCase<'_, 'r>, side: usize) -> Vec<PossibleOutcome<'r>> {
    let [first, second] = ready.seen;
    let (own, enemy) = if side == 0 { (first, second) } else { (second, first) };
    let lot = |when: TotalsCase| {
        let odd = when == TotalsCase::Equal { odd: true };
        let (mut own, mut enemy) = (own, enemy);
        own.facts = own.facts.and(Fact::OddTotals, odd);
        enemy.facts = enemy.facts.and(Fact::OddTotals, odd);
        let row = match when {
            TotalsCase::Totals(relation) => ready.row(relation, &own, &enemy),
            TotalsCase::Equal { .. } => ready.row(Relation::Equal, &own, &enemy),
            TotalsCase::Higher => ready.higher(&own, &enemy),
        }?;
        let result = ready.come_to(row.effect, &row.rule, &own, &enemy);
        let disregarded = (result.outcome() != row.effect).then_some((row.effect, &row.rule));
        Some(PossibleOutcome { when, result, disregarded, terms: &row.terms, throws: 0 })
    };
    let equal = match (lot(TotalsCase::Equal { odd: true }), lot(TotalsCase::Equal { odd: false })) {
        (Some(odd), Some(even)) if odd == (PossibleOutcome { when: odd.when, ..even.clone() }) => {
            vec![PossibleOutcome { when: TotalsCase::Totals(Relation::Equal), ..even }]
        }
        (odd, even) => odd.into_iter().chain(even).collect(),
    };
    let others = [TotalsCase::Totals(Relation::Less), TotalsCase::Totals(Relation::Doubled), TotalsCase::Higher];
    let others = others.into_iter().filter_map(lot);
    equal.into_iter().chain(others).collect()
}

/// The number of throws in which the totals of a side and its opponent compare like this.
fn ways([own, other]: [&Strength<'_>; 2], when: TotalsCase) -> u8 {
    let (Some(first), Some(second)) = (own.sum, other.sum) else { return 0 };
    let throws = (1..=6).flat_map(|die| (1..=6).map(move |foe_die| [first + die, second + foe_die]));
    let is_so = |totals: &[i8; 2]| {
        let [first, second] = graded([own, other], *totals);
        match TotalsComparison::of(first, second) {
            TotalsComparison::Below(relation) => when == TotalsCase::Totals(relation),
            TotalsComparison::Equal { odd } => {
                when == TotalsCase::Totals(Relation::Equal) || when == TotalsCase::Equal { odd }
            }
            TotalsComparison::Above(_) => when == TotalsCase::Higher,
        }
    };
    throws.filter(is_so).fold(0, |ways, _| ways + 1)
}

/// Whether a fact or a reading can matter in this mode for a fighter against a certain opponent.
#[must_use]
pub fn can_matter(combat: &Combat, mode: Mode, what: impl Into<FactSet>, own: Fighter, enemy: Fighter) -> bool {
    let asked = RelevanceQuery { mode, what: what.into(), own, enemy };
    let tables = [Relation::Equal, Relation::Less, Relation::Doubled].map(|relation| combat.table(relation));
    asked.any(&combat.modifiers)
        || tables.into_iter().any(|table| asked.any(table))
        || asked.any(&combat.disregards)
        || asked.any(&combat.destroyed_instead)
        || asked.any(&combat.factors)
        || asked.any(&combat.pursuit)
        || asked.any(&combat.shielded)
        || asked.any(&combat.impossible)
        || asked.any(&combat.grading)
        || asked.any(&combat.higher)
        || asked.any(&combat.as_foot)
}

/// Whether a friend beside it can help a fighter against a certain opponent.
#[must_use]
pub fn can_be_helped_beside(combat: &Combat, mode: Mode, own: Fighter, enemy: Fighter) -> bool {
    let asked = RelevanceQuery { mode, what: Fact::Close.into(), own, enemy };
    combat.modifiers.iter().any(|row| !row.terms.beside.is_empty() && asked.is_open_to(row))
}

struct RelevanceQuery {
    mode: Mode,
    what: FactSet,
    own: Fighter,
    enemy: Fighter,
}

impl RelevanceQuery {
    fn any<T>(&self, rows: &[Row<T>]) -> bool {
        rows.iter().any(|row| row.asks(self.what) && self.is_open_to(row))
    }

    /// Whether a row applies to these two in this mode, Fast or not.
    fn is_open_to<T>(&self, row: &Row<T>) -> bool {
        let of = [false, true].into_iter().any(|fast| row.is_of(self.own, fast));
        let by = [false, true].into_iter().any(|fast| row.is_by(self.enemy, fast));
        let in_mode = |fact: Fact| match fact {
            Fact::Close => self.mode == Mode::Close,
            Fact::Shooting | Fact::ShotAt => self.mode == Mode::Shooting,
            Fact::Bespelling | Fact::Bespelled => self.mode == Mode::Bespelling,
            _ => true,
        };
        of && by && row.terms.conditions.iter().all(|(fact, is_so)| !is_so || in_mode(*fact))
    }
}

/// A number of throws as a rounded percentage.
#[must_use]
pub fn percent(ways: u8) -> u8 {
    let throws = u16::from(Odds::THROWS);
    u8::try_from((u16::from(ways) * 100 + throws / 2) / throws).unwrap_or(u8::MAX)
}

/// All outcomes, the worst first, as in bars and sentences.
pub const WORST_FIRST: [Outcome; 10] = [
    Outcome::Destroyed,
    Outcome::Captured,
    Outcome::Surrender,
    Outcome::Banished,
    Outcome::Spent,
    Outcome::Ensorcelled,
    Outcome::Flee,
    Outcome::Recoil,
    Outcome::Dbmm,
    Outcome::None,
];

/// A summary of a side's effects on its opponent: the worst outcomes, each with the number of throws that cause it.
#[must_use]
pub fn deeds(odds: &Odds<'_>, side: usize) -> Vec<(Outcome, u8)> {
    let ways = |outcome: &Outcome| {
        let [first, second] = odds.ways(*outcome);
        if side == 0 { second } else { first }
    };
    let felt = WORST_FIRST.into_iter().filter(|outcome| *outcome != Outcome::None);
    felt.map(|outcome| (outcome, ways(&outcome))).filter(|(_, ways)| *ways > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Combatant, odds};
    use musterfield_rules::combat::Readings;
    use musterfield_rules::{Ruleset, book};

    fn side(ruleset: &Ruleset, code: &str) -> Combatant {
        let troop = ruleset.spellings().read(code).unwrap().troop;
        Combatant { fast: ruleset.troop(troop).fast.value.applies(false), ..Combatant::new(troop.into()) }
    }

    #[test]
    fn all_throws_are_told_of_by_equal_beaten_and_doubled() {
        let ruleset = book().unwrap().ruleset("d3h2").unwrap();
        for (a, b) in [("Kn", "Sp"), ("Hr", "Hr"), ("Ps", "Bh"), ("Pl", "Mg"), ("Bd", "Wb")] {
            let sides = [side(ruleset, a), side(ruleset, b)];
            let case = Case::new(ruleset, Mode::Close, sides, Readings::default()).unwrap();
            let odds = odds(&case);
            let [first, second] = explain(&case, &odds);
            let is_equal = |lot: &&PossibleOutcome<'_>| {
                !matches!(lot.when, TotalsCase::Totals(Relation::Less | Relation::Doubled) | TotalsCase::Higher)
            };
            let all: u8 = first.outcomes.iter().map(|lot| lot.throws).sum::<u8>()
                + second.outcomes.iter().filter(|lot| !is_equal(lot)).map(|lot| lot.throws).sum::<u8>();
            assert_eq!(all, Odds::THROWS, "{a} {b}");
            for account in [&first, &second] {
                let added: i8 = account.modifiers.iter().map(|reason| reason.value).sum();
                assert_eq!(account.sum, Some(account.factor.value + added), "{a} {b}");
            }
            // In combat between Heroes it matters whether equal totals are odd.
            assert_eq!(first.outcomes.iter().filter(is_equal).count(), if a == "Hr" || a == "Pl" { 2 } else { 1 });
        }
    }

    #[test]
    fn percents_are_of_thirty_six() {
        assert_eq!([0, 1, 4, 10, 18, 35, 36].map(percent), [0, 3, 11, 28, 50, 97, 100]);
    }

    #[test]
    fn what_never_counts_for_somebody_is_known() {
        let ruleset = book().unwrap().ruleset("d3h2").unwrap();
        let combat = ruleset.combat.as_ref().unwrap();
        let fighter = |code: &str| side(ruleset, code).fighter;
        let can = |fact, own, enemy| can_matter(combat, Mode::Close, fact, fighter(own), fighter(enemy));
        assert!(can(Fact::RearSupport, "Pk", "Bd") && !can(Fact::RearSupport, "Kn", "Bd"));
        assert!(can(Fact::Uphill, "Bd", "Bd") && !can(Fact::Uphill, "Dg", "Bd"));
        assert!(can(Fact::TwoEdges, "CP", "Bd") && !can(Fact::TwoEdges, "Bd", "Bd"));
        assert!(!can(Fact::ShotInRear, "Bd", "Bd"));
        let beside = |own, enemy| can_be_helped_beside(combat, Mode::Close, fighter(own), fighter(enemy));
        assert!(beside("Sp", "Bd") && !beside("Sp", "Kn") && !beside("Kn", "Bd"));
    }
}
