//! What elements of a grade have otherwise than those of another grade of their type, in few words.

use crate::rules::reference::RuleId;
use crate::rules::ruleset::Ruleset;
use crate::rules::troop::{Move, Troop, TroopId};

/// What an element has otherwise, and by which rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise {
    /// As in a sentence: `Naval, moves 160/160/80`.
    pub text: String,
    /// The rules.
    pub rules: Vec<RuleId>,
}

impl Otherwise {
    /// What one has otherwise than the other in class, moves and ranges; none if nothing.
    #[must_use]
    pub fn new(ruleset: &Ruleset, own: TroopId, other: TroopId) -> Option<Self> {
        let (own, other) = (ruleset.troop(own), ruleset.troop(other));
        let mut found: Vec<(String, &RuleId)> = Vec::new();
        if own.class.is != other.class.is {
            found.push((ruleset.class_name(own.class.is).to_owned(), &own.class.rule));
        }
        let off_road = |of: Move| Move { road: None, ..of };
        if off_road(own.movement.is) != off_road(other.movement.is) {
            found.push((format!("moves {}", own.movement.is.told(true)), &own.movement.rule));
        }
        if own.movement.is.road != other.movement.is.road {
            let road = own.movement.is.road.map_or_else(|| "no road".to_owned(), |road| format!("road {road}"));
            found.push((road, &own.movement.rule));
        }
        let reach = |of: &Troop| of.range.as_ref().or(of.spell.as_ref()).cloned();
        let words = |of: &Troop| match (&of.range, &of.spell) {
            (Some(range), _) => format!("range {}", range.is),
            (None, Some(spell)) => format!("spell {}", spell.is),
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
