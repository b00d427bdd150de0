//! The pairings of a round.
//!
//! | part | what |
//! |---|---|
//! | `swiss` | [`swiss()`]: the next round from the standings |
//! | `cost` | the cost of a pair, in order of weight, and the pairing with the least total |
//! | `manual` | games and byes that the organiser has settled; [`rearranged()`]: a round changed by hand |
//! | `notes` | [`notes()`]: notes for the organiser about a round, however it was made |
//! | `tables` | the tables on which games are played |
//! | `round_robin` | [`round_robin()`]: everyone plays everyone |
//!
//! A Swiss round is the best of all possible ones, not the first that works: a matching of least cost over all pairs.
//! No amount of a less important goal outweighs a more important one. The goals, most important first:
//!
//! 1. Nobody has a bye more often than another player who could have it instead.
//! 2. Nobody meets an opponent again. If that is impossible, as few as possible do, and the round names them.
//! 3. Players of one club or team are kept apart, if requested.
//! 4. The bye goes to the lowest placed player.
//! 5. Players meet others with the same score: the sum of the squared differences of scores is minimal, so that two
//!    players go down one step rather than one player two.
//! 6. In the first round the upper half of the order meets the lower half: first the seeded players in their order,
//!    then the others by lot. Later, first meets second, third meets fourth and so on, ordered by score and all
//!    tie-breaks of the scheme, and by lot where those are equal: the sum of the squared differences of places is
//!    minimal.
//!
//! All lots follow from the seed and the number of the round. The same players and rounds give the same pairing,
//! whatever the order in which they are passed in.
//!
//! The matching is that of the crate `integer-blossom`: exact, in whole numbers, with nothing that could differ
//! between runs. It takes all pairs of 500 players in a fraction of a second, so no pairs are excluded beforehand.

use serde::{Deserialize, Serialize};

use super::standings::{HistoryError, PlayerNumber, Round, TableNumber};

mod cost;
mod manual;
mod notes;
mod round_robin;
mod swiss;
mod tables;

pub use manual::rearranged;
pub use notes::notes;
pub use round_robin::round_robin;
pub use swiss::swiss;

/// The largest number of players that can be paired.
pub const MOST_PLAYERS: usize = 1_000;

/// The rounds in which players who belong together are kept apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeepApart {
    /// They may meet like any others.
    #[default]
    Never,
    /// Only in the first round.
    RoundOne,
    /// In every round.
    Always,
}

/// The settings for the pairings of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The seed from which all lots follow.
    pub seed: u64,
    /// The rounds in which players of one club are kept apart.
    pub clubs: KeepApart,
    /// The rounds in which players of one team are kept apart.
    pub teams: KeepApart,
}

/// A game that the organiser has settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManualGame {
    /// The players: side a, then side b.
    pub sides: [PlayerNumber; 2],
    /// The table, if that is settled too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNumber>,
}

/// The organiser's own decisions for a round. All other players are paired around them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ManualPairings {
    /// The settled games.
    pub games: Vec<ManualGame>,
    /// The players with a bye. If an odd number of players remains, one of those gets another bye.
    pub byes: Vec<PlayerNumber>,
    /// The players who sit this round out.
    pub absent: Vec<PlayerNumber>,
}

/// A round, with notes on what could not be avoided in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round, with games in the order of tables.
    pub round: Round,
    /// Notes for the organiser about opponents, tables and byes.
    pub notes: Vec<Note>,
}

/// Something that could not be avoided in a round, or that the organiser chose by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Two players meet again.
    Rematch {
        /// The players.
        sides: [PlayerNumber; 2],
        /// The number of times they have been paired before.
        before: u32,
    },
    /// Two players of one club or team meet although they should not.
    Mates {
        /// The players.
        sides: [PlayerNumber; 2],
    },
    /// A player has a bye and had one before.
    AnotherBye {
        /// The player.
        player: PlayerNumber,
        /// The number of earlier byes.
        before: u32,
    },
    /// A player who must sit at a certain table sits at another, since that one is taken.
    AtOtherTable {
        /// The player.
        player: PlayerNumber,
        /// The table at which the player must sit.
        wished: TableNumber,
    },
}

/// The reason no round can be drawn up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// Players and rounds do not fit together.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// More players than [`MOST_PLAYERS`].
    #[error("at most {MOST_PLAYERS} players can be paired")]
    TooMany,
    /// A manual pairing names a player who does not exist.
    #[error("there is no player {0}")]
    Unknown(PlayerNumber),
    /// A manual pairing names a player who has dropped out or has not joined yet.
    #[error("player {0} is not taking part in this round")]
    NotIn(PlayerNumber),
    /// Manual pairings name a player twice.
    #[error("player {0} appears twice")]
    Twice(PlayerNumber),
    /// Two manually paired games are at the same table.
    #[error("table {0} appears twice")]
    TableTwice(TableNumber),
}
