//! A file of `reference/`, the rules in words, as it is written.

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceFile {
    #[serde(default)]
    pub section: Vec<Spanned<SectionEntry>>,
    pub rule: Vec<Spanned<RuleEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionEntry {
    pub code: String,
    pub name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleEntry {
    pub id: String,
    pub area: String,
    pub text: String,
    pub paragraph: Option<String>,
    #[serde(default)]
    pub house: bool,
    pub question: Option<String>,
    pub ruling: Option<String>,
}
