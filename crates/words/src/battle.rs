//! Sentences about battles: what a player may do, refused orders, records that cannot be read or play differently,
//! battles that cannot be fought.

pub mod happened;
mod meeting;
mod notation;
pub mod outlook;
pub mod part;
pub mod play;
mod record;
mod refusal;
pub mod review;

use musterfield_battle::game::Stuck;
use musterfield_battle::series::SeriesError;
use musterfield_rules::battle::BattleRules;

pub use meeting::{force, meeting};
pub use notation::{trouble, unread};
pub use record::{difference, unreadable, what, why};
pub use refusal::{reason, refusal};

/// The reason a battle of a series could not be fought.
#[must_use]
pub fn series_error(error: &SeriesError) -> String {
    match error {
        SeriesError::Meeting(error) => meeting(error),
        SeriesError::Layout(error) => crate::terrain::generate::message(error),
        SeriesError::NoHome(player) => {
            format!("army {player} has no home terrain to defend; name one for the series")
        }
        SeriesError::Stuck(stuck, rules) => self::stuck(stuck, rules),
    }
}

/// A computer player that was refused twice, which is a bug.
fn stuck(stuck: &Stuck, rules: &'static BattleRules) -> String {
    format!("bound {}: {:?} was refused: {}", stuck.bound, stuck.order, refusal(&stuck.refusal, rules))
}
