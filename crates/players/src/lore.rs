//! A player's knowledge of two armies before they meet: the worth of each element, and the promise of exchanges.

use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

use musterfield_battle::player::Worth;
use musterfield_battle::{Battle, Foe, Id, Order, Player};
use musterfield_combat::{BoundOwner, Case, Combatant, Mode, Odds, odds, resolve};
use musterfield_rules::battle::policy::Defeat;
use musterfield_rules::combat::{Held, Outcome};

/// The average costs of a combat to both sides, each in parts of [`Toll::WHOLE`] of the worth of its element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// The first side's part.
    pub own: i32,
    /// The second side's part.
    pub foe: i32,
    /// The throws, of [`Odds::THROWS`], after which each side recoils.
    pub recoils: [i32; 2],
}

impl Toll {
    /// The whole worth of an element.
    pub const WHOLE: i32 = 3600;

    /// The toll of a case, from all its throws.
    #[must_use]
    pub fn of(case: &Case<'_>) -> Self {
        odds(case).outcomes().into_iter().fold(Self::default(), |sum, (own, foe, ways)| {
            let ways = i32::from(ways);
            let [a, b] = sum.recoils;
            Self {
                own: sum.own + cost(own) * ways,
                foe: sum.foe + cost(foe) * ways,
                recoils: [a + ways * i32::from(own == Outcome::Recoil), b + ways * i32::from(foe == Outcome::Recoil)],
            }
        })
    }

    /// The toll of one throw of a case.
    fn of_throw(case: &Case<'_>, dice: [u8; 2]) -> Self {
        let verdict = resolve(case, dice);
        let outcomes = [verdict.a, verdict.b].map(|side| side.result.final_outcome());
        let [own, foe] = outcomes.map(|outcome| cost(outcome) * Self::WHOLE / 100);
        let recoils = outcomes.map(|outcome| i32::from(Odds::THROWS) * i32::from(outcome == Outcome::Recoil));
        Self { own, foe, recoils }
    }

    /// The toll where a recoil destroys the first or the second side.
    fn where_recoils_destroy(self, [own, foe]: [bool; 2]) -> Self {
        let more = |dies: bool, ways: i32| i32::from(dies) * ways * (cost(Outcome::Destroyed) - cost(Outcome::Recoil));
        let [a, b] = self.recoils;
        Self {
            own: self.own + more(own, a),
            foe: self.foe + more(foe, b),
            recoils: [a * i32::from(!own), b * i32::from(!foe)],
        }
    }

    /// The gain of the first side, with the worth of both.
    #[must_use]
    pub fn gain(self, own: i32, foe: i32) -> i32 {
        (self.foe * foe - self.own * own) / Self::WHOLE
    }
}

/// The percentage of its worth that an outcome costs an element. One that is beaten and lives has lost its place, and PIPs
/// are needed to bring it back.
fn cost(of: Outcome) -> i32 {
    match of {
        Outcome::None => 0,
        Outcome::Recoil => 10,
        Outcome::Flee => 25,
        Outcome::Ensorcelled => 75,
        _ => 100,
    }
}

const _: () = assert!(Toll::WHOLE == 100 * 36 && Odds::THROWS == 36);

/// A case as it is remembered.
type Key = (Mode, BoundOwner, Combatant, Combatant);

/// The number of cases that are remembered; a power of two.
const REMEMBERED: usize = 1 << 11;

/// The least that an element is worth: even one whose loss does not count is of use.
const LEAST_WORTH: i32 = 20;
/// The worth of a general above its element, where an army fights on without it.
const GENERAL: i32 = 150;
/// The worth of a general above its element, where its loss can decide the battle.
const DECISIVE_GENERAL: i32 = 600;

