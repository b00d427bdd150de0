//! How many armies there are: exact counts by dynamic programming.
//!
//! Costs are whole numbers of the ruleset's step (half a point in D3H2), so the number of ways to spend so many steps on
//! so many kinds of elements is the coefficient of a product of geometric series, built up one kind after the other.
//! Costly elements have a cap of their own and are counted apart.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;

use super::check::Report;
use super::draft::{Draft, Kind, MOST_ELEMENTS};
use super::fits::variants;
use super::list::{ArmyList, ListChoice, ListFast, ListOption, ListRides};
use super::problem::Code;
use crate::rules::troop::{GeneralRule, Troop};
use crate::rules::{Points, Ruleset, TroopId};

/// For every number of steps, the ways to spend exactly that much.
type Ways = Vec<BigUint>;

/// The counts of one ruleset, up to its greatest budget.
#[derive(Debug)]
struct Tables {
    all: ByCost,
    /// Of elements that can never be the general.
    followers: ByCost,
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
            add_kind(if troop.costly { &mut costly } else { &mut ordinary }, price);
        }
        Self { ordinary, costly }
    }

    /// Ways to spend `left` steps, or down to `slack` steps fewer, at most `cap` of them on costly elements.
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

/// The table with no kind of element yet: one way to spend nothing.
fn none_spent(steps: usize) -> Ways {
    let mut ways = vec![BigUint::ZERO; steps + 1];
    if let Some(nothing) = ways.first_mut() {
        *nothing = BigUint::from(1u8);
    }
    ways
}

/// Lets one more kind of element be taken any number of times.
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

fn tables(ruleset: &Ruleset) -> Arc<Tables> {
    static TABLES: Mutex<BTreeMap<String, Arc<Tables>>> = Mutex::new(BTreeMap::new());
    let mut known = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = known.entry(format!("{} {}", ruleset.id, ruleset.version)).or_insert_with(|| {
        Arc::new(Tables {
            all: ByCost::new(ruleset, |_| true),
            followers: ByCost::new(ruleset, |troop| matches!(troop.general, GeneralRule::Never { .. })),
        })
    });
    Arc::clone(entry)
}

/// How many steps of AP may stay unspent without a word.
fn slack(ruleset: &Ruleset) -> usize {
    ruleset.army.budget.unspent_from.steps(ruleset.army.budget.step)
}

/// How many armies of this budget there are: different sets of elements, one of which can lead, with no more left over
/// than cannot be spent.
#[must_use]
pub fn armies(ruleset: &Ruleset, budget: Points) -> BigUint {
    let step = ruleset.army.budget.step;
    let tables = tables(ruleset);
    let (left, cap, slack) = (budget.steps(step), ruleset.costly_cap(budget).steps(step), slack(ruleset));
    tables.all.spend(left, cap, slack) - tables.followers.spend(left, cap, slack)
}

/// In how many ways the AP left can be spent: different sets of own elements to add so that the army is legal and no
/// more is left over than cannot be spent. None for an army of a list, and for one that adding cannot make legal.
#[must_use]
pub fn ways_to_finish(draft: &Draft, report: &Report) -> Option<BigUint> {
    let curable = |code| code == Code::NoGeneral;
    if draft.list.is_some() || report.problems.iter().any(|problem| problem.is_error() && !curable(problem.code)) {
        return None;
    }
    let ruleset = draft.ruleset;
    let step = ruleset.army.budget.step;
    let figures = &report.figures;
    let left = figures.unspent().steps(step);
    let cap = figures.high_cap.less(figures.high).steps(step);
    // The cheapest element costs at least one step, so this many more elements are at most possible.
    if figures.elements.saturating_add(i64::try_from(left).unwrap_or(i64::MAX)) > MOST_ELEMENTS {
        return None;
    }
    let tables = tables(ruleset);
    let all = tables.all.spend(left, cap, slack(ruleset));
    let led = draft.lines.iter().any(|line| match line.kind {
        Kind::Known(id) => !line.ally && line.count > 0 && ruleset.may_lead(id),
        Kind::Unknown(_) => false,
    });
    Some(if led { all } else { all - tables.followers.spend(left, cap, slack(ruleset)) })
}

/// In how many ways an army of this budget can be picked from a list: ways to fill its options, told apart by who leads,
/// with no more left over than cannot be spent.
#[must_use]
pub fn picks(list: &ArmyList, budget: Points) -> BigUint {
    let ruleset = list.ruleset;
    let step = ruleset.army.budget.step;
    let size = Size { left: budget.steps(step), cap: ruleset.costly_cap(budget).steps(step) };
    let mut army = Grid::nothing(size);
    for option in &list.options {
        army = army.with(&option_grid(list, option, size));
    }
    let slack = slack(ruleset);
    army.cells
        .iter()
        .filter(|(cell, _)| cell.led && cell.spent + slack > size.left)
        .fold(BigUint::ZERO, |sum, (_, ways)| sum + ways)
}

