//! Army files: the same fields as JSON and as TOML.
//!
//! The document has a shape of its own, separate from the [`Draft`]: fields that are left out have their default
//! value, unknown fields are refused by name. Codes are read generously and written exactly.

use std::fmt;
use std::marker::PhantomData;

use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Book, Points, Ruleset};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::draft::{
    Draft, ElementLine, LONGEST_LABEL, LONGEST_NAME, LONGEST_NOTES, LONGEST_WORD, LineType, TextError, own_list,
    several_lines, single_line,
};

mod fault;

pub use fault::{FileFault, ReadError};

/// The current format.
pub const FORMAT: &str = "musterfield-army/1";
/// The largest number of lines in one file.
pub const MOST_LINES: usize = 200;

/// An army as it is written in a file.
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
    /// The agreed AP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// The number of elements, where those are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army_size: Option<Points>,
    /// Home terrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home_terrain: Option<String>,
    /// Aggression factor.
    #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "whole")]
    pub aggression: i64,
    /// Army list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// The player's own army list in shorthand, instead of a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_list: Option<String>,
    /// Whether there is a camp.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub camp: bool,
    /// Army list of the allies, or of both allied contingents.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "allies",
        serialize_with = "write_allies"
    )]
    pub allies: Vec<String>,
    /// AP spent on things other than elements.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub other_points: Points,
    /// Notes in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The elements; last, since TOML writes tables after plain values.
    #[serde(default, deserialize_with = "lines")]
    pub elements: Vec<LineDocument>,
}

/// One line of elements as it is written in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineDocument {
    /// Troop type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The number of elements.
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
    /// Whether they are water elements.
    #[serde(default, skip_serializing_if = "is_false")]
    pub water: bool,
    /// Siege tower.
    #[serde(default, skip_serializing_if = "is_false")]
    pub siege_tower: bool,
    /// Riding.
    #[serde(default, skip_serializing_if = "is_false")]
    pub mounted: bool,
    /// Deployed on foot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dismounted: bool,
    /// The letter of the grade, where types are sold in several.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub grade: String,
    /// Whether they are regular.
    #[serde(default, skip_serializing_if = "is_false")]
    pub regular: bool,
    /// Whether they fly to battle.
    #[serde(default, skip_serializing_if = "is_false")]
    pub air_mobile: bool,
    /// The price of one element in AP, where the rules print none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Points>,
    /// The command, from 1.
    #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "whole")]
    pub command: i64,
    /// The option of the list that they fill, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "whole_if_any")]
    pub option: Option<i64>,
    /// The player's own name for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

fn format() -> String {
    FORMAT.to_owned()
}
/// The number of AP in a file that gives none: fixed by the format, not by a ruleset.
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
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_nothing(points: &Points) -> bool {
    *points == Points::ZERO
}

/// The largest whole number that is stored, sensible or not, so that sums stay exact.
pub const FARTHEST: i64 = 1_000_000_000;

/// Reads a whole number, even when it is written as `1e3`.
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

fn whole_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    whole(deserializer).map(Some)
}

/// The largest number of allied contingents.
const MOST_ALLIES: usize = 2;

/// Reads one list, or one for each allied contingent.
fn allies<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Allies;
    impl<'de> Visitor<'de> for Allies {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the id of an army list, or two of them")
        }
        fn visit_str<E: de::Error>(self, value: &str) -> Result<Vec<String>, E> {
            Ok(vec![value.to_owned()])
        }
        fn visit_none<E: de::Error>(self) -> Result<Vec<String>, E> {
            Ok(Vec::new())
        }
        fn visit_unit<E: de::Error>(self) -> Result<Vec<String>, E> {
            Ok(Vec::new())
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<String>, A::Error> {
            let mut lists = Vec::new();
            while let Some(list) = seq.next_element()? {
                if lists.len() == MOST_ALLIES {
                    return Err(de::Error::custom("at most two armies can lend allies"));
                }
                lists.push(list);
            }
            Ok(lists)
        }
    }
    deserializer.deserialize_any(Allies)
}

fn write_allies<S: Serializer>(allies: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    match allies {
        [one] => serializer.serialize_str(one),
        several => several.serialize(serializer),
    }
}

/// A value that is written with its field names. Structures could otherwise also be read from lists, by position.
struct Named<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("named fields")
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

/// The field that a message about an unknown or missing field names, since the path ends at its parent.
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

/// Reads a JSON document without checking its meaning.
///
/// # Errors
/// [`ReadError`] with line, column and field.
pub fn document_from_json(text: &str) -> Result<ArmyDocument, ReadError> {
    read_json(text)
}

