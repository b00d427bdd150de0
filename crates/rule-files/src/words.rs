//! `words.toml`: what players say where the rules say otherwise.

use serde::Deserialize;
use toml::Spanned;

/// `words.toml`: the words of players beside those of the rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordsFile {
    #[serde(default)]
    pub ignored: Vec<String>,
    #[serde(default)]
    pub word: Vec<WordEntry>,
}

/// What players say for something, and the terms of the rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordEntry {
    pub said: Vec<Spanned<String>>,
    pub means: Vec<Spanned<String>>,
}
