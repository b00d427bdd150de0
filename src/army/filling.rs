//! How an army fills the options of its list: which elements find a place, and what is still demanded.

use super::assign::{Assignment, Demand, MOST_OPTIONS, Room, assign};
use super::draft::{Draft, Kind};
use super::list::{ArmyList, ListChoice, ListOption, Taken};
use crate::rules::TroopId;

/// Elements of an army in the options of a list.
pub(super) struct Filling {
    /// The lines that were given places, those of known types.
    pub places: Vec<usize>,
    /// What found a place; demands are in the order of `places`.
    pub assignment: Assignment,
}

impl Filling {
    /// Every line that was given places, how many of its elements found none, and the full options in their way, as
    /// bits.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, i64, u64)> {
        let left = self.assignment.left.iter().zip(&self.assignment.blocked_by);
        self.places.iter().zip(left).map(|(at, (left, blocked))| (*at, *left, *blocked))
    }

    /// How many elements found no place.
    pub(super) fn unplaced(&self) -> i64 {
        self.assignment.left.iter().sum()
    }
}

/// Which elements of an army are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Its own. They must fill the minima.
    Own,
    /// Its allies. They are ordinary elements of a part of the other army.
    Allied,
}

/// Assigns an army's own elements to the options of its list in the best way there is.
pub(super) fn fill(draft: &Draft, list: &ArmyList) -> Filling {
    place(draft, list, Whose::Own)
}

/// Assigns an army's allied elements to the options of the list that lends them.
pub(super) fn lend(draft: &Draft, ally: &ArmyList) -> Filling {
    place(draft, ally, Whose::Allied)
}

/// Where all elements of an option must be of one type, every choice of that type is tried. Lists with more
/// than [`MOST_CHOICES`] are refused when they are read.
fn place(draft: &Draft, list: &ArmyList, whose: Whose) -> Filling {
    let (mut places, mut types, mut accepted) = (Vec::new(), Vec::new(), Vec::new());
    for (at, line) in draft.lines.iter().enumerate() {
        let Kind::Known(troop) = line.kind else { continue };
        if line.ally != (whose == Whose::Allied) {
            continue;
        }
        let taken = Taken { general: line.general && !line.ally, ..Taken::by(draft, line) };
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
    let least = |option: &ListOption| if whose == Whose::Own { option.min } else { 0 };
    let rooms: Vec<Room> =
        list.options.iter().map(|option| Room { min: least(option), max: option.max.unwrap_or(i64::MAX) }).collect();
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
    // Nothing chosen is better than all types at once: a choice as good as that ends the search.
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

/// The same if every option took any mixture of its types.
pub(super) fn fill_mixed(draft: &Draft, list: &ArmyList) -> Filling {
    let mut mixed = list.clone();
    for option in &mut mixed.options {
        option.choice = ListChoice::Or;
    }
    fill(draft, &mixed)
}

/// Most ways to choose the types of a list's options of one type each, so that all can be tried.
pub(super) const MOST_CHOICES: usize = 64;

/// In how many ways the types of options of one type each can be chosen.
pub(super) fn choices(options: &[ListOption]) -> usize {
    let alike = options.iter().filter(|option| option.choice == ListChoice::AllSame);
    alike.fold(1, |choices: usize, option| choices.saturating_mul(option.types.len().max(1)))
}

/// How much work it is to fill a list, in lines times options times choices: about 1,000 for an army as they are
/// played, and 160,000 for the worst that can be written.
pub(super) fn work(draft: &Draft, list: &ArmyList) -> usize {
    draft.lines.len().saturating_mul(list.options.len()).saturating_mul(choices(&list.options))
}

/// How many elements of an army find no place in its list.
pub(super) fn unplaced(draft: &Draft, list: &ArmyList) -> i64 {
    fill(draft, list).unplaced()
}

/// How many elements the list demands that the army does not have.
pub(super) fn shortfall(draft: &Draft, list: &ArmyList) -> i64 {
    let filled = fill(draft, list).assignment.filled;
    list.options.iter().zip(filled).map(|(option, filled)| (option.min - filled).max(0)).sum()
}
