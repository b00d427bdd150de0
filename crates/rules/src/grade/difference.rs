//! The differences between elements of two grades of a type, in few words.

use crate::reference::RuleId;
use crate::ruleset::Ruleset;
use crate::troop::{Move, Troop, TroopId};

/// The way an element differs, and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeDifference {
    /// The difference in the form of a sentence: `Naval, moves 160/160/80`.
    pub text: String,
    /// The rules.
    pub rules: Vec<RuleId>,
}

impl GradeDifference {
    /// The differences of one type from the other in class, moves and ranges; none if there are none.
    #[must_use]
    pub fn new(ruleset: &Ruleset, own: TroopId, other: TroopId) -> Option<Self> {
        let (own, other) = (ruleset.troop(own), ruleset.troop(other));
        let mut found: Vec<(String, &RuleId)> = Vec::new();
        if own.class.value != other.class.value {
            found.push((ruleset.class_name(own.class.value).to_owned(), &own.class.rule));
        }
        let off_road = |of: Move| Move { road: None, ..of };
        if off_road(own.movement.value) != off_road(other.movement.value) {
            found.push((format!("moves {}", own.movement.value.in_words(true)), &own.movement.rule));
        }
        if own.movement.value.road != other.movement.value.road {
            let road = own.movement.value.road.map_or_else(|| "no road".to_owned(), |road| format!("road {road}"));
            found.push((road, &own.movement.rule));
        }
        let reach = |of: &Troop| of.range.as_ref().or(of.spell.as_ref()).cloned();
        let words = |of: &Troop| match (&of.range, &of.spell) {
            (Some(range), _) => format!("range {}", range.value),
            (None, Some(spell)) => format!("spell {}", spell.value),
            (None, None) => "no range".to_owned(),
        };
        let rule = reach(own).or_else(|| reach(other)).map(|reach| reach.rule);
        if let (true, Some(rule)) = (words(own) != words(other), &rule) {
            found.push((words(own), rule));
        }
        let mut rules: Vec<RuleId> = Vec::new();
        for (_, rule) in &found {
            if !rules.contains(rule) {
                rules.push((*rule).clone());
            }
        }
        let text: Vec<String> = found.into_iter().map(|(text, _)| text).collect();
        (!text.is_empty()).then(|| Self { text: text.join(", "), rules })
    }
}
