//! The number of possible armies: exact counts by dynamic programming.
//!
//! Costs are whole multiples of the ruleset's step (half a point in D3H2), so the number of ways to spend a number of
//! steps on a number of kinds of elements is the coefficient of a product of geometric series, built up one kind
//! after another. Costly elements have a cap of their own and are counted separately.

use std::sync::OnceLock;

use musterfield_rules::troop::{GeneralRule, Troop};
use musterfield_rules::{Book, Points, Ruleset};
use num_bigint::BigUint;

use super::code::Code;
use super::draft::{Draft, LineType, MOST_ELEMENTS};
use super::fits::variants;
use super::report::Report;

mod fill;

pub use fill::{picks, ways_to_fill};

/// For every number of steps, the ways to spend exactly that amount.
type Ways = Vec<BigUint>;

/// The counts of one ruleset, up to its greatest budget.
#[derive(Debug)]
struct Tables {
    all: ByCost,
    /// Ways with elements that can never be the general.
    followers: ByCost,
}

impl Tables {
    fn new(ruleset: &Ruleset) -> Self {
        Self {
            all: ByCost::new(ruleset, |_| true),
            followers: ByCost::new(ruleset, |troop| matches!(troop.general, GeneralRule::Never { .. })),
        }
    }
}

#[derive(Debug)]
struct ByCost {
    ordinary: Ways,
    costly: Ways,
}

impl ByCost {
    fn new(ruleset: &Ruleset, counts: impl Fn(&Troop) -> bool) -> Self {
        let budget = &ruleset.army.budget;
        let mut ordinary = none_spent(budget.most.steps(budget.step));
        let mut costly = none_spent(ruleset.costly_cap(budget.most).steps(budget.step));
        for (id, _) in variants(ruleset) {
            let troop = ruleset.troop(id);
            if !counts(troop) {
                continue;
            }
            let price = troop.price().steps(budget.step);
            for _ in waters(troop) {
                add_kind(if troop.costly { &mut costly } else { &mut ordinary }, price);
            }
        }
        Self { ordinary, costly }
    }

    /// Ways to spend `left` steps, or up to `slack` steps fewer, with at most `cap` of them on costly elements.
    fn spend(&self, left: usize, cap: usize, slack: usize) -> BigUint {
        let mut ways = BigUint::ZERO;
        for (high, costly) in self.costly.iter().enumerate().take(cap.min(left) + 1) {
            for spare in 0..slack {
                let Some(low) = left.checked_sub(high + spare) else { break };
                if let Some(ordinary) = self.ordinary.get(low) {
                    ways += costly * ordinary;
                }
            }
        }
        ways
    }
}

/// Whether an element is for the water, in the variants that exist for a type: the two kinds of Lurkers are different
/// elements (D3H2-TYPE-09).
fn waters(troop: &Troop) -> &'static [bool] {
    if troop.water.is_some() { &[false, true] } else { &[false] }
}

/// The table before any kind of element: one way to spend nothing.
fn none_spent(steps: usize) -> Ways {
    let mut ways = vec![BigUint::ZERO; steps + 1];
    if let Some(nothing) = ways.first_mut() {
        *nothing = BigUint::from(1u8);
    }
    ways
}

/// Adds a kind of element that can be taken any number of times.
fn add_kind(ways: &mut Ways, price: usize) {
    if price == 0 {
        return;
    }
    for spent in price..ways.len() {
        if let Some(before) = ways.get(spent - price).cloned()
            && let Some(here) = ways.get_mut(spent)
        {
            *here += before;
        }
    }
}

/// The number of steps of AP that may stay unspent without a warning.
fn slack(ruleset: &Ruleset) -> usize {
    ruleset.army.budget.unspent_from.steps(ruleset.army.budget.step)
}

/// The counts of armies of every ruleset; those of one ruleset are computed when they are first asked for.
#[derive(Debug)]
pub struct Counts(Vec<(Box<str>, OnceLock<Tables>)>);

impl Counts {
    /// The counts of the rulesets of a book.
    #[must_use]
    pub fn new(book: &Book) -> Self {
        Self(book.rulesets().iter().map(|ruleset| (ruleset.id.clone(), OnceLock::new())).collect())
    }

    /// Calculates with the tables of a ruleset. Those of a ruleset that is not in the book are not kept.
    fn with<T>(&self, ruleset: &Ruleset, calculate: impl FnOnce(&Tables) -> T) -> T {
        match self.0.iter().find(|(id, _)| *id == ruleset.id) {
            Some((_, tables)) => calculate(tables.get_or_init(|| Tables::new(ruleset))),
            None => calculate(&Tables::new(ruleset)),
        }
    }

    /// The number of ways to spend a budget on an army: different sets of elements, one of which can lead, with no
    /// more left over than cannot be spent.
    #[must_use]
    pub fn armies(&self, ruleset: &Ruleset, budget: Points) -> BigUint {
        let step = ruleset.army.budget.step;
        let (left, cap, slack) = (budget.steps(step), ruleset.costly_cap(budget).steps(step), slack(ruleset));
        self.with(ruleset, |tables| tables.all.spend(left, cap, slack) - tables.followers.spend(left, cap, slack))
    }

    /// The number of ways to spend the remaining AP: different sets of own elements to add so that the army is legal
    /// and no more is left over than cannot be spent. None for an army of a list (see [`ways_to_fill`]), and for one
    /// that no addition can make legal.
    #[must_use]
    pub fn ways_to_finish(&self, draft: &Draft, report: &Report) -> Option<BigUint> {
        let curable = |code| code == Code::NoGeneral;
        // With so many types at so many prices the number would be meaningless to a player.
        if draft.list.is_some()
            || !draft.ruleset.grades.is_empty()
            || report.problems.iter().any(|problem| problem.is_error() && !curable(problem.code()))
        {
            return None;
        }
        let ruleset = draft.ruleset;
        let step = ruleset.army.budget.step;
        let figures = &report.totals;
        let left = figures.unspent().steps(step);
        let cap = figures.costly_cap.saturating_sub(figures.costly).steps(step);
        // The cheapest element costs at least one step, so at most this many more elements are possible.
        if figures.elements.saturating_add(i64::try_from(left).unwrap_or(i64::MAX)) > MOST_ELEMENTS {
            return None;
        }
        let slack = slack(ruleset);
        let led = draft.lines.iter().any(|line| match line.line_type {
            LineType::Known(id) => !line.ally && line.count > 0 && ruleset.may_lead(id),
            LineType::Unknown(_) => false,
        });
        Some(self.with(ruleset, |tables| {
            let all = tables.all.spend(left, cap, slack);
            if led { all } else { all - tables.followers.spend(left, cap, slack) }
        }))
    }
}
