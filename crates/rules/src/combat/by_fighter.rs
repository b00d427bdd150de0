//! An index of the rows that can hold for each fighter, so that rows that cannot hold are never evaluated.

use super::{Fighter, Row};

/// For each fighter, the positions of the table's rows that can hold for it, in the order of the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByFighter(Vec<Box<[u16]>>);

impl ByFighter {
    /// Indexes the wanted rows of a table for this many fighters.
    pub(crate) fn new<T>(fighters: usize, rows: &[Row<T>], is_wanted: impl Fn(usize) -> bool) -> Self {
        let of = |fighter: Fighter| {
            let is_of = |row: &Row<T>| row.is_of(fighter, false) || row.is_of(fighter, true);
            let places = (0u16..).zip(rows).filter(|(at, row)| is_wanted(usize::from(*at)) && is_of(row));
            places.map(|(at, _)| at).collect()
        };
        Self((0u8..=u8::MAX).take(fighters).map(|at| of(Fighter(at))).collect())
    }

    /// The rows for a fighter.
    pub(crate) fn rows<'r, T>(
        &'r self,
        table: &'r [Row<T>],
        fighter: Fighter,
    ) -> impl Iterator<Item = &'r Row<T>> + use<'r, T> {
        let places = self.0.get(fighter.index()).map(|places| &**places).unwrap_or_default();
        places.iter().filter_map(|at| table.get(usize::from(*at)))
    }
}
