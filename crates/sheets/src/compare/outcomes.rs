//! Compares the outcomes for the loser: every type against every other in the open, by the tables of two rulesets.

use musterfield_combat::explain::TotalsCase;
use musterfield_combat::resolve::SideResult;
use musterfield_combat::{Case, Combatant, Mode, possible_results};
use musterfield_rules::Ruleset;
use musterfield_rules::combat::{Outcome, Readings, Relation};
use musterfield_rules::counterparts::{ElementKind, Matched};
use musterfield_words::combat::outcome;
use musterfield_words::combat::table::standing;

use super::table::CitedText;

/// The agreements and differences between the outcomes of two rulesets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// The number of pairs of types, loser and winner, with the same outcomes.
    pub agreeing: usize,
    /// The number of pairs with different outcomes.
    pub differing: usize,
    /// The number of pairs for which one ruleset leaves some outcome to a book that is not here, while the other
    /// outcomes agree.
    pub untold: usize,
    /// The losers of the differing pairs; those with the same lines are joined.
    pub losers: Vec<Loser>,
}

/// Types with the same outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loser {
    /// Their names.
    pub names: Vec<String>,
    /// Their outcomes.
    pub lines: Vec<OutcomeLine>,
}

/// The outcomes for a loser against some opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeLine {
    /// The relation of the totals.
    pub when: &'static str,
    /// The opponents with the equal or higher total.
    pub by: Vec<String>,
    /// Whether `by` names the exceptions.
    pub all_but: bool,
    /// The outcome in each ruleset.
    pub fates: [CitedText; 2],
}

/// The relations of totals, in the order in which the engine reports them.
const WHENS: [TotalsCase; 4] = [
    TotalsCase::Equal { odd: true },
    TotalsCase::Equal { odd: false },
    TotalsCase::Totals(Relation::Less),
    TotalsCase::Totals(Relation::Doubled),
];

/// The outcomes for one type against another in both rulesets.
type Pair<'r> = [[SideResult<'r>; 4]; 2];

impl Outcomes {
    /// The number of pairs that were compared.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.agreeing + self.differing + self.untold
    }

    /// Whether some pairs have different outcomes.
    #[must_use]
    pub fn differ(&self) -> bool {
        self.differing > 0
    }

    /// The number of pairs that cannot be compared, if there are any.
    #[must_use]
    pub fn untold(&self) -> Option<usize> {
        Some(self.untold).filter(|pairs| *pairs > 0)
    }

    /// Compares two rulesets for the types that both have; `None` if one of them has no combat.
    #[must_use]
    pub fn new(rulesets: [&Ruleset; 2], matched: &[Matched]) -> Option<Self> {
        let [a, b] = rulesets;
        a.combat.as_ref().and(b.combat.as_ref())?;
        let both: Vec<([ElementKind; 2], String)> = matched
            .iter()
            .filter_map(|row| match row.as_slice() {
                [Some(first), Some(second)] => Some(([*first, *second], first.name(a))),
                _ => None,
            })
            .collect();
        let mut found = Self { agreeing: 0, differing: 0, untold: 0, losers: Vec::new() };
        for (own, name) in &both {
            let mut lines: Vec<OutcomeLine> = Vec::new();
            let mut met = 0_usize;
            for (enemy, by) in &both {
                let Some(pair) = meet(rulesets, *own, *enemy) else { continue };
                met += 1;
                let differences = differences(&pair);
                match (differences.is_empty(), pair.iter().flatten().any(is_untold)) {
                    (false, _) => found.differing += 1,
                    (true, true) => found.untold += 1,
                    (true, false) => found.agreeing += 1,
                }
                for (when, fates) in differences {
                    add(&mut lines, when, by, fates);
                }
            }
            if lines.is_empty() {
                continue;
            }
            lines.sort_by_key(|line| WHENS_TOLD.iter().position(|when| *when == line.when));
            for line in &mut lines {
                shorten(line, &both, met);
            }
            match found.losers.iter_mut().find(|loser| is_alike(&loser.lines, &lines)) {
                Some(loser) => loser.names.push(name.clone()),
                None => found.losers.push(Loser { names: vec![name.clone()], lines }),
            }
        }
        Some(found)
    }
}

