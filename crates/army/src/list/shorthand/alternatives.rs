//! Entries that are alternatives to others: `(1x7Hd + 1xSp) or 2xSp`, `[1x3Kn (Gen), 2xCv] or [3xLH]`.

use super::entry::{Alternatives, Reader};
use super::pieces::brackets;
use super::refusal::{Read, wrong};
use super::words::count_before;
use crate::filling::MOST_CHOICES;
use crate::list::{ListOption, ShorthandFault};

/// How deep brackets of alternatives may be nested.
const DEEPEST: usize = 3;

/// A part of an entry with its position.
type Part<'a> = (usize, &'a str);

/// Cuts a text at words or signs outside brackets.
fn cut<'a>((at, text): Part<'a>, separators: &[&str]) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let (mut start, mut place) = (0, 0);
    while let Some(rest) = text.get(place..).filter(|rest| !rest.is_empty()) {
        let letter = rest.chars().next().map_or(1, char::len_utf8);
        if rest.starts_with(['(', '[']) {
            place += brackets(rest).unwrap_or(rest.len());
            continue;
        }
        let apart = |separator: &&&str| {
            let word = separator.starts_with(char::is_alphabetic);
            let before = text.get(..place).and_then(|before| before.chars().next_back());
            let after = rest.get(separator.len()..).and_then(|after| after.chars().next());
            let ends = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
            rest.get(..separator.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(separator))
                && (!word || ends(before) && ends(after))
        };
        match separators.iter().find(apart) {
            Some(separator) => {
                parts.push((start, place));
                place += separator.len();
                start = place;
            }
            None => place += letter,
        }
    }
    parts.push((start, text.len()));
    let part = |(from, to): (usize, usize)| {
        let part = text.get(from..to)?;
        Some((at + from + part.len() - part.trim_start().len(), part.trim()))
    };
    parts.into_iter().filter_map(part).collect()
}

/// The contents of a part that is nothing but brackets.
fn unwrapped((at, text): Part<'_>) -> Option<Part<'_>> {
    let inside = text.strip_prefix(['(', '['])?.strip_suffix([')', ']'])?;
    (brackets(text) == Some(text.len())).then_some((at + 1, inside))
}

/// The alternatives of an entry as they are written; none if it is not written as a choice between groups.
fn groups(entry: Part<'_>) -> Option<Vec<Part<'_>>> {
    let (_, text) = entry;
    let mut groups: Vec<Part<'_>> = Vec::new();
    for (at, part) in cut(entry, &["or"]) {
        let counted = part.split_whitespace().next().is_some_and(|word| count_before(word).0.is_some());
        match groups.last_mut() {
            // `2x3Bd or 4Bd or (1xArt + 1xWWg)`: the second type belongs to the first entry.
            Some(group) if !counted && !part.starts_with(['(', '[']) && unwrapped(*group).is_none() => {
                let start = group.0.checked_sub(entry.0)?;
                *group = (group.0, text.get(start..at.checked_sub(entry.0)? + part.len())?);
            }
            _ => groups.push((at, part)),
        }
    }
    let is_group = groups.iter().any(|group| unwrapped(*group).is_some() || cut(*group, &["+"]).len() > 1);
    (is_group && groups.iter().all(|(_, part)| !part.is_empty())).then_some(groups)
}

impl Reader {
    /// Reads an entry, or a choice between several.
    pub(super) fn entry(&mut self, at: usize, text: &str) -> Read<Alternatives> {
        self.nested((at, text), 0)
    }

    fn nested(&mut self, entry: Part<'_>, depth: usize) -> Read<Alternatives> {
        let known = self.doubts.len();
        let error = match self.types(entry.0, entry.1) {
            Ok(found) => return Ok(found),
            Err(error) => error,
        };
        self.doubts.truncate(known);
        let Some(groups) = groups(entry).filter(|_| depth < DEEPEST) else { return Err(error) };
        let mut all = Vec::new();
        for group in groups {
            all.extend(self.group(group, depth)?);
            if all.len() > MOST_CHOICES {
                return wrong(entry.0, entry.1, ShorthandFault::TooManyWays { most: MOST_CHOICES });
            }
        }
        Ok(all)
    }

    /// Reads the entries of one group; with alternatives among them, every combination.
    fn group(&mut self, group: Part<'_>, depth: usize) -> Read<Alternatives> {
        let (at, text) = unwrapped(group).unwrap_or(group);
        let mut all: Alternatives = vec![Vec::new()];
        for (at, text) in cut((at, text), &[",", ";", "+", "&", "and", "plus"]) {
            if text.is_empty() {
                return wrong(at, text, ShorthandFault::NoType);
            }
            let found = self.nested((at, text), depth + 1)?;
            if all.len().saturating_mul(found.len()) > MOST_CHOICES {
                return wrong(at, text, ShorthandFault::TooManyWays { most: MOST_CHOICES });
            }
            let with = |options: &Vec<ListOption>| {
                let combined = |more: &Vec<ListOption>| options.iter().chain(more).cloned().collect();
                found.iter().map(combined).collect::<Alternatives>()
            };
            all = all.iter().flat_map(with).collect();
        }
        Ok(all)
    }
}
