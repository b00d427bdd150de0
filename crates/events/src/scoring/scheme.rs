//! A scheme: points, the value of rounds without a fought game, and the order of tie-breaks.

use std::ops::AddAssign;

use musterfield_rules::Points;
use serde::{Deserialize, Serialize};

use super::result::{GameEnd, GameResult, LossUnit, Losses, Side};

/// A criterion between players with the same score. More comes first, except for [`TieBreak::Lost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The player's losses, in AP or elements; fewer comes first.
    Lost,
    /// The losses of the player's opponents, in AP or elements.
    Destroyed,
    /// Destroyed minus lost.
    Difference,
    /// Enemy generals destroyed.
    Generals,
    /// Enemy camps taken.
    Camps,
    /// Enemy strongholds taken.
    Strongholds,
    /// Games won.
    Wins,
    /// The sum of the scores of all opponents (Buchholz). A round without a fought game counts as one against an
    /// opponent with the player's own score; rounds after dropping out count nothing.
    Opponents,
    /// The sum of the scores of the opponents beaten in a fought game (Sonneborn-Berger without draws).
    Beaten,
    /// Points from the games among all players who are still level; only if each of them has met every other.
    HeadToHead,
}

impl TieBreak {
    /// All tie-breaks.
    pub const ALL: [Self; 10] = [
        Self::Lost,
        Self::Destroyed,
        Self::Difference,
        Self::Generals,
        Self::Camps,
        Self::Strongholds,
        Self::Wins,
        Self::Opponents,
        Self::Beaten,
        Self::HeadToHead,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Destroyed => "destroyed",
            Self::Difference => "difference",
            Self::Generals => "generals",
            Self::Camps => "camps",
            Self::Strongholds => "strongholds",
            Self::Wins => "wins",
            Self::Opponents => "opponents",
            Self::Beaten => "beaten",
            Self::HeadToHead => "head_to_head",
        }
    }
}

/// The reason a player has no fought game in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfought {
    /// The player had no opponent.
    Bye,
    /// The opponent did not turn up.
    Walkover,
    /// The player did not turn up.
    NoShow,
    /// The player was not paired, by joining late or sitting the round out.
    Missed,
}

/// The sums for a player's tie-breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: i64,
    /// The player's losses, in AP or elements.
    pub lost: Points,
    /// The opponents' losses, in AP or elements.
    pub destroyed: Points,
    /// Enemy generals destroyed.
    pub generals: i64,
    /// Enemy camps taken.
    pub camps: i64,
    /// Enemy strongholds taken.
    pub strongholds: i64,
}

/// The value of a round for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Points for the score.
    pub points: i64,
    /// The contribution to tie-breaks.
    pub tally: Tally,
}

impl AddAssign for Worth {
    fn add_assign(&mut self, other: Self) {
        self.points += other.points;
        let (sum, more) = (&mut self.tally, other.tally);
        sum.wins += more.wins;
        sum.lost += more.lost;
        sum.destroyed += more.destroyed;
        sum.generals += more.generals;
        sum.camps += more.camps;
        sum.strongholds += more.strongholds;
    }
}

/// The scoring of games and the ranking of players. [`Scheme::parse`] is the only way to create one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    pub(super) id: Box<str>,
    pub(super) name: Box<str>,
    pub(super) about: Box<str>,
    pub(super) counted: LossUnit,
    pub(super) win: i64,
    pub(super) draw: i64,
    pub(super) loss: i64,
    /// The points of the winner and of the loser of a conceded game.
    pub(super) conceded: [i64; 2],
    pub(super) bye: Worth,
    pub(super) walkover: Worth,
    pub(super) no_show: Worth,
    pub(super) missed: Worth,
    pub(super) tie_breaks: Vec<TieBreak>,
}

impl Scheme {
    /// The id in addresses and stored events.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description in a few sentences; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The unit of losses.
    #[must_use]
    pub const fn counted(&self) -> LossUnit {
        self.counted
    }

    /// The tie-breaks between players with the same score, the most important first.
    #[must_use]
    pub fn tie_breaks(&self) -> &[TieBreak] {
        &self.tie_breaks
    }

    /// The value of a game for one side.
    #[must_use]
    pub fn worth(&self, result: &GameResult, side: Side) -> Worth {
        let (points, wins) = match result.ended() {
            GameEnd::Won(winner) if winner == side => (self.win, 1),
            GameEnd::Won(_) => (self.loss, 0),
            GameEnd::Drawn => (self.draw, 0),
            GameEnd::Conceded(winner) if winner == side => (self.conceded[0], 1),
            GameEnd::Conceded(_) => (self.conceded[1], 0),
            GameEnd::NoShow(came) if came == side => return self.without(Unfought::Walkover),
            GameEnd::NoShow(_) | GameEnd::NotPlayed => return self.without(Unfought::NoShow),
        };
        let (own, theirs): (&Losses, &Losses) = (result.losses(side), result.losses(side.other()));
        Worth {
            points,
            tally: Tally {
                wins,
                lost: own.lost,
                destroyed: theirs.lost,
                generals: i64::from(theirs.generals),
                camps: i64::from(theirs.camps),
                strongholds: i64::from(theirs.strongholds),
            },
        }
    }

    /// The value of a round without a fought game.
    #[must_use]
    pub const fn without(&self, why: Unfought) -> Worth {
        match why {
            Unfought::Bye => self.bye,
            Unfought::Walkover => self.walkover,
            Unfought::NoShow => self.no_show,
            Unfought::Missed => self.missed,
        }
    }
}
