//! A case in its address: the query of `/odds`, short and always in one order.
//!
//! Values stay as typed, right or wrong; defaults are left out. The same address always gives the same odds, so a case
//! need not be saved to be shown to others.

use std::collections::BTreeMap;

use musterfield_combat::matchup::{Contender, Situation};
use musterfield_combat::{BoundOwner, CaseError, Mode};
use musterfield_rules::combat::{Combat, Fact, Fighter};
use musterfield_rules::terrain::Going;
use musterfield_rules::{Book, Ruleset};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::web::fields::Fields;

/// The names of the sides.
pub(super) const SIDES: [&str; 2] = ["a", "b"];
/// The types of the two sides until others are chosen.
const FIRST: [&str; 2] = ["Kn", "Sp"];
/// The field name of errors that no single field causes.
pub(super) const WHOLE: &str = "case";

/// The way a field of a side is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `on`, or left out.
    Flag,
    /// A small number, 0 by default; a negative one is parsed the same way.
    Number,
    /// A word, by default this one.
    Word(&'static str),
    /// A friend: `on` for the default one, or a type.
    Friend,
}

/// The fields of a side beside its type, in the order of the address. All except those of mounted infantry and of the
/// friend beside have the names of the case file.
pub(super) const FIELDS: &[(&str, Shape)] = &[
    ("fast", Shape::Flag),
    ("general", Shape::Flag),
    ("mounted", Shape::Flag),
    ("cinc", Shape::Flag),
    ("water", Shape::Flag),
    ("charged", Shape::Flag),
    ("demoralised", Shape::Flag),
    ("going", Shape::Word("good")),
    ("feature", Shape::Word("")),
    ("uphill", Shape::Flag),
    ("bank", Shape::Flag),
    ("rear_support", Shape::Friend),
    ("side_support", Shape::Word("")),
    ("side_support.fast", Shape::Flag),
    ("aids", Shape::Number),
    ("left", Shape::Word("")),
    ("right", Shape::Word("")),
    ("rear", Shape::Flag),
    ("two_edges", Shape::Flag),
    ("against_flank", Shape::Flag),
    ("front_result", Shape::Word("")),
    ("shoots", Shape::Flag),
    ("rear_shot", Shape::Flag),
    ("facing_river", Shape::Flag),
    ("protected", Shape::Flag),
    ("near_own_stronghold", Shape::Flag),
    ("in", Shape::Word("")),
    ("sacking", Shape::Flag),
    ("assaulters", Shape::Number),
    ("ashore", Shape::Flag),
    ("other_factors", Shape::Number),
];

/// One side as typed: its type, and the fields that differ from the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SideTyped {
    /// The type.
    pub who: String,
    values: BTreeMap<&'static str, String>,
}

impl SideTyped {
    /// The value of a field; empty for the default.
    pub(super) fn value(&self, field: &str) -> &str {
        self.values.get(field).map_or("", String::as_str)
    }
}

/// A case as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CaseAddress {
    ruleset: String,
    mode: String,
    /// The values of readings that differ from the usual ones, by the ids of the readings.
    readings: BTreeMap<&'static str, String>,
    bound: String,
    /// Both sides.
    pub sides: [SideTyped; 2],
}

/// The characters that need no escaping in an address.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

impl CaseAddress {
    /// The case of two kinds of elements that meet in this way.
    pub(super) fn of(
        book: &'static Book,
        ruleset: &Ruleset,
        combat: &'static Combat,
        situation: &Situation,
        sorts: [Contender; 2],
    ) -> Self {
        let unless = |is_usual: bool, word: &str| if is_usual { String::new() } else { word.to_owned() };
        let mut sides = sorts.map(|sort| {
            let rules = combat.fighter(sort.fighter);
            // For a type that is always Fast the mark is left out.
            let is_choice = rules.troop.is_some_and(|troop| ruleset.troop(troop).fast.value.is_choice());
            let marks =
                [("fast", sort.fast && is_choice), ("general", sort.general), ("mounted", sort.mounted_infantry)];
            let marks = marks.into_iter().filter(|(_, is_so)| *is_so).map(|(field, _)| (field, "on".to_owned()));
            let mut typed = SideTyped { who: rules.code.to_string(), values: marks.collect() };
            if situation.going != Going::Good {
                typed.values.insert("going", situation.going.to_string());
            }
            typed
        });
        let [_, second] = &mut sides;
        let [_, enemy] = situation.sides(ruleset, sorts);
        if enemy.shoots {
            second.values.insert("shoots", "on".to_owned());
        }
        let changed = combat.readings.iter().filter(|reading| reading.is_changed(situation.readings));
        let readings = changed.map(|reading| (&*reading.id, reading.chosen(situation.readings).id.to_string()));
        Self {
            ruleset: unless(usual_ruleset(book).is_some_and(|usual| usual.id == ruleset.id), &ruleset.id),
            mode: unless(situation.mode == Mode::default(), situation.mode.as_str()),
            readings: readings.collect(),
            bound: String::new(),
            sides,
        }
    }

