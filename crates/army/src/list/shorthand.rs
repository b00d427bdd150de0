//! The shorthand in which DBA lists are printed: `1x3Kn (Gen), 2x3Kn or Cv, 6x4Pk, 3x3Kn//4Bd, 2xMtd-4Lb`.
//!
//! Entries are separated by commas, semicolons or line ends. An entry is a number, `x` and a type; further types
//! follow after `or` (any mixture), `/` (all of one) or `//` (mounted that may dismount as this foot in play).
//! Brackets and footnote marks give the general and whatever else is printed: text in them that is not understood is
//! stored as a note. Anything else that is not understood is refused with the word.

use std::collections::VecDeque;

use musterfield_rules::Ruleset;
use musterfield_rules::spelling::Spelling;

use super::fault::{ShorthandError, ShorthandFault};
use super::{ListChoice, ListGeneral, ListOption, ListPermission};
use crate::assign::MOST_OPTIONS;
use crate::filling::{MOST_CHOICES, choices};

pub use crate::draft::LONGEST_LIST as LONGEST;

/// The largest number of elements of one entry.
const MOST: i64 = 200;
/// Marks that introduce the footnotes of a printed list.
const SIGNS: [char; 12] = ['*', '†', '‡', '§', '¹', '²', '³', '⁴', '⁵', '#', '^', '~'];

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
}

type Read<T> = Result<T, ShorthandError>;

fn wrong<T>(at: usize, word: &str, fault: ShorthandFault) -> Read<T> {
    let word: String = word.chars().take(40).collect();
    Err(ShorthandError { at, word, fault })
}

/// The joint between the types of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    Or,
    Slash,
    Slashes,
}

/// A part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    /// A word, possibly with the number and `x` before it.
    Word(&'a str),
    /// The contents of brackets.
    Bracket(&'a str),
    Joint(Joint),
    /// A mark that refers to a footnote.
    Sign(char),
}

/// Reads a list in shorthand.
///
/// # Errors
/// The word at which reading stopped.
pub fn read(ruleset: &'static Ruleset, text: &str) -> Read<ShorthandList> {
    if text.chars().count() > LONGEST {
        return wrong(0, "", ShorthandFault::TooLong { most: LONGEST });
    }
    let mut notation = ShorthandList::default();
    for (at, entry) in entries(text) {
        let (at, entry) = heading(ruleset, &mut notation, at, entry);
        if entry.is_empty() || fact(ruleset, &mut notation, at, entry)? {
            continue;
        }
        if notation.options.len() >= MOST_OPTIONS {
            return wrong(at, entry, ShorthandFault::TooManyEntries { most: MOST_OPTIONS });
        }
        notation.options.push(Entry::read(ruleset, at, entry)?.option()?);
        if choices(&notation.options) > MOST_CHOICES {
            return wrong(at, entry, ShorthandFault::TooManyWays { most: MOST_CHOICES });
        }
    }
    if notation.options.is_empty() {
        return wrong(0, "", ShorthandFault::NoEntries);
    }
    Ok(notation)
}

/// The entries with their positions: the text between commas, semicolons and line ends outside brackets.
fn entries(text: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut start, mut found) = (0usize, 0, Vec::new());
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
            found.push((start, at));
            start = at + letter.len_utf8();
        }
    }
    found.push((start, text.len()));
    let trimmed = found.into_iter().filter_map(|(from, to)| {
        let entry = text.get(from..to)?;
        let lead = entry.len() - entry.trim_start().len();
        Some((from + lead, entry.trim().trim_end_matches('.').trim_end()))
    });
    trimmed.filter(|(_, entry)| !entry.is_empty()).collect()
}

/// Whether a text begins with a fact about the list as a whole.
fn is_fact(text: &str) -> bool {
    text.split_once(':').is_some_and(|(name, _)| known_fact(name).is_some())
}

/// Removes the text before a colon from the first entry, and bullets from all.
fn heading<'a>(ruleset: &Ruleset, notation: &mut ShorthandList, at: usize, entry: &'a str) -> (usize, &'a str) {
    let rest = entry.trim_start_matches(['-', '–', '•', '·']).trim_start();
    let (at, entry) = (at + entry.len() - rest.len(), rest);
    let Some((head, rest)) = entry.split_once(':').filter(|_| notation.options.is_empty()) else { return (at, entry) };
    // Facts have colons too, and are read later.
    if known_fact(head).is_some() || !notation.heading.is_empty() || names_type(ruleset, head) {
        return (at, entry);
    }
    head.trim().clone_into(&mut notation.heading);
    let after = rest.trim_start();
    (at + entry.len() - after.len(), after)
}

