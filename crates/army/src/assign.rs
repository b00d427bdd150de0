//! Matches elements to the options of an army list: an exact matching with minima and maxima.
//!
//! Elements that are alike form one demand; options hold from `min` to `max` elements. First the minima are filled as
//! far as possible, then the remaining capacity. A unit that has found a place always keeps one, although it may be
//! moved to another option, so the minima stay filled, and the final assignment is a maximum one.

/// A demand: elements that are alike.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    /// The number of elements.
    pub count: i64,
    /// The options that would accept one, as bits.
    pub accepts: u64,
}

/// The number of elements that an option holds.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// The minimum.
    pub min: i64,
    /// The maximum.
    pub max: i64,
}

/// The elements assigned to the options.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// For every demand, the number of elements without a place.
    pub left: Vec<i64>,
    /// For every option, the number of elements that it holds.
    pub filled: Vec<i64>,
    /// For every demand with elements left, the full options that block it, as bits.
    pub blocked_by: Vec<u64>,
}

/// The greatest number of options that an [`Assignment`] can distinguish.
pub const MOST_OPTIONS: usize = 64;

struct Matching<'a> {
    demands: &'a [Demand],
    room: Vec<i64>,
    filled: Vec<i64>,
    /// `held[demand][option]`
    held: Vec<Vec<i64>>,
}

/// Assigns as many elements as possible, minima first.
#[must_use]
pub fn assign(demands: &[Demand], rooms: &[Capacity]) -> Assignment {
    let mut matching = Matching {
        demands,
        room: rooms.iter().map(|room| room.min.min(room.max)).collect(),
        filled: vec![0; rooms.len()],
        held: vec![vec![0; rooms.len()]; demands.len()],
    };
    let mut left: Vec<i64> = demands.iter().map(|demand| demand.count.max(0)).collect();
    let mut blocked_by = vec![0; demands.len()];
    for last in [false, true] {
        if last {
            matching.room = rooms.iter().map(|room| room.max).collect();
        }
        for (at, left) in left.iter_mut().enumerate() {
            let mut seen = 0;
            while *left > 0 {
                seen = 0;
                let placed = matching.place(at, *left, &mut seen);
                if placed == 0 {
                    break;
                }
                *left -= placed;
            }
            if last
                && *left > 0
                && let Some(blocked) = blocked_by.get_mut(at)
            {
                *blocked = seen;
            }
        }
    }
    Assignment { left, filled: matching.filled, blocked_by }
}

impl Matching<'_> {
    /// Places up to `wanted` more elements of a demand, moving others where that makes room; returns how many were
    /// placed. Each path moves as many as it can at once, so that huge numbers take no longer than small ones.
    fn place(&mut self, demand: usize, wanted: i64, seen: &mut u64) -> i64 {
        let accepts = self.demands.get(demand).map_or(0, |demand| demand.accepts);
        for option in 0..self.room.len().min(MOST_OPTIONS) {
            let bit = 1u64 << option;
            if accepts & bit == 0 || *seen & bit != 0 {
                continue;
            }
            *seen |= bit;
            let free = self.room(option).saturating_sub(self.filled(option)).min(wanted);
            if free > 0 {
                self.hold(demand, option, free);
                if let Some(filled) = self.filled.get_mut(option) {
                    *filled += free;
                }
                return free;
            }
            for other in 0..self.held.len() {
                let held = self.holds(other, option).min(wanted);
                if other == demand || held < 1 {
                    continue;
                }
                let moved = self.place(other, held, seen);
                if moved > 0 {
                    self.hold(other, option, -moved);
                    self.hold(demand, option, moved);
                    return moved;
                }
            }
        }
        0
    }

    fn filled(&self, option: usize) -> i64 {
        self.filled.get(option).copied().unwrap_or(0)
    }

    fn room(&self, option: usize) -> i64 {
        self.room.get(option).copied().unwrap_or(0)
    }

    fn holds(&self, demand: usize, option: usize) -> i64 {
        self.held.get(demand).and_then(|row| row.get(option)).copied().unwrap_or(0)
    }

    fn hold(&mut self, demand: usize, option: usize, change: i64) {
        if let Some(held) = self.held.get_mut(demand).and_then(|row| row.get_mut(option)) {
            *held += change;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries every assignment, one after another: the greatest number placed with all minima filled, or none if the
    /// minima cannot all be filled.
    fn slow(units: &[u64], filled: &mut Vec<i64>, rooms: &[Capacity], placed: i64) -> Option<i64> {
        let Some((accepts, rest)) = units.split_first() else {
            return rooms.iter().zip(filled.iter()).all(|(room, filled)| *filled >= room.min).then_some(placed);
        };
        let mut best = slow(rest, filled, rooms, placed);
        for option in 0..rooms.len() {
            if accepts >> option & 1 == 1 && filled[option] < rooms[option].max {
                filled[option] += 1;
                best = best.max(slow(rest, filled, rooms, placed + 1));
                filled[option] -= 1;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn it_places_as_many_as_any_hand_could(
            demands in proptest::collection::vec((1i64..3, 0u64..8), 0..4),
            rooms in proptest::collection::vec((0i64..2, 0i64..3), 3),
        ) {
            let demands: Vec<Demand> = demands.into_iter().map(|(count, accepts)| Demand { count, accepts }).collect();
            let rooms: Vec<Capacity> = rooms.into_iter().map(|(min, more)| Capacity { min, max: min + more }).collect();
            let units: Vec<u64> = demands.iter().flat_map(|d| (0..d.count).map(|_| d.accepts)).collect();
            let total: i64 = demands.iter().map(|demand| demand.count).sum();

            let found = assign(&demands, &rooms);
            let placed = total - found.left.iter().sum::<i64>();
            prop_assert_eq!(placed, found.filled.iter().sum::<i64>());
            let minima = rooms.iter().zip(&found.filled).all(|(room, filled)| *filled >= room.min);
            match slow(&units, &mut vec![0; rooms.len()], &rooms, 0) {
                Some(most) => {
                    prop_assert!(minima);
                    prop_assert_eq!(placed, most);
                }
                None => prop_assert!(!minima),
            }
        }
    }
}