/// The knowledge of the elements of a battle. It is the same for both sides, and nothing in it depends on the course of
/// the battle; what is asked more than once is remembered.
#[derive(Debug)]
pub struct Lore {
    /// The values of the plain player.
    worth: Worth,
    /// The worth of each element, in thousandths of what its side may lose.
    values: Vec<i32>,
    /// The worth of a general above its element.
    leading: i32,
    /// The different kinds of element.
    kinds: Vec<Combatant>,
    /// The kind of each element: as it is set up, and on foot.
    of: Vec<[usize; 2]>,
    /// The toll of a meeting in the open, for each pair of kinds, by mode.
    open: [Vec<Cell<Option<Toll>>>; 3],
    /// The tolls of cases.
    known: RefCell<Vec<Option<(Key, Toll)>>>,
}

impl Lore {
    /// The lore of a battle.
    #[must_use]
    pub fn new(battle: &Battle) -> Self {
        let setting = battle.setting();
        let mut kinds: Vec<Combatant> = Vec::new();
        let mut place = |kind: Combatant| {
            kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            })
        };
        let kind = |profile: &musterfield_battle::force::Profile| {
            let mut kind = Combatant::new(profile.fighter());
            (kind.fast, kind.general) = (profile.fast, profile.general);
            (kind.mounted_infantry, kind.water) = (profile.rides, profile.water);
            kind
        };
        let mut of = Vec::new();
        for profile in &setting.profiles {
            let as_set_up = place(kind(profile));
            let on_foot = profile.on_foot.as_deref().map_or(as_set_up, |on_foot| place(kind(&on_foot.profile)));
            of.push([as_set_up, on_foot]);
        }
        let leading = match battle.rules().policies.defeat {
            Defeat::Losses => GENERAL,
            Defeat::LossesGeneralOrStronghold => DECISIVE_GENERAL,
        };
        let value = |id: Id| {
            let most = battle.owner(id).of(&setting.breaks_at).thousandths().max(1);
            let own = battle.loss_of(id).thousandths() * 1000 / most;
            let own = i32::try_from(own).unwrap_or(1000).clamp(LEAST_WORTH, 1000);
            if battle.profile(id).general { own + leading } else { own }
        };
        let values = battle.everybody().map(value).collect();
        let open = [(); 3].map(|()| vec![Cell::new(None); kinds.len() * kinds.len()]);
        Self {
            worth: Worth::new(battle),
            values,
            leading,
            kinds,
            of,
            open,
            known: RefCell::new(vec![None; REMEMBERED]),
        }
    }

    /// The values of the plain player.
    #[must_use]
    pub fn worth(&self) -> &Worth {
        &self.worth
    }

    /// The worth of an element, in thousandths of what its side may lose.
    #[must_use]
    pub fn value(&self, id: Id) -> i32 {
        self.values.get(id.index()).copied().unwrap_or(LEAST_WORTH)
    }

    /// The worth of a general above its element, in thousandths of what its side may lose.
    #[must_use]
    pub fn leading(&self) -> i32 {
        self.leading
    }

    /// The gain of one element that meets another in the open, with nobody near.
    #[must_use]
    pub fn meeting(&self, battle: &Battle, mode: Mode, one: Id, other: Id) -> i32 {
        self.toll(battle, mode, one, other).gain(self.value(one), self.value(other))
    }

    /// The gain in close combat of an element that meets another which dies if it recoils.
    #[must_use]
    pub fn meeting_shut_in(&self, battle: &Battle, one: Id, other: Id) -> i32 {
        self.against_shut_in(battle, one, other).gain(self.value(one), self.value(other))
    }

    fn against_shut_in(&self, battle: &Battle, one: Id, other: Id) -> Toll {
        self.toll(battle, Mode::Close, one, other).where_recoils_destroy([false, true])
    }

    /// The gain in close combat front to front, in the open, of an element that another supports from behind; nobody else is
    /// near.
    #[must_use]
    pub fn supported(&self, battle: &Battle, one: Id, behind: Id, other: Id) -> i32 {
        let kind = |id: Id| self.kinds.get(self.kind(battle, id));
        let (Some(a), Some(b), Some(helper)) = (kind(one), kind(other), kind(behind)) else { return 0 };
        let a = Combatant { rear_support: true, behind: Some((helper.fighter, helper.fast)), ..*a };
        let setting = battle.setting();
        let case = Case::new(setting.ruleset, Mode::Close, [a, *b], setting.options.readings);
        case.map_or(0, |case| self.remembered(&case).gain(self.value(one), self.value(other)))
    }

    /// The gain in close combat front to front, in the open and with nobody near.
    #[must_use]
    pub fn close(&self, battle: &Battle, one: Id, other: Id) -> i32 {
        self.meeting(battle, Mode::Close, one, other)
    }

    /// The likely cost of close combat with an element to another, whatever becomes of the first.
    #[must_use]
    pub fn harm(&self, battle: &Battle, one: Id, other: Id) -> i32 {
        self.toll(battle, Mode::Close, one, other).foe * self.value(other) / Toll::WHOLE
    }

    /// The same where the other dies if it recoils.
    #[must_use]
    pub fn harm_shut_in(&self, battle: &Battle, one: Id, other: Id) -> i32 {
        self.against_shut_in(battle, one, other).foe * self.value(other) / Toll::WHOLE
    }

    /// The kind of an element, mounted or on foot as it is now.
    fn kind(&self, battle: &Battle, id: Id) -> usize {
        let on_foot = battle.element(id).dismounted;
        self.of.get(id.index()).map_or(0, |[as_set_up, walks]| if on_foot { *walks } else { *as_set_up })
    }

    fn toll(&self, battle: &Battle, mode: Mode, one: Id, other: Id) -> Toll {
        let (a, b) = (self.kind(battle, one), self.kind(battle, other));
        let table = match mode {
            Mode::Close => &self.open[0],
            Mode::Shooting => &self.open[1],
            Mode::Bespelling => &self.open[2],
        };
        let Some(cell) = table.get(a * self.kinds.len() + b) else { return Toll::default() };
        if let Some(toll) = cell.get() {
            return toll;
        }
        let toll = self.kinds.get(a).zip(self.kinds.get(b)).map_or(Toll::default(), |(a, b)| {
            let a = Combatant { shoots: mode == Mode::Shooting, ..*a };
            let setting = battle.setting();
            let case = Case::new(setting.ruleset, mode, [a, *b], setting.options.readings);
            case.map_or(Toll::default(), |case| Toll::of(&case))
        });
        cell.set(Some(toll));
        toll
    }

    /// The toll of a case of these elements as they stand on the table, where one that cannot recoil is destroyed instead.
    #[must_use]
    pub fn exact(&self, battle: &Battle, case: &Case<'_>, who: [Option<Id>; 2]) -> Toll {
        let toll = self.remembered(case);
        toll.where_recoils_destroy(dying_in_recoil(battle, toll, who))
    }

    /// The toll of a case with room to recoil.
    fn remembered(&self, case: &Case<'_>) -> Toll {
        let [a, b] = case.sides();
        let key: Key = (case.mode(), case.bound(), *a, *b);
        let mut hasher = Mixer(0);
        key.hash(&mut hasher);
        let place = usize::try_from(hasher.finish() >> 40).unwrap_or(0) % REMEMBERED;
        let mut known = self.known.borrow_mut();
        match known.get_mut(place) {
            Some(Some((same, toll))) if *same == key => *toll,
            slot => {
                let toll = Toll::of(case);
                if let Some(slot) = slot {
                    *slot = Some((key, toll));
                }
                toll
            }
        }
    }

    /// The worth of a feature of a side with the element that holds it, in thousandths of what that side may lose.
    #[must_use]
    pub fn feature(&self, battle: &Battle, player: Player, held: Held) -> i32 {
        let most = player.of(&battle.setting().breaks_at).thousandths().max(1);
        let decides = battle.rules().policies.defeat == Defeat::LossesGeneralOrStronghold && held.has_walls();
        let own = i32::try_from(battle.loss_of_feature(held).thousandths() * 1000 / most).unwrap_or(1000);
        let own = if decides { WON } else { own.clamp(LEAST_FEATURE, WON) };
        own + battle.holder(player, held).map_or(0, |holder| self.value(holder))
    }

    /// The worth of what an element fights, in thousandths of what its side may lose.
    fn foe(&self, battle: &Battle, id: Id, foe: Foe) -> i32 {
        match foe {
            Foe::Element(other) => self.value(other),
            Foe::Feature(held) => self.feature(battle, battle.owner(id).other(), held),
        }
    }

    /// The luck of a side in a throw that is about to decide an order: its gain by the throw, less its average gain from all
    /// throws. 0 if the order throws no dice for a combat. Over all throws, luck adds up to nothing.
    #[must_use]
    pub fn luck(&self, battle: &Battle, player: Player, order: &Order, dice: [u8; 2]) -> i32 {
        let (case, own, foe) = match order {
            Order::Fight(id, foe) => (battle.case(*id, *foe), *id, *foe),
            Order::Shoot { shooter, aids, target } => {
                let back = battle.shoots_back(*target, *shooter);
                (battle.shot(*shooter, *aids, *target, back), *shooter, Foe::Element(*target))
            }
            Order::Bespell { mage, aids, target } => {
                (battle.spell(*mage, *aids, *target), *mage, Foe::Element(*target))
            }
            _ => return 0,
        };
        let Ok(case) = case else { return 0 };
        let toll = self.remembered(&case);
        let dying = dying_in_recoil(battle, toll, [Some(own), foe.element()]);
        let worth = self.foe(battle, own, foe);
        let gain = |toll: Toll| toll.where_recoils_destroy(dying).gain(self.value(own), worth);
        let luck = gain(Toll::of_throw(&case, dice)) - gain(toll);
        if battle.owner(own) == player { luck } else { -luck }
    }

    /// The gain of a side from a fight as it stands on the table; 0 if the tables do not cover it.
    #[must_use]
    pub fn fight(&self, battle: &Battle, player: Player, id: Id, foe: Foe) -> i32 {
        let Ok(case) = battle.case(id, foe) else { return 0 };
        let toll = self.exact(battle, &case, [Some(id), foe.element()]);
        let gain = toll.gain(self.value(id), self.foe(battle, id, foe));
        if battle.owner(id) == player { gain } else { -gain }
    }
}

