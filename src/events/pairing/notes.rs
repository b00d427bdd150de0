//! What an organiser should know of a round, however it came about.

use super::{Apart, Note, Settings};
use crate::events::standings::{Game, History, HistoryError, Player, PlayerNumber, Round, Turn};

/// What could not be avoided in the last of these rounds, or was so wished by hand: rematches, players of one club or
/// team, byes of those who had one, and tables at which somebody should not sit.
///
/// # Errors
/// Players and rounds that do not fit together.
pub fn notes(players: &[Player], rounds: &[Round], settings: &Settings) -> Result<Vec<Note>, HistoryError> {
    let Some((last, before)) = rounds.split_last() else { return Ok(Vec::new()) };
    // Those of the last round have to be known too.
    History::new(players, rounds)?;
    Ok(notes_of(&History::new(players, before)?, last, kept_apart(settings, before.is_empty())))
}

/// Who is kept apart in this round.
#[derive(Clone, Copy)]
pub(super) struct KeptApart {
    pub(super) clubs: bool,
    pub(super) teams: bool,
}

/// Who is kept apart in the first round, or in a later one.
pub(super) fn kept_apart(settings: &Settings, is_first: bool) -> KeptApart {
    let kept = |apart| apart == Apart::Always || (apart == Apart::RoundOne && is_first);
    KeptApart { clubs: kept(settings.clubs), teams: kept(settings.teams) }
}

impl KeptApart {
    /// Whether these two are.
    pub(super) fn are(self, a: &Player, b: &Player) -> bool {
        let same = |a: Option<String>, b| a.is_some() && a == b;
        (self.clubs && same(plain(&a.club), plain(&b.club))) || (self.teams && same(plain(&a.team), plain(&b.team)))
    }
}

/// What is compared of the name of a club or team: capitals and spaces around it do not matter, an empty one is none.
pub(super) fn plain(name: &Option<String>) -> Option<String> {
    name.as_ref().map(|name| name.trim().to_lowercase()).filter(|name| !name.is_empty())
}

/// The notes of a round after all of this history. Games come first, each with what is to be said of it.
pub(super) fn notes_of(before: &History<'_>, round: &Round, apart: KeptApart) -> Vec<Note> {
    let of_games = round.games.iter().flat_map(|game| of_game(before, game, apart));
    let of_byes = round.byes.iter().filter_map(|player| {
        let turns = before.turns.get(before.position(*player)?)?;
        let byes = count(turns.iter().filter(|turn| matches!(turn, Turn::Bye)));
        (byes > 0).then_some(Note::AnotherBye { player: *player, before: byes })
    });
    of_games.chain(of_byes).collect()
}

fn of_game(before: &History<'_>, game: &Game, apart: KeptApart) -> impl Iterator<Item = Note> {
    let find = |number: PlayerNumber| before.position(number).and_then(|at| before.players.get(at)).copied();
    let [a, b] = game.sides.map(find);
    let times = meetings(before, game.sides);
    let rematch = (times > 0).then_some(Note::Rematch { sides: game.sides, before: times });
    let mates = a.zip(b).is_some_and(|(a, b)| apart.are(a, b)).then_some(Note::Mates { sides: game.sides });
    let table = game.table;
    let elsewhere = [a, b].map(|player| {
        let player = player?;
        let wished = player.table.filter(|wished| *wished != table)?;
        Some(Note::AtOtherTable { player: player.number, wished })
    });
    [rematch, mates].into_iter().chain(elsewhere).flatten()
}

/// How often two were paired.
fn meetings(before: &History<'_>, [a, b]: [PlayerNumber; 2]) -> u32 {
    let (Some(a), Some(b)) = (before.position(a), before.position(b)) else { return 0 };
    let turns = before.turns.get(a).into_iter().flatten();
    count(turns.filter(|turn| matches!(turn, Turn::Game { opponent, .. } if *opponent == b)))
}

fn count<T>(of: impl Iterator<Item = T>) -> u32 {
    u32::try_from(of.count()).unwrap_or(u32::MAX)
}
