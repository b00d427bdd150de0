//! Compares rulesets: their data on the same topics, and where they differ.
//!
//! Everything is read from loaded rulesets and computed from the combat tables; nothing here knows a number of a game.
//! [`counterparts`](musterfield_rules::counterparts) matches the types of rulesets. Reading order: [`Comparison`], then
//! [`types`], [`outcomes`], and the tables of armies, factors and battlefields.
//!
//! | file | what |
//! |---|---|
//! | `table.rs` | tables with a column for each ruleset |
//! | `types.rs` | types side by side; those in grades once, with the differences of their grades |
//! | `armies.rs`, `terrain.rs` | the composition of armies; battlefields |
//! | `factors.rs` | support, tactical factors and pursuit in the words of `combat` |
//! | `outcomes.rs` | the outcomes for every loser in the open, computed by the engine; for two rulesets only |

mod armies;
mod factors;
pub mod outcomes;
mod table;
mod terrain;
pub mod types;

use musterfield_rules::counterparts::Counterparts;
use musterfield_rules::{Book, Ruleset};

pub use table::{Cell, CitedText, ComparisonTable, Row};

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
        Self {
            armies: armies::table(&rulesets),
            types: types::rows(&rulesets, &matched),
            factors: factors::tables(&rulesets),
            outcomes,
            terrain: terrain::table(&battlefields),
            rulesets,
        }
    }
}
