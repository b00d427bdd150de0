//! Values with the id of the rule that says them, as several files write them.

use serde::Deserialize;
use toml::Spanned;

/// The id of a rule, with its position in the file.
pub type Cite = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedName {
    pub is: Spanned<String>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveEntry {
    pub good: Option<u16>,
    pub rough: Option<u16>,
    pub bad: Option<u16>,
    pub river: Option<u16>,
    pub road: Option<u16>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReachEntry {
    pub is: u16,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaseEntry {
    pub depth: Spanned<String>,
    pub figures: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactorEntry {
    pub foot: i8,
    pub mounted: i8,
    pub shot_foot: Option<i8>,
    pub rule: Cite,
}

/// Types, and the rule that names them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodesEntry {
    pub codes: Vec<Spanned<String>>,
    pub rule: Cite,
}