/// Whether a recoil, where the toll has one, would destroy each of two elements.
fn dying_in_recoil(battle: &Battle, toll: Toll, who: [Option<Id>; 2]) -> [bool; 2] {
    let [own, foe] = who;
    let [a, b] = toll.recoils;
    [(own, a), (foe, b)].map(|(id, ways)| ways > 0 && id.is_some_and(|id| battle.dies_in_recoil(id)))
}

/// The least worth of a camp or of walls: an element in them threatens others, and is safe from most.
const LEAST_FEATURE: i32 = 60;

/// The worth of a battle that is won, in thousandths of what a side may lose. It is no more than what the enemy has lost
/// then: a larger one would make every result that includes an end a matter of luck.
pub(crate) const WON: i32 = 1000;

/// What the enemy has lost less what a side has lost, each in thousandths of what that side may lose.
#[must_use]
pub fn ahead(battle: &Battle, player: Player) -> i32 {
    let lost = |side: Player| {
        let most = side.of(&battle.setting().breaks_at).thousandths().max(1);
        i32::try_from(battle.lost(side).thousandths() * 1000 / most).unwrap_or(0)
    };
    lost(player.other()) - lost(player)
}

/// A fast hash, the same on every machine.
struct Mixer(u64);

impl Mixer {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_isize(&mut self, number: isize) {
        self.add(u64::try_from(number).unwrap_or(u64::MAX));
    }

    fn write_usize(&mut self, number: usize) {
        self.add(u64::try_from(number).unwrap_or(u64::MAX));
    }
}