    /// Takes the fields of a case out of a request's.
    pub(super) fn take(fields: &mut Fields, book: &'static Book) -> Self {
        let mut text = |name: &str, usual: &str| {
            let value = fields.text(name).trim().to_owned();
            if value == usual { String::new() } else { value }
        };
        let (ruleset, mode) = (text("ruleset", ""), text("mode", Mode::default().as_str()));
        let sides = [0, 1].map(|side| {
            let letter = name_of(side);
            let mut typed = SideTyped { who: text(letter, ""), values: BTreeMap::new() };
            // The first side of a case always shoots when there is shooting.
            for (field, shape) in FIELDS.iter().filter(|(field, _)| side == 1 || *field != "shoots") {
                let usual = match shape {
                    Shape::Flag | Shape::Friend => "",
                    Shape::Number => "0",
                    Shape::Word(usual) => usual,
                };
                let value = text(&format!("{letter}.{field}"), usual);
                if !value.is_empty() {
                    typed.values.insert(field, value);
                }
            }
            typed
        });
        let bound = text("bound", BoundOwner::default().as_str());
        let readings = book.readings().map(|reading| (&*reading.id, text(&reading.id, &reading.usual.id)));
        let readings = readings.filter(|(_, value)| !value.is_empty()).collect();
        Self { ruleset, mode, readings, bound, sides }
    }

    /// The same case in the words of the rules: types by their codes, the default pair where none is named, no empty
    /// values.
    pub(super) fn settled(mut self, book: &'static Book) -> Self {
        let usual = usual_ruleset(book);
        if usual.is_some_and(|usual| *usual.id == *self.ruleset) {
            self.ruleset.clear();
        }
        let rules = self.rules(book);
        if let Some((_, combat)) = rules {
            if !combat.asks(Fact::EnemyBound) {
                self.bound.clear();
            }
            let known = [("ashore", combat.asks(Fact::Ashore)), ("other_factors", combat.other_factors.is_some())];
            for (field, _) in known.into_iter().filter(|(_, is_known)| !is_known) {
                self.sides.iter_mut().for_each(|typed| drop(typed.values.remove(field)));
            }
        }
        for (typed, first) in self.sides.iter_mut().zip(FIRST) {
            if typed.who.is_empty() {
                first.clone_into(&mut typed.who);
            }
            if typed.value("side_support").is_empty() {
                typed.values.remove("side_support.fast");
            }
            let Some((ruleset, combat)) = rules else { continue };
            if let Some(feature) = combat.feature(&typed.who) {
                combat.fighter(feature).code.as_ref().clone_into(&mut typed.who);
            } else if let Some(spelling) = ruleset.spellings().read(&typed.who) {
                ruleset.troop(spelling.troop).code.as_ref().clone_into(&mut typed.who);
                for (field, is_so) in [("mounted", spelling.mounted), ("water", spelling.water)] {
                    if is_so && (field == "mounted" || combat.asks(Fact::EnemyInWater)) {
                        typed.values.insert(field, "on".to_owned());
                    }
                }
            }
        }
        self
    }

    /// The same case with the sides swapped. Which side shoots back stays as it is: the first side is the one that
    /// begins. The bound goes with its side.
    pub(super) fn swapped(mut self, book: &'static Book) -> Self {
        if self.rules(book).is_some_and(|(_, combat)| combat.asks(Fact::EnemyBound)) {
            match self.bound.as_str() {
                "" => BoundOwner::Second.as_str().clone_into(&mut self.bound),
                word if word == BoundOwner::Second.as_str() => self.bound.clear(),
                // Any other value comes back as typed.
                _ => {}
            }
        }
        let [a, b] = &mut self.sides;
        std::mem::swap(a, b);
        if let Some(shoots) = a.values.remove("shoots") {
            b.values.insert("shoots", shoots);
        }
        self
    }

    /// The query, without its question mark.
    pub(super) fn query(&self) -> String {
        let mut query = String::new();
        let mut add = |letter: &str, field: &str, value: &str| {
            if value.is_empty() {
                return;
            }
            let (and, dot) = (if query.is_empty() { "" } else { "&" }, if field.is_empty() { "" } else { "." });
            query.extend([and, letter, dot, field, "="]);
            query.extend(utf8_percent_encode(value, ESCAPED));
        };
        add("ruleset", "", &self.ruleset);
        add("mode", "", &self.mode);
        for (letter, typed) in SIDES.into_iter().zip(&self.sides) {
            add(letter, "", &typed.who);
        }
        for (letter, typed) in SIDES.into_iter().zip(&self.sides) {
            for (field, _) in FIELDS {
                add(letter, field, typed.value(field));
            }
        }
        for (reading, value) in &self.readings {
            add(reading, "", value);
        }
        add("bound", "", &self.bound);
        query
    }

