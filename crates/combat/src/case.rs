//! A combat as it is described: two sides, their positions, and the elements that help them.

mod fault;
mod side;

pub use fault::{CaseError, CaseErrorCode, CaseFault, Expected, NamedFighter, NamedHeld, NamedRuleset};
pub use side::{BoundOwner, Combatant, FlankContact, MOST_OTHER_FACTORS, Mode};

use musterfield_rules::combat::{Combat, Fact, FactSet, Held, Place, PursuitDistance, Readings, SideFacts};
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_rules::troop::{GeneralRule, Troop};
use musterfield_rules::{RuleId, Ruleset};

pub(crate) use fault::{wrong, wrong_case};

/// Nothing, or the first reason against a case.
type Checked = Result<(), Box<CaseError>>;

/// A possible combat. Made by [`Case::new`], which refuses all others.
#[derive(Clone, Copy, Debug)]
pub struct Case<'r> {
    pub(super) ruleset: &'r Ruleset,
    pub(super) combat: &'r Combat,
    pub(super) mode: Mode,
    pub(super) a: Combatant,
    pub(super) b: Combatant,
    pub(super) readings: Readings,
    pub(super) bound: BoundOwner,
}

impl<'r> Case<'r> {
    /// Creates a combat of two sides, by these readings of the ruleset.
    ///
    /// # Errors
    /// When the ruleset has no combat in this program, or when this combat cannot happen under it.
    pub fn new(
        ruleset: &'r Ruleset,
        mode: Mode,
        sides: [Combatant; 2],
        readings: Readings,
    ) -> Result<Self, Box<CaseError>> {
        Self::made(ruleset, mode, sides, readings, false)
    }

    /// Creates the combat of a shot or spell on a table, where two garrisons may target each other.
    ///
    /// # Errors
    /// Does the same as [`Case::new`], except that both sides may hold a feature.
    pub fn from_afar(
        ruleset: &'r Ruleset,
        mode: Mode,
        sides: [Combatant; 2],
        readings: Readings,
    ) -> Result<Self, Box<CaseError>> {
        Self::made(ruleset, mode, sides, readings, mode != Mode::Close)
    }

    fn made(
        ruleset: &'r Ruleset,
        mode: Mode,
        [a, b]: [Combatant; 2],
        readings: Readings,
        both_may_hold: bool,
    ) -> Result<Self, Box<CaseError>> {
        let combat = ruleset.combat.as_ref();
        let combat = combat.ok_or_else(|| wrong("ruleset", CaseFault::NoCombat(ruleset.into())))?;
        let mut case = Self { ruleset, combat, mode, a, b, readings, bound: BoundOwner::First };
        case.check_side("a", &a)?;
        case.check_side("b", &b)?;
        // Some types are always Fast, whether or not an element is marked so.
        let is_fast = |side: &Combatant| case.troop(side).is_some_and(|troop| troop.fast.value.applies(side.fast));
        (case.a.fast, case.b.fast) = (is_fast(&a), is_fast(&b));
        case.check(both_may_hold)?;
        Ok(case)
    }

    /// Sets whose bound it is; by default it is that of the first side. This makes no case impossible.
    #[must_use]
    pub fn in_bound(self, bound: BoundOwner) -> Self {
        Self { bound, ..self }
    }

