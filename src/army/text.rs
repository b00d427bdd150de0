//! Armies as players paste them: forum posts, mails, the program's own text and Markdown.
//!
//! A text is read line by line, a line comma by comma. Facts (`Home terrain: Forest`) and elements
//! (`4 x Blades (Bd) Fast @ 2AP = 8AP`) may stand in any order; headings, blank lines and comments (`#`, `//`) are passed
//! over; after `Notes:` everything is notes. What cannot be read is reported with its line, never dropped, and what can
//! be read in two ways is reported too.
//!
//! To be read in this order: `reader` (the text), `line` (what stands around a line), `fact`, `element`,
//! `parts`, `number`, `kind` (the troop type among the words), `token`.

mod element;
mod fact;
mod kind;
mod line;
mod number;
mod parts;
mod reader;
mod token;

pub use reader::{names_ruleset, read};
pub(super) use token::quote;

use super::catalogue::Catalogue;
use super::check::{Report, check};
use super::draft::Draft;
use super::problem::{Code, Problem};
use crate::rules::Points;

/// A text as it was understood.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The army.
    pub draft: Draft,
    /// What could not be read.
    pub unread: Vec<Unread>,
    /// Numbers of AP in the text that do not agree with the rules.
    pub differences: Vec<Difference>,
}

/// A piece of text that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The line, from 1.
    pub line: usize,
    /// The piece.
    pub text: String,
    /// What may be wrong with it.
    pub why: String,
}

/// A printed number of AP that is not what the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, from 1.
    pub line: usize,
    /// What it is said to be the AP of.
    pub of: String,
    /// The number that stands there.
    pub printed: Points,
    /// The number that the rules give.
    pub counted: Points,
}

impl Reading {
    /// Whether everything was understood and all numbers agree.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.unread.is_empty() && self.differences.is_empty()
    }

    /// Checks what was understood; what was not stands first among the problems, so that an army that was read only in
    /// part never passes for legal.
    #[must_use]
    pub fn check(&self, catalogue: &Catalogue) -> Report {
        let mut report = check(&self.draft, catalogue);
        report.problems.splice(0..0, self.problems());
        report
    }

    /// What was not understood, as problems of the army.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let unread = self.unread.iter().map(|unread| {
            let message = format!("Line {} could not be read: “{}”. {}", unread.line, unread.text, unread.why);
            Problem::new(Code::LineUnread, None, message).advise("Correct the line, or add the element by hand.")
        });
        let differences = self.differences.iter().map(|difference| {
            let Difference { line, of, printed, counted } = difference;
            let message = format!("Line {line} says {printed} AP for {of}; by the rules it is {counted} AP.");
            Problem::new(Code::PrintedTotalDiffers, None, message).advise("Look whether a line is missing or wrong.")
        });
        unread.chain(differences).collect()
    }
}
