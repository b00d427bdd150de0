//! Rounds of mirrored pairs between all players of a pool.

use std::sync::Arc;

use musterfield_army::{Catalogue, Draft};
use musterfield_battle::admission::Admitted;
use musterfield_battle::game::{Outcome, Stuck, Table, Unrecorded, play};
use musterfield_battle::player::{Captain, Plain};
use musterfield_battle::record::Recorder;
use musterfield_battle::series::{Place, Series, SeriesError, usual_board};
use musterfield_battle::state::Options;
use musterfield_battle::{Battle, Player};
use musterfield_dice::Dice;
use musterfield_rules::TerrainRules;

use super::captain::Thinker;
use super::contender::Contender;
use super::lore::Lore;
use super::program::{Log, Program, Programmed, Told};
use super::weights::Policies;

/// A pool of players, and what they fight with and on.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The players, each once.
    pub contenders: Vec<Contender>,
    /// The armies, of one ruleset; each round takes two of them.
    pub armies: Vec<Admitted<Draft>>,
    /// The army lists, which say as what Mounted elements may dismount.
    pub catalogue: &'static Catalogue,
    /// The rules by which tables are laid out; each round takes one of their home terrains.
    pub terrain: &'static TerrainRules,
    /// The policies of the players.
    pub policies: &'static Policies,
    /// Other programs that take part, as [`Contender::Program`] counts them.
    pub programs: Vec<Arc<dyn Program>>,
    /// The seed from which rounds, dice and decisions follow.
    pub seed: u64,
}

/// A battle of a ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The number of its round, from 0.
    pub round: u64,
    /// The players of sides a and b.
    pub players: [Contender; 2],
    /// The armies of sides a and b, by their place in [`Ladder::armies`].
    pub armies: [usize; 2],
    /// The id of the home terrain of the table.
    pub home: &'static str,
    /// The side that defends.
    pub defender: Player,
    /// Its result.
    pub outcome: Outcome,
}

