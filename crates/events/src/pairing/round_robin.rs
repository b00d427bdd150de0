//! Round robins: everyone plays everyone.

use super::swiss::first_order;
use super::tables::{UnassignedGame, seat};
use super::{MOST_PLAYERS, PairingError};
use crate::standings::{History, Player, Round};

/// All rounds in which each player who has not dropped out meets every other once. With an odd number, each player
/// has one bye.
///
/// The order of the first round, by seed and lot, is that of the circle: one player stays, the others move on by one
/// place each round, and opposite players meet.
///
/// # Errors
/// Two players with one number, or too many players.
pub fn round_robin(players: &[Player], seed: u64) -> Result<Vec<Round>, PairingError> {
    let history = History::new(players, &[])?;
    let order = first_order(&history, seed, |player| player.dropped_after.is_none());
    if order.len() > MOST_PLAYERS {
        return Err(PairingError::TooMany);
    }
    let order: Vec<&Player> = order.into_iter().filter_map(|at| history.players.get(at).copied()).collect();
    // The player without an opponent has the bye.
    let mut circle: Vec<Option<&Player>> = order.iter().copied().map(Some).collect();
    if circle.len() % 2 == 1 {
        circle.push(None);
    }
    let rounds = circle.len().saturating_sub(1);
    Ok((0..rounds)
        .map(|_| {
            let round = drawn_up(&circle);
            if let Some(moving) = circle.get_mut(1..) {
                moving.rotate_right(1);
            }
            round
        })
        .collect())
}

fn drawn_up(circle: &[Option<&Player>]) -> Round {
    let (mut games, mut byes) = (Vec::new(), Vec::new());
    for (a, b) in circle.iter().zip(circle.iter().rev()).take(circle.len() / 2) {
        match (a, b) {
            (Some(a), Some(b)) => games.push(UnassignedGame { sides: [a, b], table: None }),
            (Some(alone), None) | (None, Some(alone)) => byes.push(alone.number),
            (None, None) => {}
        }
    }
    Round { games: seat(&games), byes, ..Round::default() }
}
