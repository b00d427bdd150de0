//! Who stands where.
//!
//! | part | what |
//! |---|---|
//! | `history` | players, games and rounds as they are kept; whether they fit together |
//! | `table` | the table: scores, tie-breaks, places |
//!
//! Everything is worked out anew from what was played, so a result that is put right needs nothing but to stand in its
//! round.

mod history;
mod table;

pub use history::{Game, HistoryError, Player, PlayerNumber, Round, TableNumber};
pub(super) use history::{History, Turn};
pub(super) use table::table;
pub use table::{Row, Value, standings};
