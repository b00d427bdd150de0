//! Many battles between two armies from one seed: how often each side wins, how long battles last, and which rules are
//! used.

use std::borrow::Cow;

use musterfield_army::{Catalogue, Draft};
use musterfield_dice::Dice;
use musterfield_rules::TerrainRules;
use musterfield_rules::battle::BattleRules;
use musterfield_rules::terrain::HomeTerrainRules;
use musterfield_terrain::LegalLayout;
use musterfield_terrain::generate::{GenerateError, Settings, request};
use musterfield_terrain::layout::{Board, Layout};
use musterfield_terrain::setup::roll_for_defender;

use super::admission::{Admitted, ArmySizes};
use super::element::Player;
use super::game::{Outcome, Reader, Stuck, Table, Unrecorded, of_seed};
use super::player::Worth;
use super::record::{Head, Recorder};
use super::setup::{Meeting, MeetingError, common_ruleset, wide_board};
use super::state::{Battle, Options};

/// The battlefields of a series.
#[derive(Clone, Debug)]
pub enum Place {
    /// Always on this table.
    Layout(Box<Admitted<Layout>>),
    /// A new table for each battle, laid out for this home terrain or, if `None`, the defender's.
    Home(&'static TerrainRules, Option<&'static HomeTerrainRules>, Board),
}

/// The usual table for an army: its ruleset's usual one, or the first that is wider than deep if the army is divided into
/// commands (DBA3-BB-12).
#[must_use]
pub fn usual_board(army: &Draft) -> Option<Board> {
    let terrain = army.ruleset.terrain.as_deref()?;
    if army.ruleset.commands(army.points).is_none() {
        return request::usual_board(terrain);
    }
    wide_board(terrain)
}

/// The settings shared by all battles of a series.
#[derive(Clone, Debug)]
pub struct Series {
    /// Both armies, which may be of different sizes.
    pub armies: [Admitted<Draft>; 2],
    /// The army lists, which say as what Mounted elements may dismount.
    pub catalogue: &'static Catalogue,
    /// The battlefields.
    pub place: Place,
    /// Optional readings of the rules that the players chose.
    pub options: Options,
    /// The seed from which the dice of every battle follow.
    pub seed: u64,
}

/// The stream of a seed for the dice that decide who defends.
const DEFENDER: u64 = 3;

/// The reason a battle of a series could not be fought.
#[derive(Debug)]
pub enum SeriesError {
    /// The armies and the table do not go together.
    Meeting(MeetingError),
    /// No table can be laid out.
    Layout(GenerateError),
    /// An army has no home terrain, and none was given.
    NoHome(Player),
    /// A computer player found no order that may be carried out.
    Stuck(Box<Stuck>, &'static BattleRules),
}

impl From<MeetingError> for SeriesError {
    fn from(error: MeetingError) -> Self {
        Self::Meeting(error)
    }
}

impl From<GenerateError> for SeriesError {
    fn from(error: GenerateError) -> Self {
        Self::Layout(error)
    }
}

impl Series {
    /// The seed of a battle of the series, by its number.
    #[must_use]
    pub fn seed_of(&self, number: u64) -> u64 {
        // Different streams of a seed are independent of each other.
        let mut dice = Dice::new(self.seed, number.wrapping_add(1) << 8);
        u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX))
    }

    /// The terms of a battle, by its number: the defender is rolled for (D3H2-DEPL-01) and the table laid out.
    ///
    /// # Errors
    /// When no such battle is possible.
    pub fn head(&self, number: u64) -> Result<Head, SeriesError> {
        let (seed, defender, layout) = self.agreed(number)?;
        let [a, b] = &self.armies;
        Ok(Head::of(&self.meeting([a, b], defender, &layout), Some(seed)))
    }

    /// A battle before the choice of edges, and its seed.
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
        Meeting {
            armies,
            catalogue: self.catalogue,
            sizes: ArmySizes::MayDiffer,
            defender,
            layout,
            scale: None,
            options: self.options,
        }
    }

    fn agreed(&self, number: u64) -> Result<(u64, Player, Cow<'_, Admitted<Layout>>), SeriesError> {
        let seed = self.seed_of(number);
        let [a, b] = &self.armies;
        // Several rulesets have home terrains of the same name, so this comes before the battlefield is made.
        common_ruleset([a, b])?;
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

    /// Fights one battle, passing the report of every order to `see`, if there is a reader.
    ///
    /// # Errors
    /// When no such battle is possible.
    pub fn fight(&self, number: u64, worth: &Worth, see: Option<Reader<'_>>) -> Result<Outcome, SeriesError> {
        let (battle, seed) = self.meet(number)?;
        self.fight_on(number, &mut Unrecorded::new(battle, seed), worth, see)
    }

    /// A recorder at the beginning of the same battle.
    ///
    /// # Errors
    /// When no such battle is possible.
    pub fn recorder(&self, number: u64) -> Result<Recorder, SeriesError> {
        Ok(Recorder::new(self.head(number)?)?)
    }

    /// Fights a battle out on a table of the caller's, so that the record remains available if a computer player gets
    /// stuck.
    ///
    /// # Errors
    /// When a computer player finds no order that may be carried out.
    pub fn fight_on(
        &self,
        number: u64,
        table: &mut dyn Table,
        worth: &Worth,
        see: Option<Reader<'_>>,
    ) -> Result<Outcome, SeriesError> {
        let rules = table.battle().rules();
        let fought = of_seed(table, worth, self.seed_of(number), see);
        fought.map_err(|stuck| SeriesError::Stuck(stuck, rules))
    }

    /// The value of every matchup between both armies.
    ///
    /// # Errors
    /// When no battle between them is possible.
    pub fn worth(&self) -> Result<Worth, SeriesError> {
        self.meet(0).map(|(battle, _)| Worth::new(&battle))
    }
}
