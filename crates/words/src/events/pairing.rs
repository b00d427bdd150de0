//! The reasons a round cannot be drawn up.

use musterfield_events::pairing::{MOST_PLAYERS, PairingError};
use musterfield_events::standings::{HistoryError, PlayerNumber};

/// The reason a round cannot be drawn up, with the names of players.
#[must_use]
pub fn message(error: &PairingError, name: impl Fn(PlayerNumber) -> String) -> String {
    match error {
        PairingError::History(error) => misfit(error, name),
        PairingError::TooMany => format!("At most {MOST_PLAYERS} players can be paired."),
        PairingError::Unknown(player) | PairingError::NotIn(player) => {
            format!("{} is not in this round.", name(*player))
        }
        PairingError::Twice(player) => format!("{} is named twice.", name(*player)),
        PairingError::TableTwice(table) => format!("Table {table} is used twice."),
    }
}

/// The reason players and earlier rounds do not fit together.
fn misfit(error: &HistoryError, name: impl Fn(PlayerNumber) -> String) -> String {
    match error {
        HistoryError::SameNumber(number) => format!("There are two players with the number {number}."),
        HistoryError::Unknown { round, player } => {
            format!("Round {round} names player {player}, who does not exist.")
        }
        HistoryError::Twice { round, player } => format!("Round {round} names {} twice.", name(*player)),
    }
}

#[cfg(test)]
mod tests {
    use musterfield_events::standings::TableNumber;

    use super::*;

    #[test]
    fn players_are_called_by_their_names() {
        let player = PlayerNumber(7);
        for (error, expected) in [
            (PairingError::TooMany, "At most 1000 players can be paired."),
            (PairingError::Unknown(player), "Anna is not in this round."),
            (PairingError::NotIn(player), "Anna is not in this round."),
            (PairingError::Twice(player), "Anna is named twice."),
            (PairingError::TableTwice(TableNumber::new(3).unwrap()), "Table 3 is used twice."),
            (HistoryError::SameNumber(player).into(), "There are two players with the number 7."),
            (HistoryError::Unknown { round: 2, player }.into(), "Round 2 names player 7, who does not exist."),
            (HistoryError::Twice { round: 2, player }.into(), "Round 2 names Anna twice."),
        ] {
            assert_eq!(message(&error, |_| "Anna".to_owned()), expected);
        }
    }
}
