//! How a troop type may be written: generous when reading, the code when writing.

use std::collections::HashMap;

use super::troop::TroopId;

/// What a spelling stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The type.
    pub troop: TroopId,
    /// One for the water.
    pub water: bool,
    /// A siege tower.
    pub siege_tower: bool,
    /// Mounted infantry.
    pub mounted: bool,
}

/// The spellings of one ruleset.
#[derive(Clone, Debug, Default)]
pub struct Spellings {
    exact: HashMap<Box<str>, Spelling>,
    folded: HashMap<String, Spelling>,
    prefix: Option<Box<str>>,
}

/// Letters and digits alone, lower case: `War-Wagons` and `war wagons` are one word.
fn fold(written: &str) -> String {
    written.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Spellings {
    /// Sets the word that marks mounted infantry when it stands before a type.
    pub(super) fn set_prefix(&mut self, prefix: &str) {
        self.prefix = Some(fold(prefix).into());
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

    /// The type that `written` names, whatever its case, number, spaces, hyphens and figure count.
    #[must_use]
    pub fn read(&self, written: &str) -> Option<Spelling> {
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
        // A figure count before the code (3Kn, 4Bd) says nothing unless the two together are a code (6Kn).
        let bare = folded.trim_start_matches(|c: char| c.is_ascii_digit());
        known(folded)
            .or_else(|| known(folded.strip_suffix('s')?))
            .or_else(|| known(bare))
            .or_else(|| known(bare.strip_suffix('s')?))
    }

    /// The known spelling nearest to `written`, if one is near enough to be a slip of the finger.
    #[must_use]
    pub fn nearest(&self, written: &str) -> Option<TroopId> {
        let folded = fold(written);
        let reach = match folded.chars().count() {
            // Too short to be told from others, or longer than any name.
            0 | 1 | 40.. => return None,
            2..=4 => 1,
            _ => 2,
        };
        let mut best: Option<(usize, &str, TroopId)> = None;
        for (known, spelling) in &self.sorted() {
            let distance = edit_distance(&folded, known);
            if distance <= reach && best.is_none_or(|(least, ..)| distance < least) {
                best = Some((distance, known, spelling.troop));
            }
        }
        best.map(|(.., troop)| troop)
    }

    /// The spellings in a fixed order, so that the same slip always gets the same answer.
    fn sorted(&self) -> Vec<(&str, &Spelling)> {
        let mut all: Vec<_> = self.folded.iter().map(|(word, spelling)| (word.as_str(), spelling)).collect();
        all.sort_unstable_by_key(|(word, _)| *word);
        all
    }
}

/// Levenshtein's distance: how many letters to add, drop or change.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        let mut before = i + 1;
        for (j, right) in b.iter().enumerate() {
            let diagonal = row.get(j).copied().unwrap_or(j);
            let above = row.get(j + 1).copied().unwrap_or(j + 1);
            before = (diagonal + usize::from(left != *right)).min(above + 1).min(before + 1);
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_single_letters() {
        for (a, b, distance) in
            [("", "", 0), ("bd", "bd", 0), ("knigths", "knights", 2), ("spear", "spears", 1), ("", "ax", 2)]
        {
            assert_eq!(edit_distance(a, b), distance, "{a} {b}");
        }
    }
}
