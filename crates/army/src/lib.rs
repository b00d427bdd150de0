//! Armies: the elements that a player has picked, whether they make a legal army, and how to make it legal.
//!
//! An army passes through two stages: a [`Draft`] may hold anything that can be typed, a [`LegalArmy`] only what has
//! been checked. [`check()`](check::check) reports every problem of a draft at once, as data. This layer knows
//! nothing of pages, databases or files on a disk.
//!
//! Reading order: [`draft`], [`edit`], [`problem`], [`check`](mod@check), [`list`], [`catalogue`], [`fits`],
//! [`count`], then the formats for reading and writing: [`file`](mod@file) (JSON and TOML), [`text`] (as pasted in a
//! forum), [`input`] (any of these), [`write`](mod@write).
//!
//! | file | what |
//! |---|---|
//! | `draft.rs`, `edit.rs` | the draft, and the changes that can be made to it |
//! | `problem.rs`, `code.rs`, `fault.rs`, `remedy.rs` | problems: a stable code, the fault and its remedies as typed values. The crate `words` makes the sentences |
//! | `check.rs`, `checks.rs` | the check; one small function for each rule below `checks`. All run for every ruleset, and one whose table the ruleset lacks reports nothing |
//! | `checks/size.rs` | armies of a number of elements instead of AP |
//! | `checks/commands.rs` | armies in commands, each with its general: fixed ones with allied contingents, or freely divided ones |
//! | `checks/graded.rs` | types in grades: prices, regular, air-mobile, other costs, casters, remarks |
//! | `list.rs`, `catalogue.rs` | one army list; all of them with the ready armies |
//! | `list/read.rs`, `list/shorthand.rs` | a list from its file; the shorthand of printed lists, in a file or as the player's own |
//! | `list/own.rs` | the player's own list from its shorthand, and any list as shorthand |
//! | `assign.rs`, `filling.rs` | which element fills which option of a list: an exact matching; used by the checks, `fits` and `swap` |
//! | `fits.rs`, `count.rs` | what could be added, compared with the report of the check; exact numbers of armies by dynamic programming |
//! | `swap.rs` | replacements for the elements of a line: another type of the same entry of a list, another grade; for the editor |
//! | `picked.rs` | the army of the player's own list with the first choice of each entry |
//! | `convert.rs` | an army under another ruleset: the parts that carry over, and those left behind. It checks nothing
//! |
//! | `stakes.rs` | what an army can lose in a battle, and how much each loss counts |
//! | `dismounting.rs` | the foot as which mounted elements may fight, by the army lists |
//! | `file.rs`, `text.rs`, `input.rs` | JSON and TOML; pasted text; any of these |
//! | `write.rs` | text and Markdown |

pub mod assign;
pub mod budget;
pub mod catalogue;
pub mod check;
mod checks;
pub mod code;
mod context;
pub mod convert;
pub mod count;
pub mod dismounting;
pub mod draft;
pub mod edit;
pub mod fault;
pub mod file;
mod filling;
pub mod fits;
pub mod input;
pub mod legal;
pub mod list;
pub mod mark;
pub mod picked;
pub mod problem;
pub mod remedy;
mod report;
pub mod stakes;
pub mod swap;
pub mod text;
mod totals;
pub mod write;

pub use catalogue::Catalogue;
pub use check::{Report, check, check_without_fixes};
pub use code::Code;
pub use draft::{Draft, ElementLine, LineType};
pub use edit::Edit;
pub use fault::Fault;
pub use legal::LegalArmy;
pub use list::ArmyList;
pub use mark::Mark;
pub use musterfield_problems::Severity;
pub use problem::{Fix, Problem};
pub use remedy::Remedy;
