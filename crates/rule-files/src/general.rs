//! The general of an army, in `army.toml`.

use serde::Deserialize;
use toml::Spanned;

use super::cited::Cite;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralEntry {
    pub count: Spanned<u8>,
    pub rule: Cite,
    pub free: Option<Cite>,
    pub ally: Option<Cite>,
    pub may_be_fast: Option<Cite>,
    pub otherwise: Option<Cite>,
    #[serde(default, rename = "type")]
    pub types: Vec<GeneralTypeEntry>,
    #[serde(default)]
    pub only: Vec<GeneralOnlyEntry>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeneralWord {
    Never,
    Unusual,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralTypeEntry {
    pub codes: Vec<Spanned<String>>,
    pub may: GeneralWord,
    pub because: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralOnlyEntry {
    pub codes: Vec<Spanned<String>>,
    pub rule: Cite,
}
