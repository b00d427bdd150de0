//! The table of a battle as a drawing.

use musterfield_battle::Id;
use musterfield_battle::snapshot::Snapshot;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_sheets::map::{MapOptions, Marks, battle_group, battle_svg};
use musterfield_words::battle::play::element;

use super::sitting::Sitting;

/// The options of the drawing on a page, which has the heading and the names of pieces itself.
fn of_page(sitting: &Sitting, marks: Marks) -> MapOptions {
    let (battle, counts) = (sitting.battle(), sitting.battle().setting().ruleset.counts());
    let words = |id: Id| {
        let profile = battle.profile(id);
        let price = match counts {
            SizeUnit::Points => format!(", {}", counts.of(profile.cost)),
            SizeUnit::Elements => String::new(),
        };
        let factor = battle.setting().ruleset.troop(profile.troop).factor.value;
        let factors = format!(", {} against Foot, {} against others", factor.foot, factor.mounted);
        (profile.name.to_string(), format!("{}{price}{factors}", element(battle, id)))
    };
    let marks = Marks { words: battle.everybody().map(words).collect(), ..marks };
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
    battle_svg(sitting.layout(), &of_page(sitting, marks), state)
}

/// Its elements alone, for a page that has the rest.
pub(super) fn elements_on_page(sitting: &Sitting, state: &Snapshot, marks: Marks) -> String {
    format!("<svg>{}</svg>", battle_group(sitting.layout(), &of_page(sitting, marks), state))
}

/// The drawing as a file.
pub(super) fn as_file(sitting: &Sitting, state: &Snapshot) -> String {
    battle_svg(sitting.layout(), &MapOptions { source: false, ..MapOptions::default() }, state)
}
