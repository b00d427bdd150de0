//! Why a combat goes as it goes, in words: strengths piece by piece, and the rows that decide what befalls either side.
//!
//! Everything is said from the tables themselves, so a page, a crib sheet and the engine cannot disagree. Knows nothing of
//! pages. Reading order: [`Account`], then [`words`].

pub mod words;

use super::case::{Case, Mode};
use super::odds::Odds;
use super::resolve::{Befallen, Ready, Standing, Strength, graded};
use crate::rules::RuleId;
use crate::rules::combat::{Combat, Fact, Fighter, Modifier, Outcome, Relation, Row};
use words::Words;

/// A number that goes into a total, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason<'r> {
    /// What it is for: `the general`, `2 flanks overlapped`.
    pub words: String,
    /// What it comes to.
    pub value: i8,
    /// The rule.
    pub rule: &'r RuleId,
}

/// How the totals stand, as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// As a table has it.
    Totals(Relation),
    /// Both the same, where it matters whether that is odd.
    Equal {
        /// Whether it is.
        odd: bool,
    },
    /// Its own is the higher.
    Higher,
}

/// What befalls a side when the totals stand so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot<'r> {
    /// How they stand.
    pub when: When,
    /// What befalls it.
    pub befallen: Befallen<'r>,
    /// What the table says, and the rule, where the side need not mind it.
    pub disregarded: Option<(Outcome, &'r RuleId)>,
    /// When the row holds that says so; empty for one that holds where no other does.
    pub words: String,
    /// In how many of the throws they stand so.
    pub ways: u8,
}

/// All about one side of a combat before the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account<'r> {
    /// Its combat factor.
    pub factor: Reason<'r>,
    /// What is added, row by row.
    pub modifiers: Vec<Reason<'r>>,
    /// Factor and modifiers together; none for one that has no total.
    pub sum: Option<i8>,
    /// What is added once both totals are known, if its own is not the higher.
    pub grading: Vec<Reason<'r>>,
    /// What befalls it at equal totals, beaten and doubled; nothing where nobody has a total to compare.
    pub lots: Vec<Lot<'r>>,
    /// How far it goes after a beaten opponent, in half BW, and the rule, if it ever does.
    pub pursuit: Option<(u8, &'r RuleId)>,
}

/// Both sides of a combat, explained.
#[must_use]
pub fn explain<'r>(case: &Case<'r>, odds: &Odds<'r>) -> [Account<'r>; 2] {
    let ready = Ready::new(case);
    [account(&ready, odds, 0), account(&ready, odds, 1)]
}

fn account<'r>(ready: &Ready<'_, 'r>, odds: &Odds<'r>, side: usize) -> Account<'r> {
    let ([first, second], [seen_first, seen_second]) = (ready.case.sides(), &ready.seen);
    let [strength_first, strength_second] = &odds.strengths;
    let (own, foe, seen, enemy, strength, other) = if side == 0 {
        (first, second, seen_first, seen_second, strength_first, strength_second)
    } else {
        (second, first, seen_second, seen_first, strength_second, strength_first)
    };
    let words = Words::new(ready.case.ruleset(), ready.case.combat());
    let (value, rule, column) = ready.factor_in_column(seen, enemy);
    let reason = |row: &'r Row<Modifier>, value| Reason { words: words.modifier(row, value), value, rule: &row.rule };
    let (modifiers, grading) = match strength.sum {
        None => (Vec::new(), Vec::new()),
        Some(_) => {
            let by_player = ready.other_factors(own).map(|others| Reason {
                words: others.name.to_string(),
                value: own.other_factors,
                rule: &others.rule,
            });
            let added = ready.added([own, foe], seen, enemy).map(|(row, value)| reason(row, value));
            let grading = ready.grading(seen, enemy).map(|row| reason(row, row.then.value));
            (added.chain(by_player).collect(), grading.collect())
        }
    };
    let lots = match (ready.at_flank(), strength.sum, other.sum) {
        (None, Some(_), Some(_)) => {
            let ways = |when| ways([strength, other], when);
            lots(ready, &words, side).into_iter().map(|lot| Lot { ways: ways(lot.when), ..lot }).collect()
        }
        _ => Vec::new(),
    };
    let pursuit = odds.squares.iter().flatten().find_map(|square| {
        let befallen = square.get(side)?;
        befallen.pursuit_rule.map(|rule| (befallen.pursues, rule))
    });
    let factor = Reason { words: words.column(column), value, rule };
    Account { factor, modifiers, sum: strength.sum, grading, lots, pursuit }
}

