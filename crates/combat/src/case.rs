//! A combat as it is described: two sides, their positions, and the elements that help them.

mod side;

pub use side::{BoundOwner, Combatant, FlankContact, KnightsEqual, MOST_OTHER_FACTORS, Mode};

use std::fmt;

use musterfield_rules::combat::{Combat, Fact, FactSet, Held, Place, SideFacts};
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_rules::troop::{GeneralRule, Troop};
use musterfield_rules::{RuleId, Ruleset};

/// What is wrong with a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaseErrorCode {
    /// Not JSON, or not an object.
    BadJson,
    /// A value of the wrong type or out of range.
    BadValue,
    /// A required field is missing.
    MissingField,
    /// An unknown field.
    UnknownField,
    /// An unknown type.
    UnknownType,
    /// A type that this ruleset leaves out.
    NotInRuleset,
    /// An unknown ruleset, or one without combat in this program.
    UnknownRuleset,
    /// An unknown mode.
    UnknownMode,
    /// A type that is never Fast.
    FastNotAllowed,
    /// A type that never leads.
    GeneralNotAllowed,
    /// A type that does not shoot.
    CannotShoot,
    /// A type that does not bespell.
    CannotBespell,
    /// Something that cannot happen.
    NotPossible,
}

impl CaseErrorCode {
    /// The code in results.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BadJson => "bad-json",
            Self::BadValue => "bad-value",
            Self::MissingField => "missing-field",
            Self::UnknownField => "unknown-field",
            Self::UnknownType => "unknown-type",
            Self::NotInRuleset => "not-in-ruleset",
            Self::UnknownRuleset => "unknown-ruleset",
            Self::UnknownMode => "unknown-mode",
            Self::FastNotAllowed => "fast-not-allowed",
            Self::GeneralNotAllowed => "general-not-allowed",
            Self::CannotShoot => "cannot-shoot",
            Self::CannotBespell => "cannot-bespell",
            Self::NotPossible => "not-possible",
        }
    }
}

/// A case that cannot be read, or that cannot happen under its ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// The kind of mistake.
    pub code: CaseErrorCode,
    /// The field, such as `b.type`; empty where the problem is the case as a whole.
    pub field: String,
    /// One sentence for a person.
    pub message: String,
    /// The rule that forbids it, if one does.
    pub rule: Option<RuleId>,
}

impl CaseError {
    pub(super) fn new(code: CaseErrorCode, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, field: field.into(), message: message.into(), rule: None }
    }
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.field, self.message) }
    }
}

impl std::error::Error for CaseError {}

/// A possible combat. Made by [`Case::new`], which refuses all others.
#[derive(Clone, Copy, Debug)]
pub struct Case<'r> {
    pub(super) ruleset: &'r Ruleset,
    pub(super) combat: &'r Combat,
    pub(super) mode: Mode,
    pub(super) a: Combatant,
    pub(super) b: Combatant,
    pub(super) knights_equal: KnightsEqual,
    pub(super) bound: BoundOwner,
}

impl<'r> Case<'r> {
    /// Creates a combat of two sides.
    ///
    /// # Errors
    /// When the ruleset has no combat in this program, or when this combat cannot happen under it.
    pub fn new(
        ruleset: &'r Ruleset,
        mode: Mode,
        sides: [Combatant; 2],
        knights_equal: KnightsEqual,
    ) -> Result<Self, CaseError> {
        Self::made(ruleset, mode, sides, knights_equal, false)
    }

    /// Creates the combat of a shot or spell on a table, where two garrisons may target each other.
    ///
    /// # Errors
    /// As for [`Case::new`], except that two sides may both hold a feature.
    pub fn from_afar(
        ruleset: &'r Ruleset,
        mode: Mode,
        sides: [Combatant; 2],
        knights_equal: KnightsEqual,
    ) -> Result<Self, CaseError> {
        Self::made(ruleset, mode, sides, knights_equal, mode != Mode::Close)
    }

