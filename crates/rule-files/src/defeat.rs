//! `[defeat]` of `army.toml`: what losing a battle means.

use musterfield_points::Points;
use serde::Deserialize;
use toml::Spanned;

use super::cited::{Cite, CodesEntry};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefeatEntry {
    /// `[size, lost]` for each size.
    #[serde(default)]
    pub lost_at: Vec<Spanned<(Points, Points)>>,
    /// A share of the elements, as an alternative.
    pub lost_share: Option<Spanned<(i64, i64)>>,
    #[serde(default)]
    pub general_extra: Points,
    #[serde(default)]
    pub camp: Points,
    #[serde(default)]
    pub stronghold: Points,
    pub rule: Cite,
    pub element: Option<Cite>,
    pub general_rule: Option<Cite>,
    pub camp_rule: Option<Cite>,
    pub stronghold_rule: Option<Cite>,
    /// The rule by which an army that has lost more than the enemy loses with its general.
    pub general_decides: Option<Cite>,
    /// The rule by which an army loses with its Stronghold.
    pub stronghold_decides: Option<Cite>,
    /// Types whose loss does not count.
    pub uncounted: Option<CodesEntry>,
    /// Types of which the first one lost counts more.
    pub first_of: Option<FirstOfEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstOfEntry {
    pub codes: Vec<Spanned<String>>,
    /// How much more it counts.
    pub extra: Points,
    pub rule: Cite,
}
