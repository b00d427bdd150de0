//! A combat as somebody describes it: two sides, where they stand, who helps them.

use std::fmt;

use crate::rules::combat::{Combat, Fact, Facts, Fighter, Outcome, Place, Seen};
use crate::rules::terrain::{Bua, Going, Kind};
use crate::rules::troop::{GeneralRule, Troop};
use crate::rules::{RuleId, Ruleset};

/// How two elements meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// In close combat.
    #[default]
    Close,
    /// The first shoots at the second, which may shoot back.
    Shooting,
    /// The first bespells the second, as the main bespeller.
    Bespelling,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Close, Self::Shooting, Self::Bespelling];

    /// As it stands in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Shooting => "shooting",
            Self::Bespelling => "bespelling",
        }
    }
}

/// An enemy at one flank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contact {
    /// It overlaps.
    Overlap,
    /// Its front edge is in contact with the flank.
    Flank,
}

impl Contact {
    /// As it stands in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Flank => "flank",
        }
    }
}

/// A feature that an element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// A Stronghold.
    Stronghold,
    /// A Camp.
    Camp,
}

impl Held {
    /// As it stands in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stronghold => "stronghold",
            Self::Camp => "camp",
        }
    }
}

/// Readings of rules that can be read in two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KnightsEqual {
    /// Solid Knights recoil on equal from everybody who is not Fast, and from shooting (D3H2-OUT-14).
    #[default]
    Literal,
    /// Only in close combat from Foot that is not Fast, as in DBA 3.0.
    FootOnly,
}

/// One side of a combat. What does not matter in its mode is not looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Who fights.
    pub fighter: Fighter,
    /// Whether it is Fast; those that always are need not say so.
    pub fast: bool,
    /// Whether it is mounted infantry.
    pub mounted_infantry: bool,
    /// Whether it is the general's element.
    pub general: bool,
    /// The going in which it stands, partly counting.
    pub going: Going,
    /// The feature in which it stands.
    pub place: Option<Place>,
    /// The feature that it holds.
    pub held: Option<Held>,
    /// Whether a friend that the rules accept is lined up behind it.
    pub rear_support: bool,
    /// The best friend in side contact, and whether it is Fast.
    pub side_support: Option<(Fighter, bool)>,
    /// An enemy at its left flank.
    pub left: Option<Contact>,
    /// An enemy at its right flank.
    pub right: Option<Contact>,
    /// An enemy in full front-edge contact with its rear.
    pub rear: bool,
    /// Whether it stands uphill of the other.
    pub uphill: bool,
    /// Whether it defends the bank of a river that is not paltry.
    pub bank: bool,
    /// Other enemies that still assault the same feature.
    pub assaulters: u8,
    /// Whether enemy front edges touch two of its edges or more.
    pub two_edges: bool,
    /// Whether a river lies across the shortest line from the bespeller.
    pub facing_river: bool,
    /// Whether a Paladin or Cleric is near that line.
    pub protected: bool,
    /// Whether it is near its own Stronghold.
    pub near_own_stronghold: bool,
    /// Second and third elements that aid it.
    pub aids: u8,
    /// Whether it shoots.
    pub shoots: bool,
    /// Whether it is shot at least partly on its rear edge.
    pub rear_shot: bool,
    /// Whether it is in contact with the other's flank or rear alone.
    pub against_flank: bool,
    /// What befell the friend who fights that enemy's front.
    pub front_result: Option<Outcome>,
}

/// Most elements that may aid one that shoots or bespells, and most that assault a feature beside the one that fights: a
/// second and a third.
pub const MOST_HELPERS: u8 = 2;

