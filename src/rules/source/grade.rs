//! What rulesets with grades say besides, as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{BaseEntry, Cite, MoveEntry, Named, ReachEntry};
use crate::rules::points::Points;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct GradeEntry {
    pub letter: Spanned<String>,
    pub name: String,
    /// The grade of which nothing is said.
    #[serde(default)]
    pub usual: bool,
    /// The grade that is meant by the word Fast.
    #[serde(default)]
    pub fast: bool,
    pub faster: Option<ReachEntry>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct LabelEntry {
    pub name: String,
    pub plural: String,
    pub of: Vec<Spanned<String>>,
    pub rule: Cite,
}

/// What a type costs in each grade. A grade that is left out cannot be bought.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct GradesEntry {
    #[serde(default)]
    pub regular: BTreeMap<String, Spanned<Points>>,
    #[serde(default)]
    pub irregular: BTreeMap<String, Spanned<Points>>,
    /// The letters of the grades in which the rules describe it.
    pub described: String,
    pub described_rule: Cite,
    pub rule: Cite,
}

/// What types in some grades have otherwise than the type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct VariantEntry {
    pub of: Vec<Spanned<String>>,
    pub class: Option<Named>,
    #[serde(rename = "move")]
    pub movement: Option<MoveEntry>,
    pub range: Option<ReachEntry>,
    pub spell: Option<ReachEntry>,
    pub base: Option<BaseEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct MoraleEntry {
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
pub(in crate::rules) struct RemarkEntry {
    pub of: Vec<Spanned<String>>,
    pub regular: Option<bool>,
    pub says: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct CastersEntry {
    pub magicians: Vec<Spanned<String>>,
    pub clerics: Vec<Spanned<String>>,
    pub mindless: Vec<Spanned<String>>,
    pub both: SaidEntry,
    pub several: SaidEntry,
    pub without: SaidEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct AirMobileEntry {
    pub ap: Spanned<Points>,
    pub of: Vec<Spanned<String>>,
    pub rule: Cite,
    pub leave: Cite,
}

/// Words with their rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct SaidEntry {
    pub says: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct OpenCommandsEntry {
    pub most: u8,
    pub losses: String,
    pub rule: Cite,
}
