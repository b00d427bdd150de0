//! An army picked from the player's own list.

use musterfield_rules::Ruleset;

use super::draft::{Draft, LONGEST_NAME, own_list, single_line};
use super::fits::demanded;
use super::list::ArmyList;

/// The army that the player's own list gives with the first choice of each entry.
#[must_use]
pub fn of_own_list(ruleset: &'static Ruleset, text: &str, list: &ArmyList) -> Draft {
    let mut draft = Draft::new(ruleset);
    // A name that cannot be stored is left out; the list still belongs to the army.
    if list.has_name()
        && let Ok(name) = single_line(&list.name, LONGEST_NAME)
    {
        draft.name = name;
    }
    draft.own_list = own_list(text).ok().flatten();
    draft.aggression = list.aggression;
    if let [only] = list.home_terrains.as_slice() {
        draft.home_terrain = Some(only.clone());
    }
    draft.lines = demanded(list);
    draft
}
