//! Players, games and rounds as they are stored; whether they fit together.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use crate::scoring::{GameResult, Side};

/// The number that identifies a player within an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerNumber(pub u32);

impl fmt::Display for PlayerNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of a playing table, from 1.
pub type TableNumber = NonZeroU16;

/// A player as far as rounds are concerned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The number.
    pub number: PlayerNumber,
    /// The club; case and surrounding spaces do not matter, and an empty one is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// The team, compared in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// The organiser's seeding, 1 before 2; players without one come after, by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_rank: Option<u32>,
    /// The first round in which the player takes part, from 1.
    #[serde(default = "first_round")]
    pub from_round: u32,
    /// The last round in which the player took part, 0 for none; none for a player who has not dropped out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dropped_after: Option<u32>,
    /// The table at which the player must sit, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNumber>,
}

const fn first_round() -> u32 {
    1
}

impl Player {
    /// A player who takes part from the first round on and has no other details.
    #[must_use]
    pub const fn new(number: PlayerNumber) -> Self {
        Self { number, club: None, team: None, seed_rank: None, from_round: 1, dropped_after: None, table: None }
    }

    /// Whether the player takes part in this round, from 1.
    #[must_use]
    pub fn is_in(&self, round: u32) -> bool {
        self.from_round <= round && !self.has_dropped_out(round)
    }

    /// Whether the player has dropped out before this round, from 1.
    #[must_use]
    pub fn has_dropped_out(&self, round: u32) -> bool {
        self.dropped_after.is_some_and(|last| last < round)
    }
}

/// A game of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The table on which it is played.
    pub table: TableNumber,
    /// The players: side a, then side b.
    pub sides: [PlayerNumber; 2],
    /// Its result, once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A round that was drawn up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Its games.
    pub games: Vec<Game>,
    /// The players without an opponent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<PlayerNumber>,
    /// A note for the round: when it ends, what is played.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Round {
    /// All players that it names, in games and with byes.
    pub fn players(&self) -> impl Iterator<Item = PlayerNumber> {
        self.games.iter().flat_map(|game| game.sides).chain(self.byes.iter().copied())
    }
}

/// The reason players and rounds do not fit together. Rounds are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// Two players have the same number.
    #[error("there are two players with the number {0}")]
    SameNumber(PlayerNumber),
    /// A round names a player who does not exist.
    #[error("round {round} names player {player}, who does not exist")]
    Unknown {
        /// The round.
        round: u32,
        /// The number.
        player: PlayerNumber,
    },
    /// A round names a player twice.
    #[error("round {round} names player {player} twice")]
    Twice {
        /// The round.
        round: u32,
        /// The player.
        player: PlayerNumber,
    },
}

/// A player's part in a round.
#[derive(Clone, Copy)]
pub(crate) enum RoundPart<'a> {
    /// Plays against the player at this position, or has played.
    Game { side: Side, opponent: usize, result: Option<&'a GameResult> },
    /// Has no opponent.
    Bye,
    /// Does not appear in the round.
    Nothing,
}

/// Players in the order of their numbers, with everything they did. A position is an index in that order.
pub(crate) struct History<'a> {
    /// The players.
    pub(crate) players: Vec<&'a Player>,
    /// For every player, the parts in the order of rounds.
    pub(crate) turns: Vec<Vec<RoundPart<'a>>>,
    positions: BTreeMap<PlayerNumber, usize>,
}

impl<'a> History<'a> {
    /// Combines players and rounds. The order of players and of games in a round makes no difference.
    pub(crate) fn new(players: &'a [Player], rounds: &'a [Round]) -> Result<Self, HistoryError> {
        let mut sorted: Vec<&Player> = players.iter().collect();
        sorted.sort_by_key(|player| player.number);
        let mut positions = BTreeMap::new();
        for (at, player) in sorted.iter().enumerate() {
            if positions.insert(player.number, at).is_some() {
                return Err(HistoryError::SameNumber(player.number));
            }
        }
        let turns = vec![Vec::with_capacity(rounds.len()); sorted.len()];
        let mut history = Self { players: sorted, turns, positions };
        for (round, number) in rounds.iter().zip(1..) {
            for (turns, turn) in history.turns_of(round, number)?.into_iter().zip(&mut history.turns) {
                turn.push(turns.unwrap_or(RoundPart::Nothing));
            }
        }
        Ok(history)
    }

    /// The position of a player.
    pub(crate) fn position(&self, player: PlayerNumber) -> Option<usize> {
        self.positions.get(&player).copied()
    }

    fn turns_of(&self, round: &'a Round, number: u32) -> Result<Vec<Option<RoundPart<'a>>>, HistoryError> {
        let find = |player| self.position(player).ok_or(HistoryError::Unknown { round: number, player });
        let mut turns: Vec<Option<RoundPart<'a>>> = vec![None; self.players.len()];
        let mut take = |player, turn| {
            let place = turns.get_mut(find(player)?);
            match place {
                Some(free @ None) => *free = Some(turn),
                _ => return Err(HistoryError::Twice { round: number, player }),
            }
            Ok(())
        };
        for game in &round.games {
            let [a, b] = game.sides;
            let result = game.result.as_ref();
            take(a, RoundPart::Game { side: Side::A, opponent: find(b)?, result })?;
            take(b, RoundPart::Game { side: Side::B, opponent: find(a)?, result })?;
        }
        for player in &round.byes {
            take(*player, RoundPart::Bye)?;
        }
        Ok(turns)
    }
}
