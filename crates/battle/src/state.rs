//! The state of a battle: where every element is, who decides next, and what has been lost.

pub(crate) mod element;

pub use super::camp::Camp;
pub use element::{ElementState, Whereabouts};

use std::sync::Arc;

use musterfield_geometry::{Base, Point};
use musterfield_rules::battle::policy::Defeat;
use musterfield_rules::battle::{BattleRules, Distance, List, Price};
use musterfield_rules::combat::{Combat, Held, Readings};
use musterfield_rules::ruleset::{Loss, SizeUnit};
use musterfield_rules::{Points, Ruleset, TerrainRules};
use musterfield_terrain::layout::Edge;

use super::TOUCH;
use super::aftermath::pending::Aftermath;
use super::commands::{CommandStates, Division};
use super::element::{Id, Members, Name, Player};
use super::element_states::{Changing, ElementStates};
use super::field::Field;
use super::field::features::Features;
use super::force::Profile;

/// The largest number of rivers whose state a battle keeps. No legal layout has as many.
pub const MOST_RIVERS: usize = 4;

/// The terms agreed before a battle, which do not change.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// Its tables of combat.
    pub combat: &'static Combat,
    /// The numbers and lists that govern battles.
    pub rules: &'static BattleRules,
    /// Its rules for battlefields.
    pub terrain: &'static TerrainRules,
    /// The ground.
    pub field: Field,
    /// All elements, those of the first side before those of the second.
    pub profiles: Vec<Profile>,
    /// The elements of each side.
    pub armies: [Members; 2],
    /// The commands of both armies, if they are divided.
    pub divisions: Option<Box<[Division; 2]>>,
    /// The player who defends and has the first bound.
    pub defender: Player,
    /// The unit in which losses are counted.
    pub counts_losses: SizeUnit,
    /// The loss, in that unit, at which each side breaks (D3H2-WIN-01).
    pub breaks_at: [Points; 2],
    /// The elements of each side that may land from the sea, if there is water (D3H2-DEPL-18, DBA3-LAND-01).
    pub lands: [Members; 2],
    /// Whether each side's army brings a camp.
    pub brings_camp: [bool; 2],
    /// Whether nobody defends an empty camp, because the tables of combat have no row for it.
    pub has_open_camps: bool,
    /// Optional readings of the rules that the players chose.
    pub options: Options,
}

/// Optional readings of the rules and house rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The readings of the ruleset that the players chose.
    pub readings: Readings,
}

/// The state of a river for the battle (D3H2-MOVE-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum River {
    /// No element has tried it yet.
    Unknown,
    /// It does not hinder movement.
    Paltry,
    /// It slows movement, and its bank gives an advantage in defence.
    Shallow,
    /// Like a shallow river, but groups can cross it only in column.
    Deep,
}

/// The state of one side, apart from its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideState {
    /// Its base edge, chosen before the first bound.
    pub edge: Option<Edge>,
    /// Its camp, once it is placed. A Stronghold may serve instead.
    pub camp: Option<Camp>,
    /// Whether its Stronghold serves as its camp (D3H2-BUA-05).
    pub camp_in_stronghold: bool,
    /// The number of bounds it has begun.
    pub bounds: u16,
    /// Enemies that have entered bad going or a river, or were set up there, since its last bound began. A Lurker may
    /// answer them.
    pub intruders: Members,
    /// The elements that wait to land from the sea when its first bound begins (D3H2-DEPL-18).
    pub reserved: Members,
}

