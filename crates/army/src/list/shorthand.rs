//! The shorthand in which DBA lists are printed: `1x3Kn (Gen), 2x3Kn or Cv, 6x4Pk, 3x3Kn//4Bd, 2xMtd-4Lb`.
//!
//! Entries are separated by commas, semicolons or line ends. An entry is a number, `x` and a type; further types
//! follow after `or` (any mixture), `/` (all of one, or of one mixture) or `//` (mounted that may dismount as this foot
//! in play). Entries in brackets, joined by `+`, are an alternative to others. A title and facts can come before them.
//! A name of the player's own can come before the types, if these are in brackets: `4 x pikes (4Pk)`.
//! `Gen` between separators belongs to the entry before it. Brackets and footnote marks give the general and whatever else is printed: text in them that is not understood is
//! stored as a note. Anything else that is not understood is refused with the word.

use std::ops::Range;

use musterfield_rules::Ruleset;

use super::fault::ShorthandFault;
use super::{Branch, ListOption};
use crate::assign::MOST_OPTIONS;
use crate::filling::{MOST_CHOICES, choices};
use crate::text::dates;

mod alternatives;
mod entry;
mod facts;
mod made;
mod nickname;
mod pieces;
mod refusal;
mod title;
mod words;

use entry::{Alternatives, Reader};
use facts::{Fact, fact, is_fact, known_fact};
use refusal::{Read, wrong};

pub use crate::draft::LONGEST_LIST as LONGEST;
pub use made::ShorthandList;

/// The text between two separators.
#[derive(Clone, Copy)]
struct Passage<'a> {
    at: usize,
    text: &'a str,
    /// Whether only a comma separates it from the one before.
    continues: bool,
}

/// Reads a list in shorthand.
///
/// # Errors
/// The word at which reading stopped.
pub fn read(ruleset: &'static Ruleset, text: &str) -> Read<ShorthandList> {
    if text.chars().count() > LONGEST {
        return wrong(0, "", ShorthandFault::TooLong { most: LONGEST });
    }
    let mut list = ShorthandList::default();
    let (mut in_note, mut refused, mut in_terrain) = (false, None, false);
    // The options of the entry just before, if it may yet be said that it leads.
    let mut before = None;
    let mut all = passages(text).into_iter().peekable();
    while let Some(passage) = all.next() {
        let passage = heading(ruleset, &mut list, passage)?;
        let Passage { at, text: entry, continues } = passage;
        in_note &= continues;
        if entry.is_empty() {
            continue;
        }
        let of_entry: Option<Range<usize>> = before.take();
        // `1x3Kn, Gen, 4x4Pk`
        if let Some(options) = of_entry.filter(|_| words::is_general(entry)).and_then(|of| list.options.get_mut(of)) {
            options.iter_mut().for_each(entry::lead);
            continue;
        }
        if let Some(fact) = fact(ruleset, &mut list, at, entry)? {
            in_note = fact == Fact::Note;
            in_terrain = fact == Fact::Terrain;
            continue;
        }
        // `Arable; 3;`
        let beside_terrain = std::mem::take(&mut in_terrain)
            || all.peek().is_some_and(|next| facts::only_terrains(ruleset, next.text).is_some());
        if beside_terrain && facts::lone_aggression(ruleset, &mut list, at, entry)? {
            continue;
        }
        if dates::are_all_of(entry) {
            if list.options.is_empty() {
                entitle(ruleset, &mut list, (at, entry), continues)?;
            } else {
                list.notes.push(entry.to_owned());
            }
            continue;
        }
        if list.options.len() >= MOST_OPTIONS {
            return wrong(at, entry, ShorthandFault::TooManyEntries { most: MOST_OPTIONS });
        }
        let mut reader = Reader { ruleset, doubts: Vec::new() };
        match reader.entry(at, entry) {
            Ok(found) => before = add(&mut list, found, at, entry)?,
            // `Enemies: II/5, II/7`
            Err(_) if in_note && !title::has_count(entry) => {
                if let Some(note) = list.notes.last_mut() {
                    *note = format!("{note}, {entry}");
                }
            }
            Err(error) if !list.options.is_empty() => return Err(error),
            Err(error) => {
                let Some((title, rest)) = title::split(ruleset, entry) else { return Err(error) };
                entitle(ruleset, &mut list, (at, title), continues)?;
                refused.get_or_insert(error);
                if !rest.is_empty() {
                    let at = at + entry.len() - rest.len();
                    let found = reader.entry(at, rest)?;
                    before = add(&mut list, found, at, rest)?;
                }
            }
        }
        list.doubts.append(&mut reader.doubts);
    }
    if list.options.is_empty() {
        // What was a title is none without entries below it.
        return refused.map_or_else(|| wrong(0, "", ShorthandFault::NoEntries), Err);
    }
    Ok(list)
}

/// Whether a text contains a number of elements with `x`, and therefore an entry.
pub(crate) fn has_count(text: &str) -> bool {
    title::has_count(text)
}

