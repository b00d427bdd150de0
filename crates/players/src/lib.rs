//! Computer players against each other: who takes part, the battles that they fight, and how strong each is.
//!
//! The winner of a battle depends on armies, table and dice as well as on the players. So two players always meet in a
//! *mirrored pair*: the same battle twice, with the same armies, table, defender and dice, and the sides swapped. A ladder
//! lets every two players of a pool meet in each of its rounds, and a round has armies and a table of its own.
//!
//! | file | contents |
//! |---|---|
//! | `contender.rs` | the players that can take part |
//! | `ladder.rs` | rounds, mirrored pairs and their battles |
//! | `standings.rs` | what each player has reached: in all, by army, by terrain, attacking and defending |
//! | `rating.rs` | Elo ratings and shares of wins, with intervals |

pub mod contender;
pub mod ladder;
pub mod rating;
pub mod standings;