/// Reads any document of named fields from JSON.
///
/// # Errors
/// [`ReadError`] with line, column and field.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    if let Ok(Named(document)) = serde_json::from_str(text) {
        return Ok(document);
    }
    // Parse again, more slowly, to find the field that is wrong.
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let located = |error: &serde_json::Error, path: String| {
        let message = error.to_string();
        // serde_json appends the position to its message; here it has fields of its own.
        let plain = message.rsplit_once(" at line ").map_or(message.as_str(), |(plain, _)| plain).to_owned();
        ReadError {
            line: Some(error.line()),
            column: Some(error.column()),
            field: with_named_field(path, &plain),
            fault: FileFault::Unread { reason: plain },
        }
    };
    let Named(document) = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| located(error.inner(), error.path().to_string()))?;
    deserializer.end().map_err(|error| located(&error, String::new()))?;
    Ok(document)
}

/// Reads a TOML document without checking its meaning.
///
/// # Errors
/// [`ReadError`] with line, column and field.
pub fn document_from_toml(text: &str) -> Result<ArmyDocument, ReadError> {
    read_toml(text)
}

/// Reads any document of named fields from TOML.
///
/// # Errors
/// [`ReadError`] with line, column and field.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    let located = |error: &toml::de::Error, path: String| {
        let start = error.span().map(|span| span.start);
        let head = start.and_then(|start| text.get(..start));
        ReadError {
            line: head.map(|head| head.matches('\n').count() + 1),
            column: head.map(|head| head.rsplit('\n').next().unwrap_or_default().chars().count() + 1),
            field: with_named_field(path, error.message()),
            fault: FileFault::Unread { reason: error.message().to_owned() },
        }
    };
    let deserializer = toml::Deserializer::parse(text).map_err(|error| located(&error, String::new()))?;
    serde_path_to_error::deserialize(deserializer).map_err(|error| located(error.inner(), error.path().to_string()))
}

/// Reads an army from JSON.
///
/// # Errors
/// [`ReadError`]: broken JSON, unknown fields, a ruleset that does not exist, texts that cannot be stored.
pub fn from_json(text: &str, book: &'static Book) -> Result<Draft, ReadError> {
    into_draft(document_from_json(text)?, book)
}

/// Reads an army from TOML.
///
/// # Errors
/// The same as for [`from_json`].
pub fn from_toml(text: &str, book: &'static Book) -> Result<Draft, ReadError> {
    into_draft(document_from_toml(text)?, book)
}

/// Turns a document into a draft.
///
/// # Errors
/// [`ReadError`] naming the field: format, ruleset, or a text that cannot be stored.
pub fn into_draft(document: ArmyDocument, book: &'static Book) -> Result<Draft, ReadError> {
    if document.format != FORMAT {
        return Err(ReadError::field("format", FileFault::Format { found: document.format }));
    }
    let Some(ruleset) = book.ruleset(&document.ruleset) else {
        let known = book.rulesets().iter().map(|ruleset| ruleset.id.to_string()).collect();
        return Err(ReadError::field("ruleset", FileFault::UnknownRuleset { found: document.ruleset, known }));
    };
    if document.elements.len() > MOST_LINES {
        return Err(ReadError::field("elements", FileFault::TooManyLines));
    }
    let word = |field: &str, text: Option<String>| -> Result<Option<String>, ReadError> {
        let text =
            text.map(|text| single_line(&text, LONGEST_WORD).map_err(|error| refused(field, error))).transpose()?;
        Ok(text.filter(|text| !text.is_empty()))
    };
    let home_terrain = word("home_terrain", document.home_terrain)?
        .map(|written| ruleset.home_terrain(&written).map_or(written, |terrain| terrain.id.to_string()));
    let own_list = own_list(&document.own_list.unwrap_or_default()).map_err(|error| refused("own_list", error))?;
    let mut allies = document.allies.into_iter();
    let mut draft = Draft {
        name: single_line(&document.name, LONGEST_NAME).map_err(|error| refused("name", error))?,
        points: size(ruleset, document.points, document.army_size)?,
        home_terrain,
        aggression: document.aggression,
        list: word("list", document.list)?,
        own_list,
        allies: word("allies", allies.next())?,
        second_ally: word("allies", allies.next())?,
        other_costs: document.other_points,
        camp: document.camp,
        notes: several_lines(&document.notes, LONGEST_NOTES).map_err(|error| refused("notes", error))?,
        ..Draft::new(ruleset)
    };
    for (at, line) in document.elements.into_iter().enumerate() {
        let written =
            single_line(&line.kind, LONGEST_WORD).map_err(|error| refused(&format!("elements[{at}].type"), error))?;
        let label = single_line(&line.label, LONGEST_LABEL)
            .map_err(|error| refused(&format!("elements[{at}].label"), error))?;
        let read = Draft::read_kind_as(ruleset, &written, line.fast);
        let read = graded(ruleset, read, &line.grade)
            .map_err(|fault| ReadError::field(format!("elements[{at}].grade"), fault))?;
        if let Some(price) = line.price.filter(|price| *price < Points::ZERO) {
            return Err(ReadError::field(format!("elements[{at}].price"), FileFault::NegativePrice { price }));
        }
        let whole = |field: &str, _| ReadError::field(format!("elements[{at}].{field}"), FileFault::OutOfRange);
        draft.lines.push(ElementLine {
            count: line.count,
            fast: read.fast,
            general: line.general,
            ally: line.ally,
            water: line.water || read.water,
            siege_tower: line.siege_tower || read.siege_tower,
            mounted: line.mounted || read.mounted,
            dismounted: line.dismounted,
            regular: line.regular,
            air_mobile: line.air_mobile,
            price: line.price,
            command: u8::try_from(line.command).map_err(|error| whole("command", error))?,
            option: line.option.map(usize::try_from).transpose().map_err(|error| whole("option", error))?,
            label,
            line_type: read.line_type,
        });
    }
    Ok(draft)
}

