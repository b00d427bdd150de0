//! From JSON to a case, field by field, so that every mistake is told with the field that it is in.

use serde_json::{Map, Value};

use super::Question;
use crate::combat::case::{Case, CaseError, Code, Contact, Held, KnightsEqual, MOST_HELPERS, Mode, Side, going_in};
use crate::rules::combat::{Combat, Outcome, Place};
use crate::rules::terrain::{Bua, Going, Kind};
use crate::rules::{Book, Ruleset};

/// A case that was read, with its dice.
#[derive(Clone, Copy, Debug)]
pub struct CaseFile<'r> {
    /// The case.
    pub case: Case<'r>,
    /// The dice of both sides, where they matter.
    pub rolls: Option<[u8; 2]>,
}

type Read<T> = Result<T, CaseError>;

fn wrong<T>(code: Code, field: &str, message: impl Into<String>) -> Read<T> {
    Err(CaseError::new(code, field, message))
}

/// The fields of an object that is being read. What is asked for is ticked off, so that what is left is known to be wrong.
struct Fields<'a> {
    /// What stands before the field's name in errors: `a.`.
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

    fn wrong<T>(&self, field: &str, expected: &str) -> Read<T> {
        wrong(Code::BadValue, &self.name(field), format!("Expected {expected}."))
    }

    fn flag(&mut self, field: &str, usual: bool) -> Read<bool> {
        match self.get(field) {
            None => Ok(usual),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => self.wrong(field, "true or false"),
        }
    }

    fn number(&mut self, field: &str, most: u8) -> Read<u8> {
        match self.get(field) {
            None => Ok(0),
            Some(value) => match value.as_u64().and_then(|number| u8::try_from(number).ok()) {
                Some(number) if number <= most => Ok(number),
                _ => self.wrong(field, &format!("a whole number from 0 to {most}")),
            },
        }
    }

    /// A word, or nothing where it is left out or null.
    fn word<T>(&mut self, field: &str, parse: impl Fn(&str) -> Option<T>, expected: &str) -> Read<Option<T>> {
        match self.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(word)) => match parse(word) {
                Some(found) => Ok(Some(found)),
                None => self.wrong(field, expected),
            },
            Some(_) => self.wrong(field, expected),
        }
    }

    /// Refuses fields that nobody asked for.
    fn finish(&self, known: &[&str]) -> Read<()> {
        if self.asked == self.map.len() {
            return Ok(());
        }
        let unknown = self.map.keys().find(|key| !known.contains(&key.as_str()));
        let field = unknown.map_or("", String::as_str);
        wrong(Code::UnknownField, &self.name(field), "There is no such field.")
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
];

