//! The text and tables of a sheet.

use musterfield_rules::RuleId;
use serde::Serialize;

use super::theme::Theme;

/// The text and table under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CribPart {
    /// The heading.
    pub title: String,
    /// What it is about, for its colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// A note on all its lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<CribTable>,
    /// Whether the table is as wide as the page, above the columns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wide: bool,
    /// Sentences.
    pub lines: Vec<CribLine>,
}

impl CribPart {
    /// The rules of its lines and rows, by their ids.
    pub(super) fn rules(&self) -> impl Iterator<Item = &str> {
        let rows = self.table.iter().flat_map(|table| &table.rows).flat_map(|row| &row.rules);
        self.lines.iter().flat_map(|line| &line.rules).chain(rows).map(String::as_str)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.table.as_ref().is_none_or(|table| table.rows.is_empty())
    }
}

/// A table of short entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CribTable {
    /// The headings of the columns.
    pub heads: Vec<String>,
    /// The number of columns, from the first, that contain words and not numbers.
    pub words: usize,
    /// The number of columns, from the last, that contain phrases of several lines.
    #[serde(skip_serializing_if = "is_none")]
    pub texts: usize,
    /// The lines.
    pub rows: Vec<TableRow>,
}

/// The contents of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnRole {
    /// Words.
    Words,
    /// Words that head the numbers of their line: the last column before the numbers.
    LineHead,
    /// Numbers.
    Numbers,
    /// Phrases, in the last columns.
    Text,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl CribTable {
    /// The headings, each with the role of its column.
    pub fn columns(&self) -> impl Iterator<Item = (ColumnRole, &str)> {
        self.heads.iter().enumerate().map(|(column, head)| (self.role(column), head.as_str()))
    }

    /// The cells of a line, each with the role of its column.
    pub fn cells<'a>(&self, row: &'a TableRow) -> impl Iterator<Item = (ColumnRole, &'a str)> {
        row.cells.iter().enumerate().map(|(column, cell)| (self.role(column), cell.as_str()))
    }

    /// The cells of a line, each with the role and the heading of its column.
    pub fn named_cells<'a>(&'a self, row: &'a TableRow) -> impl Iterator<Item = (ColumnRole, &'a str, &'a str)> {
        self.columns().zip(&row.cells).map(|((role, head), cell)| (role, head, cell.as_str()))
    }

    fn role(&self, column: usize) -> ColumnRole {
        match column + 1 {
            column if column < self.words => ColumnRole::Words,
            column if column == self.words => ColumnRole::LineHead,
            column if column + self.texts > self.heads.len() => ColumnRole::Text,
            _ => ColumnRole::Numbers,
        }
    }
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRow {
    /// A cell for each column.
    pub cells: Vec<String>,
    /// The rules it is from.
    pub rules: Vec<String>,
}

/// A sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CribLine {
    /// Its text.
    pub runs: Vec<TextRun>,
    /// The rules it states.
    pub rules: Vec<String>,
    /// The references printed behind it, if the reader wants any: `SEQ-02`, `9.2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

impl CribLine {
    pub(super) fn new(head: impl Into<String>, text: impl Into<String>, rules: Vec<String>) -> Self {
        let head = TextRun { text: head.into(), strong: true };
        let text = TextRun { text: text.into(), strong: false };
        Self { runs: [head, text].into_iter().filter(|run| !run.text.is_empty()).collect(), rules, marks: Vec::new() }
    }

    /// The whole text, without marks.
    #[must_use]
    pub fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }
}

/// A run of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextRun {
    /// The text.
    pub text: String,
    /// Bold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strong: bool,
}

/// A line about an element: `Beaten: destroyed by Kn in good going; else recoil`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardLine {
    /// What it is about: `Beaten`.
    pub head: &'static str,
    /// What the rules say of the element there.
    pub text: String,
}

pub(super) fn ids(rules: &[RuleId]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}
