//! Keys of lines: small numbers that stay with a line of the editor while lines are moved, added and removed.
//!
//! A button names its line by key, so a click made before the answer to an earlier one arrived never hits a line that
//! has moved into the place of its own. Keys exist only in the form; a newly opened page numbers its lines from 0.

use musterfield_army::Edit;
use musterfield_army::draft::{Draft, ElementLine};

/// The keys of an army's lines, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keys(Vec<usize>);

impl Keys {
    /// Keys of lines numbered from 0.
    pub(super) fn fresh(lines: usize) -> Self {
        Self((0..lines).collect())
    }

    /// The keys in a form; `None` if two lines have the same.
    pub(super) fn read(typed: &[String]) -> Option<Self> {
        let keys: Vec<usize> = typed.iter().map(|key| key.parse().ok()).collect::<Option<_>>()?;
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        sorted.dedup();
        (sorted.len() == keys.len()).then_some(Self(keys))
    }

    /// The position of the line with this key.
    pub(super) fn at(&self, key: usize) -> Option<usize> {
        self.0.iter().position(|known| *known == key)
    }

    /// The key of a line.
    pub(super) fn of(&self, at: usize) -> usize {
        self.0.get(at).copied().unwrap_or(at)
    }

    /// The lowest key that no line has had.
    fn unused(&self) -> usize {
        self.0.iter().max().map_or(0, |most| most.saturating_add(1))
    }

    fn insert(&mut self, at: usize) {
        let key = self.unused();
        self.0.insert(at.min(self.0.len()), key);
    }

    fn remove(&mut self, at: usize) {
        if at < self.0.len() {
            self.0.remove(at);
        }
    }

    /// The keys after these changes, each line keeping its own.
    pub(super) fn after(&self, edits: &[Edit], draft: &Draft) -> Self {
        let (mut keys, mut draft) = (self.clone(), draft.clone());
        for edit in edits {
            let before = draft.lines.len();
            draft.apply(edit);
            let lines = draft.lines.len();
            match edit {
                Edit::Up(at) if *at > 0 && *at < lines => keys.0.swap(at - 1, *at),
                Edit::Down(at) if at + 1 < lines => keys.0.swap(*at, at + 1),
                Edit::Drop(at) | Edit::Remove(at, _) if lines < before => keys.remove(*at),
                // The first part keeps the key and leads; the elements left behind are the new line.
                Edit::Duplicate(at) | Edit::General(at) if lines > before => keys.insert(at + 1),
                _ if lines > before => keys.insert(lines),
                _ => {}
            }
        }
        keys
    }

    /// The keys of lines that replace others: equal lines keep theirs, counted from the first and from the last;
    /// between those, lines keep theirs if there are as many as before.
    pub(super) fn follow(&self, before: &[ElementLine], after: &[ElementLine]) -> Self {
        let shortest = before.len().min(after.len()).min(self.0.len());
        let front = before.iter().zip(after).take(shortest).take_while(|(old, new)| old == new).count();
        let back = before.iter().rev().zip(after.iter().rev()).take(shortest - front);
        let back = back.take_while(|(old, new)| old == new).count();
        let mut keys = Self(self.0.iter().take(front).copied().collect());
        let next = self.unused();
        for at in front..after.len() - back {
            let same = before.len() == after.len();
            keys.0.push(if same { self.of(at) } else { next + at });
        }
        keys.0.extend(self.0.iter().skip(before.len() - back).take(back));
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use musterfield_rules::book;

    fn army(lines: &[(&str, i64)]) -> Draft {
        let ruleset = book().unwrap().ruleset("d3h2").unwrap();
        let mut draft = Draft::new(ruleset);
        draft.lines = lines
            .iter()
            .map(|(code, count)| ElementLine { count: *count, ..Draft::read_kind(ruleset, code) })
            .collect();
        draft
    }

    #[test]
    fn a_line_keeps_its_key_wherever_it_goes() {
        let draft = army(&[("Bd", 1), ("Sp", 3), ("Kn", 1)]);
        let keys = Keys::fresh(3);
        let after = |edits: &[Edit]| keys.after(edits, &draft).0;
        assert_eq!(after(&[Edit::Up(2)]), [0, 2, 1]);
        assert_eq!(after(&[Edit::Up(2), Edit::Up(1)]), [2, 0, 1]);
        assert_eq!(after(&[Edit::Up(0)]), [0, 1, 2]);
        assert_eq!(after(&[Edit::Down(0)]), [1, 0, 2]);
        assert_eq!(after(&[Edit::Down(2)]), [0, 1, 2]);
        assert_eq!(after(&[Edit::Drop(0)]), [1, 2]);
        assert_eq!(after(&[Edit::Remove(0, 1)]), [1, 2]);
        assert_eq!(after(&[Edit::Remove(1, 1)]), [0, 1, 2]);
        assert_eq!(after(&[Edit::Duplicate(0)]), [0, 3, 1, 2]);
        assert_eq!(after(&[Edit::General(1)]), [0, 1, 3, 2]);
        assert_eq!(after(&[Edit::General(0)]), [0, 1, 2]);
        assert_eq!(after(&[Edit::Add(Draft::read_kind(draft.ruleset, "Wb"))]), [0, 1, 2, 3]);
        assert_eq!(after(&[Edit::Add(Draft::read_kind(draft.ruleset, "Bd"))]), [0, 1, 2]);
        assert_eq!(after(&[Edit::Drop(7), Edit::Up(7), Edit::Down(7)]), [0, 1, 2]);
    }

    #[test]
    fn lines_that_an_undo_leaves_alone_keep_their_keys_and_no_other_gets_one_that_was_used() {
        let (long, short) = (army(&[("Bd", 1), ("Sp", 3), ("Kn", 1)]), army(&[("Bd", 1), ("Kn", 1)]));
        let keys = Keys(vec![4, 0, 2]);
        assert_eq!(keys.follow(&long.lines, &long.lines).0, [4, 0, 2]);
        assert_eq!(keys.follow(&long.lines, &short.lines).0, [4, 2]);
        assert_eq!(Keys(vec![4, 2]).follow(&short.lines, &long.lines).0, [4, 6, 2]);
        let fewer = army(&[("Bd", 1), ("Sp", 2), ("Kn", 1)]);
        assert_eq!(keys.follow(&long.lines, &fewer.lines).0, [4, 0, 2]);
        assert_eq!(keys.follow(&long.lines, &[]).0, Vec::<usize>::new());
        assert_eq!(Keys(vec![]).follow(&[], &short.lines).0, [0, 1]);
    }

    #[test]
    fn keys_of_a_form_are_different_numbers() {
        let read = |keys: &[&str]| Keys::read(&keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>());
        assert_eq!(read(&["3", "0"]), Some(Keys(vec![3, 0])));
        assert_eq!([read(&["3", "3"]), read(&["x"]), read(&["-1"]), read(&[""])], [None, None, None, None]);
    }
}
