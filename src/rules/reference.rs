//! The rules in words: what `reference/` says of every rule id.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;

/// The id of one rule, such as `D3H2-LIST-05`. Only ids that the reference explains exist.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(Arc<str>);

impl RuleId {
    pub(super) fn new(id: &str) -> Self {
        Self(id.into())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One rule in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its id.
    pub id: String,
    /// What it is about: `list`, `terrain`, `battle` or `basing`.
    pub area: String,
    /// The rule.
    pub text: String,
    /// What the printed rules leave open, where they do.
    pub question: Option<String>,
    /// The reading followed here.
    pub ruling: Option<String>,
}

impl Rule {
    /// The section of the rule: `LIST` of `D3H2-LIST-05`.
    #[must_use]
    pub fn section(&self) -> &str {
        self.id.split('-').nth(1).unwrap_or_default()
    }
}

/// Every rule that is explained, by id.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    rules: BTreeMap<String, Rule>,
}

impl Reference {
    /// Adds a rule; the one that already has the id is given back.
    pub(super) fn insert(&mut self, rule: Rule) -> Option<Rule> {
        self.rules.insert(rule.id.clone(), rule)
    }

    /// The rule with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.get(id)
    }

    /// The rules of one section of one rule book, in order of id.
    pub fn section<'a>(&'a self, prefix: &'a str, section: &'a str) -> impl Iterator<Item = &'a Rule> {
        self.rules.values().filter(move |rule| rule.id.starts_with(prefix) && rule.section() == section)
    }
}
