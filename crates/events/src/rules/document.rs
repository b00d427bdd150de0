//! Event rules as a document: the same fields as JSON and as TOML.
//!
//! The document has a shape of its own, separate from [`EventRules`](super::EventRules): names are as they were
//! typed, and only the shape has been checked. Unknown fields are refused by name.

use std::fmt;

use musterfield_army::file::{ReadError, read_json, read_toml};
use musterfield_rules::Points;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// The current format.
pub const FORMAT: &str = "musterfield-event-rules/1";

/// Event rules as they are written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRulesDocument {
    /// Always [`FORMAT`].
    #[serde(default = "format")]
    pub format: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Size of the armies, in AP or in elements as the ruleset counts; the usual one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Width and depth of the boards in BW.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<[i64; 2]>,
    /// The home terrains that armies may have; any if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub home_terrains: Vec<String>,
    /// `any`, `listed`, or ids of army lists.
    #[serde(default, skip_serializing_if = "Choice::is_any")]
    pub lists: Choice,
    /// `any`, `none`, or ids of the army lists that may lend allies.
    #[serde(default, skip_serializing_if = "Choice::is_any")]
    pub allies: Choice,
    /// Codes of warnings that are errors here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raised: Vec<String>,
    /// The largest number of armies of one player.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub armies: i64,
    /// Lists that players have typed, accepted besides those of `lists`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_lists: Vec<OwnListDocument>,
    /// The limits; last, since TOML writes tables after plain values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitDocument>,
}

/// A list that a player has typed, as it is written in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnListDocument {
    /// Its name; that in its text if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The list in shorthand.
    pub text: String,
    /// The address where players find it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub address: String,
}

/// A limit as it is written in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitDocument {
    /// The names of the elements that are counted.
    pub of: Vec<String>,
    /// The minimum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<Points>,
    /// The maximum; 0 is a ban.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Points>,
    /// The unit of the limit.
    #[serde(default, skip_serializing_if = "Count::is_elements")]
    pub count: Count,
    /// Whether allied elements count.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub allies: bool,
    /// The reason, in a few words of the organiser.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// The unit of a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Count {
    /// Elements.
    #[default]
    Elements,
    /// The AP that elements cost.
    Points,
}

impl Count {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_elements(&self) -> bool {
        *self == Self::Elements
    }
}

/// A word, or names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A word with a fixed meaning: `any`.
    Word(String),
    /// The ids of lists.
    Named(Vec<String>),
}

/// The word for everything.
pub const ANY: &str = "any";

impl Choice {
    fn is_any(&self) -> bool {
        matches!(self, Self::Word(word) if word == ANY)
    }
}

impl Default for Choice {
    fn default() -> Self {
        Self::Word(ANY.to_owned())
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Word(word) => serializer.serialize_str(word),
            Self::Named(names) => names.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordOrNames;
        impl<'de> Visitor<'de> for WordOrNames {
            type Value = Choice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word or a list of names")
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Choice, E> {
                Ok(Choice::Word(word.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Choice, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = seq.next_element()? {
                    names.push(name);
                }
                Ok(Choice::Named(names))
            }
        }
        deserializer.deserialize_any(WordOrNames)
    }
}

fn format() -> String {
    FORMAT.to_owned()
}
fn one() -> i64 {
    1
}
fn yes() -> bool {
    true
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(number: &i64) -> bool {
    *number == 1
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(flag: &bool) -> bool {
    *flag
}

impl EventRulesDocument {
    /// Rules with no requirement except the ruleset.
    #[must_use]
    pub fn new(ruleset: impl Into<String>) -> Self {
        Self {
            format: format(),
            ruleset: ruleset.into(),
            points: None,
            board: None,
            home_terrains: Vec::new(),
            lists: Choice::default(),
            allies: Choice::default(),
            raised: Vec::new(),
            armies: one(),
            own_lists: Vec::new(),
            limits: Vec::new(),
        }
    }

    /// Reads a document from JSON without checking its meaning.
    ///
    /// # Errors
    /// [`ReadError`] with line, column and field.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        read_json(text)
    }

    /// Reads a document from TOML without checking its meaning.
    ///
    /// # Errors
    /// [`ReadError`] with line, column and field.
    pub fn from_toml(text: &str) -> Result<Self, ReadError> {
        read_toml(text)
    }

    /// The document as JSON on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The document as JSON for people.
    #[must_use]
    pub fn to_json_pretty(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The document as TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}
