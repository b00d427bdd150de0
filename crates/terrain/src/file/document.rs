//! The shape of a layout file.

use musterfield_geometry::point;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

/// The format that is written.
pub const FORMAT: &str = "musterfield-layout/1";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head<'a> {
    pub format: String,
    pub ruleset: Option<String>,
    #[serde(default)]
    pub name: String,
    pub home_terrain: String,
    pub board: Pair,
    pub seed: Option<u64>,
    #[serde(default)]
    pub fixed: bool,
    /// What the ruleset borrows is known without the file, which says it only to its readers.
    #[serde(default, rename = "borrowed")]
    pub _borrowed: IgnoredAny,
    #[serde(borrow, default)]
    pub features: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub record: Option<Vec<&'a RawValue>>,
}

/// A number of a file. Written with no more digits than necessary: `7`, not `7.0`.
#[derive(Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(super) struct Number(pub f64);

impl From<i64> for Number {
    fn from(thousandths: i64) -> Self {
        Self(point::bw(thousandths))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match point::thousandths(self.0) {
            Some(thousandths) if thousandths % point::BW == 0 => serializer.serialize_i64(thousandths / point::BW),
            _ => serializer.serialize_f64(self.0),
        }
    }
}

/// A point of a file.
pub(super) type Pair = [Number; 2];

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FeatureDocument {
    pub id: String,
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bua: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compulsory: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quarter: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<Pair>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<Pair>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beach: Option<Vec<Pair>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_edge: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crest: Vec<Pair>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crossings: Vec<CrossingDocument>,
}

/// One gate, or several.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
pub(super) enum Gate {
    One(Pair),
    Several(Vec<Pair>),
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CrossingDocument {
    pub at: Pair,
    pub kind: CrossingKind,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CrossingKind {
    Ford,
    Bridge,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChoiceDocument {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bua: Option<String>,
    #[serde(default)]
    pub compulsory: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quarter: Option<u8>,
    pub placed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The parts of the rules that come from another game.
#[derive(Serialize)]
pub(super) struct BorrowedDocument<'a> {
    pub note: &'a str,
    pub rules: Vec<&'a str>,
}

#[derive(Serialize)]
pub(super) struct LayoutDocument<'a> {
    pub format: &'a str,
    pub ruleset: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub name: &'a str,
    pub home_terrain: &'a str,
    pub board: Pair,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub borrowed: Option<BorrowedDocument<'a>>,
    pub features: Vec<FeatureDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<Vec<ChoiceDocument>>,
}
