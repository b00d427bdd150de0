//! Changes to a draft, each small enough to be undone, named and offered as a button.

use musterfield_rules::Points;

use super::draft::{Draft, ElementLine, LineType, MOST_ELEMENTS};
use super::mark::Mark;

mod canonical;

pub use canonical::canonical;

/// One change. Lines are counted from 0; a change to a line that does not exist does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Adds elements: to a line that is alike, otherwise as a new line.
    Add(ElementLine),
    /// Sets the number of elements of a line.
    Count(usize, i64),
    /// Removes this many elements, and the whole line when none is left.
    Remove(usize, i64),
    /// Removes a line.
    Drop(usize),
    /// Copies a line to the place below it; the copy is not the general.
    Duplicate(usize),
    /// Moves a line up.
    Up(usize),
    /// Moves a line down.
    Down(usize),
    /// Sets whether a line carries a mark. For the general, use [`Edit::General`] instead, since only one leads.
    Mark(usize, Mark, bool),
    /// Makes one element of a line the general, and no other element.
    General(usize),
    /// Makes the elements of a line ordinary.
    NotGeneral(usize),
    /// Replaces the type of a line.
    Retype(usize, LineType),
    /// Sets the agreed AP.
    Points(Points),
    /// Sets the home terrain.
    HomeTerrain(Option<String>),
    /// Sets the aggression factor.
    Aggression(i64),
    /// Sets whether there is a camp.
    Camp(bool),
    /// Sets the army list.
    List(Option<String>),
    /// Sets the list of the allies.
    Allies(Option<String>),
    /// Sets the list of the second allied contingent.
    SecondAlly(Option<String>),
    /// Sets the price of one element of a line, where the rules print none.
    Price(usize, Option<Points>),
    /// Sets the AP spent on things other than elements.
    OtherCosts(Points),
    /// Moves a line to a command, or to none with 0.
    Command(usize, u8),
    /// Moves this many elements of a line to a command.
    Detach(usize, i64, u8),
}

impl Edit {
    /// Whether it chooses one of a full set of possibilities and cannot make an army worse.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        matches!(self, Self::HomeTerrain(_) | Self::Aggression(_) | Self::Camp(true))
    }
}

impl Draft {
    /// Applies a change. Returns false, with nothing changed, if its line does not exist.
    pub fn apply(&mut self, edit: &Edit) -> bool {
        match edit {
            Edit::Add(line) => self.add(line),
            Edit::Count(at, count) => self.with(*at, |line| line.count = *count),
            Edit::Remove(at, count) => self.remove(*at, *count),
            Edit::Drop(at) => {
                let there = *at < self.lines.len();
                if there {
                    self.lines.remove(*at);
                }
                there
            }
            Edit::Duplicate(at) => {
                let Some(line) = self.lines.get(*at) else { return false };
                let copy = ElementLine { general: false, ..line.clone() };
                self.lines.insert(at + 1, copy);
                true
            }
            Edit::Up(at) => self.swap(at.checked_sub(1), Some(*at)),
            Edit::Down(at) => self.swap(Some(*at), at.checked_add(1)),
            Edit::Mark(at, mark, on) => self.with(*at, |line| line.set(*mark, *on)),
            Edit::General(at) => self.promote(*at),
            Edit::NotGeneral(at) => self.with(*at, |line| line.general = false),
            Edit::Retype(at, kind) => self.with(*at, |line| line.line_type = kind.clone()),
            Edit::Points(points) => set(&mut self.points, *points),
            Edit::HomeTerrain(terrain) => set(&mut self.home_terrain, terrain.clone()),
            Edit::Aggression(factor) => set(&mut self.aggression, *factor),
            Edit::Camp(camp) => set(&mut self.camp, *camp),
            Edit::List(list) => set(&mut self.list, list.clone()),
            Edit::Allies(allies) => set(&mut self.allies, allies.clone()),
            Edit::SecondAlly(allies) => set(&mut self.second_ally, allies.clone()),
            Edit::Price(at, price) => self.with(*at, |line| line.price = *price),
            Edit::OtherCosts(points) => set(&mut self.other_costs, *points),
            Edit::Command(at, command) => self.with(*at, |line| line.command = *command),
            Edit::Detach(at, count, command) => self.move_to_command(*at, *count, *command),
        }
    }

    fn with(&mut self, at: usize, change: impl FnOnce(&mut ElementLine)) -> bool {
        self.lines.get_mut(at).map(change).is_some()
    }

    fn add(&mut self, line: &ElementLine) -> bool {
        match self.lines.iter_mut().find(|known| !known.general && known.is_like(line)) {
            Some(known) => known.count = known.count.saturating_add(line.count).min(MOST_ELEMENTS.max(known.count)),
            None => self.lines.push(line.clone()),
        }
        true
    }

    fn remove(&mut self, at: usize, count: i64) -> bool {
        let Some(line) = self.lines.get_mut(at) else { return false };
        line.count = line.count.saturating_sub(count);
        if line.count < 1 {
            self.lines.remove(at);
        }
        true
    }

    fn swap(&mut self, upper: Option<usize>, lower: Option<usize>) -> bool {
        match (upper, lower) {
            (Some(upper), Some(lower)) if lower < self.lines.len() => {
                self.lines.swap(upper, lower);
                true
            }
            _ => false,
        }
    }

    /// Moves some elements of a line to another command; if all move, the line moves with them.
    fn move_to_command(&mut self, at: usize, count: i64, command: u8) -> bool {
        let Some(line) = self.lines.get_mut(at) else { return false };
        if count >= line.count {
            line.command = command;
            return true;
        }
        line.count -= count;
        let detached = ElementLine { count, command, general: false, ..line.clone() };
        self.lines.insert(at + 1, detached);
        true
    }

    /// Makes one element of the line the general; the others of its line stay as they were.
    fn promote(&mut self, at: usize) -> bool {
        if at >= self.lines.len() {
            return false;
        }
        // Where there are commands, each has a general of its own.
        let divided = self.ruleset.command_count(self.points).is_some();
        let command = self.lines.get(at).map(|line| line.command);
        for line in self.lines.iter_mut().filter(|line| !divided || Some(line.command) == command) {
            line.general = false;
        }
        let Some(line) = self.lines.get_mut(at) else { return false };
        if line.count > 1 {
            let general = ElementLine { count: 1, general: true, ..line.clone() };
            line.count -= 1;
            self.lines.insert(at, general);
        } else {
            line.count = 1;
            line.general = true;
        }
        true
    }
}

fn set<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}
