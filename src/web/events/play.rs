//! An event in play: its players by the numbers that rounds use, and its rounds.

use std::collections::{BTreeMap, BTreeSet};

use musterfield_events::pairing::{KeepApart, PairingError, Settings};
use musterfield_events::plan::{System, Visibility};
use musterfield_events::standings::{Game, HistoryError, Player, PlayerNumber, Round, Row, standings};

use super::access::EventAccess;
use crate::store::{Entrant, EntrantId, EntryState, Holder, Role, StoredRound};
use crate::web::error::WebError;
use crate::web::state::AppState;

/// A round with its data in the store.
#[derive(Clone, Debug)]
pub(super) struct KeptRound {
    /// The number of the round, from 1.
    pub number: u32,
    /// Games and byes.
    pub round: Round,
    /// Whether everybody may see it.
    pub published: bool,
    /// The version to change.
    pub version: i64,
}

impl KeptRound {
    pub(super) fn new(stored: StoredRound) -> Result<Self, WebError> {
        Ok(Self {
            number: u32::try_from(stored.number).map_err(WebError::internal)?,
            round: serde_json::from_str(&stored.document).map_err(WebError::internal)?,
            published: stored.published,
            version: stored.version,
        })
    }

    /// The number and version for the store.
    pub(super) fn base(&self) -> (i64, i64) {
        (self.number.into(), self.version)
    }

    /// The number of games without a result.
    pub(super) fn open_games(&self) -> usize {
        self.round.games.iter().filter(|game| game.result.is_none()).count()
    }
}

/// A round in its stored form.
pub(super) fn to_json(round: &Round) -> String {
    // Nothing in it can fail to be written.
    serde_json::to_string(round).unwrap_or_default()
}

/// The number that rounds use for a player.
pub(super) fn number_of(id: EntrantId) -> Result<PlayerNumber, WebError> {
    u32::try_from(id.number()).map(PlayerNumber).map_err(WebError::internal)
}

/// The number of a round in an address.
pub(super) fn round_number(text: &str) -> Result<u32, WebError> {
    text.parse().ok().filter(|number| *number > 0).ok_or(WebError::NotFound)
}

/// The number of attempts at a change, if others change the round at the same moment.
pub(super) const TRIES: usize = 8;

/// Players and rounds of an event.
#[derive(Debug)]
pub(super) struct Play {
    /// All approved players of the event.
    entrants: BTreeMap<PlayerNumber, Entrant>,
    /// The visitor's own players who await approval: nobody else sees them.
    pub own_pending: Vec<Entrant>,
    /// All rounds, including those not published yet.
    pub rounds: Vec<KeptRound>,
}

