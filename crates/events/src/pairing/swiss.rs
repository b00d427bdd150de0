//! The next round from the standings.

use std::collections::BTreeMap;

use musterfield_dice::Dice;

use super::cost::{Cost, MOST_DIFFERENCE, MOST_TIMES, cheapest};
use super::notes::{KeptApart, kept_apart, notes_of, plain};
use super::tables::{UnassignedGame, seat};
use super::{MOST_PLAYERS, ManualPairings, Pairing, PairingError, Settings};
use crate::scoring::Scheme;
use crate::standings::{History, Player, PlayerNumber, Round, RoundPart, table};

/// Draws up the round after those already played.
///
/// Pairs every player who takes part in the round and has no manual pairing. Games whose result is not yet known count
/// as meetings but give no points.
///
/// # Errors
/// Players, rounds and manual pairings that do not fit together; too many players.
pub fn swiss(
    players: &[Player],
    rounds: &[Round],
    scheme: &Scheme,
    settings: &Settings,
    by_hand: &ManualPairings,
) -> Result<Pairing, PairingError> {
    let history = History::new(players, rounds)?;
    let round = u32::try_from(rounds.len() + 1).unwrap_or(u32::MAX);
    let settled = by_hand.settled(&history, round)?;
    let order = if rounds.is_empty() {
        first_order(&history, settings.seed, |player| player.is_in(round)).into_iter().map(|at| (at, 0)).collect()
    } else {
        later_order(&history, scheme, settings.seed, round)
    };
    let ranked: Vec<Ranked<'_>> =
        order.into_iter().filter_map(|(at, score)| Ranked::new(&history, at, score)).collect();
    let left: Vec<&Ranked<'_>> = ranked.iter().filter(|ranked| !settled.contains(&ranked.at)).collect();
    if left.len() > MOST_PLAYERS {
        return Err(PairingError::TooMany);
    }
    let is_first = rounds.is_empty();
    let apart = kept_apart(settings, is_first);
    let round = SwissPairer { is_first, apart, left }.drawn_up(&ranked, by_hand);
    Ok(Pairing { notes: notes_of(&history, &round, apart), round })
}

/// The order before the first game, by position: by seed, then by lot.
pub(super) fn first_order(history: &History<'_>, seed: u64, wanted: impl Fn(&Player) -> bool) -> Vec<usize> {
    let lots = lots(history.players.len(), seed, 1);
    let players = history.players.iter().zip(lots).enumerate().filter(|(_, (player, _))| wanted(player));
    let mut keyed: Vec<_> =
        players.map(|(at, (player, lot))| ((player.seed_rank.is_none(), player.seed_rank, lot), at)).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, at)| at).collect()
}

/// The order after some rounds, by position and with scores: by place, then by lot.
fn later_order(history: &History<'_>, scheme: &Scheme, seed: u64, round: u32) -> Vec<(usize, i64)> {
    let lots = lots(history.players.len(), seed, round);
    let rows = table(history, scheme).into_iter().filter_map(|row| {
        let at = history.position(row.player)?;
        history.players.get(at).filter(|player| player.is_in(round))?;
        Some((row.place, *lots.get(at)?, at, row.score))
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable();
    rows.into_iter().map(|(_, _, at, score)| (at, score)).collect()
}

/// A permutation of all numbers below `count`: the lots of a round. Each round has its own stream of dice.
fn lots(count: usize, seed: u64, round: u32) -> Vec<usize> {
    let mut dice = Dice::new(seed, round.into());
    let mut lots: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let end = u32::try_from(last + 1).unwrap_or(u32::MAX);
        lots.swap(last, usize::try_from(dice.below(end)).unwrap_or(0));
    }
    lots
}

/// A player in the order of the round, with everything that pairing needs to know.
struct Ranked<'a> {
    at: usize,
    player: &'a Player,
    score: i64,
    club: Option<String>,
    team: Option<String>,
    byes: u32,
    /// The number of times the player was paired with each other player, by their positions.
    met: BTreeMap<usize, u32>,
}

