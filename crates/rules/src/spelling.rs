//! The ways a troop type may be written: many spellings are read, and the code is written.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use super::id::TroopId;

/// The meaning of a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The type.
    pub troop: TroopId,
    /// Whether it is a water element.
    pub water: bool,
    /// Whether it is a siege tower.
    pub siege_tower: bool,
    /// Whether it is mounted infantry.
    pub mounted: bool,
}

impl Spelling {
    /// The spelling of a type without any mark.
    #[must_use]
    pub fn plain(troop: TroopId) -> Self {
        Self { troop, water: false, siege_tower: false, mounted: false }
    }
}

/// The spellings of one ruleset.
#[derive(Clone, Debug, Default)]
pub struct Spellings {
    exact: HashMap<Box<str>, Spelling>,
    /// The spellings in order, so that the same misspelling always gets the same answer.
    folded: BTreeMap<String, Spelling>,
    /// Names in other languages. A misspelt word is never compared with them.
    foreign: BTreeMap<String, Spelling>,
    prefix: Option<Box<str>>,
    /// Whether a figure count before a code must be that of the type.
    exact_figures: bool,
    /// The letters of the grades in order, and the position of the default one, which every spelling stands for.
    grades: (Vec<char>, usize),
    /// The words of each type, collected when a search first needs them.
    searched: OnceLock<BTreeMap<TroopId, String>>,
}

/// The number of letters from which two slips in a word are few.
const LONG_WORD: usize = 6;

/// Reduces text to lower-case letters and digits: `War-Wagons` and `war wagons` are one word.
fn fold(written: &str) -> String {
    written.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The ways to write a letter with an accent without it.
fn plain_letters(letter: char) -> &'static [&'static str] {
    match letter {
        'á' | 'à' | 'â' | 'ã' | 'ą' => &["a"],
        'ä' => &["a", "ae"],
        'ç' | 'ć' => &["c"],
        'é' | 'è' | 'ê' | 'ë' | 'ę' => &["e"],
        'í' | 'ì' | 'î' | 'ï' => &["i"],
        'ł' => &["l"],
        'ñ' | 'ń' => &["n"],
        'ó' | 'ò' | 'ô' | 'õ' => &["o"],
        'ö' => &["o", "oe"],
        'ś' => &["s"],
        'ú' | 'ù' | 'û' => &["u"],
        'ü' => &["u", "ue"],
        'ź' | 'ż' => &["z"],
        'ß' => &["ss"],
        _ => &[],
    }
}

/// A word without accents, in each way to leave them out.
fn without_accents(folded: &str) -> [String; 2] {
    [0, 1].map(|way| {
        let letter = |letter: char| {
            let plain = plain_letters(letter);
            plain.get(way).or(plain.first()).map_or_else(|| letter.to_string(), |plain| (*plain).to_owned())
        };
        folded.chars().map(letter).collect()
    })
}

impl Spellings {
    /// Sets the prefix that marks mounted infantry.
    pub(super) fn set_prefix(&mut self, prefix: &str) {
        self.prefix = Some(fold(prefix).into());
    }

    /// Requires that a figure count before a code be that of the type.
    pub(super) fn require_exact_figures(&mut self) {
        self.exact_figures = true;
    }

    /// Adds the code of a type, which is also matched without folding.
    pub(super) fn add_code(&mut self, code: &str, spelling: Spelling) -> bool {
        self.exact.insert(code.into(), spelling);
        self.add(code, spelling)
    }

    /// Adds a spelling; false if it already stands for something else.
    pub(super) fn add(&mut self, written: &str, spelling: Spelling) -> bool {
        let previous = self.folded.insert(fold(written), spelling);
        previous.is_none_or(|previous| previous == spelling)
    }

    /// Adds a name in another language, with and without accents; false if it already stands for something else.
    pub(super) fn add_foreign(&mut self, written: &str, spelling: Spelling) -> bool {
        let folded = fold(written);
        let plain = without_accents(&folded);
        // Without accents, the first of two words counts.
        for word in plain.into_iter().filter(|word| *word != folded) {
            self.foreign.entry(word).or_insert(spelling);
        }
        let previous = self.foreign.insert(folded, spelling);
        previous.is_none_or(|previous| previous == spelling)
    }

    /// The type that `written` names in a language other than English, whatever its case, spaces and hyphens.
    #[must_use]
    pub fn read_foreign(&self, written: &str) -> Option<Spelling> {
        self.foreign.get(&fold(written)).copied()
    }

