//! How an army fills the options of its list: which elements find a place, and what is still demanded.

use super::assign::{Assignment, Demand, MOST_OPTIONS, Room, assign};
use super::draft::{Draft, Kind};
use super::list::{ArmyList, ListChoice};
use crate::rules::TroopId;

/// An army's own elements in the options of its list.
pub(super) struct Filling {
    /// The lines that were given places, own ones of known types.
    pub places: Vec<usize>,
    /// What found a place; demands are in the order of `places`.
    pub assignment: Assignment,
}

/// Assigns an army's own elements to the options of its list in the best way there is.
///
/// Where all elements of an option must be of one type, every choice of that type is tried: the loader sees to it that
/// there are few.
pub(super) fn fill(draft: &Draft, list: &ArmyList) -> Filling {
    let (mut places, mut types, mut accepted) = (Vec::new(), Vec::new(), Vec::new());
    for (at, line) in draft.lines.iter().enumerate() {
        let Kind::Known(troop) = line.kind else { continue };
        if line.ally {
            continue;
        }
        let mut accepts = 0;
        for (bit, option) in list.options.iter().enumerate().take(MOST_OPTIONS) {
            if option.takes(list, draft, line, troop) {
                accepts |= 1 << bit;
            }
        }
        places.push(at);
        types.push(troop);
        accepted.push(Demand { count: line.elements(), accepts });
    }
    let rooms: Vec<Room> =
        list.options.iter().map(|option| Room { min: option.min, max: option.max.unwrap_or(i64::MAX) }).collect();
    let alike: Vec<(usize, &[TroopId])> = list
        .options
        .iter()
        .enumerate()
        .filter(|(_, option)| option.choice == ListChoice::AllSame)
        .map(|(bit, option)| (bit, option.types.as_slice()))
        .collect();
    let mut best: Option<((i64, i64), Assignment)> = None;
    for number in 0..choices(list) {
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
        let assignment = assign(&demands, &rooms);
        let left: i64 = assignment.left.iter().sum();
        let grade = (left + missing(&assignment, list), left);
        if best.as_ref().is_none_or(|(least, _)| grade < *least) {
            best = Some((grade, assignment));
        }
    }
    let assignment = best.map_or_else(|| assign(&accepted, &rooms), |(_, assignment)| assignment);
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

/// In how many ways the types of options of one type each can be chosen.
pub(super) fn choices(list: &ArmyList) -> usize {
    let alike = list.options.iter().filter(|option| option.choice == ListChoice::AllSame);
    alike.fold(1, |choices: usize, option| choices.saturating_mul(option.types.len().max(1)))
}

/// How many elements of an army find no place in its list.
pub(super) fn unplaced(draft: &Draft, list: &ArmyList) -> i64 {
    fill(draft, list).assignment.left.iter().sum()
}

/// How many elements the list demands that the army does not have.
pub(super) fn shortfall(draft: &Draft, list: &ArmyList) -> i64 {
    missing(&fill(draft, list).assignment, list)
}

fn missing(assignment: &Assignment, list: &ArmyList) -> i64 {
    list.options.iter().zip(&assignment.filled).map(|(option, filled)| (option.min - filled).max(0)).sum()
}