impl Play {
    /// Loads the players and rounds of an event, and notes which belong to the visitor.
    pub(super) async fn load(open: &EventAccess, state: &AppState, asks: Option<&Holder>) -> Result<Self, WebError> {
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

    /// All players, in the order of entering.
    pub(super) fn entrants(&self) -> impl Iterator<Item = (PlayerNumber, &Entrant)> {
        self.entrants.iter().map(|(number, entrant)| (*number, entrant))
    }

    /// The name of a player.
    pub(super) fn name(&self, player: PlayerNumber) -> String {
        self.entrant(player).map_or_else(|| format!("player {player}"), |entrant| entrant.name.clone())
    }

    /// The player with this name; capitals and surrounding spaces do not matter.
    pub(super) fn named(&self, name: &str) -> Option<PlayerNumber> {
        let plain = |name: &str| name.trim().to_lowercase();
        let wanted = plain(name);
        self.entrants.iter().find(|(_, entrant)| plain(&entrant.name) == wanted).map(|(number, _)| *number)
    }

    /// Everybody who could be in a round: players who have a place and an army, and have not withdrawn.
    pub(super) fn ready(&self) -> impl Iterator<Item = (PlayerNumber, &Entrant)> {
        let ready = |entrant: &Entrant| entrant.state.entry.is_in() && !entrant.state.waiting;
        self.entrants.iter().filter(move |(_, entrant)| ready(entrant)).map(|(number, entrant)| (*number, entrant))
    }

    /// The round with this number, if the visitor may see it.
    pub(super) fn round(&self, number: u32, open: &EventAccess) -> Option<&KeptRound> {
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

    /// The players of these rounds as the pairing needs them, with those who will be in the next round although they
    /// have been in none yet.
    ///
    /// A player who has withdrawn dropped out after the last round that names them.
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

    /// The standings after this many published rounds.
    pub(super) fn standings(&self, open: &EventAccess, after: usize) -> Result<Vec<Row>, WebError> {
        let kept = self.published();
        let kept = kept.get(..after).unwrap_or(kept);
        let rounds: Vec<Round> = kept.iter().map(|kept| kept.round.clone()).collect();
        standings(&self.players(kept, &BTreeSet::new()), &rounds, open.plan.scheme()).map_err(unsound)
    }

    /// The opponents of these players in rounds that everybody may see.
    fn opponents_of(&self, own: &BTreeSet<PlayerNumber>) -> BTreeSet<PlayerNumber> {
        let games = self.published().iter().flat_map(|kept| &kept.round.games);
        let met = games.filter_map(|Game { sides: [a, b], .. }| match (own.contains(a), own.contains(b)) {
            (true, _) => Some(*b),
            (_, true) => Some(*a),
            _ => None,
        });
        met.collect()
    }

    /// The visitor's own games in the current round.
    pub(super) fn own_games(&self) -> impl Iterator<Item = &Game> {
        let now = self.published().last();
        let games = now.into_iter().flat_map(|kept| &kept.round.games);
        games.filter(|game| game.sides.iter().filter_map(|side| self.entrant(*side)).any(|entrant| entrant.is_own))
    }

    /// The visitor's own players who have a bye in the current round.
    pub(super) fn own_byes(&self) -> impl Iterator<Item = PlayerNumber> {
        let byes = self.published().last().into_iter().flat_map(|kept| kept.round.byes.iter().copied());
        byes.filter(|player| self.entrant(*player).is_some_and(|entrant| entrant.is_own))
    }

    /// The opponents of the visitor's players.
    pub(super) fn opponents(&self) -> BTreeSet<PlayerNumber> {
        self.opponents_of(&self.own())
    }

    /// The visitor's own players.
    pub(super) fn own(&self) -> BTreeSet<PlayerNumber> {
        self.entrants.iter().filter(|(_, entrant)| entrant.is_own).map(|(number, _)| *number).collect()
    }
}

/// A fault of the program: rounds are checked before they are stored.
pub(super) fn unsound(error: HistoryError) -> WebError {
    WebError::internal(error)
}

/// The settings for pairing an event with this seed for drawing lots.
pub(super) fn settings(open: &EventAccess, lot: u64) -> Settings {
    Settings { seed: lot, clubs: open.plan.document().clubs, teams: KeepApart::Never }
}

/// The opponents of the visitor's players, where that lets the visitor see armies.
pub(super) async fn opponents(
    open: &EventAccess,
    state: &AppState,
    asks: Option<&Holder>,
) -> Result<BTreeSet<PlayerNumber>, WebError> {
    if open.plan.document().visibility != Visibility::Opponents || asks.is_none() {
        return Ok(BTreeSet::new());
    }
    Ok(Play::load(open, state, asks).await?.opponents())
}

/// The reason why no round can be drawn up now.
pub(super) fn barred(open: &EventAccess, play: &Play) -> Option<String> {
    let everyone = open.plan.document().system == System::Everyone;
    if play.rounds.len() > play.published().len() {
        Some("A round is paired but not published yet. Publish it, edit its pairings, or delete it.".to_owned())
    } else if everyone && !play.rounds.is_empty() {
        Some(
            "Everyone plays everyone, and all rounds are already paired. To pair them again, delete the first round."
                .to_owned(),
        )
    } else if play.ready().count() < 2 {
        Some("There is nobody to pair yet: at least two players need a place and an entered army.".to_owned())
    } else {
        None
    }
}

/// The reason why a round could not be drawn up, with names.
pub(super) fn pairing_error_text(error: &PairingError, play: &Play) -> String {
    musterfield_words::events::pairing::message(error, |player| play.name(player))
}