    fn made(
        ruleset: &'r Ruleset,
        mode: Mode,
        [a, b]: [Combatant; 2],
        knights_equal: KnightsEqual,
        both_may_hold: bool,
    ) -> Result<Self, CaseError> {
        let combat = ruleset.combat.as_ref().ok_or_else(|| {
            let message = format!("{} has no combat tables here.", ruleset.name);
            CaseError::new(CaseErrorCode::UnknownRuleset, "ruleset", message)
        })?;
        let mut case = Self { ruleset, combat, mode, a, b, knights_equal, bound: BoundOwner::First };
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

    /// How the sides meet.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
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

    /// The feature that a side holds or is.
    pub(super) fn holds(&self, side: &Combatant) -> Option<Held> {
        if self.combat.fighter(side.fighter).troop.is_some() {
            return side.held;
        }
        self.combat.features.iter().find(|feature| feature.fighter == Some(side.fighter)).map(|feature| feature.held)
    }

    /// What the tables need to know about both sides.
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

    fn seen_of(&self, own: &Combatant, enemy: &Combatant, role: FactSet) -> SideFacts {
        let (holds, enemy_holds) = (self.holds(own), self.holds(enemy));
        // An element that holds a feature has walls around it: there are no enemies at its flanks, and it is in good
        // going.
        let (place, going) =
            if holds.is_some() { (None, Going::Good) } else { (own.place, self.combat.going(own.going)) };
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
            .and(Fact::FootOnly, self.knights_equal == KnightsEqual::FootOnly);
        let behind = own.behind.filter(|_| own.rear_support);
        let (fighter, fast, beside) = (own.fighter, own.fast, own.side_support);
        let mut seen = SideFacts { fighter, fast, facts, place, held: holds, beside, behind };
        let foe = SideFacts {
            fighter: enemy.fighter,
            fast: enemy.fast,
            facts: FactSet::NONE,
            place: if enemy_holds.is_some() { None } else { enemy.place },
            held: enemy_holds,
            beside: None,
            behind: None,
        };
        let foe_going = if enemy_holds.is_some() { Going::Good } else { self.combat.going(enemy.going) };
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
    fn check(&self, both_may_hold: bool) -> Result<(), CaseError> {
        let not_possible = |field: &str, message: &str| Err(CaseError::new(CaseErrorCode::NotPossible, field, message));
        if self.troop(&self.a).is_none() {
            return not_possible("a.type", "An empty feature is the second side of a case.");
        }
        if !both_may_hold && self.holds(&self.a).is_some() && self.holds(&self.b).is_some() {
            let field = if self.troop(&self.b).is_none() { "a.in" } else { "b.in" };
            return not_possible(field, "Only one side can hold a feature.");
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
                let error = CaseError::new(CaseErrorCode::NotPossible, format!("{name}.{field}"), &*row.effect);
                return Err(CaseError { rule: Some(row.rule.clone()), ..error });
            }
        }
        Ok(())
    }

    fn check_side(&self, name: &str, side: &Combatant) -> Result<(), CaseError> {
        let refuse = |code, field: &str, message: String| Err(CaseError::new(code, format!("{name}.{field}"), message));
        let rules = self.combat.fighter(side.fighter);
        self.check_other_factors(name, side)?;
        let Some(troop) = self.troop(side) else {
            if side.fast {
                return refuse(CaseErrorCode::FastNotAllowed, "fast", format!("{} are never Fast.", rules.plural));
            }
            if side.general {
                return refuse(CaseErrorCode::GeneralNotAllowed, "general", format!("{} never lead.", rules.plural));
            }
            if side.held.is_some() {
                return refuse(CaseErrorCode::NotPossible, "in", "An empty feature holds no other.".to_owned());
            }
            for (field, is_so) in [("water", side.water), ("sacking", side.sacking), ("cinc", side.cinc)] {
                if is_so {
                    return refuse(CaseErrorCode::NotPossible, field, format!("{} are no elements.", rules.plural));
                }
            }
            return Ok(());
        };
        if side.fast && !troop.fast.value.applies(true) {
            return refuse(CaseErrorCode::FastNotAllowed, "fast", format!("{} are never Fast.", troop.plural));
        }
        if let (true, GeneralRule::Never { because, rule }) = (side.general, &troop.general) {
            let message = format!("{} {because}.", troop.singular);
            let error = CaseError::new(CaseErrorCode::GeneralNotAllowed, format!("{name}.general"), message);
            return Err(CaseError { rule: Some(rule.clone()), ..error });
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
                return refuse(CaseErrorCode::NotPossible, "in", format!("{} never sack a City.", troop.plural));
            }
            if !may {
                let what = if troop.garrison.any() {
                    self.combat.features_called(held.has_walls())
                } else {
                    self.combat.all_features_called()
                };
                return refuse(CaseErrorCode::NotPossible, "in", format!("{} never hold a {what}.", troop.plural));
            }
        }
        self.check_marks(name, side, troop)
    }

