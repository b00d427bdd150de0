//! Battlefields: what lies on a table, whether it obeys the rules, how it comes about, and how it is drawn.
//!
//! A [`Layout`] may be anything that can be drawn; [`check`](check::check) says whether it is legal and knows nothing of
//! how it came about. [`generate`](mod@generate) carries out the procedure of the rules and knows nothing of the check; a
//! test holds the two against each other.
//!
//! Knows nothing of armies, databases or pages. Reading order: [`layout`], [`problem`], [`mod@file`],
//! [`check`](mod@check), [`verdict`], [`outline`], [`generate`](mod@generate), [`origin`], [`event`], [`setup`], [`camp`],
//! [`mod@edit`], [`map`], [`sheet`], [`carrier`].

pub mod camp;
pub mod carrier;
pub mod check;
pub mod edit;
pub mod event;
pub mod file;
pub mod generate;
pub mod layout;
pub mod map;
pub mod origin;
pub mod outline;
pub mod problem;
pub mod setup;
pub mod sheet;
pub mod verdict;

pub use check::check;
pub use layout::{Board, Choice, Edge, Feature, Layout, Quarter, Shape};
pub use problem::{Code, Problem, Severity};
