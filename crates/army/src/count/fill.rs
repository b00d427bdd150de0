//! The number of ways to fill the options of an army list.
//!
//! One option after another takes its elements, one kind after another, one element at a time. What matters about the
//! elements taken so far is their cost, the cost of costly ones, whether one leads, and how many of the elements that
//! the army already has were among them; the ways to reach each such state are counted.

use musterfield_rules::{Points, Ruleset, TroopId};

use super::{slack, waters};
use crate::code::Code;
use crate::draft::{self, Draft};
use crate::list::{ArmyList, ListChoice, ListFast, ListOption, ListPermission};
use crate::report::Report;

/// The largest number of states that are worth counting: an army list at 24 AP has a few thousand.
const MOST_STATES: usize = 40_000;

/// The number of ways to pick an army of this budget from a list: ways to fill its options, distinguished by the
/// element that leads, with no more left over than cannot be spent. None if there are too many to count here.
#[must_use]
pub fn picks(list: &ArmyList, budget: Points) -> Option<u128> {
    let step = list.ruleset.army.budget.step;
    let size = Size { left: budget.steps(step), cap: list.ruleset.costly_cap(budget).steps(step) };
    fill(list, &[], size)
}

/// The number of ways to spend the remaining AP on an army of a list: ways to fill the list's options with the army's
/// elements among those taken. None for an army that no addition can make legal, and if there are too many to count
/// here.
#[must_use]
pub fn ways_to_fill(draft: &Draft, report: &Report, list: &ArmyList) -> Option<u128> {
    let curable = |code| matches!(code, Code::NoGeneral | Code::ListMinimum);
    let graded = !list.ruleset.grades.is_empty();
    if graded || report.problems.iter().any(|problem| problem.is_error() && !curable(problem.code())) {
        return None;
    }
    let step = list.ruleset.army.budget.step;
    let figures = &report.totals;
    let size = Size {
        left: figures.unspent().steps(step),
        cap: figures.costly_cap.saturating_sub(figures.costly).steps(step),
    };
    let mut present: Vec<(Kind, usize)> = Vec::new();
    for line in draft.lines.iter().filter(|line| !line.ally && line.count > 0) {
        let draft::LineType::Known(troop) = line.line_type else { return None };
        let kind = Kind {
            troop,
            fast: line.fast && list.ruleset.troop(troop).fast.value.is_choice(),
            riding: line.mounted,
            water: line.water,
            leads: line.general,
        };
        let count = usize::try_from(line.count).ok()?;
        match present.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => *known += count,
            None => present.push((kind, count)),
        }
    }
    fill(list, &present, size)
}

/// The number of steps of AP that may be spent, and how many of them on costly elements.
#[derive(Clone, Copy)]
struct Size {
    left: usize,
    cap: usize,
}

/// Elements that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    troop: TroopId,
    fast: bool,
    riding: bool,
    water: bool,
    leads: bool,
}

/// The kinds of elements that an option accepts.
fn kinds(list: &ArmyList, option: &ListOption) -> Vec<Kind> {
    let both: &[bool] = &[false, true];
    let only = |is: bool| -> &[bool] { if is { &[true] } else { &[false] } };
    let mut kinds = Vec::new();
    for id in &option.types {
        let troop = list.ruleset.troop(*id);
        let fasts = match option.fast {
            ListFast::May if troop.fast.value.is_choice() => both,
            word => only(word == ListFast::Must && troop.fast.value.is_choice()),
        };
        let rides = match option.rides_of(*id) {
            ListPermission::May if troop.rides.is_some() => both,
            word => only(word == ListPermission::Must),
        };
        for leads in both.iter().filter(|leads| !**leads || list.ruleset.may_lead(*id)) {
            for (fast, riding) in fasts.iter().flat_map(|fast| rides.iter().map(move |riding| (*fast, *riding))) {
                if troop.cost.is_some() && option.takes_general(*leads) {
                    let of = |water: &bool| Kind { troop: *id, fast, riding, water: *water, leads: *leads };
                    kinds.extend(waters(troop).iter().map(of));
                }
            }
        }
    }
    kinds
}

/// A kind of elements that the army already has and that several options accept: how many each option takes is left
/// open.
struct Shared {
    kind: Kind,
    count: usize,
    /// The difference in the number of a state for one more of them.
    stride: usize,
}

