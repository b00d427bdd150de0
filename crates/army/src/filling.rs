//! Fills the options of a list with an army's elements: finds the elements that have a place, and the missing ones.

use musterfield_rules::TroopId;

use super::assign::{Assignment, Capacity, Demand, MOST_OPTIONS, assign};
use super::draft::{Draft, LineType};
use super::list::{ArmyList, ListChoice, ListOption, TakenAs, blocks};

/// Elements of an army in the options of a list.
pub(super) struct Filling {
    /// The positions of the lines that were assigned, those of known types.
    pub places: Vec<usize>,
    /// The assignment; demands are in the order of `places`.
    pub assignment: Assignment,
    /// For every option, its minimum; zero for those of alternatives that the army has not chosen.
    pub minima: Vec<i64>,
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

/// A choice that an army makes in its list.
enum Choice {
    /// The one type of an option, by its bit, out of these.
    Type(usize, Vec<TroopId>),
    /// The alternative of a block, out of so many.
    Alternative(usize, usize),
}

impl Choice {
    /// The number of ways to choose.
    fn ways(&self) -> usize {
        match self {
            Self::Type(_, types) => types.len(),
            Self::Alternative(_, alternatives) => *alternatives,
        }
    }
}

/// Elements to be assigned, and the list that they are assigned to.
struct Search<'a> {
    list: &'a ArmyList,
    types: Vec<TroopId>,
    demands: Vec<Demand>,
    rooms: Vec<Capacity>,
    choices: Vec<Choice>,
}

/// The quality of an assignment: elements without a place and elements missing, then the former alone. Less is better.
type Grade = (i64, i64);

/// An assignment with its grade, and the minima that applied.
type Graded = (Grade, Assignment, Vec<i64>);

impl Search<'_> {
    fn graded(&self, demands: &[Demand], rooms: &[Capacity]) -> Graded {
        let assignment = assign(demands, rooms);
        let left: i64 = assignment.left.iter().sum();
        let missing: i64 = rooms.iter().zip(&assignment.filled).map(|(room, filled)| (room.min - filled).max(0)).sum();
        ((left + missing, left), assignment, rooms.iter().map(|room| room.min).collect())
    }

    /// The assignment as if an army had every alternative and every mixture: no choice is better.
    fn unchosen(&self) -> Graded {
        let of_all = |(option, room): (&ListOption, &Capacity)| match option.branch {
            Some(_) => Capacity { min: 0, ..*room },
            None => *room,
        };
        let rooms: Vec<Capacity> = self.list.options.iter().zip(&self.rooms).map(of_all).collect();
        self.graded(&self.demands, &rooms)
    }

    /// The assignment with these choices, by their positions.
    fn chosen(&self, picks: &[usize]) -> Graded {
        let (mut demands, mut rooms) = (self.demands.clone(), self.rooms.clone());
        for (choice, pick) in self.choices.iter().zip(picks) {
            match choice {
                Choice::Type(bit, types) => {
                    let others =
                        demands.iter_mut().zip(&self.types).filter(|(_, troop)| types.get(*pick) != Some(*troop));
                    others.for_each(|(demand, _)| demand.accepts &= !(1 << bit));
                }
                Choice::Alternative(block, _) => {
                    for (bit, option) in self.list.options.iter().enumerate().take(MOST_OPTIONS) {
                        let Some(branch) = option.branch.filter(|branch| branch.block == *block) else { continue };
                        if branch.alternative != *pick {
                            demands.iter_mut().for_each(|demand| demand.accepts &= !(1 << bit));
                            if let Some(room) = rooms.get_mut(bit) {
                                *room = Capacity { min: 0, max: 0 };
                            }
                        }
                    }
                }
            }
        }
        self.graded(&demands, &rooms)
    }

    /// The best assignment: of all choices, as long as there are at most [`MOST_CHOICES`]; otherwise, for an army of
    /// several commands with elements of all types, the best that is found by changing one choice after another.
    fn best(&self) -> Graded {
        let unchosen = self.unchosen();
        if self.choices.is_empty() {
            return unchosen;
        }
        let ways = self.choices.iter().fold(1, |ways: usize, choice| ways.saturating_mul(choice.ways().max(1)));
        let mut best = self.chosen(&vec![0; self.choices.len()]);
        if ways <= MOST_CHOICES {
            for number in 1..ways {
                if best.0 <= unchosen.0 {
                    break;
                }
                let found = self.chosen(&self.picks(number));
                if found.0 < best.0 {
                    best = found;
                }
            }
            return best;
        }
        let mut picks = vec![0; self.choices.len()];
        for _ in 0..2 {
            for (at, choice) in self.choices.iter().enumerate() {
                for pick in 0..choice.ways() {
                    let mut tried = picks.clone();
                    if let Some(place) = tried.get_mut(at) {
                        *place = pick;
                    }
                    let found = self.chosen(&tried);
                    if found.0 < best.0 {
                        (best, picks) = (found, tried);
                    }
                }
            }
        }
        best
    }

    /// The choices with this number.
    fn picks(&self, mut number: usize) -> Vec<usize> {
        let mut pick = |choice: &Choice| {
            let ways = choice.ways().max(1);
            let pick = number % ways;
            number /= ways;
            pick
        };
        self.choices.iter().map(&mut pick).collect()
    }
}

