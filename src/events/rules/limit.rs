//! How many of whom an army has at an event.

use super::document::{Count, LimitDocument};
use super::who::Who;
use crate::army::Draft;
use crate::rules::Points;
use crate::rules::ruleset::Counts;

/// At least or at most so many elements, or so many AP, of some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Who is counted.
    pub of: Who,
    /// What is counted.
    pub count: Count,
    /// At least so many.
    pub least: Option<Points>,
    /// At most so many.
    pub most: Option<Points>,
    /// Whether allied elements count.
    pub allies: bool,
    /// Why, in a few words of the organiser; may be empty.
    pub why: String,
}

impl Limit {
    /// Whether nobody may have any.
    #[must_use]
    pub fn is_ban(&self) -> bool {
        self.most == Some(Points::ZERO)
    }

    /// Whether a line's elements count.
    #[must_use]
    pub fn counts(&self, draft: &Draft, line: &crate::army::Line) -> bool {
        (self.allies || !line.ally) && self.of.has(draft, line)
    }

    /// What one element of a line counts.
    #[must_use]
    pub fn weight(&self, draft: &Draft, line: &crate::army::Line) -> Points {
        match self.count {
            Count::Elements => Points::ONE,
            Count::Points => draft.price(line),
        }
    }

    /// How many an army has.
    #[must_use]
    pub fn amount(&self, draft: &Draft) -> Points {
        let lines = draft.lines.iter().filter(|line| self.counts(draft, line));
        lines.map(|line| self.weight(draft, line) * line.elements()).sum()
    }

    /// The limit in a plain sentence without a full stop: `No Dragons or Gods`, `At least 6 AP of Knights`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let several = || self.of.called(false);
        let mut sentence = if self.is_ban() {
            let left = self.of.left_out().filter(|_| self.of.is_all_but());
            left.map_or_else(|| format!("No {}", several()), |left| format!("Nothing but {left}"))
        } else {
            match (self.least, self.most) {
                (Some(least), Some(most)) if least == most => format!("Exactly {}", self.told(least)),
                (Some(least), Some(most)) => match self.count {
                    Count::Elements => format!("From {least} to {}", self.told(most)),
                    Count::Points => format!("From {least} AP to {}", self.told(most)),
                },
                (Some(least), None) => format!("At least {}", self.told(least)),
                (None, most) => format!("At most {}", self.told(most.unwrap_or_default())),
            }
        };
        if !self.allies {
            sentence.push_str(", allies not counted");
        }
        if !self.why.is_empty() {
            sentence.push_str(&format!(" ({})", self.why));
        }
        sentence
    }

    /// A number of them: `no Dragons`, `1 Dragon`, `6 AP of Knights`.
    #[must_use]
    pub fn told(&self, number: Points) -> String {
        match self.count {
            Count::Elements if number == Points::ZERO => format!("no {}", self.of.called(false)),
            Count::Elements => format!("{number} {}", self.of.called(number == Points::ONE)),
            Count::Points => format!("{} of {}", Counts::Points.of(number), self.of.called(false)),
        }
    }

    /// The limit as a document.
    #[must_use]
    pub fn document(&self) -> LimitDocument {
        LimitDocument {
            of: self.of.names.iter().map(|name| name.written.clone()).collect(),
            least: self.least,
            most: self.most,
            count: self.count,
            allies: self.allies,
            why: self.why.clone(),
        }
    }
}
