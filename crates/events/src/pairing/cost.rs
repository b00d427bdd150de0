//! The cost of a pair, in order of weight, and the pairing with the least total.

use std::iter::Sum;
use std::ops::Add;

use integer_blossom::min_weight_perfect_matching;

/// The cost of a pair, or of a bye. Compared from the first field to the last: no amount of a later one outweighs an
/// earlier one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// The number of earlier byes of a player who gets one.
    pub(super) byes: i64,
    /// The number of times the two have been paired before.
    pub(super) meetings: i64,
    /// 1 for two players who should be kept apart, otherwise 0.
    pub(super) mates: i64,
    /// The number of paired players who are placed below one who gets a bye.
    pub(super) bye_place: i64,
    /// The square of the difference of scores.
    pub(super) scores: i64,
    /// The square of the deviation from the desired difference of places.
    pub(super) places: i64,
}

impl Cost {
    fn fields(self) -> [i64; 6] {
        [self.byes, self.meetings, self.mates, self.bye_place, self.scores, self.places]
    }
}

impl Add for Cost {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            byes: self.byes + other.byes,
            meetings: self.meetings + other.meetings,
            mates: self.mates + other.mates,
            bye_place: self.bye_place + other.bye_place,
            scores: self.scores + other.scores,
            places: self.places + other.places,
        }
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// The greatest values of earlier byes and meetings, and of the difference of two scores, that are counted. Beyond
/// these, more makes no difference; this keeps costs far within their integer range, see [`weights`].
pub(super) const MOST_TIMES: i64 = 15;
pub(super) const MOST_DIFFERENCE: i64 = 50_000;

/// Turns each cost into one number, such that sums over as many pairs as there are compare like the costs: each field
/// is worth more than all later ones of a whole round together.
///
/// For [`MOST_PLAYERS`](super::MOST_PLAYERS) the numbers of a whole round stay below 2 to the 120th: 2⁵ for byes and
/// 2¹⁰ for the place of the single one, 2¹³ for meetings, 2⁹ for mates, 2⁴¹ for scores and 2²⁹ for places.
fn weights(costs: &[Cost], pairs: i64) -> Vec<i128> {
    let mut most = [0_i64; 6];
    for cost in costs {
        for (most, field) in most.iter_mut().zip(cost.fields()) {
            *most = field.max(*most);
        }
    }
    // There is at most one bye, so its fields need no room for several.
    let [byes, meetings, mates, bye_place, scores, places] = most;
    let rooms = [byes, meetings * pairs, mates * pairs, bye_place, scores * pairs, places * pairs];
    let mut units = [1_i128; 6];
    let mut unit = 1_i128;
    for (slot, room) in units.iter_mut().zip(rooms).rev() {
        *slot = unit;
        unit = unit.saturating_mul(i128::from(room) + 1);
    }
    let weight = |cost: &Cost| cost.fields().iter().zip(units).map(|(field, unit)| i128::from(*field) * unit).sum();
    costs.iter().map(weight).collect()
}

/// Pairs all of an even number of players with the least total cost. Returns the pairs ordered by their first member,
/// which always precedes the second.
pub(super) fn cheapest(count: usize, cost: impl Fn(usize, usize) -> Cost) -> Vec<(usize, usize)> {
    // A square matrix, of which the matching reads the part above the diagonal.
    let square = |row: usize| (0..count).map(move |column| (row, column));
    let costs: Vec<Cost> = (0..count)
        .flat_map(square)
        .map(|(row, column)| if row < column { cost(row, column) } else { Cost::default() })
        .collect();
    let pairs = i64::try_from(count / 2).unwrap_or(i64::MAX);
    let mates = min_weight_perfect_matching(&weights(&costs, pairs), count);
    mates.into_iter().enumerate().filter(|(first, second)| first < second).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least total cost over all pairings, by trying them all.
    fn slow(left: &[usize], cost: &impl Fn(usize, usize) -> Cost) -> Cost {
        let Some((first, rest)) = left.split_first() else { return Cost::default() };
        let ways = (0..rest.len()).map(|at| {
            let mut others = rest.to_vec();
            let second = others.remove(at);
            cost(*first, second) + slow(&others, cost)
        });
        ways.min().unwrap()
    }

    fn any_cost() -> impl Strategy<Value = Cost> {
        // Small numbers, so that many pairings are equal in the first fields; and large ones, so that later fields
        // would win if they could.
        (0..3_i64, 0..2_i64, 0..4_i64, prop_oneof![0..5_i64, Just(MOST_DIFFERENCE * MOST_DIFFERENCE)], 0..1_000_000_i64)
            .prop_map(|(meetings, mates, bye_place, scores, places)| Cost {
                byes: 0,
                meetings,
                mates,
                bye_place,
                scores,
                places,
            })
    }

    proptest! {
        #[test]
        fn no_way_to_pair_is_better(
            half in 1_usize..=4,
            costs in proptest::collection::vec(any_cost(), 64),
        ) {
            let count = half * 2;
            // As in a round, only the last one may be the bye.
            let cost = |a: usize, b: usize| {
                let cost = costs[a * 8 + b];
                if b + 1 == count { cost } else { Cost { bye_place: 0, ..cost } }
            };
            let pairs = cheapest(count, cost);
            let mut all: Vec<usize> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..count).collect::<Vec<_>>());
            let sum: Cost = pairs.iter().map(|(a, b)| cost(*a, *b)).sum();
            prop_assert_eq!(sum, slow(&(0..count).collect::<Vec<_>>(), &cost));
        }
    }

    #[test]
    fn the_greatest_costs_stay_within_their_numbers() {
        let most = i64::try_from(super::super::MOST_PLAYERS).unwrap();
        let greatest = Cost {
            byes: MOST_TIMES,
            meetings: MOST_TIMES,
            mates: 1,
            bye_place: most,
            scores: MOST_DIFFERENCE * MOST_DIFFERENCE,
            places: most * most,
        };
        let weight = weights(&[greatest], most / 2)[0];
        assert!(weight > 0 && weight * i128::from(most / 2) < 1 << 120, "{weight}");
    }
}
