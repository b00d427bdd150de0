//! The prospects of two elements that meet, by the tables of combat, in the circumstances that an old hand looks
//! at: overlaps, bad going, and friends beside and behind.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use musterfield_battle::{Battle, Id};
use musterfield_combat::{Case, Combatant, FlankContact, Mode, Odds, odds};
use musterfield_rules::combat::{Fighter, Outcome};
use musterfield_rules::terrain::Going;

/// The throws out of 36 in which one side of a combat is lost, runs and recoils.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fate {
    pub(super) lost: i32,
    pub(super) flees: i32,
    pub(super) recoils: i32,
}

impl Fate {
    fn add(&mut self, outcome: Outcome, ways: i32) {
        match outcome {
            Outcome::None | Outcome::Dbmm => {}
            Outcome::Recoil => self.recoils += ways,
            Outcome::Flee => self.flees += ways,
            _ => self.lost += ways,
        }
    }

    /// The expected harm to an element of this worth. One with an enemy at its flank dies where others recoil.
    pub(super) fn harm(self, worth: i32, at_flank: bool) -> i32 {
        let recoil = if at_flank { 36 } else { RECOIL };
        let flight = if at_flank { 36 } else { FLIGHT };
        // An element that goes back is not lost, however dear it is.
        let pride = if at_flank { worth } else { worth.min(MOST_PRIDE) };
        (self.lost * 36 * worth + (self.flees * flight + self.recoils * recoil) * pride) / (36 * 36)
    }
}

/// The costs of a recoil and of a flight, in 36ths of that of losing the element.
const RECOIL: i32 = 3;
const FLIGHT: i32 = 9;
/// The most that counts of an element which goes back, in thousandths of what a side may lose.
const MOST_PRIDE: i32 = 250;

/// The fates of both sides of a combat.
pub(super) fn fates(odds: &Odds<'_>) -> [Fate; 2] {
    let mut fates = [Fate::default(); 2];
    for (a, b, ways) in odds.outcomes() {
        fates[0].add(a, ways.into());
        fates[1].add(b, ways.into());
    }
    fates
}

/// An element as the prospects see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    fighter: Fighter,
    fast: bool,
    general: bool,
    rides: bool,
}

impl Kind {
    pub(super) fn of(battle: &Battle, id: Id) -> Self {
        let profile = battle.profile(id);
        Self { fighter: profile.fighter(), fast: profile.fast, general: profile.general, rides: profile.rides }
    }

    /// The element as a friend at another's side.
    pub(super) const fn fighter(self) -> (Fighter, bool) {
        (self.fighter, self.fast)
    }

    pub(super) const fn is_general(self) -> bool {
        self.general
    }
}

/// One side of a combat to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stand {
    pub(super) kind: Kind,
    /// The flanks that an enemy overlaps: none, one or both.
    pub(super) overlaps: u8,
    pub(super) going: Going,
    /// Whether a friend of its type stands behind it.
    pub(super) rear: bool,
    /// A friend at its side.
    pub(super) beside: Option<(Fighter, bool)>,
    /// Whether it moves into contact.
    pub(super) charges: bool,
}

impl Stand {
    /// An element in the open with nobody beside it.
    pub(super) const fn alone(kind: Kind) -> Self {
        Self { kind, overlaps: 0, going: Going::Good, rear: false, beside: None, charges: false }
    }

    fn combatant(&self) -> Combatant {
        let flank = |least: u8| (self.overlaps >= least).then_some(FlankContact::Overlap);
        Combatant {
            fast: self.kind.fast,
            general: self.kind.general,
            mounted_infantry: self.kind.rides,
            going: self.going,
            left: flank(1),
            right: flank(2),
            rear_support: self.rear,
            behind: self.rear.then_some((self.kind.fighter, self.kind.fast)),
            side_support: self.beside,
            charged: self.charges,
            ..Combatant::new(self.kind.fighter)
        }
    }
}

/// Hashes a few small numbers quickly; nobody chooses them to collide.
#[derive(Clone, Debug, Default)]
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }

    fn write_isize(&mut self, number: isize) {
        self.mix(u64::try_from(number).unwrap_or(u64::MAX));
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(u64::try_from(number).unwrap_or(u64::MAX));
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// A map whose keys are hashed quickly.
type Known<K> = HashMap<K, Option<[Fate; 2]>, BuildHasherDefault<Mixer>>;

/// All prospects that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Prospects {
    close: Known<[Stand; 2]>,
    shots: Known<(Mode, [Kind; 2])>,
    /// The prospects of elements that meet each other, by their indices; forgotten with every bound.
    likings: Vec<Vec<Option<i32>>>,
}

impl Prospects {
    /// The prospect of the first element when it meets the second, if it has been worked out in this bound.
    pub(super) fn liking(&self, [by, at]: [Id; 2]) -> Option<i32> {
        *self.likings.get(by.index())?.get(at.index())?
    }

    /// Remembers what an element thinks of meeting another.
    pub(super) fn like(&mut self, [by, at]: [Id; 2], liking: i32) {
        if self.likings.len() <= by.index() {
            self.likings.resize(by.index() + 1, Vec::new());
        }
        let Some(row) = self.likings.get_mut(by.index()) else { return };
        if row.len() <= at.index() {
            row.resize(at.index() + 1, None);
        }
        if let Some(place) = row.get_mut(at.index()) {
            *place = Some(liking);
        }
    }

    /// Forgets what depends on the losses so far.
    pub(super) fn forget(&mut self) {
        self.likings.clear();
    }

    /// The fates of two elements that meet front to front; none if they cannot.
    pub(super) fn close(&mut self, battle: &Battle, sides: [Stand; 2]) -> Option<[Fate; 2]> {
        let setting = battle.setting();
        *self.close.entry(sides).or_insert_with(|| {
            let combatants = sides.map(|side| side.combatant());
            let case = Case::new(setting.ruleset, Mode::Close, combatants, setting.options.readings).ok()?;
            Some(fates(&odds(&case)))
        })
    }

    /// The fates of an element that shoots or bespells and of its target, which does not shoot back.
    pub(super) fn afar(&mut self, battle: &Battle, mode: Mode, kinds: [Kind; 2]) -> Option<[Fate; 2]> {
        let setting = battle.setting();
        *self.shots.entry((mode, kinds)).or_insert_with(|| {
            let [mut a, b] = kinds.map(|kind| {
                let mut side = Combatant::new(kind.fighter);
                (side.fast, side.general) = (kind.fast, kind.general);
                side
            });
            a.shoots = mode == Mode::Shooting;
            let case = Case::new(setting.ruleset, mode, [a, b], setting.options.readings).ok()?;
            Some(fates(&odds(&case)))
        })
    }
}