impl Side {
    /// One that stands in the open and has nobody beside it.
    #[must_use]
    pub fn new(fighter: Fighter) -> Self {
        Self {
            fighter,
            fast: false,
            mounted_infantry: false,
            general: false,
            going: Going::Good,
            place: None,
            held: None,
            rear_support: false,
            side_support: None,
            left: None,
            right: None,
            rear: false,
            uphill: false,
            bank: false,
            assaulters: 0,
            two_edges: false,
            facing_river: false,
            protected: false,
            near_own_stronghold: false,
            aids: 0,
            shoots: false,
            rear_shot: false,
            against_flank: false,
            front_result: None,
        }
    }

    /// How many of its flanks an enemy is at in this way.
    pub(super) fn flanks(&self, contact: Contact) -> i8 {
        i8::from(self.left == Some(contact)) + i8::from(self.right == Some(contact))
    }
}

/// What is wrong with a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// Not JSON, or no object.
    BadJson,
    /// A value of the wrong type or out of range.
    BadValue,
    /// Something that cannot be left out.
    MissingField,
    /// A field that there is not.
    UnknownField,
    /// A type that nobody knows.
    UnknownType,
    /// A type that this ruleset leaves out.
    NotInRuleset,
    /// A ruleset that there is not, or that has no combat here.
    UnknownRuleset,
    /// A mode that there is not.
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

impl Code {
    /// As it stands in results.
    #[must_use]
    pub const fn word(self) -> &'static str {
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
    /// What sort of mistake.
    pub code: Code,
    /// The field, such as `b.type`; empty where the case as a whole is meant.
    pub field: String,
    /// One sentence for a person.
    pub message: String,
    /// The rule, where one forbids it.
    pub rule: Option<RuleId>,
}

impl CaseError {
    pub(super) fn new(code: Code, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, field: field.into(), message: message.into(), rule: None }
    }
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.field, self.message) }
    }
}

impl std::error::Error for CaseError {}

/// A combat that can happen. Made by [`Case::new`], which refuses all others.
#[derive(Clone, Copy, Debug)]
pub struct Case<'r> {
    pub(super) ruleset: &'r Ruleset,
    pub(super) combat: &'r Combat,
    pub(super) mode: Mode,
    pub(super) a: Side,
    pub(super) b: Side,
    pub(super) knights_equal: KnightsEqual,
}