    /// The type that `written` names in any language; an English name has priority.
    #[must_use]
    pub fn read_any(&self, written: &str) -> Option<Spelling> {
        self.read(written).or_else(|| self.read_foreign(written))
    }

    /// The words by which a search finds a type, with spaces between them: its code, and its names in all languages,
    /// in lower-case letters and digits. A word that is part of another one is left out. Of a type in several grades,
    /// only the default one has words.
    #[must_use]
    pub fn search_words(&self, troop: TroopId) -> &str {
        self.searched.get_or_init(|| self.collect_search_words()).get(&troop).map_or("", String::as_str)
    }

    fn collect_search_words(&self) -> BTreeMap<TroopId, String> {
        let mut words: Vec<(&str, TroopId)> = self
            .folded
            .iter()
            .chain(&self.foreign)
            .filter(|(_, spelling)| **spelling == Spelling::plain(spelling.troop))
            .map(|(word, spelling)| (word.as_str(), spelling.troop))
            .collect();
        words.sort_by_key(|(word, _)| Reverse(word.len()));
        let mut found: BTreeMap<TroopId, String> = BTreeMap::new();
        for (word, troop) in words {
            let of_troop = found.entry(troop).or_default();
            if !of_troop.contains(word) {
                *of_troop += if of_troop.is_empty() { "" } else { " " };
                *of_troop += word;
            }
        }
        found
    }

    /// Makes a letter in brackets a grade: `Kn (S)`.
    pub(super) fn set_grades(&mut self, letters: Vec<char>, usual: usize) {
        self.grades = (letters, usual);
    }

    /// The type that `written` names, whatever its case, number, spaces, hyphens and figure count; in the grade that
    /// it names, otherwise in the default one.
    #[must_use]
    pub fn read(&self, written: &str) -> Option<Spelling> {
        let (letters, usual) = &self.grades;
        let graded = written.trim_end().strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
        let Some((bare, letter)) = graded.filter(|_| !letters.is_empty()) else { return self.read_plain(written) };
        let at = letters.iter().position(|known| letter.trim().eq_ignore_ascii_case(&known.to_string()))?;
        let spelling = self.read_plain(bare)?;
        let first = usize::from(spelling.troop.0).checked_sub(*usual)?;
        Some(Spelling { troop: TroopId(u8::try_from(first + at).ok()?), ..spelling })
    }

    fn read_plain(&self, written: &str) -> Option<Spelling> {
        if let Some(spelling) = self.exact.get(written) {
            return Some(*spelling);
        }
        let folded = fold(written);
        if let Some(spelling) = self.read_folded(&folded) {
            return Some(spelling);
        }
        let prefix = self.prefix.as_deref()?;
        let rest = folded.strip_prefix(prefix).or_else(|| folded.strip_prefix("mounted"))?;
        self.read_folded(rest).map(|spelling| Spelling { mounted: true, ..spelling })
    }

    fn read_folded(&self, folded: &str) -> Option<Spelling> {
        let known = |word: &str| self.folded.get(word).copied();
        if self.exact_figures {
            return known(folded).or_else(|| known(folded.strip_suffix('s')?));
        }
        // A figure count before the code (3Kn, 4Bd) means nothing unless the two together form a code (6Kn).
        let bare = folded.trim_start_matches(|c: char| c.is_ascii_digit());
        known(folded)
            .or_else(|| known(folded.strip_suffix('s')?))
            .or_else(|| known(bare))
            .or_else(|| known(bare.strip_suffix('s')?))
    }

    /// The known spelling nearest to `written`, if one is near enough to be a typing error.
    #[must_use]
    pub fn nearest(&self, written: &str) -> Option<TroopId> {
        let folded = fold(written);
        let reach = match folded.chars().count() {
            // Too short to distinguish from others, or longer than any name.
            0 | 1 | 40.. => return None,
            2..=4 => 1,
            _ => 2,
        };
        let letters: Vec<char> = folded.chars().collect();
        let (mut best, mut reach) = (None, reach);
        for (known, spelling) in &self.folded {
            let Some(distance) = distance_within(reach, &letters, known) else { continue };
            best = Some(spelling.troop);
            // Only a smaller distance would be better.
            match distance.checked_sub(1) {
                Some(nearer) => reach = nearer,
                None => break,
            }
        }
        best
    }