/// The phase of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The invader chooses a base edge.
    Edges,
    /// A player chooses which commands get the highest dice (DBA3-BB-27).
    Allotting,
    /// A camp is placed.
    Camp,
    /// A side deploys.
    Deployment,
    /// A side lands from the sea, before the PIPs of its first bound are rolled (D3H2-DEPL-18).
    Landing,
    /// Elements of demoralised commands are held in place; then all others of them flee (DBA3-BB-39, 40).
    Holding,
    /// Summoning, freeing and replacing, until the first move (D3H2-SEQ-03, 07).
    Summoning,
    /// Tactical moves (D3H2-SEQ-04).
    Moving,
    /// Movers that cannot conform have come into contact with this element, and its owner chooses whether it conforms
    /// (DBA3-CONT-25).
    Conforming(Id),
    /// Bespelling, where all spells come before the first shot (HOTT25-SEQ-02).
    Bespelling,
    /// Shooting; also bespelling, where spells are cast among the shots (D3H2-SEQ-05). Where each side shoots in its
    /// turn, only the moving side does now (HOTT25-SEQ-03).
    Shooting,
    /// The other side shoots, where each side does in its turn (HOTT25-SEQ-03).
    ShootingBack,
    /// A shot was ordered, and the owner of its target may let another element shoot at the shooter at the same time
    /// (D3H2-SHOOT-27).
    Answering(Id),
    /// Close combat (D3H2-SEQ-06).
    Fighting,
    /// The dice of a combat lie on the table, and the owner of this commander-in-chief chooses whether to add to the score
    /// (DBA3-BB-11).
    Adding(Id),
    /// The owner of a losing element may choose how far it recoils (D3H2-RECOIL-03).
    Recoiling(Id),
    /// An element was freed, and its owner chooses where it comes back (D3H2-SUMM-34).
    Returning(Id),
    /// The battle is over, and this player has won.
    Over(Player),
}

/// Everything that changes during a battle: plain data, which is copied, compared and hashed as a whole.
#[derive(Debug, PartialEq)]
pub struct State {
    pub(super) elements: ElementStates,
    pub(super) sides: [SideState; 2],
    /// The owner and holder of the Stronghold, if there is one.
    pub(super) stronghold: Option<Stronghold>,
    pub(super) rivers: [River; MOST_RIVERS],
    /// Whether ploughed fields are rough going (D3H2-FEAT-18).
    pub(super) rough_plough: bool,
    /// The number of the bound, counted over both sides from 1; 0 before the first.
    pub(super) bound: u16,
    /// The player whose bound it is.
    pub(super) player: Player,
    pub(super) pips: u8,
    pub(super) phase: Phase,
    /// The phase that continues once a choice has been made.
    pub(super) after: Option<Phase>,
    pub(super) aftermath: Aftermath,
    /// The elements that would have had to turn to an attacker when the moves of this bound ended and could not: they
    /// fight it as they stand.
    pub(super) cornered: Members,
    /// The state of the commands, if the armies are divided.
    pub(super) commands: Option<Box<CommandStates>>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let (elements, aftermath) = (self.elements.clone(), self.aftermath.clone());
        Self { elements, aftermath, commands: self.commands.clone(), ..*self }
    }

    /// Copies the state into the memory that is there.
    fn clone_from(&mut self, other: &Self) {
        let (mut elements, mut aftermath) = (std::mem::take(&mut self.elements), std::mem::take(&mut self.aftermath));
        let mut commands = self.commands.take();
        elements.clone_from(&other.elements);
        aftermath.clone_from(&other.aftermath);
        commands.clone_from(&other.commands);
        *self = Self { elements, aftermath, commands, ..*other };
    }
}

/// A battle: the terms agreed before it, and its present state.
#[derive(Debug)]
pub struct Battle {
    pub(super) setting: Arc<Setting>,
    pub(super) state: State,
}

impl Clone for Battle {
    fn clone(&self) -> Self {
        Self { setting: Arc::clone(&self.setting), state: self.state.clone() }
    }

    /// Copies the battle into the memory that is there.
    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.setting, &other.setting) {
            self.setting = Arc::clone(&other.setting);
        }
        self.state.clone_from(&other.state);
    }
}

/// The owner and holder of the Stronghold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stronghold {
    /// The player who placed it.
    pub owner: Player,
    /// The player who holds it now.
    pub holder: Player,
    /// Its fate, if it is a City.
    pub town: Town,
}

