//! Many battles of two armies, one after the other from one seed: how often either wins, how long it takes, which rules are
//! used.

use std::borrow::Cow;

use musterfield_army::Draft;
use musterfield_dice::Dice;
use musterfield_rules::TerrainRules;
use musterfield_rules::terrain::HomeTerrainRules;
use musterfield_terrain::LegalLayout;
use musterfield_terrain::generate::{GenerateError, Settings};
use musterfield_terrain::layout::{Board, Layout};
use musterfield_terrain::setup::roll_for_defender;

use super::admission::{Admitted, ArmySizes};
use super::element::Player;
use super::game::{Outcome, Stuck, Table, Unrecorded, of_seed};
use super::player::Worth;
use super::record::{Head, Recorder};
use super::report::Report;
use super::setup::{Meeting, MeetingError};
use super::state::{Battle, Options};

/// Where battles are fought.
#[derive(Clone, Debug)]
pub enum Place {
    /// Always on this table.
    Layout(Box<Admitted<Layout>>),
    /// On one laid out anew for each battle, of this home terrain or that of who defends.
    Home(&'static TerrainRules, Option<&'static HomeTerrainRules>, Board),
}

/// What all battles of a series have in common.
#[derive(Clone, Debug)]
pub struct Series {
    /// Both armies. They may be of different sizes.
    pub armies: [Admitted<Draft>; 2],
    /// Where they fight.
    pub place: Place,
    /// Readings that the players chose.
    pub options: Options,
    /// From which every battle's dice follow.
    pub seed: u64,
}

/// The stream of a seed for the dice that say who defends.
const DEFENDER: u64 = 3;

/// Why a battle of a series could not be fought.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The armies and the table do not go together.
    #[error(transparent)]
    Meeting(#[from] MeetingError),
    /// No table can be laid out.
    #[error(transparent)]
    Layout(#[from] GenerateError),
    /// An army names no home terrain, and none was given.
    #[error("army {0} has no home terrain to defend; name one for the series")]
    NoHome(Player),
    /// A computer player was at a loss.
    #[error(transparent)]
    Stuck(Box<Stuck>),
}

impl Series {
    /// The seed of one battle.
    #[must_use]
    pub fn seed_of(&self, number: u64) -> u64 {
        // Streams of a seed have nothing to do with each other.
        let mut dice = Dice::new(self.seed, number.wrapping_add(1) << 8);
        u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX))
    }

    /// What is agreed for one battle: who defends is rolled for (D3H2-DEPL-01), and the table laid out.
    ///
    /// # Errors
    /// When there can be no such battle.
    pub fn head(&self, number: u64) -> Result<Head, SeriesError> {
        let (seed, defender, layout) = self.agreed(number)?;
        let [a, b] = &self.armies;
        Ok(Head::of(&self.meeting([a, b], defender, &layout), Some(seed)))
    }

    /// One battle before the choice of edges, and its seed.
    fn meet(&self, number: u64) -> Result<(Battle, u64), SeriesError> {
        let (seed, defender, layout) = self.agreed(number)?;
        let [a, b] = &self.armies;
        Ok((Battle::new(&self.meeting([a, b], defender, &layout))?, seed))
    }

    fn meeting<'a>(
        &self,
        armies: [&'a Admitted<Draft>; 2],
        defender: Player,
        layout: &'a Admitted<Layout>,
    ) -> Meeting<'a> {
        Meeting { armies, sizes: ArmySizes::MayDiffer, defender, layout, scale: None, options: self.options }
    }

    fn agreed(&self, number: u64) -> Result<(u64, Player, Cow<'_, Admitted<Layout>>), SeriesError> {
        let seed = self.seed_of(number);
        let [a, b] = &self.armies;
        let roll = roll_for_defender([a.aggression, b.aggression], &mut Dice::new(seed, DEFENDER));
        let defender = if roll.defender == 0 { Player::A } else { Player::B };
        let layout = match &self.place {
            Place::Layout(layout) => Cow::Borrowed(&**layout),
            Place::Home(rules, home, board) => {
                let named = defender.of(&self.armies).home_terrain.as_deref().and_then(|name| rules.home_terrain(name));
                let home = home.or(named).ok_or(SeriesError::NoHome(defender))?;
                Cow::Owned(LegalLayout::generated(&Settings::new(rules, home, *board, seed))?.into())
            }
        };
        Ok((seed, defender, layout))
    }

    /// Fights one battle. `see` is shown what came of every order.
    ///
    /// # Errors
    /// When there can be no such battle.
    pub fn fight(&self, number: u64, worth: &Worth, see: &mut dyn FnMut(&Report)) -> Result<Outcome, SeriesError> {
        let (battle, seed) = self.meet(number)?;
        self.fight_on(number, &mut Unrecorded::new(battle, seed), worth, see)
    }

    /// The beginning of the same battle, with its record.
    ///
    /// # Errors
    /// When there can be no such battle.
    pub fn recorder(&self, number: u64) -> Result<Recorder, SeriesError> {
        Ok(Recorder::new(self.head(number)?)?)
    }

    /// Fights it out on a table, so that the record of one that a computer player was stuck in is there to be looked at.
    ///
    /// # Errors
    /// When a computer player was at a loss.
    pub fn fight_on(
        &self,
        number: u64,
        table: &mut dyn Table,
        worth: &Worth,
        see: &mut dyn FnMut(&Report),
    ) -> Result<Outcome, SeriesError> {
        of_seed(table, worth, self.seed_of(number), see).map_err(|stuck| SeriesError::Stuck(Box::new(stuck)))
    }

    /// How well the types of both armies fight each other.
    ///
    /// # Errors
    /// When there can be no battle of them.
    pub fn worth(&self) -> Result<Worth, SeriesError> {
        self.meet(0).map(|(battle, _)| Worth::new(&battle))
    }
}
