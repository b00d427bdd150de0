//! Armies as players paste them: forum posts, mails, the program's own text and Markdown.
//!
//! A text is read line by line, a line comma by comma. Facts (`Home terrain: Forest`) and elements
//! (`4 x Blades (Bd) Fast @ 2AP = 8AP`) may stand in any order; headings, blank lines, comments (`#`, `//`), quotations
//! (`>`) and tables (`|`) are passed over; after `Notes:` everything is notes. What cannot be read is reported with its
//! line, never dropped.

mod element;
mod fact;
mod token;

pub(super) use token::quote;

use super::catalogue::Catalogue;
use super::check::{Report, check};
use super::draft::{Draft, LONGEST_LABEL, LONGEST_NOTES, Line, several_lines, single_line};
use super::file::MOST_LINES;
use super::problem::{Code, Problem};
use crate::rules::{Points, Ruleset};

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

struct Reader {
    draft: Draft,
    unread: Vec<Unread>,
    differences: Vec<Difference>,
    /// Totals that the text prints, compared when all elements are known.
    totals: Vec<(usize, Points)>,
    named: bool,
}

/// Reads a pasted army for this ruleset; a text that names its own ruleset is read again for that by the caller.
#[must_use]
pub fn read(text: &str, ruleset: &'static Ruleset) -> Reading {
    let mut reader = Reader {
        draft: Draft::new(ruleset),
        unread: Vec::new(),
        differences: Vec::new(),
        totals: Vec::new(),
        named: false,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut rest = text.split('\n').enumerate();
    while let Some((at, line)) = rest.next() {
        if fact::begins_notes(line) {
            let inline = fact::value_of(line).filter(|value| !value.is_empty()).map(str::to_owned);
            let notes: Vec<String> = inline.into_iter().chain(rest.by_ref().map(|(_, line)| line.to_owned())).collect();
            reader.notes(at + 1, &notes.join("\n"));
        } else {
            reader.line(at + 1, line);
        }
    }
    reader.finish()
}

/// The ruleset that a text names, if it names one.
#[must_use]
pub fn names_ruleset(text: &str) -> Option<String> {
    text.lines().take_while(|line| !fact::begins_notes(line)).find_map(|line| match fact::read(line)? {
        fact::Fact::Ruleset(id) => Some(id),
        _ => None,
    })
}

impl Reader {
    fn notes(&mut self, at: usize, notes: &str) {
        match several_lines(notes.trim_start_matches('\n'), LONGEST_NOTES) {
            Ok(notes) => self.draft.notes = notes,
            Err(error) => self.refuse(at, "Notes", format!("The text {error}.")),
        }
    }

    fn refuse(&mut self, line: usize, text: &str, why: impl Into<String>) {
        let text: String = text.trim().chars().take(200).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        self.unread.push(Unread { line, text, why: why.into() });
    }

    fn line(&mut self, at: usize, line: &str) {
        let line = line.trim();
        if let Some(title) = line.strip_prefix("# ") {
            self.name(title);
            return;
        }
        if line.is_empty() || ["#", "//", ">", "|", "==", "--", "```"].iter().any(|mark| line.starts_with(mark)) {
            return;
        }
        if let Some(fact) = fact::read(line) {
            self.fact(at, line, fact);
            return;
        }
        let before = self.draft.lines.len();
        for piece in token::pieces(line) {
            let ruleset = self.draft.ruleset;
            if self.draft.lines.len() > before {
                let last = self.draft.lines.last_mut();
                if last.is_some_and(|last| element::mark(&piece, ruleset, last)) {
                    continue;
                }
            }
            match element::read(&piece, self.draft.ruleset) {
                Ok(found) => self.element(at, &piece, found),
                Err(_) if self.draft.lines.is_empty() && is_title(&piece) && !self.named => self.name(&piece),
                Err(_) if self.draft.lines.is_empty() && is_title(&piece) => {}
                Err(_) if is_heading(line) => {}
                Err(why) => self.refuse(at, &piece, why),
            }
        }
    }

    /// The first title is the name.
    fn name(&mut self, title: &str) {
        if self.named {
            return;
        }
        if let Ok(name) = single_line(title.trim_matches(['*', '_', '=', ':']), super::draft::LONGEST_NAME) {
            self.draft.name = name;
            self.named = true;
        }
    }

    fn fact(&mut self, at: usize, line: &str, fact: fact::Fact) {
        use fact::Fact;
        let word = |text: &str| single_line(text, super::draft::LONGEST_WORD).ok().filter(|word| !word.is_empty());
        match fact {
            Fact::Name(name) => match single_line(&name, super::draft::LONGEST_NAME) {
                Ok(name) => {
                    self.draft.name = name;
                    self.named = true;
                }
                Err(error) => self.refuse(at, line, format!("The name {error}.")),
            },
            // Which rules a text is for is known before it is read.
            Fact::Ruleset(_) => {}
            Fact::Points(points) => self.draft.points = points,
            Fact::HomeTerrain(written) => {
                let known = self.draft.ruleset.home_terrain(&written).map(|terrain| terrain.id.to_string());
                self.draft.home_terrain = known.or_else(|| word(&written));
            }
            Fact::Aggression(factor) => self.draft.aggression = factor,
            Fact::List(list) => self.draft.list = word(&list),
            Fact::Allies(list) => self.draft.allies = word(&list),
            Fact::Camp(camp) => self.draft.camp = camp,
            Fact::Total(points) => self.totals.push((at, points)),
            Fact::Unreadable(why) => self.refuse(at, line, why),
        }
    }

    fn element(&mut self, at: usize, piece: &str, found: element::Found) {
        if self.draft.lines.len() >= MOST_LINES {
            self.refuse(at, piece, format!("An army has at most {MOST_LINES} lines."));
            return;
        }
        let label = match single_line(&found.line.label, LONGEST_LABEL) {
            Ok(label) => label,
            Err(error) => {
                self.refuse(at, piece, format!("The label {error}."));
                return;
            }
        };
        let line = Line { label, ..found.line };
        let price = self.draft.price(&line);
        let total = price * line.elements();
        let of = self.draft.called(&line, 2);
        let mut compare = |printed: Option<Points>, allowed: &[Points]| {
            if let (Some(printed), Some(counted)) = (printed, allowed.first())
                && !allowed.contains(&printed)
            {
                self.differences.push(Difference { line: at, of: of.clone(), printed, counted: *counted });
            }
        };
        compare(found.each, &[price]);
        compare(found.total, &[total]);
        compare(found.either, &[total, price]);
        self.draft.lines.push(line);
    }

    fn finish(mut self) -> Reading {
        let spent: Points = self.draft.lines.iter().map(|line| self.draft.price(line) * line.elements()).sum();
        for (line, printed) in self.totals {
            if printed != spent {
                let of = "the whole army".to_owned();
                self.differences.push(Difference { line, of, printed, counted: spent });
            }
        }
        Reading { draft: self.draft, unread: self.unread, differences: self.differences }
    }
}

/// A line before the first element that can only be a title: words without numbers.
fn is_title(piece: &str) -> bool {
    !piece.chars().any(|c| c.is_ascii_digit()) && piece.chars().any(char::is_alphabetic)
}

/// A line that introduces others.
fn is_heading(line: &str) -> bool {
    let bare = line.trim_matches(['*', '_']);
    (line.len() != bare.len() || bare.ends_with(':')) && !bare.chars().any(|c| c.is_ascii_digit())
}
