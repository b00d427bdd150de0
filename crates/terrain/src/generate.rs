//! The procedure by which the rules lay out a battlefield, with dice from a seed.
//!
//! First the defender chooses the features and their sizes (`choose`), or dice choose them by a chart. Then each
//! feature is placed in order: waterway, compulsory, others. A die gives its quarter, or determines who chooses it; the
//! feature is put somewhere in it that obeys the rules (`place` and its parts), and if there is no such place it is
//! discarded. The same settings give the same layout on every machine.
//!
//! Reading order: `settings`, `error`, `choose`, `place`, then the parts of it.
//!
//! Knows nothing of the check.

mod areas;
mod by_hand;
mod choose;
mod error;
mod lane;
mod place;
pub mod request;
mod rivers;
mod roads;
mod settings;
mod strongholds;
mod walls;
mod water;

pub use by_hand::{locks, piece, still_open};
pub use choose::{STEP, sizes, within};
pub use error::GenerateError;
pub use rivers::find_crossings;
pub use settings::{Locked, Method, Preference, QuarterSpot, Settings, Wish};

use super::layout::Layout;
use musterfield_dice::Dice;

/// The number of times the whole table is laid out again when it has features in too few quarters (DBA22-TERR-17, 18).
const TABLES_TRIED: u64 = 400;

/// Lays out a battlefield.
///
/// # Errors
/// When the wanted features are impossible; never if there are none.
pub fn generate(settings: &Settings) -> Result<Layout, GenerateError> {
    for attempt in 0..TABLES_TRIED {
        let mut dice = Dice::new(settings.seed, attempt);
        let chosen = choose::choose(settings, &mut dice)?;
        let table = place::place(settings, &chosen, dice);
        if table.covers() {
            return Ok(Layout {
                rules: settings.rules,
                name: String::new(),
                home: settings.home,
                board: settings.board,
                seed: Some(settings.seed),
                fixed: false,
                features: table.features,
                record: Some(table.record),
            });
        }
    }
    Err(GenerateError::Coverage)
}
