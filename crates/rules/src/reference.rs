//! The rules in words: the texts of `reference/` for every rule id.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use musterfield_rule_files::reference::{RuleEntry, SectionEntry};

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

/// A value with its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited<T> {
    /// The value.
    pub value: T,
    /// The rule.
    pub rule: RuleId,
}

/// One rule in our own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its id.
    pub id: String,
    /// Its area: `list`, `terrain`, `battle` or `basing`.
    pub area: String,
    /// The text of the rule.
    pub text: String,
    /// The page and paragraph of the printed rules in which it is, if they are known: `9.2`.
    pub paragraph: Option<String>,
    /// Whether it is not a printed rule, but an addition that players may use by agreement.
    pub house: bool,
    /// The question that the printed rules leave open, if there is one.
    pub question: Option<String>,
    /// The reading followed here.
    pub ruling: Option<String>,
}

impl From<RuleEntry> for Rule {
    fn from(entry: RuleEntry) -> Self {
        let RuleEntry { id, area, text, paragraph, house, question, ruling } = entry;
        Self { id, area, text, paragraph, house, question, ruling }
    }
}

impl Rule {
    /// The section of the rule: `LIST` of `D3H2-LIST-05`.
    #[must_use]
    pub fn section(&self) -> &str {
        self.id.split('-').nth(1).unwrap_or_default()
    }

    /// Book and section of the rule: `D3H2-LIST` of `D3H2-LIST-05`.
    #[must_use]
    pub fn section_code(&self) -> &str {
        self.id.rsplit_once('-').map_or("", |(section, _)| section)
    }

    /// Whether the rule belongs to the book with this prefix.
    #[must_use]
    pub fn is_of(&self, prefix: &str) -> bool {
        begins(&self.id, prefix)
    }
}

/// A section of a rule book: rules about one topic. The names of sections are our own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Book and section: `D3H2-LIST`.
    pub code: String,
    /// Its name as printed: `Building an army`.
    pub name: String,
}

impl From<SectionEntry> for Section {
    fn from(SectionEntry { code, name }: SectionEntry) -> Self {
        Self { code, name }
    }
}

impl Section {
    /// The code without the book: `LIST`.
    #[must_use]
    pub fn short(&self) -> &str {
        self.code.split('-').nth(1).unwrap_or_default()
    }
}

/// Every rule that is explained, by id.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    rules: BTreeMap<String, Rule>,
    /// The sections in the order in which they are shown.
    sections: Vec<Section>,
}

impl Reference {
    /// Adds a rule; if another rule already has the id, returns it.
    pub(super) fn insert(&mut self, rule: Rule) -> Option<Rule> {
        self.rules.insert(rule.id.clone(), rule)
    }

    /// Adds a section; false if there is one with this code.
    pub(super) fn add_section(&mut self, section: Section) -> bool {
        let is_new = !self.sections.iter().any(|known| known.code == section.code);
        self.sections.push(section);
        is_new
    }

    /// The rule with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.get(id)
    }

    /// The sections of one rule book, in the order of play.
    pub fn sections<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a Section> {
        self.sections.iter().filter(move |section| begins(&section.code, prefix))
    }

    /// The name of the section that contains a rule.
    #[must_use]
    pub fn section_name(&self, rule: &Rule) -> &str {
        self.sections.iter().find(|section| section.code == rule.section_code()).map_or("", |section| &section.name)
    }

    /// The rules of one section, in order of id.
    pub fn of_section<'a>(&'a self, code: &'a str) -> impl Iterator<Item = &'a Rule> {
        self.rules.values().filter(move |rule| rule.section_code() == code)
    }

    /// Whether any rule of this book says in which paragraph of the printed rules it stands.
    #[must_use]
    pub fn has_paragraphs(&self, prefix: &str) -> bool {
        self.rules.iter().any(|(id, rule)| begins(id, prefix) && rule.paragraph.is_some())
    }
}

/// Whether an id belongs to the rule book with this prefix.
fn begins(id: &str, prefix: &str) -> bool {
    id.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('-'))
}
