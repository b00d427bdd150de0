//! Combat cases as values: what a case can say, and what an evaluation answers. Here the engine answers them; what
//! they look like in a file is made from the same values.

use musterfield_combat::resolve::SideVerdict;
use musterfield_combat::{BoundOwner, Case, Combatant, FlankContact, case, resolve};
use musterfield_rules::combat::{Combat, Fighter, Held, Place, Readings};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_rules::{RuleId, Ruleset, book};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The way the two sides meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    /// In close combat.
    Close,
    /// a shoots at b; b may shoot back.
    Shooting,
    /// a bespells b.
    Bespelling,
}

impl Mode {
    pub(super) const ALL: [Self; 3] = [Self::Close, Self::Shooting, Self::Bespelling];
}

/// A case with the dice of both sides. The words in it are those of `docs/FORMATS.md`.
#[derive(Clone, Debug)]
pub(super) struct WrittenCase {
    pub(super) ruleset: &'static str,
    pub(super) mode: Mode,
    pub(super) a: WrittenSide,
    pub(super) b: WrittenSide,
    /// The reading of `options.knights_equal`; `None` leaves the options out.
    pub(super) knights_equal: Option<&'static str>,
    /// `a` or `b`; `None` leaves it out.
    pub(super) bound: Option<&'static str>,
}

/// One side of a case; what is `None` is left out.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct WrittenSide {
    #[serde(rename = "type")]
    pub(super) code: String,
    pub(super) roll: i64,
    pub(super) fast: Option<bool>,
    pub(super) general: Option<bool>,
    pub(super) cinc: Option<bool>,
    pub(super) demoralised: Option<bool>,
    pub(super) charged: Option<bool>,
    pub(super) water: Option<bool>,
    pub(super) ashore: Option<bool>,
    pub(super) going: Option<String>,
    pub(super) feature: Option<String>,
    #[serde(rename = "in")]
    pub(super) inside: Option<String>,
    pub(super) sacking: Option<bool>,
    pub(super) rear_support: Option<RearSupport>,
    pub(super) side_support: Option<Friend>,
    pub(super) left: Option<String>,
    pub(super) right: Option<String>,
    pub(super) rear: Option<bool>,
    pub(super) uphill: Option<bool>,
    pub(super) bank: Option<bool>,
    pub(super) assaulters: Option<i64>,
    pub(super) two_edges: Option<bool>,
    pub(super) facing_river: Option<bool>,
    pub(super) protected: Option<bool>,
    pub(super) near_own_stronghold: Option<bool>,
    pub(super) aids: Option<i64>,
    pub(super) shoots: Option<bool>,
    pub(super) rear_shot: Option<bool>,
    pub(super) against_flank: Option<bool>,
    pub(super) front_result: Option<String>,
    pub(super) other_factors: Option<i64>,
}

/// A friend lined up behind.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub(super) enum RearSupport {
    /// The usual one, or none.
    Usual(bool),
    This(Friend),
}

/// A friend that helps.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Friend {
    #[serde(rename = "type")]
    pub(super) code: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fast: Option<bool>,
}

/// The result for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fate {
    pub(super) factor: i64,
    /// `None` for a side that does not roll.
    pub(super) total: Option<i64>,
    pub(super) outcome: &'static str,
    /// Its fate, given its contacts.
    pub(super) last: &'static str,
    /// In thousandths of a base width.
    pub(super) pursues: i64,
    /// In order, each once.
    pub(super) rules: Vec<&'static str>,
    /// In order, one entry for each rule.
    pub(super) modifiers: Vec<(&'static str, i64)>,
}

impl Fate {
    /// Puts rules and modifiers in order.
    pub(super) fn in_order(mut self) -> Self {
        self.rules.sort_unstable();
        self.rules.dedup();
        self.modifiers.sort_unstable();
        self
    }

    fn of(case: &Case<'static>, combatant: &Combatant, side: &SideVerdict<'static>) -> Self {
        let result = &side.result;
        let rules = [Some(side.strength.factor_rule), result.rule, result.pursuit_rule];
        let modifiers = side.strength.modifiers.iter();
        let fate = Self {
            factor: side.strength.factor.into(),
            total: side.total.map(i64::from),
            outcome: result.outcome().as_str(),
            last: result.final_outcome().as_str(),
            pursues: case.pursuit_in_thousandths(combatant, result.pursues),
            rules: rules.into_iter().flatten().map(RuleId::as_str).collect(),
            modifiers: modifiers.map(|added| (added.rule.as_str(), added.value.into())).collect(),
        };
        fate.in_order()
    }

