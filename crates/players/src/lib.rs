//! Computer players against each other: who takes part, the battles that they fight, and how strong each is.
//!
//! The winner of a battle depends on armies, table and dice as well as on the players. So two players always meet in a
//! *mirrored pair*: the same battle twice, with the same armies, table, defender and dice, and the sides swapped. A ladder
//! lets every two players of a pool meet in each of its rounds, and a round has armies and a table of its own.
//!
//! | file | contents |
//! |---|---|
//! | `captain.rs`, `reason.rs` | the interface of players that think: budgets, how they are stopped, why they decide |
//! | `lore.rs` | what elements are worth and what exchanges promise |
//! | `weights.rs` | the weights of the quick player, from a data file |
//! | `quick.rs` | the quick player |
//! | `policy.rs` | quick ways to decide, as proposals and as models of an opponent |
//! | `strong.rs` | the strong player: plans of whole bounds, tried by simulation |
//! | `levels.rs` | five levels and three styles of play |
//! | `exploit.rs` | scripts that weak players do not know how to answer |
//! | `program.rs` | other programs that take part, over standard input and output |
//! | `puzzle.rs` | positions with a best order, and whether a player finds it |
//! | `contender.rs` | the players that can take part |
//! | `ladder.rs` | rounds, mirrored pairs and their battles |
//! | `standings.rs` | what each player has reached: in all, by army, by terrain, attacking and defending |
//! | `rating.rs` | Elo ratings and shares of wins, with intervals |

pub mod captain;
pub mod contender;
pub mod exploit;
#[cfg(test)]
mod fixture;
pub mod ladder;
pub mod levels;
pub mod lore;
pub mod policy;
pub mod program;
pub mod puzzle;
pub mod quick;
pub mod rating;
pub mod reason;
pub mod standings;
pub mod strong;
pub mod weights;