/// Tries the choices that the list leaves to an army. Lists with more than [`MOST_CHOICES`] are refused when they are
/// read.
fn place(draft: &Draft, list: &ArmyList, whose: Allegiance) -> Filling {
    let (mut places, mut types, mut demands) = (Vec::new(), Vec::new(), Vec::new());
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
        demands.push(Demand { count: line.elements(), accepts });
    }
    let least = |option: &ListOption| if whose == Allegiance::Own { option.min } else { 0 };
    let rooms = list
        .options
        .iter()
        .map(|option| Capacity { min: least(option), max: option.max.unwrap_or(i64::MAX) })
        .collect();
    // Only types that the army has can be in each other's way.
    let present = |bit: usize, option: &ListOption| -> Vec<TroopId> {
        let has = |id: &TroopId| {
            demands.iter().zip(&types).any(|(demand, troop)| demand.accepts >> bit & 1 == 1 && troop == id)
        };
        option.types.iter().copied().filter(has).collect()
    };
    let one_type = list.options.iter().enumerate().take(MOST_OPTIONS).filter(|(_, option)| option.is_of_one_type());
    let one_type = one_type.map(|(bit, option)| Choice::Type(bit, present(bit, option)));
    let blocks = list.blocks().into_iter().enumerate().map(|(block, ways)| Choice::Alternative(block, ways));
    let choices = one_type.chain(blocks).filter(|choice| choice.ways() > 1).collect();
    let (_, assignment, minima) = Search { list, types, demands, rooms, choices }.best();
    Filling { places, assignment, minima }
}

/// Assigns as if every option accepted any mixture of its types, and an army had every alternative.
pub(super) fn fill_mixed(draft: &Draft, list: &ArmyList) -> Filling {
    let mut mixed = list.clone();
    for option in &mut mixed.options {
        option.choice = ListChoice::Or;
        option.min = if option.branch.take().is_some() { 0 } else { option.min };
    }
    fill(draft, &mixed)
}

/// The largest number of ways to choose the types of a list's single-type options and the alternatives of its blocks,
/// so that all can be tried.
pub(super) const MOST_CHOICES: usize = 64;

/// The number of ways to choose the types of single-type options and the alternatives of blocks.
pub(super) fn choices(options: &[ListOption]) -> usize {
    let alike = options.iter().filter(|option| option.is_of_one_type()).map(|option| option.types.len());
    alike.chain(blocks(options)).fold(1, |choices: usize, ways| choices.saturating_mul(ways.max(1)))
}

/// The amount of work to fill a list, in lines times options times choices: about 1,000 for an ordinary army, and
/// 160,000 for the worst that can be written.
pub(super) fn work(draft: &Draft, list: &ArmyList) -> usize {
    let ways = choices(&list.options).min(MOST_CHOICES * 2);
    draft.lines.len().saturating_mul(list.options.len()).saturating_mul(ways)
}

/// The number of elements of an army that find no place in its list.
pub(super) fn unplaced(draft: &Draft, list: &ArmyList) -> i64 {
    fill(draft, list).unplaced()
}

/// The number of elements that the list requires and the army lacks.
pub(super) fn shortfall(draft: &Draft, list: &ArmyList) -> i64 {
    let filling = fill(draft, list);
    filling.minima.iter().zip(&filling.assignment.filled).map(|(least, filled)| (least - filled).max(0)).sum()
}