    /// One side of the result document.
    pub(super) fn file(&self) -> Value {
        let modifiers: Vec<Value> =
            self.modifiers.iter().map(|(rule, value)| json!({"rule": rule, "value": value})).collect();
        let pursues = match self.pursues {
            whole if whole % 1000 == 0 => json!(whole / 1000),
            part => json!(f64::from(i32::try_from(part).unwrap()) / 1000.0),
        };
        json!({
            "factor": self.factor,
            "total": self.total,
            "outcome": self.outcome,
            "final": self.last,
            "pursues": pursues,
            "rules": self.rules,
            "modifiers": modifiers,
        })
    }
}

/// The reason a case is not possible: error code and field.
pub(super) type Fault = (&'static str, String);

/// The fates of a and b.
pub(super) type Answer = Result<[Fate; 2], Fault>;

/// The result document of the fates of both sides.
pub(super) fn result_file([a, b]: &[Fate; 2]) -> Value {
    json!({"id": "r", "a": a.file(), "b": b.file()})
}

/// All throws of two dice.
pub(super) fn throws() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| [a, b]))
}

impl WrittenSide {
    pub(super) fn new(code: &str) -> Self {
        Self { code: code.to_owned(), roll: 1, ..Self::default() }
    }

    /// The type behind it, where it is written.
    pub(super) fn friend_behind(&self) -> Option<String> {
        match &self.rear_support {
            Some(RearSupport::This(friend)) => Some(friend.code.clone()),
            Some(RearSupport::Usual(_)) | None => None,
        }
    }

    /// Whether there is a friend behind it whose type is not written.
    pub(super) fn has_usual_friend_behind(&self) -> bool {
        matches!(self.rear_support, Some(RearSupport::Usual(true)))
    }

    /// The fields of a file. With `blanks`, fields that may be null are, where nothing is said of them.
    fn file(&self, blanks: bool) -> Value {
        let mut side = serde_json::to_value(self).unwrap();
        let may_be_null = ["feature", "in", "side_support", "left", "right"];
        let fields = side.as_object_mut().unwrap();
        fields.retain(|field, value| !value.is_null() || blanks && may_be_null.contains(&field.as_str()));
        side
    }
}

impl WrittenCase {
    /// A case of two sides with nothing else said.
    pub(super) fn new(ruleset: &'static str, mode: Mode, a: WrittenSide, b: WrittenSide) -> Self {
        Self { ruleset, mode, a, b, knights_equal: None, bound: None }
    }

    pub(super) fn sides(&self) -> [(&'static str, &WrittenSide); 2] {
        [("a", &self.a), ("b", &self.b)]
    }

    pub(super) fn side(&self, name: &str) -> &WrittenSide {
        if name == "a" { &self.a } else { &self.b }
    }

    /// The dice of both sides.
    pub(super) fn rolls(&self) -> [u8; 2] {
        [self.a.roll, self.b.roll].map(|roll| u8::try_from(roll).unwrap())
    }

    pub(super) fn throw(&mut self, [a, b]: [u8; 2]) {
        (self.a.roll, self.b.roll) = (a.into(), b.into());
    }

    /// The case as a file has it.
    pub(super) fn file(&self, blanks: bool) -> Value {
        let mut file = json!({"id": "r", "ruleset": self.ruleset, "a": self.a.file(blanks), "b": self.b.file(blanks)});
        // Close combat is what is meant where no mode is written.
        if self.mode != Mode::Close || blanks {
            file["mode"] = json!(self.mode);
        }
        if let Some(reading) = self.knights_equal {
            file["options"] = json!({"knights_equal": reading});
        }
        if let Some(bound) = self.bound {
            file["bound"] = json!(bound);
        }
        file
    }

    /// The case for the engine; `None` if it is not possible.
    pub(super) fn prepare(&self) -> Option<Case<'static>> {
        let ruleset = book().unwrap().ruleset(self.ruleset).unwrap();
        let rules = Rules { ruleset, combat: ruleset.combat.as_ref().unwrap() };
        let mode = match self.mode {
            Mode::Close => musterfield_combat::Mode::Close,
            Mode::Shooting => musterfield_combat::Mode::Shooting,
            Mode::Bespelling => musterfield_combat::Mode::Bespelling,
        };
        let bound = if self.bound == Some("b") { BoundOwner::Second } else { BoundOwner::First };
        let [a, b] = self.sides().map(|(name, side)| rules.combatant(side, mode, name == "a"));
        Case::new(ruleset, mode, [a?, b?], self.readings(ruleset)).ok().map(|case| case.in_bound(bound))
    }
}

impl WrittenCase {
    /// The readings of the ruleset as the options choose them. One that the ruleset does not have changes nothing.
    fn readings(&self, ruleset: &Ruleset) -> Readings {
        let chosen = |value: &str| {
            let reading = ruleset.combat.as_ref()?.reading("knights_equal")?;
            Some(Readings::default().choosing(reading, reading.value(value)?))
        };
        self.knights_equal.and_then(chosen).unwrap_or_default()
    }
}

