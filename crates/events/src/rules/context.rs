//! The data that the checks and the proposals of changes share.

use musterfield_army::{Catalogue, Draft};
use musterfield_problems::Scope;

use super::EventRules;

/// An army at an event while it is checked.
pub(super) struct Context<'a> {
    pub rules: &'a EventRules,
    pub draft: &'a Draft,
    pub catalogue: &'a Catalogue,
    pub scope: Scope,
}