impl<'r> Case<'r> {
    /// A combat of two sides.
    ///
    /// # Errors
    /// When the ruleset has no combat here, or this one cannot happen under it.
    pub fn new(
        ruleset: &'r Ruleset,
        mode: Mode,
        [a, b]: [Side; 2],
        knights_equal: KnightsEqual,
    ) -> Result<Self, CaseError> {
        let combat = ruleset.combat.as_ref().ok_or_else(|| {
            let message = format!("{} has no combat tables here.", ruleset.name);
            CaseError::new(Code::UnknownRuleset, "ruleset", message)
        })?;
        let mut case = Self { ruleset, combat, mode, a, b, knights_equal };
        case.check_side("a", &a)?;
        case.check_side("b", &b)?;
        // Some types are always Fast, whatever is said of an element.
        let is_fast = |side: &Side| case.troop(side).is_some_and(|troop| troop.fast.is.applies(side.fast));
        (case.a.fast, case.b.fast) = (is_fast(&a), is_fast(&b));
        case.check()?;
        Ok(case)
    }

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &'r Ruleset {
        self.ruleset
    }

    /// The tables that are asked.
    #[must_use]
    pub fn combat(&self) -> &'r Combat {
        self.combat
    }

    /// How they meet.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Both sides.
    #[must_use]
    pub fn sides(&self) -> [&Side; 2] {
        [&self.a, &self.b]
    }

    /// The type of a side; none for a feature that nobody holds.
    #[must_use]
    pub fn troop(&self, side: &Side) -> Option<&'r Troop> {
        self.combat.fighter(side.fighter).troop.map(|id| self.ruleset.troop(id))
    }

    /// What a side holds, or is.
    pub(super) fn holds(&self, side: &Side) -> Option<Held> {
        let rules = self.combat.fighter(side.fighter);
        if rules.troop.is_some() {
            return side.held;
        }
        [Held::Stronghold, Held::Camp].into_iter().find(|held| held.word().eq_ignore_ascii_case(&rules.code))
    }

    /// What the tables are asked about both sides.
    pub(super) fn seen(&self) -> [Seen; 2] {
        let [a, b] = match self.mode {
            Mode::Close => [Facts::of(Fact::Close); 2],
            Mode::Shooting => {
                let role = |own: &Side, enemy: &Side| {
                    Facts::NONE.and(Fact::Shooting, own.shoots).and(Fact::ShotAt, enemy.shoots)
                };
                [role(&self.a, &self.b), role(&self.b, &self.a)]
            }
            Mode::Bespelling => [Facts::of(Fact::Bespelling), Facts::of(Fact::Bespelled)],
        };
        [self.seen_of(&self.a, &self.b, a), self.seen_of(&self.b, &self.a, b)]
    }

    fn seen_of(&self, own: &Side, enemy: &Side, role: Facts) -> Seen {
        let (holds, enemy_holds) = (self.holds(own), self.holds(enemy));
        // Whoever holds a feature has walls around it: nobody is at its flanks, and it stands in good going.
        let (place, going) = if holds.is_some() { (None, Going::Good) } else { (own.place, own.going) };
        let is_at_flank = own.left == Some(Contact::Flank) || own.right == Some(Contact::Flank) || own.rear;
        let both = |held| holds == Some(held) || enemy_holds == Some(held);
        let facts = role
            .and(Fact::General, own.general)
            .and(Fact::Garrison, own.held.is_some())
            .and(Fact::HoldsFeature, holds.is_some())
            .and(Fact::BehindWalls, holds.is_some() && self.mode != Mode::Bespelling)
            .and(Fact::HoldsStronghold, holds == Some(Held::Stronghold))
            .and(Fact::HoldsCamp, holds == Some(Held::Camp))
            .and(Fact::EnemyHoldsFeature, enemy_holds.is_some())
            .and(Fact::EnemyHoldsStronghold, enemy_holds == Some(Held::Stronghold))
            .and(Fact::EnemyHoldsCamp, enemy_holds == Some(Held::Camp))
            .and(Fact::AboutFeature, holds.is_some() || enemy_holds.is_some())
            .and(Fact::AboutStronghold, both(Held::Stronghold))
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
            .and(Fact::MountedInfantry, own.mounted_infantry)
            .and(Fact::FootOnly, self.knights_equal == KnightsEqual::FootOnly);
        let mut seen = Seen { fighter: own.fighter, fast: own.fast, facts, place, beside: own.side_support };
        let foe = Seen { fighter: enemy.fighter, fast: enemy.fast, facts: Facts::NONE, place: None, beside: None };
        let is_good = self.combat.counts_as_good(&seen, going, place, false);
        seen.facts = facts
            .and(Fact::GoodGoing, is_good)
            .and(Fact::BadGoing, going == Going::Bad && !is_good)
            .and(Fact::GoodForEnemy, self.combat.counts_as_good(&foe, going, place, true));
        let is_shielded = role.has(Fact::Bespelled) && self.combat.shielded.iter().any(|row| row.holds(&seen, &foe));
        seen.facts = seen.facts.and(Fact::Shielded, is_shielded);
        seen
    }

    /// Whether this can happen; the first reason why not.
    fn check(&self) -> Result<(), CaseError> {
        let not_possible = |field: &str, message: &str| Err(CaseError::new(Code::NotPossible, field, message));
        if self.troop(&self.a).is_none() {
            return not_possible("a.type", "An empty feature is the second side of a case.");
        }
        if self.holds(&self.a).is_some() && self.holds(&self.b).is_some() {
            let field = if self.troop(&self.b).is_none() { "a.in" } else { "b.in" };
            return not_possible(field, "Only one side can hold a feature.");
        }
        self.check_mode()?;
        let [a, b] = self.seen();
        for (name, own, enemy) in [("a", &a, &b), ("b", &b, &a)] {
            if let Some(row) = self.combat.impossible.iter().find(|row| row.holds(own, enemy)) {
                let field = if row.said.inside.is_empty() { "type" } else { "feature" };
                let error = CaseError::new(Code::NotPossible, format!("{name}.{field}"), &*row.then);
                return Err(CaseError { rule: Some(row.rule.clone()), ..error });
            }
        }
        Ok(())
    }

    fn check_side(&self, name: &str, side: &Side) -> Result<(), CaseError> {
        let refuse = |code, field: &str, message: String| Err(CaseError::new(code, format!("{name}.{field}"), message));
        let rules = self.combat.fighter(side.fighter);
        let Some(troop) = self.troop(side) else {
            if side.fast {
                return refuse(Code::FastNotAllowed, "fast", format!("{} are never Fast.", rules.plural));
            }
            if side.general {
                return refuse(Code::GeneralNotAllowed, "general", format!("{} never lead.", rules.plural));
            }
            if side.held.is_some() {
                return refuse(Code::NotPossible, "in", "An empty feature holds no other.".to_owned());
            }
            return Ok(());
        };
        if side.fast && !troop.fast.is.applies(true) {
            return refuse(Code::FastNotAllowed, "fast", format!("{} are never Fast.", troop.plural));
        }
        if let (true, GeneralRule::Never { because, rule }) = (side.general, &troop.general) {
            let message = format!("{} {because}.", troop.singular);
            let error = CaseError::new(Code::GeneralNotAllowed, format!("{name}.general"), message);
            return Err(CaseError { rule: Some(rule.clone()), ..error });
        }
        if side.held.is_some() && !troop.garrison {
            return refuse(Code::NotPossible, "in", format!("{} never hold a Stronghold or Camp.", troop.plural));
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
                    Err(CaseError::new(Code::CannotShoot, field, message))
                };
                if cannot(a) {
                    refuse(a, "a.type")
                } else if !self.a.shoots {
                    let message = "The first side shoots. Change the sides if only the other does.";
                    Err(CaseError::new(Code::NotPossible, "a.shoots", message))
                } else if self.b.shoots && cannot(b) {
                    refuse(b, "b.shoots")
                } else {
                    Ok(())
                }
            }
            Mode::Bespelling if a.is_none_or(|troop| troop.spell.is_none()) => {
                let message = format!("{} {} not bespell.", named(a), verb(a));
                Err(CaseError::new(Code::CannotBespell, "a.type", message))
            }
            Mode::Bespelling => Ok(()),
        }
    }

    fn check_flanks(&self) -> Result<(), CaseError> {
        let refuse = |field, message| Err(CaseError::new(Code::NotPossible, field, message));
        let is_about_feature = self.holds(&self.a).is_some() || self.holds(&self.b).is_some();
        for (side, field) in [(&self.a, "a.against_flank"), (&self.b, "b.against_flank")] {
            if side.against_flank && is_about_feature {
                return refuse(field, "A Stronghold or Camp has no flanks.");
            }
        }
        if self.a.against_flank && self.b.against_flank {
            return refuse("b.against_flank", "Two elements cannot each be at the other's flank alone.");
        }
        Ok(())
    }
}

/// The going that a feature gives: its own, or the one given where the feature leaves it open. A river counts as good
/// (D3H2-FEAT-12), and in good features it is as beneath.
#[must_use]
pub fn going_in(ruleset: &Ruleset, place: Place, given: Going) -> Option<Going> {
    let rules = crate::rules::book().ok()?.terrain(&ruleset.id)?;
    let own = match place {
        Place::Kind(Kind::River) => return Some(Going::Good),
        Place::Kind(kind) => rules.feature(kind)?.going.as_ref()?.is,
        Place::Bua(bua) => rules.bua(bua).filter(|_| bua != Bua::Stronghold)?.going.as_ref()?.is,
    };
    Some(if own == Going::Good { given } else { own })
}
