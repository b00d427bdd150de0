//! A data file while it is being read, and the mistakes found in it.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use musterfield_rule_files::{Cite, RuleFile, Sourced};

use crate::reference::{Reference, RuleId};

/// One mistake in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// All mistakes in the data; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadErrors(pub Vec<LoadError>);

impl fmt::Display for LoadErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadErrors {}

/// The prefixes of the rules that a ruleset may cite: its own, and those of the ruleset from which it borrows, if any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefixes<'a> {
    pub(super) own: &'a str,
    pub(super) lender: Option<&'a str>,
}

/// A file being read, which collects mistakes with their lines.
pub(super) struct DataFile<'a> {
    pub(super) file: String,
    pub(super) text: &'a str,
    pub(super) reference: &'a Reference,
    /// The rules that have been cited so far.
    pub(super) cited: BTreeSet<RuleId>,
    pub(super) errors: &'a mut Vec<LoadError>,
}

impl<'a> DataFile<'a> {
    pub(super) fn new(file: String, text: &'a str, reference: &'a Reference, errors: &'a mut Vec<LoadError>) -> Self {
        Self { file, text, reference, cited: BTreeSet::new(), errors }
    }

    fn line_of(&self, span: &Range<usize>) -> usize {
        self.text.bytes().take(span.start).filter(|byte| *byte == b'\n').count() + 1
    }

    pub(super) fn report(&mut self, span: &Range<usize>, message: impl Into<String>) {
        let error = LoadError { file: self.file.clone(), line: self.line_of(span), message: message.into() };
        // An entry that is read more than once has been reported before.
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Returns the rule id, and reports it if the reference does not explain it.
    pub(super) fn rule(&mut self, cite: &Cite) -> RuleId {
        let id = cite.get_ref();
        if self.reference.get(id).is_none() {
            self.report(&cite.span(), format!("rule `{id}` is not in the reference"));
        }
        let rule = RuleId::new(id);
        self.cited.insert(rule.clone());
        rule
    }

    /// Returns the id of the rule of an entry, which is one of the game itself or one that it says to be borrowed.
    pub(super) fn rule_of(&mut self, entry: &impl Sourced, prefixes: Prefixes<'_>) -> RuleId {
        let source = entry.source();
        let (cite, prefix) = match (source.own, source.borrowed) {
            (Some(own), None) if prefixes.lender.is_none() => return self.rule(own),
            (Some(own), None) => (own, Some(prefixes.own)),
            (None, Some(borrowed)) => (borrowed, prefixes.lender),
            (Some(own), Some(_)) => {
                self.report(&own.span(), "an entry has either `rule` or `borrowed`");
                return self.rule(own);
            }
            (None, None) => {
                self.report(&source.span(), "the entry has neither `rule` nor `borrowed`");
                return RuleId::new("");
            }
        };
        let id = cite.get_ref();
        let key = if source.own.is_some() { "rule" } else { "borrowed" };
        match prefix {
            None => {
                self.report(&cite.span(), format!("`{key}`: `ruleset.toml` does not say from whom `{id}` is borrowed"))
            }
            Some(prefix) if id.split('-').next() != Some(prefix) => {
                self.report(&cite.span(), format!("`{key}` must be a rule of {prefix}, which `{id}` is not"));
            }
            Some(_) => {}
        }
        self.rule(cite)
    }

    /// Checks rule ids that only serve readers of the data.
    pub(super) fn cites<'c>(&mut self, cites: impl IntoIterator<Item = &'c Cite>) {
        for cite in cites {
            self.rule(cite);
        }
    }

    pub(super) fn parse<T: RuleFile>(&mut self) -> Option<T> {
        match T::parse(self.text) {
            Ok(value) => Some(value),
            Err(error) => {
                self.report(&error.span().unwrap_or(0..0), error.message());
                None
            }
        }
    }
}
