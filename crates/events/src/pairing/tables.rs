//! The tables on which games are played.

use std::collections::BTreeSet;

use super::TableNumber;
use crate::standings::{Game, Player};

/// A game that needs a table.
pub(super) struct UnassignedGame<'a> {
    /// The players, the better placed first unless settled otherwise.
    pub(super) sides: [&'a Player; 2],
    /// The table, if it is settled.
    pub(super) table: Option<TableNumber>,
}

/// Assigns tables to games, best first: settled tables, then those that players need, and the lowest free ones for
/// the others. Returns the games in the order of tables.
pub(super) fn seat(games: &[UnassignedGame<'_>]) -> Vec<Game> {
    let mut taken: BTreeSet<TableNumber> = games.iter().filter_map(|game| game.table).collect();
    let mut seats: Vec<Option<TableNumber>> = games.iter().map(|game| game.table).collect();
    for (seat, game) in seats.iter_mut().zip(games).filter(|(seat, _)| seat.is_none()) {
        *seat = game.sides.iter().filter_map(|player| player.table).find(|wished| taken.insert(*wished));
    }
    let mut free = (1..=u16::MAX).filter_map(TableNumber::new).filter(|table| !taken.contains(table));
    let mut seated: Vec<(TableNumber, &UnassignedGame<'_>)> =
        seats.into_iter().zip(games).filter_map(|(seat, game)| Some((seat.or_else(|| free.next())?, game))).collect();
    seated.sort_by_key(|(table, _)| *table);
    let game = |(table, game): (TableNumber, &UnassignedGame<'_>)| Game {
        table,
        sides: game.sides.map(|player| player.number),
        result: None,
    };
    seated.into_iter().map(game).collect()
}
