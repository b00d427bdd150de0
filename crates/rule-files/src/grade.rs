//! The additional data of rulesets with grades, as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::cited::{BaseEntry, Cite, CitedName, MoveEntry, ReachEntry};
use musterfield_points::Points;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeEntry {
    pub letter: Spanned<String>,
    pub name: String,
    /// Whether this is the default grade.
    #[serde(default)]
    pub usual: bool,
    /// Whether this grade is meant by the word Fast.
    #[serde(default)]
    pub fast: bool,
    pub faster: Option<ReachEntry>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelEntry {
    pub name: String,
    pub plural: String,
    pub of: Vec<Spanned<String>>,
    pub rule: Cite,
}

/// The cost of a type in each grade. A grade that is left out cannot be bought.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradesEntry {
    #[serde(default)]
    pub regular: BTreeMap<String, Spanned<Points>>,
    #[serde(default)]
    pub irregular: BTreeMap<String, Spanned<Points>>,
    /// The letters of the grades in which the rules describe the type.
    pub described: String,
    pub described_rule: Cite,
    pub rule: Cite,
}

/// The differences of types in some grades from the type itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantEntry {
    pub of: Vec<Spanned<String>>,
    pub class: Option<CitedName>,
    #[serde(rename = "move")]
    pub movement: Option<MoveEntry>,
    pub range: Option<ReachEntry>,
    pub spell: Option<ReachEntry>,
    pub base: Option<BaseEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleEntry {
    #[serde(default)]
    pub of: Vec<Spanned<String>>,
    #[serde(default)]
    pub general: bool,
    pub regular: Option<bool>,
    pub me: Points,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemarkEntry {
    pub of: Vec<Spanned<String>>,
    pub regular: Option<bool>,
    pub says: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastersEntry {
    pub magicians: Vec<Spanned<String>>,
    pub clerics: Vec<Spanned<String>>,
    pub mindless: Vec<Spanned<String>>,
    pub both: TextEntry,
    pub several: TextEntry,
    pub without: TextEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirMobileEntry {
    pub ap: Spanned<Points>,
    pub of: Vec<Spanned<String>>,
    pub rule: Cite,
    pub leave: Cite,
}

/// Words with their rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextEntry {
    pub says: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenCommandsEntry {
    pub most: u8,
    pub losses: String,
    pub rule: Cite,
}
