//! Battlefields: the features on a table, whether it is legal, and how it comes about.
//!
//! A [`Layout`] may be anything that can be drawn; [`check`](check::check) decides whether it is legal and knows
//! nothing of how it came about. [`generate`](mod@generate) carries out the procedure of the rules and knows nothing of
//! the check; a test compares the two.
//!
//! Knows nothing of armies, databases or pages. Reading order: [`layout`], [`problem`], [`mod@file`],
//! [`check`](mod@check), [`outline`], [`generate`](mod@generate), [`origin`], [`event`], [`setup`],
//! [`camp`], [`mod@edit`].
//!
//! | file | what |
//! |---|---|
//! | `layout.rs`, `file.rs` | the features on a table; the layout file |
//! | `quarter_set.rs` | a set of quarters of the table |
//! | `problem.rs`, `check.rs` | the problems of a layout; the check, with one small function for each rule below `check` |
//! | `legal.rs` | a layout that has been checked |
//! | `outline.rs` | natural and built outlines with exactly the requested length and width |
//! | `generate.rs` | the procedure: `generate/choose.rs` chooses the features, `generate/place.rs` rolls the dice and places them, with a file for each type of feature |
//! | `edit.rs` | changes by hand |
//! | `origin.rs` | whether a table is still the result of the dice of its seed |
//! | `camp.rs` | where camps may stand |
//! | `setup.rs`, `event.rs` | who defends and which base edges there are; many tables from one seed |
//! | `crates/sheets/src/carrier.rs` | finds the layout file in a map that was drawn here: SVG, PNG or PDF |

pub mod camp;
pub mod check;
pub mod edit;
pub mod event;
pub mod file;
pub mod generate;
pub mod layout;
pub mod legal;
pub mod origin;
pub mod outline;
pub mod problem;
mod quarter_set;
pub mod setup;

pub use check::check;
pub use layout::{Board, Edge, Feature, Layout, Quarter, RecordEntry, Shape};
pub use legal::LegalLayout;
pub use problem::{Code, Fault, Problem, Severity};
