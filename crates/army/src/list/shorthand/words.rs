//! Single words of an entry: numbers, codes, the mark of the general.

use musterfield_rules::Ruleset;

/// A number or a range with `x` before a word; and the rest of the word.
pub(super) fn count_before(word: &str) -> (Option<(i64, i64)>, &str) {
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

/// Whether a text is an entry, and therefore not a heading. A word of another language can be a heading or a note.
pub(super) fn names_type(ruleset: &Ruleset, text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    // `3Kn//4Bd`, `3/4Ax`
    let mut parts = first.split('/').filter(|part| !part.bytes().all(|byte| byte.is_ascii_digit()));
    let (_, code) = count_before(parts.next().unwrap_or_default());
    !code.is_empty() && ruleset.spellings().read(code).is_some()
}

/// Whether a word marks the general.
pub(super) fn is_general(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    matches!(word.as_str(), "gen" | "general" | "generals" | "c-in-c" | "cinc" | "commander" | "gen'l")
}
