//! An event as it is played: its players by the numbers that rounds have, and its rounds.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Open;
use crate::events::pairing::{Apart, Settings};
use crate::events::plan::Visibility;
use crate::events::standings::{Game, HistoryError, Player, PlayerNumber, Round, Row, standings};
use crate::store::{Entrant, EntrantId, EntryState, Holder, Role, StoredRound};
use crate::web::error::WebError;
use crate::web::state::State;

/// A round with what the store knows of it.
#[derive(Clone, Debug)]
pub(super) struct KeptRound {
    /// From 1.
    pub number: u32,
    /// Games and byes.
    pub round: Round,
    /// Whether everybody may see it.
    pub published: bool,
    /// The version to change.
    pub version: i64,
}

impl KeptRound {
    fn new(stored: StoredRound) -> Result<Self, WebError> {
        Ok(Self {
            number: u32::try_from(stored.number).map_err(WebError::internal)?,
            round: serde_json::from_str(&stored.document).map_err(WebError::internal)?,
            published: stored.published,
            version: stored.version,
        })
    }

    /// Number and version, as the store wants them.
    pub(super) fn base(&self) -> (i64, i64) {
        (self.number.into(), self.version)
    }

    /// Games whose result is not known.
    pub(super) fn open_games(&self) -> usize {
        self.round.games.iter().filter(|game| game.result.is_none()).count()
    }
}

/// A round as the store keeps it.
pub(super) fn to_json(round: &Round) -> String {
    // There is nothing in it that could not be written.
    serde_json::to_string(round).unwrap_or_default()
}

/// The number by which rounds know a player.
pub(super) fn number_of(id: EntrantId) -> Result<PlayerNumber, WebError> {
    u32::try_from(id.number()).map(PlayerNumber).map_err(WebError::internal)
}

/// Players and rounds of an event.
#[derive(Debug)]
pub(super) struct Play {
    /// Everybody whom the event has let in.
    entrants: BTreeMap<PlayerNumber, Entrant>,
    /// The players of whoever asks whom the staff has yet to let in: nobody else hears of them.
    pub own_pending: Vec<Entrant>,
    /// All rounds, also those that are not published yet.
    pub rounds: Vec<KeptRound>,
}

impl Play {
    /// The players and rounds of an event, with what belongs to whoever asks.
    pub(super) async fn load(open: &Open, state: &State, asks: Option<&Holder>) -> Result<Self, WebError> {
        let rounds = state.store.rounds(open.event.id).await?;
        let entrants = state.store.entrants(open.event.id, asks).await?;
        let (pending, entrants): (Vec<_>, Vec<_>) = entrants.into_iter().partition(|entrant| entrant.state.pending);
        Ok(Self {
            own_pending: pending.into_iter().filter(|entrant| entrant.is_own).collect(),
            rounds: rounds.into_iter().map(KeptRound::new).collect::<Result<_, _>>()?,
            entrants: entrants
                .into_iter()
                .map(|entrant| Ok((number_of(entrant.id)?, entrant)))
                .collect::<Result<_, WebError>>()?,
        })
    }

    /// The player with this number.
    pub(super) fn entrant(&self, player: PlayerNumber) -> Option<&Entrant> {
        self.entrants.get(&player)
    }

    /// Everybody, in the order in which they came.
    pub(super) fn entrants(&self) -> impl Iterator<Item = (PlayerNumber, &Entrant)> {
        self.entrants.iter().map(|(number, entrant)| (*number, entrant))
    }

    /// The name of a player.
    pub(super) fn name(&self, player: PlayerNumber) -> String {
        self.entrant(player).map_or_else(|| format!("player {player}"), |entrant| entrant.name.clone())
    }

    /// The player of this name; capitals and spaces around it do not matter.
    pub(super) fn named(&self, name: &str) -> Option<PlayerNumber> {
        let plain = |name: &str| name.trim().to_lowercase();
        let wanted = plain(name);
        self.entrants.iter().find(|(_, entrant)| plain(&entrant.name) == wanted).map(|(number, _)| *number)
    }

    /// Everybody who could be in a round: who has a place and an army, and is not withdrawn.
    pub(super) fn ready(&self) -> impl Iterator<Item = (PlayerNumber, &Entrant)> {
        let ready = |entrant: &Entrant| entrant.state.entry.is_in() && !entrant.state.waiting;
        self.entrants.iter().filter(move |(_, entrant)| ready(entrant)).map(|(number, entrant)| (*number, entrant))
    }

