//! The choices of the reader of a crib sheet.

use musterfield_rules::Book;

/// The order in which a sheet is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// In the order of a bound: what happens in each phase.
    #[default]
    ByPhase,
    /// By the element: a row for each type with all that happens to it, then the phases.
    ByType,
}

impl Reading {
    /// All of them, by their names in addresses and on the command line.
    pub const ALL: [(&'static str, Self); 2] = [("phase", Self::ByPhase), ("type", Self::ByType)];

    /// The reading of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, reading)| *reading)
    }
}

/// The references that stand behind the lines of a sheet as small marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum References {
    /// The ids of the rules in this program.
    Ours,
    /// The pages and paragraphs of the printed rules, where the reference names them.
    Theirs,
    /// None.
    #[default]
    None,
}

impl References {
    /// All of them, by their names in addresses and on the command line.
    pub const ALL: [(&'static str, Self); 3] = [("ours", Self::Ours), ("theirs", Self::Theirs), ("none", Self::None)];

    /// The references of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, references)| *references)
    }
}

impl References {
    /// The references of these kinds to rules, each once: `SEQ-02`, or `9.2` where the paragraph is known.
    pub(super) fn marks(self, book: &Book, rules: &[String]) -> Vec<String> {
        let mark = |id: &String| match self {
            Self::Ours => id.split_once('-').map(|(_, short)| short.to_owned()),
            Self::Theirs => book.reference().get(id)?.paragraph.clone(),
            Self::None => None,
        };
        let mut marks: Vec<String> = Vec::new();
        for mark in rules.iter().filter_map(mark) {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        marks
    }
}

/// The choices of the reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CribOptions {
    /// The order in which the sheet is to be read.
    pub reading: Reading,
    /// The references behind its lines.
    pub references: References,
}
