//! Words, their stems, and phrases of them.

/// The fewest letters of a stem; a word that would be left with fewer keeps its ending.
const SHORTEST_STEM: usize = 3;

/// The endings of English words that a search overlooks, the longest first.
const ENDINGS: [&str; 9] = ["ements", "ement", "ings", "ing", "ers", "ies", "ed", "es", "s"];

/// The words of a text with their byte positions.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_inside = |c: char| c.is_alphanumeric();
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text.get(rest..)?.find(is_inside)?;
        let tail = text.get(start..)?;
        let end = start + tail.find(|c| !is_inside(c)).unwrap_or(tail.len());
        rest = end;
        text.get(start..end).map(|word| (start, word))
    })
}

/// A word in small letters without its ending: `recoils`, `recoiled` and `recoiling` are all `recoil`.
pub(super) fn stem(word: &str) -> String {
    let small = word.to_lowercase();
    let is_stem = |left: &&str| left.chars().count() >= SHORTEST_STEM;
    // `pass` has no ending.
    let without = |ending: &&str| {
        if small.ends_with("ss") { None } else { small.strip_suffix(*ending).filter(is_stem) }
    };
    let Some(left) = ENDINGS.iter().find_map(without) else {
        return small.strip_suffix(['e', 'y', 'i']).filter(is_stem).unwrap_or(&small).to_owned();
    };
    let mut letters = left.chars().rev();
    match (letters.next(), letters.next()) {
        // `running`, but `passing`.
        (Some(last), Some(before)) if last == before && !matches!(last, 's' | 'l') => {
            left.strip_suffix(last).unwrap_or(left).to_owned()
        }
        // `moves` and `moving`, `allies` and `ally`.
        (Some('e' | 'y' | 'i'), _) if left.chars().count() > SHORTEST_STEM => {
            left.strip_suffix(['e', 'y', 'i']).unwrap_or(left).to_owned()
        }
        _ => left.to_owned(),
    }
}

/// A word that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// The word in small letters.
    small: String,
    stem: String,
}

impl Wanted {
    pub(super) fn new(word: &str) -> Self {
        Self { small: word.to_lowercase(), stem: stem(word) }
    }

    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.stem == other.stem
    }

    /// Whether a word of a text begins with this word, or is another form of it.
    fn is_met_by(&self, word: &str) -> bool {
        let begins_with = |wanted: &str| {
            let mut letters = word.chars().flat_map(char::to_lowercase);
            wanted.chars().all(|c| letters.next() == Some(c))
        };
        begins_with(&self.small) || (begins_with(&self.stem) && stem(word) == self.stem)
    }
}

/// Words that stand side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase(pub(super) Vec<Wanted>);

impl Phrase {
    pub(super) fn new(text: &str) -> Self {
        Self(words(text).map(|(_, word)| Wanted::new(word)).collect())
    }

    /// Whether these words begin with the phrase, in any of its forms.
    pub(super) fn begins(&self, words: &[Wanted]) -> bool {
        words.len() >= self.0.len() && self.0.iter().zip(words).all(|(wanted, word)| wanted.is_like(word))
    }

    /// The positions among these words at which the phrase stands.
    pub(super) fn places<'a>(&'a self, words: &'a [(usize, &str)]) -> impl Iterator<Item = usize> + 'a {
        let is_met =
            |window: &[(usize, &str)]| self.0.iter().zip(window).all(|(wanted, (_, word))| wanted.is_met_by(word));
        words.windows(self.0.len().max(1)).enumerate().filter_map(move |(at, window)| is_met(window).then_some(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_a_word_have_one_stem() {
        for forms in [
            &["recoil", "recoils", "recoiled", "recoiling"][..],
            &["move", "moves", "moved", "moving", "movement"],
            &["charge", "charges", "charging", "charged"],
            &["ally", "allies"],
            &["run", "running"],
            &["pass", "passes", "passed", "passing"],
            &["zone", "zones"],
            &["pip", "pips"],
            &["flee", "flees"],
            &["pursue", "pursues", "pursued", "pursuing"],
            &["Camp", "camps"],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{forms:?}: {stems:?}");
        }
        for (one, other) in [("hill", "hit"), ("base", "bad"), ("foot", "fort"), ("bows", "bound")] {
            assert_ne!(stem(one), stem(other));
        }
    }
}