/// Whether a line contains an entry that can be read, or that begins with a number.
pub(crate) fn has_entry(ruleset: &'static Ruleset, line: &str) -> bool {
    let mut reader = Reader { ruleset, doubts: Vec::new() };
    let mut passages = passages(line).into_iter();
    title::has_count(line) || passages.any(|passage| reader.entry(passage.at, passage.text).is_ok())
}

/// Whether a line states a fact about the list as a whole.
pub(crate) fn states_fact(ruleset: &'static Ruleset, line: &str) -> bool {
    passages(line).iter().any(|passage| {
        let bare = passage.text;
        fact(ruleset, &mut ShorthandList::default(), passage.at, bare).is_ok_and(|fact| fact.is_some()) || is_fact(bare)
    })
}

/// Adds the options of an entry: of a block, if it has alternatives. Returns the places of the options, if a mark after
/// the entry can only mean these: not where several are taken together.
fn add(list: &mut ShorthandList, found: Alternatives, at: usize, entry: &str) -> Read<Option<Range<usize>>> {
    let is_single = found.iter().all(|options| options.len() == 1);
    let start = list.options.len();
    let block = super::blocks(&list.options).len();
    let is_block = found.len() > 1;
    for (alternative, options) in found.into_iter().enumerate() {
        let branch = is_block.then_some(Branch { block, alternative });
        list.options.extend(options.into_iter().map(|option| ListOption { branch, ..option }));
    }
    if list.options.len() > MOST_OPTIONS {
        return wrong(at, entry, ShorthandFault::TooManyEntries { most: MOST_OPTIONS });
    }
    if choices(&list.options) > MOST_CHOICES {
        return wrong(at, entry, ShorthandFault::TooManyWays { most: MOST_CHOICES });
    }
    Ok(is_single.then_some(start..list.options.len()))
}

/// Adds a part of the title, without the facts in it.
fn entitle(ruleset: &Ruleset, list: &mut ShorthandList, (at, title): (usize, &str), continues: bool) -> Read<()> {
    let title = facts::without_facts(ruleset, list, at, title)?;
    if title.is_empty() {
        return Ok(());
    }
    if !list.heading.is_empty() {
        list.heading.push_str(if continues { ", " } else { " " });
    }
    list.heading.push_str(&title);
    Ok(())
}

/// The text between commas, semicolons and line ends outside brackets.
fn passages(text: &str) -> Vec<Passage<'_>> {
    let (mut depth, mut start, mut found) = (0usize, 0, Vec::new());
    let mut continues = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            // A bracket that is never closed ends with its line.
            '\n' => depth = 0,
            _ => {}
        }
        // `…, 2xPs. Aggression: 3.`
        let ends_sentence = || {
            letter == '.'
                && text.get(at + 1..).is_some_and(|rest| {
                    let first = rest.split_whitespace().next().unwrap_or_default();
                    rest.starts_with(' ') && (is_fact(rest) || title::has_count(first))
                })
        };
        if letter == '\n' || (depth == 0 && (matches!(letter, ',' | ';') || ends_sentence())) {
            found.push((start, at, continues));
            continues = letter == ',';
            start = at + letter.len_utf8();
        }
    }
    found.push((start, text.len(), continues));
    let trimmed = found.into_iter().filter_map(|(from, to, continues)| {
        let entry = text.get(from..to)?;
        let lead = entry.len() - entry.trim_start().len();
        Some(Passage { at: from + lead, text: entry.trim().trim_end_matches('.').trim_end(), continues })
    });
    trimmed.filter(|passage| !passage.text.is_empty()).collect()
}

/// Removes the text before a colon from the first entry, and bullets from all.
fn heading<'a>(ruleset: &Ruleset, list: &mut ShorthandList, passage: Passage<'a>) -> Read<Passage<'a>> {
    let bare = passage.text.trim_start_matches(['-', '–', '•', '·']).trim_start();
    let passage = Passage { at: passage.at + passage.text.len() - bare.len(), text: bare, ..passage };
    let Some((head, rest)) = title_colon(bare).filter(|_| list.options.is_empty()) else { return Ok(passage) };
    // Facts have colons too, and are read later.
    if bare.split_once(':').is_some_and(|(name, _)| known_fact(name).is_some()) || words::names_type(ruleset, head) {
        return Ok(passage);
    }
    // A title on lines of its own comes before one that ends with a colon.
    if !list.heading.is_empty() && !passage.continues {
        return Ok(passage);
    }
    entitle(ruleset, list, (passage.at, head.trim()), passage.continues)?;
    let after = rest.trim_start();
    Ok(Passage { at: passage.at + bare.len() - after.len(), text: after, ..passage })
}

/// The text before and after the colon that ends a title: the first outside brackets that is not the colon of a fact.
fn title_colon(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let (head, rest) = text.split_at_checked(at).filter(|_| depth == 0 && letter == ':')?;
        (!facts::ends_with_key(head)).then_some((head, rest.get(1..)?))
    })
}
