//! Notes for the organiser about a round, however it was made.

use super::{KeepApart, Note, Settings};
use crate::standings::{Game, History, HistoryError, Player, PlayerNumber, Round, RoundPart};

/// Notes about the last of these rounds on what could not be avoided or was chosen by hand: rematches, players of one
/// club or team, repeated byes, and players at tables other than the ones they need.
///
/// # Errors
/// Players and rounds that do not fit together.
pub fn notes(players: &[Player], rounds: &[Round], settings: &Settings) -> Result<Vec<Note>, HistoryError> {
    let Some((last, before)) = rounds.split_last() else { return Ok(Vec::new()) };
    // The players of the last round have to be known too.
    History::new(players, rounds)?;
    Ok(notes_of(&History::new(players, before)?, last, kept_apart(settings, before.is_empty())))
}

/// The players who are kept apart in this round.
#[derive(Clone, Copy)]
pub(super) struct KeptApart {
    pub(super) clubs: bool,
    pub(super) teams: bool,
}

/// The players who are kept apart in the first round, or in a later one.
pub(super) fn kept_apart(settings: &Settings, is_first: bool) -> KeptApart {
    let kept = |apart| apart == KeepApart::Always || (apart == KeepApart::RoundOne && is_first);
    KeptApart { clubs: kept(settings.clubs), teams: kept(settings.teams) }
}

impl KeptApart {
    /// Whether these two players are kept apart.
    pub(super) fn applies_to(self, a: &Player, b: &Player) -> bool {
        let same = |a: Option<String>, b| a.is_some() && a == b;
        (self.clubs && same(plain(&a.club), plain(&b.club))) || (self.teams && same(plain(&a.team), plain(&b.team)))
    }
}

/// The name of a club or team in the form that is compared: case and surrounding spaces do not matter, and an empty
/// name is none.
pub(super) fn plain(name: &Option<String>) -> Option<String> {
    name.as_ref().map(|name| name.trim().to_lowercase()).filter(|name| !name.is_empty())
}

/// The notes of a round that follows this history. Games come first, each with its own notes.
pub(super) fn notes_of(before: &History<'_>, round: &Round, apart: KeptApart) -> Vec<Note> {
    let of_games = round.games.iter().flat_map(|game| of_game(before, game, apart));
    let of_byes = round.byes.iter().filter_map(|player| {
        let turns = before.turns.get(before.position(*player)?)?;
        let byes = count(turns.iter().filter(|turn| matches!(turn, RoundPart::Bye)));
        (byes > 0).then_some(Note::AnotherBye { player: *player, before: byes })
    });
    of_games.chain(of_byes).collect()
}

fn of_game(before: &History<'_>, game: &Game, apart: KeptApart) -> impl Iterator<Item = Note> {
    let find = |number: PlayerNumber| before.position(number).and_then(|at| before.players.get(at)).copied();
    let [a, b] = game.sides.map(find);
    let times = meetings(before, game.sides);
    let rematch = (times > 0).then_some(Note::Rematch { sides: game.sides, before: times });
    let mates = a.zip(b).is_some_and(|(a, b)| apart.applies_to(a, b)).then_some(Note::Mates { sides: game.sides });
    let table = game.table;
    let elsewhere = [a, b].map(|player| {
        let player = player?;
        let wished = player.table.filter(|wished| *wished != table)?;
        Some(Note::AtOtherTable { player: player.number, wished })
    });
    [rematch, mates].into_iter().chain(elsewhere).flatten()
}

/// The number of times that two players were paired.
fn meetings(before: &History<'_>, [a, b]: [PlayerNumber; 2]) -> u32 {
    let (Some(a), Some(b)) = (before.position(a), before.position(b)) else { return 0 };
    let turns = before.turns.get(a).into_iter().flatten();
    count(turns.filter(|turn| matches!(turn, RoundPart::Game { opponent, .. } if *opponent == b)))
}

fn count<T>(of: impl Iterator<Item = T>) -> u32 {
    u32::try_from(of.count()).unwrap_or(u32::MAX)
}
