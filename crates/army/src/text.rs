//! Armies as players paste them: forum posts, mails, the program's own text and Markdown.
//!
//! A text is read line by line, and a line is split at commas. Facts (`Home terrain: Forest`) and elements
//! (`4 x Blades (Bd) Fast @ 2AP = 8AP`) may be in any order; headings, blank lines and comments (`#`, `//`) are
//! skipped; after `Notes:` everything is notes. What cannot be read is reported with its line, never dropped, and
//! what can be read in two ways is reported too.
//!
//! Reading order: `reader` (the text), `line` (what surrounds a line), `prose` (what surrounds the elements), `fact`,
//! `element`, `several`, `parts`, `number`, `prices` (numbers of the whole list), `kind` (the troop type among the
//! words), `token`, `unreadable`.
//!
//! A text may come from anybody, so the time to read it must be linear in its length: whatever searches ahead from
//! each letter remembers what it did not find, and the length of an element is limited.

mod element;
mod fact;
mod kind;
mod line;
mod number;
mod parts;
mod prices;
mod prose;
mod reader;
mod several;
mod token;
mod unreadable;

pub use reader::read;
pub(super) use token::quote;
pub use unreadable::Unreadable;

use super::catalogue::Catalogue;
use super::check::{Report, check};
use super::draft::Draft;
use super::problem::{Code, Problem};
use musterfield_rules::Points;
use unreadable::excerpt;

/// The most pieces of a text that are reported one by one. Nobody reads more, and a page would be many times as long
/// as the text.
const MOST_TOLD: usize = 200;

/// A text as it was understood.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The army.
    pub draft: Draft,
    /// What could not be read.
    pub unread: Vec<UnreadText>,
    /// Printed AP in the text that do not agree with the rules.
    pub differences: Vec<Difference>,
    /// A number that was read as an amount, together with all similar ones, although all of them might be AP.
    pub unclear: Option<Unclear>,
}

/// A number that may be an amount or a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The line, from 1.
    pub line: usize,
    /// The type beside it.
    pub of: String,
    /// The number.
    pub number: i64,
}

/// A piece of text that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadText {
    /// The line, from 1.
    pub line: usize,
    /// The text of the piece.
    pub text: String,
    /// The possible reason.
    pub reason: Unreadable,
}

/// A printed number of AP that differs from the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, from 1.
    pub line: usize,
    /// What the number is the price of, in words.
    pub of: String,
    /// The printed number.
    pub printed: Points,
    /// The number that the rules give.
    pub counted: Points,
}

impl Reading {
    /// Checks what was understood; what was not understood comes first among the problems, so that an army that was
    /// only read in part never passes as legal.
    #[must_use]
    pub fn check(&self, catalogue: &Catalogue) -> Report {
        let mut report = check(&self.draft, catalogue);
        report.problems.splice(0..0, self.problems());
        report
    }

    /// What was not understood, as problems of the army: the first ones individually, the rest as a count.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = self.unread.iter().take(MOST_TOLD).map(UnreadText::problem).collect();
        if let Some(next) = self.unread.get(MOST_TOLD) {
            let more = self.unread.len() - MOST_TOLD;
            let message = format!("{more} more could not be read, from line {} on.", next.line);
            problems.push(Problem::new(Code::LineUnread, None, message).advise("Look whether it is an army at all."));
        }
        problems.extend(self.differences.iter().take(MOST_TOLD).map(Difference::problem));
        if let Some(next) = self.differences.get(MOST_TOLD) {
            let more = self.differences.len() - MOST_TOLD;
            let message = format!("{more} more numbers of AP are not those of the rules, from line {} on.", next.line);
            problems.push(Problem::new(Code::PrintedTotalDiffers, None, message).advise(COMPARE));
        }
        problems.extend(self.unclear.as_ref().map(Unclear::problem));
        problems
    }
}

/// The advice where numbers differ.
const COMPARE: &str = "Look whether a line is missing or wrong.";

impl UnreadText {
    fn problem(&self) -> Problem {
        let message = format!("Line {} could not be read: “{}”. {}", self.line, excerpt(&self.text), self.reason);
        Problem::new(Code::LineUnread, None, message).advise(self.reason.advice())
    }
}

impl Unclear {
    fn problem(&self) -> Problem {
        let Self { line, of, number } = self;
        let message = format!("The {number} of line {line} was taken for the number of {of}, but it may be the AP.");
        Problem::new(Code::NumberUnclear, None, message).advise("Write “2 x” before a type or “2 AP” behind it.")
    }
}

impl Difference {
    fn problem(&self) -> Problem {
        let Self { line, of, printed, counted } = self;
        let message = format!("Line {line} says {printed} AP for {of}; by the rules it is {counted} AP.");
        Problem::new(Code::PrintedTotalDiffers, None, message).advise(COMPARE)
    }
}
