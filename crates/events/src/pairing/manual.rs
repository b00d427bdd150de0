//! Games and byes that the organiser has settled.

use std::collections::BTreeSet;

use super::{ManualGame, ManualPairings, PairingError};
use crate::standings::{Game, History, PlayerNumber, Round, TableNumber};

impl ManualPairings {
    /// The players who need no further pairing, by position.
    pub(super) fn settled(&self, history: &History<'_>, round: u32) -> Result<BTreeSet<usize>, PairingError> {
        let mut settled = BTreeSet::new();
        let mut settle = |player: PlayerNumber| -> Result<usize, PairingError> {
            let at = history.position(player).ok_or(PairingError::Unknown(player))?;
            if settled.insert(at) { Ok(at) } else { Err(PairingError::Twice(player)) }
        };
        let named = self.games.iter().flat_map(|game| game.sides).chain(self.byes.iter().copied());
        for player in named {
            let at = settle(player)?;
            if history.players.get(at).is_some_and(|player| !player.is_in(round)) {
                return Err(PairingError::NotIn(player));
            }
        }
        // A player who is away anyway may also be listed as absent.
        for player in &self.absent {
            settle(*player)?;
        }
        tables_of(&self.games)?;
        Ok(settled)
    }
}

/// The given tables, without duplicates.
fn tables_of(games: &[ManualGame]) -> Result<BTreeSet<TableNumber>, PairingError> {
    let mut tables = BTreeSet::new();
    match games.iter().filter_map(|game| game.table).find(|table| !tables.insert(*table)) {
        Some(table) => Err(PairingError::TableTwice(table)),
        None => Ok(tables),
    }
}

/// The round with its games and byes replaced by these; a player in none of them sits it out. A game between the same
/// two players keeps its result. Games without a table get the lowest free ones.
///
/// # Errors
/// A player or a table that is named twice.
pub fn rearranged(round: &Round, games: &[ManualGame], byes: &[PlayerNumber]) -> Result<Round, PairingError> {
    let mut named = BTreeSet::new();
    let all = games.iter().flat_map(|game| game.sides).chain(byes.iter().copied());
    if let Some(twice) = all.into_iter().find(|player| !named.insert(*player)) {
        return Err(PairingError::Twice(twice));
    }
    let taken = tables_of(games)?;
    let mut free = (1..=u16::MAX).filter_map(TableNumber::new).filter(|table| !taken.contains(table));
    let seated = games.iter().filter_map(|game| {
        let [a, b] = game.sides;
        let result = round.games.iter().find_map(|known| match known.sides {
            sides if sides == [a, b] => known.result,
            sides if sides == [b, a] => known.result.map(|result| result.turned()),
            _ => None,
        });
        Some(Game { table: game.table.or_else(|| free.next())?, sides: game.sides, result })
    });
    let mut games: Vec<Game> = seated.collect();
    games.sort_by_key(|game| game.table);
    let mut byes = byes.to_vec();
    byes.sort_unstable();
    Ok(Round { games, byes, note: round.note.clone() })
}
