//! A scheme: points, what counts without a fight, and the order of tie-breaks.

use std::ops::AddAssign;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::file::SchemeErrors;
use super::result::{Ended, GameResult, Losses, Side};
use crate::rules::Points;

/// What losses are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Army points, halves and quarters too.
    Ap,
    /// Whole elements.
    Elements,
}

/// What decides between players with the same score. More comes first, save for [`TieBreak::Lost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// What the player lost, in AP or elements; fewer comes first.
    Lost,
    /// What the player's opponents lost, in AP or elements.
    Destroyed,
    /// Destroyed less lost.
    Difference,
    /// Enemy generals lost.
    Generals,
    /// Enemy camps lost.
    Camps,
    /// Enemy strongholds lost.
    Strongholds,
    /// Games won.
    Wins,
    /// The sum of the scores of all opponents (Buchholz). A round without a fought game counts as one against somebody
    /// with the player's own score; rounds after dropping out count nothing.
    Opponents,
    /// The sum of the scores of those who were beaten in a fought game (Sonneborn-Berger without its draws).
    Beaten,
    /// Points from the games among all who are level so far; only if each of them has met each other.
    HeadToHead,
}

impl TieBreak {
    /// All of them.
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

/// Why a player has no fought game in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfought {
    /// Nobody was left to play against.
    Bye,
    /// The opponent did not come.
    Walkover,
    /// The player did not come.
    NoShow,
    /// The player was not paired: he came late, or sat the round out.
    Missed,
}

/// What tie-breaks add up for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: i64,
    /// What the player lost, in AP or elements.
    pub lost: Points,
    /// What the opponents lost, in AP or elements.
    pub destroyed: Points,
    /// Enemy generals lost.
    pub generals: i64,
    /// Enemy camps lost.
    pub camps: i64,
    /// Enemy strongholds lost.
    pub strongholds: i64,
}

/// What a round is worth to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Points for the score.
    pub points: i64,
    /// What it adds to tie-breaks.
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

/// How games are scored and players are ranked. There is no way to one but through [`Scheme::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    pub(super) id: Box<str>,
    pub(super) name: Box<str>,
    pub(super) about: Box<str>,
    pub(super) counted: Counted,
    pub(super) win: i64,
    pub(super) draw: i64,
    pub(super) loss: i64,
    /// Points of the winner and of the loser of a game that was given up.
    pub(super) conceded: [i64; 2],
    pub(super) bye: Worth,
    pub(super) walkover: Worth,
    pub(super) no_show: Worth,
    pub(super) missed: Worth,
    pub(super) tie_breaks: Vec<TieBreak>,
}

impl Scheme {
    /// Reads a scheme from the text of its file.
    ///
    /// # Errors
    /// Every mistake with its line and field. If the text is no TOML or a field holds something of another kind, that
    /// is told alone.
    pub fn parse(text: &str) -> Result<Self, SchemeErrors> {
        super::file::read(text)
    }

    /// The name in addresses and stored events.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does, in a few sentences; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// What losses are counted in.
    #[must_use]
    pub const fn counted(&self) -> Counted {
        self.counted
    }

    /// What decides between players with the same score, first things first.
    #[must_use]
    pub fn tie_breaks(&self) -> &[TieBreak] {
        &self.tie_breaks
    }

    /// What a game is worth to one side.
    #[must_use]
    pub fn worth(&self, result: &GameResult, side: Side) -> Worth {
        let (points, wins) = match result.ended() {
            Ended::Won(winner) if winner == side => (self.win, 1),
            Ended::Won(_) => (self.loss, 0),
            Ended::Drawn => (self.draw, 0),
            Ended::Conceded(winner) if winner == side => (self.conceded[0], 1),
            Ended::Conceded(_) => (self.conceded[1], 0),
            Ended::NoShow(came) if came == side => return self.without(Unfought::Walkover),
            Ended::NoShow(_) | Ended::NotPlayed => return self.without(Unfought::NoShow),
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

    /// What a round without a fought game is worth.
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

const FILES: [&str; 4] = [
    include_str!("../../../events/schemes/win5-lost.toml"),
    include_str!("../../../events/schemes/win3-destroyed.toml"),
    include_str!("../../../events/schemes/win3-difference.toml"),
    include_str!("../../../events/schemes/everyone.toml"),
];

/// The schemes of `events/schemes`, in the order in which they are offered.
///
/// # Errors
/// The mistakes of the first file that has any.
pub fn built_in() -> Result<&'static [Scheme], &'static SchemeErrors> {
    static SCHEMES: LazyLock<Result<Vec<Scheme>, SchemeErrors>> =
        LazyLock::new(|| FILES.into_iter().map(Scheme::parse).collect());
    SCHEMES.as_deref()
}

/// The built-in scheme with this id.
#[must_use]
pub fn scheme(id: &str) -> Option<&'static Scheme> {
    built_in().ok()?.iter().find(|scheme| scheme.id() == id)
}