/// The words for the relations of totals, in their order.
const WHENS_TOLD: [&str; 5] = [
    standing(TotalsCase::Totals(Relation::Equal)),
    standing(TotalsCase::Equal { odd: true }),
    standing(TotalsCase::Equal { odd: false }),
    standing(TotalsCase::Totals(Relation::Less)),
    standing(TotalsCase::Totals(Relation::Doubled)),
];

/// The outcomes for the first type against the second in both rulesets; `None` where they cannot meet.
fn meet<'r>(rulesets: [&'r Ruleset; 2], own: [ElementKind; 2], enemy: [ElementKind; 2]) -> Option<Pair<'r>> {
    let [a, b] = rulesets;
    let ([own_a, own_b], [enemy_a, enemy_b]) = (own, enemy);
    let fates = |ruleset: &'r Ruleset, own: ElementKind, enemy: ElementKind| {
        let side = |sort: ElementKind| Combatant { fast: sort.fast, ..Combatant::new(sort.troop.into()) };
        let case = Case::new(ruleset, Mode::Close, [side(own), side(enemy)], Readings::default()).ok()?;
        Some(possible_results(&case))
    };
    Some([fates(a, own_a, enemy_a)?, fates(b, own_b, enemy_b)?])
}

/// Whether an outcome is in a book that is not here.
fn is_untold(result: &SideResult<'_>) -> bool {
    result.final_outcome() == Outcome::Dbmm
}

/// The outcomes of a pair that both rulesets have and that differ. Odd totals are listed separately only where it
/// matters.
fn differences(pair: &Pair<'_>) -> Vec<(&'static str, [CitedText; 2])> {
    let [a, b] = pair;
    let mut found: Vec<(&'static str, [CitedText; 2])> = Vec::new();
    let is_one = |fates: &[SideResult<'_>; 4]| {
        let [odd, even, ..] = fates;
        odd.final_outcome() == even.final_outcome()
    };
    let odd_matters = !is_one(a) || !is_one(b);
    for (when, (in_a, in_b)) in WHENS.into_iter().zip(a.iter().zip(b)) {
        let when = match when {
            TotalsCase::Equal { odd: true } if !odd_matters => continue,
            TotalsCase::Equal { odd: false } if !odd_matters => TotalsCase::Totals(Relation::Equal),
            when => when,
        };
        if in_a.final_outcome() != in_b.final_outcome() && !is_untold(in_a) && !is_untold(in_b) {
            found.push((standing(when), [fate(in_a), fate(in_b)]));
        }
    }
    found
}

fn fate(result: &SideResult<'_>) -> CitedText {
    CitedText::new(outcome::fate(result.final_outcome()), result.final_rule.or(result.rule))
}

/// Adds an opponent to those with the same outcomes for the loser.
fn add(lines: &mut Vec<OutcomeLine>, when: &'static str, by: &str, fates: [CitedText; 2]) {
    let texts = |fates: &[CitedText; 2]| fates.each_ref().map(|fate| fate.text.clone());
    match lines.iter_mut().find(|line| line.when == when && texts(&line.fates) == texts(&fates)) {
        Some(line) => {
            line.by.push(by.to_owned());
            for (known, fate) in line.fates.iter_mut().zip(fates) {
                let new: Vec<_> = fate.rules.into_iter().filter(|rule| !known.rules.contains(rule)).collect();
                known.rules.extend(new);
            }
        }
        None => lines.push(OutcomeLine { when, by: vec![by.to_owned()], all_but: false, fates }),
    }
}

/// Names the exceptions instead, if they are few.
fn shorten(line: &mut OutcomeLine, both: &[([ElementKind; 2], String)], met: usize) {
    if met == both.len() && line.by.len() * 3 > met * 2 {
        let others = both.iter().map(|(_, name)| name).filter(|name| !line.by.contains(name));
        line.by = others.cloned().collect();
        line.all_but = true;
    }
}

/// Whether the outcomes are the same, even if the rules differ.
fn is_alike(lines: &[OutcomeLine], others: &[OutcomeLine]) -> bool {
    let told = |line: &OutcomeLine| {
        (line.when, line.by.clone(), line.all_but, line.fates.each_ref().map(|fate| fate.text.clone()))
    };
    lines.iter().map(told).eq(others.iter().map(told))
}
