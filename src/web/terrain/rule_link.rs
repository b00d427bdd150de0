//! Links from rule ids to the pages that explain them.

use musterfield_rules::reference::RuleId;
use musterfield_rules::{Book, TerrainRules};

use crate::web::link;

/// A link to a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleLink {
    pub id: String,
    pub path: String,
}

impl RuleLink {
    /// The page of a rule by which a layout is checked. A rule borrowed from a relative is shown among the relative's.
    pub(super) fn new(rules: &TerrainRules, book: &Book, rule: &RuleId) -> Self {
        let home = if rules.is_borrowed(rule) {
            let owner = book.terrains().find(|other| !other.is_borrowed(rule));
            owner.map_or(&rules.ruleset, |other| &other.ruleset)
        } else {
            &rules.ruleset
        };
        Self { id: rule.to_string(), path: link::rule(home, rule).into() }
    }
}
