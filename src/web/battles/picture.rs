//! The table of a battle as a drawing.

use musterfield_battle::snapshot::Snapshot;
use musterfield_sheets::map::{MapOptions, Marks, battle_group, battle_svg};

use super::sitting::Sitting;

/// The options of the drawing on a page, which has the heading and the names of pieces itself.
fn of_page(marks: Marks) -> MapOptions {
    MapOptions {
        heading: false,
        legend: false,
        scale: false,
        source: false,
        small_screens: true,
        numbers: true,
        live: true,
        marks,
        ..MapOptions::default()
    }
}

/// The drawing on a page.
pub(super) fn on_page(sitting: &Sitting, state: &Snapshot, marks: Marks) -> String {
    battle_svg(sitting.layout(), &of_page(marks), state)
}

/// Its elements alone, for a page that has the rest.
pub(super) fn elements_on_page(sitting: &Sitting, state: &Snapshot, marks: Marks) -> String {
    format!("<svg>{}</svg>", battle_group(sitting.layout(), &of_page(marks), state))
}

/// The drawing as a file.
pub(super) fn as_file(sitting: &Sitting, state: &Snapshot) -> String {
    battle_svg(sitting.layout(), &MapOptions { source: false, ..MapOptions::default() }, state)
}
