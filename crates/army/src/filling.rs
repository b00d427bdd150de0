//! Fills the options of a list with an army's elements: finds the elements that have a place, and the missing ones.

use musterfield_rules::TroopId;

use super::assign::{Assignment, Capacity, Demand, MOST_OPTIONS, assign};
use super::draft::{Draft, LineType};
use super::list::{ArmyList, ListChoice, ListOption, TakenAs};

/// Elements of an army in the options of a list.
pub(super) struct Filling {
    /// The positions of the lines that were assigned, those of known types.
    pub places: Vec<usize>,
    /// The assignment; demands are in the order of `places`.
    pub assignment: Assignment,
}

impl Filling {
    /// Every line that was assigned, the number of its elements without a place, and the full options that block
    /// them, as bits.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, i64, u64)> {
        let left = self.assignment.left.iter().zip(&self.assignment.blocked_by);
        self.places.iter().zip(left).map(|(at, (left, blocked))| (*at, *left, *blocked))
    }

    /// The number of elements without a place.
    pub(super) fn unplaced(&self) -> i64 {
        self.assignment.left.iter().sum()
    }
}

/// The elements of an army that are assigned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allegiance {
    /// The army's own elements, which must fill the minima.
    Own,
    /// Its allies, which are ordinary elements of a part of the other army.
    Allied,
}

/// Assigns an army's own elements to the options of its list in the best possible way.
pub(super) fn fill(draft: &Draft, list: &ArmyList) -> Filling {
    place(draft, list, Allegiance::Own)
}

/// Assigns an army's allied elements to the options of the list that lends them.
pub(super) fn lend(draft: &Draft, ally: &ArmyList) -> Filling {
    place(draft, ally, Allegiance::Allied)
}

/// Where all elements of an option must be of one type, every choice of that type is tried. Lists with more than
/// [`MOST_CHOICES`] are refused when they are read.
fn place(draft: &Draft, list: &ArmyList, whose: Allegiance) -> Filling {
    let (mut places, mut types, mut accepted) = (Vec::new(), Vec::new(), Vec::new());
    for (at, line) in draft.lines.iter().enumerate() {
        let LineType::Known(troop) = line.line_type else { continue };
        if line.ally != (whose == Allegiance::Allied) {
            continue;
        }
        let taken = TakenAs { general: line.general && !line.ally, ..TakenAs::by(draft, line) };
        let mut accepts = 0;
        for (bit, option) in list.options.iter().enumerate().take(MOST_OPTIONS) {
            if option.takes(list, troop, taken) && line.option.is_none_or(|only| only == bit) {
                accepts |= 1 << bit;
            }
        }
        places.push(at);
        types.push(troop);
        accepted.push(Demand { count: line.elements(), accepts });
    }
    let least = |option: &ListOption| if whose == Allegiance::Own { option.min } else { 0 };
    let rooms: Vec<Capacity> = list
        .options
        .iter()
        .map(|option| Capacity { min: least(option), max: option.max.unwrap_or(i64::MAX) })
        .collect();
    let alike: Vec<(usize, &[TroopId])> = list
        .options
        .iter()
        .enumerate()
        .filter(|(_, option)| option.choice == ListChoice::AllSame)
        .map(|(bit, option)| (bit, option.types.as_slice()))
        .collect();
    let missing = |assignment: &Assignment| -> i64 {
        rooms.iter().zip(&assignment.filled).map(|(room, filled)| (room.min - filled).max(0)).sum()
    };
    let graded = |demands: &[Demand]| {
        let assignment = assign(demands, &rooms);
        let left: i64 = assignment.left.iter().sum();
        ((left + missing(&assignment), left), assignment)
    };
    // No choice is better than all types at once, so a choice that is equally good ends the search.
    let (best_of_all, mixed) = graded(&accepted);
    if alike.is_empty() {
        return Filling { places, assignment: mixed };
    }
    let mut best: Option<((i64, i64), Assignment)> = None;
    for number in 0..choices(&list.options) {
        let mut demands = accepted.clone();
        let mut rest = number;
        for (bit, choice) in &alike {
            let chosen = choice.get(rest % choice.len().max(1));
            rest /= choice.len().max(1);
            for (demand, troop) in demands.iter_mut().zip(&types) {
                if chosen != Some(troop) {
                    demand.accepts &= !(1 << bit);
                }
            }
        }
        let (grade, assignment) = graded(&demands);
        if best.as_ref().is_none_or(|(least, _)| grade < *least) {
            best = Some((grade, assignment));
        }
        if grade <= best_of_all {
            break;
        }
    }
    let assignment = best.map_or(mixed, |(_, assignment)| assignment);
    Filling { places, assignment }
}

/// Assigns as if every option accepted any mixture of its types.
pub(super) fn fill_mixed(draft: &Draft, list: &ArmyList) -> Filling {
    let mut mixed = list.clone();
    for option in &mut mixed.options {
        option.choice = ListChoice::Or;
    }
    fill(draft, &mixed)
}

/// The largest number of ways to choose the types of a list's single-type options, so that all can be tried.
pub(super) const MOST_CHOICES: usize = 64;

/// The number of ways to choose the types of single-type options.
pub(super) fn choices(options: &[ListOption]) -> usize {
    let alike = options.iter().filter(|option| option.choice == ListChoice::AllSame);
    alike.fold(1, |choices: usize, option| choices.saturating_mul(option.types.len().max(1)))
}

/// The amount of work to fill a list, in lines times options times choices: about 1,000 for an ordinary army, and
/// 160,000 for the worst that can be written.
pub(super) fn work(draft: &Draft, list: &ArmyList) -> usize {
    draft.lines.len().saturating_mul(list.options.len()).saturating_mul(choices(&list.options))
}

/// The number of elements of an army that find no place in its list.
pub(super) fn unplaced(draft: &Draft, list: &ArmyList) -> i64 {
    fill(draft, list).unplaced()
}

/// The number of elements that the list requires and the army lacks.
pub(super) fn shortfall(draft: &Draft, list: &ArmyList) -> i64 {
    let filled = fill(draft, list).assignment.filled;
    list.options.iter().zip(filled).map(|(option, filled)| (option.min - filled).max(0)).sum()
}
