//! The player's own name of an entry, before the brackets that hold its types: `4 x pikes (4Pk)`.

use std::collections::VecDeque;

use musterfield_rules::Ruleset;

use super::pieces::Piece;
use super::words::{count_before, is_general, names_type};

/// The largest number of words of a name. More are a sentence.
const MOST_WORDS: usize = 8;

/// The longest word that is read as a code and not as a word: `Ps`, `LCh`.
const LONGEST_CODE: usize = 3;

/// Whether a word may be part of a name. A code is none, lest an element be lost in a name.
fn is_plain(ruleset: &Ruleset, word: &str) -> bool {
    let code = || word.chars().count() <= LONGEST_CODE && ruleset.spellings().read_any(word).is_some();
    word.contains(char::is_alphabetic)
        && !word.contains(|letter: char| letter.is_ascii_digit() || letter == '+' || letter == '=')
        && !["x", "X"].contains(&word)
        && !code()
}

/// Whether the contents of brackets are the types of an entry: a code is at their beginning.
fn holds_types(ruleset: &Ruleset, inside: &str) -> bool {
    let first = inside.split([' ', '/', ',']).next().unwrap_or_default();
    let is_code = first.contains(|letter: char| letter.is_ascii_digit())
        || first.starts_with(char::is_uppercase) && first.chars().count() <= LONGEST_CODE + 1;
    let is_counted = count_before(first).0.is_some() && !inside.contains('/');
    is_code && !is_counted && names_type(ruleset, inside)
}

/// The words of a name that begins with this word, before the brackets with the types; none if there is no such name.
pub(super) fn before_types<'a>(
    ruleset: &Ruleset,
    word: &'a str,
    rest: &VecDeque<(usize, Piece<'a>)>,
) -> Option<Vec<&'a str>> {
    let mut words = vec![word];
    for (_, piece) in rest {
        match piece {
            Piece::Word(word) if words.len() < MOST_WORDS => words.push(word),
            Piece::Bracket(inside) if holds_types(ruleset, inside) => break,
            _ => return None,
        }
    }
    let ends = matches!(rest.get(words.len() - 1), Some((_, Piece::Bracket(_))));
    let is_name = words.iter().all(|word| is_plain(ruleset, word) || is_general(word));
    (ends && is_name && !words.iter().all(|word| is_general(word))).then_some(words)
}
