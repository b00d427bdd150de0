//! Several elements in one piece, without commas between them.

use std::ops::Range;

use musterfield_rules::Ruleset;
use musterfield_rules::spelling::Spelling;

use super::element::{self, ParsedElement};
use super::figures;
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
/// `3Cv 4Bd 1Kn`, `Kn + 2 Bd`, `2 x Cv (1 Gen)`; none if it is not such a piece.
pub(super) fn crowded(piece: &str, ruleset: &'static Ruleset) -> Option<Vec<(String, ParsedElement)>> {
    let read = |part: String| {
        let found = element::read(&part, ruleset).ok()?;
        Some((part, found))
    };
    // `5Sp` where no such base exists.
    let read_code =
        |part: String| read(part.clone()).or_else(|| Some((part.clone(), figures::counted(&part, ruleset)?)));
    let summands = token::summands(piece);
    if summands.len() > 1 {
        return summands.into_iter().map(read).collect();
    }
    match codes_apart(piece, ruleset) {
        Some(codes) => codes.into_iter().map(read_code).collect(),
        None => one_leads(piece)?.into_iter().map(read).collect(),
    }
}

/// Codes with nothing but blanks between them, each an element. `Fast` belongs to the code right after it.
fn codes_apart(piece: &str, ruleset: &'static Ruleset) -> Option<Vec<String>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut fast = None;
    for (place, word) in token::placed_words(piece) {
        let (code, mark) = word.find('(').and_then(|at| word.split_at_checked(at)).unwrap_or((&word, ""));
        let is_marked = mark.is_empty() || is_general(mark) || is_fast(mark);
        if is_fast(&word) && !word.starts_with('(') {
            if fast.replace(place.start).is_some() {
                return None;
            }
        } else if code.is_empty() || is_general(code) {
            parts.last_mut().filter(|_| is_marked && fast.is_none())?.end = place.end;
        } else if is_marked && is_code(code, ruleset) {
            parts.push(fast.take().unwrap_or(place.start)..place.end);
        } else {
            return None;
        }
    }
    (parts.len() > 1 && fast.is_none()).then(|| texts(piece, parts))
}

/// The texts of these parts of a piece.
fn texts(piece: &str, parts: Vec<Range<usize>>) -> Vec<String> {
    parts.into_iter().filter_map(|part| piece.get(part).map(str::to_owned)).collect()
}

/// Whether a word is the code of a type as the rules write it, with its figures, without them, or with a number of
/// elements before it.
fn is_code(word: &str, ruleset: &'static Ruleset) -> bool {
    // `4x4Bd`, `Mtd-4Lb`
    let counted = word.split_once(['x', 'X', '×']).filter(|(number, _)| is_number(number));
    let word = counted.map_or(word, |(_, code)| code);
    let word = word.strip_prefix("Mtd-").unwrap_or(word);
    is_glued(word, ruleset)
        || ruleset.spellings().read(word).is_some_and(|known| letters_of(known, ruleset) == letters(word))
}

/// Whether a word is a short name of a type with a digit before it: `3Kn`; in small letters only a code: `3kn`.
fn is_glued(word: &str, ruleset: &'static Ruleset) -> bool {
    // `2nd` and `3rd` are no codes.
    let code = figures::parts(word).map(|(_, code)| code).filter(|code| !["st", "nd", "rd", "th"].contains(code));
    let known = code.and_then(|code| Some((code, ruleset.spellings().read(code)?)));
    known.is_some_and(|(code, known)| {
        code.starts_with(char::is_uppercase) || letters_of(known, ruleset).eq_ignore_ascii_case(code)
    })
}

/// Whether a line has several codes with digits before them, and therefore is no title.
pub(super) fn has_codes(line: &str, ruleset: &'static Ruleset) -> bool {
    line.split_whitespace().filter(|word| is_glued(word, ruleset)).nth(1).is_some()
}

/// The letters of the code of a type.
fn letters_of(known: Spelling, ruleset: &'static Ruleset) -> &'static str {
    // Of `Bd(O)`, which names its grade, only what comes before it.
    letters(ruleset.troop(known.troop).code.split('(').next().unwrap_or_default())
}

/// A code without its figures.
fn letters(code: &str) -> &str {
    code.trim_start_matches(|letter: char| letter.is_ascii_digit())
}

/// Whether a text is a whole number.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is the mark of the general.
fn is_general(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', '[', ']', '.']).to_lowercase();
    ["gen", "general", "c-in-c", "cinc"].contains(&word.as_str())
}

/// Whether a word is the mark of Fast troops.
fn is_fast(word: &str) -> bool {
    word.eq_ignore_ascii_case("fast") || ["(fast)", "(f)"].contains(&word.to_lowercase().as_str())
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
    let words = token::placed_words(piece);
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut before = "";
    // `3Cv` in `4 Bd 3Cv`, but not in `4 3Cv`.
    let is_alone = |before: &str, word: &str| !is_number(before) && !is_times(before) && is_glued(word, ruleset);
    for (at, (place, word)) in words.iter().enumerate() {
        let next = words.get(at + 1).map(|(_, word)| word.as_str());
        // `Fast 4 Bd 2 Kn`
        let opens = at == 1 && is_fast(before);
        match parts.last_mut() {
            Some(part) if opens || !(begins(before, word, next) || is_alone(before, word)) => part.end = place.end,
            _ => parts.push(place.clone()),
        }
        before = word;
    }
    if parts.len() < 2 {
        return None;
    }
    let read = |part: String| {
        let is_certain =
            |found: &ParsedElement| found.certain || part.split(' ').next().is_some_and(|word| is_glued(word, ruleset));
        let found = element::read(&part, ruleset).ok().filter(is_certain)?;
        Some((part, found))
    };
    texts(piece, parts).into_iter().map(read).collect()
}

/// Whether a word is the number of an element that begins with it, and not a price.
fn begins(before: &str, word: &str, next: Option<&str>) -> bool {
    let number = word.starts_with(|c: char| c.is_ascii_digit()) && (is_number(word) || counted(word).is_some());
    let price = before.ends_with(['@', '=', ':']) || is_times(before) || next.is_some_and(is_unit);
    number && !price
}
