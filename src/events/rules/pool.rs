//! Several armies of one player, of which he picks one for each game.

use super::{EventRules, Verdict};
use crate::army::{Catalogue, Draft, Line};

/// What an event says of a player's armies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolVerdict {
    /// On each army, in their order.
    pub armies: Vec<Verdict>,
    /// What is wrong with all of them together.
    pub problems: Vec<PoolProblem>,
}

impl PoolVerdict {
    /// Whether all of them can be entered together.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.problems.is_empty() && self.armies.iter().all(Verdict::is_legal)
    }
}

/// What can be wrong with a player's armies together. Armies are counted from 1 in its sentences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolProblem {
    /// No army at all.
    #[error("there is no army")]
    Empty,
    /// More armies than the event lets a player bring.
    #[error("there are {armies} armies; a player brings {most} at most")]
    TooMany {
        /// How many there are.
        armies: usize,
        /// How many there may be.
        most: u8,
    },
    /// Two armies that are the same.
    #[error("armies {} and {} are the same", first + 1, second + 1)]
    Same {
        /// The place of one, from 0.
        first: usize,
        /// The place of the other.
        second: usize,
    },
}

impl PoolProblem {
    /// As in documents; stable.
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
    /// several brings different ones: two that differ in their names, notes, labels or the order of their lines alone are
    /// the same. Whose they are the caller knows.
    #[must_use]
    pub fn check_pool(&self, armies: &[Draft], catalogue: &Catalogue) -> PoolVerdict {
        let mut problems = Vec::new();
        if armies.is_empty() {
            problems.push(PoolProblem::Empty);
        }
        if armies.len() > usize::from(self.armies) {
            problems.push(PoolProblem::TooMany { armies: armies.len(), most: self.armies });
        }
        let plain: Vec<(Draft, Vec<Line>)> = armies.iter().map(plainly).collect();
        for (second, army) in plain.iter().enumerate() {
            if let Some(first) = plain.iter().take(second).position(|other| is_same(other, army)) {
                problems.push(PoolProblem::Same { first, second });
            }
        }
        PoolVerdict { armies: armies.iter().map(|army| self.check(army, catalogue)).collect(), problems }
    }
}

/// An army without words, and its elements, those that are alike together.
fn plainly(army: &Draft) -> (Draft, Vec<Line>) {
    let mut lines: Vec<Line> = Vec::new();
    for line in &army.lines {
        let line = Line { label: String::new(), ..line.clone() };
        match lines.iter_mut().find(|known| known.is_like(&line)) {
            Some(known) => known.count = known.count.saturating_add(line.count),
            None => lines.push(line),
        }
    }
    (Draft { lines: Vec::new(), name: String::new(), notes: String::new(), ..army.clone() }, lines)
}

fn is_same((a, a_lines): &(Draft, Vec<Line>), (b, b_lines): &(Draft, Vec<Line>)) -> bool {
    let heads = a.ruleset.id == b.ruleset.id
        && a.points == b.points
        && a.home_terrain == b.home_terrain
        && a.aggression == b.aggression
        && (&a.list, &a.own_list, &a.allies, &a.second_ally) == (&b.list, &b.own_list, &b.allies, &b.second_ally)
        && a.other_costs == b.other_costs
        && a.camp == b.camp;
    heads && a_lines.len() == b_lines.len() && a_lines.iter().all(|line| b_lines.contains(line))
}
