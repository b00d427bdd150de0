//! The table: scores, tie-breaks, places.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use musterfield_rules::Points;
use serde::Serialize;

use super::history::{History, HistoryError, Player, PlayerNumber, Round, RoundPart};
use crate::scoring::{GameEnd, GameResult, Scheme, Side, Tally, TieBreak, Unfought, Worth};

/// The value of a tie-break for a player. Written as a number, or as `null` where it does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Count(i64),
    /// AP or elements.
    Losses(Points),
    /// Does not apply to this player: no other player was level, or the level players have not all met.
    Open,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The place, from 1. Players who are equal in everything share a place, and as many places after it are left
    /// out.
    pub place: u32,
    /// The player.
    pub player: PlayerNumber,
    /// The points of all rounds.
    pub score: i64,
    /// The value of each tie-break of the scheme, in its order.
    pub tie_breaks: Vec<Value>,
    /// Games won, including those without a fight.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost, including those without a fight.
    pub lost: u32,
    /// The opponents in the order of rounds, including those of games without a known result and of games for which
    /// nobody turned up.
    pub opponents: Vec<PlayerNumber>,
    /// Rounds without an opponent.
    pub byes: u32,
    /// Rounds missed before the player joined, or sat out.
    pub missed: u32,
    /// Whether the player has dropped out.
    pub dropped: bool,
}

/// The sums for one player.
#[derive(Default)]
struct Sum {
    worth: Worth,
    won: u32,
    drawn: u32,
    lost: u32,
    byes: u32,
    missed: u32,
    /// Rounds without a fought game that count as one against an opponent with the player's own score.
    unfought: i64,
    /// Opponents of fought games by position, and whether they were beaten.
    fought: Vec<(usize, bool)>,
    opponents: Vec<PlayerNumber>,
}

/// The table after these rounds, best first; players who share a place are ordered by number.
///
/// Games without a result count nothing yet. A round in which a player has neither a game nor a bye counts as missed,
/// also before the player joined; rounds after dropping out count nothing.
///
/// # Errors
/// Players and rounds that do not fit together.
pub fn standings(players: &[Player], rounds: &[Round], scheme: &Scheme) -> Result<Vec<Row>, HistoryError> {
    Ok(table(&History::new(players, rounds)?, scheme))
}

/// The table of a consistent history.
pub(crate) fn table(history: &History<'_>, scheme: &Scheme) -> Vec<Row> {
    let sums: Vec<Sum> = (0..history.players.len()).map(|at| sum(history, scheme, at)).collect();
    let calculator = StandingsCalculator { history, scheme, sums };
    let mut values: Vec<Vec<Value>> = vec![Vec::new(); calculator.sums.len()];
    let mut groups = StandingsCalculator::split(
        (0..calculator.sums.len()).map(|at| (calculator.score(at), at)).collect(),
        |a, b| b.cmp(a),
    );
    for tie_break in scheme.tie_breaks() {
        let mut finer = Vec::with_capacity(groups.len());
        for group in groups {
            let of_group = calculator.values(*tie_break, &group);
            for (at, value) in &of_group {
                values.get_mut(*at).into_iter().for_each(|values| values.push(*value));
            }
            let keyed = of_group.into_iter().map(|(at, value)| (value, at)).collect();
            finer.extend(StandingsCalculator::split(keyed, |a, b| better_first(*tie_break, *a, *b)));
        }
        groups = finer;
    }
    let mut rows = Vec::with_capacity(calculator.sums.len());
    for group in groups {
        let place = u32::try_from(rows.len() + 1).unwrap_or(u32::MAX);
        for at in group {
            let tie_breaks = values.get_mut(at).map(std::mem::take).unwrap_or_default();
            rows.extend(calculator.row(at, place, tie_breaks));
        }
    }
    rows
}

/// Adds up a player's rounds.
fn sum(history: &History<'_>, scheme: &Scheme, at: usize) -> Sum {
    let mut sum = Sum::default();
    let (Some(player), Some(turns)) = (history.players.get(at), history.turns.get(at)) else { return sum };
    for (turn, round) in turns.iter().zip(1..) {
        match turn {
            RoundPart::Game { side, opponent, result } => {
                sum.opponents.extend(history.players.get(*opponent).map(|player| player.number));
                if let Some(result) = result {
                    sum.game(scheme, *side, *opponent, result);
                }
            }
            RoundPart::Bye => {
                sum.byes += 1;
                sum.unfought += 1;
                sum.worth += scheme.without(Unfought::Bye);
            }
            RoundPart::Nothing if player.has_dropped_out(round) => {}
            RoundPart::Nothing => {
                sum.missed += 1;
                sum.unfought += 1;
                sum.worth += scheme.without(Unfought::Missed);
            }
        }
    }
    sum
}

