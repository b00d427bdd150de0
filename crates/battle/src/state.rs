//! The battle as it stands: where everybody is, whose decision is next, and what is lost.

pub(crate) mod stand;

pub use stand::{Stand, Whereabouts};

use std::sync::Arc;

use musterfield_combat::KnightsEqual;
use musterfield_geometry::{Base, Point};
use musterfield_rules::battle::{BattleRules, Distance, List, Price};
use musterfield_rules::combat::Combat;
use musterfield_rules::{Points, Ruleset, TerrainRules};
use musterfield_terrain::layout::Edge;

use super::TOUCH;
use super::aftermath::pending::Aftermath;
use super::element::{Id, Members, Name, Player};
use super::field::Field;
use super::field::features::Features;
use super::force::Profile;
use super::stands::{Changing, Stands};

/// The most rivers of a battlefield that a battle keeps account of. No layout that is legal has as many.
pub(super) const MOST_RIVERS: usize = 4;

/// What is agreed before a battle and stays so.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The rules.
    pub ruleset: &'static Ruleset,
    /// Its tables of combat.
    pub combat: &'static Combat,
    /// The numbers and lists that a battle is played by.
    pub rules: &'static BattleRules,
    /// What it says of battlefields.
    pub terrain: &'static TerrainRules,
    /// The ground.
    pub field: Field,
    /// All elements, those of the first side before those of the second.
    pub profiles: Vec<Profile>,
    /// The elements of each side.
    pub armies: [Members; 2],
    /// Who defends, and has the first bound.
    pub defender: Player,
    /// How much a side loses before it breaks (D3H2-WIN-01).
    pub breaks_at: [Points; 2],
    /// Readings that players may choose.
    pub options: Options,
}

/// Readings and house rules that players may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How solid Knights fare on equal totals (D3H2-OUT-14).
    pub knights_equal: KnightsEqual,
}

/// A camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Camp {
    /// Where it stands, its rear to its base edge.
    pub base: Base,
    /// It was sacked, and is gone (D3H2-CAMP-07).
    pub sacked: bool,
}

/// The state of a river for the battle (D3H2-MOVE-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum River {
    /// Nobody has tried it.
    Unknown,
    /// No hindrance.
    Paltry,
    /// It slows, and its bank defends.
    Shallow,
    /// As shallow, and groups cross it in column only.
    Deep,
}

/// What one side has beside its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideState {
    /// Its base edge; settled before the first bound.
    pub edge: Option<Edge>,
    /// Its camp, once it is placed. A Stronghold may serve instead.
    pub camp: Option<Camp>,
    /// Its Stronghold is its camp too (D3H2-BUA-05).
    pub camp_in_stronghold: bool,
    /// Bounds that it has begun.
    pub bounds: u16,
    /// An enemy entered bad going or a river, or was set up there, since its last bound began: a Lurker may answer.
    pub intruders: Members,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The invader chooses his base edge.
    Edges,
    /// A camp is placed.
    Camp,
    /// A side sets up.
    Deployment,
    /// Summoning, freeing, replacing; the first move ends it (D3H2-SEQ-03, 07).
    Summoning,
    /// Tactical moves (D3H2-SEQ-04).
    Moving,
    /// Bespelling and shooting (D3H2-SEQ-05).
    Shooting,
    /// Close combat (D3H2-SEQ-06).
    Fighting,
    /// A loser may choose how far it goes back (D3H2-RECOIL-03).
    Recoiling(Id),
    /// Somebody was freed, and its owner says where it comes back (D3H2-SUMM-34).
    Returning(Id),
    /// The battle is over; who won.
    Over(Player),
}

/// A battle.
#[derive(Clone, Debug)]
pub struct Battle {
    pub(super) setting: Arc<Setting>,
    pub(super) stands: Stands,
    pub(super) sides: [SideState; 2],
    /// Who holds the Stronghold: the side, and whether it has fallen to it.
    pub(super) stronghold: Option<Stronghold>,
    pub(super) rivers: [River; MOST_RIVERS],
    /// The ploughed fields are rough going (D3H2-FEAT-18).
    pub(super) rough_plough: bool,
    /// Both sides' bounds, from 1; 0 before the first.
    pub(super) bound: u16,
    /// Whose bound or decision it is.
    pub(super) player: Player,
    pub(super) pips: u8,
    pub(super) phase: Phase,
    /// What goes on once a choice is made.
    pub(super) after: Option<Phase>,
    pub(super) aftermath: Aftermath,
}

/// Whose the Stronghold is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stronghold {
    /// Who placed it.
    pub owner: Player,
    /// Who has it.
    pub holder: Player,
}

impl PartialEq for Battle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.setting, &other.setting) && self.key() == other.key()
    }
}

