//! Links to the rules by which layouts are checked.

use musterfield_rules::reference::RuleId;
use musterfield_rules::{Book, TerrainRules};

use crate::web::rule_link::RuleLink;

/// The page of a rule by which a layout is checked. A rule borrowed from a relative is shown among the relative's.
pub(super) fn link_to(rules: &TerrainRules, book: &Book, rule: &RuleId) -> RuleLink {
    let owner = book.terrains().find(|other| !other.is_borrowed(rule)).filter(|_| rules.is_borrowed(rule));
    RuleLink::new(owner.map_or(&rules.ruleset, |other| &other.ruleset), rule)
}
