//! From JSON to a case, field by field, so that every mistake is reported with its field.

use musterfield_rules::combat::{Combat, Fact, Fighter, Held, Outcome, Per, Place, Readings};
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_rules::{Book, DEFAULT_RULESET, Ruleset};
use serde_json::{Map, Value};

use crate::case::{
    self, BoundOwner, Case, CaseError, CaseFault, Combatant, Expected, FlankContact, MOST_OTHER_FACTORS, Mode, going_in,
};

/// The answer that is requested for a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The result with the given dice.
    Resolve,
    /// The probability of each result.
    Odds,
}

/// A case that has been read, with its dice.
#[derive(Clone, Copy, Debug)]
pub struct CaseFile<'r> {
    /// The case.
    pub case: Case<'r>,
    /// The dice of both sides, where they matter.
    pub rolls: Option<[u8; 2]>,
}

type Read<T> = Result<T, Box<CaseError>>;

fn wrong<T>(field: &str, fault: CaseFault) -> Read<T> {
    Err(case::wrong(field, fault))
}

/// The fields of an object that is being read. Every field that is requested is ticked off, so that the remaining
/// ones are known to be wrong.
struct Fields<'a> {
    /// The prefix of the field's name in errors: `a.`.
    prefix: &'a str,
    map: &'a Map<String, Value>,
    asked: usize,
}

impl<'a> Fields<'a> {
    fn new(prefix: &'a str, map: &'a Map<String, Value>) -> Self {
        Self { prefix, map, asked: 0 }
    }

    fn name(&self, field: &str) -> String {
        format!("{}{field}", self.prefix)
    }

    fn get(&mut self, field: &str) -> Option<&'a Value> {
        let found = self.map.get(field);
        self.asked += usize::from(found.is_some());
        found
    }

    fn wrong<T>(&self, field: &str, expected: Expected) -> Read<T> {
        wrong(&self.name(field), CaseFault::Expected(expected))
    }

    fn flag(&mut self, field: &str, usual: bool) -> Read<bool> {
        match self.get(field) {
            None => Ok(usual),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => self.wrong(field, Expected::Flag),
        }
    }

    fn number(&mut self, field: &str, most: u8) -> Read<u8> {
        match self.get(field) {
            None => Ok(0),
            Some(value) => match value.as_u64().and_then(|number| u8::try_from(number).ok()) {
                Some(number) if number <= most => Ok(number),
                _ => self.wrong(field, Expected::Whole { least: 0, most: i8::try_from(most).unwrap_or(i8::MAX) }),
            },
        }
    }

    /// Reads a word, or none where it is left out or null.
    fn word<T>(
        &mut self,
        field: &str,
        parse: impl Fn(&str) -> Option<T>,
        expected: impl FnOnce() -> Expected,
    ) -> Read<Option<T>> {
        match self.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(word)) => match parse(word) {
                Some(found) => Ok(Some(found)),
                None => self.wrong(field, expected()),
            },
            Some(_) => self.wrong(field, expected()),
        }
    }

    /// Reads a number that may be negative.
    fn signed(&mut self, field: &str, most: i8) -> Read<i8> {
        match self.get(field) {
            None => Ok(0),
            Some(value) => match value.as_i64().and_then(|number| i8::try_from(number).ok()) {
                Some(number) if (-most..=most).contains(&number) => Ok(number),
                _ => self.wrong(field, Expected::Whole { least: -most, most }),
            },
        }
    }

    /// Reports fields that were not requested: those that are known neither in general nor to this ruleset.
    fn finish(&self, known: &[&str], here: &[&str]) -> Read<()> {
        if self.asked == self.map.len() {
            return Ok(());
        }
        let unknown = self.map.keys().find(|key| !known.contains(&key.as_str()) && !here.contains(&key.as_str()));
        let field = unknown.map_or("", String::as_str);
        wrong(&self.name(field), CaseFault::UnknownField)
    }
}

const CASE: &[&str] = &["id", "ruleset", "mode", "a", "b", "options"];
const SIDE: &[&str] = &[
    "type",
    "roll",
    "fast",
    "general",
    "going",
    "feature",
    "in",
    "rear_support",
    "side_support",
    "left",
    "right",
    "rear",
    "uphill",
    "bank",
    "assaulters",
    "two_edges",
    "facing_river",
    "protected",
    "near_own_stronghold",
    "aids",
    "shoots",
    "rear_shot",
    "against_flank",
    "front_result",
    "charged",
    "water",
    "sacking",
    "demoralised",
    "cinc",
];