/// The type in the grade with this letter; unchanged if no grade is given.
fn graded(ruleset: &Ruleset, read: ElementLine, letter: &str) -> Result<ElementLine, FileFault> {
    let letter = letter.trim();
    if letter.is_empty() {
        return Ok(read);
    }
    let known: Vec<&str> = ruleset.grades.iter().map(|grade| &*grade.letter).collect();
    if known.is_empty() {
        return Err(FileFault::NoGrades { ruleset: ruleset.name.to_string() });
    }
    if !known.iter().any(|grade| grade.eq_ignore_ascii_case(letter)) {
        let known = known.into_iter().map(str::to_owned).collect();
        return Err(FileFault::UnknownGrade { found: letter.to_owned(), known });
    }
    let id = match &read.line_type {
        LineType::Known(id) => *id,
        LineType::Unknown(word) => {
            return Ok(ElementLine { line_type: LineType::Unknown(format!("{word} ({letter})")), ..read });
        }
    };
    Ok(ElementLine { line_type: LineType::Known(ruleset.regraded(id, letter).unwrap_or(id)), ..read })
}

/// The size in AP or elements, as the ruleset counts.
fn size(ruleset: &Ruleset, points: Option<Points>, army_size: Option<Points>) -> Result<Points, ReadError> {
    match (ruleset.counts(), points, army_size) {
        (SizeUnit::Points, points, None) => Ok(points.unwrap_or(Points::whole(USUAL_POINTS))),
        (SizeUnit::Elements, None, size) => Ok(size.unwrap_or(ruleset.army.budget.usual)),
        (SizeUnit::Points, _, Some(_)) => {
            Err(ReadError::field("army_size", FileFault::CountsPoints { ruleset: ruleset.name.to_string() }))
        }
        (SizeUnit::Elements, Some(_), _) => {
            Err(ReadError::field("points", FileFault::CountsElements { ruleset: ruleset.name.to_string() }))
        }
    }
}

fn refused(field: &str, error: TextError) -> ReadError {
    ReadError::field(field, FileFault::Text(error))
}

/// The army as a document.
#[must_use]
pub fn document(draft: &Draft) -> ArmyDocument {
    let (counts, usual) = (draft.ruleset.counts(), draft.ruleset.army.budget.usual);
    let size = Some(draft.points).filter(|size| counts == SizeUnit::Elements && *size != usual);
    ArmyDocument {
        format: FORMAT.to_owned(),
        ruleset: draft.ruleset.id.to_string(),
        name: draft.name.clone(),
        points: (counts == SizeUnit::Points).then_some(draft.points),
        army_size: size,
        home_terrain: draft.home_terrain.clone(),
        aggression: draft.aggression,
        list: draft.list.clone(),
        own_list: draft.own_list.clone(),
        other_points: draft.other_costs,
        camp: draft.camp,
        allies: draft.allies.iter().chain(&draft.second_ally).cloned().collect(),
        notes: draft.notes.clone(),
        elements: draft.lines.iter().map(|line| line_document(line, draft.ruleset)).collect(),
    }
}

/// A line of an army as it stands in files.
pub(super) fn line_document(line: &ElementLine, ruleset: &Ruleset) -> LineDocument {
    let (kind, grade) = match &line.line_type {
        LineType::Known(id) => (ruleset.plain_code(*id), ruleset.letter(*id).unwrap_or_default()),
        LineType::Unknown(word) => (word.as_str(), ""),
    };
    LineDocument {
        kind: kind.to_owned(),
        count: line.count,
        fast: line.fast,
        general: line.general,
        ally: line.ally,
        water: line.water,
        siege_tower: line.siege_tower,
        mounted: line.mounted,
        dismounted: line.dismounted,
        grade: grade.to_owned(),
        regular: line.regular,
        air_mobile: line.air_mobile,
        price: line.price,
        command: line.command.into(),
        option: line.option.and_then(|option| i64::try_from(option).ok()),
        label: line.label.clone(),
    }
}

/// The army as JSON on one line: equal armies give equal bytes, so this is the form that is hashed and stored.
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
