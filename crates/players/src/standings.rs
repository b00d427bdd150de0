//! The results of each player of a ladder.

use std::collections::BTreeMap;

use musterfield_battle::Player;

use super::contender::Contender;
use super::ladder::Game;
use super::rating::{Estimate, Meeting, ratings, share};

/// Points from battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The battles.
    pub battles: u64,
    /// The points: 2 for a win, 1 for a battle without a winner.
    pub points: u64,
}

impl Score {
    fn add(&mut self, points: u8) {
        self.battles += 1;
        self.points += u64::from(points);
    }

    /// The share of all points.
    #[must_use]
    pub fn share(self) -> Estimate {
        share(self.points, self.battles)
    }
}

/// The results of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The player.
    pub player: Contender,
    /// Its Elo rating; the plain player has 0, or the first player where the plain one does not take part.
    pub rating: Estimate,
    /// In all battles.
    pub all: Score,
    /// As attacker, and as defender.
    pub roles: [Score; 2],
    /// Against each other player.
    pub against: BTreeMap<Contender, Score>,
    /// With each army, by its place in the ladder.
    pub by_army: BTreeMap<usize, Score>,
    /// On tables of each home terrain.
    pub by_home: BTreeMap<&'static str, Score>,
}

/// The standings of all players after these battles, the strongest first. The seed is for the intervals of ratings.
#[must_use]
pub fn standings(contenders: &[Contender], games: &[Game], seed: u64) -> Vec<Standing> {
    let number = |player: Contender| contenders.iter().position(|known| *known == player).unwrap_or(0);
    let meetings: Vec<Meeting> = pairs(games)
        .map(|[one, back]| Meeting {
            players: one.players.map(number),
            points: one.points(Player::A) + back.points(Player::B),
        })
        .collect();
    let rated = ratings(contenders.len(), &meetings, number(Contender::Plain), seed);
    let mut all: Vec<Standing> =
        contenders.iter().zip(rated).map(|(player, rating)| standing(*player, rating, games)).collect();
    all.sort_by(|one, other| other.rating.value.total_cmp(&one.rating.value));
    all
}

/// The two battles of each mirrored pair, which follow each other.
fn pairs(games: &[Game]) -> impl Iterator<Item = [&Game; 2]> {
    let (pairs, _) = games.as_chunks::<2>();
    pairs.iter().map(|[one, back]| [one, back])
}

fn standing(player: Contender, rating: Estimate, games: &[Game]) -> Standing {
    let mut standing = Standing {
        player,
        rating,
        all: Score::default(),
        roles: [Score::default(); 2],
        against: BTreeMap::new(),
        by_army: BTreeMap::new(),
        by_home: BTreeMap::new(),
    };
    for game in games {
        for side in Player::ALL.into_iter().filter(|side| *side.of(&game.players) == player) {
            let points = game.points(side);
            let [attacking, defending] = &mut standing.roles;
            standing.all.add(points);
            if game.defender == side {
                defending.add(points)
            } else {
                attacking.add(points)
            }
            standing.against.entry(*side.other().of(&game.players)).or_default().add(points);
            standing.by_army.entry(*side.of(&game.armies)).or_default().add(points);
            standing.by_home.entry(game.home).or_default().add(points);
        }
    }
    standing
}

/// The battles that a player has lost, those first in which the most was lost and the least taken; at most so many.
#[must_use]
pub fn worst(player: Contender, games: &[Game], most: usize) -> Vec<&Game> {
    let mut lost: Vec<(&Game, Player)> = games
        .iter()
        .filter_map(|game| {
            let winner = game.outcome.winner?;
            (*winner.other().of(&game.players) == player).then_some((game, winner))
        })
        .collect();
    lost.sort_by_key(|(game, winner)| {
        let [ours, theirs] = [winner.other(), *winner].map(|side| *side.of(&game.outcome.lost));
        (theirs - ours, game.round)
    });
    lost.into_iter().take(most).map(|(game, _)| game).collect()
}
