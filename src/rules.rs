//! The rules of every game as data: what `rulesets/` says, checked once and made compact.
//!
//! A [`Ruleset`] is one value that answers every question about a game's rules; everything else asks it.
//! This layer knows nothing of armies, databases or pages.
//!
//! Reading order: [`ruleset`] (what there is), [`troop`] (one type), [`grade`] (types sold in several grades), [`points`] (army points), [`spelling`]
//! (how a type may be written), [`terrain`] (battlefields), [`combat`](mod@combat) (factors and outcomes), [`play`] (the course of a game), [`battle`] (the numbers and lists it is played by), [`reference`](mod@reference) (the rules in words), [`search`] (finding them), [`load`] (from files to values).

pub mod battle;
pub mod combat;
pub mod grade;
pub mod kin;
pub mod load;
pub mod play;
pub mod points;
pub mod reference;
pub mod ruleset;
pub mod search;
pub mod sentence;
mod source;
pub mod spelling;
pub mod terrain;
pub mod troop;

pub use load::{Book, book};
pub use points::Points;
pub use reference::RuleId;
pub use ruleset::Ruleset;
pub use terrain::TerrainRules;
pub use troop::{Troop, TroopId};