    /// The ruleset that is named, or the default one, with its combat; `None` if there is none.
    pub(super) fn rules(&self, book: &'static Book) -> Option<(&'static Ruleset, &'static Combat)> {
        let ruleset = if self.ruleset.is_empty() { usual_ruleset(book) } else { book.ruleset(&self.ruleset) }?;
        Some((ruleset, ruleset.combat.as_ref()?))
    }

    /// The ruleset as typed; empty for the default one.
    pub(super) fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// The mode as typed.
    pub(super) fn mode_typed(&self) -> &str {
        if self.mode.is_empty() { Mode::default().as_str() } else { &self.mode }
    }

    /// The mode; the default one if the typed one is invalid.
    pub(super) fn mode(&self) -> Mode {
        Mode::ALL.into_iter().find(|mode| mode.as_str() == self.mode).unwrap_or_default()
    }

    /// The side whose bound it is, as typed.
    pub(super) fn bound(&self) -> &str {
        if self.bound.is_empty() { BoundOwner::default().as_str() } else { &self.bound }
    }

    /// The value of a reading as typed; empty for the usual one.
    pub(super) fn reading(&self, id: &str) -> &str {
        self.readings.get(id).map_or("", String::as_str)
    }

    /// The case as programs write it, so that one parser judges both.
    pub(super) fn case(&self, book: &'static Book) -> Value {
        let named = |text: &str, usual: &str| Value::from(if text.is_empty() { usual } else { text });
        let usual = usual_ruleset(book).map_or("", |ruleset| &ruleset.id);
        let prefix = self.rules(book).and_then(|(ruleset, _)| ruleset.army.mounted_infantry.as_ref());
        let prefix = prefix.map_or("Mounted", |mounted| &mounted.prefix);
        let [a, b] = self.sides.each_ref().map(|typed| side(typed, prefix));
        let mut case = json!({
            "ruleset": named(&self.ruleset, usual), "mode": named(&self.mode, Mode::default().as_str()), "a": a, "b": b,
            "options": self.readings,
        });
        // Not every ruleset depends on whose bound it is.
        if let (false, Some(map)) = (self.bound.is_empty(), case.as_object_mut()) {
            map.insert("bound".to_owned(), self.bound.as_str().into());
        }
        case
    }
}

/// The name of a side.
pub(super) fn name_of(side: usize) -> &'static str {
    let [a, b] = SIDES;
    if side == 0 { a } else { b }
}

/// The rulesets that have combat.
pub(super) fn rulesets(book: &'static Book) -> impl Iterator<Item = &'static Ruleset> {
    book.rulesets().iter().filter(|ruleset| ruleset.combat.is_some())
}

fn usual_ruleset(book: &'static Book) -> Option<&'static Ruleset> {
    rulesets(book).next()
}

/// The element named, whether or not it could fight in this way.
pub(super) fn fighter(ruleset: &Ruleset, combat: &Combat, who: &str) -> Option<Fighter> {
    combat.feature(who).or_else(|| ruleset.spellings().read(who).map(|spelling| spelling.troop.into()))
}

fn side(typed: &SideTyped, prefix: &str) -> Value {
    let mut map = Map::new();
    let is_mounted = typed.value("mounted") == "on";
    map.insert(
        "type".to_owned(),
        if is_mounted { format!("{prefix}-{}", typed.who) } else { typed.who.clone() }.into(),
    );
    for (field, shape) in FIELDS {
        let value = typed.value(field);
        let is_elsewhere =
            matches!(*field, "side_support" | "side_support.fast") || (*field == "mounted" && is_mounted);
        if value.is_empty() || is_elsewhere {
            continue;
        }
        // Any other value stays as typed, and is refused with the others.
        let read = match shape {
            Shape::Flag | Shape::Friend if value == "on" => true.into(),
            Shape::Friend => json!({ "type": value }),
            Shape::Number => value.parse::<i64>().map_or_else(|_| value.into(), Value::from),
            Shape::Flag | Shape::Word(_) => value.into(),
        };
        map.insert((*field).to_owned(), read);
    }
    let friend = typed.value("side_support");
    if !friend.is_empty() {
        let fast = match typed.value("side_support.fast") {
            "" => Value::from(false),
            "on" => Value::from(true),
            other => Value::from(other),
        };
        map.insert("side_support".to_owned(), json!({ "type": friend, "fast": fast }));
    }
    map.into()
}

/// The field of the form that an error concerns.
pub(super) fn field_of(error: &CaseError, address: &CaseAddress) -> String {
    let field = error.place.as_deref().unwrap_or_default();
    let field = field.strip_prefix("options.").unwrap_or(field);
    match field.strip_suffix(".type") {
        Some(side) => {
            let typed = SIDES.into_iter().zip(&address.sides).find(|(letter, _)| *letter == side);
            let is_mounted = error.code() == musterfield_combat::CaseErrorCode::NotInRuleset
                && typed.is_some_and(|(_, typed)| !typed.value("mounted").is_empty());
            if is_mounted { format!("{side}.mounted") } else { side.to_owned() }
        }
        None if field.is_empty() => WHOLE.to_owned(),
        None => field.to_owned(),
    }
}