/// Whether a text is an entry, and therefore not a heading.
fn names_type(ruleset: &Ruleset, text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let (_, code) = count_before(first);
    !code.is_empty() && ruleset.spellings().read(code).is_some()
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

/// Reads a fact about the list as a whole; false if it is an entry.
fn fact(ruleset: &Ruleset, notation: &mut ShorthandList, at: usize, entry: &str) -> Read<bool> {
    let (name, value) = match entry.split_once([':', '=']) {
        Some(parts) => parts,
        // `Aggression 3` without a colon.
        None => entry.split_once(char::is_whitespace).unwrap_or((entry, "")),
    };
    if let Some(fact) = known_fact(name) {
        match fact {
            Fact::Aggression => notation.aggression = aggression(ruleset, at + entry.len() - value.len(), value)?,
            Fact::Terrain => {
                let words = value.split(|letter: char| !letter.is_alphabetic());
                let known = words.filter_map(|word| ruleset.home_terrain(word)).map(|terrain| terrain.id.to_string());
                notation.home_terrains = known.collect();
            }
            Fact::Note => notation.notes.push(entry.to_owned()),
        }
        return Ok(true);
    }
    // A footnote: a mark and words, none of them a type with its number.
    let is_footnote = entry.starts_with(SIGNS)
        && !entry.trim_start_matches(SIGNS).trim_start().starts_with(|letter: char| letter.is_ascii_digit());
    if is_footnote {
        notation.notes.push(entry.to_owned());
    }
    Ok(is_footnote)
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

/// A number or a range with `x` before a word; and the rest of the word.
fn count_before(word: &str) -> (Option<(i64, i64)>, &str) {
    let digits = |text: &str| text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let first = digits(word);
    let Some((number, rest)) = word.split_at_checked(first).filter(|(number, _)| !number.is_empty()) else {
        return (None, word);
    };
    let Ok(least) = number.parse::<i64>() else { return (None, word) };
    let (most, rest) = match rest.strip_prefix(['-', '–']) {
        Some(after) if digits(after) > 0 => {
            let (number, rest) = after.split_at(digits(after));
            (number.parse().unwrap_or(i64::MAX), rest)
        }
        _ => (least, rest),
    };
    match rest.strip_prefix(['x', 'X', '×']) {
        Some(code) => (Some((least, most)), code),
        None if rest.is_empty() => (Some((least, most)), rest),
        // The figures of a code.
        None => (None, word),
    }
}

/// A type of an entry.
#[derive(Clone, Copy)]
struct Alternative<'a> {
    spelling: Spelling,
    word: &'a str,
    at: usize,
}

struct Entry<'a> {
    ruleset: &'static Ruleset,
    at: usize,
    text: &'a str,
    count: Option<(i64, i64)>,
    types: Vec<Alternative<'a>>,
    joints: Vec<Joint>,
    general: bool,
    notes: Vec<String>,
}