/// The engine's answer to a possible case.
pub(super) fn engine(case: &Case<'static>, throw: [u8; 2]) -> [Fate; 2] {
    let verdict = resolve(case, throw);
    let [a, b] = case.sides();
    [Fate::of(case, a, &verdict.a), Fate::of(case, b, &verdict.b)]
}

/// The ruleset and tables that give the words of a case their meaning.
#[derive(Clone, Copy)]
struct Rules {
    ruleset: &'static Ruleset,
    combat: &'static Combat,
}

impl Rules {
    fn combatant(self, side: &WrittenSide, mode: musterfield_combat::Mode, is_a: bool) -> Option<Combatant> {
        let fast = side.fast.unwrap_or(false);
        let named = self.named(&side.code, fast)?;
        let given = side.going.as_deref().unwrap_or("good").parse().unwrap();
        let place = side.feature.as_deref().map(place);
        let held = side.inside.as_deref().map(|held| held.parse().unwrap());
        if held.is_some_and(|held| !self.knows(held)) {
            return None;
        }
        let behind = match &side.rear_support {
            None | Some(RearSupport::Usual(false)) => None,
            Some(RearSupport::Usual(true)) => self.combat.usual_supporter(named.fighter),
            Some(RearSupport::This(friend)) => Some(self.friend(friend)?),
        };
        let side_support = match &side.side_support {
            None => None,
            Some(friend) => Some(self.friend(friend)?),
        };
        let is = |field: Option<bool>| field.unwrap_or(false);
        let count = |field: Option<i64>| u8::try_from(field.unwrap_or(0)).unwrap();
        Some(Combatant {
            fast,
            general: is(side.general),
            going: place.map_or(Some(given), |place| case::going_in(self.ruleset, place, given))?,
            place,
            held,
            rear_support: side.has_usual_friend_behind() || side.friend_behind().is_some(),
            behind,
            side_support,
            left: side.left.as_deref().map(contact),
            right: side.right.as_deref().map(contact),
            rear: is(side.rear),
            uphill: is(side.uphill),
            bank: is(side.bank),
            assaulters: count(side.assaulters),
            two_edges: is(side.two_edges),
            facing_river: is(side.facing_river),
            protected: is(side.protected),
            near_own_stronghold: is(side.near_own_stronghold),
            aids: count(side.aids),
            shoots: mode == musterfield_combat::Mode::Shooting && side.shoots.unwrap_or(is_a),
            rear_shot: is(side.rear_shot),
            against_flank: is(side.against_flank),
            front_result: side.front_result.as_deref().map(|outcome| outcome.parse().unwrap()),
            charged: is(side.charged),
            water: is(side.water) || named.water,
            sacking: is(side.sacking),
            demoralised: is(side.demoralised),
            cinc: is(side.cinc),
            ashore: is(side.ashore),
            other_factors: i8::try_from(side.other_factors.unwrap_or(0)).unwrap(),
            ..named
        })
    }

    /// The fighter of a code; `None` for one that the ruleset does not have.
    fn named(self, code: &str, fast: bool) -> Option<Combatant> {
        if let Some(feature) = self.combat.feature(code) {
            return Some(Combatant::new(feature));
        }
        let spelling = self.ruleset.spellings().read(code)?;
        let troop = self.ruleset.troop(spelling.troop);
        if spelling.mounted && (troop.rides.is_none() || self.ruleset.army.mounted_infantry.is_none()) {
            return None;
        }
        let fighter = match troop.fast_as {
            Some(quick) if fast && *troop.code != *code => quick.into(),
            _ => spelling.troop.into(),
        };
        Some(Combatant { mounted_infantry: spelling.mounted, water: spelling.water, ..Combatant::new(fighter) })
    }

    /// Whether a feature can be held under this ruleset; where none can, each is refused later.
    fn knows(self, held: Held) -> bool {
        let features = &self.combat.features;
        let nobody = !self.ruleset.troops().any(|(_, troop)| troop.garrison.any())
            && !features.iter().any(|feature| feature.anyone);
        nobody || features.iter().any(|feature| feature.held == held)
    }

    /// A friend that can help, and whether it is Fast.
    fn friend(self, friend: &Friend) -> Option<(Fighter, bool)> {
        let fast = friend.fast.unwrap_or(false);
        let named = self.named(&friend.code, fast)?;
        let troop = self.ruleset.troop(self.combat.fighter(named.fighter).troop?);
        (!fast || troop.fast.value.allows(true)).then(|| (named.fighter, troop.fast.value.applies(fast)))
    }
}

fn place(word: &str) -> Place {
    match word.parse::<Kind>() {
        Ok(kind) if kind != Kind::Bua => Place::Kind(kind),
        _ => Place::Bua(word.parse::<Bua>().unwrap()),
    }
}

fn contact(word: &str) -> FlankContact {
    FlankContact::ALL.into_iter().find(|contact| contact.as_str() == word).unwrap()
}
