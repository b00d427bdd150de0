//! Several armies of one player, who picks one of them for each game.

use musterfield_army::{Catalogue, Draft, ElementLine};

use super::{EventRules, Verdict};

/// The event's verdict on a player's armies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolVerdict {
    /// The verdict on each army, in order.
    pub armies: Vec<Verdict>,
    /// The problems of all armies together.
    pub problems: Vec<PoolProblem>,
}

impl PoolVerdict {
    /// Whether all of them can be entered together.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.problems.is_empty() && self.armies.iter().all(Verdict::is_legal)
    }
}

/// A problem of a player's armies together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolProblem {
    /// No army at all.
    Empty,
    /// More armies than the event lets a player bring.
    TooMany {
        /// The number of armies.
        armies: usize,
        /// The allowed number.
        most: u8,
    },
    /// Two armies that are the same.
    Same {
        /// The position of the first, from 0.
        first: usize,
        /// The position of the second.
        second: usize,
    },
}

impl PoolProblem {
    /// The code in documents; stable.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "event-pool-empty",
            Self::TooMany { .. } => "event-pool-size",
            Self::Same { .. } => "event-pool-same",
        }
    }
}

impl EventRules {
    /// Checks the armies of one player, each as [`EventRules::check`] does, and all together. A player who may bring
    /// several must bring different ones: two that differ only in their names, notes, labels or the order of their
    /// lines are the same. The caller knows whose armies they are.
    #[must_use]
    pub fn check_pool(&self, armies: &[Draft], catalogue: &Catalogue) -> PoolVerdict {
        let mut problems = Vec::new();
        if armies.is_empty() {
            problems.push(PoolProblem::Empty);
        }
        if armies.len() > usize::from(self.armies) {
            problems.push(PoolProblem::TooMany { armies: armies.len(), most: self.armies });
        }
        let plain: Vec<(Draft, Vec<ElementLine>)> = armies.iter().map(plainly).collect();
        for (second, army) in plain.iter().enumerate() {
            if let Some(first) = plain.iter().take(second).position(|other| is_same(other, army)) {
                problems.push(PoolProblem::Same { first, second });
            }
        }
        PoolVerdict { armies: armies.iter().map(|army| self.check(army, catalogue)).collect(), problems }
    }
}

/// An army without its texts, and its elements with identical ones combined.
fn plainly(army: &Draft) -> (Draft, Vec<ElementLine>) {
    let mut lines: Vec<ElementLine> = Vec::new();
    for line in &army.lines {
        let line = ElementLine { label: String::new(), ..line.clone() };
        match lines.iter_mut().find(|known| known.is_like(&line)) {
            Some(known) => known.count = known.count.saturating_add(line.count),
            None => lines.push(line),
        }
    }
    (Draft { lines: Vec::new(), name: String::new(), notes: String::new(), ..army.clone() }, lines)
}

fn is_same((a, a_lines): &(Draft, Vec<ElementLine>), (b, b_lines): &(Draft, Vec<ElementLine>)) -> bool {
    let heads = a.ruleset.id == b.ruleset.id
        && a.points == b.points
        && a.home_terrain == b.home_terrain
        && a.aggression == b.aggression
        && (&a.list, &a.own_list, &a.allies, &a.second_ally) == (&b.list, &b.own_list, &b.allies, &b.second_ally)
        && a.other_costs == b.other_costs
        && a.camp == b.camp;
    heads && a_lines.len() == b_lines.len() && a_lines.iter().all(|line| b_lines.contains(line))
}