impl<'a> Ranked<'a> {
    fn new(history: &History<'a>, at: usize, score: i64) -> Option<Self> {
        let player = *history.players.get(at)?;
        let (mut byes, mut met) = (0, BTreeMap::new());
        for turn in history.turns.get(at)? {
            match turn {
                RoundPart::Game { opponent, .. } => *met.entry(*opponent).or_insert(0) += 1,
                RoundPart::Bye => byes += 1,
                RoundPart::Nothing => {}
            }
        }
        Some(Self { at, player, score, club: plain(&player.club), team: plain(&player.team), byes, met })
    }

    fn meetings(&self, other: &Self) -> u32 {
        self.met.get(&other.at).copied().unwrap_or(0)
    }
}

struct SwissPairer<'r, 'a> {
    is_first: bool,
    apart: KeptApart,
    /// The players still to be paired, best first. Places are those among these players.
    left: Vec<&'r Ranked<'a>>,
}

impl<'a> SwissPairer<'_, 'a> {
    fn drawn_up(&self, ranked: &[Ranked<'a>], by_hand: &ManualPairings) -> Round {
        // The player paired with the position after the last one has the bye.
        let count = self.left.len().next_multiple_of(2);
        let mut games: Vec<(usize, UnassignedGame<'a>)> = Vec::new();
        let mut byes = by_hand.byes.clone();
        let places: BTreeMap<PlayerNumber, usize> =
            ranked.iter().enumerate().map(|(place, ranked)| (ranked.player.number, place)).collect();
        let find = |player: PlayerNumber| {
            let place = *places.get(&player)?;
            Some((place, ranked.get(place)?.player))
        };
        let settled = by_hand.games.iter().map(|game| (game.sides, game.table));
        let mut paired = Vec::new();
        for (a, b) in cheapest(count, |a, b| self.cost(a, b)) {
            match (self.left.get(a), self.left.get(b)) {
                (Some(a), Some(b)) => paired.push(([a.player.number, b.player.number], None)),
                (Some(alone), None) | (None, Some(alone)) => byes.push(alone.player.number),
                (None, None) => {}
            }
        }
        for ([a, b], table) in settled.chain(paired) {
            if let (Some((place_a, a)), Some((place_b, b))) = (find(a), find(b)) {
                games.push((place_a.min(place_b), UnassignedGame { sides: [a, b], table }));
            }
        }
        games.sort_by_key(|(place, _)| *place);
        let games: Vec<UnassignedGame<'a>> = games.into_iter().map(|(_, game)| game).collect();
        byes.sort_unstable();
        Round { games: seat(&games), byes, ..Round::default() }
    }

    /// Whether two should be kept apart in this round.
    fn are_mates(&self, a: &Ranked<'_>, b: &Ranked<'_>) -> bool {
        let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        (self.apart.clubs && same(&a.club, &b.club)) || (self.apart.teams && same(&a.team, &b.team))
    }

    /// The cost of pairing the players at two places, or of a bye for the first where there is no second.
    fn cost(&self, first: usize, second: usize) -> Cost {
        let times = |count: u32| i64::from(count).min(MOST_TIMES);
        let whole = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let Some(a) = self.left.get(first) else { return Cost::default() };
        let Some(b) = self.left.get(second) else {
            let below = whole(self.left.len().saturating_sub(first + 1));
            return Cost { byes: times(a.byes), bye_place: below, ..Cost::default() };
        };
        let scores = a.score.saturating_sub(b.score).saturating_abs().min(MOST_DIFFERENCE);
        let wanted = if self.is_first { self.left.len() / 2 } else { 0 };
        let places = whole(second.saturating_sub(first).abs_diff(wanted));
        Cost {
            meetings: times(a.meetings(b)),
            mates: i64::from(self.are_mates(a, b)),
            scores: scores * scores,
            places: places * places,
            ..Cost::default()
        }
    }
}
