//! Sentences about armies.
//!
//! | file | contents |
//! |---|---|
//! | `message.rs` | problems |
//! | `advice.rs` | general advice on each problem |
//! | `remedy.rs` | the labels of fixes |
//! | `unreadable.rs` | reasons that pasted text could not be read |
//! | `doubt.rs` | the meanings of text that can be read in two ways |
//! | `list.rs`, `file.rs` | reasons that an army list or an army file could not be read |
//! | `verdict.rs` | the verdict on an army as a document |
//! | `write.rs` | an army as text and Markdown, with its problems |

mod advice;
mod doubt;
pub mod file;
pub mod list;
mod message;
mod remedy;
mod unreadable;
pub mod verdict;
pub mod write;

pub use advice::advice;
pub use doubt::meaning;
pub use message::message;
pub use remedy::label;
pub use unreadable::{points_fault, text_fault, unreadable};

use musterfield_army::{Fix, Problem};
use musterfield_rules::Ruleset;

/// Advice on a problem in one sentence: the best fix, or the general advice if no fix is best.
#[must_use]
pub fn remedy(problem: &Problem, ruleset: &Ruleset) -> String {
    let best = problem.best_fix().map(|fix: &Fix| label(fix, ruleset));
    best.unwrap_or_else(|| advice(&problem.fault, ruleset))
}
