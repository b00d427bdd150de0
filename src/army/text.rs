//! Armies as players paste them: forum posts, mails, the program's own text and Markdown.
//!
//! A text is read line by line, a line comma by comma. Facts (`Home terrain: Forest`) and elements
//! (`4 x Blades (Bd) Fast @ 2AP = 8AP`) may stand in any order; headings, blank lines and comments (`#`, `//`) are passed
//! over; after `Notes:` everything is notes. What cannot be read is reported with its line, never dropped, and what can
//! be read in two ways is reported too.
//!
//! To be read in this order: `reader` (the text), `line` (what stands around a line), `prose` (what stands around the
//! elements), `fact`, `element`, `several`, `parts`, `number`, `prices` (numbers of the whole list), `kind` (the troop
//! type among the words), `token`, `unreadable`.
//!
//! A text comes from anybody, so the time to read it grows with its length and no faster: what searches on from each
//! letter remembers what it did not find, and an element has an end.

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
use crate::rules::Points;
use unreadable::excerpt;

/// Most pieces of a text that are told one by one. Nobody reads more, and a page would be many times as long as the text.
const MOST_TOLD: usize = 200;

/// A text as it was understood.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The army.
    pub draft: Draft,
    /// What could not be read.
    pub unread: Vec<Unread>,
    /// Numbers of AP in the text that do not agree with the rules.
    pub differences: Vec<Difference>,
    /// A number that was taken for how many, as all like it, though all of them might be AP.
    pub unclear: Option<Unclear>,
}

/// A number that may be how many or how dear.
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
pub struct Unread {
    /// The line, from 1.
    pub line: usize,
    /// The piece.
    pub text: String,
    /// What may be wrong with it.
    pub why: Unreadable,
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
    /// Checks what was understood; what was not stands first among the problems, so that an army that was read only in
    /// part never passes for legal.
    #[must_use]
    pub fn check(&self, catalogue: &Catalogue) -> Report {
        let mut report = check(&self.draft, catalogue);
        report.problems.splice(0..0, self.problems());
        report
    }

    /// What was not understood, as problems of the army: the first ones each, further ones by their number.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = self.unread.iter().take(MOST_TOLD).map(Unread::problem).collect();
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

/// What to do where numbers differ.
const COMPARE: &str = "Look whether a line is missing or wrong.";

impl Unread {
    fn problem(&self) -> Problem {
        let message = format!("Line {} could not be read: “{}”. {}", self.line, excerpt(&self.text), self.why);
        Problem::new(Code::LineUnread, None, message).advise(self.why.advice())
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