    /// The round with this number, if whoever asks may see it.
    pub(super) fn round(&self, number: u32, open: &Open) -> Option<&KeptRound> {
        let seen = |round: &&KeptRound| self.is_public(round) || open.may(Role::Helper);
        self.rounds.iter().find(|round| round.number == number).filter(seen)
    }

    fn is_public(&self, round: &KeptRound) -> bool {
        usize::try_from(round.number).is_ok_and(|number| number <= self.published().len())
    }

    /// The rounds that everybody may see.
    pub(super) fn published(&self) -> &[KeptRound] {
        let count = self.rounds.iter().take_while(|round| round.published).count();
        self.rounds.get(..count).unwrap_or_default()
    }

    /// The players of these rounds as pairing knows them, with those who are to be in the next although they were in
    /// none yet.
    ///
    /// Who has withdrawn has dropped out after the last round that names him.
    pub(super) fn players(&self, rounds: &[KeptRound], also: &BTreeSet<PlayerNumber>) -> Vec<Player> {
        let mut last: BTreeMap<PlayerNumber, u32> = BTreeMap::new();
        for kept in &self.rounds {
            last.extend(kept.round.players().map(|player| (player, kept.number)));
        }
        let known: BTreeSet<_> =
            rounds.iter().flat_map(|kept| kept.round.players()).chain(also.iter().copied()).collect();
        let player = |number: PlayerNumber| {
            let entrant = self.entrant(number);
            let gone = entrant.is_none_or(|entrant| entrant.state.entry == EntryState::Withdrawn);
            Player {
                club: entrant.map(|entrant| entrant.club.clone()).filter(|club| !club.is_empty()),
                dropped_after: gone.then(|| last.get(&number).copied().unwrap_or(0)),
                ..Player::new(number)
            }
        };
        known.into_iter().map(player).collect()
    }

    /// The table after the first so many published rounds.
    pub(super) fn standings(&self, open: &Open, after: usize) -> Result<Vec<Row>, WebError> {
        let kept = self.published();
        let kept = kept.get(..after).unwrap_or(kept);
        let rounds: Vec<Round> = kept.iter().map(|kept| kept.round.clone()).collect();
        standings(&self.players(kept, &BTreeSet::new()), &rounds, open.plan.scheme()).map_err(told)
    }

    /// Whom these players meet in rounds that everybody may see.
    fn opponents_of(&self, own: &BTreeSet<PlayerNumber>) -> BTreeSet<PlayerNumber> {
        let games = self.published().iter().flat_map(|kept| &kept.round.games);
        let met = games.filter_map(|Game { sides: [a, b], .. }| match (own.contains(a), own.contains(b)) {
            (true, _) => Some(*b),
            (_, true) => Some(*a),
            _ => None,
        });
        met.collect()
    }

    /// The games of whoever asks in the round that is played now.
    pub(super) fn own_games(&self) -> impl Iterator<Item = &Game> {
        let now = self.published().last();
        let games = now.into_iter().flat_map(|kept| &kept.round.games);
        games.filter(|game| game.sides.iter().filter_map(|side| self.entrant(*side)).any(|entrant| entrant.is_own))
    }

    /// The players of whoever asks who have a bye in the round that is played now.
    pub(super) fn own_byes(&self) -> impl Iterator<Item = PlayerNumber> {
        let byes = self.published().last().into_iter().flat_map(|kept| kept.round.byes.iter().copied());
        byes.filter(|player| self.entrant(*player).is_some_and(|entrant| entrant.is_own))
    }

    /// Whom whoever asks has to play against.
    pub(super) fn opponents(&self) -> BTreeSet<PlayerNumber> {
        self.opponents_of(&self.own())
    }

    /// The players of whoever asks.
    pub(super) fn own(&self) -> BTreeSet<PlayerNumber> {
        self.entrants.iter().filter(|(_, entrant)| entrant.is_own).map(|(number, _)| *number).collect()
    }
}

/// A mistake of ours: rounds are looked at before they are kept.
pub(super) fn told(error: HistoryError) -> WebError {
    WebError::internal(error)
}

/// How an event is paired with this lot.
pub(super) fn settings(open: &Open, lot: u64) -> Settings {
    Settings { seed: lot, clubs: open.plan.document().clubs, teams: Apart::Never }
}

/// Whom whoever asks has to play against, where that opens armies.
pub(super) async fn opponents(
    open: &Open,
    state: &State,
    asks: Option<&Holder>,
) -> Result<BTreeSet<PlayerNumber>, WebError> {
    if open.plan.document().visibility != Visibility::Opponents || asks.is_none() {
        return Ok(BTreeSet::new());
    }
    Ok(Play::load(open, state, asks).await?.opponents())
}
