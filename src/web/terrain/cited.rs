//! Rules by their ids, each with the page that explains it.

use crate::rules::reference::RuleId;
use crate::rules::{Book, TerrainRules};

/// A link to a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleLink {
    pub id: String,
    pub path: String,
}

impl RuleLink {
    /// The page of a rule that a layout is judged by. A rule borrowed from a relative stands among the relative's.
    pub(super) fn new(rules: &TerrainRules, book: &Book, rule: &RuleId) -> Self {
        let home = if rules.is_borrowed(rule) {
            let owner = book.terrains().iter().find(|other| !other.is_borrowed(rule));
            owner.map_or(&rules.ruleset, |other| &other.ruleset)
        } else {
            &rules.ruleset
        };
        Self { id: rule.to_string(), path: format!("/rules/{home}/{rule}") }
    }
}
