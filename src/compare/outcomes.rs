//! What becomes of the loser: every type against every other in the open, by the tables of two rulesets.

use super::Piece;
use crate::combat::explain::When;
use crate::combat::explain::words::{self, standing};
use crate::combat::resolve::Befallen;
use crate::combat::{Case, KnightsEqual, Mode, Side, lots};
use crate::rules::Ruleset;
use crate::rules::combat::{Outcome, Relation};
use crate::rules::kin::{Matched, Sort};

/// Where two rulesets agree about the loser, and where they do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Pairs of types, loser and winner, of which both say the same.
    pub agreeing: usize,
    /// Pairs of which they do not.
    pub differing: usize,
    /// Pairs of which one leaves something to a book that is not here, and both say the same of the rest.
    pub untold: usize,
    /// The losers of the differing pairs, those with the same lines together.
    pub losers: Vec<Loser>,
}

/// Types that fare alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loser {
    /// Their names.
    pub names: Vec<String>,
    /// What becomes of them.
    pub lines: Vec<Line>,
}

/// What becomes of a loser by some opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How the totals stand.
    pub when: &'static str,
    /// Whose total is as high or higher.
    pub by: Vec<String>,
    /// Whether `by` names those who are left out.
    pub all_but: bool,
    /// What becomes of it in either ruleset.
    pub fates: [Piece; 2],
}

/// How totals can stand, in the order in which the engine tells of them.
const WHENS: [When; 4] = [
    When::Equal { odd: true },
    When::Equal { odd: false },
    When::Totals(Relation::Less),
    When::Totals(Relation::Doubled),
];

/// What becomes of one type by another in both rulesets.
type Pair<'r> = [[Befallen<'r>; 4]; 2];

impl Outcomes {
    /// By the tables of two rulesets, of the types that both have; nothing where one does not say how its troops fight.
    #[must_use]
    pub fn new(rulesets: [&Ruleset; 2], matched: &[Matched]) -> Option<Self> {
        let [a, b] = rulesets;
        a.combat.as_ref().and(b.combat.as_ref())?;
        let both: Vec<([Sort; 2], String)> = matched
            .iter()
            .filter_map(|row| match row.as_slice() {
                [Some(first), Some(second)] => Some(([*first, *second], first.name(a))),
                _ => None,
            })
            .collect();
        let mut found = Self { agreeing: 0, differing: 0, untold: 0, losers: Vec::new() };
        for (own, name) in &both {
            let mut lines: Vec<Line> = Vec::new();
            let mut met = 0_usize;
            for (enemy, by) in &both {
                let Some(pair) = meet(rulesets, *own, *enemy) else { continue };
                met += 1;
                let told = told(&pair);
                match (told.is_empty(), pair.iter().flatten().any(is_untold)) {
                    (false, _) => found.differing += 1,
                    (true, true) => found.untold += 1,
                    (true, false) => found.agreeing += 1,
                }
                for (when, fates) in told {
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

/// The words for how totals stand, in their order.
const WHENS_TOLD: [&str; 5] = [
    standing(When::Totals(Relation::Equal)),
    standing(When::Equal { odd: true }),
    standing(When::Equal { odd: false }),
    standing(When::Totals(Relation::Less)),
    standing(When::Totals(Relation::Doubled)),
];

/// What becomes of the first type by the second in both rulesets; nothing where they cannot meet.
fn meet<'r>(rulesets: [&'r Ruleset; 2], own: [Sort; 2], enemy: [Sort; 2]) -> Option<Pair<'r>> {
    let [a, b] = rulesets;
    let ([own_a, own_b], [enemy_a, enemy_b]) = (own, enemy);
    let fates = |ruleset: &'r Ruleset, own: Sort, enemy: Sort| {
        let side = |sort: Sort| Side { fast: sort.fast, ..Side::new(sort.troop.into()) };
        let case = Case::new(ruleset, Mode::Close, [side(own), side(enemy)], KnightsEqual::default()).ok()?;
        Some(lots(&case))
    };
    Some([fates(a, own_a, enemy_a)?, fates(b, own_b, enemy_b)?])
}

/// Whether a fate stands in a book that is not here.
fn is_untold(befallen: &Befallen<'_>) -> bool {
    befallen.last() == Outcome::Dbmm
}

/// Where both rulesets say something, and another thing, of a pair. Odd totals stand apart only where that matters.
fn told(pair: &Pair<'_>) -> Vec<(&'static str, [Piece; 2])> {
    let [a, b] = pair;
    let mut found: Vec<(&'static str, [Piece; 2])> = Vec::new();
    let is_one = |fates: &[Befallen<'_>; 4]| {
        let [odd, even, ..] = fates;
        odd.last() == even.last()
    };
    let odd_matters = !is_one(a) || !is_one(b);
    for (when, (in_a, in_b)) in WHENS.into_iter().zip(a.iter().zip(b)) {
        let when = match when {
            When::Equal { odd: true } if !odd_matters => continue,
            When::Equal { odd: false } if !odd_matters => When::Totals(Relation::Equal),
            when => when,
        };
        if in_a.last() != in_b.last() && !is_untold(in_a) && !is_untold(in_b) {
            found.push((standing(when), [fate(in_a), fate(in_b)]));
        }
    }
    found
}

fn fate(befallen: &Befallen<'_>) -> Piece {
    Piece::new(words::fate(befallen.last()), befallen.last_rule.or(befallen.rule))
}

/// Puts an opponent with those by whom the same becomes of the loser.
fn add(lines: &mut Vec<Line>, when: &'static str, by: &str, fates: [Piece; 2]) {
    let texts = |fates: &[Piece; 2]| fates.each_ref().map(|fate| fate.text.clone());
    match lines.iter_mut().find(|line| line.when == when && texts(&line.fates) == texts(&fates)) {
        Some(line) => {
            line.by.push(by.to_owned());
            for (known, fate) in line.fates.iter_mut().zip(fates) {
                let new: Vec<_> = fate.rules.into_iter().filter(|rule| !known.rules.contains(rule)).collect();
                known.rules.extend(new);
            }
        }
        None => lines.push(Line { when, by: vec![by.to_owned()], all_but: false, fates }),
    }
}

/// Names those who are left out, where they are few.
fn shorten(line: &mut Line, both: &[([Sort; 2], String)], met: usize) {
    if met == both.len() && line.by.len() * 3 > met * 2 {
        let others = both.iter().map(|(_, name)| name).filter(|name| !line.by.contains(name));
        line.by = others.cloned().collect();
        line.all_but = true;
    }
}

/// Whether the same is said, by whatever rules.
fn is_alike(lines: &[Line], others: &[Line]) -> bool {
    let told =
        |line: &Line| (line.when, line.by.clone(), line.all_but, line.fates.each_ref().map(|fate| fate.text.clone()));
    lines.iter().map(told).eq(others.iter().map(told))
}
