//! `combat.toml` and `outcomes.toml` as they are written. A file of a ruleset that extends another contains only the
//! differences: each part in it replaces that part of the other.

use serde::Deserialize;
use toml::Spanned;

use crate::cited::{Cite, FactorEntry, sourced};

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatFile {
    pub column: Option<ColumnEntry>,
    pub ground: Option<GroundEntry>,
    /// The rules of the factors, where they differ from those of the types.
    #[serde(default)]
    pub factor_rule: Vec<FactorRuleEntry>,
    pub reading: Option<Vec<ReadingEntry>>,
    pub protectors: Option<ProtectorsEntry>,
    pub feature: Option<Vec<FeatureEntry>>,
    pub factor: Option<Vec<RowEntry>>,
    pub good_for: Option<Vec<RowEntry>>,
    pub impossible: Option<Vec<RowEntry>>,
    pub shielded: Option<Vec<RowEntry>>,
    pub support: Option<Vec<RowEntry>>,
    pub tactical: Option<Vec<RowEntry>>,
    pub pursuit: Option<Vec<RowEntry>>,
    pub grading: Option<Vec<RowEntry>>,
    pub other_factors: Option<OtherFactorsEntry>,
}

/// A rule that players may read in more than one way, the usual value first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadingEntry {
    pub id: Spanned<String>,
    pub name: String,
    pub values: Vec<ReadingValueEntry>,
    pub rule: Cite,
}

/// One way to read a rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadingValueEntry {
    pub id: Spanned<String>,
    pub words: String,
}

/// The types that protect the target of a spell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProtectorsEntry {
    pub of: Vec<Spanned<String>>,
    pub rule: Cite,
}

/// Factors that players add themselves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherFactorsEntry {
    pub name: String,
    pub says: String,
    pub rule: Cite,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomesFile {
    pub equal: Option<Vec<RowEntry>>,
    pub less: Option<Vec<RowEntry>>,
    pub doubled: Option<Vec<RowEntry>>,
    pub higher: Option<Vec<RowEntry>>,
    pub disregards: Option<Vec<RowEntry>>,
    pub destroyed_instead: Option<Vec<RowEntry>>,
    pub flank_attacker: Option<FlankAttackerEntry>,
    pub fallen_stronghold: Option<FallenEntry>,
}

/// The fate of a Stronghold that falls.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallenEntry {
    pub is: Spanned<String>,
    pub rule: Cite,
}

/// Types named by their codes alone, without their subtypes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactorRuleEntry {
    pub of: Vec<Spanned<String>>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnEntry {
    pub foot: Vec<Spanned<String>>,
    pub rule: Cite,
    pub features: Option<Cite>,
    /// Whether both sides use it in shooting too.
    #[serde(default)]
    pub both_who_shoot: bool,
    /// Elements that use it against other classes all the same.
    #[serde(default)]
    pub as_foot: Vec<RowEntry>,
}

/// The way going counts, where the ruleset has no battlefields of its own or no rough going.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundEntry {
    /// The rule by which rough going is bad going.
    pub rough_is_bad: Option<Cite>,
    #[serde(default)]
    pub feature: Vec<GroundFeatureEntry>,
}

/// Features and their going.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundFeatureEntry {
    #[serde(rename = "in")]
    pub inside: Vec<Spanned<String>>,
    pub going: Spanned<String>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureEntry {
    pub name: Spanned<String>,
    pub plural: String,
    /// Its factor when nobody holds it, where it fights then.
    pub factor: Option<FactorEntry>,
    /// The rule by which any element can hold it, whatever the types say.
    pub anyone: Option<Cite>,
    /// The rule by which an element that fights for it stands in good going, whatever the ground.
    pub good_before: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlankAttackerEntry {
    pub after: Vec<Spanned<String>>,
    pub is: Spanned<String>,
    pub rule: Option<Cite>,
    pub borrowed: Option<Cite>,
}

/// A factor whose rule is that of its row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainFactorEntry {
    pub foot: i8,
    pub mounted: i8,
    pub shot_foot: Option<i8>,
}

/// A row of any table: when it holds, and its effect. The loader decides which keys a table has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowEntry {
    #[serde(default)]
    pub of: Vec<Spanned<String>>,
    #[serde(default)]
    pub by: Vec<Spanned<String>>,
    #[serde(default, rename = "if")]
    pub conditions: Vec<Spanned<String>>,
    #[serde(default, rename = "in")]
    pub inside: Vec<Spanned<String>>,
    #[serde(default)]
    pub out_of: Vec<Spanned<String>>,
    #[serde(default)]
    pub going: Vec<Spanned<String>>,
    #[serde(default)]
    pub beside: Vec<Spanned<String>>,
    #[serde(default)]
    pub behind: Vec<Spanned<String>>,
    #[serde(default)]
    pub held: Vec<Spanned<String>>,
    #[serde(default)]
    pub after: Vec<Spanned<String>>,
    pub name: Option<Spanned<String>>,
    pub per: Option<Spanned<String>>,
    pub most: Option<Spanned<u8>>,
    pub value: Option<Spanned<i8>>,
    pub bw: Option<Spanned<f64>>,
    pub own_depth: Option<Spanned<bool>>,
    pub is: Option<Spanned<String>>,
    pub says: Option<Spanned<String>>,
    pub joined: Option<Spanned<bool>>,
    pub factor: Option<Spanned<PlainFactorEntry>>,
    pub opponent_only: Option<Spanned<bool>>,
    pub rule: Option<Cite>,
    pub borrowed: Option<Cite>,
}

sourced!(
    RowEntry: |row| row.of.first().or_else(|| row.conditions.first()).or(row.is.as_ref()).map(Spanned::span),
    FlankAttackerEntry: |entry| Some(entry.is.span()),
);
