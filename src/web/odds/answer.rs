//! The answer to a case: a sentence for each side, the square of throws, and the reasons.

use musterfield_combat::explain::{
    Contribution, PossibleOutcome, SideExplanation, WORST_FIRST, deeds, explain, percent,
};
use musterfield_combat::{Case, Combatant, Odds, odds};
use musterfield_rules::RuleId;
use musterfield_rules::combat::Outcome;
use musterfield_words::combat::TableWords;
use musterfield_words::combat::outcome::{opponent_phrase, phrase, pursuit_distance, sign};
use musterfield_words::combat::table::standing;

use crate::web::rule_link::RuleLink;

/// Everything shown about a case.
pub(super) struct Answer {
    pub sides: Vec<SideAnswer>,
    /// The possible results, with their chances for both sides.
    pub chances: Vec<Chance>,
    /// Rows for the first side's die; empty where nobody rolls.
    pub square: Vec<SquareRow>,
}

/// The text about one side.
pub(super) struct SideAnswer {
    /// `Fast Knight`.
    pub name: String,
    /// Its effect on the other: `destroys 10 in 36 (28 %)`.
    pub deed: String,
    /// The other: `Spear`.
    pub other: String,
    /// The outcomes for the other, worst first.
    pub fate: String,
    /// The same outcomes, one for each throw.
    pub bar: Vec<Throw>,
    pub why: Why,
}

/// A throw in a bar.
pub(super) struct Throw {
    pub outcome: &'static str,
    /// A letter on the first throw of each outcome.
    pub sign: &'static str,
}

/// A possible result.
pub(super) struct Chance {
    pub outcome: &'static str,
    pub sign: &'static str,
    pub words: &'static str,
    /// The chances of each side; empty where it never happens.
    pub ways: Vec<String>,
}

/// A row of the square.
pub(super) struct SquareRow {
    pub die: usize,
    pub cells: Vec<Vec<Cell>>,
}

/// The outcome of a throw.
pub(super) struct Cell {
    pub outcome: &'static str,
    pub sign: &'static str,
    /// `Knight recoils`.
    pub words: String,
}

/// The reasons for one side.
pub(super) struct Why {
    /// Factor and modifiers.
    pub lines: Vec<FactorLine>,
    /// The sum of them all.
    pub sum: Option<String>,
    /// The modifiers that are added once both totals are known, if its own is not the higher.
    pub grading: Vec<FactorLine>,
    pub lots: Vec<OutcomeLine>,
    pub pursuit: Option<(String, RuleLink)>,
}

/// A number with its reason.
pub(super) struct FactorLine {
    pub value: String,
    pub words: String,
    pub rule: RuleLink,
}

/// The outcome for a side at these totals.
pub(super) struct OutcomeLine {
    pub when: &'static str,
    pub outcome: &'static str,
    pub sign: &'static str,
    pub words: String,
    pub rule: Option<RuleLink>,
    /// A further consequence or exemption, and its rule.
    pub then: Option<(String, RuleLink)>,
    pub ways: String,
}

/// Whether it appears in the first sentence beside others: losses, and outcomes that the program does not know.
const fn is_grave(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Destroyed | Outcome::Captured | Outcome::Ensorcelled | Outcome::Banished => true,
        Outcome::Surrender | Outcome::Spent | Outcome::Dbmm => true,
        Outcome::None | Outcome::Recoil | Outcome::Flee => false,
    }
}

/// `10 in 36 (28 %)`.
fn chance(ways: u8) -> String {
    format!("{ways} in {} ({}\u{a0}%)", Odds::THROWS, percent(ways))
}

/// With a real minus sign.
fn signed(value: i8) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { format!("+{value}") }
}

fn plain(value: i8) -> String {
    if value < 0 { signed(value) } else { value.to_string() }
}

impl Answer {
    pub(super) fn new(case: &Case<'_>) -> Self {
        let odds = odds(case);
        let accounts = explain(case, &odds);
        let names = names(case);
        let other = |side: usize| usize::from(side == 0);
        let sides = names.iter().zip(accounts).enumerate().map(|(side, (name, account))| SideAnswer {
            name: name.clone(),
            deed: effect_text(&odds, side),
            other: names.get(other(side)).cloned().unwrap_or_default(),
            fate: outcome_text(&odds, other(side)),
            bar: bar(&odds, other(side)),
            why: why(case, account),
        });
        let rolls = odds.strengths.iter().all(|strength| strength.sum.is_some());
        let square = if rolls { square(&odds, &names) } else { Vec::new() };
        Self { sides: sides.collect(), chances: chances(&odds), square }
    }
}

fn ways_of(odds: &Odds<'_>, side: usize, outcome: Outcome) -> u8 {
    odds.ways(outcome).get(side).copied().unwrap_or(0)
}

