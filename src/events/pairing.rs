//! Who meets whom in a round.
//!
//! | part | what |
//! |---|---|
//! | `swiss` | [`swiss()`]: the next round from the standings |
//! | `cost` | what speaks against a pair, in order of weight, and the pairing with the least of it |
//! | `by_hand` | games and byes that the organiser has settled; [`rearranged()`]: a round changed by hand |
//! | `notes` | [`notes()`]: what an organiser should know of a round, however it came about |
//! | `tables` | which game is played where |
//! | `round_robin` | [`round_robin()`]: everyone plays everyone |
//!
//! A Swiss round is the best of all possible ones, not the first that works: a matching of least cost over all pairs.
//! What matters more is never given up for what matters less, however much of it. From the gravest:
//!
//! 1. Nobody has a bye more often than somebody who could have it instead.
//! 2. Nobody meets an opponent again. If that cannot be, as few as possible do, and the round says who.
//! 3. Those of one club or team are kept apart, if asked.
//! 4. The bye goes to the lowest placed.
//! 5. Players meet others with the same score: the squares of the differences of scores add up to as little as can be,
//!    so two players go down one step rather than one player two.
//! 6. In the first round the upper half of the order meets the lower half: first the seeded in their order, then the
//!    others by lot. Later first meets second, third meets fourth and so on, by score and all tie-breaks of the scheme,
//!    and by lot where those are equal: the squares of the differences of places add up to as little as can be.
//!
//! All lots follow from the seed and the number of the round. The same players and rounds give the same pairing,
//! whatever order they are handed over in.
//!
//! The matching is that of the crate `integer-blossom`: exact, in whole numbers, with nothing that could differ between
//! runs. It takes all pairs of 500 players in a part of a second, so none is left out beforehand.

use serde::{Deserialize, Serialize};

use super::standings::{HistoryError, PlayerNumber, Round, TableNumber};

mod by_hand;
mod cost;
mod notes;
mod round_robin;
mod swiss;
mod tables;

pub use by_hand::rearranged;
pub use notes::notes;
pub use round_robin::round_robin;
pub use swiss::swiss;

/// The most players that are paired.
pub const MOST_PLAYERS: usize = 1_000;

/// When those who belong together are kept apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Apart {
    /// They meet like others.
    #[default]
    Never,
    /// In the first round.
    RoundOne,
    /// In every round.
    Always,
}

/// How an event is paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What all lots follow from.
    pub seed: u64,
    /// Those of one club.
    pub clubs: Apart,
    /// Those of one team.
    pub teams: Apart,
}

/// A game that the organiser has settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameByHand {
    /// Who plays: side a, then side b.
    pub sides: [PlayerNumber; 2],
    /// Where, if that is settled too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNumber>,
}

/// What the organiser has settled for a round. The rest is paired around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ByHand {
    /// Games.
    pub games: Vec<GameByHand>,
    /// Who has a bye. If an odd number is left, one of these has another.
    pub byes: Vec<PlayerNumber>,
    /// Who sits this round out.
    pub absent: Vec<PlayerNumber>,
}

/// A round, and what could not be avoided in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round, games in the order of tables.
    pub round: Round,
    /// What an organiser should know: of who meets whom, of tables, of byes.
    pub notes: Vec<Note>,
}

/// What could not be avoided in a round, or was so wished by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Two meet again.
    Rematch {
        /// Who.
        sides: [PlayerNumber; 2],
        /// How often they were paired before.
        before: u32,
    },
    /// Two of one club or team meet, and should not.
    Mates {
        /// Who.
        sides: [PlayerNumber; 2],
    },
    /// Somebody has a bye who had one before.
    AnotherBye {
        /// Who.
        player: PlayerNumber,
        /// How many before.
        before: u32,
    },
    /// Somebody who must sit at a certain table sits at another, since that one is taken.
    AtOtherTable {
        /// Who.
        player: PlayerNumber,
        /// The table at which the player must sit.
        wished: TableNumber,
    },
}

/// Why no round can be drawn up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// Players and rounds do not fit together.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// More players than [`MOST_PLAYERS`].
    #[error("no more than {MOST_PLAYERS} players can be paired")]
    TooMany,
    /// What was settled by hand names somebody who does not exist.
    #[error("there is no player {0}")]
    Unknown(PlayerNumber),
    /// What was settled by hand names somebody who has dropped out or has not come yet.
    #[error("player {0} does not take part in this round")]
    NotIn(PlayerNumber),
    /// What was settled by hand names somebody twice.
    #[error("player {0} is named twice")]
    Twice(PlayerNumber),
    /// Two games settled by hand are at one table.
    #[error("table {0} is given twice")]
    TableTwice(TableNumber),
}
