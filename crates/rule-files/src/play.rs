//! `play.toml` as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::cited::{Cite, sourced};
use crate::combat::ReadingEntry;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayFile {
    pub number: Vec<NumberEntry>,
    #[serde(default)]
    pub list: Vec<ListEntry>,
    /// Lists of features.
    #[serde(default)]
    pub places: Vec<ListEntry>,
    /// Lists of home terrains.
    #[serde(default)]
    pub homes: Vec<ListEntry>,
    /// Rules that players may choose for a battle, the usual value first.
    #[serde(default)]
    pub reading: Vec<ReadingEntry>,
    /// The rules that stand for what a battle does.
    #[serde(default)]
    pub clause: Vec<ClauseEntry>,
    /// The variants by which the game is played, by the names of the policies.
    #[serde(default)]
    pub policies: BTreeMap<String, Spanned<PolicyEntry>>,
    pub side: Vec<SideEntry>,
}

sourced!(
    NumberEntry: |entry| Some(entry.name.span()),
    ListEntry: |entry| Some(entry.name.span()),
    ClauseEntry: |entry| Some(entry.name.span()),
    PolicyEntry: |entry| Some(entry.is.span()),
);

/// A number: exactly one unit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberEntry {
    pub name: Spanned<String>,
    pub distance: Option<f64>,
    /// A distance in base widths, in a game with another unit.
    pub bw: Option<f64>,
    pub pips: Option<u8>,
    pub score: Option<[u8; 2]>,
    pub count: Option<[u16; 2]>,
    pub rule: Option<Cite>,
    pub borrowed: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListEntry {
    pub name: Spanned<String>,
    pub of: Vec<Spanned<String>>,
    pub rule: Option<Cite>,
    pub borrowed: Option<Cite>,
}

/// Something that a battle does, and the rule by which it does so.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseEntry {
    pub name: Spanned<String>,
    pub rule: Option<Cite>,
    pub borrowed: Option<Cite>,
}

/// The variant by which a battle is played, and the rule that says so.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyEntry {
    pub is: Spanned<String>,
    pub rule: Option<Cite>,
    pub borrowed: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideEntry {
    pub title: String,
    #[serde(default)]
    pub whole_only: bool,
    pub part: Vec<PartEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartEntry {
    pub title: Spanned<String>,
    pub table: Option<Spanned<String>>,
    pub section: Option<Spanned<String>>,
    pub note: Option<Spanned<String>>,
    #[serde(default)]
    pub line: Vec<LineEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineEntry {
    pub head: Option<Spanned<String>>,
    pub says: Spanned<String>,
    #[serde(default)]
    pub of: Vec<Spanned<String>>,
    #[serde(default)]
    pub by: Vec<Spanned<String>>,
    #[serde(default)]
    pub riding: bool,
    pub rules: Vec<Cite>,
}