/// The fate of a City.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Town {
    /// Whether the element in it sacks it.
    pub sack: Sack,
    /// Whether it has surrendered (DBA3-CITY-29).
    pub surrendered: bool,
    /// Whether friends have passed through it in this bound (DBA3-CITY-08).
    pub passed: bool,
}

/// The state of a sack (DBA3-CITY-23 to 28).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sack {
    /// Nobody sacks the City.
    #[default]
    None,
    /// The element in it cannot leave yet.
    Busy,
    /// The element in it may leave; it is no garrison.
    Done,
}

impl PartialEq for Battle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.setting, &other.setting) && self.state == other.state
    }
}

impl Battle {
    /// Everything that changes during the battle.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The terms agreed before the battle.
    #[must_use]
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The numbers and lists of the ruleset that govern battles.
    #[must_use]
    pub fn rules(&self) -> &'static BattleRules {
        self.setting.rules
    }

    /// The ground.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.setting.field
    }

    /// The current phase.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The player who gives the next order.
    #[must_use]
    pub fn to_decide(&self) -> Player {
        match self.state.phase {
            Phase::Conforming(id) | Phase::Recoiling(id) | Phase::Returning(id) | Phase::Adding(id) => self.owner(id),
            Phase::Answering(shooter) => self.owner(shooter).other(),
            Phase::ShootingBack => self.state.player.other(),
            _ => self.state.player,
        }
    }

    /// The element about which its owner has to choose before anything else happens.
    #[must_use]
    pub fn chooser(&self) -> Option<Id> {
        match self.state.phase {
            Phase::Conforming(id) | Phase::Recoiling(id) | Phase::Returning(id) => Some(id),
            _ => None,
        }
    }

    /// The bound, counted over both sides from 1; 0 before the first.
    #[must_use]
    pub fn bound(&self) -> u16 {
        self.state.bound
    }

    /// The player whose bound it is.
    #[must_use]
    pub fn player(&self) -> Player {
        self.state.player
    }

    /// The PIPs left; those of all commands together, if the armies are divided.
    #[must_use]
    pub fn pips(&self) -> u8 {
        self.state.pips
    }

    /// The state of a side, apart from its elements.
    #[must_use]
    pub fn side(&self, player: Player) -> &SideState {
        player.of(&self.state.sides)
    }

    /// Every element of both sides.
    pub fn everybody(&self) -> impl Iterator<Item = Id> + use<> {
        let count = u8::try_from(self.setting.profiles.len()).unwrap_or(u8::MAX);
        (0..count).map(Id)
    }

    /// The elements of a side.
    pub fn army(&self, player: Player) -> impl Iterator<Item = Id> + use<> {
        player.of(&self.setting.armies).into_iter()
    }

    /// The elements of a side that stand on the table and hold no feature.
    pub fn on_table(&self, player: Player) -> impl Iterator<Item = Id> + use<> {
        self.those_on_table(player).into_iter()
    }

    /// The elements of a side that stand on the table and hold no feature, as a set.
    pub(super) fn those_on_table(&self, player: Player) -> Members {
        self.state.elements.on_table().common(*player.of(&self.setting.armies))
    }

    /// The elements that a base would overlap anywhere on a straight step, except those given.
    pub(super) fn met_by(&self, base: &Base, step: Point, but: Members) -> impl Iterator<Item = Id> + '_ {
        let base = *base;
        let near = self.state.elements.those_in(base.bounds().and(base.bounds().moved(step))).minus(but);
        near.into_iter().filter(move |other| base.meets_on_way(step, self.base(*other), TOUCH))
    }

    /// Whether a base overlaps no elements except those given.
    pub(super) fn is_clear(&self, base: &Base, but: Members) -> bool {
        self.met_by(base, Point::default(), but).next().is_none()
    }

    /// The element with this name.
    #[must_use]
    pub fn id(&self, name: Name) -> Option<Id> {
        self.army(name.player).find(|id| self.profile(*id).name == name)
    }

    /// The player who owns an element.
    #[must_use]
    pub fn owner(&self, id: Id) -> Player {
        if self.setting.armies[0].has(id) { Player::A } else { Player::B }
    }

    /// Everything about an element that does not change during a battle, unless it dismounts: then it is the Foot
    /// element for which it is exchanged (D3H2-TYPE-16).
    ///
    /// # Panics
    /// When the id comes from another battle, which is a bug.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "an Id is only made for an element of this battle")]
    pub fn profile(&self, id: Id) -> &Profile {
        let profile = &self.setting.profiles[id.index()];
        match &profile.on_foot {
            Some(on_foot) if self.element(id).dismounted => &on_foot.profile,
            _ => profile,
        }
    }

    /// The state of an element.
    ///
    /// # Panics
    /// When the id comes from another battle, which is a bug.
    #[must_use]
    pub fn element(&self, id: Id) -> &ElementState {
        self.state.elements.of(id)
    }

    pub(super) fn element_mut(&mut self, id: Id) -> Changing<'_> {
        self.state.elements.change(id, &self.setting.field)
    }

    /// The base of an element.
    #[must_use]
    pub fn base(&self, id: Id) -> &Base {
        &self.element(id).base
    }

    /// Whether an element stands on the table and holds no feature.
    #[must_use]
    pub fn is_on_table(&self, id: Id) -> bool {
        self.state.elements.on_table().has(id)
    }

    /// The features that an element's base overlaps.
    pub(super) fn under(&self, id: Id) -> Features {
        self.state.elements.under(id)
    }

    /// The features that an element lies wholly within.
    pub(super) fn around(&self, id: Id) -> Features {
        if self.under(id).is_empty() { Features::default() } else { self.field().around(self.base(id)) }
    }

    /// Whether an element's troop type is on a list of the rules.
    #[must_use]
    pub fn is(&self, id: Id, list: List) -> bool {
        let profile = self.profile(id);
        self.rules().is_listed(list, profile.fighter(), profile.fast)
    }

    /// A distance fixed by the rules, in thousandths of a BW.
    pub(super) fn distance(&self, of: Distance) -> i64 {
        self.rules().distance(of)
    }

    /// A price fixed by the rules, in PIPs.
    pub(super) fn price(&self, of: Price) -> u8 {
        self.rules().price(of)
    }

    /// The element with the general of a side, wherever it is; that of the commander-in-chief, if there are several.
    #[must_use]
    pub fn general(&self, player: Player) -> Option<Id> {
        if let Some(division) = self.division(player) {
            return division.commands.first().map(|command| command.general);
        }
        self.army(player).find(|id| self.profile(*id).general)
    }

    /// Whether an element counts as lost now. Ensorcelled elements count until they come back (D3H2-WIN-07 to 09,
    /// D3H2-ENS-07).
    #[must_use]
    pub fn is_lost(&self, id: Id) -> bool {
        matches!(self.element(id).place, Whereabouts::Destroyed | Whereabouts::Fled | Whereabouts::Ensorcelled(_))
    }

    /// The worth of an element that is lost, with that of its general. Some types are worth nothing, though a general
    /// with them is (DBA3-WIN-03).
    #[must_use]
    pub fn loss_of(&self, id: Id) -> Points {
        let place = || self.army(self.owner(id)).position(|other| other == id);
        if let Some(stakes) = self.division(self.owner(id)).map(|division| &division.stakes) {
            let stake = place().and_then(|place| stakes.elements.get(place));
            return stake.map_or(Points::ZERO, |stake| stake.worth);
        }
        let profile = self.profile(id);
        let Some(defeat) = self.setting.ruleset.army.defeat.as_ref() else { return profile.cost };
        let extra = if profile.general { defeat.general_extra } else { Points::ZERO };
        let own = match &defeat.lost {
            _ if defeat.uncounted.contains(&profile.troop) => Points::ZERO,
            Loss::OfElements(..) if self.setting.counts_losses == SizeUnit::Elements => Points::ONE,
            Loss::OfElements(..) | Loss::At(_) => profile.cost,
        };
        own + extra
    }

    /// The AP a side has lost so far, or the elements where the rules count these (D3H2-WIN-02 to 06, D3H2-WIN-10;
    /// HOTT25-WIN-02, 03; DBA3-WIN-01 to 07). Where the rules say so, the first of some types counts more.
    #[must_use]
    pub fn lost(&self, player: Player) -> Points {
        if let Some(division) = self.division(player) {
            return self.lost_by(player, division);
        }
        let defeat = self.setting.ruleset.army.defeat.as_ref();
        let lost = || self.army(player).filter(|id| self.is_lost(*id));
        let elements: Points = lost().map(|id| self.loss_of(id)).sum();
        let Some(defeat) = defeat else { return elements };
        let (firsts, more) = &defeat.first_of;
        let is_first_of = |id: Id| firsts.contains(&self.profile(id).troop);
        let first = if !firsts.is_empty() && lost().any(is_first_of) { *more } else { Points::ZERO };
        let camp = if self.has_lost_camp(player) { defeat.camp } else { Points::ZERO };
        let walls = if self.has_lost_walls_that_count(player) { defeat.stronghold } else { Points::ZERO };
        elements + first + camp + walls
    }

    /// What a side loses with a feature of its own, in the unit in which losses are counted (D3H2-WIN-04, 05; DBA3-WIN-05, 06).
    /// A Fort counts nothing. In a Big Battle, this is what each command loses that the loss concerns.
    #[must_use]
    pub fn loss_of_feature(&self, held: Held) -> Points {
        let Some(defeat) = self.setting.ruleset.army.defeat.as_ref() else { return Points::ZERO };
        match held {
            Held::Fort => Points::ZERO,
            held if held.is_camp() => defeat.camp,
            _ => defeat.stronghold,
        }
    }

    /// Whether the camp of a side has been sacked (D3H2-CAMP-07), or has fallen with the Stronghold that serves as it
    /// (D3H2-BUA-05).
    #[must_use]
    pub fn has_lost_camp(&self, player: Player) -> bool {
        let side = self.side(player);
        side.camp.is_some_and(|camp| camp.sacked) || (side.camp_in_stronghold && self.has_lost_stronghold(player))
    }

    /// Whether the enemy holds the Stronghold or City of a side; a Fort counts nothing (DBA3-WIN-06, DBA3-BB-36).
    pub(super) fn has_lost_walls_that_count(&self, player: Player) -> bool {
        self.walled() != Some(Held::Fort) && self.has_lost_stronghold(player)
    }

    /// Whether the enemy holds the Stronghold of a side.
    #[must_use]
    pub fn has_lost_stronghold(&self, player: Player) -> bool {
        self.state.stronghold.is_some_and(|held| held.owner == player && held.holder != player)
    }

    /// The winner, if there is one: the opponent has lost at least its break point, or its commands, and more than the
    /// winner (D3H2-WIN-01, 11; DBA3-BB-44, 45). Where the rules say so, its general does instead of the break point, and its Stronghold in any
    /// case (HOTT25-WIN-01 to 03).
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let has_lost_more = |player: Player| self.lost(player) > self.lost(player.other());
        let has_lost_enough = |player: Player| {
            self.lost(player) >= *player.of(&self.setting.breaks_at) || self.has_broken_commands(player)
        };
        let has_lost_general = |player: Player| self.general(player).is_some_and(|general| self.is_lost(general));
        let loser_by = |enough: &dyn Fn(Player) -> bool| {
            Player::ALL.into_iter().find(|player| enough(*player) && has_lost_more(*player))
        };
        let loser = match self.rules().policies.defeat {
            Defeat::Losses => loser_by(&has_lost_enough),
            Defeat::LossesGeneralOrStronghold => {
                let fallen = self.state.stronghold.filter(|stronghold| stronghold.holder != stronghold.owner);
                let by_losses = || loser_by(&|player| has_lost_enough(player) || has_lost_general(player));
                fallen.map(|stronghold| stronghold.owner).or_else(by_losses)
            }
        };
        loser.map(Player::other)
    }
}