/// The names of both; two of the same type are distinguished.
fn names(case: &Case<'_>) -> [String; 2] {
    let words = TableWords::new(case.ruleset(), case.combat());
    let name = |side: &Combatant| {
        let mut name = words.one(side.fighter).to_owned();
        if side.mounted_infantry {
            name = format!("Mounted {name}");
        }
        let is_choice = case.troop(side).is_some_and(|troop| troop.fast.value.is_choice());
        if side.fast && is_choice { format!("Fast {name}") } else { name }
    };
    let [a, b] = case.sides().map(name);
    if a == b { [format!("{a} (first)"), format!("{b} (second)")] } else { [a, b] }
}

fn effect_text(odds: &Odds<'_>, side: usize) -> String {
    let deeds = deeds(odds, side);
    // Driving the other back is mentioned only if nothing worse can happen.
    let is_lost = deeds.iter().any(|(outcome, _)| is_grave(*outcome) && *outcome != Outcome::Dbmm);
    let told = deeds.into_iter().filter(|(outcome, _)| !is_lost || is_grave(*outcome));
    let told: Vec<String> =
        told.map(|(outcome, ways)| format!("{} {}", opponent_phrase(outcome), chance(ways))).collect();
    if told.is_empty() { opponent_phrase(Outcome::None).to_owned() } else { told.join(", ") }
}

fn outcome_text(odds: &Odds<'_>, side: usize) -> String {
    let told =
        WORST_FIRST.into_iter().map(|outcome| (outcome, ways_of(odds, side, outcome))).filter(|(_, ways)| *ways > 0);
    told.map(|(outcome, ways)| format!("{} {}", phrase(outcome), chance(ways))).collect::<Vec<_>>().join(", ")
}

fn bar(odds: &Odds<'_>, side: usize) -> Vec<Throw> {
    let throws = WORST_FIRST.into_iter().flat_map(|outcome| {
        let ways = ways_of(odds, side, outcome);
        (0..ways).map(move |at| Throw { outcome: outcome.as_str(), sign: if at == 0 { sign(outcome) } else { "" } })
    });
    throws.collect()
}

fn chances(odds: &Odds<'_>) -> Vec<Chance> {
    let chances = WORST_FIRST.into_iter().filter_map(|outcome| {
        let ways = odds.ways(outcome);
        let told = |ways: u8| if ways == 0 { "never".to_owned() } else { chance(ways) };
        let can_come = ways.iter().any(|ways| *ways > 0);
        can_come.then(|| Chance {
            outcome: outcome.as_str(),
            sign: sign(outcome),
            words: phrase(outcome),
            ways: ways.map(told).into(),
        })
    });
    chances.collect()
}

fn square(odds: &Odds<'_>, names: &[String; 2]) -> Vec<SquareRow> {
    let cell = |outcome: Outcome, name: &str| Cell {
        outcome: outcome.as_str(),
        sign: sign(outcome),
        words: format!("{name} {}", phrase(outcome)),
    };
    let [first, second] = names;
    let rows = odds.squares.iter().enumerate().map(|(die, row)| SquareRow {
        die: die + 1,
        cells: row.iter().map(|[a, b]| vec![cell(a.final_outcome(), first), cell(b.final_outcome(), second)]).collect(),
    });
    rows.collect()
}

fn why(case: &Case<'_>, account: SideExplanation<'_>) -> Why {
    let table = TableWords::new(case.ruleset(), case.combat());
    let link = |rule: &RuleId| RuleLink::new(&case.ruleset().id, rule);
    let line = |reason: &Contribution<'_>, value: String| FactorLine {
        value,
        words: table.reason(reason),
        rule: link(reason.rule),
    };
    let first = line(&account.factor, plain(account.factor.value));
    let others = account.modifiers.iter().map(|reason| line(reason, signed(reason.value)));
    let lot = |lot: PossibleOutcome<'_>| {
        let result = lot.result;
        let when = table.when(lot.terms);
        let says = |outcome: Outcome| match &*when {
            "" => phrase(outcome).to_owned(),
            when => format!("{} ({when})", phrase(outcome)),
        };
        let (words, then) = match lot.disregarded {
            Some((outcome, rule)) => {
                let although = format!("although the table says that it {}", says(outcome));
                (phrase(result.outcome()).to_owned(), Some((although, link(rule))))
            }
            None => {
                let last =
                    result.final_rule.map(|rule| (format!("and so {}", phrase(result.final_outcome())), link(rule)));
                (says(result.outcome()), last)
            }
        };
        OutcomeLine {
            when: standing(lot.when),
            outcome: result.final_outcome().as_str(),
            sign: sign(result.final_outcome()),
            words,
            rule: result.rule.map(link),
            then,
            ways: if lot.throws == 0 { "not possible with these totals".to_owned() } else { chance(lot.throws) },
        }
    };
    Why {
        lines: std::iter::once(first).chain(others).collect(),
        sum: account.sum.map(plain),
        grading: account.grading.iter().map(|reason| line(reason, signed(reason.value))).collect(),
        lots: account.outcomes.into_iter().map(lot).collect(),
        pursuit: account
            .pursuit
            .map(|(distance, rule)| (format!("Pursues a beaten opponent: {}", pursuit_distance(distance)), link(rule))),
    }
}
