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
