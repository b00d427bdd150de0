//! A grid over the table that tells at once which features cannot lie under a base.

use std::ops::Range;

use musterfield_geometry::{BW, Base, Bounds, Facing, Footprint, Point, Segment};
use musterfield_terrain::layout::Board;

use super::field::features::{Features, Ground};

/// The side of a square, in thousandths of a BW.
const SIDE: i64 = BW;
/// Squares are treated as larger by this much, in thousandths of a BW, so that nothing on their borders is missed.
const BORDER: i64 = 16;
/// No element ever stands farther beyond the table than this, in thousandths of a BW.
const BEYOND: i64 = 100 * BW;

/// The features that reach into each square of a table. The outer squares extend beyond the table.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    across: usize,
    deep: usize,
    /// The squares, row by row from the south-west corner.
    each: Vec<Features>,
}

impl Grid {
    /// Builds the grid for the features of a table.
    pub(super) fn new(board: Board, grounds: &[Ground]) -> Self {
        let count = |length: i64| usize::try_from((length + SIDE - 1) / SIDE).unwrap_or(0).max(1);
        let (across, deep) = (count(board.width), count(board.depth));
        let mut squares = Self { across, deep, each: vec![Features::default(); across * deep] };
        for (at, ground) in grounds.iter().enumerate() {
            let reached: Vec<usize> =
                squares.among(ground.bounds()).filter(|place| reaches(ground, &squares.hull(*place))).collect();
            for place in reached {
                let Some(features) = squares.each.get_mut(place) else { continue };
                *features = features.with(at);
            }
        }
        squares
    }

    /// The features that may reach into a box: all that do, and few others.
    pub(super) fn near(&self, bounds: Bounds) -> Features {
        let [columns, rows] = self.reach(bounds);
        let mut features = Features::default();
        for row in rows {
            let from = row * self.across;
            let its = self.each.get(from + columns.start..from + columns.end).unwrap_or_default();
            features = its.iter().fold(features, |all, some| all.and(*some));
        }
        features
    }

    /// The indices of the squares that a box meets.
    fn among(&self, bounds: Bounds) -> impl Iterator<Item = usize> + use<> {
        let (across, [columns, rows]) = (self.across, self.reach(bounds));
        rows.flat_map(move |row| columns.clone().map(move |column| row * across + column))
    }

    /// The columns and the rows of squares that a box meets.
    fn reach(&self, bounds: Bounds) -> [Range<usize>; 2] {
        let place = |at: i64, count: usize| usize::try_from(at.div_euclid(SIDE)).unwrap_or(0).min(count - 1);
        let range = |least: i64, most: i64, count: usize| place(least, count)..place(most, count) + 1;
        [range(bounds.least.x, bounds.most.x, self.across), range(bounds.least.y, bounds.most.y, self.deep)]
    }

    /// The area of a square and a little more; for an outer square, it also covers the area beyond the table.
    fn hull(&self, place: usize) -> Footprint {
        let (column, row) = (place % self.across, place / self.across);
        let reach = |place: usize, count: usize| {
            let before = i64::try_from(place).unwrap_or(0) * SIDE;
            let beyond = |is_outer: bool| if is_outer { BEYOND } else { BORDER };
            (before - beyond(place == 0), before + SIDE + beyond(place + 1 == count))
        };
        let ((left, right), (near, far)) = (reach(column, self.across), reach(row, self.deep));
        Footprint::of(&Base::new(Point::new(left, far), Facing::NORTH, right - left, far - near))
    }
}

/// Whether a feature or the crest of a hill reaches into a square.
fn reaches(ground: &Ground, square: &Footprint) -> bool {
    let mut crest = ground.crest.iter().zip(ground.crest.iter().skip(1));
    ground.meets(square) || crest.any(|(from, to)| square.meets_line(Segment::new(*from, *to)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::field::Field;
    use musterfield_rules::book;
    use musterfield_terrain::generate::{self, Settings, request};

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

        #[test]
        fn nothing_that_reaches_into_a_base_or_a_line_is_missed(
            seed in any::<u64>(),
            home in any::<prop::sample::Index>(),
            places in prop::collection::vec((-2000..17_000_i64, -2000..17_000_i64, 0..3600_i32, -4000..4000_i64), 40),
        ) {
            let rules = request::rules(book().unwrap(), "d3h2").unwrap();
            let board = request::usual_board(rules).unwrap();
            let home = rules.homes.get(home.index(rules.homes.len())).unwrap();
            let layout = generate::generate(&Settings::new(rules, home, board, seed)).unwrap();
            let field = Field::new(&layout);
            for (x, y, facing, by) in places {
                let base = Base::new(Point::new(x, y), Facing::from_tenths(facing), BW, BW / 2);
                let hull = Footprint::swept(&base, base.facing().step(by));
                let (near, line) = (field.near(hull.bounds()), base.edge(musterfield_geometry::Edge::Left));
                for (at, ground) in field.grounds.iter().enumerate() {
                    prop_assert!(near.has(at) || !ground.meets(&hull), "{}", ground.id);
                    prop_assert!(field.near(line.bounds()).has(at) || !ground.lies_on(line), "{}", ground.id);
                }
            }
        }
    }
}
