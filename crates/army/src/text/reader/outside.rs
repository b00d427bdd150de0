//! Lines that say where elements belong: sections outside the army, commands.

use musterfield_rules::Points;

use super::Reader;
use crate::text::doubt::{Change, Offered};
use crate::text::figures::written;
use crate::text::number::number_word;
use crate::text::section::{Aside, Section, aside};
use crate::text::{element, line, prose, token};

/// The largest number of elements outside the army that are offered. All of them are in the notes.
const MOST_OFFERED: usize = 200;

/// The largest number of bytes of a line that a change replaces; each element on it has a change of its own.
const LONGEST_CHANGED: usize = 400;

/// The number of a command in a heading: `Command 1`, `2nd Command`, `Command Three`.
fn command(heading: &str) -> Option<u8> {
    let words: Vec<String> = heading.split_whitespace().map(str::to_lowercase).collect();
    let number = |word: &str| {
        let digits = word.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == '.' || letter == '#');
        let plain = digits.trim_start_matches('#').parse().ok();
        plain.or_else(|| number_word(word).and_then(|number| number.parse().ok()))
    };
    let ordinal = |word: &str| {
        ["first", "second", "third", "fourth", "fifth", "sixth"]
            .iter()
            .position(|known| *known == word)
            .map(|at| at + 1)
    };
    let number = |word: &str| number(word).or_else(|| ordinal(word).and_then(|at| u8::try_from(at).ok()));
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["command" | "cmd" | "kommando" | "commandement", word] | [word, "command" | "kommando" | "commandement"] => {
            number(word).filter(|number| *number > 0)
        }
        _ => None,
    }
}

impl Reader {
    /// Reads a line that belongs to a part outside the army, or begins one; false if it does not.
    pub(super) fn is_outside(&mut self, at: usize, raw: &str, bare: &str) -> bool {
        match aside(bare) {
            Some(Aside::Section) => {
                self.titled = true;
                self.asides.push((at, raw.to_owned()));
                self.section = Some(Section { at, heading: raw.to_owned() });
                true
            }
            Some(Aside::Line(rest)) if self.begins_outside(rest) => {
                self.titled = true;
                self.section = None;
                self.offer(at, raw, rest, None);
                true
            }
            _ => self.section.take().is_some_and(|section| self.is_in_section(at, raw, bare, section)),
        }
    }

    /// Whether something else to choose may be meant: `or 4 Spears`, but not `Or so they say`.
    fn begins_outside(&self, rest: &str) -> bool {
        let named = token::pieces(rest).iter().any(|piece| element::read(piece, self.draft.ruleset).is_ok());
        named || rest.contains(|letter: char| letter.is_ascii_digit())
    }

    /// Reads a line below the heading of such a part.
    fn is_in_section(&mut self, at: usize, raw: &str, bare: &str, section: Section) -> bool {
        if bare.is_empty() {
            self.section = Some(section);
            return false;
        }
        let is_heading = line::heading(bare).is_some() || crate::text::kind::is_part(bare, self.draft.ruleset);
        let is_prose = prose::manner(bare, self.draft.ruleset).is_some() && !line::is_item(raw);
        if is_heading || is_prose && !self.begins_outside(bare) {
            return false;
        }
        self.offer(at, raw, bare, Some(&section));
        self.section = Some(section);
        true
    }

    /// Takes elements that do not belong to the army.
    fn offer(&mut self, at: usize, raw: &str, text: &str, section: Option<&Section>) {
        // What the army does not contain stays in its notes.
        self.asides.push((at, raw.to_owned()));
        let heading = section.map_or("", |section| section.heading.as_str());
        let is_short = raw.len().max(heading.len()) <= LONGEST_CHANGED;
        for piece in token::pieces(text) {
            if self.offered.len() >= MOST_OFFERED {
                return;
            }
            let piece = piece.trim();
            let Ok(found) = element::read(piece, self.draft.ruleset) else {
                self.offered.push(Offered { line: at, text: piece.to_owned(), elements: None, changes: Vec::new() });
                continue;
            };
            let added = written(&self.draft, &found.line);
            let change = |line, from: &str, to: String| Change { line, from: from.to_owned(), to };
            let changes = match section {
                _ if !is_short => Vec::new(),
                Some(section) => vec![
                    change(at, piece, String::new()),
                    change(section.at, &section.heading, format!("{added}\n{}", section.heading)),
                ],
                None => vec![change(at, raw, added)],
            };
            self.offered.push(Offered { line: at, text: piece.to_owned(), elements: Some(found.line), changes });
        }
    }

    /// Reads the heading of a command, and the elements after its colon.
    pub(super) fn is_command(&mut self, at: usize, bare: &str) -> bool {
        let (heading, rest) = bare.split_once(':').unwrap_or((bare, ""));
        let Some(number) = command(heading.trim_matches(line::EMPHASIS)) else { return false };
        // Whether the army is divided is known when its size is.
        self.command = number;
        self.begin_elements();
        if !rest.trim().is_empty() {
            self.elements(at, rest);
        }
        true
    }

    /// Makes an army in commands one of the size that has them, if it has as many elements: a Big Battle army. The
    /// elements below headings of commands belong to none in armies that are not divided.
    pub(super) fn settle_size(&mut self) {
        let ruleset = self.draft.ruleset;
        let budget = &ruleset.army.budget;
        let elements = self.draft.lines.iter().map(|line| line.elements()).fold(0, i64::saturating_add);
        let commanded = self.command > 0 && self.draft.lines.iter().any(|line| line.command > 0);
        if commanded && ruleset.command_count(self.draft.points).is_none() && self.draft.points == budget.usual {
            let size = budget.sizes.iter().find(|size| size.commands.is_some() && size.elements == elements);
            self.draft.points = size.map_or(self.draft.points, |size| Points::ONE * size.elements);
        }
        let by_headings = self.command > 0;
        if by_headings && ruleset.army.graded.commands.is_none() && ruleset.command_count(self.draft.points).is_none() {
            self.draft.lines.iter_mut().for_each(|line| line.command = 0);
        }
    }
}
