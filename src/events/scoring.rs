//! What a game is worth, by a scheme that is data.
//!
//! | part | what |
//! |---|---|
//! | `result` | how a game ended, and the check of what was told about it |
//! | `scheme` | points, what counts without a fight, and the order of tie-breaks |
//! | `file` | a scheme from its file, with every mistake |
//!
//! A scheme is a TOML file; those of `events/schemes` are built in, and an organiser may write his own in the same
//! form. Points of a scheme are whole numbers; losses are [`Points`](crate::rules::Points), whether they count AP or
//! elements. `docs/FORMATS.md` goes through the keys:
//!
//! ```
//! use musterfield::events::scoring::Scheme;
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
//! Knows nothing of players or rounds: [`standings`](super::standings) adds up.

mod file;
mod result;
mod scheme;

pub use file::{LONGEST_SCHEME, SchemeError, SchemeErrors};
pub use result::{
    Checked, Ended, Fate, Field, GameResult, Losses, MOST_LOST, MOST_TAKEN, Report, ResultProblem, Side, SideReport,
    Warning, Wrong,
};
pub use scheme::{Counted, Scheme, Tally, TieBreak, Unfought, Worth, built_in, scheme};
