//! Values with the id of the rule that says them, as several files write them.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

/// The id of a rule, with its position in the file.
pub type Cite = Spanned<String>;

/// The rule of an entry: one of the game itself as `rule`, or one of another game as `borrowed`.
pub struct Source<'e> {
    pub own: Option<&'e Cite>,
    pub borrowed: Option<&'e Cite>,
    /// The place of something else in the entry.
    pub beside: Option<Range<usize>>,
}

impl Source<'_> {
    /// The place of the rule in the text, or of something beside it if there is none.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.own.or(self.borrowed).map(Spanned::span).or_else(|| self.beside.clone()).unwrap_or(0..0)
    }
}

/// An entry that has such a rule.
pub trait Sourced {
    /// Its rule as it is written.
    fn source(&self) -> Source<'_>;
}

/// Entries with the keys `rule` and `borrowed`.
macro_rules! sourced {
    ($($entry:ty: $beside:expr),+ $(,)?) => {
        $(impl $crate::cited::Sourced for $entry {
            fn source(&self) -> $crate::cited::Source<'_> {
                let beside: fn(&$entry) -> Option<std::ops::Range<usize>> = $beside;
                $crate::cited::Source {
                    own: self.rule.as_ref(),
                    borrowed: self.borrowed.as_ref(),
                    beside: beside(self),
                }
            }
        })+
    };
}

pub(crate) use sourced;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedName {
    pub is: Spanned<String>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveEntry {
    pub good: Option<u16>,
    pub rough: Option<u16>,
    pub bad: Option<u16>,
    pub river: Option<u16>,
    pub road: Option<u16>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReachEntry {
    pub is: u16,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaseEntry {
    pub depth: Spanned<String>,
    pub figures: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactorEntry {
    pub foot: i8,
    pub mounted: i8,
    pub shot_foot: Option<i8>,
    pub rule: Cite,
}

/// Types, and the rule that names them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodesEntry {
    pub codes: Vec<Spanned<String>>,
    pub rule: Cite,
}
