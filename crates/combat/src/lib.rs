//! Combat, exactly: given two elements and their situation, what happens, why, and how likely each result is.
//!
//! This is the engine behind the command line, the pages and the battle. All decisions are in the tables of the
//! ruleset ([`musterfield_rules::combat`]); this crate only evaluates them: a [`Case`] describes a combat,
//! [`resolve()`] gives the verdict for two dice, [`odds()`] counts it for all thirty-six throws. Nothing is sampled,
//! nothing is rounded.
//!
//! Reading order: [`case`](mod@case), [`resolve`](mod@resolve), [`odds`](mod@odds), then [`matchup`] (two armies face
//! to face), [`file`](mod@file) (cases and results as JSON) and [`explain`](mod@explain) (the reasons).
//!
//! | file | what |
//! |---|---|
//! | `case.rs`, `case/side.rs`, `case/fault.rs` | a combat as it is described, and whether it can happen; the description of each side; what may be wrong. Here the fields of a case become the facts that rows ask for |
//! | `resolve.rs`, `odds.rs` | the verdict for two dice; all thirty-six throws |
//! | `duel.rs` | a combat in few numbers, for pages that count odds again without asking |
//! | `matchup.rs` | two armies face to face: every contender of one against every contender of the other |
//! | `file.rs` | cases and results as JSON, every mistake with its field |
//! | `explain.rs` | the reasons for a result, from the tables: for pages, crib sheets and `compare`, each of which the crate for words tells |

pub mod case;
pub mod duel;
pub mod explain;
pub mod file;
pub mod matchup;
pub mod odds;
pub mod resolve;

pub use case::{BoundOwner, Case, CaseError, CaseErrorCode, CaseFault, Combatant, FlankContact, Mode};
pub use explain::{SideExplanation, explain};
pub use odds::{Odds, odds};
pub use resolve::{SideVerdict, Verdict, possible_results, pursuit, resolve};
