//! Rows of tables, where the mark of the general says that one of several elements leads.

use super::Reader;
use crate::draft::ElementLine;
use crate::file::MOST_LINES;

impl Reader {
    /// Reads the elements of a row.
    pub(super) fn row(&mut self, at: usize, row: &str) {
        let before = self.draft.lines.len();
        self.elements(at, row);
        if let Some([line]) = self.draft.lines.get(before..)
            && line.general
        {
            self.led.push(before);
        }
    }

    /// Parts the generals from the elements of the same row. The prices of the row are those of both until then, so
    /// this comes after everything that counts lines.
    pub(super) fn part_generals(&mut self) {
        self.led.sort_unstable();
        self.led.dedup();
        // Backwards, so that the places before stay as they are.
        for place in std::mem::take(&mut self.led).into_iter().rev() {
            let is_full = self.draft.lines.len() >= MOST_LINES;
            let Some(line) = self.draft.lines.get_mut(place).filter(|line| line.count > 1 && !is_full) else {
                continue;
            };
            let others = ElementLine { count: line.count - 1, general: false, ..line.clone() };
            line.count = 1;
            self.draft.lines.insert(place + 1, others);
        }
    }
}
