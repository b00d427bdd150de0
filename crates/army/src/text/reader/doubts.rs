//! What can be read in two ways once the whole text is known.

use super::Reader;
use crate::draft::ElementLine;
use crate::text::doubt::{Change, Doubt, DoubtReading, Meaning};
use crate::text::figures::{priced, written};
use crate::text::{Unclear, element};

/// The shortest name of a type that is considered as the name of an army.
const SHORTEST_TITLE: usize = 4;

/// The number of other elements from which the first line can be the name of the army.
const OTHERS: usize = 2;

impl Reader {
    /// The two elements of `4 Blades or Spears`, as readings of a piece that was not read.
    pub(super) fn either(&mut self, at: usize, piece: &str) {
        let ruleset = self.draft.ruleset;
        let Some((one, other)) = [" or ", " / ", "/"].iter().find_map(|joint| piece.split_once(joint)) else { return };
        let (Ok(one), Ok(other)) = (element::read(one, ruleset), element::read(other, ruleset)) else { return };
        let second = ElementLine {
            count: other.numbers.count.unwrap_or(one.line.count),
            general: one.line.general || other.line.general,
            ..other.line
        };
        let first = ElementLine { general: second.general, ..one.line };
        let reading = |line: ElementLine| {
            let change = Change { line: at, from: piece.trim().to_owned(), to: written(&self.draft, &line) };
            DoubtReading { meaning: Meaning::Elements(vec![line]), changes: vec![change] }
        };
        let readings = vec![reading(first), reading(second)];
        self.doubts.push(Doubt { line: at, text: piece.trim().to_owned(), readings });
    }

    /// Takes a first line that is only the name of a type as the name of the army, if every other element has a
    /// number, a price or the mark of the general.
    pub(super) fn first_line_is_name(&mut self) {
        let Some((at, text)) = self.written.first().cloned() else { return };
        let plain = ElementLine { line_type: self.first_type(), ..ElementLine::new(self.first_type()) };
        let is_alone = self.first_alone == Some(at) && self.draft.lines.first() == Some(&plain);
        let others = self.draft.lines.len().saturating_sub(1);
        let is_code = text.chars().count() < SHORTEST_TITLE || text.contains(|letter: char| letter.is_ascii_digit());
        if self.named || !is_alone || is_code || others < OTHERS || self.marked < others {
            return;
        }
        let line = self.draft.lines.remove(0);
        self.written.remove(0);
        self.prices.forget_first();
        self.figures.forget_first();
        self.led.iter_mut().for_each(|place| *place = place.saturating_sub(1));
        let change = |to: String| vec![Change { line: at, from: text.clone(), to }];
        let readings = vec![
            DoubtReading { meaning: Meaning::Name, changes: change(format!("Name: {text}")) },
            DoubtReading { changes: change(written(&self.draft, &line)), meaning: Meaning::Elements(vec![line]) },
        ];
        self.name(at, &text, &text);
        self.doubts.push(Doubt { line: at, text, readings });
    }

    fn first_type(&self) -> crate::LineType {
        self.draft.lines.first().map_or(crate::LineType::Unknown(String::new()), |line| line.line_type.clone())
    }

    /// The readings of numbers that may be amounts or AP: all of the same meaning.
    pub(super) fn numbers(&mut self, unclear: &Unclear, places: &[usize]) {
        let lines: Vec<(usize, &str, &ElementLine)> = places
            .iter()
            .filter_map(|place| {
                let (at, text) = self.written.get(*place)?;
                Some((*at, text.as_str(), self.draft.lines.get(*place)?))
            })
            .collect();
        let change = |(at, text, line): &(usize, &str, &ElementLine), counts: bool| {
            let to = if counts {
                written(&self.draft, line)
            } else {
                let one = ElementLine { count: 1, ..(*line).clone() };
                priced(&self.draft, &one, self.draft.price(&one))
            };
            Change { line: *at, from: (*text).to_owned(), to }
        };
        let changes = |counts: bool| lines.iter().map(|line| change(line, counts)).collect();
        let text = lines.iter().map(|(_, text, _)| *text).collect::<Vec<_>>().join(", ");
        let readings = vec![
            DoubtReading { meaning: Meaning::Counts, changes: changes(true) },
            DoubtReading { meaning: Meaning::Prices, changes: changes(false) },
        ];
        self.doubts.push(Doubt { line: unclear.line, text, readings });
    }
}
