//! The table of a battle as a drawing.

use musterfield_battle::Id;
use musterfield_battle::snapshot::Snapshot;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_sheets::map::{MapOptions, Marks, battle_group, battle_svg};
use musterfield_words::battle::play::element;

use super::sitting::Sitting;
use crate::web::armies::icon_of;

/// The options of the drawing on a page, which has the heading and the names of pieces itself. `icons` is the address of
/// the symbols.
fn of_page(sitting: &Sitting, icons: &str, marks: Marks) -> MapOptions {
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
    let picture = |id: Id| {
        let troop = battle.setting().ruleset.troop(battle.profile(id).troop);
        (troop.code.to_string(), format!("{icons}#{}", icon_of(Some(&troop.icon))))
    };
    let marks = Marks {
        words: battle.everybody().map(words).collect(),
        pictures: battle.everybody().map(picture).collect(),
        ..marks
    };
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
pub(super) fn on_page(sitting: &Sitting, icons: &str, state: &Snapshot, marks: Marks) -> String {
    battle_svg(sitting.layout(), &of_page(sitting, icons, marks), state)
}

/// Its elements alone, for a page that has the rest.
pub(super) fn elements_on_page(sitting: &Sitting, icons: &str, state: &Snapshot, marks: Marks) -> String {
    format!("<svg>{}</svg>", battle_group(sitting.layout(), &of_page(sitting, icons, marks), state))
}

/// The drawing as a file.
pub(super) fn as_file(sitting: &Sitting, state: &Snapshot) -> String {
    battle_svg(sitting.layout(), &MapOptions { source: false, ..MapOptions::default() }, state)
}