impl<'a> Entry<'a> {
    fn read(ruleset: &'static Ruleset, at: usize, text: &'a str) -> Read<Self> {
        let mut entry = Self {
            ruleset,
            at,
            text,
            count: None,
            types: Vec::new(),
            joints: Vec::new(),
            general: false,
            notes: Vec::new(),
        };
        let mut queue: VecDeque<(usize, Piece<'a>)> = pieces(at, text).into();
        while let Some((at, piece)) = queue.pop_front() {
            match piece {
                Piece::Sign(sign) => entry.notes.push(sign.to_string()),
                // `1x General (3Kn or Cv)`
                Piece::Bracket(inside) if entry.types.is_empty() && names_type(ruleset, inside) => {
                    pieces(at + 1, inside).into_iter().rev().for_each(|piece| queue.push_front(piece));
                }
                Piece::Bracket(inside) => entry.bracket(inside),
                Piece::Joint(joint) => {
                    if entry.types.len() != entry.joints.len() + 1 {
                        return wrong(at, joint_word(joint), ShorthandFault::LooseJoint);
                    }
                    entry.joints.push(joint);
                }
                Piece::Word(word) if entry.types.len() > entry.joints.len() => {
                    if is_general(word) {
                        entry.general = true;
                    } else if is_of_dates(word) {
                        // The rest describes when it applies, or when it does not.
                        let rest = entry.text.get(at - entry.at..).unwrap_or_default();
                        entry.notes.push(rest.trim().to_owned());
                        break;
                    } else {
                        return wrong(at, word, ShorthandFault::OutOfPlace);
                    }
                }
                Piece::Word(word) if is_general(word) => entry.general = true,
                Piece::Word(word) => {
                    let next = queue.front().map(|(_, piece)| *piece);
                    entry.word(at, word, next)?;
                }
            }
        }
        if entry.types.len() == entry.joints.len() {
            let word = entry.joints.last().map_or(entry.text, |joint| joint_word(*joint));
            return wrong(entry.at, word, ShorthandFault::NoType);
        }
        Ok(entry)
    }

    /// Reads `(Gen)`, or text to store.
    fn bracket(&mut self, inside: &str) {
        if is_general(inside) {
            self.general = true;
        } else {
            self.notes.push(format!("({inside})"));
        }
    }

    /// Reads a number, a type, or both.
    fn word(&mut self, at: usize, word: &'a str, next: Option<Piece<'_>>) -> Read<()> {
        let (count, code) = count_before(word);
        if let Some(count) = count {
            self.counted(at, word, count)?;
            if code.is_empty() {
                return Ok(());
            }
        } else if ["x", "X", "×"].contains(&code) {
            // `4 x 4Pk`
            return if self.count.is_some() { Ok(()) } else { wrong(at, word, ShorthandFault::NoNumber) };
        }
        let code_at = at + word.len() - code.len();
        if let Some(spelling) = self.ruleset.spellings().read(code) {
            self.known(code_at, code, spelling)?;
            return Ok(());
        }
        let spellings = self.ruleset.spellings();
        let needs_code = match next {
            Some(Piece::Word(after)) => spellings.read(&format!("{code} {after}")).is_some(),
            _ => false,
        };
        let nearest = spellings.nearest(code).map(|id| self.ruleset.troop(id).code.to_string());
        let ruleset = self.ruleset.name.to_string();
        wrong(code_at, code, ShorthandFault::UnknownType { ruleset, nearest, needs_code })
    }

    fn counted(&mut self, at: usize, word: &str, count: (i64, i64)) -> Read<()> {
        let (least, most) = count;
        if most < least {
            return wrong(at, word, ShorthandFault::MaximumBelowMinimum);
        }
        if !(1..=MOST).contains(&most) {
            return wrong(at, word, ShorthandFault::Elements { most: MOST });
        }
        match self.count {
            Some(known) if known != count => wrong(at, word, ShorthandFault::TwoNumbers),
            _ => {
                self.count = Some(count);
                Ok(())
            }
        }
    }

    fn known(&mut self, at: usize, word: &'a str, spelling: Spelling) -> Read<()> {
        let troop = self.ruleset.troop(spelling.troop);
        if troop.no_army.is_some() {
            return wrong(at, word, ShorthandFault::NeverInArmies { plural: troop.plural.to_string() });
        }
        if spelling.mounted && troop.rides.is_none() {
            return wrong(at, word, ShorthandFault::NeverRides { plural: troop.plural.to_string() });
        }
        // Whether they are Fast depends on the figures.
        let has_figures = word.contains(|letter: char| letter.is_ascii_digit());
        if let (Some(quick), false) = (troop.fast_as, has_figures) {
            let (solid, fast) = (troop.code.to_string(), self.ruleset.troop(quick).code.to_string());
            return wrong(at, word, ShorthandFault::WhichFigures { solid, fast });
        }
        self.types.push(Alternative { spelling, word, at });
        Ok(())
    }

    fn option(self) -> Read<ListOption> {
        let joint = self.one_joint()?;
        let (least, most) = self.count.unwrap_or((1, 1));
        let mut types = Vec::new();
        let mut dismounts = None;
        for (place, alternative) in self.types.iter().enumerate() {
            let id = alternative.spelling.troop;
            if joint == Some(Joint::Slashes) && place > 0 {
                dismounts = Some(self.dismounted(alternative)?);
                continue;
            }
            let is_twice = self.types.iter().take(place).any(|known| known.spelling == alternative.spelling);
            if is_twice {
                return wrong(alternative.at, alternative.word, ShorthandFault::TypeTwice);
            }
            if !types.contains(&id) {
                types.push(id);
            }
        }
        let rides = |id| self.types.iter().filter(move |known| known.spelling.troop == id);
        let (mut riders, mut both) = (Vec::new(), false);
        for id in &types {
            let riding = rides(*id).filter(|known| known.spelling.mounted).count();
            if riding > 0 {
                riders.push(*id);
                both |= riding < rides(*id).count();
            }
        }
        let choice = if joint == Some(Joint::Slash) { ListChoice::AllSame } else { ListChoice::Or };
        let general = match (self.general, most) {
            (false, _) => ListGeneral::No,
            (true, 1) => ListGeneral::Must,
            // It is one of several.
            (true, _) => ListGeneral::May,
        };
        Ok(ListOption {
            types,
            choice,
            mounted: match (riders.is_empty(), both) {
                (true, _) => ListPermission::No,
                (false, true) => ListPermission::May,
                (false, false) => ListPermission::Must,
            },
            mounted_types: riders,
            dismounts,
            min: least,
            max: Some(most),
            fast: super::ListFast::No,
            regular: super::ListRegular::May,
            air_mobile: ListPermission::No,
            general,
            label: String::new(),
            note: self.notes.join(" "),
        })
    }

    /// The joint of the types, which must be the same throughout.
    fn one_joint(&self) -> Read<Option<Joint>> {
        let first = self.joints.first().copied();
        if let Some(other) = self.joints.iter().find(|joint| Some(**joint) != first) {
            return wrong(self.at, joint_word(*other), ShorthandFault::MixedJoints);
        }
        if first == Some(Joint::Slashes) && self.types.len() > 2 {
            return wrong(self.at, "//", ShorthandFault::SeveralFoot);
        }
        Ok(first)
    }

    /// The foot of `3Kn//4Bd`.
    fn dismounted(&self, foot: &Alternative<'_>) -> Read<musterfield_rules::TroopId> {
        let class = |of: &Alternative<'_>| self.ruleset.troop(of.spelling.troop).class.value;
        let on_foot = self.ruleset.combat.as_ref().is_some_and(|combat| combat.is_foot_column(Some(class(foot))));
        let mounted = self.types.first().filter(|first| class(first) != class(foot));
        if mounted.is_none() || !on_foot {
            return wrong(foot.at, foot.word, ShorthandFault::NotMountedAndFoot);
        }
        Ok(foot.spelling.troop)
    }
}

fn joint_word(joint: Joint) -> &'static str {
    match joint {
        Joint::Or => "or",
        Joint::Slash => "/",
        Joint::Slashes => "//",
    }
}