    /// Lets the commanders-in-chief of these sides use their one chance to add to the score (DBA3-BB-11); a side that
    /// does not carry a general has none. This makes no case impossible.
    #[must_use]
    pub fn with_chances(self, [a, b]: [bool; 2]) -> Self {
        let with = |side: Combatant, uses: bool| Combatant { cinc: uses && side.general, ..side };
        Self { a: with(self.a, a), b: with(self.b, b), ..self }
    }

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &'r Ruleset {
        self.ruleset
    }

    /// The combat tables of the ruleset.
    #[must_use]
    pub fn combat(&self) -> &'r Combat {
        self.combat
    }

    /// The way the sides meet.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The side whose bound it is.
    #[must_use]
    pub fn bound(&self) -> BoundOwner {
        self.bound
    }

    /// Both sides.
    #[must_use]
    pub fn sides(&self) -> [&Combatant; 2] {
        [&self.a, &self.b]
    }

    /// The type of a side; none for an empty feature.
    #[must_use]
    pub fn troop(&self, side: &Combatant) -> Option<&'r Troop> {
        self.combat.fighter(side.fighter).troop.map(|id| self.ruleset.troop(id))
    }

    /// The distance of a pursuit by a side in thousandths of a BW, on a base of the usual figure scale and depth.
    #[must_use]
    pub fn pursuit_in_thousandths(&self, side: &Combatant, distance: PursuitDistance) -> i64 {
        let depth = self.troop(side).and_then(|troop| self.ruleset.base_depth(&troop.base, None));
        distance.with_depth(depth.unwrap_or(i64::MAX))
    }

    /// The feature that a side holds or is.
    pub(super) fn holds(&self, side: &Combatant) -> Option<Held> {
        if self.combat.fighter(side.fighter).troop.is_some() {
            return side.held;
        }
        self.combat.features.iter().find(|feature| feature.fighter == Some(side.fighter)).map(|feature| feature.held)
    }

    /// The facts about both sides that the tables need to know.
    pub(super) fn side_facts(&self) -> [SideFacts; 2] {
        let [a, b] = match self.mode {
            Mode::Close => [FactSet::of(Fact::Close); 2],
            Mode::Shooting => {
                let role = |own: &Combatant, enemy: &Combatant| {
                    FactSet::NONE.and(Fact::Shooting, own.shoots).and(Fact::ShotAt, enemy.shoots)
                };
                [role(&self.a, &self.b), role(&self.b, &self.a)]
            }
            Mode::Bespelling => [FactSet::of(Fact::Bespelling), FactSet::of(Fact::Bespelled)],
        };
        let a = a.and(Fact::EnemyBound, self.bound == BoundOwner::Second);
        let b = b.and(Fact::EnemyBound, self.bound == BoundOwner::First);
        [self.seen_of(&self.a, &self.b, a), self.seen_of(&self.b, &self.a, b)]
    }

    /// The going in which a side counts as standing. An element that holds a feature is in good going, and so, by some
    /// rules, is one that fights for it.
    fn going_of(&self, side: &Combatant, holds: Option<Held>, enemy_holds: Option<Held>) -> Going {
        let is_good_before = |held: Held| self.combat.features.iter().any(|its| its.held == held && its.good_before);
        let assaults = self.mode == Mode::Close && enemy_holds.is_some_and(is_good_before);
        if holds.is_some() || assaults { Going::Good } else { self.combat.going(side.going) }
    }

    fn seen_of(&self, own: &Combatant, enemy: &Combatant, role: FactSet) -> SideFacts {
        let (holds, enemy_holds) = (self.holds(own), self.holds(enemy));
        let [going, foe_going] = [self.going_of(own, holds, enemy_holds), self.going_of(enemy, enemy_holds, holds)];
        // An element that holds a feature has walls around it, and no enemies at its flanks.
        let place = own.place.filter(|_| holds.is_none());
        let is_at_flank = own.left == Some(FlankContact::Flank) || own.right == Some(FlankContact::Flank) || own.rear;
        let is_walled = |held: Option<Held>| held.is_some_and(Held::has_walls);
        let facts = role
            .and(Fact::General, own.general)
            .and(Fact::Garrison, own.held.is_some())
            .and(Fact::HoldsFeature, holds.is_some())
            .and(Fact::BehindWalls, holds.is_some() && self.mode != Mode::Bespelling)
            .and(Fact::HoldsWalls, is_walled(holds))
            .and(Fact::HoldsCamp, holds == Some(Held::Camp))
            .and(Fact::EnemyHoldsFeature, enemy_holds.is_some())
            .and(Fact::EnemyHoldsWalls, is_walled(enemy_holds))
            .and(Fact::EnemyHoldsCamp, enemy_holds == Some(Held::Camp))
            .and(Fact::AboutFeature, holds.is_some() || enemy_holds.is_some())
            .and(Fact::AboutWalls, is_walled(holds) || is_walled(enemy_holds))
            .and(Fact::RearSupport, own.rear_support)
            .and(Fact::Uphill, own.uphill)
            .and(Fact::OnBank, own.bank)
            .and(Fact::GroundAssault, own.ground_assault && holds.is_some())
            .and(Fact::ShotInRear, own.rear_shot)
            .and(Fact::FlankOrRear, is_at_flank && holds.is_none())
            .and(Fact::Rear, own.rear && holds.is_none())
            .and(Fact::TwoEdges, own.two_edges)
            .and(Fact::BehindRiver, own.facing_river)
            .and(Fact::Protected, own.protected)
            .and(Fact::EnemyNearStronghold, enemy.near_own_stronghold)
            .and(Fact::Charged, own.charged)
            .and(Fact::EnemyInWater, enemy.water)
            .and(Fact::Sacking, own.sacking)
            .and(Fact::Demoralised, own.demoralised)
            .and(Fact::UsesChance, own.cinc)
            .and(Fact::MountedInfantry, own.mounted_infantry)
            .and(Fact::Ashore, own.ashore)
            .with(self.readings.into());
        let behind = own.behind.filter(|_| own.rear_support);
        let (fighter, fast, beside) = (own.fighter, own.fast, own.side_support);
        let mut seen = SideFacts { fighter, fast, facts, place, held: holds, beside, behind };
        let foe = SideFacts {
            fighter: enemy.fighter,
            fast: enemy.fast,
            facts: FactSet::NONE,
            place: enemy.place.filter(|_| enemy_holds.is_none()),
            held: enemy_holds,
            beside: None,
            behind: None,
        };
        let is_good_for_foe = self.combat.counts_as_good(&foe, foe_going, foe.place, false);
        let is_good = self.combat.counts_as_good(&seen, going, place, false);
        seen.facts = facts
            .and(Fact::GoodGoing, is_good)
            .and(Fact::BadGoing, going == Going::Bad && !is_good)
            .and(Fact::EnemyBadGoing, foe_going == Going::Bad && !is_good_for_foe)
            .and(Fact::EnemyGoodGoing, is_good_for_foe)
            .and(Fact::GoodForEnemy, self.combat.counts_as_good(&foe, going, place, true));
        let is_shielded = role.has(Fact::Bespelled) && self.combat.shielded.iter().any(|row| row.holds(&seen, &foe));
        seen.facts = seen.facts.and(Fact::Shielded, is_shielded);
        seen
    }

    /// Checks whether the case can happen; the first reason against it is the error.
    fn check(&self, both_may_hold: bool) -> Checked {
        if self.troop(&self.a).is_none() {
            return Err(wrong("a.type", CaseFault::FeatureFirst));
        }
        if !both_may_hold && self.holds(&self.a).is_some() && self.holds(&self.b).is_some() {
            let field = if self.troop(&self.b).is_none() { "a.in" } else { "b.in" };
            return Err(wrong(field, CaseFault::BothHold));
        }
        self.check_mode()?;
        let [a, b] = self.side_facts();
        for (name, own, enemy) in [("a", &a, &b), ("b", &b, &a)] {
            if let Some(row) = self.combat.impossible.iter().find(|row| row.holds(own, enemy)) {
                let asks = |asked: Fact| row.terms.conditions.iter().any(|(fact, is_so)| *fact == asked && *is_so);
                let field = match () {
                    () if !row.terms.inside.is_empty() => "feature",
                    () if asks(Fact::Sacking) => "sacking",
                    () if asks(Fact::Garrison) => "in",
                    () if asks(Fact::Ashore) => "ashore",
                    () => "type",
                };
                let fault = CaseFault::Impossible(row.effect.clone());
                return Err(by_rule(&row.rule, format!("{name}.{field}"), fault));
            }
        }
        Ok(())
    }

    fn check_side(&self, name: &str, side: &Combatant) -> Checked {
        let refuse = |field: &str, fault| Err(wrong(format!("{name}.{field}"), fault));
        let rules = self.combat.fighter(side.fighter);
        self.check_other_factors(name, side)?;
        let Some(troop) = self.troop(side) else {
            if side.fast {
                return refuse("fast", CaseFault::NeverFast(rules.into()));
            }
            if side.general {
                return refuse("general", CaseFault::NeverLeads(rules.into()));
            }
            if side.held.is_some() {
                return refuse("in", CaseFault::FeatureHolds);
            }
            for (field, is_so) in [("water", side.water), ("sacking", side.sacking), ("cinc", side.cinc)] {
                if is_so {
                    return refuse(field, CaseFault::NotAnElement(rules.into()));
                }
            }
            return Ok(());
        };
        if side.fast && !troop.fast.value.applies(true) {
            return refuse("fast", CaseFault::NeverFast(troop.into()));
        }
        if let (true, GeneralRule::Never { because, rule }) = (side.general, &troop.general) {
            let fault = CaseFault::BarredGeneral {
                code: troop.code.clone(),
                name: troop.singular.clone(),
                because: because.clone(),
            };
            return Err(by_rule(rule, format!("{name}.general"), fault));
        }
        if let Some(held) = side.held {
            let may = match held {
                _ if self.combat.features.iter().any(|feature| feature.held == held && feature.anyone) => true,
                // An element that sacks a City is not its garrison.
                Held::City if side.sacking => troop.garrison.sacks,
                _ if held.has_walls() => troop.garrison.walls,
                _ => troop.garrison.camp,
            };
            if side.sacking && !may {
                return refuse("in", CaseFault::NeverSacks(troop.into()));
            }
            if !may {
                // A type that holds nothing at all is refused all of them, those with walls first.
                let of = |walls| self.combat.features.iter().filter(move |feature| feature.held.has_walls() == walls);
                let features = if troop.garrison.any() {
                    of(held.has_walls()).map(NamedHeld::from).collect()
                } else {
                    of(true).chain(of(false)).map(NamedHeld::from).collect()
                };
                return refuse("in", CaseFault::NeverHolds { troop: troop.into(), features });
            }
        }
        self.check_marks(name, side, troop)
    }

    /// Checks the factors that a player adds: only where the rules leave them to the player, and within a limit that
    /// keeps totals from overflowing.
    fn check_other_factors(&self, name: &str, side: &Combatant) -> Checked {
        let fault = match side.other_factors {
            0 => return Ok(()),
            _ if self.combat.other_factors.is_none() => CaseFault::NoOtherFactors(self.ruleset.into()),
            other if (-MOST_OTHER_FACTORS..=MOST_OTHER_FACTORS).contains(&other) => return Ok(()),
            _ => CaseFault::OtherFactors,
        };
        Err(wrong(format!("{name}.other_factors"), fault))
    }

    /// Checks properties that only some elements can have.
    fn check_marks(&self, name: &str, side: &Combatant, troop: &Troop) -> Checked {
        let refuse = |field: &str, fault| Err(wrong(format!("{name}.{field}"), fault));
        if side.water && troop.water.is_none() {
            return refuse("water", CaseFault::NotOfTheWater(troop.into()));
        }
        if side.sacking && side.held != Some(Held::City) {
            return refuse("sacking", CaseFault::SacksFromOutside);
        }
        if side.cinc && !side.general {
            return refuse("cinc", CaseFault::NotAGeneral);
        }
        Ok(())
    }

    fn check_mode(&self) -> Checked {
        let [a, b] = [self.troop(&self.a), self.troop(&self.b)];
        match self.mode {
            Mode::Close => self.check_flanks(),
            Mode::Shooting => {
                let cannot = |troop: Option<&'r Troop>| troop.is_none_or(|troop| troop.range.is_none());
                let refuse = |troop: Option<&'r Troop>, field: &str| {
                    Err(wrong(field, CaseFault::DoesNotShoot(troop.map(NamedFighter::from))))
                };
                if cannot(a) {
                    refuse(a, "a.type")
                } else if !self.a.shoots {
                    Err(wrong("a.shoots", CaseFault::FirstSideShoots))
                } else if self.b.shoots && cannot(b) {
                    refuse(b, "b.shoots")
                } else {
                    Ok(())
                }
            }
            Mode::Bespelling if a.is_none_or(|troop| troop.spell.is_none()) => {
                Err(wrong("a.type", CaseFault::DoesNotBespell(a.map(NamedFighter::from))))
            }
            Mode::Bespelling => Ok(()),
        }
    }

    fn check_flanks(&self) -> Checked {
        let is_about_feature = self.holds(&self.a).is_some() || self.holds(&self.b).is_some();
        if let (true, None) = (self.a.against_flank || self.b.against_flank, &self.combat.flank_attacker) {
            let field = if self.a.against_flank { "a.against_flank" } else { "b.against_flank" };
            return Err(wrong(field, CaseFault::AtFlankAlone(self.ruleset.into())));
        }
        for (side, field) in [(&self.a, "a.against_flank"), (&self.b, "b.against_flank")] {
            if side.against_flank && is_about_feature {
                return Err(wrong(field, CaseFault::NoFlanks));
            }
        }
        if self.a.against_flank && self.b.against_flank {
            return Err(wrong("b.against_flank", CaseFault::BothAtFlank));
        }
        Ok(())
    }
}