/// The largest number of characters of an unknown type that are stored for display.
const LONGEST_SHOWN: usize = 40;
/// The largest number of helpers that can be given where they count for nothing.
const MOST_IGNORED: u8 = 2;

/// Reads a case.
///
/// # Errors
/// The first field that is wrong, or why the case cannot happen.
pub fn read(book: &'static Book, question: Question, value: &Value) -> Read<CaseFile<'static>> {
    let Value::Object(map) = value else {
        return Err(case::wrong_case(CaseFault::NotAnObject));
    };
    let mut fields = Fields::new("", map);
    fields.get("id");
    let ruleset = match fields.get("ruleset") {
        None => DEFAULT_RULESET,
        Some(Value::String(id)) => id,
        Some(_) => return fields.wrong("ruleset", Expected::Ruleset),
    };
    let Some((ruleset, combat)) = book.ruleset(ruleset).and_then(|rules| Some((rules, rules.combat.as_ref()?))) else {
        let known = book.rulesets().iter().filter(|rules| rules.combat.is_some()).map(|rules| rules.id.clone());
        let fault = CaseFault::UnknownRuleset { found: ruleset.to_owned(), known: known.collect() };
        return wrong("ruleset", fault);
    };
    let mode = match fields.get("mode") {
        None => Mode::default(),
        Some(value) => {
            let mode = value.as_str().and_then(|word| Mode::ALL.into_iter().find(|mode| mode.as_str() == word));
            match mode {
                Some(mode) => mode,
                None => return wrong("mode", CaseFault::UnknownMode),
            }
        }
    };
    let readings = options(book, combat, fields.get("options"))?;
    let rules = Rules { ruleset, combat };
    let (a, roll_a) = rules.side("a.", fields.get("a"), mode, true)?;
    let (b, roll_b) = rules.side("b.", fields.get("b"), mode, false)?;
    let asks_bound = combat.asks(Fact::EnemyBound);
    let whose = |word: &str| BoundOwner::ALL.into_iter().find(|bound| bound.as_str() == word);
    let bound = if asks_bound {
        fields.word("bound", whose, || Expected::WordOrNull(BoundOwner::ALL.map(BoundOwner::as_str).to_vec()))?
    } else {
        None
    };
    fields.finish(CASE, if asks_bound { &["bound"] } else { &[] })?;
    let case = Case::new(ruleset, mode, [a, b], readings)?.in_bound(bound.unwrap_or_default());
    let rolls = match question {
        Question::Odds => None,
        Question::Resolve => {
            // A side that is only at the other's flank does not roll, and the other's die has no effect either.
            let roll = |name: &str, side: &Combatant, roll: Option<u8>| match roll {
                Some(roll) => Ok(roll),
                None if mode == Mode::Close && side.against_flank => Ok(1),
                None => wrong(name, CaseFault::NoDie),
            };
            Some([roll("a.roll", &a, roll_a)?, roll("b.roll", &b, roll_b)?])
        }
    };
    Ok(CaseFile { case, rolls })
}

/// Reads the chosen readings. Those that only other rulesets have change nothing.
fn options(book: &'static Book, combat: &'static Combat, value: Option<&Value>) -> Read<Readings> {
    let mut readings = Readings::default();
    let Some(value) = value else { return Ok(readings) };
    let Value::Object(map) = value else {
        return wrong("options", CaseFault::Expected(Expected::Object));
    };
    let mut fields = Fields::new("options.", map);
    let mut known: Vec<&str> = Vec::new();
    for reading in book.readings() {
        let own = combat.reading(&reading.id);
        let reading = own.unwrap_or(reading);
        let words = || Expected::Word(reading.values().map(|value| &*value.id).collect());
        let value = fields.word(&reading.id, |word| reading.value(word), words)?;
        if let (Some(_), Some(value)) = (own, value) {
            readings = readings.choosing(reading, value);
        }
        known.push(&reading.id);
    }
    fields.finish(&known, &[])?;
    Ok(readings)
}

/// The ruleset that gives types and features their meaning.
#[derive(Clone, Copy)]
struct Rules {
    ruleset: &'static Ruleset,
    combat: &'static Combat,
}

impl Rules {
    fn side(self, prefix: &str, value: Option<&Value>, mode: Mode, is_first: bool) -> Read<(Combatant, Option<u8>)> {
        let name = prefix.trim_end_matches('.');
        let map = match value {
            None => return wrong(name, CaseFault::NoSide),
            Some(Value::Object(map)) => map,
            Some(_) => return wrong(name, CaseFault::Expected(Expected::Object)),
        };
        let mut fields = Fields::new(prefix, map);
        let mut side = self.named(&mut fields)?;
        side.fast = fields.flag("fast", false)?;
        side.fighter = self.as_fast(&fields, side.fighter, side.fast);
        side.general = fields.flag("general", false)?;
        let going = fields.word(
            "going",
            |word| word.parse().ok().filter(|going| *going != Going::Water),
            || Expected::Word([Going::Good, Going::Rough, Going::Bad].map(Going::as_str).to_vec()),
        )?;
        self.stand(&mut fields, &mut side, going.unwrap_or(Going::Good))?;
        // In a ruleset where nothing can be held, everything is refused in the same way, as impossible.
        let nobody = !self.ruleset.troops().any(|(_, troop)| troop.garrison.any())
            && !self.combat.features.iter().any(|feature| feature.anyone);
        let known = |held: &Held| nobody || self.combat.features.iter().any(|feature| feature.held == *held);
        let held = |word: &str| word.parse::<Held>().ok().filter(known);
        let features = || self.combat.features.iter().map(|feature| feature.held.as_str()).collect();
        side.held = fields.word("in", held, || Expected::WordOrNull(features()))?;
        (side.rear_support, side.behind) = self.rear_support(prefix, fields.get("rear_support"), side.fighter)?;
        side.side_support = self.side_support(prefix, fields.get("side_support"))?;
        let contacts = || Expected::WordOrNull(FlankContact::ALL.map(FlankContact::as_str).to_vec());
        let contact = |word: &str| FlankContact::ALL.into_iter().find(|contact| contact.as_str() == word);
        side.left = fields.word("left", contact, contacts)?;
        side.right = fields.word("right", contact, contacts)?;
        side.rear = fields.flag("rear", false)?;
        side.uphill = fields.flag("uphill", false)?;
        side.bank = fields.flag("bank", false)?;
        side.assaulters = fields.number("assaulters", self.most(Per::Assaulter))?;
        side.two_edges = fields.flag("two_edges", false)?;
        side.facing_river = fields.flag("facing_river", false)?;
        side.protected = fields.flag("protected", false)?;
        side.near_own_stronghold = fields.flag("near_own_stronghold", false)?;
        side.aids = fields.number("aids", self.most(Per::Aiding))?;
        side.shoots = fields.flag("shoots", is_first)? && mode == Mode::Shooting;
        side.rear_shot = fields.flag("rear_shot", false)?;
        side.against_flank = fields.flag("against_flank", false)?;
        side.front_result = fields.word("front_result", |word| word.parse::<Outcome>().ok(), || Expected::Outcome)?;
        side.charged = fields.flag("charged", false)?;
        side.water = fields.flag("water", false)? || side.water;
        side.sacking = fields.flag("sacking", false)?;
        side.demoralised = fields.flag("demoralised", false)?;
        side.cinc = fields.flag("cinc", false)?;
        let roll = match fields.get("roll") {
            None => None,
            Some(value) => match value.as_u64().and_then(|roll| u8::try_from(roll).ok()) {
                Some(roll @ 1..=6) => Some(roll),
                _ => return fields.wrong("roll", Expected::Die),
            },
        };
        let has_other_factors = self.combat.other_factors.is_some();
        if has_other_factors {
            side.other_factors = fields.signed("other_factors", MOST_OTHER_FACTORS)?;
        }
        let asks_ashore = self.combat.asks(Fact::Ashore);
        if asks_ashore {
            side.ashore = fields.flag("ashore", false)?;
        }
        let here = [("other_factors", has_other_factors), ("ashore", asks_ashore)];
        // No field has an empty name.
        fields.finish(SIDE, &here.map(|(field, is_known)| if is_known { field } else { "" }))?;
        Ok((side, roll))
    }

    /// The largest number of helpers that a case can give: those that count for nothing here may be given all the same.
    fn most(self, per: Per) -> u8 {
        match self.combat.most(per) {
            0 => MOST_IGNORED,
            most => most,
        }
    }

    /// Reads the fighter.
    fn named(self, fields: &mut Fields<'_>) -> Read<Combatant> {
        let field = fields.name("type");
        let written = match fields.get("type") {
            None => return wrong(&field, CaseFault::NoTroop),
            Some(Value::String(written)) => written,
            Some(_) => return fields.wrong("type", Expected::Troop),
        };
        if let Some(feature) = self.combat.feature(written) {
            return Ok(Combatant::new(feature));
        }
        let Some(spelling) = self.ruleset.spellings().read(written) else {
            let found: String = written.chars().take(LONGEST_SHOWN).collect();
            if self.ruleset.left_out(written).is_some() {
                return wrong(&field, CaseFault::LeftOut { ruleset: self.ruleset.into(), found });
            }
            let nearest = self.ruleset.spellings().nearest(written);
            let nearest = nearest.map(|id| self.ruleset.troop(id).code.clone());
            return wrong(&field, CaseFault::UnknownTroop { found, nearest });
        };
        let troop = self.ruleset.troop(spelling.troop);
        if spelling.mounted && (troop.rides.is_none() || self.ruleset.army.mounted_infantry.is_none()) {
            return wrong(&field, CaseFault::NeverRides(troop.into()));
        }
        let fighter = spelling.troop.into();
        Ok(Combatant { mounted_infantry: spelling.mounted, water: spelling.water, ..Combatant::new(fighter) })
    }

    /// The type that is meant by a name without figures when it is called Fast: `Blades` that are Fast are `3Bd`.
    fn as_fast(self, fields: &Fields<'_>, fighter: Fighter, fast: bool) -> Fighter {
        let Some(troop) = self.combat.fighter(fighter).troop.map(|id| self.ruleset.troop(id)) else { return fighter };
        let written = fields.map.get("type").and_then(Value::as_str).unwrap_or_default();
        match troop.fast_as {
            Some(quick) if fast && *troop.code != *written => quick.into(),
            _ => fighter,
        }
    }

    /// Reads where it stands.
    fn stand(self, fields: &mut Fields<'_>, side: &mut Combatant, given: Going) -> Read<()> {
        let place = |word: &str| {
            let kind = word.parse::<Kind>().ok().filter(|kind| *kind != Kind::Bua).map(Place::Kind);
            kind.or_else(|| word.parse::<Bua>().ok().map(Place::Bua))
        };
        side.going = given;
        side.place = fields.word("feature", place, || Expected::Feature)?;
        if let Some(place) = side.place {
            match going_in(self.ruleset, place, given) {
                Some(going) => side.going = going,
                None => return fields.wrong("feature", Expected::FeatureToStandIn(self.ruleset.into())),
            }
        }
        Ok(())
    }

    /// Reads whether there is a friend behind, and which one, where that matters.
    fn rear_support(self, prefix: &str, value: Option<&Value>, own: Fighter) -> Read<(bool, Option<(Fighter, bool)>)> {
        match value {
            None | Some(Value::Null | Value::Bool(false)) => Ok((false, None)),
            Some(Value::Bool(true)) => Ok((true, self.combat.usual_supporter(own))),
            Some(Value::Object(map)) => Ok((true, Some(self.friend(&format!("{prefix}rear_support."), map)?))),
            Some(_) => wrong(&format!("{prefix}rear_support"), CaseFault::Expected(Expected::Supporter)),
        }
    }

    fn side_support(self, prefix: &str, value: Option<&Value>) -> Read<Option<(Fighter, bool)>> {
        match value {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(map)) => Ok(Some(self.friend(&format!("{prefix}side_support."), map)?)),
            Some(_) => wrong(&format!("{prefix}side_support"), CaseFault::Expected(Expected::SideSupporter)),
        }
    }

    /// Reads a friend that helps, and whether it is Fast.
    fn friend(self, prefix: &str, map: &Map<String, Value>) -> Read<(Fighter, bool)> {
        let mut fields = Fields::new(prefix, map);
        let mut friend = self.named(&mut fields)?;
        let fast = fields.flag("fast", false)?;
        friend.fighter = self.as_fast(&fields, friend.fighter, fast);
        fields.finish(&["type", "fast"], &[])?;
        let Some(troop) = self.combat.fighter(friend.fighter).troop.map(|id| self.ruleset.troop(id)) else {
            return wrong(&fields.name("type"), CaseFault::OnlyElementsSupport);
        };
        if fast && !troop.fast.value.allows(true) {
            return wrong(&fields.name("fast"), CaseFault::NeverFast(troop.into()));
        }
        Ok((friend.fighter, troop.fast.value.applies(fast)))
    }
}
