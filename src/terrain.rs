//! Battlefields: what lies on a table, whether it obeys the rules, how it comes about, and how it is drawn.
//!
//! A [`Layout`] may be anything that can be drawn; [`check`](check::check) says whether it is legal.
//!
//! Knows nothing of armies, databases or pages. Reading order: [`layout`], [`problem`], [`file`], [`check`](mod@check).

pub mod check;
pub mod edit;
pub mod file;
pub mod generate;
pub mod layout;
pub mod outline;
pub mod problem;
pub mod setup;

pub use check::check;
pub use layout::{Board, Choice, Edge, Feature, Layout, Quarter, Shape};
pub use problem::{Code, Problem, Severity};
