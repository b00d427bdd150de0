//! Numbers in titles of historical armies: years, and the place in a book of lists.

/// Whether a word is a place in a book of lists: `II/12`, `I/5b`, `64b` is none.
fn is_place(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    word.split_once(['/', '.']).is_some_and(|(book, number)| {
        let digits = number.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        ["I", "II", "III", "IV", "V"].contains(&book)
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// A word without the punctuation around it, in lower case.
fn plain(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase()
}

/// Whether a word is an era.
fn is_era(word: &str) -> bool {
    let word = word.to_lowercase().replace('.', "");
    ["ad", "bc", "bce", "ce", "vchr", "nchr"].contains(&word.as_str())
}

/// A text with eras of two words as one: `500 v. Chr.`
fn joined(text: &str) -> String {
    let mut text = text.to_owned();
    for (era, word) in [("v. Chr", "vchr"), ("n. Chr", "nchr"), ("v. chr", "vchr"), ("n. chr", "nchr")] {
        text = text.replace(era, word);
    }
    text
}

/// Whether a word introduces years, or is an era.
pub(crate) fn introduces(word: &str) -> bool {
    const WORDS: [&str; 36] = [
        "before", "after", "from", "until", "till", "in", "by", "since", "to", "up", "between", "later", "earlier",
        "than", "prior", "during", "about", "around", "circa", "ca", "c", "vor", "nach", "von", "bis", "ab", "seit",
        "um", "zwischen", "avant", "après", "depuis", "antes", "desde", "hasta", "onwards",
    ];
    WORDS.contains(&word) || is_era(word)
}

/// Whether a word is a year, or several joined by a dash.
pub(crate) fn is_year(word: &str) -> bool {
    years(word).is_some()
}

/// The parts of a word that are numbers of years, with their eras; none if it is anything else.
fn years(word: &str) -> Option<(usize, bool)> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let (mut years, mut era) = (0, false);
    for part in word.split(['-', '–', '—', '/']).filter(|part| !part.is_empty()) {
        // `AD1066`
        let bare = part.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let (before, part) = part.split_at_checked(part.len() - bare.len())?;
        let digits = part.len() - part.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let (number, rest) = part.split_at_checked(digits)?;
        let is_known = |letters: &str| letters.is_empty() || is_era(letters);
        if !(1..=4).contains(&number.len()) || !is_known(rest) || !is_known(before) {
            return None;
        }
        years += 1;
        era |= !rest.is_empty() || !before.is_empty();
    }
    (years > 0).then_some((years, era))
}

/// Whether a text contains years: with an era, as a range of three figures or more, or after `c.`.
fn has_years(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1).map(|next| next.trim_matches(|letter: char| !letter.is_alphanumeric()));
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(|before| before.to_lowercase());
        let about = before
            .as_ref()
            .is_some_and(|word| ["c.", "ca.", "circa", "c", "ca", "(c.", "about"].contains(&word.as_str()));
        let after_era = before.is_some_and(|word| is_era(&plain(&word)));
        let long = word.bytes().filter(u8::is_ascii_digit).count() >= 3;
        years(word).is_some_and(|(years, era)| {
            let dash =
                next.is_some_and(str::is_empty) && words.get(at + 2).is_some_and(|last| self::years(last).is_some());
            era || next.is_some_and(is_era) || (about || after_era) && long || long && (years > 1 || dash)
        })
    })
}

/// Whether a line is a title by what it says of years or of its place in a book of lists.
pub(super) fn are_in(line: &str) -> bool {
    has_years(&joined(line)) || line.split_whitespace().any(is_place)
}

/// The text after the last year of a title: the entries of `Romans 275-105 BC Cv (Gen), 6 Bd`.
pub(super) fn after(line: &str) -> Option<&str> {
    let mut rest = line;
    let mut found = None;
    while let Some(start) = rest.find(|letter: char| !letter.is_whitespace()) {
        let word_on = rest.get(start..)?;
        let end = word_on.find(char::is_whitespace).unwrap_or(word_on.len());
        let (word, beyond) = word_on.split_at(end);
        let long = word.bytes().filter(u8::is_ascii_digit).count() >= 3;
        if is_era(&plain(word)) || years(word).is_some_and(|(_, era)| era || long) {
            found = Some(beyond);
        }
        rest = beyond;
    }
    found
}

/// Whether a line consists of years alone: `(1335-1422)`, `c. 400`, `up to 1300 CE`.
pub(crate) fn are_all_of(line: &str) -> bool {
    let line = joined(line);
    let beside = |word: &str| word.is_empty() || word == "and" || word == "und" || introduces(word);
    // Words that introduce years make years of any number of three figures.
    let said = || {
        let words: Vec<String> = line.split_whitespace().map(plain).collect();
        let long = |word: &String| word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        words.iter().any(long) && words.iter().any(|word| !word.is_empty() && introduces(word))
    };
    let only = line.split_whitespace().all(|word| beside(&plain(word)) || years(word).is_some());
    only && (has_years(&line) || said())
}
