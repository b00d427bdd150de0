//! Games and byes that the organiser has settled.

use std::collections::BTreeSet;

use super::{ByHand, PairingError};
use crate::events::standings::{History, PlayerNumber};

impl ByHand {
    /// Who needs not be paired any more, by position.
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
        // Who is away anyway may be called absent too.
        for player in &self.absent {
            settle(*player)?;
        }
        let mut tables = BTreeSet::new();
        match self.games.iter().filter_map(|game| game.table).find(|table| !tables.insert(*table)) {
            Some(table) => Err(PairingError::TableTwice(table)),
            None => Ok(settled),
        }
    }
}