impl Sum {
    fn game(&mut self, scheme: &Scheme, side: Side, opponent: usize, result: &GameResult) {
        self.worth += scheme.worth(result, side);
        let ended = result.ended();
        match ended.winner() {
            Some(winner) if winner == side => self.won += 1,
            None if ended == GameEnd::Drawn => self.drawn += 1,
            Some(_) | None => self.lost += 1,
        }
        if ended.is_fought() {
            self.fought.push((opponent, ended.winner() == Some(side)));
        } else {
            self.unfought += 1;
        }
    }
}

struct StandingsCalculator<'a> {
    history: &'a History<'a>,
    scheme: &'a Scheme,
    sums: Vec<Sum>,
}

impl StandingsCalculator<'_> {
    fn score(&self, at: usize) -> i64 {
        self.sums.get(at).map_or(0, |sum| sum.worth.points)
    }

    /// Sorts positions and cuts them where the order makes a difference. Equal ones stay ordered by number, since
    /// that is the order of positions.
    fn split<K: Copy>(mut keyed: Vec<(K, usize)>, order: impl Fn(&K, &K) -> Ordering) -> Vec<Vec<usize>> {
        keyed.sort_by(|(a, at_a), (b, at_b)| order(a, b).then(at_a.cmp(at_b)));
        let level = |(a, _): &(K, usize), (b, _): &(K, usize)| order(a, b).is_eq();
        keyed.chunk_by(level).map(|group| group.iter().map(|(_, at)| *at).collect()).collect()
    }

    /// The values of a tie-break for the players who are still level.
    fn values(&self, tie_break: TieBreak, group: &[usize]) -> Vec<(usize, Value)> {
        if tie_break == TieBreak::HeadToHead {
            return self.among(group);
        }
        group.iter().filter_map(|at| Some((*at, self.value(tie_break, *at, self.sums.get(*at)?)))).collect()
    }

    fn value(&self, tie_break: TieBreak, at: usize, sum: &Sum) -> Value {
        let Tally { wins, lost, destroyed, generals, camps, strongholds } = sum.worth.tally;
        match tie_break {
            TieBreak::Lost => Value::Losses(lost),
            TieBreak::Destroyed => Value::Losses(destroyed),
            TieBreak::Difference => Value::Losses(destroyed - lost),
            TieBreak::Generals => Value::Count(generals),
            TieBreak::Camps => Value::Count(camps),
            TieBreak::Strongholds => Value::Count(strongholds),
            TieBreak::Wins => Value::Count(wins),
            TieBreak::Opponents => {
                let met: i64 = sum.fought.iter().map(|(opponent, _)| self.score(*opponent)).sum();
                Value::Count(met + sum.unfought * self.score(at))
            }
            TieBreak::Beaten => {
                let beaten = sum.fought.iter().filter(|(_, beaten)| *beaten);
                Value::Count(beaten.map(|(opponent, _)| self.score(*opponent)).sum())
            }
            TieBreak::HeadToHead => Value::Open,
        }
    }

    /// Points from the games among these players, if each has met every other in a game with a result.
    fn among(&self, group: &[usize]) -> Vec<(usize, Value)> {
        let in_group: BTreeMap<usize, usize> = group.iter().enumerate().map(|(index, at)| (*at, index)).collect();
        let mut points = Vec::with_capacity(group.len());
        for at in group {
            let mut met = vec![false; group.len()];
            let mut sum = 0;
            for turn in self.history.turns.get(*at).into_iter().flatten() {
                if let RoundPart::Game { side, opponent, result: Some(result) } = turn
                    && let Some(met) = in_group.get(opponent).and_then(|index| met.get_mut(*index))
                {
                    *met = true;
                    sum += self.scheme.worth(result, *side).points;
                }
            }
            if group.len() < 2 || met.iter().filter(|met| **met).count() + 1 < group.len() {
                return group.iter().map(|at| (*at, Value::Open)).collect();
            }
            points.push((*at, Value::Count(sum)));
        }
        points
    }

    fn row(&self, at: usize, place: u32, tie_breaks: Vec<Value>) -> Option<Row> {
        let (player, sum) = (self.history.players.get(at)?, self.sums.get(at)?);
        let played = self.history.turns.get(at).map_or(0, Vec::len);
        Some(Row {
            place,
            player: player.number,
            score: sum.worth.points,
            tie_breaks,
            won: sum.won,
            drawn: sum.drawn,
            lost: sum.lost,
            opponents: sum.opponents.clone(),
            byes: sum.byes,
            missed: sum.missed,
            dropped: player.has_dropped_out(u32::try_from(played + 1).unwrap_or(u32::MAX)),
        })
    }
}

/// The order of two values: fewer losses first, more first for everything else.
fn better_first(tie_break: TieBreak, a: Value, b: Value) -> Ordering {
    let more_first = match (a, b) {
        (Value::Count(a), Value::Count(b)) => b.cmp(&a),
        (Value::Losses(a), Value::Losses(b)) => b.cmp(&a),
        _ => Ordering::Equal,
    };
    if tie_break == TieBreak::Lost { more_first.reverse() } else { more_first }
}
