//! The table of a battle as a drawing.

use musterfield_battle::snapshot::Snapshot;
use musterfield_sheets::map::{MapOptions, battle_svg};

use super::sitting::Sitting;

/// The drawing on a page, which has the heading and the names of pieces itself.
pub(super) fn on_page(sitting: &Sitting, state: &Snapshot) -> String {
    let options = MapOptions {
        heading: false,
        legend: false,
        scale: false,
        source: false,
        small_screens: true,
        numbers: true,
        ..MapOptions::default()
    };
    battle_svg(sitting.layout(), &options, state)
}

/// The drawing as a file.
pub(super) fn as_file(sitting: &Sitting, state: &Snapshot) -> String {
    battle_svg(sitting.layout(), &MapOptions { source: false, ..MapOptions::default() }, state)
}
