//! Compares rulesets: their data on the same topics, and where they differ.
//!
//! Everything is read from loaded rulesets and computed from the combat tables; nothing here knows a number of a game.
//! [`counterparts`](musterfield_rules::counterparts) matches the types of rulesets. Reading order: [`Comparison`], then
//! [`types`], [`outcomes`], and the tables of armies, factors and battlefields.
//!
//! | file | what |
//! |---|---|
//! | `types.rs` | types side by side; those in grades once, with the differences of their grades |
//! | `armies.rs`, `terrain.rs` | the composition of armies; battlefields |
//! | `factors.rs` | support, tactical factors and pursuit in the words of `combat` |
//! | `outcomes.rs` | the outcomes for every loser in the open, computed by the engine; for two rulesets only |

mod armies;
mod factors;
pub mod outcomes;
mod terrain;
pub mod types;

use musterfield_rules::counterparts::Counterparts;
use musterfield_rules::{Book, RuleId, Ruleset};

use outcomes::Outcomes;
use types::TypeRow;

/// Several rulesets, compared with the first of them.
#[derive(Clone, Debug)]
pub struct Comparison<'b> {
    /// The rulesets, in order.
    pub rulesets: Vec<&'b Ruleset>,
    /// The composition of armies.
    pub armies: ComparisonTable,
    /// The types, matched by their counterparts.
    pub types: Vec<TypeRow>,
    /// Support and tactical factors, a table for each mode.
    pub factors: Vec<ComparisonTable>,
    /// The outcomes for the loser, if two rulesets with outcomes are compared.
    pub outcomes: Option<Outcomes>,
    /// Battlefields, if at least two of the rulesets have them.
    pub terrain: Option<ComparisonTable>,
    /// The rulesets without battlefields.
    pub without_terrain: Vec<&'b Ruleset>,
}

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
    fn new(pieces: impl IntoIterator<Item = CitedText>) -> Self {
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
    fn new(name: impl Into<String>, mut cells: Vec<Cell>) -> Self {
        let first = cells.first().map(Cell::text).unwrap_or_default();
        for cell in cells.iter_mut().skip(1) {
            cell.differs = cell.text() != first;
        }
        Self { name: name.into(), cells }
    }

    /// Whether any ruleset has text.
    fn is_said(&self) -> bool {
        self.cells.iter().any(|cell| !cell.pieces.is_empty())
    }
}

impl<'b> Comparison<'b> {
    /// The comparison of these rulesets of a book.
    #[must_use]
    pub fn new(book: &'b Book, rulesets: Vec<&'b Ruleset>) -> Self {
        let kinship = Counterparts::new(book);
        let matched = kinship.match_types(&rulesets);
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