/// What can befall a side, without the number of throws.
fn lots<'r>(ready: &Ready<'_, 'r>, words: &Words<'r>, side: usize) -> Vec<Lot<'r>> {
    let [first, second] = ready.seen;
    let (own, enemy) = if side == 0 { (first, second) } else { (second, first) };
    let lot = |when: When| {
        let odd = when == When::Equal { odd: true };
        let (mut own, mut enemy) = (own, enemy);
        own.facts = own.facts.and(Fact::OddTotals, odd);
        enemy.facts = enemy.facts.and(Fact::OddTotals, odd);
        let row = match when {
            When::Totals(relation) => ready.row(relation, &own, &enemy),
            When::Equal { .. } => ready.row(Relation::Equal, &own, &enemy),
            When::Higher => ready.higher(&own, &enemy),
        }?;
        let befallen = ready.come_to(row.then, &row.rule, &own, &enemy);
        let disregarded = (befallen.outcome() != row.then).then_some((row.then, &row.rule));
        Some(Lot { when, befallen, disregarded, words: words.when(&row.said), ways: 0 })
    };
    let equal = match (lot(When::Equal { odd: true }), lot(When::Equal { odd: false })) {
        (Some(odd), Some(even)) if odd == (Lot { when: odd.when, ..even.clone() }) => {
            vec![Lot { when: When::Totals(Relation::Equal), ..even }]
        }
        (odd, even) => odd.into_iter().chain(even).collect(),
    };
    let others = [When::Totals(Relation::Less), When::Totals(Relation::Doubled), When::Higher];
    let others = others.into_iter().filter_map(lot);
    equal.into_iter().chain(others).collect()
}