/// Whether a word marks the general.
fn is_general(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    matches!(word.as_str(), "gen" | "general" | "generals" | "c-in-c" | "cinc" | "commander" | "gen'l")
}

/// Whether a word introduces years.
fn is_of_dates(word: &str) -> bool {
    let plain = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    let words =
        ["before", "after", "from", "until", "till", "only", "in", "by", "since", "to", "bc", "ad", "bce", "ce", "if"];
    words.contains(&plain.as_str()) || (plain.len() >= 3 && plain.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The pieces of an entry with their positions.
fn pieces(at: usize, text: &str) -> Vec<(usize, Piece<'_>)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let place = at + text.len() - rest.len();
        let taken = match letter {
            _ if letter.is_whitespace() => letter.len_utf8(),
            '(' | '[' => {
                let end = rest.find([')', ']']);
                let inside = rest.get(1..end.unwrap_or(rest.len())).unwrap_or_default();
                found.push((place, Piece::Bracket(inside.trim())));
                end.map_or(rest.len(), |end| end + 1)
            }
            '/' => {
                let double = rest.starts_with("//");
                found.push((place, Piece::Joint(if double { Joint::Slashes } else { Joint::Slash })));
                1 + usize::from(double)
            }
            _ if SIGNS.contains(&letter) => {
                found.push((place, Piece::Sign(letter)));
                letter.len_utf8()
            }
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "()[]/".contains(letter) || SIGNS.contains(&letter);
                let end = rest.find(ends).unwrap_or(rest.len());
                let word = rest.get(..end).unwrap_or(rest);
                let piece = if word.eq_ignore_ascii_case("or") { Piece::Joint(Joint::Or) } else { Piece::Word(word) };
                found.push((place, piece));
                end
            }
        };
        rest = rest.get(taken.max(1)..).unwrap_or_default();
    }
    found
}