/// Whether any legal army of this budget can be picked from a list.
#[must_use]
pub fn can_field(list: &ArmyList, budget: Points) -> bool {
    picks(list, budget) != BigUint::ZERO
}

#[derive(Clone, Copy)]
struct Size {
    left: usize,
    cap: usize,
}

/// What some elements come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    spent: usize,
    high: usize,
    led: bool,
}

/// Ways to come to each sum.
struct Grid {
    size: Size,
    cells: BTreeMap<Cell, BigUint>,
}

impl Grid {
    fn nothing(size: Size) -> Self {
        let nothing = Cell { spent: 0, high: 0, led: false };
        Self { size, cells: BTreeMap::from([(nothing, BigUint::from(1u8))]) }
    }

    fn empty(size: Size) -> Self {
        Self { size, cells: BTreeMap::new() }
    }

    fn put(&mut self, cell: Cell, ways: BigUint) {
        if cell.spent <= self.size.left && cell.high <= self.size.cap {
            *self.cells.entry(cell).or_default() += ways;
        }
    }

    /// Both together: never two generals.
    fn with(&self, other: &Self) -> Self {
        let mut both = Self::empty(self.size);
        for (a, a_ways) in &self.cells {
            for (b, b_ways) in other.cells.iter().filter(|(b, _)| !(a.led && b.led)) {
                let cell = Cell { spent: a.spent + b.spent, high: a.high + b.high, led: a.led || b.led };
                both.put(cell, a_ways * b_ways);
            }
        }
        both
    }
}

/// Kinds of elements of these types that an option takes: type and whether it leads, once for each way to be Fast and to
/// ride.
fn kinds(list: &ArmyList, option: &ListOption, types: &[TroopId]) -> Vec<(TroopId, bool)> {
    let mut kinds = Vec::new();
    for id in types {
        let troop = list.ruleset.troop(*id);
        let fast = if troop.fast.is.is_choice() && option.fast == ListFast::May { 2 } else { 1 };
        let rides = if troop.rides.is_some() && option.rides == ListRides::May { 2 } else { 1 };
        for _ in 0..fast * rides {
            if option.takes_general(false) {
                kinds.push((*id, false));
            }
            if option.takes_general(true) && list.ruleset.may_lead(*id) {
                kinds.push((*id, true));
            }
        }
    }
    kinds
}

/// Ways to fill one option, from its minimum to its maximum.
fn option_grid(list: &ArmyList, option: &ListOption, size: Size) -> Grid {
    let least = usize::try_from(option.min).unwrap_or(0);
    if option.choice == ListChoice::Or {
        return filled_with(list, option, &option.types, least, size);
    }
    // Of one type or of another; to take nothing is the same way for all of them.
    let mut grid = if least == 0 { Grid::nothing(size) } else { Grid::empty(size) };
    for id in &option.types {
        for (cell, ways) in filled_with(list, option, &[*id], least.max(1), size).cells {
            grid.put(cell, ways);
        }
    }
    grid
}

/// Ways to fill an option with at least so many elements of these types.
fn filled_with(list: &ArmyList, option: &ListOption, types: &[TroopId], least: usize, size: Size) -> Grid {
    let step = list.ruleset.army.budget.step;
    // Nothing cheaper than a step exists, so no option can hold more elements than there are steps.
    let most = option.max.and_then(|max| usize::try_from(max).ok()).unwrap_or(size.left).min(size.left);
    let mut by_count: Vec<Grid> = (0..=most).map(|_| Grid::empty(size)).collect();
    if let Some(first) = by_count.first_mut() {
        *first = Grid::nothing(size);
    }
    for (id, leads) in kinds(list, option, types) {
        let troop = list.ruleset.troop(id);
        let price = troop.price().steps(step);
        let high = if troop.costly { price } else { 0 };
        // A leader is taken at most once: from the greatest count down. Others any number of times: from the least up.
        let counts: Vec<usize> = if leads { (1..=most).rev().collect() } else { (1..=most).collect() };
        for count in counts {
            let Some(fewer) = by_count.get(count - 1) else { continue };
            let more: Vec<(Cell, BigUint)> = fewer
                .cells
                .iter()
                .filter(|(cell, _)| !(cell.led && leads))
                .map(|(cell, ways)| {
                    let sum = Cell { spent: cell.spent + price, high: cell.high + high, led: cell.led || leads };
                    (sum, ways.clone())
                })
                .collect();
            if let Some(here) = by_count.get_mut(count) {
                for (cell, ways) in more {
                    here.put(cell, ways);
                }
            }
        }
    }
    let mut grid = Grid::empty(size);
    for filled in by_count.into_iter().skip(least) {
        for (cell, ways) in filled.cells {
            grid.put(cell, ways);
        }
    }
    grid
}
