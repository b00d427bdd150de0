//! Problems with something that a player has made: one model for armies, battlefields, event entries and combat cases.
//!
//! A check finds [`Problem`]s. Each holds a [`Fault`], a type of the checking crate with a stable code and typed values
//! (amounts, elements, names of lists). Neither this crate nor the checking crates make sentences. The crate `words`
//! makes them from the code and the values, so that they can be translated.
//!
//! [`keep_safe_fixes`] tries the changes that a check proposes on copies, and keeps those that solve the problem and
//! break nothing else. It works for anything that can be judged ([`Judge`]).

mod problem;
mod search;

pub use problem::{Fault, Fix, Problem, Severity};
pub use search::{Judge, Scope, Weighing, keep_safe_fixes};