/// The states, in one row: AP spent, AP spent on costly elements, whether an element leads, elements of each shared
/// kind.
struct States {
    ruleset: &'static Ruleset,
    size: Size,
    shared: Vec<Shared>,
    count: usize,
}

/// The effect of one more element of a kind on a state.
#[derive(Clone, Copy)]
struct Step<'a> {
    price: usize,
    high: usize,
    leads: bool,
    shared: Option<&'a Shared>,
}

impl States {
    fn new(list: &ArmyList, size: Size, kinds: Vec<(Kind, usize)>) -> Option<Self> {
        let mut states =
            Self { ruleset: list.ruleset, size, shared: Vec::new(), count: 2 * (size.left + 1) * (size.cap + 1) };
        for (kind, count) in kinds {
            states.shared.push(Shared { kind, count, stride: states.count });
            states.count = states.count.checked_mul(count + 1)?;
        }
        (states.count <= MOST_STATES).then_some(states)
    }

    /// The distance between states that differ in whether an element leads.
    fn leader(&self) -> usize {
        (self.size.left + 1) * (self.size.cap + 1)
    }

    fn step(&self, kind: Kind) -> Step<'_> {
        let troop = self.ruleset.troop(kind.troop);
        let price = troop.price().steps(self.ruleset.army.budget.step);
        let high = if troop.costly { price } else { 0 };
        Step { price, high, leads: kind.leads, shared: self.shared.iter().find(|shared| shared.kind == kind) }
    }

    /// The state after one more element; none if it may not be taken. It always has a greater number.
    fn after(&self, state: usize, step: Step<'_>) -> Option<usize> {
        let width = self.size.left + 1;
        let (spent, high) = (state % width, state / width % (self.size.cap + 1));
        let mut next = state;
        if step.leads {
            if state / self.leader() % 2 == 1 {
                return None;
            }
            next += self.leader();
        }
        match step.shared {
            // Elements that the army already has are paid for.
            Some(shared) if state / shared.stride % (shared.count + 1) < shared.count => Some(next + shared.stride),
            _ if spent + step.price > self.size.left || high + step.high > self.size.cap => None,
            _ => Some(next + step.price + step.high * width),
        }
    }

    /// Whether a state is a complete army: all present elements are taken, one leads, and nothing is left that could
    /// be spent.
    fn is_done(&self, state: usize) -> bool {
        let spent = state % (self.size.left + 1);
        state / self.leader() % 2 == 1
            && spent + slack(self.ruleset) > self.size.left
            && self.shared.iter().all(|shared| state / shared.stride % (shared.count + 1) == shared.count)
    }

    /// The largest number of elements that can still be taken.
    fn most(&self) -> usize {
        // Nothing cheaper than a step exists.
        self.size.left + self.shared.iter().map(|shared| shared.count).sum::<usize>()
    }
}

