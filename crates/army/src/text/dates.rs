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

/// Whether a word is an era.
fn is_era(word: &str) -> bool {
    ["ad", "bc", "bce", "ce", "vchr", "nchr"].contains(&word.to_lowercase().as_str())
}

/// The parts of a word that are numbers of years, with their eras; none if it is anything else.
fn years(word: &str) -> Option<(usize, bool)> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let (mut years, mut era) = (0, false);
    for part in word.split(['-', '–', '—', '/']).filter(|part| !part.is_empty()) {
        let digits = part.len() - part.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let (number, rest) = part.split_at_checked(digits)?;
        if !(1..=4).contains(&number.len()) || !(rest.is_empty() || is_era(rest)) {
            return None;
        }
        years += 1;
        era |= !rest.is_empty();
    }
    (years > 0).then_some((years, era))
}

/// Whether a text contains years: with an era, as a range of three figures or more, or after `c.`.
fn has_years(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1).map(|next| next.trim_matches(|letter: char| !letter.is_alphanumeric()));
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(|before| before.to_lowercase());
        let about =
            before.is_some_and(|word| ["c.", "ca.", "circa", "c", "ca", "(c.", "about"].contains(&word.as_str()));
        let long = word.bytes().filter(u8::is_ascii_digit).count() >= 3;
        years(word).is_some_and(|(years, era)| {
            let dash =
                next.is_some_and(str::is_empty) && words.get(at + 2).is_some_and(|last| self::years(last).is_some());
            era || next.is_some_and(is_era) || about && long || long && (years > 1 || dash)
        })
    })
}

/// Whether a line is a title by what it says of years or of its place in a book of lists.
pub(super) fn are_in(line: &str) -> bool {
    has_years(line) || line.split_whitespace().any(is_place)
}

/// Whether a line consists of years alone: `(1335-1422)`, `c. 400`.
pub(super) fn are_all_of(line: &str) -> bool {
    let plain = |word: &str| word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    let beside = |word: &str| ["c", "ca", "circa", "to", "until", "about", ""].contains(&plain(word).as_str());
    has_years(line) && line.split_whitespace().all(|word| beside(word) || is_era(&plain(word)) || years(word).is_some())
}