/// Reads a case.
///
/// # Errors
/// The first field that is wrong, or why the case cannot happen.
pub fn read(book: &'static Book, question: Question, value: &Value) -> Read<CaseFile<'static>> {
    let Value::Object(map) = value else {
        return wrong(Code::BadJson, "", "A case is a JSON object.");
    };
    let mut fields = Fields::new("", map);
    fields.get("id");
    let ruleset = match fields.get("ruleset") {
        None => "d3h2",
        Some(Value::String(id)) => id,
        Some(_) => return fields.wrong("ruleset", "the id of a ruleset, such as \"d3h2\""),
    };
    let Some((ruleset, combat)) = book.ruleset(ruleset).and_then(|rules| Some((rules, rules.combat.as_ref()?))) else {
        let known: Vec<&str> =
            book.rulesets().iter().filter(|rules| rules.combat.is_some()).map(|rules| &*rules.id).collect();
        let message = format!("There is no combat of a ruleset `{ruleset}`; there is {}.", known.join(", "));
        return wrong(Code::UnknownRuleset, "ruleset", message);
    };
    let mode = match fields.get("mode") {
        None => Mode::default(),
        Some(value) => {
            let mode = value.as_str().and_then(|word| Mode::ALL.into_iter().find(|mode| mode.word() == word));
            match mode {
                Some(mode) => mode,
                None => return wrong(Code::UnknownMode, "mode", "Expected close, shooting or bespelling."),
            }
        }
    };
    let knights_equal = options(fields.get("options"))?;
    let rules = Rules { ruleset, combat };
    let (a, roll_a) = rules.side("a.", fields.get("a"), mode, true)?;
    let (b, roll_b) = rules.side("b.", fields.get("b"), mode, false)?;
    fields.finish(CASE)?;
    let case = Case::new(ruleset, mode, [a, b], knights_equal)?;
    let rolls = match question {
        Question::Odds => None,
        Question::Resolve => {
            // Who is at the other's flank alone does not roll, and nothing comes of the other's die either.
            let roll = |name: &str, side: &Side, roll: Option<u8>| match roll {
                Some(roll) => Ok(roll),
                None if mode == Mode::Close && side.against_flank => Ok(1),
                None => wrong(Code::MissingField, name, "A die from 1 to 6 is needed."),
            };
            Some([roll("a.roll", &a, roll_a)?, roll("b.roll", &b, roll_b)?])
        }
    };
    Ok(CaseFile { case, rolls })
}

fn options(value: Option<&Value>) -> Read<KnightsEqual> {
    let Some(value) = value else { return Ok(KnightsEqual::default()) };
    let Value::Object(map) = value else {
        return wrong(Code::BadValue, "options", "Expected an object.");
    };
    let mut fields = Fields::new("options.", map);
    let reading = |word: &str| match word {
        "literal" => Some(KnightsEqual::Literal),
        "foot_only" => Some(KnightsEqual::FootOnly),
        _ => None,
    };
    let reading = fields.word("knights_equal", reading, "literal or foot_only")?;
    fields.finish(&["knights_equal"])?;
    Ok(reading.unwrap_or_default())
}

/// The ruleset by which types and features are read.
#[derive(Clone, Copy)]
struct Rules {
    ruleset: &'static Ruleset,
    combat: &'static Combat,
}

impl Rules {
    fn side(self, prefix: &str, value: Option<&Value>, mode: Mode, is_first: bool) -> Read<(Side, Option<u8>)> {
        let name = prefix.trim_end_matches('.');
        let map = match value {
            None => return wrong(Code::MissingField, name, "Both sides are needed."),
            Some(Value::Object(map)) => map,
            Some(_) => return wrong(Code::BadValue, name, "Expected an object."),
        };
        let mut fields = Fields::new(prefix, map);
        let mut side = self.named(&mut fields)?;
        side.fast = fields.flag("fast", false)?;
        side.general = fields.flag("general", false)?;
        let going = fields.word(
            "going",
            |word| word.parse().ok().filter(|going| *going != Going::Water),
            "good, rough or bad",
        )?;
        self.stand(&mut fields, &mut side, going.unwrap_or(Going::Good))?;
        let held = |word: &str| [Held::Stronghold, Held::Camp].into_iter().find(|held| held.word() == word);
        side.held = fields.word("in", held, "stronghold, camp or null")?;
        side.rear_support = fields.flag("rear_support", false)?;
        side.side_support = self.side_support(prefix, fields.get("side_support"))?;
        let contact =
            |word: &str| [Contact::Overlap, Contact::Flank].into_iter().find(|contact| contact.word() == word);
        side.left = fields.word("left", contact, "overlap, flank or null")?;
        side.right = fields.word("right", contact, "overlap, flank or null")?;
        side.rear = fields.flag("rear", false)?;
        side.uphill = fields.flag("uphill", false)?;
        side.bank = fields.flag("bank", false)?;
        side.assaulters = fields.number("assaulters", MOST_HELPERS)?;
        side.two_edges = fields.flag("two_edges", false)?;
        side.facing_river = fields.flag("facing_river", false)?;
        side.protected = fields.flag("protected", false)?;
        side.near_own_stronghold = fields.flag("near_own_stronghold", false)?;
        side.aids = fields.number("aids", MOST_HELPERS)?;
        side.shoots = fields.flag("shoots", is_first)? && mode == Mode::Shooting;
        side.rear_shot = fields.flag("rear_shot", false)?;
        side.against_flank = fields.flag("against_flank", false)?;
        side.front_result = fields.word("front_result", |word| word.parse::<Outcome>().ok(), "an outcome or null")?;
        let roll = match fields.get("roll") {
            None => None,
            Some(value) => match value.as_u64().and_then(|roll| u8::try_from(roll).ok()) {
                Some(roll @ 1..=6) => Some(roll),
                _ => return fields.wrong("roll", "a die from 1 to 6"),
            },
        };
        fields.finish(SIDE)?;
        Ok((side, roll))
    }

    /// Who it is.
    fn named(self, fields: &mut Fields<'_>) -> Read<Side> {
        let field = fields.name("type");
        let written = match fields.get("type") {
            None => return wrong(Code::MissingField, &field, "A troop type is needed."),
            Some(Value::String(written)) => written,
            Some(_) => return fields.wrong("type", "the code of a troop type"),
        };
        if let Some(feature) = self.combat.feature(written) {
            return Ok(Side::new(feature));
        }
        let Some(spelling) = self.ruleset.spellings().read(written) else {
            let shown: String = written.chars().take(40).collect();
            if self.ruleset.left_out(written).is_some() {
                let message = format!("{} has no {shown}.", self.ruleset.name);
                return wrong(Code::NotInRuleset, &field, message);
            }
            let nearest = self.ruleset.spellings().nearest(written).map(|id| &self.ruleset.troop(id).code);
            let hint = nearest.map_or(String::new(), |code| format!(" Is it {code}?"));
            return wrong(Code::UnknownType, &field, format!("There is no troop type `{shown}`.{hint}"));
        };
        let troop = self.ruleset.troop(spelling.troop);
        if spelling.mounted && (troop.rides.is_none() || self.ruleset.army.mounted_infantry.is_none()) {
            return wrong(Code::NotInRuleset, &field, format!("{} never ride as mounted infantry.", troop.plural));
        }
        Ok(Side { mounted_infantry: spelling.mounted, ..Side::new(spelling.troop.into()) })
    }

    /// Where it stands.
    fn stand(self, fields: &mut Fields<'_>, side: &mut Side, given: Going) -> Read<()> {
        let place = |word: &str| {
            let kind = word.parse::<Kind>().ok().filter(|kind| *kind != Kind::Bua).map(Place::Kind);
            kind.or_else(|| word.parse::<Bua>().ok().map(Place::Bua))
        };
        side.going = given;
        side.place = fields.word("feature", place, "a kind of feature, such as woods, or null")?;
        if let Some(place) = side.place {
            match going_in(self.ruleset, place, given) {
                Some(going) => side.going = going,
                None => return fields.wrong("feature", &format!("a feature of {} to stand in", self.ruleset.name)),
            }
        }
        Ok(())
    }

    fn side_support(self, prefix: &str, value: Option<&Value>) -> Read<Option<(crate::rules::combat::Fighter, bool)>> {
        let map = match value {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Object(map)) => map,
            Some(_) => {
                return wrong(
                    Code::BadValue,
                    &format!("{prefix}side_support"),
                    "Expected an object with a type, or null.",
                );
            }
        };
        let prefix = format!("{prefix}side_support.");
        let mut fields = Fields::new(&prefix, map);
        let friend = self.named(&mut fields)?;
        let fast = fields.flag("fast", false)?;
        fields.finish(&["type", "fast"])?;
        let Some(troop) = self.combat.fighter(friend.fighter).troop.map(|id| self.ruleset.troop(id)) else {
            return wrong(Code::NotPossible, &fields.name("type"), "Only an element supports.");
        };
        if fast && !troop.fast.is.allows(true) {
            let message = format!("{} are never Fast.", troop.plural);
            return wrong(Code::FastNotAllowed, &fields.name("fast"), message);
        }
        Ok(Some((friend.fighter, troop.fast.is.applies(fast))))
    }
}