    /// Checks the factors that a player adds: only where the rules leave them to the player, and within a limit that
    /// keeps totals from overflowing.
    fn check_other_factors(&self, name: &str, side: &Combatant) -> Result<(), CaseError> {
        let message = match side.other_factors {
            0 => return Ok(()),
            _ if self.combat.other_factors.is_none() => format!("{} has no other factors.", self.ruleset.name),
            other if (-MOST_OTHER_FACTORS..=MOST_OTHER_FACTORS).contains(&other) => return Ok(()),
            _ => format!("Nobody adds or takes off more than {MOST_OTHER_FACTORS}."),
        };
        Err(CaseError::new(CaseErrorCode::NotPossible, format!("{name}.other_factors"), message))
    }

    /// Checks properties that only some elements can have.
    fn check_marks(&self, name: &str, side: &Combatant, troop: &Troop) -> Result<(), CaseError> {
        let refuse = |field: &str, message: String| {
            Err(CaseError::new(CaseErrorCode::NotPossible, format!("{name}.{field}"), message))
        };
        if side.water && troop.water.is_none() {
            return refuse("water", format!("{} are never of the water.", troop.plural));
        }
        if side.sacking && side.held != Some(Held::City) {
            return refuse("sacking", "Only who is in a City sacks it.".to_owned());
        }
        if side.cinc && !side.general {
            return refuse("cinc", "The commander-in-chief is a general.".to_owned());
        }
        Ok(())
    }

    fn check_mode(&self) -> Result<(), CaseError> {
        let [a, b] = [self.troop(&self.a), self.troop(&self.b)];
        let named = |troop: Option<&'r Troop>| troop.map_or("An empty feature", |troop| &troop.plural);
        let verb = |troop: Option<&'r Troop>| if troop.is_some() { "do" } else { "does" };
        match self.mode {
            Mode::Close => self.check_flanks(),
            Mode::Shooting => {
                let cannot = |troop: Option<&'r Troop>| troop.is_none_or(|troop| troop.range.is_none());
                let refuse = |troop, field| {
                    let message = format!("{} {} not shoot.", named(troop), verb(troop));
                    Err(CaseError::new(CaseErrorCode::CannotShoot, field, message))
                };
                if cannot(a) {
                    refuse(a, "a.type")
                } else if !self.a.shoots {
                    let message = "The first side shoots. Change the sides if only the other does.";
                    Err(CaseError::new(CaseErrorCode::NotPossible, "a.shoots", message))
                } else if self.b.shoots && cannot(b) {
                    refuse(b, "b.shoots")
                } else {
                    Ok(())
                }
            }
            Mode::Bespelling if a.is_none_or(|troop| troop.spell.is_none()) => {
                let message = format!("{} {} not bespell.", named(a), verb(a));
                Err(CaseError::new(CaseErrorCode::CannotBespell, "a.type", message))
            }
            Mode::Bespelling => Ok(()),
        }
    }

    fn check_flanks(&self) -> Result<(), CaseError> {
        let refuse = |field, message| Err(CaseError::new(CaseErrorCode::NotPossible, field, message));
        let is_about_feature = self.holds(&self.a).is_some() || self.holds(&self.b).is_some();
        if let (true, None) = (self.a.against_flank || self.b.against_flank, &self.combat.flank_attacker) {
            let field = if self.a.against_flank { "a.against_flank" } else { "b.against_flank" };
            let message = format!("{} does not say what becomes of one at a flank or rear alone.", self.ruleset.name);
            return Err(CaseError::new(CaseErrorCode::NotPossible, field, message));
        }
        for (side, field) in [(&self.a, "a.against_flank"), (&self.b, "b.against_flank")] {
            if side.against_flank && is_about_feature {
                return refuse(field, "Behind walls there are no flanks.");
            }
        }
        if self.a.against_flank && self.b.against_flank {
            return refuse("b.against_flank", "Two elements cannot each be at the other's flank alone.");
        }
        Ok(())
    }
}

/// The going that a feature gives: its own, or the given one where the feature leaves it open. A river counts as good
/// (D3H2-FEAT-12), and features of good going have that of the ground beneath.
#[must_use]
pub fn going_in(ruleset: &Ruleset, place: Place, given: Going) -> Option<Going> {
    let own = match (&ruleset.terrain, place) {
        (_, Place::Kind(Kind::River)) => return Some(Going::Good),
        (Some(rules), Place::Kind(kind)) => rules.feature(kind)?.going.as_ref()?.value,
        (Some(rules), Place::Bua(bua)) => rules.bua(bua).filter(|_| bua != Bua::Stronghold)?.going.as_ref()?.value,
        (None, place) => ruleset.combat.as_ref()?.ground(place)?,
    };
    Some(if own == Going::Good { given } else { own })
}
