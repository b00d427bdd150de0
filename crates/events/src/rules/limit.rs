//! The limits of an event on an army's elements.

use musterfield_army::Draft;
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;

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

    /// The limit in a plain sentence without a full stop: `No Dragons or Gods`, `At least 6 AP of Knights`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let several = || self.subject.in_words(false);
        let mut sentence = if self.is_ban() {
            let left = self.subject.left_out().filter(|_| self.subject.excludes_only());
            left.map_or_else(|| format!("No {}", several()), |left| format!("Nothing but {left}"))
        } else {
            match (self.least, self.most) {
                (Some(least), Some(most)) if least == most => format!("Exactly {}", self.amount_in_words(least)),
                (Some(least), Some(most)) => match self.count {
                    Count::Elements => format!("From {least} to {}", self.amount_in_words(most)),
                    Count::Points => format!("From {least} AP to {}", self.amount_in_words(most)),
                },
                (Some(least), None) => format!("At least {}", self.amount_in_words(least)),
                (None, most) => format!("At most {}", self.amount_in_words(most.unwrap_or_default())),
            }
        };
        if !self.allies {
            sentence.push_str(", allies not counted");
        }
        if !self.reason.is_empty() {
            sentence.push_str(&format!(" ({})", self.reason));
        }
        sentence
    }

    /// An amount in words: `no Dragons`, `1 Dragon`, `6 AP of Knights`.
    #[must_use]
    pub fn amount_in_words(&self, number: Points) -> String {
        match self.count {
            Count::Elements if number == Points::ZERO => format!("no {}", self.subject.in_words(false)),
            Count::Elements => format!("{number} {}", self.subject.in_words(number == Points::ONE)),
            Count::Points => format!("{} of {}", SizeUnit::Points.of(number), self.subject.in_words(false)),
        }
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
