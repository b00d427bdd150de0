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
//!
//! | file | what |
//! |---|---|
//! | `admission.rs` | the door: legal armies and battlefields come in, and every relaxation is named |
//! | `state.rs`, `stands.rs` | the battle as it stands; beside it what is asked for far more often than it changes: who is close to whom, what lies under each |
//! | `field.rs`, `squares.rs` | the ground; which of it may lie in a square of the table |
//! | `legal.rs` | what a side may do, as offers, and the orders that stand for them |
//! | `legal/family.rs`, `contacts.rs`, `groups.rs` | moves that differ by one number, those into contact, and who moves together |
//! | `legal/places.rs` | where elements and camps could be put |
//! | `player.rs` | computer players, who choose from these |
//! | `notation.rs` | orders as a line of text; every mistake with its column |
//! | `digest.rs` | the whole state as one number |
//! | `record.rs`, `record/words.rs` | plays a battle and keeps its record; what came of an order in words |
//! | `record/read.rs`, `replay.rs` | reads a record; plays it again and says where it differs |
//! | `snapshot.rs` | the state after a step as a document |

pub mod admission;
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
