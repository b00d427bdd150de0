//! The limits of an event on an army's elements.

use musterfield_army::Draft;
use musterfield_rules::Points;

use super::document::{Count, LimitDocument};
use super::subject::LimitSubject;

/// A minimum or a maximum for some elements, in elements or AP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The elements that are counted.
    pub subject: LimitSubject,
    /// The unit of the limit.
    pub count: Count,
    /// The minimum.
    pub least: Option<Points>,
    /// The maximum.
    pub most: Option<Points>,
    /// Whether allied elements count.
    pub allies: bool,
    /// The reason, in a few words of the organiser; may be empty.
    pub reason: String,
}

impl Limit {
    /// Whether the limit is a ban.
    #[must_use]
    pub fn is_ban(&self) -> bool {
        self.most == Some(Points::ZERO)
    }

    /// Whether the elements of a line count.
    #[must_use]
    pub fn counts(&self, draft: &Draft, line: &musterfield_army::ElementLine) -> bool {
        (self.allies || !line.ally) && self.subject.has(draft, line)
    }

    /// The weight of one element of a line in the limit.
    #[must_use]
    pub fn weight(&self, draft: &Draft, line: &musterfield_army::ElementLine) -> Points {
        match self.count {
            Count::Elements => Points::ONE,
            Count::Points => draft.price(line),
        }
    }

    /// The amount in an army.
    #[must_use]
    pub fn amount(&self, draft: &Draft) -> Points {
        let lines = draft.lines.iter().filter(|line| self.counts(draft, line));
        lines.map(|line| self.weight(draft, line) * line.elements()).sum()
    }

    /// The limit as a document.
    #[must_use]
    pub fn document(&self) -> LimitDocument {
        LimitDocument {
            of: self.subject.names.iter().map(|name| name.written.clone()).collect(),
            least: self.least,
            most: self.most,
            count: self.count,
            allies: self.allies,
            why: self.reason.clone(),
        }
    }
}
