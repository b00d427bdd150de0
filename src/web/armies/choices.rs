//! What can be chosen in the editor's particulars.

use std::borrow::Cow;

use super::fields::EditorFields;
use crate::army::{ArmyList, Draft};
use crate::web::state::State;

/// An entry of a selection.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub value: Cow<'static, str>,
    pub name: Cow<'static, str>,
    pub chosen: bool,
}

impl Choice {
    /// One of those that rules and lists offer.
    fn of(value: &'static str, name: &'static str, chosen: bool) -> Self {
        Self { value: Cow::Borrowed(value), name: Cow::Borrowed(name), chosen }
    }
}

/// The entries of all selections.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    pub rulesets: Vec<Choice>,
    pub home_terrains: Vec<Choice>,
    pub lists: Vec<Choice>,
    pub allies: Vec<Choice>,
}

impl Choices {
    /// What the army's rules and its list offer, and what the army has chosen besides.
    pub(super) fn new(state: &State, draft: &Draft, fields: &EditorFields) -> Self {
        let ruleset = draft.ruleset;
        let list = state.catalogue.list_of(draft);
        let lists = state.catalogue.of_ruleset(&ruleset.id);
        let homes = list.map(|list| &list.home_terrains).filter(|homes| !homes.is_empty());
        let at_home = |id: &str| homes.is_none_or(|homes| homes.iter().any(|home| home == id));
        let lends = |ally: &&&'static ArmyList| list.is_none_or(|list| list.allies.contains(&ally.id));
        let rulesets = state.book.rulesets().iter();
        let terrains = ruleset.home_terrains.iter();
        Self {
            rulesets: rulesets.map(|other| Choice::of(&other.id, &other.name, other.id == ruleset.id)).collect(),
            home_terrains: with_own(
                state,
                terrains
                    .filter(|terrain| at_home(&terrain.id) || *terrain.id == *fields.home_terrain)
                    .map(|terrain| Choice::of(&terrain.id, &terrain.name, *terrain.id == *fields.home_terrain)),
                &fields.home_terrain,
            ),
            lists: with_own(
                state,
                lists.iter().map(|list| Choice::of(&list.id, &list.name, list.id == fields.list)),
                &fields.list,
            ),
            allies: with_own(
                state,
                lists.iter().filter(lends).map(|ally| Choice::of(&ally.id, &ally.name, ally.id == fields.allies)),
                &fields.allies,
            ),
        }
    }
}

/// The entries with what was chosen, though it is not among them.
fn with_own(state: &State, choices: impl Iterator<Item = Choice>, own: &str) -> Vec<Choice> {
    let mut choices: Vec<Choice> = choices.collect();
    if !own.is_empty() && !choices.iter().any(|choice| choice.chosen) {
        // A list of other rules keeps its name.
        let foreign = state.catalogue.get(own).map(|list| format!("{} ({})", list.name, list.ruleset.name));
        let name = foreign.unwrap_or_else(|| own.to_owned());
        choices.push(Choice { value: own.to_owned().into(), name: name.into(), chosen: true });
    }
    choices
}
