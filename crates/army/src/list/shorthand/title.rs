//! The title above the entries of a list: `II/12 Somebodies 275 BC - 105 BC`.

use musterfield_rules::Ruleset;

use super::words::count_before;

/// The words of a text with their positions.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(char::is_whitespace).filter_map(move |word| {
        let place = at;
        at += word.len() + text.get(at + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((place, word))
    })
}

/// Whether a word is a number with `x`, or begins with one: `4x`, `4x4Pk`, `x`.
fn is_count(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '[']);
    let counted = count_before(word).0.is_some() && word.contains(['x', 'X', '×']);
    counted || ["x", "X", "×"].contains(&word)
}

/// The numbers of elements in a text, with their positions.
pub(super) fn counts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    words(text).filter(|(_, word)| is_count(word))
}

/// The first code with figures in a text, with its position; none in a condition, which may name one: `only if 4Bd`.
pub(super) fn figures(text: &str) -> Option<(usize, &str)> {
    let is_condition =
        |word: &str| ["if", "only", "with", "as", "instead", "when"].contains(&word.to_lowercase().as_str());
    if words(text).any(|(_, word)| is_condition(word)) {
        return None;
    }
    words(text).find(|(_, word)| {
        let letters = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_short = word.len() - letters.len() == 1 && (2..=3).contains(&letters.len());
        is_short && letters.starts_with(char::is_uppercase) && letters.contains(char::is_lowercase)
    })
}

/// Whether a text contains a number of elements, and therefore an entry.
pub(super) fn has_count(text: &str) -> bool {
    counts(text).next().is_some()
}

/// Whether a word looks like the code of a type: a digit and letters, or a short word that is one.
fn is_code(ruleset: &Ruleset, word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let letters = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let figures = word.len() - letters.len();
    let is_figures = figures == 1 && (2..=3).contains(&letters.len()) && letters.starts_with(char::is_uppercase);
    let times = word.strip_prefix(['x', 'X', '×']).is_some_and(|code| ruleset.spellings().read_any(code).is_some());
    times
        || (is_figures && letters.contains(char::is_lowercase))
        || (word.len() <= 3 && ruleset.spellings().read_any(word).is_some())
}

/// Whether a text may be a title: neither an entry nor a misspelt one.
fn is_title(ruleset: &Ruleset, text: &str) -> bool {
    let mut parts = text.split(|letter: char| letter.is_whitespace() || "/()[]".contains(letter));
    let slip = words(text).count() == 1 && ruleset.spellings().is_slip(text);
    text.contains(char::is_alphanumeric) && !slip && !parts.any(|word| is_code(ruleset, word))
}

/// The title at the beginning of a text that is not an entry, and the entry after it, if there is one.
pub(super) fn split<'a>(ruleset: &Ruleset, text: &'a str) -> Option<(&'a str, &'a str)> {
    let begins = |(at, word): (usize, &str)| {
        let (count, code) = count_before(word);
        let known = !code.is_empty() && ruleset.spellings().read_any(code).is_some();
        (count.is_some() && known || is_count(word)).then_some(at)
    };
    let end = words(text).find_map(begins).unwrap_or(text.len());
    let (title, rest) = text.split_at_checked(end)?;
    // In `1335-1422 x 2`, the number before the `x` is that of the entry; such a text is refused.
    (!rest.starts_with(['x', 'X', '×']) && is_title(ruleset, title)).then_some((title.trim(), rest))
}
