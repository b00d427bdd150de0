//! Army files: the same fields as JSON and as TOML.
//!
//! The document has its own shape, apart from the [`Draft`]: what is left out has its usual value, unknown fields are
//! refused by name. Codes are read generously and written exactly.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::draft::{
    Draft, Kind, LONGEST_LABEL, LONGEST_NAME, LONGEST_NOTES, LONGEST_WORD, Line, TextError, several_lines, single_line,
};
use crate::rules::{Book, Points};

/// The format that is written.
pub const FORMAT: &str = "musterfield-army/1";
/// Most lines in one file.
pub const MOST_LINES: usize = 200;

/// An army as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyDocument {
    /// Always [`FORMAT`].
    #[serde(default = "format")]
    pub format: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Name of the army.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// AP agreed.
    #[serde(default = "usual_points")]
    pub points: Points,
    /// Home terrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home_terrain: Option<String>,
    /// Aggression factor.
    #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "whole")]
    pub aggression: i64,
    /// Army list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// Whether there is a camp.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub camp: bool,
    /// Army list of the allies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allies: Option<String>,
    /// Notes in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The elements; last, since TOML writes tables after plain values.
    #[serde(default, deserialize_with = "lines")]
    pub elements: Vec<LineDocument>,
}

/// One line of elements as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineDocument {
    /// Troop type.
    #[serde(rename = "type")]
    pub kind: String,
    /// How many.
    #[serde(default = "one", skip_serializing_if = "is_one", deserialize_with = "whole")]
    pub count: i64,
    /// Fast.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fast: bool,
    /// The general.
    #[serde(default, skip_serializing_if = "is_false")]
    pub general: bool,
    /// Allied.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ally: bool,
    /// For the water.
    #[serde(default, skip_serializing_if = "is_false")]
    pub water: bool,
    /// Siege tower.
    #[serde(default, skip_serializing_if = "is_false")]
    pub siege_tower: bool,
    /// Riding.
    #[serde(default, skip_serializing_if = "is_false")]
    pub mounted: bool,
    /// What the player calls it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

fn format() -> String {
    FORMAT.to_owned()
}
fn usual_points() -> Points {
    Points::whole(USUAL_POINTS)
}
/// The number of AP that a file means when it names none: fixed by the format, not by a ruleset.
const USUAL_POINTS: i32 = 24;
fn yes() -> bool {
    true
}
fn one() -> i64 {
    1
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(number: &i64) -> bool {
    *number == 1
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(flag: &bool) -> bool {
    *flag
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The largest whole number that is kept, sensible or not, so that sums stay exact.
pub const FARTHEST: i64 = 1_000_000_000;

/// A whole number, also when it is written as `1e3`.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    struct Whole;
    impl Visitor<'_> for Whole {
        type Value = i64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number")
        }
        fn visit_i64<E: de::Error>(self, value: i64) -> Result<i64, E> {
            if value.checked_abs().is_none_or(|size| size > FARTHEST) {
                Err(E::custom(format!("{value} is out of range")))
            } else {
                Ok(value)
            }
        }
        fn visit_u64<E: de::Error>(self, value: u64) -> Result<i64, E> {
            self.visit_i64(i64::try_from(value).unwrap_or(i64::MAX))
        }
        fn visit_f64<E: de::Error>(self, value: f64) -> Result<i64, E> {
            if value.fract() != 0.0 {
                return Err(E::custom(format!("{value:?} is not a whole number")));
            }
            if value.abs() > 1e15 {
                return Err(E::custom(format!("{value:?} is out of range")));
            }
            #[expect(clippy::as_conversions, reason = "a whole number far inside the range of i64")]
            self.visit_i64(value as i64)
        }
    }
    deserializer.deserialize_any(Whole)
}

/// A value that is written with its field names. Structures are otherwise also read from lists, by position.
struct Named<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("fields with names")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Named<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Named)
            }
        }
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

