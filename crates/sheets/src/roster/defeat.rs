//! The break point of an army, in words.

use std::fmt::Write as _;

use musterfield_army::check::ArmyTotals;
use musterfield_army::draft::Draft;
use musterfield_rules::Points;
use musterfield_rules::ruleset::Loss;

use super::commands::morale;

/// The break point of the army, in words; empty if the ruleset gives none.
pub(super) fn text(draft: &Draft, figures: &ArmyTotals) -> String {
    let ruleset = draft.ruleset;
    if !ruleset.army.graded.morale.is_empty() {
        let worth = morale(draft, draft.lines.iter());
        return format!("{worth} ME in all for everything the army can lose.");
    }
    let (Some(defeat), Some(breaks)) = (&ruleset.army.defeat, figures.break_point) else { return String::new() };
    let mut text = format!("Breaks when it has lost {} and more than the enemy", breaks.counts.of(breaks.lost));
    if let (false, Loss::At(sizes)) = (breaks.printed, &defeat.lost) {
        let known: Vec<String> = sizes.iter().map(|(size, _)| size.to_string()).collect();
        let _ = write!(
            text,
            ": a suggestion, since the rules give a number only for armies of {} {}; agree on it before the game",
            known.join(" and "),
            ruleset.counts().unit(draft.points)
        );
    }
    text.push('.');
    // A lost City counts, a lost Fort does not (DBA3-WIN-06): the first of the features with walls is the City.
    let walls = ruleset.combat.as_ref().and_then(|combat| combat.features.iter().find(|known| known.held.has_walls()));
    let fallen = format!("a fallen {}", walls.map_or("Stronghold", |feature| &feature.name));
    let of = |number: Points| ruleset.counts().of(number);
    let extras = [
        (defeat.general_extra, "a lost general counts", " more than its element"),
        (defeat.camp, "a sacked camp", ""),
        (defeat.stronghold, fallen.as_str(), ""),
    ];
    let extras: Vec<String> = extras
        .into_iter()
        .filter(|(number, ..)| *number > Points::ZERO)
        .map(|(number, what, more)| format!("{what} {}{more}", of(number)))
        .collect();
    if !extras.is_empty() {
        let told = extras.join(", ");
        let _ =
            write!(text, " {}{}.", told.get(..1).unwrap_or_default().to_uppercase(), told.get(1..).unwrap_or_default());
    }
    text
}