impl Battle {
    /// Everything that changes, to be compared and hashed.
    pub(super) fn key(&self) -> impl std::hash::Hash + PartialEq + '_ {
        let turn = (self.bound, self.player, self.pips, self.phase, self.after);
        (self.stands.each(), self.sides, self.stronghold, self.rivers, self.rough_plough, &self.aftermath, turn)
    }

    /// What was agreed before.
    #[must_use]
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The numbers and lists of the rules.
    #[must_use]
    pub fn rules(&self) -> &'static BattleRules {
        self.setting.rules
    }

    /// The ground.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.setting.field
    }

    /// What is going on.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who decides.
    #[must_use]
    pub fn to_decide(&self) -> Player {
        match self.phase {
            Phase::Recoiling(id) | Phase::Returning(id) => self.owner(id),
            _ => self.player,
        }
    }

    /// The bound, counted over both sides from 1; 0 before the first.
    #[must_use]
    pub fn bound(&self) -> u16 {
        self.bound
    }

    /// Whose bound it is.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// PIPs that are left.
    #[must_use]
    pub fn pips(&self) -> u8 {
        self.pips
    }

    /// What a side has beside its elements.
    #[must_use]
    pub fn side(&self, player: Player) -> &SideState {
        player.of(&self.sides)
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

    /// The same as a set.
    pub(super) fn those_on_table(&self, player: Player) -> Members {
        self.stands.on_table().common(*player.of(&self.setting.armies))
    }

    /// Those whom a base would stand on anywhere on a straight way, but for these.
    pub(super) fn met_by(&self, base: &Base, step: Point, but: Members) -> impl Iterator<Item = Id> + '_ {
        let base = *base;
        let near = self.stands.those_in(base.bounds().and(base.bounds().moved(step))).minus(but);
        near.into_iter().filter(move |other| base.meets_on_way(step, self.base(*other), TOUCH))
    }

    /// Whether a base stands on nobody but these.
    pub(super) fn is_clear(&self, base: &Base, but: Members) -> bool {
        self.met_by(base, Point::default(), but).next().is_none()
    }

    /// The element that players call so.
    #[must_use]
    pub fn id(&self, name: Name) -> Option<Id> {
        self.army(name.player).find(|id| self.profile(*id).name == name)
    }

    /// Whose an element is.
    #[must_use]
    pub fn owner(&self, id: Id) -> Player {
        if self.setting.armies[0].has(id) { Player::A } else { Player::B }
    }

    /// What no battle changes about an element.
    ///
    /// # Panics
    /// When the id comes from another battle, which is a mistake of the program.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "an Id is only made for an element of this battle")]
    pub fn profile(&self, id: Id) -> &Profile {
        &self.setting.profiles[id.index()]
    }

    /// Where an element is and what it did.
    ///
    /// # Panics
    /// When the id comes from another battle, which is a mistake of the program.
    #[must_use]
    pub fn stand(&self, id: Id) -> &Stand {
        self.stands.of(id)
    }

    pub(super) fn stand_mut(&mut self, id: Id) -> Changing<'_> {
        self.stands.change(id, &self.setting.field)
    }

    /// The base of an element.
    #[must_use]
    pub fn base(&self, id: Id) -> &Base {
        &self.stand(id).base
    }

    /// Whether an element stands on the table and holds no feature.
    #[must_use]
    pub fn is_on_table(&self, id: Id) -> bool {
        self.stands.on_table().has(id)
    }

    /// The features into which an element reaches.
    pub(super) fn under(&self, id: Id) -> Features {
        self.stands.under(id)
    }

    /// The features in which an element stands wholly.
    pub(super) fn around(&self, id: Id) -> Features {
        if self.under(id).is_empty() { Features::default() } else { self.field().around(self.base(id)) }
    }

    /// Whether an element is on a list of the rules.
    #[must_use]
    pub fn is(&self, id: Id, list: List) -> bool {
        let profile = self.profile(id);
        self.rules().is_listed(list, profile.fighter(), profile.fast)
    }

    /// A distance of the rules.
    pub(super) fn distance(&self, of: Distance) -> i64 {
        self.rules().distance(of)
    }

    /// A price of the rules.
    pub(super) fn price(&self, of: Price) -> u8 {
        self.rules().price(of)
    }

    /// The general's element of a side, wherever it is.
    #[must_use]
    pub fn general(&self, player: Player) -> Option<Id> {
        self.army(player).find(|id| self.profile(*id).general)
    }

    /// Whether an element counts as lost now, the ensorcelled until they come back (D3H2-WIN-07 to 09, D3H2-ENS-07).
    #[must_use]
    pub fn is_lost(&self, id: Id) -> bool {
        matches!(self.stand(id).place, Whereabouts::Destroyed | Whereabouts::Fled | Whereabouts::Ensorcelled(_))
    }

    /// What a side has lost so far, Hordes and Scythed Chariots as all others (D3H2-WIN-02 to 06, D3H2-WIN-10).
    #[must_use]
    pub fn lost(&self, player: Player) -> Points {
        let defeat = self.setting.ruleset.army.defeat.as_ref();
        let worth = |id: Id| {
            let profile = self.profile(id);
            let extra = defeat.filter(|_| profile.general).map_or(Points::ZERO, |defeat| defeat.general_extra);
            profile.cost + extra
        };
        let elements: Points = self.army(player).filter(|id| self.is_lost(*id)).map(worth).sum();
        let Some(defeat) = defeat else { return elements };
        let side = self.side(player);
        let camp = if side.camp.is_some_and(|camp| camp.sacked) { defeat.camp } else { Points::ZERO };
        let has_fallen = self.stronghold.is_some_and(|held| held.owner == player && held.holder != player);
        let walls = match has_fallen {
            true if side.camp_in_stronghold => defeat.stronghold + defeat.camp,
            true => defeat.stronghold,
            false => Points::ZERO,
        };
        elements + camp + walls
    }

    /// Who has won, if somebody has: the other has lost as much as breaks it, and more than he (D3H2-WIN-01, 11).
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let breaks = |player: Player| {
            let (own, enemy) = (self.lost(player), self.lost(player.other()));
            own >= *player.of(&self.setting.breaks_at) && own > enemy
        };
        Player::ALL.into_iter().find(|player| breaks(player.other()))
    }
}
