//! The standings.
//!
//! | part | what |
//! |---|---|
//! | `history` | players, games and rounds as they are stored; whether they fit together |
//! | `table` | the table: scores, tie-breaks, places |
//!
//! Everything is computed anew from the games played, so a corrected result only has to be entered in its round.

mod history;
mod table;

pub use history::{Game, HistoryError, Player, PlayerNumber, Round, TableNumber};
pub(super) use history::{History, RoundPart};
pub(super) use table::table;
pub use table::{Row, Value, standings};
