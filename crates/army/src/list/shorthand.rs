//! The shorthand in which DBA lists are printed: `1x3Kn (Gen), 2x3Kn or Cv, 6x4Pk, 3x3Kn//4Bd, 2xMtd-4Lb`.
//!
//! Entries are separated by commas, semicolons or line ends. An entry is a number, `x` and a type; further types
//! follow after `or` (any mixture), `/` (all of one, or of one mixture) or `//` (mounted that may dismount as this foot
//! in play). Entries in brackets, joined by `+`, are an alternative to others. A title and facts can come before them.
//! Brackets and footnote marks give the general and whatever else is printed: text in them that is not understood is
//! stored as a note. Anything else that is not understood is refused with the word.

use musterfield_rules::Ruleset;

use super::fault::{ShorthandError, ShorthandFault};
use super::{Branch, ListOption};
use crate::assign::MOST_OPTIONS;
use crate::filling::{MOST_CHOICES, choices};

mod alternatives;
mod entry;
mod pieces;
mod refusal;
mod title;

use entry::{Alternatives, Reader};
use pieces::SIGNS;
use refusal::{Read, wrong};

pub use crate::draft::LONGEST_LIST as LONGEST;

/// A list as it was written, in parts.
#[derive(Clone, Debug, Default)]
pub struct ShorthandList {
    /// The text before the first entry: name and years, if there is any.
    pub heading: String,
    /// The aggression factor, where it is written.
    pub aggression: Option<i64>,
    /// Ids of the home terrains, where they are written.
    pub home_terrains: Vec<String>,
    /// The entries.
    pub options: Vec<ListOption>,
    /// Other text: footnotes, enemies, allies.
    pub notes: Vec<String>,
    /// What was read, but is probably not what was meant.
    pub doubts: Vec<ShorthandError>,
}

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
    let (mut in_note, mut refused) = (false, None);
    for passage in passages(text) {
        let passage = heading(ruleset, &mut list, passage);
        let Passage { at, text: entry, continues } = passage;
        in_note &= continues;
        if entry.is_empty() {
            continue;
        }
        if let Some(fact) = fact(ruleset, &mut list, at, entry)? {
            in_note = matches!(fact, Fact::Note);
            continue;
        }
        if list.options.len() >= MOST_OPTIONS {
            return wrong(at, entry, ShorthandFault::TooManyEntries { most: MOST_OPTIONS });
        }
        let mut reader = Reader { ruleset, doubts: Vec::new() };
        match reader.entry(at, entry) {
            Ok(found) => add(&mut list, found, at, entry)?,
            // `Enemies: II/5, II/7`
            Err(_) if in_note && !title::has_count(entry) => {
                if let Some(note) = list.notes.last_mut() {
                    *note = format!("{note}, {entry}");
                }
            }
            Err(error) if !list.options.is_empty() => return Err(error),
            Err(error) => {
                let Some((title, rest)) = title::split(ruleset, entry) else { return Err(error) };
                entitle(&mut list, title, continues);
                refused.get_or_insert(error);
                if !rest.is_empty() {
                    let at = at + entry.len() - rest.len();
                    let found = reader.entry(at, rest)?;
                    add(&mut list, found, at, rest)?;
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

/// Adds the options of an entry: of a block, if it has alternatives.
fn add(list: &mut ShorthandList, found: Alternatives, at: usize, entry: &str) -> Read<()> {
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
    Ok(())
}

/// Adds a part of the title.
fn entitle(list: &mut ShorthandList, title: &str, continues: bool) {
    if !list.heading.is_empty() {
        list.heading.push_str(if continues { ", " } else { " " });
    }
    list.heading.push_str(title);
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
        let ends_sentence =
            || letter == '.' && text.get(at + 1..).is_some_and(|rest| rest.starts_with(' ') && is_fact(rest));
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

/// Whether a text begins with a fact about the list as a whole.
fn is_fact(text: &str) -> bool {
    text.split_once(':').is_some_and(|(name, _)| known_fact(name).is_some())
}

/// Removes the text before a colon from the first entry, and bullets from all.
fn heading<'a>(ruleset: &Ruleset, list: &mut ShorthandList, passage: Passage<'a>) -> Passage<'a> {
    let bare = passage.text.trim_start_matches(['-', '–', '•', '·']).trim_start();
    let passage = Passage { at: passage.at + passage.text.len() - bare.len(), text: bare, ..passage };
    let Some((head, rest)) = bare.split_once(':').filter(|_| list.options.is_empty()) else { return passage };
    // Facts have colons too, and are read later.
    if known_fact(head).is_some() || entry::names_type(ruleset, head) {
        return passage;
    }
    // A title on lines of its own comes before one that ends with a colon.
    if !list.heading.is_empty() && !passage.continues {
        return passage;
    }
    entitle(list, head.trim(), passage.continues);
    let after = rest.trim_start();
    Passage { at: passage.at + bare.len() - after.len(), text: after, ..passage }
}

#[derive(Clone, Copy)]
enum Fact {
    Terrain,
    Aggression,
    Note,
}

fn known_fact(word: &str) -> Option<Fact> {
    match word.trim().trim_end_matches('.').to_lowercase().as_str() {
        "terrain" | "home terrain" | "terrain type" | "home topography" | "topography" => Some(Fact::Terrain),
        "aggression" | "ag" | "aggr" | "agg" | "aggression factor" => Some(Fact::Aggression),
        "enemies" | "enemy" | "allies" | "ally" | "note" | "notes" | "footnote" | "footnotes" | "years" | "dates" => {
            Some(Fact::Note)
        }
        _ => None,
    }
}

/// Reads a fact about the list as a whole; none if it is an entry.
fn fact(ruleset: &Ruleset, list: &mut ShorthandList, at: usize, entry: &str) -> Read<Option<Fact>> {
    let (name, value) = match entry.split_once([':', '=']) {
        Some(parts) => parts,
        // `Aggression 3` without a colon.
        None => entry.split_once(char::is_whitespace).unwrap_or((entry, "")),
    };
    if let Some(fact) = known_fact(name) {
        match fact {
            Fact::Aggression => list.aggression = aggression(ruleset, at + entry.len() - value.len(), value)?,
            Fact::Terrain => {
                let words = value.split(|letter: char| !letter.is_alphabetic());
                let known = words.filter_map(|word| ruleset.home_terrain(word)).map(|terrain| terrain.id.to_string());
                list.home_terrains = known.collect();
            }
            Fact::Note => list.notes.push(entry.to_owned()),
        }
        return Ok(Some(fact));
    }
    // `II/4c Northern Kingdom, Arable, Ag 1`
    if let Some(terrain) = ruleset.home_terrain(entry) {
        list.home_terrains.push(terrain.id.to_string());
        return Ok(Some(Fact::Terrain));
    }
    // A footnote: a mark and words, none of them a type with its number.
    let is_footnote = entry.starts_with(SIGNS)
        && !entry.trim_start_matches(SIGNS).trim_start().starts_with(|letter: char| letter.is_ascii_digit());
    if is_footnote {
        list.notes.push(entry.to_owned());
    }
    Ok(is_footnote.then_some(Fact::Note))
}

/// The number at the beginning of the aggression factor's text; none if there are words.
fn aggression(ruleset: &Ruleset, at: usize, value: &str) -> Read<Option<i64>> {
    let trimmed = value.trim_start();
    let end = trimmed.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(trimmed.len());
    let number = trimmed.get(..end).unwrap_or_default();
    if number.is_empty() {
        return Ok(None);
    }
    let range = ruleset.aggressions();
    match number.parse().ok().filter(|factor| range.contains(factor)) {
        Some(factor) => Ok(Some(factor)),
        None => {
            let fault = ShorthandFault::Aggression { least: *range.start(), most: *range.end() };
            wrong(at + value.len() - trimmed.len(), number, fault)
        }
    }
}
