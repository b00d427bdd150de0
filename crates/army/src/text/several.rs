//! Several elements in one piece, without commas between them.

use musterfield_rules::Ruleset;

use super::element::{self, ParsedElement};
use super::number::{counted, is_times, is_unit};
use super::token;
use super::unreadable::Unreadable;

/// The elements of a piece that is not a single one, for this reason, each with its text; none if a part is not an
/// element.
pub(super) fn read(piece: &str, why: &Unreadable, ruleset: &'static Ruleset) -> Option<Vec<(String, ParsedElement)>> {
    joined(piece, ruleset).or_else(|| {
        let crowded = matches!(why, Unreadable::TwoNumbers(_) | Unreadable::TwoTypes(..) | Unreadable::TooLong);
        if crowded { counted_apart(piece, ruleset) } else { None }
    })
}

/// The elements of a piece that would be read as one with the others in its label: `LH (Gen) LH Ps Ps`,
/// `Kn + 2 Bd`, `2 x Cv (1 Gen)`; none if it is not such a piece.
pub(super) fn crowded(piece: &str, ruleset: &'static Ruleset) -> Option<Vec<(String, ParsedElement)>> {
    let read = |part: String| {
        let found = element::read(&part, ruleset).ok()?;
        Some((part, found))
    };
    let summands = token::summands(piece);
    if summands.len() > 1 {
        return summands.into_iter().map(read).collect();
    }
    codes_apart(piece, ruleset).or_else(|| one_leads(piece))?.into_iter().map(read).collect()
}

/// Codes with nothing but blanks between them, each an element.
fn codes_apart(piece: &str, ruleset: &'static Ruleset) -> Option<Vec<String>> {
    let mut parts: Vec<String> = Vec::new();
    for word in token::words(piece) {
        let (code, mark) = word.find('(').and_then(|at| word.split_at_checked(at)).unwrap_or((&word, ""));
        let is_marked = mark.is_empty() || is_general(mark);
        if code.is_empty() || is_general(code) {
            let last = parts.last_mut().filter(|_| is_marked)?;
            last.push(' ');
            last.push_str(&word);
        } else if is_marked && is_code(code, ruleset) {
            parts.push(word);
        } else {
            return None;
        }
    }
    (parts.len() > 1).then_some(parts)
}

/// Whether a word is the code of a type as the rules write it, with or without its figures.
fn is_code(word: &str, ruleset: &'static Ruleset) -> bool {
    let letters = |text: &str| text.trim_start_matches(|letter: char| letter.is_ascii_digit()).to_owned();
    let known = ruleset.spellings().read(word).map(|found| letters(&ruleset.troop(found.troop).code));
    known.is_some_and(|code| code == letters(word))
}

/// Whether a word is the mark of the general.
fn is_general(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', '[', ']', '.']).to_lowercase();
    ["gen", "general", "c-in-c", "cinc"].contains(&word.as_str())
}

/// `2 x Cv (1 Gen)`: one of several leads.
fn one_leads(piece: &str) -> Option<Vec<String>> {
    let (elements, mark) = piece.trim().strip_suffix(')')?.split_once('(')?;
    let (one, mark) = mark.split_once(char::is_whitespace)?;
    let (number, code) = elements.trim().split_once(['x', 'X', '×', ' '])?;
    let number = number.trim().parse::<i64>().ok().filter(|number| *number > 1)?;
    let code = code.trim_start_matches(['x', 'X', '×', ' ']).trim_end();
    let is_it = ["1", "1x", "one"].contains(&one.to_lowercase().as_str()) && is_general(mark.trim());
    is_it.then(|| vec![format!("1 x {code} (Gen)"), format!("{} x {code}", number - 1)])
}

/// Elements separated by characters other than commas.
fn joined(piece: &str, ruleset: &'static Ruleset) -> Option<Vec<(String, ParsedElement)>> {
    [" + ", " / ", " & ", " and ", " plus ", " | ", "\t"].iter().find_map(|sign| {
        let mut parts = piece.split(sign).peekable();
        let first = parts.next()?;
        parts.peek()?;
        let read = |part: &str| Some((part.to_owned(), element::read(part, ruleset).ok()?));
        std::iter::once(first).chain(parts).map(read).collect()
    })
}

/// Elements that each begin with their number: `4 Bd 2 Kn`. The first may be a general instead.
fn counted_apart(piece: &str, ruleset: &'static Ruleset) -> Option<Vec<(String, ParsedElement)>> {
    let words = token::words(piece);
    let mut parts: Vec<String> = Vec::new();
    let mut before = "";
    for (at, word) in words.iter().enumerate() {
        match parts.last_mut() {
            Some(part) if !begins(before, word, words.get(at + 1).map(String::as_str)) => {
                part.push(' ');
                part.push_str(word);
            }
            _ => parts.push(word.clone()),
        }
        before = word;
    }
    if parts.len() < 2 {
        return None;
    }
    let read = |part: String| {
        let found = element::read(&part, ruleset).ok().filter(|found| found.certain)?;
        Some((part, found))
    };
    parts.into_iter().map(read).collect()
}

/// Whether a word is the number of an element that begins with it, and not a price.
fn begins(before: &str, word: &str, next: Option<&str>) -> bool {
    let number = word.starts_with(|c: char| c.is_ascii_digit())
        && (word.bytes().all(|byte| byte.is_ascii_digit()) || counted(word).is_some());
    let price = before.ends_with(['@', '=', ':']) || is_times(before) || next.is_some_and(is_unit);
    number && !price
}
