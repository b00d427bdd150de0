//! A battle, from the choice of edges to the last lost army point, carried out by the rules of one ruleset.
//!
//! A [`Battle`] is one value: where every element stands, whose decision is next, what is lost. It changes only by
//! [`Battle::play`], which takes an [`Order`] and dice and either carries the order out, or refuses it with the rule and
//! the reason, and then nothing has changed. The same orders and dice give the same battle on every machine: places are
//! whole thousandths of a base width, directions whole tenths of a degree, and what is lined up has equal corners.
//!
//! Numbers and lists come from the ruleset; what is *behaviour* is here, and each function names the rule that it carries
//! out. Combat itself (factors, outcomes) is the layer `combat`; this layer finds out the case and moves what is left.
//!
//! Knows nothing of files, pages, databases or clocks. Reading order: [`element`] (who there is), [`force`] (what an army
//! brings), [`field`] (the ground), [`state`] (the battle), [`order`] (what a player may say), then the parts of a
//! bound; [`notation`] and [`record`] (all of it as text), [`replay`] and [`snapshot`].

mod aftermath;
mod command;
mod conform;
mod crossing;
mod digest;
pub mod element;
pub mod field;
mod fighting;
mod flight;
pub mod force;
mod frame;
pub mod game;
mod ground;
pub mod holding;
pub mod legal;
mod magic;
mod moving;
pub mod notation;
pub mod order;
mod passing;
pub mod play;
pub mod player;
pub mod record;
pub mod replay;
pub mod report;
mod river;
pub mod rule;
pub mod series;
pub mod setup;
mod shooting;
pub mod snapshot;
mod squares;
mod stands;
pub mod state;
mod summon;
#[cfg(test)]
mod tests;
mod threat;
pub mod touch;
mod turning;
mod way;

pub use command::Cost;
pub use element::{Id, Members, Player};
pub use legal::{Family, Offer};
pub use moving::Plan;
pub use order::{Foe, Leg, Move, Order, Pose, Refusal};
pub use report::Report;
pub use setup::Meeting;
pub use state::{Battle, Phase};

/// What is no farther apart than this, in thousandths of a BW, touches; what overlaps no deeper does not overlap.
pub const TOUCH: i64 = 4;