/// In how many throws the totals of a side and its opponent stand so.
fn ways([own, other]: [&Strength<'_>; 2], when: When) -> u8 {
    let (Some(first), Some(second)) = (own.sum, other.sum) else { return 0 };
    let throws = (1..=6).flat_map(|die| (1..=6).map(move |foe_die| [first + die, second + foe_die]));
    let is_so = |totals: &[i8; 2]| {
        let [first, second] = graded([own, other], *totals);
        match Standing::of(first, second) {
            Standing::Below(relation) => when == When::Totals(relation),
            Standing::Equal { odd } => when == When::Totals(Relation::Equal) || when == When::Equal { odd },
            Standing::Above(_) => when == When::Higher,
        }
    };
    throws.filter(is_so).fold(0, |ways, _| ways + 1)
}

/// Whether it can matter in this mode for one who fights a certain opponent that something is so.
#[must_use]
pub fn can_matter(combat: &Combat, mode: Mode, fact: Fact, own: Fighter, enemy: Fighter) -> bool {
    let asked = Asked { mode, fact, own, enemy };
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

/// Whether a friend beside it can help one who fights a certain opponent.
#[must_use]
pub fn can_be_helped_beside(combat: &Combat, mode: Mode, own: Fighter, enemy: Fighter) -> bool {
    let asked = Asked { mode, fact: Fact::Close, own, enemy };
    combat.modifiers.iter().any(|row| !row.said.beside.is_empty() && asked.is_open_to(row))
}

struct Asked {
    mode: Mode,
    fact: Fact,
    own: Fighter,
    enemy: Fighter,
}

impl Asked {
    fn any<T>(&self, rows: &[Row<T>]) -> bool {
        rows.iter().any(|row| row.said.conditions.iter().any(|(fact, _)| *fact == self.fact) && self.is_open_to(row))
    }

    /// Whether a row speaks of these two in this mode, Fast or not.
    fn is_open_to<T>(&self, row: &Row<T>) -> bool {
        let of = [false, true].into_iter().any(|fast| row.is_of(self.own, fast));
        let by = [false, true].into_iter().any(|fast| row.is_by(self.enemy, fast));
        let in_mode = |fact: Fact| match fact {
            Fact::Close => self.mode == Mode::Close,
            Fact::Shooting | Fact::ShotAt => self.mode == Mode::Shooting,
            Fact::Bespelling | Fact::Bespelled => self.mode == Mode::Bespelling,
            _ => true,
        };
        of && by && row.said.conditions.iter().all(|(fact, is_so)| !is_so || in_mode(*fact))
    }
}

/// So many of the throws in percent, rounded to whole ones.
#[must_use]
pub fn percent(ways: u8) -> u8 {
    let throws = u16::from(Odds::THROWS);
    u8::try_from((u16::from(ways) * 100 + throws / 2) / throws).unwrap_or(u8::MAX)
}

/// What can befall an element, the worst first, as bars and sentences have it.
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

/// What is said first of what a side does to its opponent: the worst that it can do, and in how many throws.
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
    use crate::combat::{Side, odds};
    use crate::rules::{Ruleset, book};

    fn side(ruleset: &Ruleset, code: &str) -> Side {
        let troop = ruleset.spellings().read(code).unwrap().troop;
        Side { fast: ruleset.troop(troop).fast.is.applies(false), ..Side::new(troop.into()) }
    }

    #[test]
    fn all_throws_are_told_of_by_equal_beaten_and_doubled() {
        let ruleset = book().unwrap().ruleset("d3h2").unwrap();
        for (a, b) in [("Kn", "Sp"), ("Hr", "Hr"), ("Ps", "Bh"), ("Pl", "Mg"), ("Bd", "Wb")] {
            let sides = [side(ruleset, a), side(ruleset, b)];
            let case = Case::new(ruleset, Mode::Close, sides, super::super::KnightsEqual::default()).unwrap();
            let odds = odds(&case);
            let [first, second] = explain(&case, &odds);
            let is_equal =
                |lot: &&Lot<'_>| !matches!(lot.when, When::Totals(Relation::Less | Relation::Doubled) | When::Higher);
            let all: u8 = first.lots.iter().map(|lot| lot.ways).sum::<u8>()
                + second.lots.iter().filter(|lot| !is_equal(lot)).map(|lot| lot.ways).sum::<u8>();
            assert_eq!(all, Odds::THROWS, "{a} {b}");
            for account in [&first, &second] {
                let added: i8 = account.modifiers.iter().map(|reason| reason.value).sum();
                assert_eq!(account.sum, Some(account.factor.value + added), "{a} {b}");
            }
            // Heroes among themselves mind whether equal totals are odd.
            assert_eq!(first.lots.iter().filter(is_equal).count(), if a == "Hr" || a == "Pl" { 2 } else { 1 });
        }
    }

    #[test]
    fn every_row_can_be_said_to_a_reader() {
        for ruleset in book().unwrap().rulesets() {
            let Some(combat) = &ruleset.combat else { continue };
            let words = Words::new(ruleset, combat);
            let tables = [Relation::Equal, Relation::Less, Relation::Doubled].map(|relation| combat.table(relation));
            let rows = tables.into_iter().flatten().map(|row| words.when(&row.said));
            let modifiers = combat.modifiers.iter().map(|row| words.modifier(row, row.then.value));
            for said in rows.chain(modifiers) {
                assert!(!said.contains('_') && !said.contains("  ") && !said.ends_with(' '), "{said}");
                assert!(!said.contains("in close combat") && !said.contains("all but all"), "{said}");
            }
            assert!(combat.modifiers.iter().all(|row| !words.modifier(row, row.then.value).is_empty()));
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
