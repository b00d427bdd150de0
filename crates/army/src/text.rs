//! Armies as players paste them: forum posts, mails, the program's own text and Markdown.
//!
//! A text is read line by line, and a line is split at commas. Facts (`Home terrain: Forest`) and elements
//! (`4 x Blades (Bd) Fast @ 2AP = 8AP`) may be in any order; headings, blank lines and comments (`#`, `//`) are
//! skipped; after `Notes:` everything is notes. Anything that cannot be read is reported with its line, never dropped,
//! and so is anything that can be read in two ways.
//!
//! Reading order: `posted` (lists in shorthand), `reader` (the text), `line` (what surrounds a line), `table` (rows of
//! cells), `prose` (what surrounds the elements), `section` (what is outside the army), `dates` (numbers in titles),
//! `game`, `fact`, `element`, `several`, `parts`, `number`, `prices` (numbers of the whole list), `figures` (digits of the whole
//! list), `kind` (the troop type among the words), `token`, `doubt`, `finding` and `unreadable` (what is left for the
//! owner).
//!
//! A text may come from anybody, so the time to read it must be linear in its length: every search ahead remembers what
//! it did not find, and the length of an element is limited.

pub(crate) mod dates;
pub(super) mod doubt;
mod element;
mod fact;
mod figures;
pub(super) mod finding;
mod game;
mod kind;
mod line;
mod number;
mod parts;
mod posted;
mod prices;
mod prose;
mod reader;
mod section;
mod several;
mod table;
mod token;
mod unreadable;

pub use doubt::{Change, Doubt, DoubtReading, Meaning, Offered, changed};
pub use finding::{Difference, Unclear, UnreadText};
pub use posted::list;
pub use reader::read;
pub(super) use token::quote;
pub use unreadable::Unreadable;

use super::catalogue::Catalogue;
use super::check::check;
use super::draft::Draft;
use super::fault::Fault;
use super::problem::Problem;
use super::report::Report;

/// The largest number of pieces of a text that are reported one by one. Nobody reads more, and a page would be many
/// times as long as the text.
const MOST_TOLD: usize = 200;

/// A text as it was understood.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The army.
    pub draft: Draft,
    /// The pieces that could not be read.
    pub unread: Vec<UnreadText>,
    /// Printed AP in the text that do not agree with the rules.
    pub differences: Vec<Difference>,
    /// A number that was read as an amount, together with all similar ones, although all of them might be AP.
    pub unclear: Option<Unclear>,
    /// What was read, or could be read, in two ways.
    pub doubts: Vec<Doubt>,
    /// Elements that the text names, but that do not belong to the army.
    pub offered: Vec<Offered>,
}

impl Reading {
    /// An army about which nothing is in doubt.
    #[must_use]
    pub fn clear(draft: Draft) -> Self {
        Self {
            draft,
            unread: Vec::new(),
            differences: Vec::new(),
            unclear: None,
            doubts: Vec::new(),
            offered: Vec::new(),
        }
    }

    /// Checks what was understood; what was not understood comes first among the problems, so that an army that was
    /// only read in part never passes as legal.
    #[must_use]
    pub fn check(&self, catalogue: &Catalogue) -> Report {
        let mut report = check(&self.draft, catalogue);
        report.problems.splice(0..0, self.problems());
        report
    }

    /// The pieces that were not understood, as problems of the army: the first ones individually, the rest as a count.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let told = |fault: Fault| Problem::new(fault, None);
        let unread = self.unread.iter().take(MOST_TOLD).cloned();
        let mut problems: Vec<Problem> = unread.map(|text| told(Fault::Unread(text))).collect();
        if let Some(next) = self.unread.get(MOST_TOLD) {
            let more = self.unread.len() - MOST_TOLD;
            problems.push(told(Fault::MoreUnread { more, line: next.line }));
        }
        let differences = self.differences.iter().take(MOST_TOLD).cloned();
        problems.extend(differences.map(|difference| told(Fault::Differs(difference))));
        if let Some(next) = self.differences.get(MOST_TOLD) {
            let more = self.differences.len() - MOST_TOLD;
            problems.push(told(Fault::MoreDiffer { more, line: next.line }));
        }
        problems.extend(self.unclear.clone().map(|unclear| told(Fault::Unclear(unclear))));
        problems.extend(self.doubts.iter().filter_map(Doubt::fault).take(MOST_TOLD).map(told));
        problems
    }
}
