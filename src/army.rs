//! Armies: what a player picked, whether it is legal, and what would make it so.
//!
//! An army passes two stages: a [`Draft`] may hold anything that can be typed, a [`LegalArmy`] only what has been
//! checked. [`check()`](check::check) reports every problem of a draft at once, as data. This layer knows nothing of pages,
//! databases or files on a disk.
//!
//! Reading order: [`draft`], [`edit`], [`problem`], [`check`](mod@check), [`list`], [`catalogue`], [`fits`], [`count`],
//! then the ways in and out: [`file`](mod@file) (JSON and TOML), [`text`] (as pasted in a forum), [`input`] (any of
//! these), [`write`](mod@write), [`verdict`].

pub mod assign;
pub mod catalogue;
pub mod check;
mod checks;
pub mod convert;
pub mod count;
pub mod draft;
pub mod edit;
pub mod file;
mod filling;
pub mod fits;
pub mod input;
pub mod legal;
pub mod list;
pub mod mark;
mod mend;
pub mod problem;
pub mod swap;
pub mod text;
pub mod verdict;
pub mod write;

pub use catalogue::Catalogue;
pub use check::{Report, check, judge};
pub use draft::{Draft, Kind, Line};
pub use edit::Edit;
pub use legal::LegalArmy;
pub use list::ArmyList;
pub use mark::Mark;
pub use problem::{Code, Fix, Problem, Severity};
