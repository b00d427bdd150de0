//! Which game is played where.

use std::collections::BTreeSet;

use super::TableNumber;
use crate::events::standings::{Game, Player};

/// A game that wants a table.
pub(super) struct Unseated<'a> {
    /// Who plays, the better placed first if it was not settled otherwise.
    pub(super) sides: [&'a Player; 2],
    /// The table, if it is settled.
    pub(super) table: Option<TableNumber>,
}

/// Gives tables to games, best first: settled tables, then those at which somebody must sit, and the lowest free
/// ones to the others. Games come back in the order of tables.
pub(super) fn seat(games: &[Unseated<'_>]) -> Vec<Game> {
    let mut taken: BTreeSet<TableNumber> = games.iter().filter_map(|game| game.table).collect();
    let mut seats: Vec<Option<TableNumber>> = games.iter().map(|game| game.table).collect();
    for (seat, game) in seats.iter_mut().zip(games).filter(|(seat, _)| seat.is_none()) {
        *seat = game.sides.iter().filter_map(|player| player.table).find(|wished| taken.insert(*wished));
    }
    let mut free = (1..=u16::MAX).filter_map(TableNumber::new).filter(|table| !taken.contains(table));
    let mut seated: Vec<(TableNumber, &Unseated<'_>)> =
        seats.into_iter().zip(games).filter_map(|(seat, game)| Some((seat.or_else(|| free.next())?, game))).collect();
    seated.sort_by_key(|(table, _)| *table);
    let game = |(table, game): (TableNumber, &Unseated<'_>)| Game {
        table,
        sides: game.sides.map(|player| player.number),
        result: None,
    };
    seated.into_iter().map(game).collect()
}