fn lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<LineDocument>, D::Error> {
    let lines = Vec::<Named<LineDocument>>::deserialize(deserializer)?;
    Ok(lines.into_iter().map(|Named(line)| line).collect())
}

/// Why a file could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column, from 1.
    pub column: Option<usize>,
    /// The field: `elements[2].count`.
    pub field: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        if let Some(column) = self.column {
            write!(f, "column {column}, ")?;
        }
        if let Some(field) = &self.field {
            write!(f, "field {field}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { line: None, column: None, field: Some(field.into()), message: message.into() }
    }
}

/// The field that a message about an unknown or missing field names, since the path stops above it.
fn with_named_field(path: String, message: &str) -> Option<String> {
    let named = message.split_once("field `").and_then(|(_, rest)| rest.split_once('`')).map(|(name, _)| name);
    // Where the text breaks off inside a field name, the path ends in a question mark.
    let path = if path == "." { String::new() } else { path.trim_end_matches('?').trim_end_matches('.').to_owned() };
    match named {
        Some(name) if !path.ends_with(name) => {
            Some(if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") })
        }
        _ if path.is_empty() => None,
        _ => Some(path),
    }
}

/// Reads a JSON document without looking at what it means.
///
/// # Errors
/// [`ReadError`] with line, column and field.
pub fn document_from_json(text: &str) -> Result<ArmyDocument, ReadError> {
    if let Ok(Named(document)) = serde_json::from_str(text) {
        return Ok(document);
    }
    // Once more, slower, to find the field that is wrong.
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let located = |error: &serde_json::Error, path: String| {
        let message = error.to_string();
        // serde_json puts the place at the end of its message; it stands in its own fields here.
        let plain = message.rsplit_once(" at line ").map_or(message.as_str(), |(plain, _)| plain).to_owned();
        ReadError {
            line: Some(error.line()),
            column: Some(error.column()),
            field: with_named_field(path, &plain),
            message: plain,
        }
    };
    let Named(document) = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| located(error.inner(), error.path().to_string()))?;
    deserializer.end().map_err(|error| located(&error, String::new()))?;
    Ok(document)
}

/// Reads a TOML document without looking at what it means.
///
/// # Errors
/// [`ReadError`] with line, column and field.
pub fn document_from_toml(text: &str) -> Result<ArmyDocument, ReadError> {
    let located = |error: &toml::de::Error, path: String| {
        let start = error.span().map(|span| span.start);
        let head = start.and_then(|start| text.get(..start));
        ReadError {
            line: head.map(|head| head.matches('\n').count() + 1),
            column: head.map(|head| head.rsplit('\n').next().unwrap_or_default().chars().count() + 1),
            field: with_named_field(path, error.message()),
            message: error.message().to_owned(),
        }
    };
    let deserializer = toml::Deserializer::parse(text).map_err(|error| located(&error, String::new()))?;
    serde_path_to_error::deserialize(deserializer).map_err(|error| located(error.inner(), error.path().to_string()))
}

/// Reads an army from JSON.
///
/// # Errors
/// [`ReadError`]: broken JSON, unknown fields, a ruleset that does not exist, texts that cannot be kept.
pub fn from_json(text: &str, book: &'static Book) -> Result<Draft, ReadError> {
    into_draft(document_from_json(text)?, book)
}

/// Reads an army from TOML.
///
/// # Errors
/// As [`from_json`].
pub fn from_toml(text: &str, book: &'static Book) -> Result<Draft, ReadError> {
    into_draft(document_from_toml(text)?, book)
}

