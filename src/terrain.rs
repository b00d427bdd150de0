//! Battlefields: what lies on a table, whether it obeys the rules, how it comes about, and how it is drawn.
//!
//! A [`Layout`] may be anything that can be drawn.
//!
//! Knows nothing of armies, databases or pages. Reading order: [`layout`], [`problem`], [`file`], [`map`], [`sheet`], [`carrier`].

pub mod carrier;
pub mod file;
pub mod layout;
pub mod map;
pub mod problem;
pub mod sheet;

pub use layout::{Board, Choice, Edge, Feature, Layout, Quarter, Shape};
pub use problem::{Code, Problem, Severity};