/// The fault of a combat that a rule forbids.
fn by_rule(rule: &RuleId, field: String, fault: CaseFault) -> Box<CaseError> {
    Box::new(CaseError::new(fault, Some(rule)).at(field))
}

/// The going that a feature gives: its own, or the given one where the feature leaves it open. A river counts as good
/// (D3H2-FEAT-12), and features of good going have that of the ground beneath. Where the combat tables say the going
/// of features, they decide: they know features of every ruleset, of which the battlefields may have only some.
#[must_use]
pub fn going_in(ruleset: &Ruleset, place: Place, given: Going) -> Option<Going> {
    if place == Place::Kind(Kind::River) {
        return Some(Going::Good);
    }
    let combat = ruleset.combat.as_ref().filter(|combat| combat.has_ground());
    let battlefields = ruleset.terrain.as_ref().filter(|rules| rules.going_elsewhere.is_none());
    let own = match (combat, battlefields, place) {
        (Some(combat), _, place) => combat.ground(place)?,
        (None, Some(rules), Place::Kind(kind)) => rules.feature(kind)?.going.as_ref()?.value,
        (None, Some(rules), Place::Bua(bua)) => {
            rules.bua(bua).filter(|_| bua != Bua::Stronghold)?.going.as_ref()?.value
        }
        (None, None, _) => return None,
    };
    Some(if own == Going::Good { given } else { own })
}