/// Ways to fill all options with the present elements and others for the remaining AP, together for all choices of
/// alternatives.
fn fill(list: &ArmyList, present: &[(Kind, usize)], size: Size) -> Option<u128> {
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for alternatives in list.blocks() {
        let with = |chosen: &Vec<usize>| {
            (0..alternatives).map(|alternative| [chosen.as_slice(), &[alternative]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(with).collect();
    }
    let fits_all = choices.len() > 1;
    choices.iter().try_fold(0_u128, |sum, chosen| {
        let options: Vec<&ListOption> = list.options.iter().filter(|option| option.is_taken_with(chosen)).collect();
        match fill_options(list, &options, present, size) {
            Some(ways) => sum.checked_add(ways),
            // Another alternative may have a place for all elements.
            None if fits_all => Some(sum),
            None => None,
        }
    })
}

/// Ways to fill these options.
fn fill_options(list: &ArmyList, options: &[&ListOption], present: &[(Kind, usize)], size: Size) -> Option<u128> {
    let of_option: Vec<Vec<Kind>> = options.iter().map(|option| kinds(list, option)).collect();
    let places = |kind: &Kind| of_option.iter().filter(|kinds| kinds.contains(kind)).count();
    if present.iter().any(|(kind, _)| places(kind) == 0) {
        return None;
    }
    let (shared, own): (Vec<_>, Vec<_>) = present.iter().copied().partition(|(kind, _)| places(kind) > 1);
    let states = States::new(list, size, shared)?;
    let mut ways = vec![0; states.count];
    let led = own.iter().any(|(kind, _)| kind.leads);
    *ways.get_mut(if led { states.leader() } else { 0 })? = 1;
    for (option, kinds) in options.iter().zip(&of_option) {
        let held: Vec<(Kind, usize)> = own.iter().filter(|(kind, _)| kinds.contains(kind)).copied().collect();
        ways = fill_option(&states, &ways, option, kinds, &held)?;
    }
    let done = ways.iter().enumerate().filter(|(state, _)| states.is_done(*state));
    done.into_iter().try_fold(0_u128, |sum, (_, ways)| sum.checked_add(*ways))
}

/// Ways to reach each state after another option has been filled, with `held` in it from the start.
fn fill_option(
    states: &States,
    before: &[u128],
    option: &ListOption,
    kinds: &[Kind],
    held: &[(Kind, usize)],
) -> Option<Vec<u128>> {
    let least = usize::try_from(option.min).unwrap_or(0);
    if option.choice == ListChoice::Or {
        let held = held.iter().map(|(_, count)| count).sum();
        return fill_with(states, before, kinds, Fill { held, least, most: most(option) });
    }
    // Of one type or of another; taking nothing is the same way for all of them.
    let mut all = if least == 0 && held.is_empty() { before.to_vec() } else { vec![0; before.len()] };
    for id in option.types.iter().filter(|id| held.iter().all(|(kind, _)| kind.troop == **id)) {
        let kinds: Vec<Kind> = kinds.iter().filter(|kind| kind.troop == *id).copied().collect();
        let held = held.iter().map(|(_, count)| count).sum();
        let ways = fill_with(states, before, &kinds, Fill { held, least: least.max(1), most: most(option) })?;
        for (all, ways) in all.iter_mut().zip(ways) {
            *all = all.checked_add(ways)?;
        }
    }
    Some(all)
}

fn most(option: &ListOption) -> Option<usize> {
    option.max.map(|max| usize::try_from(max).unwrap_or(0))
}

/// The number of elements that an option takes.
#[derive(Clone, Copy)]
struct Fill {
    /// The number in it from the start.
    held: usize,
    least: usize,
    /// The limit; none if there is no limit.
    most: Option<usize>,
}

/// Ways to reach each state after elements of these kinds have been taken too, in the numbers that the option allows.
fn fill_with(states: &States, before: &[u128], kinds: &[Kind], fill: Fill) -> Option<Vec<u128>> {
    let Fill { held, least, most } = fill;
    // Beyond the minimum, the number does not matter if the limit cannot be reached.
    let limit = most.filter(|most| *most < held + states.most());
    let top = limit.unwrap_or(least.max(held));
    let mut after = vec![0; before.len()];
    if top < held {
        return Some(after);
    }
    let size = before.len();
    let mut by_count = vec![0; size * (top - held + 1)];
    by_count.get_mut(..size)?.copy_from_slice(before);
    for kind in kinds {
        let step = states.step(*kind);
        for count in 1..=top - held {
            advance(states, &mut by_count, (count - 1) * size, count * size, step)?;
        }
        if limit.is_none() {
            advance(states, &mut by_count, (top - held) * size, (top - held) * size, step)?;
        }
    }
    for ways in by_count.chunks(size).skip(least.saturating_sub(held)) {
        for (after, ways) in after.iter_mut().zip(ways) {
            *after = after.checked_add(*ways)?;
        }
    }
    Some(after)
}

/// Takes one more element in every state of the row that begins at `from`, into the row at `into`, which may be the
/// same: states are visited in the order of their numbers, so in that case any number of elements is taken.
fn advance(states: &States, rows: &mut [u128], from: usize, into: usize, step: Step<'_>) -> Option<()> {
    for state in 0..states.count {
        let ways = *rows.get(from + state)?;
        if ways == 0 {
            continue;
        }
        if let Some(next) = states.after(state, step) {
            let next = rows.get_mut(into + next)?;
            *next = next.checked_add(ways)?;
        }
    }
    Some(())
}