/// Turns a document into a draft.
///
/// # Errors
/// [`ReadError`] naming the field: format, ruleset, or a text that cannot be kept.
pub fn into_draft(document: ArmyDocument, book: &'static Book) -> Result<Draft, ReadError> {
    if document.format != FORMAT {
        let message = format!("the format is “{}”, this program reads “{FORMAT}”", document.format);
        return Err(ReadError::field("format", message));
    }
    let Some(ruleset) = book.ruleset(&document.ruleset) else {
        let known: Vec<&str> = book.rulesets().iter().map(|ruleset| &*ruleset.id).collect();
        let message = format!("there is no ruleset “{}”; known are {}", document.ruleset, known.join(", "));
        return Err(ReadError::field("ruleset", message));
    };
    if document.elements.len() > MOST_LINES {
        return Err(ReadError::field("elements", format!("more than {MOST_LINES} lines")));
    }
    let word = |field: &str, text: Option<String>| -> Result<Option<String>, ReadError> {
        let text =
            text.map(|text| single_line(&text, LONGEST_WORD).map_err(|error| refused(field, error))).transpose()?;
        Ok(text.filter(|text| !text.is_empty()))
    };
    let home_terrain = word("home_terrain", document.home_terrain)?
        .map(|written| ruleset.home_terrain(&written).map_or(written, |terrain| terrain.id.to_string()));
    let mut draft = Draft {
        name: single_line(&document.name, LONGEST_NAME).map_err(|error| refused("name", error))?,
        points: document.points,
        home_terrain,
        aggression: document.aggression,
        list: word("list", document.list)?,
        allies: word("allies", document.allies)?,
        camp: document.camp,
        notes: several_lines(&document.notes, LONGEST_NOTES).map_err(|error| refused("notes", error))?,
        ..Draft::new(ruleset)
    };
    for (at, line) in document.elements.into_iter().enumerate() {
        let written =
            single_line(&line.kind, LONGEST_WORD).map_err(|error| refused(&format!("elements[{at}].type"), error))?;
        let label = single_line(&line.label, LONGEST_LABEL)
            .map_err(|error| refused(&format!("elements[{at}].label"), error))?;
        let read = Draft::read_kind(ruleset, &written);
        draft.lines.push(Line {
            count: line.count,
            fast: line.fast && !always_fast(&draft, &read),
            general: line.general,
            ally: line.ally,
            water: line.water || read.water,
            siege_tower: line.siege_tower || read.siege_tower,
            mounted: line.mounted || read.mounted,
            label,
            kind: read.kind,
        });
    }
    Ok(draft)
}

/// A type that is always Fast is written without the mark.
pub(super) fn always_fast(draft: &Draft, line: &Line) -> bool {
    draft.troop(line).is_some_and(|troop| troop.fast.is == crate::rules::troop::FastRule::Always)
}

fn refused(field: &str, error: TextError) -> ReadError {
    ReadError::field(field, format!("the text {error}"))
}

/// The army as a document.
#[must_use]
pub fn document(draft: &Draft) -> ArmyDocument {
    ArmyDocument {
        format: FORMAT.to_owned(),
        ruleset: draft.ruleset.id.to_string(),
        name: draft.name.clone(),
        points: draft.points,
        home_terrain: draft.home_terrain.clone(),
        aggression: draft.aggression,
        list: draft.list.clone(),
        camp: draft.camp,
        allies: draft.allies.clone(),
        notes: draft.notes.clone(),
        elements: draft
            .lines
            .iter()
            .map(|line| LineDocument {
                kind: match &line.kind {
                    Kind::Known(id) => draft.ruleset.troop(*id).code.to_string(),
                    Kind::Unknown(word) => word.clone(),
                },
                count: line.count,
                fast: line.fast,
                general: line.general,
                ally: line.ally,
                water: line.water,
                siege_tower: line.siege_tower,
                mounted: line.mounted,
                label: line.label.clone(),
            })
            .collect(),
    }
}

/// The army as JSON in one line: equal armies give equal bytes, so this is what is hashed and kept.
#[must_use]
pub fn to_json(draft: &Draft) -> String {
    serde_json::to_string(&document(draft)).unwrap_or_default()
}

/// The army as JSON for people.
#[must_use]
pub fn to_json_pretty(draft: &Draft) -> String {
    serde_json::to_string_pretty(&document(draft)).unwrap_or_default() + "\n"
}

/// The army as TOML.
#[must_use]
pub fn to_toml(draft: &Draft) -> String {
    toml::to_string(&document(draft)).unwrap_or_default()
}
