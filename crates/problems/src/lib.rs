//! What is wrong with something that a player has made: one model for armies, battlefields, entries of events and
//! cases of combat.
//!
//! A check finds [`Problem`]s. Each holds a [`Fault`]: a type of the crate that checks, with a stable code and with
//! typed values (amounts, elements, names of lists). No sentence is made here or in the crates that check; the crate
//! `words` makes them from the code and the values, so that they can be said in another language.
//!
//! [`keep_safe_fixes`] tries the changes that a check proposes on copies, and keeps those that put the problem right
//! and break nothing else. It works for whatever can be judged ([`Judge`]).

mod problem;
mod search;

pub use problem::{Fault, Fix, Problem, Severity};
pub use search::{Judge, Scope, Weighing, keep_safe_fixes};
