//! Combat, exactly: given two elements and their situation, what happens, why, and how likely each result is.
//!
//! The engine behind the command line, the pages and the battle. What it decides stands in the tables of the ruleset
//! ([`crate::rules::combat`]); here is only what asks them: a [`Case`] is what somebody describes, [`resolve()`] gives the
//! verdict for two dice, [`odds()`] counts it for all thirty-six. Nothing is sampled, nothing is rounded.
//!
//! Reading order: [`case`](mod@case), [`resolve`](mod@resolve), [`odds`](mod@odds), then [`matchup`] (two armies face to
//! face), [`file`](mod@file) (cases and results as JSON) and [`explain`](mod@explain) (why it is so, in words).

pub mod case;
pub mod explain;
pub mod file;
pub mod matchup;
pub mod odds;
pub mod resolve;

pub use case::{Bound, Case, CaseError, Code, Contact, KnightsEqual, Mode, Side};
pub use explain::{Account, explain};
pub use odds::{Odds, odds};
pub use resolve::{Fate, Verdict, lots, pursuit, resolve};
