//! The value of a game, by a scheme that is data.
//!
//! | part | what |
//! |---|---|
//! | `result` | how a game ended, and the check of what was reported about it |
//! | `scheme` | points, the value of rounds without a fought game, and the order of tie-breaks |
//! | `file` | a scheme from its file, with every mistake |
//! | `built_in` | the schemes that are built in |
//!
//! A scheme is a TOML file; those of `schemes` are built in, and an organiser may write a custom one in the same
//! form. Points of a scheme are whole numbers; losses are [`Points`](musterfield_rules::Points), whether they count
//! AP or elements. `docs/FORMATS.md` explains the keys:
//!
//! ```
//! use musterfield_events::scoring::Scheme;
//! let scheme = Scheme::parse(r#"
//! id = "club-night"
//! name = "Club night"
//! counted = "ap"
//! win = 3
//! draw = 1
//! loss = 0
//! tie_breaks = ["lost", "opponents"]
//! [bye]
//! points = 2
//! "#).unwrap();
//! assert_eq!(scheme.name(), "Club night");
//! ```
//!
//! This module knows nothing of players or rounds: [`standings`](super::standings) adds up the results.

mod built_in;
mod file;
mod result;
mod scheme;

pub use built_in::{built_in, scheme};
pub use file::{LONGEST_ABOUT, LONGEST_NAME, LONGEST_SCHEME, SchemeError, SchemeErrors, SchemeFault};
pub use result::{
    Checked, Field, FieldFault, GameEnd, GameResult, LossUnit, Losses, MOST_LOST, MOST_TAKEN, Report, ResultProblem,
    Side, SideOutcome, SideReport, Warning,
};
pub use scheme::{Scheme, Tally, TieBreak, Unfought, Worth};
