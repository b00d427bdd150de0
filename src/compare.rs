//! Rulesets side by side: what their data say of the same things, and where they differ.
//!
//! Everything is read from loaded rulesets and asked of the combat tables; nothing here knows a number of a game. Who of
//! one ruleset is whom of another says [`kin`](crate::rules::kin). Reading order: [`Comparison`], then [`types`],
//! [`outcomes`], and the tables of armies, factors and battlefields.

mod armies;
mod factors;
pub mod outcomes;
mod terrain;
pub mod types;

use crate::rules::kin::Kinship;
use crate::rules::{Book, RuleId, Ruleset};
use outcomes::Outcomes;
use types::TypeRow;

/// Several rulesets, set against the first of them.
#[derive(Clone, Debug)]
pub struct Comparison<'b> {
    /// Which, in order.
    pub rulesets: Vec<&'b Ruleset>,
    /// What makes an army.
    pub armies: Table,
    /// The types, matched by what they are.
    pub types: Vec<TypeRow>,
    /// Support and tactical factors, a table for each mode.
    pub factors: Vec<Table>,
    /// What becomes of the loser, where two rulesets are compared that say it.
    pub outcomes: Option<Outcomes>,
    /// Battlefields, where at least two of the rulesets have them.
    pub terrain: Option<Table>,
    /// Those that say nothing of battlefields.
    pub without_terrain: Vec<&'b Ruleset>,
}

/// A table with a column for each of some rulesets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its heading.
    pub title: String,
    /// The rulesets of its columns, by their places in the comparison.
    pub columns: Vec<usize>,
    /// Its lines.
    pub rows: Vec<Row>,
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// A cell for each column.
    pub cells: Vec<Cell>,
}

/// What a ruleset says of something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// In pieces, each with its rule. Empty where it says nothing.
    pub pieces: Vec<Piece>,
    /// Whether the first ruleset of the comparison says another thing.
    pub differs: bool,
}

/// A piece of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it says.
    pub text: String,
    /// By which rules.
    pub rules: Vec<RuleId>,
}

impl Piece {
    fn new<'r>(text: impl Into<String>, rules: impl IntoIterator<Item = &'r RuleId>) -> Self {
        let mut found: Vec<RuleId> = Vec::new();
        for rule in rules {
            if !found.contains(rule) {
                found.push(rule.clone());
            }
        }
        Self { text: text.into(), rules: found }
    }
}

impl Cell {
    fn new(pieces: impl IntoIterator<Item = Piece>) -> Self {
        Self { pieces: pieces.into_iter().collect(), differs: false }
    }

    /// What it says, without rules.
    #[must_use]
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("; ")
    }
}

impl Row {
    /// A line whose cells are marked where they say another thing than the first.
    fn new(name: impl Into<String>, mut cells: Vec<Cell>) -> Self {
        let first = cells.first().map(Cell::text).unwrap_or_default();
        for cell in cells.iter_mut().skip(1) {
            cell.differs = cell.text() != first;
        }
        Self { name: name.into(), cells }
    }

    /// Whether any ruleset says something.
    fn is_said(&self) -> bool {
        self.cells.iter().any(|cell| !cell.pieces.is_empty())
    }
}

impl<'b> Comparison<'b> {
    /// Of these rulesets of a book.
    #[must_use]
    pub fn new(book: &'b Book, rulesets: Vec<&'b Ruleset>) -> Self {
        let kinship = Kinship::new(book);
        let matched = kinship.matched(&rulesets);
        let outcomes = match rulesets.as_slice() {
            [a, b] => Outcomes::new([a, b], &matched),
            _ => None,
        };
        let battlefields: Vec<_> = rulesets.iter().map(|ruleset| book.terrain(&ruleset.id)).collect();
        let without = rulesets.iter().zip(&battlefields).filter(|(_, terrain)| terrain.is_none());
        Self {
            armies: armies::table(&rulesets),
            types: types::rows(&rulesets, &matched),
            factors: factors::tables(&rulesets),
            outcomes,
            terrain: terrain::table(&battlefields),
            without_terrain: without.map(|(ruleset, _)| *ruleset).collect(),
            rulesets,
        }
    }
}