impl Game {
    /// The points of a side: 2 for a win, 1 if the battle ended without a winner.
    #[must_use]
    pub fn points(&self, side: Player) -> u8 {
        match self.outcome.winner {
            Some(winner) if winner == side => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// The reason why a round cannot be fought.
#[derive(Debug)]
pub enum LadderError {
    /// There are fewer than two armies.
    TooFewArmies,
    /// The armies have no table.
    NoTable,
    /// A contender is a program that the ladder does not have.
    NoProgram(Contender),
    /// A battle of the round is impossible, or a player found no order in it.
    Series(SeriesError),
}

impl From<SeriesError> for LadderError {
    fn from(error: SeriesError) -> Self {
        Self::Series(error)
    }
}

/// The armies and the table of a round.
struct Round {
    number: u64,
    armies: [usize; 2],
    home: &'static str,
    series: Series,
}

/// The stream of the seed for the armies and tables of rounds.
const ROUNDS: u64 = 11;

impl Ladder {
    /// Fights the battles of a round: every two players meet in a mirrored pair. The same number gives the same battles,
    /// whatever was fought before.
    ///
    /// # Errors
    /// When the battles of the round are impossible, or a player found no order, which is a bug.
    pub fn round(&self, number: u64) -> Result<Vec<Game>, LadderError> {
        let round = self.prepared(number)?;
        let start = round.series.recorder(0)?.battle().clone();
        let lore = Lore::new(&start);
        let all = self.contenders.iter().enumerate();
        let pairs = all.flat_map(|(at, one)| self.contenders.iter().skip(at + 1).map(move |other| [*one, *other]));
        let games = pairs.flat_map(|[one, other]| [[one, other], [other, one]]);
        games.map(|players| self.game(&round, &start, &lore, players)).collect()
    }

    /// The record of a battle, fought once more.
    ///
    /// # Errors
    /// As [`Self::round`].
    pub fn record(&self, game: &Game) -> Result<Recorder, LadderError> {
        let round = self.prepared(game.round)?;
        let lore = Lore::new(&self.start(game.round)?.0);
        if self.has_program(game.players) {
            let mut table = Told::new(round.series.recorder(0)?);
            let log = table.log();
            self.fight(&round, &mut table, Some(&log), &lore, game.players)?;
            return Ok(table.into_record());
        }
        let mut recorder = round.series.recorder(0)?;
        self.fight(&round, &mut recorder, None, &lore, game.players)?;
        Ok(recorder)
    }

    fn has_program(&self, players: [Contender; 2]) -> bool {
        players.iter().any(|player| self.program(*player).is_some())
    }

    fn program(&self, player: Contender) -> Option<&Arc<dyn Program>> {
        match player {
            Contender::Program(number) => self.programs.get(usize::from(number)),
            _ => None,
        }
    }

    fn prepared(&self, number: u64) -> Result<Round, LadderError> {
        let mut dice = Dice::new(self.seed, number.wrapping_mul(16).wrapping_add(ROUNDS));
        let mut places: Vec<usize> = (0..self.armies.len()).collect();
        let mut draw = || {
            let place = dice.pick(&places).copied()?;
            places.retain(|other| *other != place);
            Some(place)
        };
        let drawn = draw().zip(draw());
        let (a, b) = drawn.ok_or(LadderError::TooFewArmies)?;
        let home = dice.pick(&self.terrain.homes).ok_or(LadderError::NoTable)?;
        let army = |place: usize| self.armies.get(place).cloned().ok_or(LadderError::TooFewArmies);
        let armies = [army(a)?, army(b)?];
        let board = armies.first().and_then(|army| usual_board(army)).ok_or(LadderError::NoTable)?;
        let series = Series {
            armies,
            catalogue: self.catalogue,
            place: Place::Home(self.terrain, Some(home), board),
            options: Options::default(),
            seed: u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX)),
        };
        Ok(Round { number, armies: [a, b], home: &home.id, series })
    }

    /// The battle of a round before its first order, and its seed.
    ///
    /// # Errors
    /// When the battles of the round are impossible.
    pub fn start(&self, number: u64) -> Result<(Battle, u64), LadderError> {
        let round = self.prepared(number)?;
        Ok((round.series.recorder(0)?.battle().clone(), round.series.seed_of(0)))
    }

    /// The armies of a round, by their places in [`Ladder::armies`].
    ///
    /// # Errors
    /// When the battles of the round are impossible.
    pub fn armies_of(&self, number: u64) -> Result<[usize; 2], LadderError> {
        Ok(self.prepared(number)?.armies)
    }

    /// A recorder at the beginning of the battle of a round.
    ///
    /// # Errors
    /// When the battles of the round are impossible.
    pub fn recorder(&self, number: u64) -> Result<Recorder, LadderError> {
        Ok(self.prepared(number)?.series.recorder(0)?)
    }

    fn game(&self, round: &Round, start: &Battle, lore: &Lore, players: [Contender; 2]) -> Result<Game, LadderError> {
        let outcome = if self.has_program(players) {
            let mut table = Told::new(round.series.recorder(0)?);
            let log = table.log();
            self.fight(round, &mut table, Some(&log), lore, players)?
        } else {
            let mut table = Unrecorded::new(start.clone(), round.series.seed_of(0));
            self.fight(round, &mut table, None, lore, players)?
        };
        let defender = start.setting().defender;
        Ok(Game { round: round.number, players, armies: round.armies, home: round.home, defender, outcome })
    }

    fn fight(
        &self,
        round: &Round,
        table: &mut dyn Table,
        log: Option<&Log>,
        lore: &Lore,
        players: [Contender; 2],
    ) -> Result<Outcome, LadderError> {
        let seed = round.series.seed_of(0);
        let captain = |player: Contender, stream: u64| -> Result<Box<dyn Thinker + '_>, LadderError> {
            if let Some((program, log)) = self.program(player).zip(log) {
                return Ok(Box::new(Programmed::new(
                    Arc::clone(program),
                    log.clone(),
                    Plain::new(lore.worth(), seed, stream),
                )));
            }
            player.captain(lore, self.policies, seed, stream).ok_or(LadderError::NoProgram(player))
        };
        let [a, b] = players;
        let (mut a, mut b) = (captain(a, 1)?, captain(b, 2)?);
        fight_out(table, [&mut *a, &mut *b])
    }
}

/// Fights a battle out between two captains.
///
/// # Errors
/// When a captain finds no order, which is a bug.
pub fn fight_out(table: &mut dyn Table, captains: [&mut dyn Captain; 2]) -> Result<Outcome, LadderError> {
    let rules = table.battle().rules();
    let stuck = |stuck: Box<Stuck>| LadderError::Series(SeriesError::Stuck(stuck, rules));
    play(table, captains, None).map_err(stuck)
}
