//! Links from rule ids to the pages that explain them.

use musterfield_rules::reference::RuleId;

use super::link;

/// A rule with its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleLink {
    pub id: String,
    pub path: String,
}

impl RuleLink {
    /// The page of a rule under a ruleset.
    pub(super) fn new(ruleset: &str, rule: &RuleId) -> Self {
        Self { id: rule.to_string(), path: link::rule(ruleset, rule).into() }
    }
}
