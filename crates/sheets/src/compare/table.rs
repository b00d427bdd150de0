//! Tables with a column for each ruleset.

use musterfield_rules::RuleId;

/// A table with a column for each of several rulesets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparisonTable {
    /// Its heading.
    pub title: String,
    /// The rulesets of its columns, by their positions in the comparison.
    pub columns: Vec<usize>,
    /// Its lines.
    pub rows: Vec<Row>,
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its topic.
    pub name: String,
    /// A cell for each column.
    pub cells: Vec<Cell>,
}

/// A ruleset's text on a topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its parts, each with its rule. Empty if the ruleset has nothing on the topic.
    pub pieces: Vec<CitedText>,
    /// Whether it differs from the first ruleset of the comparison.
    pub differs: bool,
}

/// A part of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedText {
    /// The text.
    pub text: String,
    /// The rules it is from.
    pub rules: Vec<RuleId>,
}

impl CitedText {
    pub(super) fn new<'r>(text: impl Into<String>, rules: impl IntoIterator<Item = &'r RuleId>) -> Self {
        let mut cited = Self { text: text.into(), rules: Vec::new() };
        for rule in rules {
            cited.cite(rule);
        }
        cited
    }

    /// Names a further rule that the text is from.
    pub(super) fn cite(&mut self, rule: &RuleId) {
        if !self.rules.contains(rule) {
            self.rules.push(rule.clone());
        }
    }
}

impl Cell {
    pub(super) fn new(pieces: impl IntoIterator<Item = CitedText>) -> Self {
        Self { pieces: pieces.into_iter().collect(), differs: false }
    }

    /// The text without rules.
    #[must_use]
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("; ")
    }
}

impl Row {
    /// A row whose cells are marked where they differ from the first.
    pub(super) fn new(name: impl Into<String>, mut cells: Vec<Cell>) -> Self {
        let first = cells.first().map(Cell::text).unwrap_or_default();
        for cell in cells.iter_mut().skip(1) {
            cell.differs = cell.text() != first;
        }
        Self { name: name.into(), cells }
    }

    /// Whether any ruleset has text.
    pub(super) fn is_said(&self) -> bool {
        self.cells.iter().any(|cell| !cell.pieces.is_empty())
    }
}