    /// Whether a word among others is a misspelt type. Fewer slips are allowed than for a word on its own, since
    /// `bases` are not beasts and Camelot is not camelry: one, or letters in the wrong order; both in a long word
    /// that begins correctly. A short word must begin correctly in any case, since `Mike` is not pike.
    #[must_use]
    pub fn is_slip(&self, written: &str) -> bool {
        let letters: Vec<char> = fold(written).chars().collect();
        let long = letters.len() >= LONG_WORD;
        self.folded.keys().any(|known| {
            let first = known.chars().next() == letters.first().copied();
            match distance_within(2, &letters, known) {
                Some(0 | 1) => first || long,
                Some(_) => match other_letters(&letters, known) {
                    0 => true,
                    1 => first && long,
                    _ => false,
                },
                None => false,
            }
        })
    }
}

/// The number of letters of one word that the other lacks, wherever they stand; the larger of the two directions.
fn other_letters(a: &[char], b: &str) -> usize {
    let mut rest: Vec<char> = b.chars().collect();
    let mut lacking = 0;
    for letter in a {
        match rest.iter().position(|other| other == letter) {
            Some(at) => drop(rest.swap_remove(at)),
            None => lacking += 1,
        }
    }
    rest.len().max(lacking)
}

/// The number of letters to add, drop or change (Levenshtein distance), or none if it exceeds `reach`.
fn distance_within(reach: usize, a: &[char], b: &str) -> Option<usize> {
    if a.len().abs_diff(b.chars().count()) > reach {
        return None;
    }
    // The distances between the prefixes of `a` and the prefix of `b` so far.
    let mut row: Vec<usize> = (1..=a.len()).collect();
    let mut last = a.len();
    for (at, right) in b.chars().enumerate() {
        let (mut diagonal, mut before) = (at, at + 1);
        let mut least = before;
        for (cell, left) in row.iter_mut().zip(a) {
            let above = *cell;
            before = (diagonal + usize::from(*left != right)).min(above + 1).min(before + 1);
            (diagonal, *cell) = (above, before);
            least = least.min(before);
        }
        if least > reach {
            return None;
        }
        last = before;
    }
    (last <= reach).then_some(last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The distance by its definition.
    fn plain_distance(a: &[char], b: &[char]) -> usize {
        match (a, b) {
            ([], rest) | (rest, []) => rest.len(),
            ([x, a_rest @ ..], [y, b_rest @ ..]) => {
                let changed = plain_distance(a_rest, b_rest) + usize::from(x != y);
                changed.min(plain_distance(a_rest, b) + 1).min(plain_distance(a, b_rest) + 1)
            }
        }
    }

    fn letters(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn distances_count_single_letters() {
        for (a, b, distance) in
            [("", "", 0), ("bd", "bd", 0), ("knigths", "knights", 2), ("spear", "spears", 1), ("", "ax", 2)]
        {
            assert_eq!(distance_within(2, &letters(a), b), Some(distance), "{a} {b}");
            assert_eq!(plain_distance(&letters(a), &letters(b)), distance, "{a} {b}");
        }
    }

    #[test]
    fn a_word_among_others_is_a_slip_if_little_is_wrong_with_it() {
        let mut spellings = Spellings::default();
        let spelling = Spelling { troop: TroopId(0), water: false, siege_tower: false, mounted: false };
        for known in ["Knights", "Hero", "Pike", "Beasts", "Camelry", "Wizard"] {
            assert!(spellings.add(known, spelling), "{known}");
        }
        for slip in ["Kniths", "Knigths", "Knighs", "nights", "Heroo", "Heor", "Peki", "Camlery", "Wizzard"] {
            assert!(spellings.is_slip(slip), "{slip}");
        }
        for other in ["Mike", "zero", "bases", "Camelot", "kindness", "there", "", "K"] {
            assert!(!spellings.is_slip(other), "{other}");
        }
    }

    #[test]
    fn a_search_finds_a_type_by_its_code_and_its_names_in_all_languages() {
        let mut spellings = Spellings::default();
        let elephants = Spelling::plain(TroopId(3));
        assert!(spellings.add_code("El", elephants) && spellings.add("Elephants", elephants));
        assert!(spellings.add("War Elephants", elephants) && spellings.add_foreign("Słonie", elephants));
        assert!(spellings.add("Tower", Spelling { siege_tower: true, ..elephants }));
        assert_eq!(spellings.search_words(TroopId(3)), "warelephants słonie slonie");
        assert_eq!(spellings.search_words(TroopId(4)), "");
    }

    proptest! {
        #[test]
        fn a_distance_is_that_of_its_definition_or_beyond_reach(a in "[a-c]{0,6}", b in "[a-c]{0,6}", reach in 0..4_usize) {
            let distance = plain_distance(&letters(&a), &letters(&b));
            let found = distance_within(reach, &letters(&a), &b);
            prop_assert_eq!(found, (distance <= reach).then_some(distance));
        }
    }
}
