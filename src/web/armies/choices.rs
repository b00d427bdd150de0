//! The choices in the editor's settings of the army.

use musterfield_army::{ArmyList, Draft};
use musterfield_rules::Points;

use super::fields::EditorFields;
use crate::web::choice::Choice;
use crate::web::state::AppState;

/// The options of all select fields.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    pub rulesets: Vec<Choice>,
    pub home_terrains: Vec<Choice>,
    pub lists: Vec<Choice>,
    pub allies: Vec<Choice>,
    /// The options for a second allied contingent; empty where armies are not divided.
    pub second_allies: Vec<Choice>,
    /// The sizes that armies can have; empty where the players agree on a number.
    pub sizes: Vec<Choice>,
    /// Whether players can write a list of their own.
    pub own_list: bool,
    /// Whether the rules have allied elements at all.
    pub has_allies: bool,
    /// Whether the rules have camps, or the army goes without one.
    pub camp: bool,
}

impl Choices {
    /// The options that the army's rules and its list offer, and those the army has chosen besides.
    pub(super) fn new(state: &AppState, draft: &Draft, fields: &EditorFields) -> Self {
        let ruleset = draft.ruleset;
        let list = state.catalogue.list_of(draft);
        let lists = state.catalogue.of_ruleset(&ruleset.id);
        let homes = list.as_ref().map(|list| &list.home_terrains).filter(|homes| !homes.is_empty());
        let at_home = |id: &str| homes.is_none_or(|homes| homes.iter().any(|home| home == id));
        let lends = |ally: &&&'static ArmyList| {
            list.as_ref().is_none_or(|list| list.allies.contains(&ally.id) || list.is_own())
        };
        let ally = |chosen: &String| {
            let offered = lists.iter().filter(lends);
            let offered = offered.map(|ally| Choice::among(&*ally.id, &*ally.name, chosen));
            with_own(state, offered.collect::<Vec<_>>().into_iter(), chosen)
        };
        let is_divided = ruleset.commands(draft.points).is_some();
        let budget = &ruleset.army.budget;
        let sizes = budget.sizes.iter().map(|size| {
            let number = Points::ONE * size.elements;
            let name = format!("{} of {}", size.name, budget.counts.of(number));
            Choice::new(number.to_string(), name, number == draft.points)
        });
        let rulesets = state.book.rulesets().iter();
        let terrains = ruleset.home_terrains.iter();
        Self {
            rulesets: rulesets.map(|other| Choice::new(&*other.id, &*other.name, other.id == ruleset.id)).collect(),
            home_terrains: with_own(
                state,
                terrains
                    .filter(|terrain| at_home(&terrain.id) || *terrain.id == *fields.home_terrain)
                    .map(|terrain| Choice::among(&*terrain.id, &*terrain.name, &fields.home_terrain)),
                &fields.home_terrain,
            ),
            lists: with_own(
                state,
                lists.iter().map(|list| Choice::among(&*list.id, &*list.name, &fields.list)),
                &fields.list,
            ),
            allies: ally(&fields.allies),
            second_allies: if is_divided || !fields.second_ally.is_empty() {
                ally(&fields.second_ally)
            } else {
                Vec::new()
            },
            sizes: with_own(state, sizes, if budget.sizes.is_empty() { "" } else { &fields.points }),
            own_list: ruleset.army.from_list.is_some() || !fields.own_list.is_empty(),
            camp: ruleset.army.camp.is_some() || !fields.camp,
            has_allies: ruleset.army.allies.is_some() || !fields.allies.is_empty(),
        }
    }
}

/// The options, with the chosen one even if it is not among them.
fn with_own(state: &AppState, choices: impl Iterator<Item = Choice>, own: &str) -> Vec<Choice> {
    let mut choices: Vec<Choice> = choices.collect();
    if !own.is_empty() && !choices.iter().any(|choice| choice.chosen) {
        // A list of another ruleset keeps its name.
        let foreign = state.catalogue.get(own).map(|list| format!("{} ({})", list.name, list.ruleset.name));
        let name = foreign.unwrap_or_else(|| own.to_owned());
        choices.push(Choice::new(own.to_owned(), name, true));
    }
    choices
}
