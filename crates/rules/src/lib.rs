//! The rules of every game as data: the contents of `rulesets/`, checked once and compacted.
//!
//! A [`Ruleset`] is one value that answers every question about a game's rules; everything else queries it. This
//! layer knows nothing of armies, databases or pages.
//!
//! Reading order: [`ruleset`] (the overview), [`troop`] (one type), [`grade`] (types sold in several grades),
//! [`points`] (army points), [`spelling`] (how a type may be written), [`terrain`] (battlefields),
//! [`combat`](mod@combat) (factors and outcomes), [`play`] (the course of a game), [`battle`] (the numbers and lists
//! for battles), [`reference`](mod@reference) (the rules in words), [`search`] (finding them), [`load`] (from files
//! to values).
//!
//! | file | contents |
//! |---|---|
//! | `load.rs` | from files to rulesets, with every mistake reported; `musterfield-rule-files` has the files as they are written |
//! | `ruleset.rs`, `ruleset/army.rs` | one game's rules as one value; the conditions for a legal army, and its break point |
//! | `id.rs` | which type, class, family or grade is meant: an index into a table of the ruleset |
//! | `troop.rs` | one troop type |
//! | `grade.rs` | grades: each type in each grade is a troop type of its own, of a family that has the type's name; prices, morale equivalents, labels, remarks |
//! | `grade/graded_type.rs` | a type in all its grades, as a ruleset answers for it |
//! | `grade/difference.rs` | the differences between elements of two grades, in few words; for `compare` and `crib` |
//! | `combat.rs` | the combat tables, prepared for quick queries |
//! | `combat/row.rs` | a row of a table: when it holds, its effect, and the same in the words of the data |
//! | `combat/fact.rs`, `combat/fighters.rs` | the facts that may hold for one side; sets of fighters and of features |
//! | `combat/reading.rs`, `load/combat/readings.rs` | rules that players may read in more than one way; reading them, and the types that protect from a spell |
//! | `load/combat/inherited.rs` | the files of a ruleset and of the one that it extends, part by part |
//! | `combat/by_fighter.rs` | an index of the rows of a table that are evaluated for each fighter |
//! | `load/data_file.rs`, `load/cited.rs` | a file being read, and its mistakes; values with their rules |
//! | `load/troop_table.rs` | the types while the rest of the ruleset is still being read |
//! | `load/combat.rs`, `load/combat/names.rs` | the tables from their files; the meaning of names and conditions in rows. The lists of `play.toml`, of labels and of the tables of grades use the same names |
//! | `load/combat/reachability.rs` | checks that every row can hold, and that every element has an outcome |
//! | `load/grades.rs` | types in grades, labels, and the tables of `army.toml` about them |
//! | `terrain.rs` | battlefields |
//! | `play.rs`, `load/play.rs` | the course of a game: numbers, and sentences that name them |
//! | `battle.rs` | the same numbers and lists as a battle queries them, by name |
//! | `reference.rs`, `search.rs` | the rules in words; finding them |
//! | `search/words.rs`, `search/vocabulary.rs`, `load/vocabulary.rs` | words, stems and phrases; the words of players, and their file |
//! | `counterparts.rs` | corresponding types of two rulesets, by names and codes as the other reads them, or by way of a third ruleset; for `army/convert` and `compare` |
//! | `spelling.rs`, `points.rs`, `sentence.rs` | the ways a type may be written; exact army points; words of the rules at the beginning of a sentence |

pub mod battle;
pub mod combat;
pub mod counterparts;
pub mod grade;
mod id;
pub mod load;
pub mod play;
pub mod reference;
pub mod ruleset;
pub mod search;
pub mod sentence;
pub mod spelling;
pub mod terrain;
pub mod troop;

pub use load::{Book, DEFAULT_RULESET, book};
pub use musterfield_points::{self as points, Points};
pub use reference::RuleId;
pub use ruleset::Ruleset;
pub use terrain::TerrainRules;
pub use troop::{Troop, TroopId};
