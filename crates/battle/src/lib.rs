//! A battle under the rules of one ruleset, from the choice of base edges to the last army point lost.
//!
//! A [`Battle`] is one value that holds where every element stands, who decides next, and what has been lost. It
//! changes only through [`Battle::play`], which takes an [`Order`] and dice. It either carries out the order, or
//! refuses it with the rule and the reason and changes nothing. The same orders and dice give the same battle on every
//! machine: positions are whole thousandths of a base width, directions are whole tenths of a degree, and elements that
//! are lined up have exactly equal corners.
//!
//! Numbers and lists come from the ruleset; *behaviour* is implemented here, and each function names the rule it
//! implements. Where games behave differently, the ruleset names a policy, and the function that it rules has a case for
//! each variant. The crate `combat` resolves combat itself (factors, outcomes); this one builds the case and moves the
//! survivors.
//!
//! The crate knows nothing of files, pages, databases or clocks. Reading order: [`element`] (players and elements),
//! [`force`] (what an army brings), [`field`] (the ground), [`state`] (the battle), [`order`] (what a player may
//! order), then the parts of a bound; [`notation`] and [`record`] (all of it as text), [`replay`] and [`snapshot`].
//!
//! | file | contents |
//! |---|---|
//! | `commands.rs` | the commands of divided armies: generals, dice, deployment, demoralised and routed commands |
//! | `admission.rs` | how legal armies and battlefields enter a battle, with every relaxation named |
//! | `state.rs`, `element_states.rs` | the state of the battle; cached answers to questions asked more often than the state changes: which elements are close to each other, which features lie under each |
//! | `field.rs`, `grid.rs` | the ground; an index of the features in each square of the table |
//! | `validate.rs`, `play.rs` | checks an order, and carries out one that was checked |
//! | `position.rs`, `key.rs` | the position as one number |
//! | `walls.rs` | the Stronghold that the defender places |
//! | `slope.rs`, `escape.rs` | who stands uphill, by each policy; flight that begins with a recoil |
//! | `chance.rs` | the results that an order can have, each with its chance |
//! | `outlook.rs`, `areas.rs` | what a move leads to; threat zones, ranges and lines of sight as ground on the table |
//! | `legal.rs` | what a side may do: offers, and sample orders for each |
//! | `legal/family.rs`, `contacts.rs`, `groups.rs` | moves that differ by one number, moves into contact, and groups that move together |
//! | `legal/places.rs`, `legal/shores.rs` | places where elements and camps could be put, and where groups could land |
//! | `player.rs` | computer players, who choose from these |
//! | `notation.rs` | orders as lines of text; each mistake is reported with its column |
//! | `digest.rs` | the whole state as one number |
//! | `record.rs`, `record/words.rs` | plays a battle and keeps its record; describes the result of an order in words |
//! | `record/read.rs`, `replay.rs` | reads a record; plays it again and reports the first difference |
//! | `snapshot.rs` | the state after a step, as a document |
//! | `review.rs`, `review/odds.rs`, `review/fraction.rs` | a battle looked at again: what each throw decided and was expected to; the chances of one order; fractions of AP |

pub mod admission;
mod aftermath;
pub mod areas;
mod askew;
mod camp;
pub mod chance;
mod city;
mod command;
pub mod commands;
mod conform;
pub mod contact;
mod crossing;
mod digest;
mod dismount;
pub mod element;
mod element_states;
mod escape;
pub mod field;
mod fighting;
mod flight;
pub mod force;
mod formation;
mod further;
pub mod game;
mod garrisons;
mod grid;
mod ground;
mod key;
mod landing;
pub mod legal;
mod magic;
pub mod mover;
mod moving;
pub mod notation;
pub mod order;
pub mod outlook;
mod passing;
mod placing_camps;
pub mod play;
pub mod player;
mod position;
mod pursuit;
mod recoil;
pub mod record;
pub mod refusal;
pub mod replay;
pub mod report;
pub mod review;
mod river;
pub mod series;
pub mod setup;
mod shooting;
mod shot;
pub mod side_frame;
mod slope;
pub mod snapshot;
pub mod state;
mod summon;
#[cfg(test)]
mod tests;
mod threat;
mod turn;
mod turning;
pub mod validate;
mod walls;

pub use command::Cost;
pub use element::{Id, Members, Player};
pub use legal::{Family, Offer};
pub use moving::Plan;
pub use order::{Foe, Friends, Leg, Move, Order, Pose};
pub use refusal::Refusal;
pub use report::Report;
pub use setup::Meeting;
pub use state::{Battle, Phase, State};
pub use validate::Legal;

/// The tolerance for contact, in thousandths of a BW: bases no farther apart than this touch, and bases that overlap no
/// deeper than this do not count as overlapping.
pub const TOUCH: i64 = 4;
