//! Lines that can be read in two ways, and the text as it would be written for each.

use crate::draft::ElementLine;
use crate::fault::Fault;

/// A line that was read with doubt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The line, from 1.
    pub line: usize,
    /// The text that can be read in two ways.
    pub text: String,
    /// Its readings, of which the first one was chosen; if neither was, the text was not read.
    pub readings: Vec<DoubtReading>,
}

impl Doubt {
    /// The fault that tells the doubt; none where another fault tells it.
    pub(super) fn fault(&self) -> Option<Fault> {
        let (line, text) = (self.line, self.text.clone());
        let counted = |counted| Some(Fault::FiguresOrCounts { line, text: text.clone(), counted });
        let mut meanings = self.readings.iter().map(|reading| &reading.meaning);
        match (meanings.next()?, meanings.next()?) {
            (Meaning::Name, _) => Some(Fault::NameOrElement { line, text }),
            (Meaning::Figures, _) => counted(false),
            (Meaning::Counts, Meaning::Figures) => counted(true),
            _ => None,
        }
    }
}

/// One way to read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtReading {
    /// The meaning.
    pub meaning: Meaning,
    /// The changes that make the text mean this and nothing else.
    pub changes: Vec<Change>,
}

/// The meaning of a text that can be read in several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Elements of the army.
    Elements(Vec<ElementLine>),
    /// The numbers are numbers of elements.
    Counts,
    /// The digits before codes are figures on bases.
    Figures,
    /// The numbers after types are AP.
    Prices,
    /// The name of the army.
    Name,
}

/// A change in a line of a pasted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The line, from 1.
    pub line: usize,
    /// What is written there.
    pub from: String,
    /// What replaces it.
    pub to: String,
}

/// Elements that a text names, but that do not belong to the army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The line, from 1.
    pub line: usize,
    /// The text.
    pub text: String,
    /// The elements, if they could be read.
    pub elements: Option<ElementLine>,
    /// The changes of the text that add them to the army; none where they could not be read.
    pub changes: Vec<Change>,
}

/// The place of a text in a line where nothing but separators surround it; otherwise where blanks do and it is not what
/// a number of elements counts, and otherwise its first place.
fn place(line: &str, text: &str) -> Option<usize> {
    let ends = |letter: Option<char>| letter.is_none_or(|letter| ",;|+\t".contains(letter));
    let is_apart = |at: &usize| {
        let before = line.get(..*at).unwrap_or_default().trim_end_matches(' ');
        let after = line.get(at + text.len()..).unwrap_or_default().trim_start_matches(' ');
        let begins = before.chars().next_back().is_none_or(|letter| !letter.is_alphanumeric() && letter != ')');
        begins && ends(after.chars().next())
    };
    // In `1 x 4Bd 4Bd`, only the second is a word of its own.
    let is_word = |at: &usize| {
        let before = line.get(..*at).unwrap_or_default();
        let after = line.get(at + text.len()..).unwrap_or_default();
        let is_blank =
            |letter: Option<char>| letter.is_none_or(|letter| letter.is_whitespace() || ",;|+".contains(letter));
        let is_counted = before.split_whitespace().next_back().is_some_and(|word| ["x", "X", "×"].contains(&word));
        is_blank(before.chars().next_back()) && is_blank(after.chars().next()) && !is_counted
    };
    let places = || line.match_indices(text).map(|(at, _)| at);
    places().find(is_apart).or_else(|| places().find(is_word)).or_else(|| places().next())
}

/// A text with changes. A change whose text is no longer in its line replaces the whole line.
#[must_use]
pub fn changed(text: &str, changes: &[Change]) -> String {
    let mut lines: Vec<String> = text.replace("\r\n", "\n").split('\n').map(str::to_owned).collect();
    for change in changes {
        let Some(line) = change.line.checked_sub(1).and_then(|at| lines.get_mut(at)) else { continue };
        match place(line, &change.from).filter(|_| !change.from.is_empty()) {
            Some(at) => line.replace_range(at..at + change.from.len(), &change.to),
            None => change.to.clone_into(line),
        }
    }
    lines.join("\n")
}
